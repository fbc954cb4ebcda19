import type { Fact } from '../fact.js';
import { isBefore } from '../order.js';
import { assignKnown, rawTextOf } from '../payload.js';
import type { MessageRecord, TurnRecord } from '../records.js';
import type { TurnEntry } from '../turn-log.js';

/** `text.delta`, `text.final`: the only writers of an answer (M-013, M-040). */
export function reduceText(fact: Fact): void {
  const { event, stamp } = fact;
  const { partId, agentId } = event;
  const message = messageOf(fact);
  const turn = fact.turn(event.turnId ?? message.turnId);
  const { messageId, finalStamp } = message;
  if (event.type === 'text.delta') {
    // §2.4, 7: the final text has said it already.
    if (finalStamp && isBefore(stamp, finalStamp))
      fact.diagnose(
        'info',
        'text.late_delta',
        'text came after the final text that it is part of',
        messageId,
      );
    turn.log.add({
      kind: 'text',
      stamp,
      messageId,
      partId,
      agentId,
      delta: rawTextOf(event.payload, 'delta') ?? '',
    });
    const { runId } = event;
    const last = runId === undefined ? undefined : turn.textAt.get(runId);
    if (runId !== undefined && !(last && isBefore(stamp, last))) {
      turn.textAt.set(runId, stamp);
      // From its first text on, and again after each other stage, a run streams.
      const stage = fact.state.runs.get(runId)?.stageStamp;
      if (!last || (stage && isBefore(last, stage))) fact.mark('runs');
    }
  } else {
    const text = rawTextOf(event.payload, 'text');
    finalText(fact, turn, message, { kind: 'final', stamp, messageId, partId, agentId, text });
  }
  fact.mark('turns', turn);
}

/** The one way in of a whole text, said by its stream or by a snapshot (§2.4). */
export function finalText(
  fact: Fact,
  turn: TurnRecord,
  message: MessageRecord,
  entry: TurnEntry & { kind: 'final' },
): void {
  turn.log.add(entry);
  if (!message.finalStamp || isBefore(message.finalStamp, entry.stamp)) message.finalStamp = entry.stamp;
  const replaced = turn.log.replaced(entry.partId ?? entry.messageId);
  if (!replaced) return;
  const { streamed, final } = replaced;
  fact.diagnose(
    'info',
    'text.reconciled_replace',
    `a final text of ${final} characters replaced a streamed one of ${streamed}`,
    entry.partId ?? entry.messageId,
  );
}

/** The message of the event; without an id one is made for the run or turn, so that no text is lost (§2.2). */
function messageOf(fact: Fact): MessageRecord {
  const { event, state } = fact;
  let messageId = event.messageId;
  if (messageId === undefined) {
    messageId = `msg:${event.runId ?? event.turnId ?? ''}`;
    fact.diagnose('warn', 'text.message_missing', 'text without a messageId; one was made', messageId);
  }
  const known = state.messages.get(messageId);
  const message: MessageRecord = known ?? {
    version: 0,
    first: fact.stamp,
    last: fact.stamp,
    stamps: {},
    messageId,
    role: 'assistant',
    turnId: fact.turn().turnId,
    sessionId: undefined,
    runId: undefined,
    agentId: undefined,
  };
  if (!known) state.messages.set(messageId, message);
  // N-026: who wrote it is who began it; nobody later takes it over.
  const { sessionId, runId, agentId } = event;
  if (fact.isFirstOf(message)) {
    assignKnown(message, { sessionId, runId, agentId });
    fact.mark('messages', message);
  }
  return message;
}
