import type { Fact } from '../fact.js';
import { isBefore } from '../order.js';
import { assignKnown, rawTextOf } from '../payload.js';
import type { MessageRecord } from '../records.js';

/** `text.delta`, `text.final`: the only writers of an answer (M-013, M-040). */
export function reduceText(fact: Fact): void {
  const { event, stamp } = fact;
  const { partId, agentId } = event;
  const message = messageOf(fact);
  const turn = fact.turn(event.turnId ?? message.turnId);
  const { messageId } = message;
  if (event.type === 'text.delta') {
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
    turn.log.add({
      kind: 'final',
      stamp,
      messageId,
      partId,
      agentId,
      text: rawTextOf(event.payload, 'text'),
    });
  }
  fact.mark('turns', turn);
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
