import type { Transport, WireMessage } from '../protocol/transport.js';
import { TransportBase } from './transport-base.js';

/**
 * Two ends of one link in the same process (OUI-T5): the page's and the agent's, in that order. They share
 * nothing: messages are copied through JSON and arrive later, in order. The ends may connect in any order;
 * what is sent before the other end connects waits for it. When one end disconnects the other goes back to
 * `connecting`, as if it had lost a server.
 */
export function linkedTransports(): [page: Transport, agent: Transport] {
  const page = new DirectEnd();
  const agent = new DirectEnd();
  page.peer = agent;
  agent.peer = page;
  return [page, agent];
}

class DirectEnd extends TransportBase {
  peer!: DirectEnd;
  #wish: 'none' | 'open' | 'closed' = 'none';
  readonly #inbox: string[] = [];

  connect(): Promise<void> {
    this.#wish = 'open';
    this.#follow();
    this.peer.#follow();
    this.#drainSoon();
    return this.whenConnected();
  }

  disconnect(): void {
    if (this.#wish === 'closed') return;
    this.#wish = 'closed';
    // What was on its way is lost with the connection.
    this.#inbox.length = 0;
    this.peer.#inbox.length = 0;
    this.#follow();
    this.peer.#follow();
  }

  send(message: WireMessage): boolean {
    if (this.state !== 'connected') return false;
    this.peer.#inbox.push(JSON.stringify(message));
    this.peer.#drainSoon();
    return true;
  }

  #follow(): void {
    if (this.#wish !== 'open') this.setState('disconnected');
    else this.setState(this.peer.#wish === 'closed' ? 'connecting' : 'connected');
  }

  #drainSoon(): void {
    queueMicrotask(() => {
      while (this.#wish === 'open') {
        const text = this.#inbox.shift();
        if (text === undefined) return;
        this.deliver(JSON.parse(text));
      }
    });
  }
}
