import { expect } from 'chai';
import { AgentRuntime, type ActionResultPayload } from 'oui-elements/oui/agent';
import { todoApp } from '../../../fixtures/todo-app.manifest.js';
import { flush } from '../../../fake-runtime.js';
import {
  collectWarnings,
  deferred,
  linkedPage,
  manifestWith,
  scriptedPage,
  restoreWarnings,
} from '../linked-page.js';

const ANY = { type: 'object' };
const surface = manifestWith({
  actions: [
    { id: 'go', description: 'Goes.', input: ANY },
    { id: 'job', description: 'Long.', input: ANY, async: true },
  ],
});

/** A scripted page that has registered `surface`. */
async function page(options: ConstructorParameters<typeof AgentRuntime>[0] = {}) {
  const scripted = await scriptedPage(options);
  await scripted.register(surface);
  return scripted;
}

/** What a promise has come to by now. */
function peek<T>(promise: Promise<T>): { value?: T } {
  const seen: { value?: T } = {};
  void promise.then((value) => (seen.value = value));
  return seen;
}

describe('AgentRuntime.invoke', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-R4 OUI-S10 brings the result of a page back', async () => {
    const { bus, agent, runtime } = await linkedPage();
    bus.path = '/todos';
    bus.register(todoApp, {
      add_todo: ({ title, priority }) => ({ id: `${title}-${priority}`, created: true }),
    });
    await flush();
    const result = agent.invoke('todo-app', 'add_todo', { title: 'milk' });
    await runtime.advance(0);
    expect(await result).to.deep.include({ success: true, data: { id: 'milk-medium', created: true } });
  });

  it('OUI-R2 checks params before anything is sent', async () => {
    const { agent, requests, register } = await scriptedPage();
    await register(manifestWith());
    const wrong = await agent.invoke('notes', 'add_note', { text: 'x'.repeat(21) });
    expect(wrong.success).to.equal(false);
    expect(wrong.error?.code).to.equal('VALIDATION_ERROR');
    expect(wrong.error?.details).to.deep.include.members([
      {
        field: 'text',
        constraint: 'maxLength',
        expected: 20,
        actual: '"xxxxxxxxxxxxxxxxxxxxx"',
        message: 'text must have at most 20 characters; got "xxxxxxxxxxxxxxxxxxxxx"',
      },
    ]);
    const missing = await agent.invoke('notes', 'add_note', undefined);
    expect(missing.error?.code).to.equal('VALIDATION_ERROR');
    const list = await agent.invoke('notes', 'add_note', [] as never);
    expect(list.error?.code).to.equal('VALIDATION_ERROR');
    await flush();
    expect(requests()).to.deep.equal([]);
  });

  it('OUI-S7 an unknown surface is SURFACE_UNAVAILABLE, an unknown action ACTION_NOT_FOUND, unsent', async () => {
    const { agent, requests } = await page();
    expect((await agent.invoke('nowhere', 'go')).error?.code).to.equal('SURFACE_UNAVAILABLE');
    const unknown = await agent.invoke('notes', 'fly');
    expect(unknown.error?.code).to.equal('ACTION_NOT_FOUND');
    expect(unknown.error?.message).to.include('go, job');
    expect(unknown).to.include({ success: false, durationMs: 0 });
    expect((await new AgentRuntime().invoke('notes', 'go')).error?.code).to.equal('SURFACE_UNAVAILABLE');
    expect(requests()).to.deep.equal([]);
  });

  it('OUI-R3 gives every request a UUID v4 of its own', async () => {
    const { agent, register, requests } = await scriptedPage({ runtime: undefined });
    await register({ ...surface, concurrency: 50 });
    for (let n = 0; n < 20; n++) void agent.invoke('notes', 'go');
    await flush();
    const ids = requests().map(({ requestId }) => String(requestId));
    expect(new Set(ids).size).to.equal(20);
    for (const id of ids)
      expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    agent.disconnect();
  });

  it('OUI-R4 matches results by requestId, and drops unknown and late ones in silence', async () => {
    const warnings = collectWarnings();
    const { agent, requests, result, register } = await scriptedPage();
    await register({ ...surface, concurrency: 2 });
    const [first, second] = [agent.invoke('notes', 'go', { n: 1 }), agent.invoke('notes', 'go', { n: 2 })];
    await flush();
    const [a, b] = requests().map(({ requestId }) => requestId);
    await result({ requestId: 'nobody', success: true, data: 0, surfaces: [] });
    await result({ requestId: b, success: true, data: 2 });
    await result({ requestId: b, success: false, error: { code: 'TIMEOUT', message: 'late' } });
    await result({ requestId: a, success: true, data: 1 });
    expect([(await first).data, (await second).data]).to.deep.equal([1, 2]);
    expect(agent.surfaces).to.have.length(1);
    expect(warnings).to.deep.equal([]);
  });

  it('OUI-R6 makes the result itself when a synchronous action takes more than 30 s, and never retries', async () => {
    const { agent, runtime, requests } = await page();
    const outcome = peek(agent.invoke('notes', 'go'));
    await runtime.advance(29_999);
    expect(outcome.value).to.equal(undefined);
    await runtime.advance(1);
    expect(outcome.value).to.include({ success: false, durationMs: 30_000 });
    expect(outcome.value?.error?.code).to.equal('TIMEOUT');
    await runtime.advance(100_000);
    expect(requests()).to.have.length(1);
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-R6 an async action has 5 s to acknowledge, and then all the time it needs', async () => {
    const { agent, runtime, requests, result } = await page();
    const silent = peek(agent.invoke('notes', 'job'));
    await runtime.advance(5_000);
    expect(silent.value?.error?.code).to.equal('TIMEOUT');
    const interims: ActionResultPayload[] = [];
    const job = peek(agent.invoke('notes', 'job', {}, { onInterim: (given) => interims.push(given) }));
    await flush();
    const { requestId } = requests()[1]!;
    await result({ requestId, success: true, interim: true, data: { jobId: 'j' } });
    await runtime.advance(3_600_000);
    await result({ requestId, success: true, interim: true, progress: 0.5 });
    expect(job.value).to.equal(undefined);
    await result({ requestId, success: true, interim: false, data: 'done' });
    expect(job.value).to.include({ success: true, data: 'done' });
    expect(interims.map(({ data, progress }) => data ?? progress)).to.deep.equal([{ jobId: 'j' }, 0.5]);
  });

  it('OUI-R6 an async action that ends without an acknowledgement has ended', async () => {
    const { agent, requests, result } = await page();
    const job = agent.invoke('notes', 'job');
    await flush();
    await result({ requestId: requests()[0]!['requestId'], success: true, data: 1 });
    expect(await job).to.include({ success: true, data: 1 });
  });

  it('OUI-R6 takes other time limits', async () => {
    const { agent, runtime } = await page({ timeouts: { action: 10, acknowledgement: 20 } });
    const action = peek(agent.invoke('notes', 'go'));
    await runtime.advance(10);
    expect(action.value?.error?.code).to.equal('TIMEOUT');
    const job = peek(agent.invoke('notes', 'job'));
    await runtime.advance(20);
    expect(job.value?.error?.code).to.equal('TIMEOUT');
  });

  it('OUI-R7 deregistration resolves everything pending there with SURFACE_UNAVAILABLE', async () => {
    const { agent, runtime, send, register, requests } = await page();
    await register({ ...surface, id: 'other' });
    const running = peek(agent.invoke('notes', 'go'));
    const waiting = peek(agent.invoke('notes', 'go'));
    const elsewhere = peek(agent.invoke('other', 'go'));
    await flush();
    await send('surface:deregister', { surfaceId: 'notes' });
    expect(running.value?.error?.code).to.equal('SURFACE_UNAVAILABLE');
    expect(waiting.value?.error?.code).to.equal('SURFACE_UNAVAILABLE');
    expect(elsewhere.value).to.equal(undefined);
    expect(requests()).to.have.length(2);
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['other']);
    await runtime.advance(0);
    expect(runtime.timers).to.equal(1);
  });

  it('OUI-R7 OUI-T8 so does the loss of the connection, and the page returns by itself', async () => {
    const { agent, end, register, requests, result } = await page();
    const pending = peek(agent.invoke('notes', 'go'));
    await flush();
    end.disconnect();
    await flush();
    expect(pending.value?.error?.code).to.equal('SURFACE_UNAVAILABLE');
    expect(agent.surfaces).to.deep.equal([]);
    expect(agent.observations).to.deep.equal({});
    expect(agent.tools()).to.deep.equal([]);
    await end.connect();
    await register(surface);
    const next = agent.invoke('notes', 'go');
    await flush();
    await result({ requestId: requests().at(-1)!['requestId'], success: true });
    expect((await next).success).to.equal(true);
  });

  it('OUI-R7 so does disconnect()', async () => {
    const { agent, runtime } = await page();
    const pending = peek(agent.invoke('notes', 'go'));
    await flush();
    agent.disconnect();
    await flush();
    expect(pending.value?.error?.code).to.equal('SURFACE_UNAVAILABLE');
    expect(agent.state).to.equal('disconnected');
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-R9 sends one request at a time for each surface, unless the surface allows more', async () => {
    const { agent, register, requests, result } = await page();
    await register({ ...surface, id: 'wide', concurrency: 2 });
    for (let n = 0; n < 3; n++) {
      void agent.invoke('notes', 'go', { n });
      void agent.invoke('wide', 'go', { n });
    }
    await flush();
    const sent = () =>
      requests().map(({ surfaceId, params }) => `${surfaceId} ${(params as { n: number }).n}`);
    expect(sent()).to.have.members(['notes 0', 'wide 0', 'wide 1']);
    await result({ requestId: requests()[0]!['requestId'], success: true });
    expect(sent()).to.have.members(['notes 0', 'wide 0', 'wide 1', 'notes 1']);
  });

  it('OUI-R9 an acknowledged job leaves the surface free', async () => {
    const { agent, requests, result } = await page();
    void agent.invoke('notes', 'job');
    void agent.invoke('notes', 'go');
    await flush();
    expect(requests()).to.have.length(1);
    await result({ requestId: requests()[0]!['requestId'], success: true, interim: true });
    expect(requests().map(({ actionId }) => actionId)).to.deep.equal(['job', 'go']);
  });

  it('OUI-R13 limits the rate, so that a loop cannot hammer a page', async () => {
    const { agent, runtime, register, requests } = await scriptedPage({
      rateLimit: { requests: 2, perMs: 1_000 },
    });
    await register({ ...surface, concurrency: 100 });
    const calls = [1, 2, 3].map(() => peek(agent.invoke('notes', 'go')));
    await flush();
    expect(requests()).to.have.length(2);
    expect(calls[2]?.value?.error).to.deep.include({
      code: 'RATE_LIMITED',
      details: { retryAfterMs: 1_000 },
    });
    await runtime.advance(1_000);
    void agent.invoke('notes', 'go');
    await flush();
    expect(requests()).to.have.length(3);
    agent.disconnect();
  });

  it('OUI-R6 the caller may give up waiting', async () => {
    const { agent, runtime, requests } = await page();
    const abort = new AbortController();
    const pending = peek(agent.invoke('notes', 'go', {}, { signal: abort.signal }));
    const waiting = peek(agent.invoke('notes', 'go', {}, { signal: abort.signal }));
    await flush();
    abort.abort();
    await flush();
    expect(pending.value?.error?.code).to.equal('oui:cancelled');
    expect(waiting.value?.error?.code).to.equal('oui:cancelled');
    expect((await agent.invoke('notes', 'go', {}, { signal: abort.signal })).error?.code).to.equal(
      'oui:cancelled',
    );
    expect(requests()).to.have.length(1);
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-E11 reads what other implementations answer', async () => {
    const { agent, requests, result, register } = await scriptedPage();
    await register({ ...surface, concurrency: 10 });
    const answers: [Record<string, unknown>, string][] = [
      [{ success: false, error: { code: 'SURFACE_NOT_MOUNTED', message: 'a' } }, 'SURFACE_UNAVAILABLE'],
      [{ success: false, error: { code: 'ACTION_EXECUTION_ERROR', message: 'a' } }, 'EXECUTION_ERROR'],
      [{ success: false, error: { code: 'INVALID_PARAMS', message: 'a' } }, 'VALIDATION_ERROR'],
      [{ success: false, error: { code: 'SOMETHING_NEW', message: 'a' } }, 'SOMETHING_NEW'],
      [{ success: false }, 'INTERNAL_ERROR'],
    ];
    for (const [answer, code] of answers) {
      const call = agent.invoke('notes', 'go');
      await flush();
      await result({ requestId: requests().at(-1)!['requestId'], timestamp: undefined, extra: 1, ...answer });
      const { error } = await call;
      expect(error?.code).to.equal(code);
      expect(error?.message).to.be.a('string');
    }
    const call = agent.invoke('notes', 'go');
    await flush();
    await result({ requestId: requests().at(-1)!['requestId'], success: true, error: { code: 'x' } });
    expect(await call).not.to.have.property('error');
  });

  it('OUI-R12 keeps a log of every invocation, also of those that were never sent', async () => {
    const { agent, runtime, requests, result } = await page();
    const call = agent.invoke('notes', 'go', { token: 'secret', n: 1 });
    await runtime.advance(40);
    await result({ requestId: requests()[0]!['requestId'], success: true, data: 7, durationMs: 40 });
    await call;
    await agent.invoke('nowhere', 'go');
    expect(
      agent.log.map(({ params, state, data, error }) => [params, state, data ?? error?.code]),
    ).to.deep.equal([
      [{ token: '[redacted]', n: 1 }, 'succeeded', 7],
      [{}, 'failed', 'SURFACE_UNAVAILABLE'],
    ]);
  });

  it('OUI-R11 the outcome counts although it says that its own surface is gone', async () => {
    const { bus, agent, runtime } = await linkedPage();
    bus.path = '/list';
    bus.register(manifestWith({ ...surface, activation: { routes: '/list' } }), {
      go: () => {
        bus.path = '/detail';
        return 'opened';
      },
    });
    bus.register(manifestWith({ id: 'detail', activation: { routes: '/detail' } }), { add_note: () => 1 });
    await flush();
    const other = peek(agent.invoke('notes', 'go'));
    await runtime.advance(3_000);
    expect(other.value).to.include({ success: true, data: 'opened' });
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['detail']);
  });

  it('OUI-R4 never rejects, whatever the listener of interim results does', async () => {
    const { agent, requests, result } = await page();
    const job = agent.invoke(
      'notes',
      'job',
      {},
      {
        onInterim: () => {
          throw new Error('mine');
        },
      },
    );
    await flush();
    const { requestId } = requests()[0]!;
    await result({ requestId, success: true, interim: true });
    await result({ requestId, success: true, data: 1 });
    expect((await job).data).to.equal(1);
  });

  it('OUI-R2 sends a copy: params that change while they wait are not what was checked', async () => {
    const { agent, register, requests } = await scriptedPage();
    await register(manifestWith({ actions: [{ ...manifestWith().actions[0]!, confirm: true }] }));
    const yes = deferred<boolean>();
    const params = { text: 'short' };
    void agent.invoke('notes', 'add_note', params, { confirm: () => yes.promise });
    await flush();
    params.text = 'far too long for this schema';
    yes.resolve(true);
    await flush();
    expect(requests()[0]?.['params']).to.deep.equal({ text: 'short' });
    agent.disconnect();
  });
});
