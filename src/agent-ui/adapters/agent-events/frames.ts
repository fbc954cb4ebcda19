import type { IdentifiedFrame } from '../event-stream.js';
import type { ServerFailure } from '../http-answer.js';
import type { FrameReader } from '../next-batch.js';

/** Frames of one connection, whatever carries them. */
export type FrameSource = FrameReader<IdentifiedFrame>;

export type FramesAnswer =
  /** `finite`: a recording. Its end is the end, and no loss of the connection. */
  | { frames: FrameSource; finite: boolean }
  /** There is nothing to read, and there will not be (HTTP 204). */
  | { frames: undefined }
  | { failure: ServerFailure };
