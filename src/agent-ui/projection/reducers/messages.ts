import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { Fact } from '../fact.js';
import { flagOf, textOf } from '../payload.js';
import type { MessageRecord } from '../records.js';
import { sessionOf } from './session.js';

/**
 * `messages.snapshot`: merges by id. A message that is known is reconciled like a final text, so that
 * hydration cannot show it twice (§2.4, 8); one that is not opens, or joins, a turn.
 */
export function reduceMessages(fact: Fact): void {
  const { event } = fact;
  const { payload } = event;
  if (event.sessionId !== undefined) {
    const session = sessionOf(fact, event.sessionId);
    session.cursor = textOf(payload, 'cursor') ?? session.cursor;
    session.truncated = flagOf(payload, 'truncated') ?? session.truncated;
    fact.mark('sessions', session);
  }
  const list = payload['messages'];
  if (!Array.isArray(list)) {
    fact.diagnose('warn', 'snapshot.messages_missing', 'messages.snapshot without a list of messages');
    return;
  }
  let turnId: string | undefined;
  for (const item of list) {
    if (!isJsonObject(item) || typeof item['id'] !== 'string') {
      fact.diagnose('warn', 'snapshot.message_without_id', 'a message without an id was left out');
      continue;
    }
    turnId = merge(fact, item, item['id'], turnId);
  }
}

/** Merges one message, and answers the turn that those after it join. */
function merge(fact: Fact, item: JsonObject, messageId: string, joined: string | undefined): string {
  const { state, stamp } = fact;
  const role = textOf(item, 'role');
  const known = state.messages.get(messageId);
  const turnId =
    known?.turnId ??
    textOf(item, 'turnId') ??
    (role === 'user' || joined === undefined ? `turn:${messageId}` : joined);
  const turn = fact.turn(turnId);
  const message: MessageRecord = known ?? {
    version: 0,
    messageId,
    role: role === 'user' || role === 'assistant' ? role : 'other',
    rawRole: role,
    turnId,
    text: role === 'user' ? (textOf(item, 'text') ?? partsText(item)) : undefined,
  };
  if (!known) state.messages.set(messageId, message);
  if (message.role === 'user' && !known) turn.log.add({ kind: 'user', stamp, messageId });
  if (message.role === 'assistant') answer(fact, item, message);
  fact.mark('turns', turn);
  return turnId;
}

function answer(fact: Fact, item: JsonObject, message: MessageRecord): void {
  const { stamp } = fact;
  const { messageId } = message;
  const { log } = fact.turn(message.turnId);
  const parts = item['parts'];
  if (Array.isArray(parts)) {
    for (const part of parts) {
      if (!isJsonObject(part)) continue;
      const partId = textOf(part, 'id');
      if (part['type'] === 'assistant_text') {
        log.add({ kind: 'final', stamp, messageId, partId, text: textOf(part, 'text') ?? '' });
      }
    }
    return;
  }
  const text = textOf(item, 'text');
  if (text !== undefined && text !== '') log.add({ kind: 'final', stamp, messageId, text });
}

function partsText(item: JsonObject): string {
  const parts = item['parts'];
  if (!Array.isArray(parts)) return '';
  return parts.map((part) => (isJsonObject(part) ? (textOf(part, 'text') ?? '') : '')).join('');
}
