import type { IncomingMessage } from 'node:http';
import { devWarning } from '#dev-warning';
import { reportThrown, type FaultOptions } from './server-fault.js';

export interface AdmissionOptions {
  /** Who may connect; a throw means no. `token` is what the page's end was given. Default: everybody. */
  authenticate?: (token: string | undefined, request: IncomingMessage) => boolean | Promise<boolean>;
  /**
   * Origins whose pages may connect, such as `https://app.example`. Default: pages of the host that the
   * request names. Requests without an origin do not come from a page, and are left to `authenticate`.
   */
  allowedOrigins?: readonly string[];
}

/** The HTTP status of a request that is refused. `family` begins the codes of its warnings. */
export async function refusalOf(
  request: IncomingMessage,
  token: string | undefined,
  options: AdmissionOptions & FaultOptions,
  family: 'oui' | 'agent-events',
): Promise<'403 Forbidden' | '401 Unauthorized' | undefined> {
  if (!originAllowed(request, options.allowedOrigins)) {
    devWarning(
      `${family}:origin_refused`,
      () => `A page of ${request.headers.origin} may not connect; see allowedOrigins, a list of origins.`,
    );
    return '403 Forbidden';
  }
  if (!options.authenticate) return undefined;
  try {
    return (await options.authenticate(token, request)) === true ? undefined : '401 Unauthorized';
  } catch (thrown) {
    reportThrown(options, `${family}:authentication_failed`, 'authenticate threw', thrown);
    return '401 Unauthorized';
  }
}

function originAllowed({ headers }: IncomingMessage, allowed: readonly string[] | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  // Of a text, a part would do.
  if (allowed) return Array.isArray(allowed) && allowed.includes(origin);
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0]!;
}

/** The token among the subprotocols that a page offers: it can send no headers with a WebSocket. */
export function subprotocolToken(request: IncomingMessage, prefix: string): string | undefined {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const carrier = offered.find((name) => name.startsWith(prefix));
  if (carrier === undefined) return undefined;
  return Buffer.from(carrier.slice(prefix.length), 'base64url').toString('utf8');
}

export function bearerToken(request: IncomingMessage): string | undefined {
  return /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
