import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import { NamedEventStream, type NamedFrame } from '../event-stream.js';
import type { ServerFailure } from '../http-answer.js';
import { nextBatch } from '../next-batch.js';
import type { Response as Answer } from './interrupts.js';
import { askJson, askStream, threadUrl, type GraphSettings, type Refusal } from './requests.js';
import { recover, TRUNCATED, type RunRequest, type Transport, type TransportPorts } from './transport.js';
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
    for (;;) {
      const { batch, failure } = await nextBatch(stream);
      if (this.#stream !== stream) return;
      if (batch) {
        this.ports.take(batch.map((frame) => this.#eventOf(frame)));
        continue;
      }
      this.#stream = undefined;
      if (!failure) this.ports.ended(this.#ended ? undefined : TRUNCATED);
      else if (this.#runId === undefined) this.ports.ended(failure);
      else if (this.ports.atWork()) {
        await recover(this.ports, this.#abort.signal, failure, () => this.#resume());
      }
      return;
    }
  }

  #eventOf({ id, event = 'message', data }: NamedFrame) {
    this.#lastEventId = id ?? this.#lastEventId;
    if (event === 'metadata') {
      const said = parseJson(data);
      this.#named(isJsonObject(said) ? textField(said, 'run_id') : undefined);
    } else if (event === 'end') this.#ended = true;
    return classicEvent(event, data);
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

/** One answer stands for itself; several are told apart by their interrupts. */
function resumeOf(responses: readonly Answer[]): unknown {
  return Object.fromEntries(
    responses.map(({ interrupt_id: id, response }): [string, unknown] => [id, response]),
  ) as JsonObject;
}
