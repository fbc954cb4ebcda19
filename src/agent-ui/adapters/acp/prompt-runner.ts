import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { MessageExtras } from '../../events/control-request.js';
import type { AdapterOptions, ControlReceipt } from '../adapter.js';
import { LateQueue } from '../late-queue.js';
import { ACCEPTED, rejected } from '../receipts.js';
import type { ClientToolOffer } from '../client-tools.js';
import type { FactWriter } from '../fact-writer.js';
import type { ServerFailure } from '../http-answer.js';
import { promptContent } from './prompt-content.js';
import type { Questions } from './questions.js';
import { CANCELLED, LOST, type RpcAnswer, type RpcLink } from './rpc-link.js';
import type { ToolMapper } from './tool-mapper.js';
import type { Turn } from './turns.js';
import { objectAt, textAt } from './wire.js';

export type Said = MessageExtras & { clientId: string; text: string };

/** An agent that is silent for so long has taken the prompt: the protocol has no word for that. */
const TAKEN_AFTER_MS = 1_000;

/** Why a turn was no success although the agent ended it in good order. */
const CUT: Readonly<Record<string, string>> = {
  max_tokens: 'The answer was cut off: it had become too long.',
  max_turn_requests: 'The agent stopped: it had asked its model too often.',
  refusal: 'The agent refuses to go on.',
};

/** What the runner works with; all of it is the session's. */
export interface RunnerParts {
  options: AdapterOptions;
  facts: FactWriter;
  tools: ToolMapper;
  questions: Questions;
  wireId(): string | undefined;
  begin(text: string): Turn;
  /** What was being said is complete. */
  closeMessages(): void;
  envelopes(given: unknown): void;
  /** Makes the agent work in the mode that a person chose. */
  setMode(mode: string | undefined): Promise<void>;
}

interface Prompt {
  readonly turn: Turn;
  readonly said: Said;
  readonly receipt: Promise<ControlReceipt>;
  /** The agent has it, as far as can be known. */
  taken: boolean;
  take(): void;
  refuse(reason: string): void;
}

/** `session/prompt`: one at a time; what a person says meanwhile waits here. */
export class PromptRunner {
  readonly queue: LateQueue;
  /** What the page offered when the turn at work was asked for. */
  offer: ClientToolOffer | undefined;
  #prompt: Prompt | undefined;
  #link: RpcLink | undefined;
  #agent: JsonObject = {};

