import { CodedError, messageOf } from '../../base/coded-error.js';
import type { ServerFailure } from './http-answer.js';

/** Frames as they come, whatever carries them. */
export interface FrameReader<T> {
  /** All that one network read brought; `undefined` at the end. Rejects with a `CodedError`. */
  next(): Promise<readonly T[] | undefined>;
  /** Ends the reading; a `next()` under way resolves as at the end. */
  cancel(): void;
}

/** What one network read completed; nothing at the end, with how it broke, if it did. Never rejects. */
export async function nextBatch<T>(
  stream: FrameReader<T>,
): Promise<{ batch?: readonly T[]; failure?: ServerFailure }> {
  try {
    return { batch: await stream.next() };
  } catch (thrown) {
    const code = thrown instanceof CodedError ? thrown.code : 'network';
    return { failure: { code, message: messageOf(thrown), retryable: code === 'network' } };
  }
}
