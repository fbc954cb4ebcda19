import { messageOf } from '../../../base/coded-error.js';
import { isJsonObject, parseJson } from '../../../base/json.js';
import { redactText } from '../../../base/redact.js';
import type { RunFailure } from './mapping.js';
import type { RunAgentInput } from './wire.js';

/** A header's name and value, or where they come from at each request. */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

export interface PostOptions {
  url: string | URL;
  headers?: HeaderSource;
  credentials?: RequestCredentials;
  fetch?: typeof fetch;
}

export type PostAnswer =
  | { body: ReadableStream<Uint8Array> }
  /** `lost`: there was no answer at all. */
  | { failure: RunFailure; lost: boolean };

/** How much of an error's body is read for the sake of its message. */
const MAX_ERROR_CHARS = 200;

/** Asks for a run. Settles with the stream of its events once the server has taken the request. */
export async function postRun(
  options: PostOptions,
  input: RunAgentInput,
  signal: AbortSignal,
): Promise<PostAnswer> {
  let headers: Headers;
  try {
    headers = new Headers({ 'content-type': 'application/json', accept: 'text/event-stream' });
    const given = typeof options.headers === 'function' ? await options.headers() : (options.headers ?? {});
    for (const [name, value] of Object.entries(given)) headers.set(name, value);
  } catch (thrown) {
    const message = `The request could not be made: ${redactText(messageOf(thrown))}`;
    return { failure: { code: 'headers_failed', message, retryable: true }, lost: false };
  }
  let response: Response;
  try {
    const { fetch = globalThis.fetch, credentials } = options;
    const body = JSON.stringify(input);
    response = await fetch(options.url, {
      method: 'POST',
      headers,
      body,
      signal,
      ...(credentials ? { credentials } : {}),
    });
  } catch {
    const message = 'The agent server could not be reached.';
    return { failure: { code: 'network', message, retryable: true }, lost: true };
  }
  if (!response.ok) return { failure: await httpFailure(response), lost: false };
  const type = response.headers.get('content-type');
  if (type !== null && !/^\s*text\/event-stream\b/i.test(type)) {
    response.body?.cancel().catch(() => {});
    return { failure: wrongType(type), lost: false };
  }
  return { body: response.body ?? new ReadableStream({ start: (controller) => controller.close() }) };
}

function wrongType(type: string): RunFailure {
  const said = type.split(';')[0]!.trim().slice(0, 80);
  const why =
    said === 'text/html'
      ? 'a web page, perhaps a login page,'
      : said === 'application/vnd.ag-ui.event+proto'
        ? 'protobuf, which this client does not read,'
        : said;
  const message = `The agent server answered with ${why} instead of an event stream (text/event-stream).`;
  return { code: 'bad_content_type', message, retryable: false };
}

async function httpFailure(response: Response): Promise<RunFailure> {
  const { status, statusText } = response;
  const detail = await errorDetail(response);
  const line = `The agent server answered ${status}${statusText === '' ? '' : ` ${statusText}`}`;
  return {
    code: `http_${status}`,
    message: detail === undefined ? `${line}.` : `${line}: ${detail}`,
    retryable: status >= 500 || status === 408 || status === 425 || status === 429,
  };
}

/** What a server says about its refusal, if it says it as JSON in a short text. */
async function errorDetail(response: Response): Promise<string | undefined> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
    response.body?.cancel().catch(() => {});
    return undefined;
  }
  try {
    const body = parseJson(await response.text());
    if (!isJsonObject(body)) return undefined;
    const inner = isJsonObject(body['error']) ? body['error']['message'] : body['error'];
    const detail = [inner, body['message'], body['detail']].find((text) => typeof text === 'string');
    return typeof detail === 'string' ? redactText(detail).slice(0, MAX_ERROR_CHARS) : undefined;
  } catch {
    return undefined;
  }
}
