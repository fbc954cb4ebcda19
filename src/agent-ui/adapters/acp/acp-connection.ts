import { Backoff } from '../../../base/backoff.js';
import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { SentControl } from '../../events/control-request.js';
import type { AcpOptions } from '../acp.js';
import type {
  AdapterCapabilities,
  AdapterConnection,
  AdapterOptions,
  AdapterSink,
  ControlReceipt,
  Detail,
} from '../adapter.js';
import type { ServerFailure } from '../http-answer.js';
import { AcpSession } from './acp-session.js';
import { openSocket } from './open-socket.js';
import { ACCEPTED, rejected } from '../receipts.js';
import {
  LOST,
  METHOD_NOT_FOUND,
  RpcLink,
  type RpcAnswer,
  type RpcFailure,
  type RpcRequest,
} from './rpc-link.js';
import { listAt, objectAt, textAt } from './wire.js';
import { VERSION } from '../../../base/version.js';

const TIMEOUT_MS = 30_000;
/** A connection that lasted this long was a good one: the next loss starts the waits anew. */
const GOOD_AFTER_MS = 5_000;
/** The server's word that it will not have us (RFC 6455). */
const POLICY_VIOLATION = 1008;
const AUTH_REQUIRED = -32000;

/** What this client shows, and so wants to hear of. Files and terminals it has none. */
const CLIENT_CAPABILITIES = {
  fs: { readTextFile: false, writeTextFile: false },
  terminal: false,
  session: { notices: {}, compaction: {}, configOptions: {} },
  elicitation: { form: {}, url: {} },
  subagents: {},
  plan: {},
};

const CLOSED: ServerFailure = { code: 'closed', message: 'The connection is closed.', retryable: false };

/** One agent behind one address: a session that lasts longer than its connections. */
export class AcpConnection implements AdapterConnection {
  readonly #session: AcpSession;
  readonly #backoff: Backoff;
  readonly #named: string | undefined;
  #link: RpcLink | undefined;
  #opening: Promise<ServerFailure | undefined> | undefined;
  #agent: JsonObject = {};
  #wasLive = false;
  #openedAt = 0;
  #closed = false;
  #cancelRetry = () => {};
  readonly #abort = new AbortController();

