import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { Runtime } from '../../../base/runtime.js';
import type { ActionRequired } from '../../events/action-events.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { RpcRequest } from './rpc-link.js';
import { CANCELLED } from './rpc-link.js';
import type { ToolMapper } from './tool-mapper.js';
import { listAt, textAt } from './wire.js';

interface Question {
  readonly actionId: string;
  readonly run: RunRef;
  readonly toolCallId: string | undefined;
  readonly request: RpcRequest;
  /** The agent's own options of a permission; absent for anything else. */
  readonly options?: ReadonlyMap<string, Option>;
  /** Of an elicitation that is answered elsewhere: the agent says when. */
  readonly elicitationId?: string;
}

interface Option {
  optionId: string;
  kind: string;
}

const YES = /^(?:approved?|allow(?:ed)?|accept(?:ed)?|answer|submit)(?:_|$)/;
const NO = /^(?:reject(?:ed)?|deny|denied|declined?)(?:_|$)/;

/**
 * `session/request_permission` and `elicitation/create` → `action.required`. The reply is the resolution: no agent
 * confirms that it got it, and `action.resolved` says so.
 */
export class Questions {
  readonly #open = new Map<string, Question>();
  readonly #asked = new Map<string, number>();
  #elicited = 0;

  constructor(
    private readonly facts: FactWriter,
    private readonly runtime: Runtime,
    private readonly tools: ToolMapper,
  ) {}

  get size(): number {
    return this.#open.size;
  }

