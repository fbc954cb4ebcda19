import { ResumableEventStream } from '../event-stream.js';
import { ask, isNdjson, mediaTypeOf, wrongType, type HttpSettings } from '../http-answer.js';
import { LineStream } from '../line-stream.js';
import type { FramesAnswer } from './frames.js';

const ACCEPT = 'text/event-stream, application/x-ndjson;q=0.9';

/** Opens a stream over HTTP. How it is framed, the response's content type says. */
export async function openHttp(
  settings: HttpSettings,
  url: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<FramesAnswer> {
  const headers = { accept: ACCEPT, ...(cursor === undefined ? {} : { 'last-event-id': cursor }) };
  const answer = await ask(settings, { url, headers }, signal);
  if ('failure' in answer) return answer;
  const { response } = answer;
  if (response.status === 204) return { frames: undefined };
  const type = mediaTypeOf(response);
  const lines = isNdjson(type);
  if (!lines && type !== 'text/event-stream') {
    return {
      failure: wrongType(response, 'events (text/event-stream or application/x-ndjson)'),
    };
  }
  // Who knows the length beforehand sends a file, and not what is happening now.
  const finite = response.headers.has('content-length');
  const body = response.body ?? new ReadableStream({ start: (controller) => controller.close() });
  return { frames: lines ? new LineStream(body) : new ResumableEventStream(body), finite };
}
