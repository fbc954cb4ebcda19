import type { IdentifiedFrame } from '../event-stream.js';
import type { ServerFailure } from '../http-answer.js';

/** Frames of one connection, whatever carries them. */
export interface FrameSource {
  /** All that one network read brought; `undefined` at the end. Rejects with a `CodedError`. */
  next(): Promise<readonly IdentifiedFrame[] | undefined>;
  /** Ends the reading; a `next()` under way resolves as at the end. */
  cancel(): void;
}

export type FramesAnswer =
  /** `finite`: a recording. Its end is the end, and no loss of the connection. */
  | { frames: FrameSource; finite: boolean }
  /** There is nothing to read, and there will not be (HTTP 204). */
  | { frames: undefined }
  | { failure: ServerFailure };
