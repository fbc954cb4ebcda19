import { CodedError } from '../../../base/coded-error.js';
import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { ControlKind, SentControl } from '../../events/control-request.js';
import type {
  AdapterCapabilities,
  AdapterConnection,
  AdapterOptions,
  AdapterSink,
  ControlReceipt,
  Detail,
  HydrateOptions,
} from '../adapter.js';
import { ask, mediaTypeOf, wrongType, type ServerFailure } from '../http-answer.js';
import { httpUrl, withQuery } from './address.js';
import { DEFAULT_TIMEOUT_MS, Feed, type FeedSettings } from './feed.js';
import type { FrameMapper } from './frame-mapper.js';
import type { SessionName } from './session-name.js';
import { receiptOf, unsupportedBy } from './receipt.js';

export interface FeedConnectionSettings extends FeedSettings {
  /** Where requests are posted, and history and details asked for. Default: `url`, over HTTP. */
  controlUrl?: string | URL;
  /** What the server can do, until it says so itself. Default: `send`, `interrupt` and `respond`. */
  controls?: AdapterCapabilities['controls'];
}

export interface FeedConnectionParts {
  /** The adapter's id. */
  source: string;
  session: SessionName;
  mapper: FrameMapper;
  /** A request in the server's words, where they are others. */
  say?: (request: SentControl) => object;
}

const USUAL: AdapterCapabilities['controls'] = { send: 'native', interrupt: 'native', respond: 'native' };

/** A stream of facts one way, and requests by POST the other. */
export class FeedConnection implements AdapterConnection {
  detail: AdapterConnection['detail'];
  readonly #feed: Feed;
  readonly #abort = new AbortController();
  #controls: AdapterCapabilities['controls'];
  #keepsHistory = false;

  constructor(
    private readonly settings: FeedConnectionSettings,
    private readonly parts: FeedConnectionParts,
    private readonly sink: AdapterSink,
    private readonly options: AdapterOptions,
  ) {
    this.#controls = settings.controls ?? USUAL;
    sink.capabilities({ controls: this.#controls });
    const { source, session, mapper } = parts;
    this.#feed = new Feed(settings, {
      source,
      session,
      mapper,
      sink,
      runtime: options.runtime,
      onNotice: (notice) => this.#hear(notice),
      onGap: () => void this.#repair(),
    });
    if (options.signal.aborted) void this.close();
    else options.signal.addEventListener('abort', () => void this.close(), { once: true });
    void this.#feed.ready();
  }

  /** Nothing is asked of a server that is not listened to (M-016). */
  async control(request: SentControl): Promise<ControlReceipt> {
    const failure = await this.#feed.ready();
    if (failure) return { status: 'rejected', reason: failure.message };
    const { session, say = (same: SentControl) => same } = this.parts;
    const body = JSON.stringify({ ...say(request), sessionId: session.current });
    const answer = await this.#ask(this.#url({}), { method: 'POST', body });
    const { receipt, events } = 'failure' in answer ? unsupportedBy(answer.failure) : await receiptOf(answer);
    if (events) this.#feed.takeValues(events);
    if (receipt.status === 'unsupported') this.#withdraw(request.kind);
    return receipt;
  }

  async hydrate({ before, limit, signal }: HydrateOptions = {}): Promise<ControlReceipt | undefined> {
    const failure = await this.#feed.introduced();
    if (failure) return { status: 'rejected', reason: failure.message };
    if (!this.#keepsHistory) return undefined;
    const url = this.#url({ history: '1', before, limit: limit === undefined ? undefined : String(limit) });
    const answer = await this.#ask(url, {}, signal);
    if ('failure' in answer) return unsupportedBy(answer.failure).receipt;
    const { receipt, events } = await receiptOf(answer);
    // What nobody waits for any more changes nothing (§5.2).
    if (events && !signal?.aborted) this.#feed.takeValues(events);
    return receipt;
  }

  close(): Promise<void> {
    this.#abort.abort();
    this.#feed.close();
    return Promise.resolve();
  }

  async #detail(ref: string, { signal }: { signal?: AbortSignal } = {}): Promise<Detail> {
    const answer = await this.#ask(this.#url({ detail: ref }), { accept: '*/*' }, signal);
    if ('failure' in answer) throw new CodedError(answer.failure.code, answer.failure.message);
    const contentType = mediaTypeOf(answer);
    if (contentType === 'text/html' || contentType === '') {
      const { code, message } = wrongType(answer, 'what was asked for');
      throw new CodedError(code, message);
    }
    return { contentType, text: await answer.text() };
  }

  /** What the server says about itself. */
  #hear({ capabilities }: JsonObject): void {
    if (!isJsonObject(capabilities)) return;
    const { controls, history, detail } = capabilities;
    this.#keepsHistory = history === true;
    this.detail = detail === true ? (ref, options) => this.#detail(ref, options) : undefined;
    if (Array.isArray(controls)) {
      this.#controls = Object.fromEntries(
        controls.filter((kind) => typeof kind === 'string').map((kind) => [kind, 'native'] as const),
      );
    }
    this.sink.capabilities({ controls: this.#controls });
  }

  #withdraw(kind: ControlKind): void {
    const { [kind]: _, ...rest } = this.#controls;
    this.#controls = rest;
    this.sink.capabilities({ controls: rest });
  }

  /** Facts are missing: a window that is read anew has them, if the server keeps one. */
  async #repair(): Promise<void> {
    const receipt = await this.hydrate();
    if (receipt?.status !== 'accepted' || this.#abort.signal.aborted) return;
    this.#feed.tellStale(false);
    this.#feed.flush();
  }

  #url(query: Readonly<Record<string, string | undefined>>): string {
    const { controlUrl, url } = this.settings;
    const asks = Object.keys(query).length > 0;
    return withQuery(
      controlUrl ?? httpUrl(url),
      asks ? { sessionId: this.parts.session.current, ...query } : {},
    );
  }

  async #ask(
    url: string,
    { accept = 'application/json', ...request }: { accept?: string; method?: string; body?: string },
    signal?: AbortSignal,
  ): Promise<Response | { failure: ServerFailure }> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = this.settings;
    const timeout = new AbortController();
    const cancelTimeout = this.options.runtime.after(timeoutMs, () => timeout.abort());
    const signals = [this.#abort.signal, timeout.signal, ...(signal ? [signal] : [])];
    const headers: Record<string, string> = { accept };
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    const answer = await ask(this.settings, { url, headers, ...request }, AbortSignal.any(signals));
    cancelTimeout();
    if ('response' in answer) return answer.response;
    if (!timeout.signal.aborted) return answer;
    const message = 'The agent server has not answered in time. It may have taken the request all the same.';
    return { failure: { code: 'timeout', message, retryable: true } };
  }
}
