import { Backoff } from '../../../base/backoff.js';
import { CodedError, messageOf } from '../../../base/coded-error.js';
import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import { NamedEventStream } from '../event-stream.js';
import type { ServerFailure } from '../http-answer.js';
import type { Response as Answer } from './interrupts.js';
import { askJson, askStream, threadUrl, type GraphSettings, type Refusal } from './requests.js';
import { MAX_RESUMES, wait, type RunRequest, type Transport, type TransportPorts } from './transport.js';
import { classicEvent, listOf, textField } from './wire.js';

const MODES = ['messages-tuple', 'updates', 'values', 'custom'];

/** The classic API of LangGraph servers: a stream for each run, which can be read again from any of its events. */
export class ClassicTransport implements Transport {
  readonly #abort = new AbortController();
  #stream: NamedEventStream | undefined;
  #runId: string | undefined;
  #lastEventId: string | undefined;
  #ended = false;

  constructor(
    private readonly settings: GraphSettings,
    private readonly threadId: string,
    private readonly ports: TransportPorts,
  ) {}

  async start(
    { input, responses, config }: RunRequest,
    signal: AbortSignal,
  ): Promise<{ accepted: true } | Refusal> {
    const { assistantId, streamModes = MODES } = this.settings;
    this.#runId = this.#lastEventId = undefined;
    this.#ended = false;
    const body = {
      assistant_id: assistantId,
      ...(responses ? { command: { resume: resumeOf(responses) } } : { input }),
      stream_mode: streamModes,
      stream_subgraphs: true,
      stream_resumable: true,
      on_disconnect: 'continue',
      multitask_strategy: 'reject',
      if_not_exists: 'create',
      ...(Object.keys(config).length > 0 ? { config } : {}),
    };
    const url = threadUrl(this.settings, this.threadId, 'runs/stream');
    const answer = await askStream(this.settings, url, body, AbortSignal.any([signal, this.#abort.signal]));
    if ('failure' in answer) return answer;
    this.#named(/\/runs\/([^/?]+)/.exec(answer.response.headers.get('content-location') ?? '')?.[1]);
    this.#read(answer.body);
    return { accepted: true };
  }

  async join(signal: AbortSignal): Promise<ServerFailure | undefined> {
    const url = threadUrl(this.settings, this.threadId, 'runs');
    const asked = `${url}${url.includes('?') ? '&' : '?'}limit=1&status=running`;
    const answer = await askJson(this.settings, asked, undefined, signal);
    // A server that does not list its runs has none to join.
    if ('failure' in answer) return answer.failure.code === 'http_404' ? undefined : answer.failure;
    const [running] = listOf(answer.value);
    const runId = running && textField(running, 'run_id');
    if (runId === undefined) return undefined;
    this.#named(runId);
    this.#ended = false;
    // From its beginning.
    this.#lastEventId = '-1';
    const refusal = await this.#resume();
    return refusal?.failure;
  }

  close(): void {
    this.#abort.abort();
    this.#stream?.cancel();
    this.#stream = undefined;
  }

  #named(runId: string | undefined): void {
    if (runId === undefined) return;
    this.#runId = runId;
    this.ports.runId(runId);
  }

  #read(body: ReadableStream<Uint8Array>): void {
    const stream = new NamedEventStream(body);
    this.#stream = stream;
    this.ports.state('live');
    void this.#follow(stream);
  }

  async #follow(stream: NamedEventStream): Promise<void> {
    let failure: ServerFailure | undefined;
    try {
      for (;;) {
        const batch = await stream.next();
        if (this.#stream !== stream) return;
        if (!batch) break;
        this.ports.take(
          batch.map(({ id, event = 'message', data }) => {
            this.#lastEventId = id ?? this.#lastEventId;
            if (event === 'metadata') {
              const said = parseJson(data);
              this.#named(isJsonObject(said) ? textField(said, 'run_id') : undefined);
            } else if (event === 'end') this.#ended = true;
            return classicEvent(event, data);
          }),
        );
      }
    } catch (thrown) {
      const code = thrown instanceof CodedError ? thrown.code : 'internal';
      failure = { code, message: messageOf(thrown), retryable: code === 'network' };
    }
    if (this.#stream !== stream) return;
    this.#stream = undefined;
    if (!failure) {
      const truncated = { code: 'truncated', message: TRUNCATED, retryable: true };
      this.ports.ended(this.#ended ? undefined : truncated);
    } else if (this.ports.atWork()) await this.#recover(failure);
  }

  async #recover(failure: ServerFailure): Promise<void> {
    const backoff = new Backoff({ initialMs: 250, maxMs: 8_000 });
    const { signal } = this.#abort;
    let why = failure;
    for (let attempt = 0; attempt < MAX_RESUMES && why.retryable && this.#runId !== undefined; attempt++) {
      this.ports.state('reconnecting');
      await wait(this.ports.runtime, backoff.next(), signal);
      if (signal.aborted) return;
      const refusal = await this.#resume();
      if (!refusal || signal.aborted) return;
      why = refusal.failure;
    }
    this.ports.ended(why);
  }

  async #resume(): Promise<Refusal | undefined> {
    const url = threadUrl(this.settings, this.threadId, `runs/${encodeURIComponent(this.#runId!)}/stream`);
    const answer = await askStream(
      this.settings,
      url,
      undefined,
      this.#abort.signal,
      this.#lastEventId ?? '-1',
    );
    if ('failure' in answer) return answer;
    this.#read(answer.body);
    return undefined;
  }
}

const TRUNCATED = 'The agent server closed the connection before the run had ended.';

/** One answer stands for itself; several are told apart by their interrupts. */
function resumeOf(responses: readonly Answer[]): unknown {
  return Object.fromEntries(
    responses.map(({ interrupt_id: id, response }): [string, unknown] => [id, response]),
  ) as JsonObject;
}
