import { messageOf } from '../../../base/coded-error.js';
import { isJsonObject, parseJson } from '../../../base/json.js';
import { redactText } from '../../../base/redact.js';
import { withQuery } from '../agent-events/address.js';
import { ask, mediaTypeOf, wrongType, type ServerFailure } from '../http-answer.js';
import type { Chat, UiMessage, UiPart } from './chat.js';
import { HistoryMapper, type HistoryScope } from './history-mapper.js';
import type { Questions } from './questions.js';
import type { RequestSettings } from './requests.js';
import { retract } from './text-mapper.js';

/** Reads what the server has kept of a chat, and tells it. Settles with why it cannot be had, if so. */
export async function loadChat(
  settings: RequestSettings,
  chatId: string,
  chat: Chat,
  questions: Questions,
  scope: HistoryScope,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { facts, told } = scope;
  let loaded: Awaited<ReturnType<typeof loadMessages>>;
  try {
    loaded = await loadMessages(settings, chatId, signal);
  } catch (thrown) {
    return `The saved messages could not be read: ${redactText(messageOf(thrown))}`;
  }
  if ('failure' in loaded) return loaded.failure.message;
  if (signal.aborted) return 'Nobody waits for them any more.';
  const { messages, skipped } = readMessages(loaded.list);
  if (skipped > 0) facts.diagnose('malformed', 'messages.item', 'An entry in a list is no message.');
  for (const { id, role } of chat.replace(messages)) {
    if (role !== 'assistant') continue;
    // An answer that the server does not know.
    for (const partId of told.keys())
      if (partId.startsWith(`${id}/`) && partId.includes('/text-')) retract({ facts }, {}, id, partId);
  }
  questions.clear();
  new HistoryMapper(scope, questions).tell(chat);
  return undefined;
}

/** The saved messages of a chat: a list, or an object with one. */
async function loadMessages(
  settings: RequestSettings,
  chatId: string,
  signal: AbortSignal,
): Promise<{ list: readonly unknown[] } | { failure: ServerFailure }> {
  const { messages } = settings;
  let value: unknown;
  if (typeof messages === 'function') value = await messages();
  else {
    const url = withQuery(messages!, { id: chatId });
    const answer = await ask(settings, { url, headers: { accept: 'application/json' } }, signal);
    if ('failure' in answer) return answer;
    const { response } = answer;
    if (!/\bjson$/.test(mediaTypeOf(response)))
      return { failure: wrongType(response, 'JSON (application/json)') };
    value = parseJson(await response.text());
  }
  const list = isJsonObject(value) ? value['messages'] : value;
  if (Array.isArray(list)) return { list };
  const message = 'The saved messages are no list of messages.';
  return { failure: { code: 'malformed', message, retryable: false } };
}

/** A list of saved messages, as far as they are messages; a part without a type is left out. */
function readMessages(list: readonly unknown[]): { messages: UiMessage[]; skipped: number } {
  const messages: UiMessage[] = [];
  for (const item of list) {
    if (!isJsonObject(item) || typeof item['id'] !== 'string' || typeof item['role'] !== 'string') continue;
    const { id, role, metadata, parts } = item;
    const kept = (Array.isArray(parts) ? parts : []).filter(
      (part): part is UiPart => isJsonObject(part) && typeof part['type'] === 'string',
    );
    messages.push({ id, role, ...(metadata === undefined ? {} : { metadata }), parts: kept });
  }
  return { messages, skipped: list.length - messages.length };
}
