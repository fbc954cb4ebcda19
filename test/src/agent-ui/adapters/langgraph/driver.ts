import { AgentSession, type AgentSessionOptions, type SessionSnapshot } from 'oui-elements/agent-ui';
import { langgraph, type LangGraphOptions } from 'oui-elements/agent-ui/adapters/langgraph';
import { FakeRuntime, flush } from '../../../../fake-runtime.js';
import { PromptResponse } from '../../../../prompt-response.js';

type Json = Record<string, unknown>;

export interface Sent {
  method: string;
  path: string;
  headers: Headers;
  body: Json;
}

/** A stream that the test writes as it goes on. */
export class OpenStream {
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  open = true;
  readonly body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      this.#controller = controller;
    },
    cancel: () => {
      this.open = false;
    },
  });

  write(text: string): void {
    if (this.open) this.#controller.enqueue(new TextEncoder().encode(text));
  }

  close(): void {
    if (this.open) this.#controller.close();
    this.open = false;
  }

  break(): void {
    if (this.open) this.#controller.error(new TypeError('connection reset'));
    this.open = false;
  }
}

export const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

export const frame = (event: string) => `data: ${event}\n\n`;

/** A tuple of a graph's own stream, as a server sends it. */
export function classicFrame(tuple: string, id?: number): string {
  const parts = JSON.parse(tuple) as unknown[];
  const [first] = parts;
  const name = Array.isArray(first) ? [parts[1], ...(first as string[])].join('|') : String(first);
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(parts.at(-1))}\n\n`;
}

export interface DriverOptions extends Partial<LangGraphOptions> {
  session?: AgentSessionOptions;
  /** What the thread's state is; by default there is no thread yet. */
  state?: () => Json | undefined;
}

/** A session between a person and a LangGraph server that the test plays. */
export class Driver {
  readonly runtime = new FakeRuntime();
  readonly requests: Sent[] = [];
  readonly streams: OpenStream[] = [];
  readonly session: AgentSession;
  /** Answers requests before the usual ones do. */
  readonly answers: ((sent: Sent) => Response | undefined)[] = [];
  /** What follows on a command, or on a request for a run. */
  onRun: (stream: OpenStream, sent: Sent) => void = () => {};

  constructor({ session, state, ...options }: DriverOptions = {}) {
    this.#state = state ?? (() => undefined);
    this.session = new AgentSession(langgraph({ url: '/api', fetch: this.#fetch, ...options }), {
      runtime: this.runtime,
      ...session,
    });
  }

  readonly #state: () => Json | undefined;

  readonly #fetch: typeof fetch = async (url, init) => {
    const sent: Sent = {
      method: init?.method ?? 'GET',
      path: String(url).replace(/^.*\/threads\/[^/]+\//, ''),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body ?? '{}')) as Json,
    };
    this.requests.push(sent);
    for (const answer of this.answers) {
      const response = answer(sent);
      if (response) return response;
    }
    if (sent.path === 'state') {
      const state = this.#state();
      return state ? PromptResponse.json(state) : new PromptResponse(null, { status: 404 });
    }
    if (sent.path.startsWith('runs?')) return PromptResponse.json([]);
    if (/\/cancel\?/.test(sent.path)) return new PromptResponse(null, { status: 202 });
    if (sent.path === 'commands') {
      queueMicrotask(() => this.onRun(this.streams.at(-1)!, sent));
      return PromptResponse.json({
        type: 'success',
        id: sent.body['id'],
        result: { run_id: `run-${this.requests.length}` },
      });
    }
    const stream = new OpenStream();
    this.streams.push(stream);
    if (sent.path === 'runs/stream') queueMicrotask(() => this.onRun(stream, sent));
    return new PromptResponse(stream.body, { headers: { 'content-type': 'text/event-stream' } });
  };

  get stream(): OpenStream {
    return this.streams.at(-1)!;
  }

  /** Says something, and waits until the run that answers it has ended. */
  async say(text = 'A1?'): Promise<SessionSnapshot> {
    await this.session.send({ text });
    return this.ended();
  }

  async ended(runs = 1): Promise<SessionSnapshot> {
    await this.until(() => {
      const over = this.snapshot.runs.filter(({ outcome }) => outcome !== undefined).length;
      return over >= runs && over === this.snapshot.runs.length;
    });
    return this.snapshot;
  }

  async until(condition: () => boolean): Promise<void> {
    for (let turn = 0; !condition(); turn++) {
      if (turn > 300) throw new Error('It never came to that.');
      if (turn > 10) await this.runtime.advance(100);
      else await flush();
    }
  }

  get snapshot(): SessionSnapshot {
    return this.session.snapshot();
  }

  commands(): Json[] {
    return this.requests.filter(({ path }) => path === 'commands').map(({ body }) => body);
  }

  codes(): string[] {
    return this.snapshot.diagnostics.map(({ code }) => String(code));
  }

  tool(id: string): Readonly<Record<string, unknown>> {
    return this.snapshot.tools.find(({ toolCallId }) => toolCallId === id)!;
  }

  said(messageId: string): unknown {
    return this.snapshot.messages.find((message) => message['messageId'] === messageId)?.['text'];
  }

  get stale(): boolean {
    return this.snapshot.sessions.some(({ stale }) => stale === true);
  }
}

/** The facts to compare: not what was odd about the delivery or when it came, not measurements, not how often a text was corrected. */
export function factsOf({ diagnostics: _, metrics: __, sessions: ___, ...facts }: SessionSnapshot): unknown {
  return JSON.parse(
    JSON.stringify(facts, (key, value: unknown) => (/^reconciled$|At$/.test(key) ? undefined : value)),
  );
}