  constructor(
    private readonly settings: AcpOptions,
    private readonly sink: AdapterSink,
    private readonly options: AdapterOptions,
  ) {
    const { sessionId, sessionNamed } = options;
    this.#named = settings.sessionId ?? (sessionNamed === false ? undefined : sessionId);
    this.#backoff = new Backoff(settings.backoff);
    this.#session = new AcpSession(sink, options, {
      shownId: sessionNamed === false ? undefined : sessionId,
      onKinds: () => this.#tellCapabilities(),
    });
    if (options.signal.aborted) void this.close();
    else options.signal.addEventListener('abort', () => void this.close(), { once: true });
    void this.#ready();
  }

  async control(request: SentControl): Promise<ControlReceipt> {
    const failure = await this.#ready();
    if (failure) return rejected(failure.message);
    return this.#session.control(request);
  }

  async hydrate(): Promise<ControlReceipt | undefined> {
    const failure = await this.#ready();
    if (failure) return rejected(failure.message);
    if (!this.#loads) return undefined;
    if (!this.#session.isStale) return ACCEPTED;
    const lost = await this.#load(this.#link!, this.#session.wireId!);
    return lost ? rejected(lost.message) : ACCEPTED;
  }

  detail(ref: string): Promise<Detail> {
    return this.#session.details.get(ref);
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#cancelRetry();
      this.#session.close();
      this.#abort.abort();
      this.#link?.close();
      this.#link = undefined;
      this.sink.state('closed');
    }
    return Promise.resolve();
  }

  /** Settles when the agent can be asked, with `undefined`, or with why it cannot (M-016). */
  #ready(): Promise<ServerFailure | undefined> {
    if (this.#closed) return Promise.resolve(CLOSED);
    if (this.#link && !this.#opening) return Promise.resolve(undefined);
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open(): Promise<ServerFailure | undefined> {
    const { runtime } = this.options;
    this.#cancelRetry();
    this.sink.state(this.#wasLive ? 'reconnecting' : 'connecting');
    const abort = new AbortController();
    const cancelTimeout = runtime.after(this.settings.timeoutMs ?? TIMEOUT_MS, () => {
      abort.abort();
      this.#link?.close();
    });
    const opened = await openSocket(this.settings, AbortSignal.any([this.#abort.signal, abort.signal]));
    if ('failure' in opened) {
      cancelTimeout();
      return this.#failed(opened.failure);
    }
    const link = this.#linkTo(opened.socket);
    const failure = await this.#introduce(link);
    cancelTimeout();
    if (this.#closed) return CLOSED;
    if (!failure && link.isOpen) {
      this.#openedAt = runtime.monotonic();
      this.#wasLive = true;
      this.sink.state('live');
      this.#session.connected(link, this.#agent);
      this.#tellCapabilities();
      return undefined;
    }
    this.#link = undefined;
    if (link.isOpen) link.close();
    const timeout = abort.signal.aborted;
    const message = 'The agent has not answered in time.';
    return this.#failed(timeout ? { code: 'timeout', message, retryable: true } : (failure ?? lostFailure()));
  }

  #linkTo(socket: ConstructorParameters<typeof RpcLink>[0]): RpcLink {
    const session = this.#session;
    const link = new RpcLink(socket, {
      notified: (method, params) => session.notified(method, params),
      asked: (request) => this.#asked(request),
      flush: () => session.flush(),
      odd: (code, key, message) => session.odd(code, key, message),
      closed: (code) => this.#lost(link, code),
    });
    this.#link = link;
    return link;
  }

  /** `initialize`, and the session: the one that is known, or a new one. */
  async #introduce(link: RpcLink): Promise<ServerFailure | undefined> {
    const answer = await link.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: CLIENT_CAPABILITIES,
      clientInfo: { name: 'oui-elements', version: VERSION },
    });
    if ('failure' in answer) return failureOf(answer.failure);
    this.#agent = isJsonObject(answer.result) ? answer.result : {};
    if (this.#agent['protocolVersion'] !== 1)
      return {
        code: 'version',
        message: 'The agent speaks another version of the protocol than 1.',
        retryable: false,
      };
    const { authMethod } = this.settings;
    if (authMethod !== undefined) {
      const signedIn = await link.request('authenticate', { methodId: authMethod });
      if ('failure' in signedIn) return failureOf(signedIn.failure);
    }
    const wireId = this.#session.wireId ?? this.#named;
    if (wireId === undefined) return this.#create(link);
    if (this.#loads) {
      const failure = await this.#load(link, wireId);
      if (!failure || !isUnknownSession(failure)) return failure && failureOf(failure);
    } else if (objectAt(objectAt(this.#capabilities, 'sessionCapabilities'), 'resume')) {
      const resumed = await link.request('session/resume', { sessionId: wireId, ...this.#place });
      if ('result' in resumed) {
        this.#session.opened(wireId, resumed.result, 'resumed');
        return undefined;
      }
      if (!isUnknownSession(resumed.failure)) return failureOf(resumed.failure);
    }
    return this.#create(link);
  }

  async #create(link: RpcLink): Promise<ServerFailure | undefined> {
    const answer = await link.request('session/new', this.#place);
    if ('failure' in answer) return this.#unopened(answer.failure);
    const wireId = isJsonObject(answer.result) ? textAt(answer.result, 'sessionId') : undefined;
    if (wireId === undefined)
      return {
        code: 'malformed',
        message: 'The agent has opened a session without an id.',
        retryable: false,
      };
    this.#session.opened(wireId, answer.result, this.#named === undefined ? 'new' : 'another');
    if (this.settings.listSessions) void this.#list(link);
    return undefined;
  }

  /** The agent tells the session from its beginning; what it tells takes the place of what is known. */
  #load(link: RpcLink, sessionId: string): Promise<RpcFailure | undefined> {
    return new Promise((resolve) => {
      this.#session.startReplay(sessionId);
      link.call('session/load', { sessionId, ...this.#place }, (answer: RpcAnswer) => {
        const failed = 'failure' in answer;
        this.#session.endReplay(!failed);
        if (!failed) this.#session.opened(sessionId, answer.result, 'loaded');
        resolve(failed ? answer.failure : undefined);
      });
    });
  }

  async #list(link: RpcLink): Promise<void> {
    if (!objectAt(objectAt(this.#capabilities, 'sessionCapabilities'), 'list')) return;
    const answer = await link.request('session/list', {});
    if ('result' in answer && isJsonObject(answer.result))
      this.#session.listed(listAt(answer.result, 'sessions'));
  }

  get #capabilities(): JsonObject {
    return objectAt(this.#agent, 'agentCapabilities') ?? {};
  }

  get #loads(): boolean {
    return this.#capabilities['loadSession'] === true;
  }

  /** Where a session works, and with which servers. The page's own is offered only to who can speak to it. */
  get #place(): JsonObject {
    const { cwd = '/', mcpServers = [] } = this.settings;
    const speaks = objectAt(this.#capabilities, 'mcpCapabilities')?.['acp'] === true;
    const page = speaks && this.options.clientTools() ? [this.#session.pageServer.declaration] : [];
    return { cwd, mcpServers: [...mcpServers, ...page] };
  }

  #asked(request: RpcRequest): void {
    if (this.#session.asked(request)) return;
    const { method } = request;
    this.#session.odd(
      'unknown_request',
      method,
      `The agent asked for ${method.slice(0, 80)}, which is not done here.`,
    );
    request.answer({ failure: { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` } });
  }

  #lost(link: RpcLink, code: number): void {
    if (this.#link !== link || this.#closed) return;
    this.#link = undefined;
    this.#session.disconnected(this.#loads);
    // Opening has its own way of failing.
    if (this.#opening) return;
    if (code === POLICY_VIOLATION) {
      const message = 'The agent has closed the connection: it does not allow it.';
      this.#failed({ code: 'refused', message, retryable: false });
      return;
    }
    if (this.options.runtime.monotonic() - this.#openedAt >= GOOD_AFTER_MS) this.#backoff.reset();
    this.#failed(lostFailure());
  }

  /** There is no connection. What comes next: another attempt, or a person who asks again. */
  #failed(failure: ServerFailure): ServerFailure {
    if (this.#closed) return CLOSED;
    const { code, message, retryable } = failure;
    this.#session.odd(code, code, message);
    this.#session.flush();
    if (!retryable) {
      this.#session.gone(failure);
      this.sink.state('failed', message);
      return failure;
    }
    this.sink.state('reconnecting', message);
    this.#cancelRetry = this.options.runtime.after(this.#backoff.next(), () => void this.#ready());
    return failure;
  }

  #unopened(failure: RpcFailure): ServerFailure {
    if (failure.code !== AUTH_REQUIRED) return failureOf(failure);
    const ways = listAt(this.#agent, 'authMethods').map(({ id, name }) => `${String(name)} (${String(id)})`);
    const how = ways.length > 0 ? ` Name one of these as authMethod: ${ways.join(', ')}.` : '';
    return {
      code: 'auth_required',
      message: `The agent wants you to sign in first.${how}`,
      retryable: false,
    };
  }

  #tellCapabilities(): void {
    if (!this.#wasLive) return;
    const controls: AdapterCapabilities['controls'] = {
      send: 'native',
      interrupt: 'native',
      respond: 'native',
      queue: 'emulated',
      'queue.edit': 'emulated',
      'queue.remove': 'emulated',
      'queue.promote': 'emulated',
      ...(this.#session.settings.any ? { 'edit.policy': 'native' } : {}),
      ...(this.#session.subagents.anyCanStop ? { stop: 'native' } : {}),
    };
    this.sink.capabilities({ controls });
  }
}

function lostFailure(): ServerFailure {
  return { code: 'network', message: LOST.message, retryable: true };
}

function failureOf({ code, message }: RpcFailure): ServerFailure {
  if (code === LOST.code) return lostFailure();
  return { code: `rpc_${code}`, message, retryable: false };
}

/** Resource not found, or the way agents say that of a session which they do not know. */
function isUnknownSession({ code, message }: RpcFailure): boolean {
  return (
    code === -32002 || code === -32602 || (code !== LOST.code && /not found|unknown|no such/i.test(message))
  );
}
