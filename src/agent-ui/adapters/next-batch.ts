import { CodedError, messageOf } from '../../base/coded-error.js';
import type { BodyReader } from './body-reader.js';
import type { ServerFailure } from './http-answer.js';

/** What one network read completed; nothing at the end, with how it broke, if it did. Never rejects. */
export async function nextBatch<T>(
  stream: BodyReader<T>,
): Promise<{ batch?: readonly T[]; failure?: ServerFailure }> {
  try {
    return { batch: await stream.next() };
  } catch (thrown) {
    const code = thrown instanceof CodedError ? thrown.code : 'network';
    return { failure: { code, message: messageOf(thrown), retryable: code === 'network' } };
  }
}
