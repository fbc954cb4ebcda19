import { isJsonObject } from '../../../base/json.js';
import type { SnapshotMessage } from '../../events/state-events.js';
import { textOfMessage, type HistoryMessage } from './history.js';
import type { Mapping } from './mapping.js';
import { mergeMessages, type MergedMessage } from './merge-messages.js';
import type { StreamParts } from './stream-parts.js';

const SHOWN_ROLES = new Set(['user', 'assistant']);

/** MESSAGES_SNAPSHOT, and the history that RUN_STARTED repeats → `messages.snapshot` and what it implies. */
export class SnapshotMapper {
  constructor(
    private readonly mapping: Mapping,
    private readonly parts: StreamParts,
  ) {}

  take(list: unknown, mode: 'snapshot' | 'seed'): void {
    const { facts, history } = this.mapping;
    if (!Array.isArray(list)) {
      facts.diagnose('malformed', 'messages', 'A list of messages is no list.');
      return;
    }
    const merge = mergeMessages(history, list, mode);
    if (merge.skipped > 0) facts.diagnose('malformed', 'messages.item', 'An entry in a list is no message.');
    assignTurns(merge.messages);
    const answered = new Set(merge.answered);
    let group: SnapshotMessage[] = [];
    const flush = () => {
      if (group.length === 0) return;
      facts.add(undefined, {
        type: 'messages.snapshot',
        payload: { messages: group, mode: mode === 'seed' ? 'older' : 'repair' },
      });
      group = [];
    };
    for (const merged of merge.messages) {
      const { message, fresh, freshCalls, filledCalls } = merged;
      if (SHOWN_ROLES.has(message.role) && (fresh || mode === 'snapshot') && !message.open) {
        group.push(shown(message));
      }
      const process =
        freshCalls.length + filledCalls.length > 0 || message.calls.some((call) => answered.has(call));
      if (process || (fresh && message.kind === 'reasoning')) {
        // What is new in the middle takes its place there.
        flush();
        this.#showProcess(merged);
        for (const call of message.calls)
          if (answered.delete(call)) this.parts.tools.showAnswer(call, refOf(message));
      }
    }
    flush();
    for (const item of list) {
      if (isJsonObject(item) && item['role'] === 'activity') {
        this.parts.open!.activities.snapshot({ ...item, messageId: item['id'] });
      }
    }
    for (const call of answered) this.parts.tools.showAnswer(call, refOf(call.message));
  }

  #showProcess({ message, fresh, freshCalls, filledCalls }: MergedMessage): void {
    const { facts } = this.mapping;
    const { tools } = this.parts;
    const run = refOf(message);
    if (fresh && message.kind === 'reasoning') {
      message.partCount++;
      const ids = { messageId: message.shownId, partId: `${message.shownId}/reasoning/${message.partCount}` };
      facts.add(run, { type: 'reasoning.delta', ...ids, payload: { delta: textOfMessage(message) } });
      facts.add(run, { type: 'reasoning.summary', ...ids, payload: { complete: true } });
    }
    for (const call of freshCalls) {
      if (message.turnId === this.mapping.run.turnId) tools.adopt(call);
      tools.announce(call, run);
    }
    for (const call of [...freshCalls, ...filledCalls]) tools.showArgs(call, run);
  }
}

function refOf({ runId, turnId }: HistoryMessage): { runId?: string; turnId?: string } {
  return { runId, turnId };
}

/** What is not ours belongs to the turn that it stands in; a person's message begins one. */
function assignTurns(messages: readonly MergedMessage[]): void {
  let turnId: string | undefined;
  for (const { message } of messages) {
    if (message.role === 'user') message.turnId ??= `turn:${message.shownId}`;
    else message.turnId ??= turnId ?? `turn:${message.shownId}`;
    turnId = message.turnId;
  }
}

function shown(message: HistoryMessage): SnapshotMessage {
  const { shownId, role, turnId } = message;
  return { id: shownId, role, text: textOfMessage(message), turnId };
}
