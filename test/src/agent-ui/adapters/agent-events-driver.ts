import type {
  AdapterCapabilities,
  AdapterConnection,
  AgentUiEvent,
  ControlReceipt,
  RuntimeAdapter,
} from 'oui-elements/agent-ui';
import { agentEvents, type AgentEventsOptions } from 'oui-elements/agent-ui/adapters/agent-events';
import type { SentControl } from '../../../../src/agent-ui/events/control-request.js';
import { FakeRuntime, flush } from '../../../fake-runtime.js';
import { Stream } from './ag-ui-driver.js';
import { PromptResponse } from '../../../prompt-response.js';

export type Fact = AgentUiEvent & { payload?: Record<string, unknown> };

export interface Asked {
  url: string;
  method: string;
  headers: Headers;
  body: Record<string, unknown> | undefined;
}

export const SSE = 'text/event-stream; charset=utf-8';
export const NDJSON = 'application/x-ndjson';

export const json = (value: unknown, status = 200) =>
  new PromptResponse(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });

/** An adapter between a server that the test plays and a sink that only writes down. */
export class FeedDriver {
  readonly runtime = new FakeRuntime();
  readonly asked: Asked[] = [];
  readonly streams: Stream[] = [];
  readonly batches: Fact[][] = [];
  readonly states: string[] = [];
  readonly details: (string | undefined)[] = [];
  readonly abort = new AbortController();
  capabilities: AdapterCapabilities = { controls: {} };
  connection!: AdapterConnection;
  /** What each GET for the stream is answered with, in turn; after that, a stream that the test writes. */
  readonly opens: (() => Response | Promise<Response>)[] = [];
  /** What everything else is answered with, in turn; after that, 202 without a body. */
  readonly answers: (() => Response | Promise<Response>)[] = [];
  contentType = SSE;
  sessionNamed: boolean | undefined;

  static async connect(options: Partial<AgentEventsOptions> = {}, setUp = (_: FeedDriver) => {}) {
    return FeedDriver.with((given) => agentEvents({ ...given, ...options }), setUp);
  }

  static async with(
    make: (options: AgentEventsOptions) => RuntimeAdapter,
    setUp = (_: FeedDriver) => {},
  ): Promise<FeedDriver> {
    const driver = new FeedDriver();
    setUp(driver);
    const adapter = make({
      url: 'https://agents.example/events',
      fetch: (url, init) => driver.#fetch(String(url), init),
      backoff: { initialMs: 1_000, jitter: 0 },
    });
    driver.connection = await adapter.connect(
      {
        push: (events) => driver.batches.push([...events] as Fact[]),
        capabilities: (capabilities) => (driver.capabilities = capabilities),
        state: (state, detail) => {
          driver.states.push(state);
          driver.details.push(detail);
        },
      },
      {
        signal: driver.abort.signal,
        sessionId: 'ses-1',
        sessionNamed: driver.sessionNamed,
        runtime: driver.runtime,
        clientTools: () => undefined,
      },
    );
    await flush();
    return driver;
  }

  get facts(): Fact[] {
    return this.batches.flat().filter(({ type }) => type !== 'diagnostic.changed');
  }

  get codes(): unknown[] {
    return this.batches
      .flat()
      .filter(({ type }) => type === 'diagnostic.changed')
      .map(({ payload }) => payload?.['code']);
  }

  get stream(): Stream {
    return this.streams.at(-1)!;
  }

  get state(): string | undefined {
    return this.states.at(-1);
  }

  get opened(): Asked[] {
    return this.asked.filter(({ method, url }) => method === 'GET' && !/history=|detail=/.test(url));
  }

  get posted(): Asked[] {
    return this.asked.filter(({ method }) => method === 'POST');
  }

  async control(request: { kind: string } & Record<string, unknown>): Promise<ControlReceipt> {
    const receipt = await this.connection.control({
      idempotencyKey: request.kind,
      ...request,
    } as SentControl);
    await flush();
    return receipt;
  }

  async #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { method = 'GET', body } = init;
    this.asked.push({
      url,
      method,
      headers: new Headers(init.headers),
      body: typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : undefined,
    });
    const fixed = method === 'GET' && !/history=|detail=/.test(url) ? this.opens.shift() : undefined;
    if (fixed) return fixed();
    if (method !== 'GET' || /history=|detail=/.test(url)) {
      return (await this.answers.shift()?.()) ?? new PromptResponse(null, { status: 202 });
    }
    const stream = new Stream();
    init.signal?.addEventListener('abort', () => void stream.break().catch(() => {}));
    this.streams.push(stream);
    return new PromptResponse(stream.body, { headers: { 'content-type': this.contentType } });
  }
}