  constructor(private readonly parts: RunnerParts) {
    this.queue = new LateQueue(parts.facts, parts.options.runtime, () => void this.#drain());
  }

  get isRunning(): boolean {
    return this.#prompt !== undefined;
  }

  connected(link: RpcLink, agent: JsonObject): void {
    this.#link = link;
    this.#agent = agent;
    void this.#drain();
  }

  /** @param loads the turn at work will be told again, as far as it came */
  disconnected(loads: boolean): void {
    this.#link = undefined;
    if (!loads || this.#prompt?.taken !== true) this.fail(LOST_FAILURE);
  }

  /** The session was loaded: the answer to what was asked before will not come. */
  settle(): void {
    if (this.#prompt?.turn.closed !== true) this.fail(LOST_FAILURE);
    this.#prompt = undefined;
  }

  close(): void {
    this.#prompt?.refuse('The connection is closed.');
    this.#prompt = undefined;
  }

  /** A sign that the agent has the prompt. */
  heard(): void {
    this.#prompt?.take();
  }

  async send(said: Said): Promise<ControlReceipt> {
    // The same request twice is one request (§4.1, 7).
    if (this.#prompt?.said.clientId === said.clientId) return this.#prompt.receipt;
    if (this.#prompt) return rejected('The agent is still at work. Queue the text, or stop the turn first.');
    return this.#ask(said).receipt;
  }

  /** The effect follows: the agent ends its turn. What it still asks, nobody will answer (protocol, cancellation). */
  interrupt(): ControlReceipt {
    if (!this.#prompt) return rejected('Nothing is running.');
    if (!this.#link) return rejected(LOST.message);
    this.#link.notify('session/cancel', { sessionId: this.parts.wireId() });
    this.parts.questions.cancelAll('user', 'The person stopped the turn.');
    return ACCEPTED;
  }

  /** The turn at work ends without the agent's word. */
  fail({ code, message, retryable }: ServerFailure): void {
    const prompt = this.#prompt;
    if (!prompt) return;
    this.#prompt = undefined;
    const { turn, taken, said } = prompt;
    turn.closed = true;
    const userMessage = { id: turn.userMessageId, text: said.text };
    const announce = taken ? {} : { clientId: said.clientId, userMessage };
    const payload = { ...announce, error: message, code, retryable };
    this.parts.facts.add(turn.run, { type: 'run.failed', payload });
    prompt.refuse(message);
  }

  /** Sends a prompt. Its receipt settles with the first sign that the agent has it. */
  #ask(said: Said): Prompt {
    const { facts, options, begin, closeMessages } = this.parts;
    closeMessages();
    const turn = begin(said.text);
    let settle!: (receipt: ControlReceipt) => void;
    const receipt = new Promise<ControlReceipt>((resolve) => (settle = resolve));
    const cancelTimer = options.runtime.after(TAKEN_AFTER_MS, () => {
      prompt.take();
      facts.flush();
    });
    const prompt: Prompt = {
      turn,
      said,
      receipt,
      taken: false,
      take: () => {
        if (prompt.taken) return;
        prompt.taken = true;
        cancelTimer();
        this.#announce(prompt);
        settle(ACCEPTED);
      },
      refuse: (reason) => {
        cancelTimer();
        settle(rejected(reason));
      },
    };
    this.#prompt = prompt;
    void this.#request(prompt);
    return prompt;
  }

  async #request(prompt: Prompt): Promise<void> {
    const { said, turn } = prompt;
    const { facts, options, setMode, wireId } = this.parts;
    await setMode(said.mode);
    if (this.#prompt !== prompt) return;
    if (!this.#link) {
      this.fail(LOST_FAILURE);
      facts.flush();
      return;
    }
    this.offer = options.clientTools()?.offer();
    const capabilities = objectAt(this.#agent, 'agentCapabilities');
    const embeds = objectAt(capabilities, 'promptCapabilities')?.['embeddedContext'] === true;
    const content = promptContent(said.text, said, this.offer, embeds);
    this.#link.call('session/prompt', { sessionId: wireId(), prompt: content }, (answer) =>
      this.#answered(turn, answer),
    );
  }

  #announce({ turn, said }: Prompt): void {
    const { clientId, text, attachments } = said;
    turn.live = true;
    this.parts.facts.add(turn.run, {
      type: 'run.started',
      payload: {
        clientId,
        userMessage: { id: turn.userMessageId, text, ...(attachments?.length ? { attachments } : {}) },
      },
    });
  }

  /** The agent has ended a turn. */
  #answered(turn: Turn, answer: RpcAnswer): void {
    if (this.#prompt?.turn !== turn) return;
    const { facts, closeMessages, envelopes } = this.parts;
    const failure = 'failure' in answer ? answer.failure : undefined;
    // Whether it goes on, who has the connection again will hear.
    if (failure?.code === LOST.code) return;
    closeMessages();
    turn.end();
    if (failure && failure.code !== CANCELLED.code) {
      this.fail({ code: `rpc_${failure.code}`, message: failure.message, retryable: true });
    } else {
      this.#prompt.take();
      this.#prompt = undefined;
      // Some agents answer a prompt that was stopped with the error for that.
      const given = failure ? { stopReason: 'cancelled' } : (answer as { result: unknown }).result;
      const result = isJsonObject(given) ? given : {};
      envelopes(objectAt(result, '_meta')?.['agentui']);
      this.#end(turn, textAt(result, 'stopReason'), objectAt(result, 'usage'));
      facts.settleDiagnostics();
    }
    void this.#drain();
  }

  #end(turn: Turn, stopReason: string | undefined, usage: JsonObject | undefined): void {
    const { run } = turn;
    const { facts, questions, tools } = this.parts;
    for (const [key, value] of Object.entries(usage ?? {})) {
      if (typeof value !== 'number') continue;
      const payload = { value, unit: 'tokens' };
      facts.add(run, { type: 'metric.changed', metricName: `usage.${key}`, payload });
    }
    questions.cancelAll('runtime', 'The turn is over.');
    turn.closed = true;
    const why = stopReason === undefined ? undefined : CUT[stopReason];
    if (why !== undefined) {
      const payload = { error: why, code: stopReason, stopReason, retryable: stopReason !== 'refusal' };
      facts.add(run, { type: 'run.failed', payload });
      return;
    }
    const cancelled = stopReason === 'cancelled';
    if (cancelled) tools.cancelOpen(run.turnId);
    const outcome = cancelled ? 'cancelled' : stopReason === 'end_turn' ? 'success' : 'unknown';
    if (outcome === 'unknown')
      facts.diagnose('unmapped', 'stopReason', 'A turn has ended for a reason of an unknown name.');
    facts.add(run, {
      type: 'run.finished',
      phase: cancelled ? 'cancelled' : outcome === 'success' ? 'completed' : 'unknown',
      payload: { outcome, stopReason, ...(usage ? { usage } : {}) },
    });
  }

  /** Sends the next queued text, one for each turn. */
  async #drain(): Promise<void> {
    if (this.#prompt || !this.#link || this.parts.questions.size > 0) return;
    const item = this.queue.take();
    if (item) await this.#ask(item).receipt;
  }
}

const LOST_FAILURE: ServerFailure = { code: 'network', message: LOST.message, retryable: true };
