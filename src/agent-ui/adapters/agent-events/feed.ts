import { Backoff, type BackoffOptions } from '../../../base/backoff.js';
import { CodedError, messageOf } from '../../../base/coded-error.js';
import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import type { Runtime } from '../../../base/runtime.js';
import type { WebSocketConstructor } from '../../../base/web-socket.js';
import type { AgentUiEvent } from '../../events/event.js';
import type { AdapterSink } from '../adapter.js';
import type { IdentifiedFrame } from '../event-stream.js';
import { FactWriter } from '../fact-writer.js';
import type { HttpSettings, ServerFailure } from '../http-answer.js';
import { Late } from '../late.js';
import { isSocketUrl, withQuery } from './address.js';
import type { FrameMapper } from './frame-mapper.js';
import type { FrameSource, FramesAnswer } from './frames.js';
import { openHttp } from './open-http.js';
import type { SessionName } from './session-name.js';

export interface FeedSettings extends HttpSettings {
  WebSocket?: WebSocketConstructor;
  backoff?: BackoffOptions;
  /** Milliseconds that the server may take to answer a request. Default 30 000. */
  timeoutMs?: number;
}

export interface FeedParts {
  /** The adapter's id. */
  source: string;
  session: SessionName;
  runtime: Runtime;
  sink: AdapterSink;
  mapper: FrameMapper;
  /** An object without a type: what a server says about itself. */
  onNotice(notice: JsonObject): void;
  /** Facts are missing between what came and what comes. */
  onGap(): void;
}

export const DEFAULT_TIMEOUT_MS = 30_000;
/** A connection that lasted this long was a good one: the next loss starts the waits anew. */
const GOOD_AFTER_MS = 5_000;
/** So many keep-alives may fail to come before the connection counts as dead. */
const MISSED_KEEP_ALIVES = 2.5;

/** A server that says at once what it can do says it within so long. */
const INTRODUCTION_MS = 2_000;

const SOCKET = new Late(() => import('./open-socket.js'));

const CLOSED: ServerFailure = { code: 'closed', message: 'The connection is closed.', retryable: false };

/** One stream of facts that lasts longer than its connections: it comes back, and goes on where it was. */
export class Feed {
  readonly #facts: FactWriter;
  readonly #backoff: Backoff;
  #batch: AgentUiEvent[] = [];
  #frames: FrameSource | undefined;
  #opening: Promise<ServerFailure | undefined> | undefined;
  #abort: AbortController | undefined;
  #cursor: string | undefined;
  #wasLive = false;
  #openedAt: number | undefined;
  #over: 'ended' | 'closed' | undefined;
  #keepAliveMs: number | undefined;
  #silent = false;
  #heard = false;
  readonly #waiting = new Set<() => void>();
  #cancelRetry = () => {};
  #cancelSilence = () => {};

