import { ask, mediaTypeOf, wrongType, type HeaderSource, type HttpSettings } from '../http-answer.js';
import type { RunFailure } from './mapping.js';
import type { RunAgentInput } from './wire.js';

export type { HeaderSource };

export type PostOptions = HttpSettings;

export type PostAnswer =
  | { body: ReadableStream<Uint8Array> }
  /** `lost`: there was no answer at all. */
  | { failure: RunFailure; lost: boolean };

/** Asks for a run. Settles with the stream of its events once the server has taken the request. */
export async function postRun(
  options: PostOptions,
  input: RunAgentInput,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const answer = await ask(
    options,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(input),
    },
    signal,
  );
  if ('failure' in answer) return answer;
  const { response } = answer;
  // A server that names no type is taken at its word of 200.
  if (!['', 'text/event-stream'].includes(mediaTypeOf(response))) {
    return { failure: wrongType(response, 'an event stream (text/event-stream)'), lost: false };
  }
  return { body: response.body ?? new ReadableStream({ start: (controller) => controller.close() }) };
}
