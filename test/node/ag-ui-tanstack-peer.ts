import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import {
  chat,
  EventType,
  memoryStream,
  resumeServerSentEventsResponse,
  toServerSentEventsResponse,
  type AdapterYieldChunk,
} from '@tanstack/ai';
import { BaseTextAdapter } from '@tanstack/ai/adapters';

const WORDS = ['Grüße ', 'aus ', 'einem ', 'Strom, ', 'der ', 'hält.'];

/** A model that needs no key: it says always the same. */
class ScriptedModel extends BaseTextAdapter<'scripted', Record<string, never>, readonly ['text'], never> {
  readonly name = 'scripted';

  constructor() {
    super({}, 'scripted');
  }

  async *chatStream({ runId = 'r', threadId = 't' }): AsyncIterable<AdapterYieldChunk> {
    await Promise.resolve();
    const { model } = this;
    const at = () => ({ timestamp: Date.now(), model });
    yield { type: EventType.RUN_STARTED, runId, threadId, ...at() };
    yield { type: EventType.TEXT_MESSAGE_START, messageId: 'm', role: 'assistant', ...at() };
    for (const delta of WORDS) yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm', delta, ...at() };
    yield { type: EventType.TEXT_MESSAGE_END, messageId: 'm', ...at() };
    yield { type: EventType.RUN_FINISHED, runId, threadId, finishReason: 'stop', ...at() };
  }

  structuredOutput(): Promise<never> {
    return Promise.reject(new Error('This model says only one thing.'));
  }
}

/** TanStack AI's own durable stream on loopback. The first answer breaks off after some frames. */
export class TanStackPeer {
  /** What was asked: `POST`, or `GET` and the id after which the stream goes on. */
  readonly asked: string[] = [];
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  private constructor(private readonly breakAfter: number) {}

  static async start(breakAfter: number): Promise<TanStackPeer> {
    const peer = new TanStackPeer(breakAfter);
    await new Promise<void>((resolve) => peer.#server.listen(0, '127.0.0.1', resolve));
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/chat`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const lastId = incoming.headers['last-event-id'];
    const headers = new Headers();
    if (typeof lastId === 'string') headers.set('last-event-id', lastId);
    const request = new Request(this.url, { method: incoming.method, headers });
    this.asked.push(lastId === undefined ? String(incoming.method) : `${incoming.method} ${String(lastId)}`);
    let answer: Response;
    if (incoming.method === 'GET') {
      answer = resumeServerSentEventsResponse({ adapter: memoryStream(request) });
    } else {
      const { messages, runId, threadId } = JSON.parse(
        await new Response(Readable.toWeb(incoming) as ReadableStream).text(),
      ) as { messages: { role: 'user'; content: string }[]; runId: string; threadId: string };
      const said = messages.map(({ role, content }) => ({ role, content }));
      const stream = chat({ adapter: new ScriptedModel(), messages: said, runId, threadId });
      const durability = { adapter: memoryStream({ runId }), batch: 1 };
      answer = toServerSentEventsResponse(stream as AsyncIterable<never>, { durability });
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    for (let frames = 0; ; frames++) {
      const { done, value } = await reader.read();
      if (done) break;
      if (incoming.method === 'POST' && frames === this.breakAfter) {
        // The person's connection breaks; the run goes on at the server.
        void reader.cancel();
        response.destroy();
        return;
      }
      await new Promise((resolve) => response.write(value, resolve));
    }
    response.end();
  }
}
