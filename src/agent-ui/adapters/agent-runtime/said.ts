import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { EventFields } from '../../events/envelope.js';
import type { EventType } from '../../events/event.js';

/** One Agent UI fact; what it shares with the runtime's event is added to it. */
export type Row = EventFields & { type: EventType; payload?: JsonObject };

/** What a runtime says, read leniently: in the payload, or beside it, under any of these names. */
export class Said {
  readonly payload: JsonObject;

  constructor(readonly event: JsonObject) {
    this.payload = isJsonObject(event['payload']) ? event['payload'] : {};
  }

  get type(): string {
    return this.event['type'] as string;
  }

  any(...names: string[]): unknown {
    for (const name of names) {
      for (const source of [this.payload, this.event]) {
        if (Object.hasOwn(source, name) && source[name] !== undefined) return source[name];
      }
    }
    return undefined;
  }

  text(...names: string[]): string | undefined {
    const value = this.any(...names);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  number(...names: string[]): number | undefined {
    const value = this.any(...names);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  flag(...names: string[]): boolean | undefined {
    const value = this.any(...names);
    return typeof value === 'boolean' ? value : undefined;
  }

  list(...names: string[]): readonly unknown[] | undefined {
    const value = this.any(...names);
    return Array.isArray(value) ? value : undefined;
  }

  object(...names: string[]): JsonObject | undefined {
    const value = this.any(...names);
    return isJsonObject(value) ? value : undefined;
  }

  /** An error's sentence, whether it is a text or an object with one. */
  error(...names: string[]): string | undefined {
    const value = this.any(...(names.length > 0 ? names : ['error', 'lastError', 'message']));
    if (typeof value === 'string') return value;
    const message = isJsonObject(value) ? value['message'] : undefined;
    return typeof message === 'string' ? message : undefined;
  }

  /** What is said of these, and nothing else of the payload: a body that nobody named stays out (M-006). */
  pick(...names: string[]): JsonObject {
    return compact(Object.fromEntries(names.map((name) => [name, this.any(name)])));
  }
}

/** Without what nobody said: an absent fact has no key. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

export function note(level: 'info' | 'warn', code: string, message: string, more: JsonObject = {}): Row {
  return { type: 'diagnostic.changed', payload: { level, code, message, ...more } };
}
