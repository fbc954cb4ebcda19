import { AgentSession, type AgentSessionOptions } from 'oui-elements/agent-ui';
import { a2a, type A2aOptions } from 'oui-elements/agent-ui/adapters/a2a';
import { A2A_CARD } from '../../../../fixtures/a2a/a2a-recordings.js';
import { FakeRuntime, flush } from '../../../../fake-runtime.js';
import { Stream } from '../ag-ui-driver.js';
import { PromptResponse } from '../../../../prompt-response.js';

export type Json = Record<string, unknown>;

export interface Asked {
  url: string;
  headers: Headers;
  method: string;
  params: Json;
}

export const json = (value: unknown, status = 200) =>
  new PromptResponse(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
export const frame = (text: string) => `data: ${text}\n\n`;
/** A result in the envelope of a stream. */
export const result = (value: Json) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: value });

export interface DriverOptions extends Partial<A2aOptions> {
  named?: string;
  setUp?: (driver: A2aDriver) => void;
}

/** A session in front of an agent that the test plays. */
export class A2aDriver {
  readonly runtime = new FakeRuntime();
  readonly asked: Asked[] = [];
  readonly streams: Stream[] = [];
  session!: AgentSession;
  card: unknown = A2A_CARD;
  cards: Headers[] = [];
  /** What each request is answered with, in turn, by its name; streams that are not answered are the test's to write. */
  readonly answers: { readonly [method: string]: (() => Response | Promise<Response>)[] } = {
    SendMessage: [],
    SendStreamingMessage: [],
    SubscribeToTask: [],
    GetTask: [],
    CancelTask: [],
    ListTasks: [],
    'message/stream': [],
    'message/send': [],
    'tasks/get': [],
    'tasks/resubscribe': [],
    'tasks/cancel': [],
  };

  static async connect(options: DriverOptions = {}): Promise<A2aDriver> {
    const driver = new A2aDriver();
    const { named, setUp, ...settings } = options;
    setUp?.(driver);
    const { runtime } = driver;
    const adapter = a2a({
      url: 'https://agents.example/rpc',
      fetch: (url, init) => driver.#fetch(String(url), init),
      backoff: { initialMs: 100, jitter: 0 },
      ...settings,
    });
    const all: AgentSessionOptions = { runtime, ...(named === undefined ? {} : { sessionId: named }) };
    driver.session = new AgentSession(adapter, all);
    // What speaks the protocol is loaded with the first session.
    while (driver.session.capabilities.controls.send === undefined) await flush();
    await driver.settle();
    return driver;
  }

  async settle(): Promise<void> {
    for (let n = 0; n < 4; n++) await flush();
  }

  get stream(): Stream {
    return this.streams.at(-1)!;
  }

  get facts() {
    return this.session.snapshot();
  }

  get codes(): unknown[] {
    return this.facts.diagnostics.map(({ code }) => code).filter((code) => String(code).startsWith('a2a.'));
  }

  of(...methods: string[]): Asked[] {
    return this.asked.filter(({ method }) => methods.includes(method));
  }

  /** The next stream is these frames, and its end. */
  willStream(frames: readonly string[], method = 'SendStreamingMessage'): this {
    this.answers[method]!.push(
      () =>
        new PromptResponse(frames.map(frame).join(''), { headers: { 'content-type': 'text/event-stream' } }),
    );
    return this;
  }

  willAnswer(method: string, answer: Json): this {
    this.answers[method]!.push(() => json({ jsonrpc: '2.0', id: 1, ...answer }));
    return this;
  }

  /** Asks, and does not wait for the agent's first word. */
  async send(text = 'hello', clientId = 'client-1'): Promise<void> {
    void this.session.send({ text, clientId });
    await this.settle();
  }

  async say(...values: Json[]): Promise<void> {
    await this.stream.text(values.map((value) => frame(result(value))).join(''));
    await this.settle();
  }

  async #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (init.method !== 'POST') {
      this.cards.push(headers);
      return this.card instanceof Response ? this.card : json(this.card);
    }
    const { method, params } = JSON.parse(String(init.body)) as { method: string; params: Json };
    this.asked.push({ url, headers, method, params });
    const answer = this.answers[method]?.shift();
    if (answer) return answer();
    if (!/Stream|Subscribe|stream|resubscribe/.test(method))
      return json({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: `No ${method}` } });
    const stream = new Stream();
    this.streams.push(stream);
    return new PromptResponse(stream.body, { headers: { 'content-type': 'text/event-stream' } });
  }
}

/** Where a task stands, as a frame says it. */
export const status = (state: string, text?: string, more: Json = {}): Json => ({
  statusUpdate: {
    taskId: 'T',
    contextId: 'C',
    status: {
      state: `TASK_STATE_${state}`,
      ...(text === undefined ? {} : { message: said(`m-${text}`, text) }),
      ...more,
    },
  },
});
export const task = (state: string, more: Json = {}): Json => ({
  task: { id: 'T', contextId: 'C', status: { state: `TASK_STATE_${state}` }, ...more },
});
export const said = (messageId: string, text: string, role = 'ROLE_AGENT', more: Json = {}): Json => ({
  messageId,
  role,
  taskId: 'T',
  contextId: 'C',
  parts: [{ text }],
  ...more,
});
export const piece = (text: string, more: Json = {}): Json => ({
  artifactUpdate: {
    taskId: 'T',
    contextId: 'C',
    artifact: { artifactId: 'A', name: 'a.md', parts: [{ text, mediaType: 'text/markdown' }] },
    ...more,
  },
});
