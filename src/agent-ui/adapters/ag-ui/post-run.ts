import { ask, mediaTypeOf, wrongType, type HeaderSource, type HttpSettings } from '../http-answer.js';
import type { RunFailure } from './mapping.js';
import type { RunAgentInput } from './wire.js';

export type { HeaderSource };

export interface PostOptions extends HttpSettings {
  /** Where the thread can be had again. */
  connectUrl?: string | URL;
  /** Where a run that broke off goes on. Default: `url`. */
  resumeUrl?: string | URL;
}

export type PostAnswer =
  | { body: ReadableStream<Uint8Array> }
  /** `lost`: there was no answer at all. */
  | { failure: RunFailure; lost: boolean };

const ACCEPT = { accept: 'text/event-stream' };

/** Asks for a run, or at `connectUrl` for the thread. Settles with its events once the server has taken the request. */
export function postRun(
  options: PostOptions,
  input: RunAgentInput,
  signal: AbortSignal,
  url: string | URL = options.url,
): Promise<PostAnswer> {
  const headers = { 'content-type': 'application/json', ...ACCEPT };
  const body = JSON.stringify(input);
  return streamOf(options, { url: String(url), method: 'POST', headers, body }, signal);
}

/** Asks for what came after a frame; a server that keeps its runs goes on from there (`Last-Event-ID`). */
export function resumeRun(options: PostOptions, lastId: string, signal: AbortSignal): Promise<PostAnswer> {
  const url = String(options.resumeUrl ?? options.url);
  return streamOf(options, { url, headers: { ...ACCEPT, 'last-event-id': lastId } }, signal);
}

async function streamOf(
  options: PostOptions,
  request: Parameters<typeof ask>[1],
  signal: AbortSignal,
): Promise<PostAnswer> {
  const answer = await ask(options, request, signal);
  if ('failure' in answer) return answer;
  const { response } = answer;
  // A server that names no type is taken at its word of 200.
  if (!['', 'text/event-stream'].includes(mediaTypeOf(response))) {
    return { failure: wrongType(response, 'an event stream (text/event-stream)'), lost: false };
  }
  return { body: response.body ?? new ReadableStream({ start: (controller) => controller.close() }) };
}
