import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import { ask, mediaTypeOf, wrongType, type HttpSettings, type ServerFailure } from '../http-answer.js';

export interface GraphSettings extends HttpSettings {
  assistantId?: string;
  threadId?: string;
  config?: JsonObject;
  streamModes?: readonly string[];
  channels?: readonly string[];
}

export type Refusal = { failure: ServerFailure; lost: boolean };

/** The address of something of a thread. */
export function threadUrl({ url }: GraphSettings, threadId: string, path: string): string {
  const end = String(url).search(/[?#]/);
  const [base, rest] = end < 0 ? [String(url), ''] : [String(url).slice(0, end), String(url).slice(end)];
  return `${base.replace(/\/$/, '')}/threads/${encodeURIComponent(threadId)}/${path}${rest}`;
}

/** Asks for something in JSON; an answer without content is `undefined`. */
export async function askJson(
  settings: GraphSettings,
  url: string,
  body: JsonObject | undefined,
  signal: AbortSignal,
): Promise<{ value: unknown } | Refusal> {
  const answer = await ask(settings, { url, ...requestOf(body, 'application/json') }, signal);
  if ('failure' in answer) return answer;
  const { response } = answer;
  if (response.status === 202 || response.status === 204) {
    response.body?.cancel().catch(() => {});
    return { value: undefined };
  }
  if (!/\bjson$/.test(mediaTypeOf(response))) {
    return { failure: wrongType(response, 'JSON (application/json)'), lost: false };
  }
  return { value: parseJson(await response.text()) };
}

/** Asks for a stream of events. */
export async function askStream(
  settings: GraphSettings,
  url: string,
  body: JsonObject | undefined,
  signal: AbortSignal,
  lastEventId?: string,
): Promise<{ response: Response; body: ReadableStream<Uint8Array> } | Refusal> {
  const { headers, ...request } = requestOf(body, 'text/event-stream');
  const resume: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const answer = await ask(settings, { url, headers: { ...headers, ...resume }, ...request }, signal);
  if ('failure' in answer) return answer;
  const { response } = answer;
  // A server that names no type is taken at its word of 200.
  if (!['', 'text/event-stream'].includes(mediaTypeOf(response))) {
    return { failure: wrongType(response, 'an event stream (text/event-stream)'), lost: false };
  }
  return {
    response,
    body: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
  };
}

/** The state of a thread; `undefined`: there is no such thread yet. */
export async function threadState(
  settings: GraphSettings,
  threadId: string,
  signal: AbortSignal,
): Promise<{ state: JsonObject | undefined } | Refusal> {
  const answer = await askJson(settings, threadUrl(settings, threadId, 'state'), undefined, signal);
  if ('failure' in answer) return answer.failure.code === 'http_404' ? { state: undefined } : answer;
  return { state: isJsonObject(answer.value) ? answer.value : {} };
}

/** Asks for the end of a run. */
export async function cancelRun(
  settings: GraphSettings,
  threadId: string,
  runId: string,
  signal: AbortSignal,
) {
  const path = `runs/${encodeURIComponent(runId)}/cancel`;
  const url = threadUrl(settings, threadId, path);
  const asked = `${url}${url.includes('?') ? '&' : '?'}wait=0&action=interrupt`;
  const answer = await ask(settings, { url: asked, ...requestOf({}, 'application/json') }, signal);
  if ('failure' in answer) return answer.failure;
  answer.response.body?.cancel().catch(() => {});
  return undefined;
}

function requestOf(body: JsonObject | undefined, accept: string) {
  if (body === undefined) return { headers: { accept } as Record<string, string> };
  const headers: Record<string, string> = { accept, 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}
