import type { IncomingMessage, RequestListener, Server as HttpServer, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AgentUiEvent } from '../agent-ui/events/event.js';
import { parseJson, toJsonSafe } from '../base/json.js';
import { realRuntime, type Runtime } from '../base/runtime.js';
import { bearerToken, pathOf, refusalOf, subprotocolToken, type AdmissionOptions } from './admission.js';
import type { AgentEventLog } from './agent-event-log.js';
import { closeSockets } from './close-sockets.js';
import { ControlDesk, type ControlHandler } from './control-desk.js';
import { ResponseOutlet, SocketOutlet, type EventOutlet } from './event-outlet.js';
import { followLog } from './follow-log.js';
import { readBody } from './read-body.js';
import { reportFault, reportThrown, type FaultOptions } from './server-fault.js';

/** Which session a request is about, and who asks. */
export interface SessionQuery {
  /** Absent when the page did not say. */
  sessionId: string | undefined;
  request: IncomingMessage;
}

type Awaitable<T> = T | Promise<T>;

export interface ServeAgentEventsOptions extends AdmissionOptions, FaultOptions {
  /** Default `/agent`. Requests for other paths are left to others. */
  path?: string;
  /** What is served: one log for everybody, or the session's own; `undefined` is answered with 404. */
  log: AgentEventLog | ((query: SessionQuery) => Awaitable<AgentEventLog | undefined>);
  /**
   * Takes what a person asks for, once for each idempotency key, and answers whether it is taken: `accepted` by
   * default. Its effect is what you append to the log. A throw is `rejected`, without its message.
   */
  onControl?: ControlHandler;
  /** What can be asked. Default: `send`, `interrupt`, `respond` where there is an `onControl`. */
  controls?: readonly string[];
  /** Facts of before, such as a `messages.snapshot`; without it the page offers no older history (W14). */
  history?: (
    query: SessionQuery & { before: string | undefined; limit: number | undefined },
  ) => Awaitable<readonly AgentUiEvent[]>;
  /** What a reference in a fact stands for, such as an `outputRef` (W27); `undefined` is answered with 404. */
  detail?: (
    query: SessionQuery & { ref: string },
  ) => Awaitable<string | { contentType: string; text: string } | undefined>;
  /** Streams at once; one more is refused with 503. Default 1 000. */
  maxClients?: number;
  /** Bytes of a request. Default 1 MiB; more is refused with 413. */
  maxBodyBytes?: number;
  /** Milliseconds of silence after which a reader is told that the line still stands. Default 15 000. */
  keepAliveMs?: number;
  runtime?: Runtime;
}

export interface AgentEventsServer {
  /** How many read now. */
  readonly clients: number;
  /** Ends every stream and takes no more requests. The HTTP server goes on: it is not ours. */
  close(): Promise<void>;
}

const SUBPROTOCOL = 'agent-events.v1';
const TOKEN_PREFIX = 'agent-events.token.';
const USUAL_CONTROLS = ['send', 'interrupt', 'respond'];

/**
 * Feeds workbenches (`protocol="agent-events"`) from a log of Agent UI events, on an existing HTTP server: over
 * server-sent events, newline-delimited JSON or a WebSocket, as the page asks. What people ask for comes by POST.
 * `docs/agent-events.md` has the wire.
 * @example
 * const log = new AgentEventLog();
 * serveAgentEvents(server, { log, onControl: ({ kind, text }) => { if (kind === 'send') answer(text, log); } });
 */
