import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { History, HistoryCall, HistoryMessage } from './history.js';
import { textOfMessage } from './history.js';
import { contentText, idField, ownerOf, type WireMessage } from './wire.js';

/** A message of the server's list, and what of it is new to us. */
export interface MergedMessage {
  message: HistoryMessage;
  fresh: boolean;
  freshCalls: HistoryCall[];
  /** Calls whose arguments nobody had streamed. */
  filledCalls: HistoryCall[];
}

export interface Merge {
  messages: MergedMessage[];
  /** Calls that have a result now and had none before. */
  answered: HistoryCall[];
  /** Entries that are no message. */
  skipped: number;
}

/**
 * Takes over the server's list of messages. `snapshot` is the whole truth: what it lacks goes, but for what
 * the server has not seen yet, and for reasoning when it lists none. `seed` only adds what is missing.
 *
 * Servers give streamed messages new ids, or split them; a message is known again by its id, else by the
 * calls in it, else by its text.
 */
export function mergeMessages(history: History, list: readonly unknown[], mode: 'snapshot' | 'seed'): Merge {
  const items = messagesIn(list);
  const recognised = recognise(history, items);
  const merge: Merge = { messages: [], answered: [], skipped: list.length - list.filter(isMessage).length };
  for (const item of items) {
    if (item.role === 'tool') continue;
    const known = recognised.get(item);
    const message = known ?? create(history, item);
    const merged: MergedMessage = { message, fresh: !known, freshCalls: [], filledCalls: [] };
    if (!known || mode === 'snapshot') update(history, item, merged);
    merge.messages.push(merged);
  }
  for (const item of items) if (item.role === 'tool') addResult(history, item, merge);
  const listed = merge.messages.map(({ message }) => message);
  history.order = mode === 'snapshot' ? placeSnapshot(history, items, listed) : placeSeed(history, listed);
  return merge;
}

/** Activities never travel back, and a list may name a message only once. */
function messagesIn(list: readonly unknown[]): WireMessage[] {
  const byKey = new Map<string, WireMessage>();
  for (const item of list) {
    if (!isMessage(item) || item.role === 'activity') continue;
    const key = `${item.role === 'tool' ? 'tool' : kindOf(item)}:${item.id}`;
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey.values()];
}

function isMessage(item: unknown): item is WireMessage {
  return isJsonObject(item) && idField(item, 'id') !== undefined && typeof item['role'] === 'string';
}

function kindOf(item: WireMessage): 'text' | 'reasoning' {
  return item.role === 'reasoning' ? 'reasoning' : 'text';
}

function callsOf(item: WireMessage): JsonObject[] {
  return Array.isArray(item['toolCalls']) ? item['toolCalls'].filter(isJsonObject) : [];
}

function recognise(history: History, items: readonly WireMessage[]): Map<WireMessage, HistoryMessage> {
  const known = new Map<WireMessage, HistoryMessage>();
  const taken = new Set<HistoryMessage>();
  const take = (item: WireMessage, message: HistoryMessage | undefined): void => {
    if (!message || taken.has(message)) return;
    known.set(item, message);
    taken.add(message);
    if (message.id !== item.id) history.rename(message, item.id);
  };
  for (const item of items) if (item.role !== 'tool') take(item, history.find(kindOf(item), item.id));
  const rest = items.filter((item) => item.role !== 'tool' && !known.has(item));
  for (const item of rest) {
    for (const call of callsOf(item)) {
      if (!known.has(item)) take(item, history.calls.get(idField(call, 'id') ?? '')?.message);
    }
  }
  const unmatched = rest.filter((item) => !known.has(item));
  if (unmatched.length === 0) return known;
  const byText = new Map<string, HistoryMessage[]>();
  for (const message of history.order) {
    if (taken.has(message)) continue;
    const text = `${message.role}:${textOfMessage(message)}`;
    byText.set(text, [...(byText.get(text) ?? []), message]);
  }
  for (const item of unmatched) {
    const text = contentText(item['content']);
    if (text !== '') take(item, byText.get(`${item.role}:${text}`)?.shift());
  }
  return known;
}

