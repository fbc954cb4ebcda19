import { isJsonObject } from '../../../base/json.js';
import type { RunRef } from '../fact-writer.js';
import { isCall, toolNameOf, type Chat, type UiCall, type UiMessage, type UiPart } from './chat.js';
import { given, textField, type Mapping } from './mapping.js';
import { PartMapper } from './part-mapper.js';
import { PartPlaces } from './part-places.js';
import type { Questions } from './questions.js';
import { summaryOf } from './text-mapper.js';
import { deniedFact, INVALID, outputFact } from './tool-mapper.js';
import { tellUsage } from './usage.js';

export type HistoryScope = Pick<Mapping, 'facts' | 'files' | 'onData' | 'told'>;

/** Saved messages → the facts that their streams would have told. */
export class HistoryMapper {
  readonly #places = new PartPlaces();
  readonly #parts = new PartMapper();

  constructor(
    private readonly scope: HistoryScope,
    private readonly questions: Questions,
  ) {}

  tell(chat: Chat): void {
    const { facts } = this.scope;
    const last = chat.messages.at(-1);
    let said: { id: string; role: string; text: string; turnId: string }[] = [];
    const flush = () => {
      if (said.length > 0)
        facts.add(undefined, { type: 'messages.snapshot', payload: { messages: said, mode: 'repair' } });
      said = [];
    };
    for (const message of chat.messages) {
      const turnId = chat.turns.get(message.id)!;
      if (message.role === 'user') {
        said.push({ id: message.id, role: 'user', text: textOf(message), turnId });
        continue;
      }
      if (message.role !== 'assistant') continue;
      flush();
      this.#answer(chat, message, { turnId }, message === last);
    }
    flush();
  }

  #answer(chat: Chat, message: UiMessage, run: Pick<RunRef, 'turnId'>, isLast: boolean): void {
    const { facts } = this.scope;
    const scope = { ...this.scope, run };
    const shown: UiMessage = { ...message, parts: [] };
    const lastStep = message.parts.findLastIndex(({ type }) => type === 'step-start');
    message.parts.forEach((part, index) => {
      if (part.type === 'text' || part.type === 'reasoning') this.#text(shown, part, part.type, run);
      else if (isCall(part))
        this.#call(chat.calls.get(part['toolCallId'] as string)!, run, isLast && index > lastStep);
      else if (part.type !== 'step-start' && !this.#parts.tell(scope, message.id, part, index)) {
        facts.diagnose(
          'unmapped',
          part.type,
          `This version does not show ${part.type.slice(0, 80)}.`,
          'info',
        );
      }
      shown.parts.push(part);
    });
    tellUsage(facts, run, message.metadata);
  }

  #text(message: UiMessage, part: UiPart, kind: 'text' | 'reasoning', run: Pick<RunRef, 'turnId'>): void {
    const { facts, told } = this.scope;
    const partId = this.#places.next(kind, message);
    const text = typeof part['text'] === 'string' ? part['text'] : '';
    const ids = { messageId: message.id, partId };
    const known = told.get(partId) ?? 0;
    told.set(partId, Math.max(known, text.length));
    if (kind === 'text') facts.add(run, { type: 'text.final', ...ids, payload: { text } });
    else {
      facts.add(run, { type: 'reasoning.delta', ...ids, payload: { delta: text.slice(known) } });
      facts.add(run, { type: 'reasoning.summary', ...ids, payload: summaryOf(text) });
    }
  }

  #call(call: UiCall, run: Pick<RunRef, 'turnId'>, open: boolean): void {
    const { facts } = this.scope;
    const { part, toolCallId } = call;
    const { state, input = part['rawInput'], output, errorText, approval } = part;
    facts.add(run, {
      type: 'tool.started',
      toolCallId,
      payload: { ...given('name', toolNameOf(part)), ...given('title', part['title']), status: 'proposed' },
    });
    if (state === 'input-streaming') {
      const partial = textField(part, 'rawInput');
      if (partial !== undefined) {
        facts.add(run, { type: 'tool.args', toolCallId, payload: { partial, state: 'input-streaming' } });
      }
      return;
    }
    facts.add(run, {
      type: 'tool.args',
      toolCallId,
      payload: { args: input ?? {}, state: 'input-available' },
    });
    if (isJsonObject(approval)) this.#approval(call, run, open);
    if (state === 'output-available' && part['preliminary'] !== true) {
      facts.add(run, { ...outputFact(output), toolCallId });
    } else if (state === 'output-error') {
      const error = typeof errorText === 'string' ? errorText : 'The tool failed.';
      const payload =
        part['input'] === undefined && part['rawInput'] !== undefined ? { error, ...INVALID } : { error };
      facts.add(run, { type: 'tool.failed', toolCallId, payload });
    } else if (state === 'output-denied') facts.add(run, { ...deniedFact(call), toolCallId });
    else if (state === 'input-available' && open && part['providerExecuted'] !== true) {
      this.questions.askOutput(facts, call, run);
    }
  }

  #approval(call: UiCall, run: Pick<RunRef, 'turnId'>, open: boolean): void {
    const { facts } = this.scope;
    const { id, approved, reason, isAutomatic } = call.part['approval'] as Record<string, unknown>;
    if (typeof id !== 'string' || id === '') return;
    const pending = call.part['state'] === 'approval-requested';
    if (pending && !open) return;
    this.questions.askApproval(facts, call, run);
    if (pending) return;
    this.questions.answered(id);
    facts.add(run, {
      type: 'action.resolved',
      actionId: id,
      toolCallId: call.toolCallId,
      payload: {
        decision: approved === true ? 'approve' : 'reject',
        resolvedBy: isAutomatic === true ? 'policy' : 'user',
        ...given('reason', reason),
      },
    });
  }
}

function textOf({ parts }: UiMessage): string {
  return parts.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('');
}
