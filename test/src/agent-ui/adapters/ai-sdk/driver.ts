import { AgentSession, type AgentSessionOptions, type SessionSnapshot } from 'oui-elements/agent-ui';
import { aiSdk, type AiSdkOptions } from 'oui-elements/agent-ui/adapters/ai-sdk';
import { FakeRuntime, flush } from '../../../../fake-runtime.js';
import { PromptResponse } from '../../../../prompt-response.js';

export type Chunk = { type: string } & Record<string, unknown>;

/** A message as the adapter sends it. */
export interface SentMessage {
  id: string;
  role: string;
  parts: Record<string, unknown>[];
  metadata?: unknown;
}

/** What the adapter sent, as far as tests look at it. */
export interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: { id: string; messages: SentMessage[]; trigger: string; messageId?: string } & Record<
    string,
    unknown
  >;
}

export type Answer = (sent: Sent) => Response | Promise<Response>;

/** The frames of a recorded stream, without its end. */
export function framesOf(text: string): string[] {
  return text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: ') && frame !== 'data: [DONE]')
    .map((frame) => frame.slice('data: '.length));
}

export const sse = (frames: readonly (string | Chunk)[]) =>
  frames.map((frame) => `data: ${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n\n`).join('');

export const DONE = 'data: [DONE]\n\n';

export function stream(
  text: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Response {
  return new PromptResponse(text, { headers: { 'content-type': 'text/event-stream', ...headers } });
}

/** A whole stream of these chunks. */
export const whole =
  (...chunks: readonly Chunk[]): Answer =>
  () =>
    stream(sse(chunks) + DONE);

/** A stream that says this much, and then the connection breaks. */
export const broken =
  (text: string): Answer =>
  () => {
    let sent = false;
    return stream(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (sent) controller.error(new TypeError('connection reset'));
          else controller.enqueue(new TextEncoder().encode(text));
          sent = true;
        },
      }),
    );
  };

/** A stream that the test writes as it goes on. */
export class OpenStream {
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

  async write(...chunks: readonly Chunk[]): Promise<void> {
    this.#controller.enqueue(new TextEncoder().encode(sse(chunks)));
    await flush();
  }

  async close(end: string = DONE): Promise<void> {
    if (this.cancelled) return;
    this.#controller.enqueue(new TextEncoder().encode(end));
    this.#controller.close();
    await flush();
  }
}

export interface DriverOptions extends Partial<AiSdkOptions> {
  session?: AgentSessionOptions;
}

/** A session between a person and a server that the test plays. */
export class Driver {
  readonly runtime = new FakeRuntime();
  readonly requests: Sent[] = [];
  readonly answers: Answer[] = [];
  readonly session: AgentSession;

  constructor({ session, ...options }: DriverOptions = {}) {
    this.session = new AgentSession(aiSdk({ url: '/api/chat', fetch: this.#fetch, ...options }), {
      runtime: this.runtime,
      ...session,
    });
  }

  readonly #fetch: typeof fetch = async (url, init) => {
    const sent = {
      url: String(url),
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body ?? '{}')) as Sent['body'],
    };
    this.requests.push(sent);
    const answer = this.answers.shift();
    if (!answer) throw new TypeError('no answer');
    return answer(sent);
  };

  answer(...answers: Answer[]): this {
    this.answers.push(...answers);
    return this;
  }

  open(): OpenStream {
    const open = new OpenStream();
    this.answers.push(() => stream(open.body));
    return open;
  }

  /** Says something, and waits until the runs that answer it have ended. */
  async say(text = 'hello'): Promise<SessionSnapshot> {
    await this.session.send({ text });
    return this.ended();
  }

  async respond(actionId: string, decision: string, payload?: unknown): Promise<SessionSnapshot> {
    const before = this.snapshot.runs.length;
    await this.session.respond(actionId, decision, payload);
    await this.until(() => this.snapshot.runs.length > before);
    return this.ended();
  }

  async ended(): Promise<SessionSnapshot> {
    await this.until(() => {
      const { runs } = this.snapshot;
      const last = runs.at(-1);
      // A run that goes on by itself is followed by another.
      const goesOn = last?.['continues'] === true && last['outcome'] === 'success';
      return last !== undefined && !goesOn && runs.every(({ outcome }) => outcome !== undefined);
    });
    return this.snapshot;
  }

  /** Turns the loop until it is so; time passes while nothing else happens. */
  async until(condition: () => boolean): Promise<void> {
    for (let turn = 0; !condition(); turn++) {
      if (turn > 400) throw new Error('It never came to that.');
      if (turn > 20) await this.runtime.advance(100);
      else await flush();
    }
  }

  get snapshot(): SessionSnapshot {
    return this.session.snapshot();
  }

  get last(): Sent['body'] {
    return this.requests[this.requests.length - 1]!.body;
  }

  codes(): string[] {
    return this.snapshot.diagnostics.map(({ code }) => String(code));
  }

  run(at = -1): Readonly<Record<string, unknown>> {
    return this.snapshot.runs.at(at)!;
  }

  tool(id: string): Readonly<Record<string, unknown>> {
    return this.snapshot.tools.find(({ toolCallId }) => toolCallId === id)!;
  }

  approval(id: string): Readonly<Record<string, unknown>> {
    return this.snapshot.approvals.find(({ actionId }) => actionId === id)!;
  }

  /** The answer of a message. */
  said(messageId: string): unknown {
    return this.snapshot.messages.find((message) => message['messageId'] === messageId)?.['text'];
  }

  get stale(): boolean {
    return this.snapshot.sessions.some(({ stale }) => stale === true);
  }
}

/** The facts to compare: not what was odd about the delivery, not measurements, not how often a text was corrected. */
export function factsOf({ diagnostics: _, metrics: __, sessions: ___, ...facts }: SessionSnapshot): unknown {
  return JSON.parse(
    JSON.stringify(facts, (key, value: unknown) => (key === 'reconciled' ? undefined : value)),
  );
}
