import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  convertToModelMessages,
  jsonSchema,
  stepCountIs,
  streamText,
  tool,
  type ToolSet,
  type UIMessage,
} from 'ai';
import { scriptedModel } from './ai-sdk-model.js';

interface ChatRequest {
  id: string;
  messages: UIMessage[];
  tools?: Record<string, { description: string; parameters: object }>;
}

/** The answer to a request that goes on: what has been written of it, and who reads on. */
interface Running {
  frames: string[];
  readers: Set<ServerResponse>;
  stop: AbortController;
}

const SERVER_TOOLS: ToolSet = {
  weather: tool({
    description: 'The weather of a city.',
    inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
    execute: async ({ city }) => ({ city, sky: 'clear' }),
  }),
  delete_file: tool({
    description: 'Deletes a file.',
    inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
    needsApproval: true,
    execute: async ({ path }) => ({ deleted: path }),
  }),
};

/**
 * A server with the AI SDK's own package on loopback: it keeps chats (`/api/messages?id=`), and the streams of runs
 * that go on (`/api/chat/<id>/stream`), and stops them (`/api/stop`).
 */
export class AiSdkPeer {
  readonly chats = new Map<string, UIMessage[]>();
  readonly requests: ChatRequest[] = [];
  readonly #running = new Map<string, Running>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  /** @param files what else is served, such as a page */
  static async start(
    files: Readonly<Record<string, readonly [type: string, body: string]>> = {},
  ): Promise<AiSdkPeer> {
    const peer = new AiSdkPeer(files);
    await new Promise<void>((resolve) => peer.#server.listen(0, '127.0.0.1', resolve));
    return peer;
  }

  private constructor(
    private readonly files: Readonly<Record<string, readonly [type: string, body: string]>>,
  ) {}

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Every connection breaks off; runs go on. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  stop(): Promise<void> {
    for (const { stop } of this.#running.values()) stop.abort();
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, this.origin);
    const file = this.files[pathname];
    const resumed = /^\/api\/chat\/([^/]+)\/stream$/.exec(pathname)?.[1];
    if (file) response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
    else if (resumed !== undefined) this.#resume(decodeURIComponent(resumed), response);
    else if (pathname === '/api/messages') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(this.chats.get(searchParams.get('id') ?? '') ?? []));
    } else if (pathname === '/api/stop') {
      const { id } = (await bodyOf(request)) as { id: string };
      this.#running.get(id)?.stop.abort();
      response.writeHead(200).end();
    } else if (pathname === '/api/chat') await this.#chat((await bodyOf(request)) as ChatRequest, response);
    else response.writeHead(404).end();
  }

  async #chat(asked: ChatRequest, response: ServerResponse): Promise<void> {
    this.requests.push(asked);
    const { id, messages, tools = {} } = asked;
    this.chats.set(id, messages);
    const running: Running = { frames: [], readers: new Set([response]), stop: new AbortController() };
    this.#running.set(id, running);
    const pageTools = Object.entries(tools).map(([name, { description, parameters }]) => {
      return [name, tool({ description, inputSchema: jsonSchema(parameters) })] as const;
    });
    const result = streamText({
      model: scriptedModel,
      maxRetries: 0,
      onError: () => {},
      messages: await convertToModelMessages(messages),
      tools: { ...SERVER_TOOLS, ...Object.fromEntries(pageTools) },
      stopWhen: stepCountIs(5),
      abortSignal: running.stop.signal,
    });
    const answer = result.toUIMessageStreamResponse({
      originalMessages: messages,
      generateMessageId: () => crypto.randomUUID(),
      onError: (error) => (error as Error).message,
      onFinish: ({ messages: all }) => void this.chats.set(id, all),
      messageMetadata: ({ part }) => (part.type === 'finish' ? { usage: part.totalUsage } : undefined),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    response.on('close', () => running.readers.delete(response));
    const decoder = new TextDecoder();
    for await (const bytes of answer.body! as unknown as AsyncIterable<Uint8Array>) {
      const text = decoder.decode(bytes, { stream: true });
      running.frames.push(text);
      for (const reader of running.readers) reader.write(text);
    }
    this.#running.delete(id);
    for (const reader of running.readers) reader.end();
  }

  #resume(id: string, response: ServerResponse): void {
    const running = this.#running.get(id);
    if (!running) {
      response.writeHead(204).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(running.frames.join(''));
    running.readers.add(response);
    response.on('close', () => running.readers.delete(response));
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