  permission(request: RpcRequest, run: RunRef, agentId: string | undefined): void {
    const { params } = request;
    const call = isJsonObject(params['toolCall']) ? params['toolCall'] : {};
    const toolCallId = this.tools.take(call, run, agentId, true);
    const options = optionsOf(listAt(params, 'options'));
    const title = (toolCallId && this.tools.titleOf(toolCallId)) ?? 'The agent asks for permission.';
    const input = call['rawInput'];
    const name = toolCallId ?? `${run.turnId}/permission`;
    const actionId = this.#actionId(`${name}:permission`);
    this.#ask({ actionId, run, toolCallId, request, options }, agentId, {
      actionType: 'tool_approval',
      title,
      explanation: title,
      decisions: [...options.keys()],
      options: [...options.values()],
      toolName: textAt(call, 'name') ?? title,
      ...(input === undefined || input === null ? {} : { input }),
    });
  }

  /** A form is filled in here; an address is opened by the person, and never embedded. */
  elicitation(request: RpcRequest, run: RunRef, agentId: string | undefined): void {
    const { params } = request;
    const { mode, requestedSchema: schema } = params;
    const message = textAt(params, 'message') ?? 'The agent asks for something.';
    const elicitationId = textAt(params, 'elicitationId');
    const url = textAt(params, 'url');
    if (mode !== 'form' && mode !== 'url') {
      this.facts.diagnose('unmapped', 'elicitation', 'The agent asks in a way that is not known here.');
      request.answer({ result: { action: 'cancel' } });
      return;
    }
    const actionId = this.#actionId(elicitationId ?? `${run.turnId}/elicitation/${++this.#elicited}`);
    const toolCallId = textAt(params, 'toolCallId');
    const asked = { title: message, explanation: message };
    if (mode === 'form') {
      const decisions = ['answer', 'reject', 'cancel'];
      this.#ask({ actionId, run, toolCallId, request }, agentId, {
        actionType: 'structured_input',
        ...asked,
        schema,
        decisions,
      });
    } else {
      this.#ask({ actionId, run, toolCallId, request, elicitationId }, agentId, {
        actionType: 'credential_request',
        ...asked,
        input: { url },
        decisions: ['accept', 'reject', 'cancel'],
      });
    }
  }

  /** A person's answer. False: nobody asks that. */
  respond(actionId: string, decision: string, payload: unknown): boolean {
    const question = this.#open.get(actionId);
    if (!question) return false;
    if (question.options) this.#respondPermission(question, question.options, decision, payload);
    else this.#respondElicitation(question, decision, payload);
    return true;
  }

  /** The agent says that what it had asked elsewhere is answered. */
  completed(elicitationId: string): void {
    for (const question of this.#open.values()) {
      if (question.elicitationId !== elicitationId) continue;
      question.request.answer({ result: { action: 'accept' } });
      this.#resolve(question, 'approve', 'agent', 'elicitation/complete');
    }
  }

  /** The agent takes a question back. */
  takenBack(key: string): void {
    for (const question of this.#open.values()) {
      if (question.request.key !== key) continue;
      question.request.answer({ failure: CANCELLED });
      this.#resolve(question, 'cancelled', 'agent');
    }
  }

  /** Nobody will answer any more. The agent is told, as far as it can be. */
  cancelAll(resolvedBy: 'user' | 'runtime', reason: string): void {
    for (const question of [...this.#open.values()]) {
      question.request.answer({
        result: question.options ? { outcome: { outcome: 'cancelled' } } : { action: 'cancel' },
      });
      this.#resolve(question, 'cancelled', resolvedBy, undefined, reason);
    }
  }

  #ask(question: Question, agentId: string | undefined, payload: ActionRequired['payload']): void {
    const { actionId, run, toolCallId } = question;
    this.#open.set(actionId, question);
    this.facts.add(run, {
      type: 'action.required',
      actionId,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      ...(agentId === undefined ? {} : { agentId }),
      payload,
    });
  }

  #respondPermission(
    question: Question,
    options: ReadonlyMap<string, Option>,
    decision: string,
    payload: unknown,
  ): void {
    const chosen = choose(options, decision);
    if (!chosen) {
      question.request.answer({ result: { outcome: { outcome: 'cancelled' } } });
      this.#resolve(question, 'cancelled', 'user');
      return;
    }
    const { optionId, kind } = chosen;
    question.request.answer({ result: { outcome: { outcome: 'selected', optionId } } });
    const no = NO.test(kind);
    if (no && question.toolCallId !== undefined) this.tools.decline(question.toolCallId);
    this.#resolve(question, no ? 'reject' : 'approve', 'user', 'none', reasonOf(payload), {
      optionId,
      kind,
    });
  }

  #respondElicitation(question: Question, decision: string, payload: unknown): void {
    const { request, elicitationId } = question;
    if (YES.test(decision)) {
      const content = isJsonObject(payload) ? payload : payload === undefined ? {} : { value: payload };
      request.answer({ result: elicitationId ? { action: 'accept' } : { action: 'accept', content } });
      // What happens behind an address is over when the agent says so.
      if (!elicitationId) this.#resolve(question, 'answer', 'user', 'none');
      return;
    }
    const no = NO.test(decision);
    request.answer({ result: { action: no ? 'decline' : 'cancel' } });
    this.#resolve(question, no ? 'reject' : 'cancelled', 'user', 'none', reasonOf(payload));
  }

  #resolve(
    { actionId, run, toolCallId }: Question,
    decision: string,
    resolvedBy: string,
    confirmedBy?: string,
    reason?: string,
    effectiveScope?: JsonObject,
  ): void {
    this.#open.delete(actionId);
    this.facts.add(run, {
      type: 'action.resolved',
      actionId,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      payload: {
        decision,
        resolvedBy,
        resolvedAt: new Date(this.runtime.now()).toISOString(),
        ...(confirmedBy === undefined ? {} : { auditSummary: `confirmed by: ${confirmedBy}` }),
        ...(reason === undefined ? {} : { reason }),
        ...(effectiveScope === undefined ? {} : { effectiveScope }),
      },
    });
  }

  /** A call may be asked about more than once; each question is one of its own. */
  #actionId(name: string): string {
    const count = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.set(name, count);
    return count === 1 ? name : `${name}:${count}`;
  }
}

/** By the words that a person chooses among: the agent's kinds, which say how far an answer reaches. */
function optionsOf(given: readonly JsonObject[]): Map<string, Option> {
  const options = new Map<string, Option>();
  for (const option of given) {
    const optionId = option['optionId'];
    if (typeof optionId !== 'string') continue;
    const kind = textAt(option, 'kind') ?? optionId;
    options.set(options.has(kind) ? optionId : kind, { ...option, optionId, kind });
  }
  return options;
}

/** The option of that word or id; for a plain yes or no, the one that reaches least. */
function choose(options: ReadonlyMap<string, Option>, decision: string): Option | undefined {
  const all = [...options.values()];
  const named = options.get(decision) ?? all.find(({ optionId }) => optionId === decision);
  if (named) return named;
  const wanted = YES.test(decision) ? YES : NO.test(decision) ? NO : undefined;
  const fitting = all.filter(({ kind }) => wanted?.test(kind));
  return fitting.find(({ kind }) => kind.endsWith('_once')) ?? fitting[0];
}

function reasonOf(payload: unknown): string | undefined {
  const reason = isJsonObject(payload) ? payload['reason'] : undefined;
  return typeof reason === 'string' ? reason : undefined;
}