  constructor(
    private readonly settings: FeedSettings,
    private readonly parts: FeedParts,
  ) {
    const { source, runtime } = parts;
    const sink = { ...parts.sink, push: (events: readonly AgentUiEvent[]) => this.#batch.push(...events) };
    this.#facts = new FactWriter(sink, { source, runtime, unnumbered: true });
    this.#backoff = new Backoff(settings.backoff);
  }

  /** Settles when the stream is being read, with `undefined`, or with why it is not (M-016). */
  ready(): Promise<ServerFailure | undefined> {
    if (this.#over === 'closed') return Promise.resolve(CLOSED);
    if (this.#frames || this.#over) return Promise.resolve(undefined);
    return this.#opening ?? this.#open();
  }

  /** Settles when the server has said its first word: then it is known what it can do. */
  async introduced(): Promise<ServerFailure | undefined> {
    const failure = await this.ready();
    if (failure || this.#heard || this.#over) return failure;
    await new Promise<void>((resolve) => {
      const go = () => {
        cancel();
        this.#waiting.delete(go);
        resolve();
      };
      const cancel = this.parts.runtime.after(INTRODUCTION_MS, go);
      this.#waiting.add(go);
    });
    return undefined;
  }

  /** Facts that came by another way, such as in the answer to a request: they are not where the stream goes on. */
  takeValues(values: readonly unknown[]): void {
    for (const value of values) this.#takeValue(value, undefined);
    this.flush();
  }

  /** Whether what is shown of the session may be older than what is. */
  tellStale(stale: boolean): void {
    const sessionId = this.parts.session.current;
    this.#facts.add(undefined, { type: 'session.updated', sessionId, payload: { stale } });
    this.#facts.flush();
  }

  close(): void {
    if (this.#over === 'closed') return;
    this.#over = 'closed';
    this.#wake();
    this.#cancelRetry();
    this.#cancelSilence();
    this.#abort?.abort();
    this.#frames?.cancel();
    this.#frames = undefined;
    this.#facts.close();
    this.parts.sink.state('closed');
  }

  #open(): Promise<ServerFailure | undefined> {
    this.#cancelRetry();
    this.parts.sink.state(this.#wasLive ? 'reconnecting' : 'connecting');
    const opening = this.#attempt().finally(() => (this.#opening = undefined));
    this.#opening = opening;
    return opening;
  }

  async #attempt(): Promise<ServerFailure | undefined> {
    const { runtime, sink } = this.parts;
    const abort = (this.#abort = new AbortController());
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = this.settings;
    const cancelTimeout = runtime.after(timeoutMs, () => abort.abort());
    const answer = await this.#request(abort.signal);
    cancelTimeout();
    if (this.#over === 'closed') {
      if ('frames' in answer) answer.frames?.cancel();
      return CLOSED;
    }
    if ('failure' in answer) {
      this.#lost(answer.failure);
      return answer.failure;
    }
    this.#wasLive = true;
    sink.state('live');
    if (!answer.frames) {
      this.#over = 'ended';
      return undefined;
    }
    this.#openedAt = runtime.monotonic();
    this.#frames = answer.frames;
    void this.#follow(answer.frames, answer.finite);
    return undefined;
  }

  async #request(signal: AbortSignal): Promise<FramesAnswer> {
    const { url } = this.settings;
    const sessionId = this.parts.session.current;
    if (!isSocketUrl(url)) {
      return openHttp(this.settings, withQuery(url, { sessionId }), this.#cursor, signal);
    }
    // A page can send no header with a WebSocket.
    const { openSocket } = SOCKET.value ?? (await SOCKET.load());
    return openSocket(this.settings, withQuery(url, { sessionId, lastEventId: this.#cursor }), signal);
  }

  async #follow(frames: FrameSource, finite: boolean): Promise<void> {
    let failure: ServerFailure | undefined;
    try {
      this.#listen();
      for (;;) {
        const batch = await frames.next();
        if (this.#frames !== frames) return;
        if (!batch) break;
        for (const frame of batch) this.#take(frame);
        this.#listen();
        this.flush();
        this.#heard = true;
        this.#wake();
      }
    } catch (thrown) {
      const code = thrown instanceof CodedError ? thrown.code : 'internal';
      failure = { code, message: messageOf(thrown), retryable: code === 'network' };
    }
    if (this.#frames !== frames) return;
    this.#frames = undefined;
    this.#cancelSilence();
    if (this.#over === 'ended' || (finite && !failure)) {
      this.#over = 'ended';
      return;
    }
    const message = this.#silent
      ? 'The agent server has fallen silent.'
      : 'The agent server has ended the stream.';
    this.#lost(failure ?? { code: 'ended', message, retryable: true });
  }

  #wake(): void {
    for (const go of [...this.#waiting]) go();
  }

  /** There is no connection. What comes next: another attempt, or a person who asks again. */
  #lost(failure: ServerFailure): void {
    const { runtime, sink } = this.parts;
    const { code, message, retryable } = failure;
    if (this.#wasLive && this.#cursor === undefined) {
      this.#facts.diagnose(
        'no_resume',
        'stream',
        'The server gives its events no id: what it sends while there is no connection may be missing, and ' +
          'what it sends twice cannot be told apart unless it has a sequence.',
      );
    }
    this.#facts.diagnose(code, code, message, code === 'ended' ? 'info' : 'warn');
    this.flush();
    if (!retryable) {
      sink.state('failed', message);
      return;
    }
    const lasted = this.#openedAt === undefined ? 0 : runtime.monotonic() - this.#openedAt;
    this.#openedAt = undefined;
    if (lasted >= GOOD_AFTER_MS) this.#backoff.reset();
    sink.state('reconnecting', message);
    this.#cancelRetry = runtime.after(this.#backoff.next(), () => void this.#open());
  }

  /** Waits for the next word of a server that has said how often it speaks. */
  #listen(): void {
    this.#cancelSilence();
    this.#silent = false;
    if (this.#keepAliveMs === undefined) return;
    this.#cancelSilence = this.parts.runtime.after(this.#keepAliveMs * MISSED_KEEP_ALIVES, () => {
      this.#silent = true;
      this.#frames?.cancel();
    });
  }

  #take({ id, data }: IdentifiedFrame): void {
    const value = parseJson(data);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    list.forEach((item, at) => {
      this.#takeValue(item, id === undefined || list.length === 1 ? id : `${id}/${at}`);
    });
    const cursor = id || list.map(eventIdOf).findLast((eventId) => eventId !== undefined);
    this.#cursor = cursor ?? this.#cursor;
  }

  #takeValue(value: unknown, id: string | undefined): void {
    if (!isJsonObject(value)) {
      this.#facts.diagnose('malformed', 'frame', 'A frame that is no JSON object was left out.');
      return;
    }
    const events = this.parts.mapper.map(value, id);
    if (!events) {
      this.#notice(value);
      return;
    }
    // What the adapter said until now was said before.
    this.#facts.flush();
    this.#batch.push(...events);
  }

  #notice(notice: JsonObject): void {
    const { keepAliveMs, gap, end } = notice;
    if (typeof keepAliveMs === 'number' && keepAliveMs > 0) this.#keepAliveMs = keepAliveMs;
    if (end === true) this.#over = 'ended';
    if (gap !== undefined) {
      this.#facts.diagnose('gap', 'stream', 'The server no longer has what came after the last event here.');
      this.tellStale(true);
      this.parts.onGap();
    }
    if (!['keepAliveMs', 'gap', 'end', 'ping', 'capabilities'].some((key) => key in notice)) {
      this.#facts.diagnose('malformed', 'type', 'An object without a type was left out.');
    }
    this.parts.onNotice(notice);
  }

  /** Hands over what was read and said until now. */
  flush(): void {
    this.#facts.flush();
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    if (this.#over !== 'closed') this.parts.sink.push(batch);
  }
}

function eventIdOf(value: unknown): string | undefined {
  const eventId = isJsonObject(value) ? value['eventId'] : undefined;
  return typeof eventId === 'string' && eventId !== '' ? eventId : undefined;
}
