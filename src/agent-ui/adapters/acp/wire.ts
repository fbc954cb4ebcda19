import { isJsonObject, type JsonObject } from '../../../base/json.js';

/** A text that is there and says something. */
export function textAt(value: JsonObject, key: string): string | undefined {
  const text = value[key];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

export function objectAt(value: JsonObject | undefined, key: string): JsonObject | undefined {
  const found = value?.[key];
  return isJsonObject(found) ? found : undefined;
}

export function listAt(value: JsonObject, key: string): JsonObject[] {
  const list = value[key];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** The text of content blocks; other kinds of content say nothing in words. */
export function blocksText(blocks: readonly JsonObject[]): string {
  return blocks.map(blockText).join('');
}

export function blockText(block: JsonObject): string {
  if (block['type'] === 'text') return typeof block['text'] === 'string' ? block['text'] : '';
  if (block['type'] !== 'resource') return '';
  const text = objectAt(block, 'resource')?.['text'];
  return typeof text === 'string' ? text : '';
}

/** What stands for a file in facts: the last part of its path. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).pop() ?? path;
}
