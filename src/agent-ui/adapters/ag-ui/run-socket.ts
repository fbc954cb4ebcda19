import { dial } from '../dial.js';
import type { PostAnswer, PostOptions } from './post-run.js';
import { RunLines } from './run-lines.js';
import type { StreamPlace } from './run-stream.js';
import type { RunAgentInput } from './wire.js';

/**
 * A run over a WebSocket of its own: the input is the first message, each message of the answer is an event. The end of
 * the reading closes it, which tells the server that nobody listens any more.
 */
export async function runOverSocket(
  options: PostOptions,
  url: string,
  input: RunAgentInput,
  place: StreamPlace,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const answer = await dial(options, url, 'ag-ui', signal);
  if ('failure' in answer) return { failure: answer.failure, lost: answer.failure.code === 'network' };
  answer.socket.send(JSON.stringify(input));
  return { stream: new RunLines(answer.frames, place, false) };
}
