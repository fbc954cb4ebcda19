import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';

/** What a graph says, in either of its two ways. */
export interface GraphEvent {
  /** `lifecycle`, `messages`, `tools`, `values`, `updates`, `tasks`, `checkpoints`, `custom`, `input.requested`, … */
  method: string;
  /** Where in the tree of graphs; empty for the root. */
  namespace: readonly string[];
  node?: string;
  data: unknown;
  /** Its number in the stream, and what tells one event of that number from another. */
  seq?: number;
  identity?: string;
  /** When it happened, ISO 8601. */
  timestamp?: string;
  /** Of a classic stream: chunks are messages, and tools speak otherwise. */
  classic: boolean;
}

/** An event of the streaming protocol, version 3: `{ type: 'event', seq, method, params }`. */
export function protocolEvent(frame: string): GraphEvent | undefined {
  const value = parseJson(frame);
  if (!isJsonObject(value) || typeof value['method'] !== 'string' || !isJsonObject(value['params']))
    return undefined;
  const { method, params, seq, event_id: eventId } = value;
  return {
    method,
    namespace: texts(params['namespace']),
    ...(typeof params['node'] === 'string' ? { node: params['node'] } : {}),
    data: params['data'],
    ...(typeof seq === 'number' ? { seq } : {}),
    ...(timeOf(params['timestamp']) ?? {}),
    identity: typeof eventId === 'string' ? eventId : `${method} ${String(params['timestamp'])}`,
    classic: false,
  };
}

function timeOf(timestamp: unknown): { timestamp: string } | undefined {
  if (typeof timestamp !== 'number' || Math.abs(timestamp) > 8.64e15) return undefined;
  return { timestamp: new Date(timestamp).toISOString() };
}

/** An event of a classic stream: `event: mode|ns1|ns2`, with the payload as data. */
export function classicEvent(name: string, frame: string): GraphEvent | undefined {
  const data = parseJson(frame);
  if (data === undefined) return undefined;
  const [mode = '', ...namespace] = name.split('|');
  // Some servers call the tuples of a message and its metadata by another name.
  return { method: mode.replace(/^messages-tuple$/, 'messages'), namespace, data, classic: true };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A field that must be a text of at least one character to be of use. */
export function textField(value: JsonObject, key: string): string | undefined {
  const field = value[key];
  return typeof field === 'string' && field !== '' ? field : undefined;
}

export function given(key: string, value: unknown): JsonObject {
  return value === undefined || value === null ? {} : { [key]: value };
}

export function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A message as JSON: what a server wrote down without more ado says how it was constructed. */
export function plainMessage(message: JsonObject): JsonObject {
  const { lc, id, kwargs } = message;
  if (lc !== 1 || !Array.isArray(id) || !isJsonObject(kwargs)) return message;
  return { ...kwargs, type: id.at(-1) as unknown };
}

/** `human`, `ai`, `tool`, `system`, whichever way a message says it. */
export function kindOf(message: JsonObject): string {
  const said = textField(message, 'type') ?? textField(message, 'role') ?? '';
  const kind = said.replace(/Message(?:Chunk)?$/, '').toLowerCase();
  return kind === 'user' ? 'human' : kind === 'assistant' ? 'ai' : kind;
}

/** The blocks of a message's content, each with its place. */
export function blocksOf(content: unknown): { block: JsonObject; index: string }[] {
  if (typeof content === 'string')
    return content === '' ? [] : [{ block: { type: 'text', text: content }, index: '0' }];
  return listOf(content).map((block, at) => ({ block, index: String(block['index'] ?? at) }));
}

export function contentText(content: unknown): string {
  return blocksOf(content)
    .map(({ block }) => (typeof block['text'] === 'string' ? block['text'] : ''))
    .join('');
}

/** Of an event of the channel `checkpoints`. */
export function checkpointId(data: JsonObject): string | undefined {
  const config = isJsonObject(data['config']) ? data['config']['configurable'] : undefined;
  return textField(data, 'id') ?? (isJsonObject(config) ? textField(config, 'checkpoint_id') : undefined);
}