export function serveAgentEvents(
  server: HttpServer | HttpsServer,
  options: ServeAgentEventsOptions,
): AgentEventsServer {
  const { path = '/agent', maxClients = 1_000, maxBodyBytes = 1024 * 1024, keepAliveMs = 15_000 } = options;
  const controls = options.controls ?? (options.onControl ? USUAL_CONTROLS : []);
  const desk = new ControlDesk(controls, options.onControl, options);
  const hello = {
    capabilities: { controls, history: options.history !== undefined, detail: options.detail !== undefined },
  };
  const outlets = new Set<EventOutlet>();
  let admitting = 0;
  let wasFull = false;
  let open = true;

  const logOf = (query: SessionQuery) =>
    typeof options.log === 'function' ? options.log(query) : options.log;

  const follow = (log: AgentEventLog, outlet: EventOutlet, lastEventId: string | undefined) => {
    outlets.add(outlet);
    outlet.onClose(() => outlets.delete(outlet));
    const runtime = options.runtime ?? realRuntime;
    void followLog(log, outlet, { lastEventId, hello, keepAliveMs, runtime });
  };

  const isFull = () => {
    const full = outlets.size + admitting >= maxClients;
    if (full && !wasFull) {
      const message = `There are ${maxClients} readers already; see maxClients.`;
      reportFault(options, { code: 'agent-events:too_many_clients', message });
    }
    wasFull = full;
    return full;
  };

  const get = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const query = queryOf(request);
    const session: SessionQuery = { sessionId: query.get('sessionId') ?? undefined, request };
    const ref = query.get('detail');
    if (ref !== null) {
      const found = await options.detail?.({ ...session, ref });
      if (found === undefined) return refuse(response, 404, 'There is no such detail.');
      const { contentType, text } =
        typeof found === 'string' ? { contentType: 'text/plain', text: found } : found;
      // It is somebody's text, and never a page of ours.
      const headers = {
        'content-type': contentType,
        'content-security-policy': "sandbox; default-src 'none'",
      };
      response.writeHead(200, headers).end(text);
      return;
    }
    if (query.has('history')) {
      if (!options.history) return refuse(response, 404, 'This server keeps no history.');
      const limit = Number.parseInt(query.get('limit') ?? '', 10);
      const events = await options.history({
        ...session,
        before: query.get('before') ?? undefined,
        limit: limit > 0 ? limit : undefined,
      });
      return answer(response, 200, { status: 'accepted', events });
    }
    if (isFull()) return refuse(response, 503, 'There are too many readers.');
    admitting++;
    const log = await Promise.resolve(logOf(session)).finally(() => admitting--);
    if (!open) return refuse(response, 503, 'The server is closing.');
    if (!log) return refuse(response, 404, 'There is no such session.');
    const lastEventId = lastEventIdOf(request, query);
    if (log.finished && lastEventId !== undefined && log.positionAfter(lastEventId) === log.end) {
      response.writeHead(204).end();
      return;
    }
    follow(log, new ResponseOutlet(response, framingFor(request)), lastEventId);
  };

  const post = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // A form of another page can post without asking; JSON it cannot.
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return refuse(response, 415, 'A request is JSON (application/json).');
    }
    const text = await readBody(request, maxBodyBytes);
    if (text === undefined) return refuse(response, 413, `A request has at most ${maxBodyBytes} bytes.`);
    const receipt = desk.answer(parseJson(text), bearerToken(request) ?? '', request);
    if (typeof receipt === 'string') return refuse(response, 400, receipt);
    answer(response, 200, await receipt);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('x-content-type-options', 'nosniff');
    const refusal = await refusalOf(
      request,
      bearerToken(request),
      preflighted(request, options),
      'agent-events',
    );
    if (refusal === '403 Forbidden') return refuse(response, 403, 'Pages of this origin may not connect.');
    allowOrigin(request, response);
    if (refusal) return refuse(response, 401, 'Who you are was not shown, or is not enough.');
    if (!open) return refuse(response, 503, 'The server is closing.');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.method === 'GET') return get(request, response);
    if (request.method === 'POST') return post(request, response);
    response.setHeader('allow', 'GET, POST, OPTIONS');
    refuse(response, 405, 'Only GET and POST are answered here.');
  };

  const sockets = new WebSocketServer({
    noServer: true,
    // A reader has nothing to say here.
    maxPayload: 1024,
    // The token is among what is offered, and must never be echoed.
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });

  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    // A client may be gone at any moment; without a listener that would end the process.
    stream.on('error', () => {});
    const query = queryOf(request);
    let status: string | undefined = isFull() ? '503 Service Unavailable' : undefined;
    admitting++;
    let log: AgentEventLog | undefined;
    try {
      const token = subprotocolToken(request, TOKEN_PREFIX) ?? bearerToken(request);
      status ??= await refusalOf(request, token, options, 'agent-events');
      if (!status) {
        log = await logOf({ sessionId: query.get('sessionId') ?? undefined, request });
        if (!log) status = '404 Not Found';
      }
    } catch (thrown) {
      reportThrown(options, 'agent-events:callback_failed', 'A callback threw', thrown);
      status = '500 Internal Server Error';
    }
    admitting--;
    if (!open || stream.destroyed) return void stream.destroy();
    if (!log) {
      stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const found = log;
    sockets.handleUpgrade(request, stream, head, (socket: WebSocket) =>
      follow(found, new SocketOutlet(socket), lastEventIdOf(request, query)),
    );
  };

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (pathOf(request) === path) void upgrade(request, stream, head);
  };
  const detach = takeRequests(server, path, (request, response) => {
    handle(request, response).catch((thrown: unknown) => {
      reportThrown(options, 'agent-events:callback_failed', 'A callback threw', thrown);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The agent server failed at this request.');
    });
  });
  server.on('upgrade', onUpgrade);

  return {
    get clients() {
      return outlets.size;
    },
    close: async () => {
      open = false;
      detach();
      server.off('upgrade', onUpgrade);
      for (const outlet of outlets) if (outlet instanceof ResponseOutlet) outlet.end();
      await closeSockets(sockets);
    },
  };
}

/**
 * Answers the requests for that path, and leaves the others to whoever listened before: a server's other listener
 * would answer every path, ours included.
 */
function takeRequests(server: HttpServer | HttpsServer, path: string, mine: RequestListener): () => void {
  const others = server.listeners('request') as RequestListener[];
  const listener: RequestListener = (request, response) => {
    if (pathOf(request) === path) mine(request, response);
    else for (const other of others) other.call(server, request, response);
  };
  server.removeAllListeners('request');
  server.on('request', listener);
  return () => {
    if (!server.listeners('request').includes(listener)) return;
    server.off('request', listener);
    for (const other of others) server.on('request', other);
  };
}

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URLSearchParams((request.url ?? '').split('?')[1] ?? '');
}

function lastEventIdOf(request: IncomingMessage, query: URLSearchParams): string | undefined {
  const header = request.headers['last-event-id'];
  return (typeof header === 'string' ? header : query.get('lastEventId')) || undefined;
}

/** Lines for who asks for lines and nothing better. */
function framingFor({ headers }: IncomingMessage): 'sse' | 'ndjson' {
  const { accept = '' } = headers;
  return accept.includes('application/x-ndjson') && !accept.includes('text/event-stream') ? 'ndjson' : 'sse';
}

/** A browser asks whether it may ask without saying who it is. */
function preflighted(request: IncomingMessage, options: AdmissionOptions): AdmissionOptions {
  return request.method === 'OPTIONS' ? { ...options, authenticate: undefined } : options;
}

function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'authorization, content-type, last-event-id');
  response.setHeader('access-control-max-age', '600');
  response.setHeader('vary', 'Origin');
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(toJsonSafe(body)));
}

function refuse(response: ServerResponse, status: number, error: string): void {
  // What was not read would be taken for the next request.
  if (status === 413) response.setHeader('connection', 'close');
  answer(response, status, { error });
}
