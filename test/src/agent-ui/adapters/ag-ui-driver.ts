import { agUi, type AgUiOptions } from 'oui-elements/agent-ui/adapters/ag-ui';
import type {
  AdapterCapabilities,
  AdapterConnection,
  AgentUiEvent,
  ClientToolCall,
  ClientToolDefinition,
  ClientToolOutcome,
  ClientTools,
  ControlReceipt,
} from 'oui-elements/agent-ui';
import { FakeRuntime, flush } from '../../../fake-runtime.js';
import { PromptResponse } from '../../../prompt-response.js';

export type Wire = { type: string } & Record<string, unknown>;
export type Fact = AgentUiEvent & { payload?: Record<string, unknown> };

/** What the adapter sent, as far as tests look at it. */
export interface Sent {
  url: string;
  headers: Headers;
  body: {
    threadId: string;
    runId: string;
    state: unknown;
    messages: ({ id: string; role: string } & Record<string, unknown>)[];
    tools: ClientToolDefinition[];
    context: { description: string; value: string }[];
    forwardedProps: Record<string, unknown>;
    resume?: Record<string, unknown>[];
    protocolVersion?: string;
  };
}

/** The answer to one request, written as the test goes on. */
export class Stream {
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  cancelled = false;
  readonly body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      this.#controller = controller;
    },
    cancel: () => {
      this.cancelled = true;
    },
  });

  /** One network read for each call. */
  async send(...events: Wire[]): Promise<void> {
    await this.text(events.map(frame).join(''));
  }

  async text(text: string): Promise<void> {
    await this.bytes(new TextEncoder().encode(text));
  }

  async bytes(bytes: Uint8Array): Promise<void> {
    this.#controller.enqueue(bytes);
    await flush();
  }

  async close(): Promise<void> {
    if (!this.cancelled) this.#controller.close();
    await flush();
  }

  async break(): Promise<void> {
    this.#controller.error(new TypeError('connection reset'));
    await flush();
  }
}

export function frame(event: Wire): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

export interface DriverOptions extends Partial<AgUiOptions> {
  clientTools?: ClientTools;
  sessionId?: string;
}

/** An adapter between a server that the test plays and a sink that only writes down. */
export class Driver {
  readonly runtime = new FakeRuntime();
  readonly requests: Sent[] = [];
  readonly batches: Fact[][] = [];
  readonly states: (readonly [state: string, detail?: string])[] = [];
  readonly abort = new AbortController();
  capabilities: AdapterCapabilities | undefined;
  connection!: AdapterConnection;
  /** Answers each request in turn; with none left, a stream that the test writes is opened. */
  readonly answers: ((sent: Sent) => Response | Promise<Response>)[] = [];
  readonly streams: Stream[] = [];

