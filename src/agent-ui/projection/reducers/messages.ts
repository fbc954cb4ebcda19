import { isJsonObject, isPollutingKey, type JsonObject } from '../../../base/json.js';
import type { Fact } from '../fact.js';
import { attachmentsOf, rawTextOf, textOf } from '../payload.js';
import type { MessageRecord } from '../records.js';
import { sessionOf } from './session.js';
import { finalText } from './text.js';

/**
 * `messages.snapshot`: merges by id. A message that is known is reconciled like a final text, so that
 * hydration cannot show it twice (§2.4, 8); one that is not opens, or joins, a turn.
 */
export function reduceMessages(fact: Fact): void {
  const { event } = fact;
  const { payload, sessionId } = event;
  const list = payload['messages'];
  if (!Array.isArray(list)) {
    fact.diagnose('warn', 'snapshot.messages_missing', 'messages.snapshot without a list of messages');
    return;
  }
  const older = payload['mode'] === 'older';
  if (sessionId !== undefined) {
    const known = fact.state.sessions.get(sessionId)?.facts['version'];
    const { version } = payload;
    if (!older && typeof version === typeof known && (version as number) < (known as number)) {
      fact.diagnose(
        'info',
        'snapshot.older',
        'a snapshot older than the one applied was left out',
        sessionId,
      );
      return;
    }
    sessionOf(fact, sessionId);
  }
  let at: { older: boolean; turnId?: string; index: number } = { older, index: 0 };
  for (const item of list) {
    if (!isJsonObject(item) || typeof item['id'] !== 'string' || isPollutingKey(item['id']))
      fact.diagnose('warn', 'snapshot.message_without_id', 'a message without an id was left out');
    else at = merge(fact, item, item['id'], at);
  }
}

/** Merges one message, and answers the turn that those after it join. */
function merge(
  fact: Fact,
  item: JsonObject,
  messageId: string,
  at: { older: boolean; turnId?: string; index: number },
): typeof at {
  const { state, stamp } = fact;
  const joined = at.turnId;
  const role = textOf(item, 'role');
  const known = state.messages.get(messageId);
  const turnId =
    known?.turnId ??
    textOf(item, 'turnId') ??
    (role === 'user' || joined === undefined ? `turn:${messageId}` : joined);
  let { index } = at;
  if (at.older && !state.turns.has(turnId)) index = placeFirst(fact, turnId, index);
  const turn = fact.turn(turnId);
  const message: MessageRecord = known ?? {
    version: 0,
    first: fact.stamp,
    last: fact.stamp,
    stamps: {},
    messageId,
    sessionId: fact.event.sessionId,
    role: role === 'user' || role === 'assistant' ? role : 'other',
    rawRole: role,
    turnId,
    text: role === 'user' ? (rawTextOf(item, 'text') ?? partsText(item)) : undefined,
    attachments: role === 'user' ? attachmentsOf(item) : undefined,
  };
  fact.touch(message);
  fact.mark('messages', message);
  if (!known) state.messages.set(messageId, message);
  if (message.role === 'user' && !known) turn.log.add({ kind: 'user', stamp, messageId });
  if (message.role === 'assistant') answer(fact, item, message);
  fact.mark('turns', turn);
  return { older: at.older, turnId, index };
}

/** An older page stands before what is known of its session, in the order of the page (§5.4). */
function placeFirst(fact: Fact, turnId: string, index: number): number {
  const { turnOrder } = fact.state;
  const turn = fact.turn(turnId);
  fact.reorder();
  turnOrder.splice(turnOrder.lastIndexOf(turn), 1);
  if (index === 0) {
    const first = turnOrder.findIndex(({ sessionId }) => sessionId === turn.sessionId);
    index = first < 0 ? turnOrder.length : first;
  }
  turnOrder.splice(index, 0, turn);
  const next = turnOrder[index + 1];
  if (next) turn.first = next.first;
  return index + 1;
}

function answer(fact: Fact, item: JsonObject, message: MessageRecord): void {
  const { stamp } = fact;
  const { messageId } = message;
  const turn = fact.turn(message.turnId);
  const parts = item['parts'];
  if (Array.isArray(parts)) {
    for (const part of parts) {
      if (!isJsonObject(part)) continue;
      const partId = textOf(part, 'id');
      if (part['type'] === 'assistant_text') {
        const text = rawTextOf(part, 'text') ?? '';
        finalText(fact, turn, message, { kind: 'final', stamp, messageId, partId, text });
      }
    }
    return;
  }
  const text = rawTextOf(item, 'text');
  if (text !== undefined && text !== '')
    finalText(fact, turn, message, { kind: 'final', stamp, messageId, partId: undefined, text });
}

function partsText(item: JsonObject): string {
  const parts = item['parts'];
  if (!Array.isArray(parts)) return '';
  return parts.map((part) => (isJsonObject(part) ? (rawTextOf(part, 'text') ?? '') : '')).join('');
}
