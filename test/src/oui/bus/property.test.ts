import { expect } from 'chai';
import fc from 'fast-check';
import {
  SurfaceBus,
  type ActionContext,
  type ActionHandler,
  type InvocationEvent,
  type Runtime,
  type Transport,
  type TransportState,
} from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, manifestWith, restoreWarnings, scriptedClient } from '../linked-page.js';
import { cases } from '../../../cases.js';

/** How many random sequences are tried. */
const SEQUENCES = cases(10_000);

/** As `FakeRuntime`, for very many short lives: it waits for promises only, never for a task. */
class QuickRuntime implements Runtime {
  #time = 0;
  #count = 0;
  #timers: { at: number; order: number; callback: () => void }[] = [];

  now = () => 1_000_000 + this.#time;
  monotonic = () => this.#time;
  uuid = () => `00000000-0000-4000-8000-${String(++this.#count).padStart(12, '0')}`;
  frame = (callback: () => void) => this.after(16, callback);

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#time + Math.max(0, ms), order: ++this.#count, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  get timers(): number {
    return this.#timers.length;
  }

  async advance(ms: number): Promise<void> {
    const end = this.#time + ms;
    for (;;) {
      for (let turn = 0; turn < 12; turn++) await Promise.resolve();
      this.#timers.sort((a, b) => a.at - b.at || a.order - b.order);
      const [next] = this.#timers;
      if (!next || next.at > end) break;
      this.#timers.shift();
      this.#time = Math.max(this.#time, next.at);
      next.callback();
    }
    this.#time = end;
  }
}

type Fate = 'arrive' | 'lose' | 'twice' | 'late' | 'very late' | 'garble';

/** One end of a link on which messages get lost, doubled, delayed past each other and garbled. */
class BadEnd implements Transport {
  state: TransportState = 'connected';
  peer!: BadEnd;
  readonly #runtime: Runtime;
  readonly #nextFate: () => Fate;
  readonly #events = new Set<(message: unknown) => void>();
  readonly #states = new Set<(state: TransportState) => void>();

  constructor(runtime: Runtime, nextFate: () => Fate) {
    this.#runtime = runtime;
    this.#nextFate = nextFate;
  }

  connect = () => Promise.resolve();
  disconnect = () => this.become('disconnected');

  become(state: TransportState): void {
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.#states) listener(state);
  }

  send(message: unknown): boolean {
    if (this.state !== 'connected') return false;
    const text = JSON.stringify(message);
    const arrive = (ms: number) => this.#runtime.after(ms, () => this.peer.receive(JSON.parse(text)));
    switch (this.#nextFate()) {
      case 'lose':
        break;
      case 'twice':
        arrive(0);
        arrive(7);
        break;
      case 'late':
        arrive(40);
        break;
      case 'very late':
        arrive(35_000);
        break;
      case 'garble':
        this.#runtime.after(0, () => this.peer.receive(text.slice(0, text.length / 2)));
        break;
      default:
        arrive(0);
    }
    return true;
  }

  receive(message: unknown): void {
    if (this.state === 'connected') for (const listener of [...this.#events]) listener(message);
  }

  onEvent(listener: (message: unknown) => void): () => void {
    this.#events.add(listener);
    return () => this.#events.delete(listener);
  }

  onStateChange(listener: (state: TransportState) => void): () => void {
    this.#states.add(listener);
    return () => this.#states.delete(listener);
  }
}

const ACTIONS = ['quick', 'slow', 'never', 'fails', 'gated', 'job', 'endless', 'broken', 'unknown'] as const;
const TURNS = ['leave', 'register', 'reload', 'inactive', 'active', 'off', 'on', 'drop', 'close'] as const;

const fates = fc.array(
  fc.constantFrom<Fate>('arrive', 'arrive', 'arrive', 'lose', 'twice', 'late', 'very late', 'garble'),
  { minLength: 1, maxLength: 12 },
);

const garbage = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(undefined, Number.NaN, 7n, new Uint8Array(3)),
  fc.record({
    type: fc.constantFrom(
      'action:request',
      'action:result',
      'observation:request',
      'surface:register',
      'x-y',
    ),
    payload: fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.record(
        {
          requestId: fc.constantFrom<unknown>('g1', 'g2', '__proto__', 3),
          surfaceId: fc.constantFrom<unknown>('notes', 'constructor', '', null),
          actionId: fc.constantFrom<unknown>('quick', 'job', '__proto__', {}),
          params: fc.constantFrom<unknown>({}, [], null, JSON.parse('{"__proto__": {"a": 1}}')),
        },
        { requiredKeys: [] },
      ),
    ),
  }),
);

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ invoke: fc.constantFrom(...ACTIONS) }) },
  { weight: 3, arbitrary: fc.record({ wait: fc.constantFrom(0, 5, 60, 1_500, 31_000) }) },
  { weight: 2, arbitrary: fc.record({ turn: fc.constantFrom(...TURNS) }) },
  { weight: 2, arbitrary: fc.record({ garbage, toPage: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ replay: fc.nat(20) }) },
);

type Step = {
  invoke?: string;
  wait?: number;
  turn?: (typeof TURNS)[number];
  garbage?: unknown;
  toPage?: boolean;
  replay?: number;
};

const ANY = { type: 'object' };
const MANIFEST = manifestWith({
  actions: ACTIONS.filter((id) => id !== 'unknown').map((id) => ({
    id,
    description: 'Does something.',
    input: ANY,
    ...(id === 'job' || id === 'endless' ? { async: true } : {}),
    ...(id === 'gated' ? { confirm: true } : {}),
  })),
});

