import { expect } from 'chai';
import fc from 'fast-check';
import {
  AgentRuntime,
  type InvocationEvent,
  type Transport,
  type TransportState,
} from 'oui-elements/oui/agent';
import { FakeRuntime, flush } from '../../../fake-runtime.js';
import { collectWarnings, manifestWith, restoreWarnings } from '../linked-page.js';
import { cases } from '../../../cases.js';

/** A page that says whatever the test says, at once. */
class WildPage implements Transport {
  state: TransportState = 'connected';
  mood: 'sends' | 'throws' | 'refuses' = 'sends';
  readonly sent: { type: string; payload: Record<string, unknown> }[] = [];
  readonly #listeners = new Set<(message: unknown) => void>();
  readonly #states = new Set<(state: TransportState) => void>();

  async connect(): Promise<void> {}
  disconnect(): void {}
  send(message: unknown): boolean | Promise<{ ok: boolean }> {
    if (this.mood === 'throws') throw new Error('broken transport');
    if (this.state === 'connected') this.sent.push(message as (typeof this.sent)[number]);
    if (this.mood === 'refuses') return Promise.resolve({ ok: false });
    return this.state === 'connected';
  }
  onEvent(listener: (message: unknown) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  onStateChange(listener: (state: TransportState) => void): () => void {
    this.#states.add(listener);
    return () => this.#states.delete(listener);
  }
  say(message: unknown): void {
    for (const listener of this.#listeners) listener(message);
  }
  become(state: TransportState): void {
    this.state = state;
    for (const listener of this.#states) listener(state);
  }
}

const action = (id: string, more = {}) => ({ id, description: 'x', input: { type: 'object' }, ...more });
const actions = [action('go'), action('job', { async: true }), action('ask', { confirm: true })];
const observations = [{ id: 'count', description: 'x', schema: true }];
const entry = { id: 'go', description: 'x', input: 'none', definitionHash: 'h' };
const { actions: _, ...bare } = manifestWith({ observations });

const anId = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '');
const aTime = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(undefined, null, 'soon', -1));
const aSurface = fc.oneof(
  { weight: 4, arbitrary: anId.map((id) => ({ ...bare, id, actions })) },
  { weight: 2, arbitrary: anId.map((id) => ({ ...bare, id, index: [entry] })) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const aState = fc.record({
  surfaces: maybe(fc.oneof(fc.array(aSurface, { maxLength: 3 }), fc.jsonValue({ maxDepth: 1 }))),
  index: maybe(fc.array(aSurface, { maxLength: 2 })),
  surfacesHash: maybe(fc.constantFrom('h1', 'h2', 7)),
  observations: maybe(
    fc.oneof(fc.dictionary(anId, fc.dictionary(anId, fc.integer())), fc.jsonValue({ maxDepth: 1 })),
  ),
  fit: maybe(fc.constantFrom({ cuts: [{ path: '/observations/a/count' }] }, { cuts: 1 }, 'x')),
  timestamp: aTime,
});
const aResult = fc.record({
  success: fc.oneof(
    { weight: 5, arbitrary: fc.boolean() },
    { weight: 1, arbitrary: fc.constantFrom(undefined, 'yes') },
  ),
  interim: fc.constantFrom(undefined, true, false, 'x'),
  data: maybe(
    fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant({ actions: [{ ...actions[0], surfaceId: 'a' }] })),
  ),
  error: maybe(
    fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant({ code: 'INVALID_PARAMS', message: 'm' })),
  ),
});
const aType = fc.constantFrom(
  'surface:register',
  'surface:deregister',
  'action:request',
  'action:result',
  'observation:update',
  'observation:request',
  'x-note',
  'unknown',
);

type Step = (
  page: WildPage,
  agent: AgentRuntime,
  started: Promise<unknown>[],
  runtime: FakeRuntime,
) => unknown;

const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: aSurface.map(
      (surface): Step =>
        (page) =>
          page.say({ type: 'surface:register', payload: { surface, timestamp: 1 } }),
    ),
  },
  {
    weight: 1,
    arbitrary: anId.map(
      (surfaceId): Step =>
        (page) =>
          page.say({ type: 'surface:deregister', payload: { surfaceId } }),
    ),
  },
  {
    weight: 5,
    // Also again, late, or of an id that nobody has.
    arbitrary: fc.tuple(fc.nat(5), aResult, aState).map(([nth, result, state]): Step => (page) => {
      const asked = page.sent.filter(({ type }) => type === 'action:request');
      const requestId = asked[asked.length - 1 - nth]?.payload['requestId'] ?? `unknown-${nth}`;
      page.say({ type: 'action:result', payload: { requestId, ...state, ...result } });
    }),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(anId, anId, fc.jsonValue({ maxDepth: 1 }), aTime).map(
      ([surfaceId, id, value, timestamp]): Step =>
        (page) =>
          page.say({
            type: 'observation:update',
            payload: { surfaceId, observationId: id === 'b' ? 'count' : id, value, timestamp },
          }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(aType, fc.anything({ maxDepth: 2 })).map(
      ([type, payload]): Step =>
        (page) =>
          page.say({ type, payload }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.anything({ maxDepth: 2 }).map(
      (message): Step =>
        (page) =>
          page.say(message),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(anId, fc.constantFrom('go', 'job', 'ask', 'none'), fc.boolean()).map(
      ([surfaceId, actionId, yes]): Step =>
        (_page, agent, started) =>
          started.push(agent.invoke(surfaceId, actionId, {}, { confirm: async () => yes })),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(anId, fc.constantFrom('observe', 'read', 'describe')).map(
      ([surfaceId, method]): Step =>
        (_page, agent, started) =>
          started.push(
            (method === 'describe'
              ? agent.describe(surfaceId)
              : agent[method as 'read'](surfaceId, 'count')
            ).catch((error: { code: string }) => expect(error.code).to.be.a('string')),
          ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anId, fc.boolean()).map(
      ([id, on]): Step =>
        (_page, agent) =>
          agent.setEnabled(id, 'go', on),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('connected', 'connecting').map(
      (state): Step =>
        (page) =>
          page.become(state as TransportState),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('sends' as const, 'throws' as const, 'refuses' as const).map(
      (mood): Step =>
        (page) =>
          (page.mood = mood),
    ),
  },
  { weight: 3, arbitrary: fc.constant<Step>(() => flushed()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(10, 6_000).map(
      (ms): Step =>
        (_page, _agent, _started, runtime) =>
          runtime.advance(ms),
    ),
  },
);

/** Lets what is under way go on, without a task of its own: ten thousand sequences are many. */
async function flushed(): Promise<void> {
  for (let n = 0; n < 20; n++) await undefined;
}

describe('an agent and any messages in any order', function () {
  this.timeout(120_000);
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-R4, R7 and OUI-T2 10,000 sequences throw nothing, and every invocation ends exactly once', async () => {
    await flush();
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
        const runtime = new FakeRuntime();
        const agent = new AgentRuntime({ runtime, rateLimit: 'off' });
        const page = new WildPage();
        const states = new Map<string, string[]>();
        agent.addEventListener('invocation', (event) => {
          const { requestId, state } = (event as InvocationEvent).invocation;
          states.set(requestId, [...(states.get(requestId) ?? []), state]);
        });
        await agent.connect(page);
        const started: Promise<unknown>[] = [];
        for (const step of steps) await step(page, agent, started, runtime);
        agent.tools({ format: 'mcp' });
        page.become('connecting');
        await Promise.all(started);
        await flushed();
        for (const [first, ...rest] of states.values()) {
          expect(first).to.equal('running');
          const ends = rest.filter((state) => state !== 'acknowledged');
          expect(ends).to.have.length(1);
          expect(rest.at(-1)).to.equal(ends[0]);
        }
        expect(runtime.timers).to.equal(0);
        expect(agent.surfaces).to.deep.equal([]);
        expect(agent.observations).to.deep.equal({});
        const ids = page.sent.map(({ payload }) => payload['requestId']);
        expect(new Set(ids).size).to.equal(ids.length);
      }),
      { numRuns: cases(10_000) },
    );
  });

  it('OUI-R8 whatever the order and however often, the latest value stays', async () => {
    const update = fc.record({ value: fc.integer(), timestamp: fc.integer({ min: 0, max: 20 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(update, { minLength: 1, maxLength: 30 }), async (updates) => {
        const agent = new AgentRuntime({ runtime: new FakeRuntime() });
        const page = new WildPage();
        await agent.connect(page);
        page.say({
          type: 'surface:register',
          payload: { surface: { ...bare, id: 'a', actions }, timestamp: 0 },
        });
        let latest = updates[0]!;
        for (const one of updates) {
          page.say({
            type: 'observation:update',
            payload: { surfaceId: 'a', observationId: 'count', ...one },
          });
          if (one.timestamp >= latest.timestamp) latest = one;
          expect(agent.observations['a']).to.deep.equal({ count: latest.value });
        }
      }),
      { numRuns: cases(1_000) },
    );
  });
});
