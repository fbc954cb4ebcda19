import type { Runtime } from '../../base/runtime.js';
import { CodedError, messageOf } from '../../base/coded-error.js';
import { isJsonObject, toJsonSafe } from '../../base/json.js';
import type { AgentUiEvent, KnownEvent } from '../events/event.js';
import type { ClientToolConfirmation, ClientToolOffer, ClientToolOutcome } from './client-tools.js';
import type { FactWriter, RunRef } from './fact-writer.js';
import { previewOutput } from './output-preview.js';

export interface ClientCall {
  toolCallId: string;
  name: string;
  argumentsText: string;
}

interface PendingQuestion {
  answer(decision: string, reason: string | undefined): void;
}

const YES = new Set(['approve', 'approved', 'accept', 'allow']);

/** Runs calls of this page's own tools, and tells what becomes of them: it owns these facts. */
export class ClientCallRunner {
  readonly #ran = new Set<string>();
  readonly #questions = new Map<string, PendingQuestion>();

  constructor(
    private readonly facts: FactWriter,
    private readonly runtime: Runtime,
  ) {}

  /** A call runs once, however often its id comes back (§5.6, 3). */
  hasRun(toolCallId: string): boolean {
    return this.#ran.has(toolCallId);
  }

  /** A person's answer to a confirmation. False: nothing asks that. */
  respond(actionId: string, decision: string, payload: unknown): boolean {
    const question = this.#questions.get(actionId);
    const reason = isJsonObject(payload) ? payload['reason'] : undefined;
    question?.answer(decision, typeof reason === 'string' ? reason : undefined);
    return question !== undefined;
  }

  /** Settles when the call is over or `signal` aborts it; never rejects. */
  async run(
    call: ClientCall,
    offer: ClientToolOffer | undefined,
    run: RunRef,
    signal: AbortSignal,
  ): Promise<ClientToolOutcome> {
    const { toolCallId } = call;
    this.#ran.add(toolCallId);
    if (signal.aborted) return this.cancel(toolCallId, run);
    const startedAt = this.runtime.monotonic();
    let over = false;
    let declined = false;
    const tell = (fact: KnownEvent) => {
      this.facts.add(run, fact);
      this.facts.flush();
    };
    const stopped = new Promise<ClientToolOutcome>((resolve) => {
      const stop = () => {
        if (over) return;
        over = true;
        resolve(this.cancel(toolCallId, run));
      };
      signal.addEventListener('abort', stop, { once: true });
    });
    this.#status(run, 'tool_running', toolCallId);
    tell({ type: 'tool.progress', toolCallId, payload: { phase: 'executing' } });
    const done = this.#attempt(call, offer, signal, {
      confirm: async (request) => {
        if (over) return false;
        const yes = await this.#ask(call, request, run, signal);
        declined ||= !yes && !signal.aborted;
        if (!signal.aborted) {
          this.#status(run, 'tool_running', toolCallId);
          this.facts.flush();
        }
        return yes;
      },
      report: (event: AgentUiEvent) => {
        if (!over) tell({ ...event, toolCallId } as KnownEvent);
      },
    });
    const outcome = await Promise.race([done, stopped]);
    if (over) return outcome;
    over = true;
    tell(outcomeFact(toolCallId, outcome, declined, this.runtime.monotonic() - startedAt));
    return outcome;
  }

  /** A call that will not run, or not to its end. */
  cancel(toolCallId: string, run: RunRef): ClientToolOutcome {
    this.#ran.add(toolCallId);
    const error = { code: 'CANCELLED', message: 'The person stopped the run.' };
    const payload = { error: error.message, code: error.code, cancelled: true };
    this.facts.add(run, { type: 'tool.failed', toolCallId, payload });
    return { content: undefined, error };
  }

  async #attempt(
    call: ClientCall,
    offer: ClientToolOffer | undefined,
    signal: AbortSignal,
    ports: {
      confirm(request: ClientToolConfirmation): Promise<boolean>;
      report(event: AgentUiEvent): void;
    },
  ): Promise<ClientToolOutcome> {
    if (!offer) {
      return {
        content: undefined,
        error: { code: 'ACTION_NOT_FOUND', message: 'This page offers no tools any more.' },
      };
    }
    try {
      const { content, error } = await offer.run({ ...call, signal, ...ports });
      return { content: toJsonSafe(content), ...(error ? { error } : {}) };
    } catch (thrown) {
      const code = thrown instanceof CodedError ? thrown.code : 'EXECUTION_ERROR';
      return { content: undefined, error: { code, message: messageOf(thrown) } };
    }
  }

  async #ask(
    call: ClientCall,
    request: ClientToolConfirmation,
    run: RunRef,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { toolCallId, name } = call;
    let actionId = `${toolCallId}:approval`;
    for (let n = 2; this.#questions.has(actionId); n++) actionId = `${toolCallId}:approval:${n}`;
    const { title, explanation, severity, input, scope } = request;
    this.#status(run, 'action_required', toolCallId);
    this.facts.add(run, {
      type: 'action.required',
      actionId,
      toolCallId,
      payload: {
        actionType: 'tool_approval',
        title,
        explanation,
        severity,
        input: toJsonSafe(input),
        ...(scope === undefined ? {} : { scope: toJsonSafe(scope) }),
        decisions: ['approve', 'reject'],
        toolName: name,
      },
    });
    const answered = new Promise<boolean>((resolve) => {
      const answer = (decision: string, resolvedBy: string, reason?: string) => {
        if (!this.#questions.delete(actionId)) return;
        const resolvedAt = new Date(this.runtime.now()).toISOString();
        this.facts.add(run, {
          type: 'action.resolved',
          actionId,
          toolCallId,
          payload: { decision, resolvedBy, resolvedAt, ...(reason === undefined ? {} : { reason }) },
        });
        this.facts.flush();
        resolve(YES.has(decision));
      };
      this.#questions.set(actionId, { answer: (decision, reason) => answer(decision, 'user', reason) });
      signal.addEventListener('abort', () => answer('cancelled', 'user'), { once: true });
    });
    this.facts.flush();
    return answered;
  }

  #status(run: RunRef, stage: 'tool_running' | 'action_required', activeToolCallId: string): void {
    const phase = stage === 'tool_running' ? 'acting' : 'waiting';
    this.facts.add(run, { type: 'run.status', phase, payload: { stage, activeToolCallId } });
  }
}

function outcomeFact(
  toolCallId: string,
  { content, error }: ClientToolOutcome,
  declined: boolean,
  durationMs: number,
): KnownEvent {
  if (!error) {
    return {
      type: 'tool.result',
      toolCallId,
      payload: { ...previewOutput(content), status: 'ok', durationMs },
    };
  }
  const { code, message, details } = error;
  return {
    type: 'tool.failed',
    toolCallId,
    payload: {
      error: message,
      code,
      durationMs,
      ...(details === undefined ? {} : { details: toJsonSafe(details) }),
      // Only a person's own no: a page may also deny because there was nobody to ask.
      ...(code === 'ACTION_DENIED' && declined ? { declined } : {}),
      ...(code === 'TIMEOUT' ? { timedOut: true } : {}),
    },
  };
}