  static async connect(options: DriverOptions = {}): Promise<Driver> {
    const driver = new Driver();
    const { clientTools, sessionId = 'session-1', ...settings } = options;
    const adapter = agUi({ url: '/agent', fetch: driver.#fetch, ...settings });
    driver.connection = await adapter.connect(
      {
        push: (events) => {
          driver.batches.push([...events] as Fact[]);
          for (const check of [...driver.#waiting]) check();
        },
        capabilities: (capabilities) => {
          driver.capabilities = capabilities;
        },
        state: (state, detail) => driver.states.push(detail === undefined ? [state] : [state, detail]),
      },
      { signal: driver.abort.signal, sessionId, runtime: driver.runtime, clientTools: () => clientTools },
    );
    return driver;
  }

  readonly #waiting = new Set<() => void>();

  /** Settles once it is so; real servers take their time. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Settles once so many runs have ended for good. */
  ended(runs = 1): Promise<void> {
    const ends = () =>
      this.of('run.finished', 'run.failed').filter(({ payload }) => payload?.['continues'] !== true);
    return this.until(() => ends().length >= runs);
  }

  readonly #fetch: typeof fetch = async (url, init) => {
    const sent = {
      url: String(url),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body ?? '{}')) as Sent['body'],
    };
    this.requests.push(sent);
    const answer = this.answers.shift();
    if (answer) return answer(sent);
    const stream = new Stream();
    this.streams.push(stream);
    return new PromptResponse(stream.body, { headers: { 'content-type': 'text/event-stream' } });
  };

  /** The next request is answered with these events, and the end of the stream. */
  answer(...events: Wire[]): this {
    return this.answerText(events.map(frame).join(''));
  }

  answerText(text: string, type = 'text/event-stream', status = 200): this {
    this.answers.push(() => new PromptResponse(text, { status, headers: { 'content-type': type } }));
    return this;
  }

  async send(text = 'hello', clientId = 'client-1'): Promise<ControlReceipt> {
    const receipt = await this.connection.control({ kind: 'send', clientId, text });
    await flush();
    return receipt;
  }

  async respond(actionId: string, decision: string, payload?: unknown): Promise<ControlReceipt> {
    const receipt = await this.connection.control({ kind: 'respond', actionId, decision, payload });
    await flush();
    return receipt;
  }

  get stream(): Stream {
    return this.streams[this.streams.length - 1]!;
  }

  get last(): Sent['body'] {
    return this.requests[this.requests.length - 1]!.body;
  }

  get facts(): Fact[] {
    return this.batches.flat();
  }

  of(...types: string[]): Fact[] {
    return this.facts.filter((fact) => types.includes(fact.type));
  }

  /** The facts in short: the type, and what tells one from another. */
  get story(): string[] {
    return this.facts.filter(({ type }) => type !== 'metric.changed').map(short);
  }

  codes(): string[] {
    return this.of('diagnostic.changed').map(({ payload }) => String(payload?.['code']));
  }

  /** How the last run of all ended. */
  get ending(): string {
    return short(this.of('run.finished', 'run.failed').pop()!);
  }
}

function short({ type, payload = {}, toolCallId, actionId }: Fact): string {
  const { delta, text, stage, outcome, code, decision, name, executor, phase, mode, outputPreview } = payload;
  const words = [
    toolCallId,
    actionId,
    stage,
    outcome,
    code,
    decision,
    name,
    executor,
    phase,
    mode,
    outputPreview,
  ];
  const said = [delta, text].filter((word) => typeof word === 'string').map((word) => JSON.stringify(word));
  return [
    type,
    ...words
      .filter((word) => word !== undefined)
      .map((word) => (typeof word === 'object' ? JSON.stringify(word) : String(word))),
    ...said,
    ...(payload['continues'] === true ? ['continues'] : []),
  ].join(' ');
}

export const started = (runId = 'run'): Wire => ({ type: 'RUN_STARTED', threadId: 'thread', runId });
export const finished = (more: Record<string, unknown> = {}): Wire => ({
  type: 'RUN_FINISHED',
  threadId: 'thread',
  runId: 'run',
  ...more,
});
export const text = (messageId: string, ...deltas: string[]): Wire[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  ...deltas.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
  { type: 'TEXT_MESSAGE_END', messageId },
];
export const toolCall = (
  toolCallId: string,
  toolCallName: string,
  args: string,
  parentMessageId?: string,
): Wire[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName, ...(parentMessageId ? { parentMessageId } : {}) },
  ...(args === '' ? [] : [{ type: 'TOOL_CALL_ARGS', toolCallId, delta: args }]),
  { type: 'TOOL_CALL_END', toolCallId },
];

/** Page tools that the test answers: `add` and `remove` by default. */
export class FakeTools implements ClientTools {
  readonly calls: ClientToolCall[] = [];
  offers = 0;

  constructor(
    private readonly answer: (
      call: ClientToolCall,
    ) => ClientToolOutcome | Promise<ClientToolOutcome> = () => ({
      content: { done: true },
    }),
    public names = ['add', 'remove'],
  ) {}

  offer() {
    this.offers++;
    const { names } = this;
    return {
      tools: names.map((name) => ({
        name,
        description: `${name} something`,
        parameters: { type: 'object', properties: {} },
        metadata: { oui: { surfaceId: 'list' } },
      })),
      context: [{ description: 'OUI surface list: List', value: '{"open":3}' }],
      titleOf: (name: string) => (names.includes(name) ? `Title of ${name}` : undefined),
      run: async (call: ClientToolCall) => {
        this.calls.push(call);
        return this.answer(call);
      },
    };
  }
}

/** What the adapter fetches when it is first needed is there from the start: tests go by their own clock. */
async function fetchAll(): Promise<void> {
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve));
  };
  const messages = [{ id: 'a', role: 'activity', activityType: 'x', content: {} }];
  const everything: Wire[] = [
    { ...started(), input: { messages } },
    { type: 'STEP_STARTED', stepName: 's' },
    { type: 'STATE_SNAPSHOT', snapshot: {} },
    { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'x', subagentRunId: 'sub' },
    { type: 'CUSTOM', name: 'x' },
    ...toolCall('c', 'add', '{}'),
    finished(),
  ];
  const clientTools = new FakeTools();
  const driver = await Driver.connect({ clientTools, connectUrl: '/connect', strict: true });
  driver.answer(...everything).answer(started(), finished());
  await driver.connection.control({ kind: 'send', clientId: 'c', text: 'go' });
  await until(() => driver.of('run.finished', 'run.failed').length > 0);
  driver.answer(...everything);
  await driver.connection.hydrate!();
  await driver.connection.control({ kind: 'queue.remove', itemId: 'none' });
  await driver.connection.close();
  const page = await Driver.connect({ clientTools });
  page.answer(...everything).answer(started(), finished());
  await page.connection.control({ kind: 'send', clientId: 'c', text: 'go' });
  await until(() => clientTools.calls.length > 0);
  await page.connection.close();
}
await fetchAll();