async function play(steps: readonly Step[], fateList: readonly Fate[]): Promise<void> {
  const runtime = new QuickRuntime();
  let messages = 0;
  let live = false;
  const nextFate = () => (live ? fateList[messages++ % fateList.length]! : 'arrive');
  const page = new BadEnd(runtime, nextFate);
  const client = new BadEnd(runtime, nextFate);
  page.peer = client;
  client.peer = page;

  const requests: unknown[] = [];
  const accepted = new Map<string, number>();
  const ended = new Map<string, number>();
  const ran = new Map<string, number>();
  const sent = new Map<string, string>();
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);

  page.onEvent((message) => {
    const { type } = (message ?? {}) as { type?: unknown };
    if (type === 'action:request') requests.push(structuredClone(message));
  });
  const send = page.send.bind(page);
  page.send = (message: unknown) => {
    const { type, payload } = message as { type: string; payload: { requestId: string; interim?: boolean } };
    if (type === 'action:result' && !payload.interim) {
      const text = JSON.stringify(payload);
      // Asked again, it says the same again.
      expect(sent.get(payload.requestId) ?? text).to.equal(text);
      sent.set(payload.requestId, text);
    }
    return send(message);
  };

  const bus = new SurfaceBus({
    runtime,
    settle: { quietMs: 5, deadlineMs: 50 },
    jobTimeoutMs: 60_000,
    confirmTimeoutMs: 100,
  });
  bus.addEventListener('invocation', (event) => {
    const { requestId, state } = (event as InvocationEvent).invocation;
    if (state === 'running') count(accepted, requestId);
    if (state === 'succeeded' || state === 'failed') count(ended, requestId);
  });
  const note = (handler: ActionHandler) => (params: Record<string, unknown>, context: ActionContext) => {
    count(ran, context.requestId);
    return handler(params, context);
  };
  const later = (ms: number) => new Promise((resolve) => runtime.after(ms, () => resolve(ms)));
  const handlers = {
    quick: note(() => 1),
    slow: note(() => later(200)),
    never: note(() => new Promise(() => {})),
    fails: note(() => Promise.reject('no error')),
    gated: note(() => 'yes'),
    job: note((_, { acknowledge, progress }) => {
      acknowledge({ jobId: 1 });
      progress(0.5);
      return later(2_000);
    }),
    endless: note(() => new Promise(() => {})),
    broken: note((_, { acknowledge }) => {
      acknowledge(1);
      throw null;
    }),
  };
  const options = { rateLimit: 'off', supersede: ['endless'] } as const;
  let mounted = bus.register(MANIFEST, handlers, options);
  let answers = 0;
  bus.connect(page, {
    confirmBy: 'page',
    confirm: () =>
      ++answers % 3 === 0 ? new Promise<boolean>(() => {}) : Promise.resolve(answers % 2 === 0),
  });
  const agent = new AgentRuntime({ runtime, rateLimit: 'off', confirm: async () => true });
  await agent.connect(client);
  await runtime.advance(1);
  live = true;

  let invoked = 0;
  let settled = 0;
  for (const { invoke, wait, turn, replay, ...rest } of steps) {
    if (invoke !== undefined) {
      invoked++;
      void agent.invoke('notes', invoke, {}).then((result) => {
        expect(result.success).to.equal(result.error === undefined);
        settled++;
      });
    } else if (wait !== undefined) await runtime.advance(wait);
    else if (replay !== undefined) page.receive(structuredClone(requests[replay % (requests.length || 1)]));
    else if ('garbage' in rest) (rest.toPage ? page : client).receive(rest.garbage);
    else if (turn === 'leave') mounted.unregister();
    else if (turn === 'register') mounted = bus.register(MANIFEST, handlers, options);
    else if (turn === 'reload') mounted = bus.register({ ...MANIFEST, name: 'Other' }, handlers, options);
    else if (turn === 'inactive' || turn === 'active') mounted.setActive(turn === 'active');
    else if (turn === 'off' || turn === 'on') bus.setEnabled('notes', turn === 'on');
    else if (turn === 'close') bus.close();
    else {
      for (const end of [page, client]) end.become('connecting');
      for (const end of [page, client]) end.become('connected');
    }
  }
  await runtime.advance(1_000_000);
  // Only what is loaded when first needed, such as the approval gate, takes tasks rather than promises.
  for (let tasks = 0; ended.size < accepted.size && tasks < 1_000; tasks++) {
    await flush();
    await runtime.advance(1_000_000);
  }
  // The outcome of a job may have been lost on its way, and a job has no time limit at the agent's end.
  agent.disconnect();
  await runtime.advance(1_000_000);

  expect(settled, 'every invocation of the agent settles once').to.equal(invoked);
  for (const [requestId, times] of ran) expect(times, `${requestId} ran`).to.equal(1);
  for (const [requestId, times] of accepted) {
    expect(times, `${requestId} was accepted`).to.equal(1);
    expect(ended.get(requestId), `${requestId} ended`).to.equal(1);
  }
  expect(runtime.timers, 'nothing waits any more').to.equal(0);
}

describe('any sequence of messages', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  before(async () => {
    // What pages load when they first need it is here from now on.
    const { bus, ask } = await scriptedClient({}, { confirmBy: 'page', confirm: async () => true });
    bus.register(manifestWith({ actions: [MANIFEST.actions.find(({ id }) => id === 'gated')!] }), {
      gated: () => 1,
    });
    expect(await ask('notes', 'gated')).to.include({ success: true });
  });

  it('OUI-E10 OUI-S21 OUI-T2 nothing throws, nothing runs twice, and each request ends once', async function () {
    this.timeout(120_000);
    const steps = fc.array(step, { minLength: 1, maxLength: 12 });
    await fc.assert(fc.asyncProperty(steps, fates, play), { numRuns: SEQUENCES });
  });
});
