import { dial, type DialSettings } from '../dial.js';
import type { FramesAnswer } from './frames.js';

/** Opens a stream over a WebSocket. A bearer token of the headers travels as a subprotocol; the rest cannot. */
export async function openSocket(
  settings: DialSettings,
  url: string,
  signal: AbortSignal,
): Promise<FramesAnswer> {
  const answer = await dial(settings, url, 'agent-events', signal, true);
  return 'failure' in answer ? answer : { frames: answer.frames, finite: false };
}
