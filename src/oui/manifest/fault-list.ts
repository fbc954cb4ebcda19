import { isJsonObject, type JsonObject } from '../../base/json.js';

/** One fault of a manifest (OUI-S1). */
export interface ManifestFault {
  /** Where: `actions[0].input`; the empty text is the manifest itself. */
  path: string;
  /** A sentence that says what is wrong and what would be right. */
  message: string;
}

const MAX_DEPTH = 64;

/** Collects the faults of a manifest, with the checks that its parts share. */
export class FaultList {
  readonly all: ManifestFault[] = [];

  add(path: string, message: string): void {
    this.all.push({ path, message });
  }

  checkText(owner: JsonObject, key: string, path: string, needed: boolean): void {
    const value = owner[key];
    if (value === undefined && !needed) return;
    if (typeof value === 'string' && (value.trim() !== '' || !needed)) return;
    this.add(
      path ? `${path}.${key}` : key,
      needed ? 'is required: a text that is not empty' : 'must be a text',
    );
  }

  checkWord(owner: JsonObject, key: string, path: string, words: readonly string[]): void {
    const value = owner[key];
    if (value === undefined || words.includes(value as string)) return;
    this.add(`${path}.${key}`, `must be one of ${words.join(', ')}`);
  }

  /** Reports what JSON cannot carry (OUI-S2); true when everything is plain. */
  checkPlain(value: unknown, path: string, above: readonly unknown[] = []): boolean {
    const fault = plainFault(value, above);
    if (fault) {
      this.add(path, fault);
      return false;
    }
    if (typeof value !== 'object' || value === null) return true;
    const inside = [...above, value];
    return Object.entries(value)
      .map(([key, item]) => this.checkPlain(item, below(path, key, Array.isArray(value)), inside))
      .every(Boolean);
  }
}

function below(path: string, key: string, isList: boolean): string {
  if (isList) return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
}

function plainFault(value: unknown, above: readonly unknown[]): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : `is ${value}, which JSON cannot carry`;
    case 'object':
      break;
    default:
      return `is a ${typeof value}; a manifest is plain JSON, and handlers are given beside it`;
  }
  if (value === null || Array.isArray(value) || isPlain(value)) {
    if (above.includes(value)) return 'contains itself, which JSON cannot carry';
    return above.length > MAX_DEPTH ? 'is nested too deeply' : undefined;
  }
  return `is a ${value.constructor?.name ?? 'foreign object'}; a manifest is plain JSON`;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return isJsonObject(value) && (prototype === null || Object.getPrototypeOf(prototype) === null);
}
