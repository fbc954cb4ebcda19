import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { EventStreamReader } from '../event-stream.js';
import type { ServerFailure } from '../http-answer.js';
import { nextBatch } from '../next-batch.js';
import { askJson, askStream, threadUrl, type GraphSettings, type Refusal } from './requests.js';
import { recover, TRUNCATED, type RunRequest, type Transport, type TransportPorts } from './transport.js';
import { protocolEvent, textField } from './wire.js';

const CHANNELS = [
  'lifecycle',
  'messages',
  'tools',
  'values',
  'updates',
  'input',
  'tasks',
  'checkpoints',
  'custom',
];

/** The streaming protocol, version 3: one stream of events for a thread, and commands beside it. */
export class ProtocolTransport implements Transport {
  readonly #abort = new AbortController();
  #stream: EventStreamReader | undefined;
  #opening: Promise<Refusal | undefined> | undefined;
  #commands = 0;

  constructor(
    private readonly settings: GraphSettings,
    private readonly threadId: string,
    private readonly ports: TransportPorts,
  ) {}

  /** Listens before it asks: nothing of the run is missed. */
  async start({ input, responses, config }: RunRequest): Promise<{ accepted: true } | Refusal> {
    const refusal = await this.#listen();
    if (refusal) return refusal;
    const [only, ...more] = responses ?? [];
    const shared = Object.keys(config).length > 0 ? { config } : {};
    if (!only) return this.#run('run.start', { assistant_id: this.settings.assistantId, input, ...shared });
    return this.#run('input.respond', { ...(more.length > 0 ? { responses } : only), ...shared });
  }

  /** A server may say nothing before something happens: nobody waits for its first word. */
  join(): Promise<undefined> {
    void this.#listen().then((refusal) => {
      if (refusal && !this.#abort.signal.aborted) this.ports.state('failed', refusal.failure.message);
    });
    return Promise.resolve(undefined);
  }

  async inject(text: string, namespace: readonly string[]): Promise<ServerFailure | undefined> {
    const answer = await this.#command('input.inject', {
      namespace,
      message: { role: 'user', content: text },
    });
    return 'failure' in answer ? answer.failure : undefined;
  }

  close(): void {
    this.#abort.abort();
    this.#stream?.cancel();
    this.#stream = undefined;
  }

  async #run(method: string, params: JsonObject): Promise<{ accepted: true } | Refusal> {
    const answer = await this.#command(method, params);
    if ('failure' in answer) return answer;
    const runId = isJsonObject(answer.result) ? textField(answer.result, 'run_id') : undefined;
    if (runId !== undefined) this.ports.runId(runId);
    return { accepted: true };
  }

  async #command(method: string, params: JsonObject): Promise<{ result: unknown } | Refusal> {
    const url = threadUrl(this.settings, this.threadId, 'commands');
    const answer = await askJson(
      this.settings,
      url,
      { id: ++this.#commands, method, params },
      this.#abort.signal,
    );
    if ('failure' in answer) return answer;
    const said = isJsonObject(answer.value) ? answer.value : {};
    if (said['type'] !== 'error') return { result: said['result'] };
    const code = textField(said, 'error') ?? 'unknown_error';
    const message = textField(said, 'message') ?? `The agent server refused ${method}.`;
    return { failure: { code, message, retryable: false }, lost: false };
  }

  #listen(): Promise<Refusal | undefined> {
    if (this.#stream) return Promise.resolve(undefined);
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open(): Promise<Refusal | undefined> {
    const { channels = CHANNELS } = this.settings;
    const since = this.ports.lastSeq();
    const url = threadUrl(this.settings, this.threadId, 'stream/events');
    const body = { channels, ...(since === undefined ? {} : { since }) };
    const answer = await askStream(this.settings, url, body, this.#abort.signal);
    if ('failure' in answer) return answer;
    const stream = new EventStreamReader(answer.body);
    if (this.#abort.signal.aborted) {
      stream.cancel();
      return {
        failure: { code: 'closed', message: 'The connection is closed.', retryable: false },
        lost: false,
      };
    }
    this.#stream = stream;
    this.ports.state('live');
    void this.#follow(stream);
    return undefined;
  }

  async #follow(stream: EventStreamReader): Promise<void> {
    for (;;) {
      const { batch, failure } = await nextBatch(stream);
      if (this.#stream !== stream) return;
      if (batch) {
        this.ports.take(batch.map(protocolEvent));
        continue;
      }
      this.#stream = undefined;
      if (!this.ports.atWork()) return;
      await recover(this.ports, this.#abort.signal, failure ?? TRUNCATED, () => this.#listen());
      return;
    }
  }
}