function create(history: History, item: WireMessage): HistoryMessage {
  const message = history.make(kindOf(item), item.id, item.role);
  message.owner = ownerOf(item);
  return message;
}

function update(history: History, item: WireMessage, merged: MergedMessage): void {
  const { message } = merged;
  const { content, name, encryptedValue, metadata } = item;
  message.local = false;
  message.unnamed = false;
  // What is being streamed is ahead of any snapshot.
  if (!message.open) {
    if (typeof content === 'string') {
      message.pieces = [content];
      message.parts = undefined;
    } else if (Array.isArray(content)) {
      message.parts = content.filter(isJsonObject);
    }
  }
  if (typeof name === 'string') message.name = name;
  if (typeof encryptedValue === 'string') message.encryptedValue = encryptedValue;
  if (isJsonObject(metadata)) message.metadata = metadata;
  for (const call of callsOf(item)) updateCall(history, call, merged);
}

function updateCall(
  history: History,
  item: JsonObject,
  { message, freshCalls, filledCalls }: MergedMessage,
): void {
  const toolCallId = idField(item, 'id');
  const said = isJsonObject(item['function']) ? item['function'] : {};
  if (toolCallId === undefined) return;
  const known = history.calls.get(toolCallId);
  const call = known ?? history.addCall(toolCallId, idField(said, 'name'), message);
  if (!known) freshCalls.push(call);
  if (call.message !== message) {
    // The server has split what it streamed as one message.
    call.message.calls.splice(call.message.calls.indexOf(call), 1);
    message.calls.push(call);
    call.message = message;
  }
  call.name ??= idField(said, 'name');
  const text = said['arguments'];
  if (call.pieces.length === 0 && typeof text === 'string' && text !== '') {
    call.pieces.push(text);
    if (known) filledCalls.push(call);
  }
  if (typeof item['encryptedValue'] === 'string') call.encryptedValue = item['encryptedValue'];
  if (isJsonObject(item['metadata'])) call.metadata = item['metadata'];
}

function addResult(history: History, item: WireMessage, merge: Merge): void {
  const { content, error } = item;
  const toolCallId = idField(item, 'toolCallId');
  if (toolCallId === undefined) {
    merge.skipped++;
    return;
  }
  const call = history.calls.get(toolCallId);
  if (!call) return history.addOrphan(item.id, toolCallId, content);
  if (call.result) return;
  call.result = { id: item.id, content, ...(typeof error === 'string' && error !== '' ? { error } : {}) };
  merge.answered.push(call);
}

/** The server's order; what it lacks and stays keeps its place before what came after it. */
function placeSnapshot(
  history: History,
  items: readonly WireMessage[],
  listed: readonly HistoryMessage[],
): HistoryMessage[] {
  const inList = new Set(listed);
  const noReasoning = !items.some((item) => item.role === 'reasoning');
  const before = new Map<HistoryMessage | undefined, HistoryMessage[]>();
  let next: HistoryMessage | undefined;
  for (let at = history.order.length - 1; at >= 0; at--) {
    const message = history.order[at]!;
    if (inList.has(message)) next = message;
    else if (message.local || message.open || (message.kind === 'reasoning' && noReasoning)) {
      before.set(next, [message, ...(before.get(next) ?? [])]);
    } else history.forget(message);
  }
  return [
    ...listed.flatMap((message) => [...(before.get(message) ?? []), message]),
    ...(before.get(undefined) ?? []),
  ];
}

/** Our order; what is new stands before what follows it in the server's list. */
function placeSeed(history: History, listed: readonly HistoryMessage[]): HistoryMessage[] {
  const ours = new Set(history.order);
  const before = new Map<HistoryMessage | undefined, HistoryMessage[]>();
  let next: HistoryMessage | undefined;
  for (const message of [...listed].reverse()) {
    if (ours.has(message)) next = message;
    else before.set(next, [message, ...(before.get(next) ?? [])]);
  }
  return [
    ...history.order.flatMap((message) => [...(before.get(message) ?? []), message]),
    ...(before.get(undefined) ?? []),
  ];
}
