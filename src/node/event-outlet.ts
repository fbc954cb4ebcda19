import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import type { LoggedEvent } from './agent-event-log.js';

/** One reader's end. Writing settles when there is room for more, or when the reader has gone. */
export interface EventOutlet {
  readonly closed: boolean;
  events(events: readonly LoggedEvent[]): Promise<void>;
  /** What the server says about itself: an object without a type. */
  notice(notice: object): Promise<void>;
  end(): void;
  onClose(listener: () => void): void;
}

/** A response that goes on: server-sent events, or newline-delimited JSON. */
export class ResponseOutlet implements EventOutlet {
  constructor(
    private readonly response: ServerResponse,
    private readonly framing: 'sse' | 'ndjson',
  ) {
    response.writeHead(200, {
      'content-type': framing === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/x-ndjson',
      'cache-control': 'no-cache, no-transform',
      // Proxies must not keep what is happening now.
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
  }

  get closed(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  events(events: readonly LoggedEvent[]): Promise<void> {
    const sse = this.framing === 'sse';
    return this.#write(
      events.map(({ id, json }) => (sse ? `id: ${id}\ndata: ${json}\n\n` : `${json}\n`)).join(''),
    );
  }

  notice(notice: object): Promise<void> {
    const json = JSON.stringify(notice);
    return this.#write(this.framing === 'sse' ? `data: ${json}\n\n` : `${json}\n`);
  }

  end(): void {
    this.response.end();
  }

  onClose(listener: () => void): void {
    this.response.on('close', listener);
  }

  async #write(text: string): Promise<void> {
    const { response } = this;
    if (this.closed || response.write(text)) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        response.off('drain', go);
        response.off('close', go);
        resolve();
      };
      response.on('drain', go);
      response.on('close', go);
    });
  }
}

/** A WebSocket: a list of events in each message. Whoever has not answered a ping by the next one is gone. */
export class SocketOutlet implements EventOutlet {
  #answered = true;

  constructor(private readonly socket: WebSocket) {
    socket.on('pong', () => (this.#answered = true));
    // A close follows. Without a listener the process would end.
    socket.on('error', () => {});
  }

  get closed(): boolean {
    return this.socket.readyState !== this.socket.OPEN;
  }

  events(events: readonly LoggedEvent[]): Promise<void> {
    return this.#write(`[${events.map(({ json }) => json).join(',')}]`);
  }

  notice(notice: object): Promise<void> {
    if ('ping' in notice && !this.closed) {
      if (!this.#answered) this.socket.terminate();
      else this.socket.ping();
      this.#answered = false;
    }
    return this.#write(JSON.stringify(notice));
  }

  end(): void {
    this.socket.close(1000);
  }

  onClose(listener: () => void): void {
    this.socket.on('close', listener);
  }

  #write(text: string): Promise<void> {
    if (this.closed) return Promise.resolve();
    return new Promise((resolve) => this.socket.send(text, () => resolve()));
  }
}
