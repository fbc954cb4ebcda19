import { isJsonObject } from '../../../base/json.js';
import type { ActionRequired } from '../../events/action-events.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import { previewOutput } from '../output-preview.js';
import { toolNameOf, type Chat, type UiCall } from './chat.js';
import { textField } from './mapping.js';

/** What a call waits for: a person's yes, or an output that this client must give. */
interface Question {
  readonly kind: 'approval' | 'output';
  readonly call: UiCall;
  readonly run: Partial<RunRef>;
  answer?: { decision: string; reason?: string; sent?: boolean };
}

const YES = new Set(['approve', 'approved', 'accept', 'allow']);
const CANCEL = new Set(['cancel', 'cancelled']);

/** The open questions of a chat. All must be answered before anything can be sent. */
export class Questions {
  readonly #open = new Map<string, Question>();

  get size(): number {
    return this.#open.size;
  }

  /** The message in which something is asked. */
  get message() {
    return [...this.#open.values()][0]?.call.message;
  }

  /** Somebody has answered that elsewhere. */
  answered(actionId: string): void {
    this.#open.delete(actionId);
  }

  clear(): void {
    this.#open.clear();
  }

  /** A yes or no to a call, asked for by the server. Nobody answers an automatic one: its answer follows. */
  askApproval(facts: FactWriter, call: UiCall, run: Partial<RunRef>): void {
    const { approval, input } = call.part;
    const asked = isJsonObject(approval) ? approval : {};
    const actionId = textField(asked, 'id')!;
    const automatic = asked['isAutomatic'] === true;
    if (!automatic) this.#open.set(actionId, { kind: 'approval', call, run });
    const name = toolNameOf(call.part);
    const { descriptor } = asked;
    const fact: ActionRequired = {
      type: 'action.required',
      actionId,
      toolCallId: call.toolCallId,
      ...(automatic ? { control: 'none' } : {}),
      payload: {
        actionType: 'tool_approval',
        title: name === undefined ? 'Allow this call?' : `Allow ${name}?`,
        explanation: textField(asked, 'requestReason') ?? 'The agent asks before it does this.',
        decisions: automatic ? [] : ['approve', 'reject'],
        ...(name === undefined ? {} : { toolName: name }),
        ...(input === undefined ? {} : { input }),
        ...(descriptor === undefined ? {} : { scope: descriptor }),
      },
    };
    facts.add(run, fact);
  }

  /** A call that no server runs, and no tool of this page: a person can give its output. */
  askOutput(facts: FactWriter, call: UiCall, run: Partial<RunRef>): void {
    const actionId = `${call.toolCallId}:output`;
    if (this.#open.has(actionId)) return;
    this.#open.set(actionId, { kind: 'output', call, run });
    const name = toolNameOf(call.part);
    const { input } = call.part;
    facts.add(run, {
      type: 'action.required',
      actionId,
      toolCallId: call.toolCallId,
      payload: {
        actionType: 'structured_input',
        title: name === undefined ? 'The agent needs an answer' : `The agent needs an answer: ${name}`,
        explanation: 'The agent has left this call to be answered here.',
        decisions: ['answer', 'cancel'],
        ...(name === undefined ? {} : { toolName: name }),
        ...(input === undefined ? {} : { input }),
      },
    });
  }

  /** Everything that is asked has its answer. */
  get complete(): boolean {
    return this.#open.size > 0 && [...this.#open.values()].every(({ answer }) => answer !== undefined);
  }

  /**
   * The run that asks, or was to take the answers, was cut. What nobody had answered is asked no more; an answer that
   * no server has taken can be given again. Calls that wait for nothing else are answered with `why`.
   */
  cut(facts: FactWriter, chat: Chat, why: string, resolvedAt: string): void {
    for (const [actionId, { call, run, answer }] of this.#open) {
      if (answer) continue;
      this.#open.delete(actionId);
      const payload = { decision: 'cancelled', resolvedBy: 'runtime', reason: why, resolvedAt };
      facts.add(run, { type: 'action.resolved', actionId, toolCallId: call.toolCallId, payload });
    }
    chat.settleCut(why, new Set([...this.#open.values()].map(({ call }) => call.part)));
  }

  /** Takes a person's answer, into the message that goes back. `again`: it may take the place of one that was sent. */
  answer(actionId: string, decision: string, payload: unknown, again: boolean): boolean {
    const question = this.#open.get(actionId);
    if (!question || (question.answer && !again)) return false;
    const reason = isJsonObject(payload) ? textField(payload, 'reason') : undefined;
    question.answer = { decision, ...(reason === undefined ? {} : { reason }) };
    const { part } = question.call;
    if (question.kind === 'approval') {
      const { approved: _, reason: __, ...asked } = part['approval'] as Record<string, unknown>;
      part['state'] = 'approval-responded';
      part['approval'] = {
        ...asked,
        approved: YES.has(decision),
        ...(reason === undefined ? {} : { reason }),
      };
    } else if (CANCEL.has(decision)) {
      delete part['output'];
      Object.assign(part, { state: 'output-error', errorText: reason ?? 'The person gave no answer.' });
    } else {
      delete part['errorText'];
      Object.assign(part, { state: 'output-available', output: payload ?? decision });
    }
    return true;
  }

  /** All answers go with the next request. */
  send(): void {
    for (const { answer } of this.#open.values()) if (answer) answer.sent = true;
  }

  /** The server has taken up what it was sent: for one call, or for all. */
  settle(facts: FactWriter, resolvedAt: string, toolCallId?: string): void {
    for (const [actionId, { kind, call, run, answer }] of this.#open) {
      if (!answer?.sent || (toolCallId !== undefined && call.toolCallId !== toolCallId)) continue;
      this.#open.delete(actionId);
      const { decision, reason } = answer;
      const ids = { actionId, toolCallId: call.toolCallId };
      const payload = {
        decision,
        resolvedBy: 'user',
        resolvedAt,
        ...(reason === undefined ? {} : { reason }),
      };
      facts.add(run, { type: 'action.resolved', ...ids, payload });
      if (kind === 'output') facts.add(run, outputFact(call));
    }
  }
}

function outputFact({ toolCallId, part }: UiCall) {
  const { state, output, errorText } = part;
  if (state === 'output-available') {
    return { type: 'tool.result', toolCallId, payload: { ...previewOutput(output), status: 'ok' } } as const;
  }
  return { type: 'tool.failed', toolCallId, payload: { error: errorText, cancelled: true } } as const;
}
