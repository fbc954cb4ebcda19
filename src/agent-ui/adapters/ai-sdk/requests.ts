import type { JsonObject } from '../../../base/json.js';
import { EventStreamReader } from '../event-stream.js';
import { ask, mediaTypeOf, wrongType, type HttpSettings, type ServerFailure } from '../http-answer.js';

export interface RequestSettings extends HttpSettings {
  resumeUrl?: string | URL;
  stopUrl?: string | URL;
  messages?: string | URL | (() => unknown);
}

export type StreamAnswer =
  | { stream: EventStreamReader }
  /** There is no such stream. */
  | { stream: undefined }
  /** `lost`: there was no answer at all. */
  | { failure: ServerFailure; lost: boolean };

/** Asks for a run. Settles with its stream once the server has taken the request. */
export async function postChat(
  settings: HttpSettings,
  body: JsonObject,
  signal: AbortSignal,
): Promise<StreamAnswer> {
  return streamOf(
    await ask(
      settings,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(body),
      },
      signal,
    ),
  );
}

/** Asks for the stream of a run that goes on at the server; 204 says that none does. */
export async function resumeChat(
  settings: RequestSettings,
  chatId: string,
  signal: AbortSignal,
): Promise<StreamAnswer> {
  const url = String(settings.resumeUrl ?? resumeUrl(String(settings.url), chatId));
  return streamOf(await ask(settings, { url, headers: { accept: 'text/event-stream' } }, signal));
}

/** Where the SDK's own client asks: `<url>/<chat>/stream`. */
function resumeUrl(url: string, chatId: string): string {
  const end = url.search(/[?#]/);
  const [path, rest] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  return `${path.replace(/\/$/, '')}/${encodeURIComponent(chatId)}/stream${rest}`;
}

function streamOf(answer: Awaited<ReturnType<typeof ask>>): StreamAnswer {
  if ('failure' in answer) return answer;
  const { response } = answer;
  if (response.status === 204) return { stream: undefined };
  // A server that names no type is taken at its word of 200.
  if (!['', 'text/event-stream'].includes(mediaTypeOf(response))) {
    return { failure: wrongType(response, 'an event stream (text/event-stream)'), lost: false };
  }
  const body = response.body ?? new ReadableStream({ start: (controller) => controller.close() });
  return { stream: new EventStreamReader(body) };
}

export async function postStop(settings: RequestSettings, chatId: string, signal: AbortSignal) {
  const request = {
    url: String(settings.stopUrl),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: chatId }),
  };
  const answer = await ask(settings, request, signal);
  if ('failure' in answer) return answer.failure;
  answer.response.body?.cancel().catch(() => {});
  return undefined;
}
