import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventEncoder } from '@ag-ui/encoder';
import type { Sent, Wire } from '../src/agent-ui/adapters/ag-ui-driver.js';

type Answer = (response: ServerResponse, body: Sent['body']) => void | Promise<void>;

/** An AG-UI server on loopback that answers each request in turn, with the protocol's own encoder. */
export class Peer {
  readonly bodies: Sent['body'][] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  readonly answers: Answer[] = [];
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async start(): Promise<Peer> {
    const peer = new Peer();
    await new Promise<void>((resolve) => peer.#server.listen(0, '127.0.0.1', resolve));
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/agent`;
  }

  get last(): Sent['body'] {
    return this.bodies[this.bodies.length - 1]!;
  }

  answer(...events: Wire[]): this {
    this.answers.push((response) => {
      response.writeHead(200, { 'content-type': new EventEncoder().getContentType() });
      for (const event of events) response.write(encode(event));
      response.end();
    });
    return this;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    // One that is closed already is closed all the same.
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Sent['body'];
    this.bodies.push(body);
    this.headers.push(request.headers);
    const answer = this.answers.shift();
    if (answer) await answer(response, body);
    else response.writeHead(500).end();
  }
}

export function encode(event: Wire): string {
  return new EventEncoder().encodeSSE(event as unknown as Parameters<EventEncoder['encodeSSE']>[0]);
}
