import { AgentSession, type AgentSessionOptions, type ClientTools } from 'oui-elements/agent-ui';
import { acp, type AcpOptions } from 'oui-elements/agent-ui/adapters/acp';
import { FakeRuntime, flush } from '../../../../fake-runtime.js';

export type Json = Record<string, unknown>;

/** A WebSocket whose server the test plays. */
export class FakeSocket {
  onopen: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  onerror: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  closed = false;

  constructor(
    readonly url: string,
    readonly protocols: readonly string[],
    private readonly heard: (message: Json, socket: FakeSocket) => void,
  ) {}

  send(data: string): void {
    this.heard(JSON.parse(data) as Json, this);
  }

  close(): void {
    this.closed = true;
  }

  /** All of it in one network read. */
  say(...messages: (Json | string)[]): void {
    for (const message of messages) {
      const data = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
      this.onmessage?.({ data } as never);
    }
  }

  async drop(code = 1006): Promise<void> {
    this.onclose?.({ code } as never);
    await flush();
  }
}

export interface DriverOptions extends Partial<AcpOptions> {
  clientTools?: ClientTools;
  /** The host's id of the session. */
  named?: string;
  /** What `serialize()` of an earlier session gave. */
  saved?: string;
  setUp?: (driver: AcpDriver) => void;
}

export const CAPABILITIES = {
  loadSession: true,
  promptCapabilities: { embeddedContext: true },
  mcpCapabilities: { acp: true },
  sessionCapabilities: { list: {}, resume: {} },
};

/** A session in front of an agent that the test plays. What the test does not answer waits in `asked`. */
export class AcpDriver {
  readonly runtime = new FakeRuntime();
  readonly sockets: FakeSocket[] = [];
  /** Everything that the client has sent. */
  readonly sent: Json[] = [];
  session!: AgentSession;
  capabilities: Json = CAPABILITIES;
  authMethods: Json[] = [];
  modes: Json | undefined = {
    currentModeId: 'ask',
    availableModes: [
      { id: 'ask', name: 'Ask' },
      { id: 'code', name: 'Code' },
    ],
  };
  /** What is told when the session is loaded. */
  history: Json[] = [];
  /** Answers instead of the agent that is played by default: true, it has. */
  answer: (message: Json, socket: FakeSocket) => boolean = () => false;
  /** Sockets do not open. */
  refuses = false;

  static async connect(options: DriverOptions = {}): Promise<AcpDriver> {
    const driver = new AcpDriver();
    const { clientTools, named, saved, setUp, ...settings } = options;
    setUp?.(driver);
    const { runtime } = driver;
    const adapter = acp({
      url: 'wss://agents.example/acp',
      WebSocket: driver.#socketClass(),
      backoff: { initialMs: 100, jitter: 0 },
      ...settings,
    });
    const sessionId = named === undefined ? {} : { sessionId: named };
    const all: AgentSessionOptions = { runtime, clientTools, ...sessionId };
    driver.session =
      saved === undefined ? new AgentSession(adapter, all) : AgentSession.restore(saved, adapter, all);
    // What speaks the protocol is loaded with the first session.
    while (driver.sockets.length === 0 && driver.codes.length === 0) await flush();
    await driver.settle();
    return driver;
  }

  /** Lets everything that is on its way arrive. */
  async settle(): Promise<void> {
    for (let n = 0; n < 4; n++) await flush();
  }

  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  /** What was asked by this name, newest last. */
  asked(method: string): Json[] {
    return this.sent.filter((message) => message['method'] === method);
  }

  /** Answers the newest request of this name. */
  async reply(method: string, result: Json): Promise<void> {
    this.socket.say({ id: this.asked(method).at(-1)?.['id'], result });
    await this.settle();
  }

  async refuse(method: string, error: Json): Promise<void> {
    this.socket.say({ id: this.asked(method).at(-1)?.['id'], error });
    await this.settle();
  }

  async update(...updates: Json[]): Promise<void> {
    this.socket.say(...updates.map((update) => updateOf(update)));
    await this.settle();
  }

  /** What the agent asks. */
  async request(id: unknown, method: string, params: Json): Promise<void> {
    this.socket.say({ id, method, params: { sessionId: 'sess-1', ...params } });
    await this.settle();
  }

  /** What the client answered to the request of this id. */
  answered(id: unknown): Json | undefined {
    const answers = this.sent.filter((message) => message['method'] === undefined && message['id'] === id);
    return answers.at(-1);
  }

  /** A turn that the agent has taken. */
  async prompt(text = 'hello', clientId = 'client-1'): Promise<void> {
    void this.session.send({ text, clientId });
    await this.settle();
  }

  async end(stopReason = 'end_turn', more: Json = {}): Promise<void> {
    await this.reply('session/prompt', { stopReason, ...more });
  }

  get facts() {
    return this.session.snapshot();
  }

  get codes(): unknown[] {
    return this.facts.diagnostics.map(({ code }) => code).filter((code) => String(code).startsWith('acp.'));
  }

  #socketClass(): NonNullable<AcpOptions['WebSocket']> {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the class below is made by others
    const driver = this;
    return class extends FakeSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, (message, socket) => driver.#hear(message, socket));
        driver.sockets.push(this);
        queueMicrotask(() => {
          if (driver.refuses) this.onclose?.({ code: 1006 } as never);
          else this.onopen?.({} as never);
        });
      }
    };
  }

  /** As the session stands after what is told of it. */
  get #modesNow(): Json | undefined {
    const changed = this.history.findLast(({ sessionUpdate }) => sessionUpdate === 'current_mode_update');
    return this.modes && { ...this.modes, ...(changed ? { currentModeId: changed['currentModeId'] } : {}) };
  }

  #hear(message: Json, socket: FakeSocket): void {
    this.sent.push(message);
    if (this.answer(message, socket)) return;
    const { id, method } = message;
    const { capabilities: agentCapabilities, authMethods, modes, history } = this;
    if (method === 'initialize')
      socket.say({ id, result: { protocolVersion: 1, agentCapabilities, authMethods } });
    else if (method === 'session/new') socket.say({ id, result: { sessionId: 'sess-1', modes } });
    else if (method === 'session/load')
      socket.say(...history.map((update) => updateOf(update)), { id, result: { modes: this.#modesNow } });
    else if (method === 'session/resume') socket.say({ id, result: {} });
  }
}

export function updateOf(update: Json, sessionId = 'sess-1'): Json {
  return { method: 'session/update', params: { sessionId, update } };
}

export const chunk = (text: string, messageId?: string, kind = 'agent_message_chunk'): Json => ({
  sessionUpdate: kind,
  ...(messageId === undefined ? {} : { messageId }),
  content: { type: 'text', text },
});
export const thought = (text: string, messageId?: string) => chunk(text, messageId, 'agent_thought_chunk');
export const userSaid = (text: string, messageId?: string) => chunk(text, messageId, 'user_message_chunk');
export const toolCall = (toolCallId: string, more: Json = {}): Json => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  title: `Tool ${toolCallId}`,
  kind: 'read',
  status: 'pending',
  ...more,
});
export const toolUpdate = (toolCallId: string, more: Json = {}): Json => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...more,
});
export const textContent = (text: string): Json => ({ type: 'content', content: { type: 'text', text } });
export const OPTIONS: Json[] = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
