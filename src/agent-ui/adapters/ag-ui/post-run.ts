import type { WebSocketConstructor } from '../../../base/web-socket.js';
import {
  ask,
  isNdjson,
  mediaTypeOf,
  wrongType,
  type HeaderSource,
  type HttpSettings,
} from '../http-answer.js';
import type { FrameReader } from '../next-batch.js';
import type { RunFailure } from './mapping.js';
import { RunStream, type StreamPlace } from './run-stream.js';
import type { RunAgentInput } from './wire.js';

export type { HeaderSource };

export interface PostOptions extends HttpSettings {
  /** Instead of the global one, where `url` is of a WebSocket. */
  WebSocket?: WebSocketConstructor;
  /** Where the thread can be had again. */
  connectUrl?: string | URL;
  /** Where a run that broke off goes on. Default: `url`. */
  resumeUrl?: string | URL;
}

export type PostAnswer =
  | { stream: FrameReader<string> }
  /** `lost`: there was no answer at all. */
  | { failure: RunFailure; lost: boolean };

const ACCEPT = { accept: 'text/event-stream' };

/** Asks for a run, or at `connectUrl` for the thread. Settles with its events once the server has taken the request. */
export async function postRun(
  options: PostOptions,
  input: RunAgentInput,
  place: StreamPlace,
  signal: AbortSignal,
  address: string | URL = options.url,
): Promise<PostAnswer> {
  const url = String(address);
  if (/^wss?:/i.test(url)) {
    const { runOverSocket } = await import('./run-socket.js');
    return runOverSocket(options, url, input, place, signal);
  }
  const headers = { 'content-type': 'application/json', ...ACCEPT };
  return streamOf(options, { url, method: 'POST', headers, body: JSON.stringify(input) }, place, signal);
}

/** Asks for what came after a frame; a server that keeps its runs goes on from there (`Last-Event-ID`). */
export function resumeRun(
  options: PostOptions,
  place: StreamPlace,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const url = String(options.resumeUrl ?? options.url);
  return streamOf(options, { url, headers: { ...ACCEPT, 'last-event-id': place.last! } }, place, signal);
}

async function streamOf(
  options: PostOptions,
  request: Parameters<typeof ask>[1],
  place: StreamPlace,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const answer = await ask(options, request, signal);
  if ('failure' in answer) return answer;
  const { response } = answer;
  const type = mediaTypeOf(response);
  const body = response.body ?? new ReadableStream({ start: (controller) => controller.close() });
  if (isNdjson(type)) {
    const [{ LineStream }, { RunLines }] = await Promise.all([
      import('../line-stream.js'),
      import('./run-lines.js'),
    ]);
    return { stream: new RunLines(new LineStream(body), place, true) };
  }
  // A server that names no type is taken at its word of 200.
  if (type !== '' && type !== 'text/event-stream') {
    return { failure: wrongType(response, 'an event stream (text/event-stream)'), lost: false };
  }
  return { stream: new RunStream(body, place) };
}
