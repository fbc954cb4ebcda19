import type { Fact } from '../fact.js';
import { textOf } from '../payload.js';
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
      delta: textOf(event.payload, 'delta') ?? '',
    });
    const run = event.runId !== undefined ? fact.state.runs.get(event.runId) : undefined;
    if (run) {
      run.textStamp = stamp;
      fact.mark('runs', run);
    }
  } else {
    turn.log.add({ kind: 'final', stamp, messageId, partId, agentId, text: textOf(event.payload, 'text') });
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
  if (known) return known;
  const message: MessageRecord = {
    version: 0,
    messageId,
    role: 'assistant',
    turnId: fact.turn().turnId,
    runId: event.runId,
    agentId: event.agentId,
  };
  state.messages.set(messageId, message);
  return message;
}
