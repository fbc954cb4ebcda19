import { messageOf } from '../../base/coded-error.js';
import { isJsonObject, parseJson } from '../../base/json.js';
import { redactText } from '../../base/redact.js';

/** A header's name and value, or where they come from at each request. */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** How a server is asked. */
export interface HttpSettings {
  /** A relative address is resolved against the page's. */
  url: string | URL;
  /** Sent with every request; a function is asked before each, and may be asynchronous. */
  headers?: HeaderSource;
  /** As of `fetch`; `include` sends cookies to another origin. */
  credentials?: RequestCredentials;
  /** Instead of the global one. */
  fetch?: typeof fetch;
}

/** Why a server did not do what was asked. */
export interface ServerFailure {
  /** `network`, `headers_failed`, `bad_content_type`, `http_<status>`. */
  code: string;
  /** For a person to read. */
  message: string;
  retryable: boolean;
}

export type ServerAnswer =
  | { response: Response }
  /** `lost`: there was no answer at all. */
  | { failure: ServerFailure; lost: boolean };

/** How much of an error's body is read for the sake of its message. */
const MAX_ERROR_CHARS = 200;

/** Sends one request. A status that says no is a failure too, with what the server says about it. */
export async function ask(
  settings: HttpSettings,
  request: { url?: string; method?: string; headers: Record<string, string>; body?: string },
  signal: AbortSignal,
): Promise<ServerAnswer> {
  let headers: Headers;
  try {
    headers = new Headers(request.headers);
    const given = await readHeaders(settings.headers);
    for (const [name, value] of Object.entries(given)) headers.set(name, value);
  } catch (thrown) {
    const message = `The request could not be made: ${redactText(messageOf(thrown))}`;
    return { failure: { code: 'headers_failed', message, retryable: true }, lost: false };
  }
  const { fetch = globalThis.fetch, credentials } = settings;
  const { url = settings.url, method = 'GET', body } = request;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
      ...(credentials ? { credentials } : {}),
    });
  } catch {
    const message = 'The agent server could not be reached.';
    return { failure: { code: 'network', message, retryable: true }, lost: true };
  }
  if (!response.ok) return { failure: await httpFailure(response), lost: false };
  return { response };
}

export async function readHeaders(source: HeaderSource = {}): Promise<Readonly<Record<string, string>>> {
  return typeof source === 'function' ? await source() : source;
}

/** The media type of an answer, in lower case and without parameters; empty when the server names none. */
export function mediaTypeOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase().slice(0, 80);
}

/** Whether a media type says that each line is a value of its own. */
export function isNdjson(type: string): boolean {
  return /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)$/.test(type);
}

/** An answer of a type that nobody asked for. Its body is let go. */
export function wrongType(response: Response, wanted: string): ServerFailure {
  response.body?.cancel().catch(() => {});
  const type = mediaTypeOf(response);
  const why =
    type === 'text/html'
      ? 'a web page, perhaps a login page,'
      : type === 'application/vnd.ag-ui.event+proto'
        ? 'protobuf, which this client does not read,'
        : type === ''
          ? 'something that has no content type'
          : type;
  return {
    code: 'bad_content_type',
    message: `The agent server answered with ${why} instead of ${wanted}.`,
    retryable: false,
  };
}

async function httpFailure(response: Response): Promise<ServerFailure> {
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
    const detail = [inner, body['message'], body['detail'], body['reason']].find(
      (text) => typeof text === 'string',
    );
    return typeof detail === 'string' ? redactText(detail).slice(0, MAX_ERROR_CHARS) : undefined;
  } catch {
    return undefined;
  }
}
