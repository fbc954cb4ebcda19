import type { IncomingMessage } from 'node:http';
import type { ControlReceipt, SentControl } from '../agent-ui/events/control-request.js';
import { isJsonObject } from '../base/json.js';
import { reportThrown, type FaultOptions } from './server-fault.js';

/** A write that a person asks for, as it was posted (§4.2). */
export type AgentControl = SentControl & {
  /** Absent when the page did not say. */
  sessionId?: string;
};

export type ControlHandler = (
  control: AgentControl,
  request: IncomingMessage,
) => ControlReceipt | void | Promise<ControlReceipt | void>;

/** So many answers are remembered, so that a request that comes again is not done again. */
const MAX_ANSWERS = 10_000;

/** Hands each request to the application once, and answers with its receipt. Never the effect: that is an event. */
export class ControlDesk {
  readonly #answers = new Map<string, Promise<ControlReceipt>>();

  constructor(
    private readonly kinds: readonly string[],
    private readonly handler: ControlHandler | undefined,
    private readonly faults: FaultOptions,
  ) {}

  /** `who` asks: another person's key is another key. */
  answer(body: unknown, who: string, request: IncomingMessage): Promise<ControlReceipt> | string {
    if (!isJsonObject(body) || typeof body['kind'] !== 'string')
      return 'A request needs a kind, such as "send".';
    const { kind, idempotencyKey, sessionId } = body;
    if (typeof idempotencyKey !== 'string' || idempotencyKey === '')
      return 'A request needs an idempotencyKey.';
    if (sessionId !== undefined && typeof sessionId !== 'string') return 'A sessionId is a text.';
    if (!this.handler || !this.kinds.includes(kind)) {
      return Promise.resolve({ status: 'unsupported', reason: `This agent cannot be asked to ${kind}.` });
    }
    const key = JSON.stringify([who, sessionId, idempotencyKey]);
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = this.#ask(this.handler, body as unknown as AgentControl, request);
    this.#answers.set(key, answer);
    if (this.#answers.size > MAX_ANSWERS) this.#answers.delete(this.#answers.keys().next().value!);
    // What was refused may be asked again under the same key.
    void answer.then(({ status }) => {
      if (status !== 'accepted') this.#answers.delete(key);
    });
    return answer;
  }

  async #ask(
    handler: ControlHandler,
    control: AgentControl,
    request: IncomingMessage,
  ): Promise<ControlReceipt> {
    try {
      return (await handler(control, request)) ?? { status: 'accepted' };
    } catch (thrown) {
      reportThrown(this.faults, 'agent-events:control_failed', `onControl threw at ${control.kind}`, thrown);
      return { status: 'rejected', reason: 'The agent server failed at this request.' };
    }
  }
}
