import { CodedError } from '../../base/coded-error.js';
import type { Detail } from './adapter.js';

/** Characters kept of all details together; the oldest go first. */
const MAX_KEPT = 8 * 1024 * 1024;

/**
 * What references in facts stand for, where the protocol brings the whole of it and has no way to ask again. It
 * is kept here, so that it is in no store.
 */
export class KeptDetails {
  readonly #kept = new Map<string, Detail>();
  #size = 0;

  /** Whether it says something new. */
  put(ref: string, detail: Detail): boolean {
    const known = this.#kept.get(ref);
    if (known?.text === detail.text) return false;
    this.#size += detail.text.length - (known?.text.length ?? 0);
    this.#kept.delete(ref);
    this.#kept.set(ref, detail);
    for (const [oldest, { text }] of this.#kept) {
      if (this.#size <= MAX_KEPT || oldest === ref) break;
      this.#kept.delete(oldest);
      this.#size -= text.length;
    }
    return true;
  }

  has(ref: string): boolean {
    return this.#kept.has(ref);
  }

  /** Rejects with `not_found` for what is not kept, or not any more. */
  get(ref: string): Promise<Detail> {
    const detail = this.#kept.get(ref);
    if (detail) return Promise.resolve(detail);
    return Promise.reject(new CodedError('not_found', 'This is not kept any more.'));
  }
}
