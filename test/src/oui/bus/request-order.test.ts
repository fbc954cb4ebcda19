import { expect } from 'chai';
import type { ActionManifest } from 'oui-elements/oui';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { flush } from '../../../fake-runtime.js';
import {
  collectWarnings,
  deferred,
  manifestWith,
  scriptedClient,
  type Seen,
  restoreWarnings,
} from '../linked-page.js';

/** An action that takes anything. */
function open(id: string, changes: Partial<ActionManifest> = {}): ActionManifest {
  return { id, description: 'Does something.', input: { type: 'object' }, ...changes };
}

describe('order, rate and repetition of requests', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-S19 runs the actions of one surface one after the other, in order of arrival', async () => {
    const client = await scriptedClient();
    const order: string[] = [];
    const jobs = [deferred(), deferred()];
    const run = (name: string, job: Promise<unknown>) => async () => {
      order.push(`${name} starts`);
      await job;
      order.push(`${name} ends`);
    };
    const handlers = { one: run('one', jobs[0]!.promise), two: run('two', jobs[1]!.promise) };
    client.bus.register(manifestWith({ actions: [open('one'), open('two')] }), handlers);
    client.bus.register(manifestWith({ id: 'other', actions: [open('one')] }), {
      one: () => order.push('other surface'),
    });
    client.request('notes', 'one');
    client.request('notes', 'two');
    client.request('other', 'one');
    await flush();
    expect(order).to.deep.equal(['one starts', 'other surface']);
    jobs[1]!.resolve(1);
    await flush();
    jobs[0]!.resolve(1);
    await client.runtime.advance(0);
    expect(order).to.deep.equal(['one starts', 'other surface', 'one ends', 'two starts', 'two ends']);
  });

  it('OUI-S19 allows more at once where the surface says so', async () => {
    const client = await scriptedClient();
    let running = 0;
    client.bus.register(
      manifestWith({ actions: [open('hang')] }),
      {
        hang: () => {
          running++;
          return new Promise(() => {});
        },
      },
      { concurrency: 2 },
    );
    for (let n = 0; n < 3; n++) client.request('notes', 'hang');
    await flush();
    expect(running).to.equal(2);
  });

  it('OUI-S20 limits the rate of each surface, and says when to try again', async () => {
    const client = await scriptedClient();
    const options = { rateLimit: { requests: 2, perMs: 1000 } };
    client.bus.register(manifestWith({ actions: [open('go')] }), { go: () => 1 }, options);
    client.bus.register(manifestWith({ id: 'other', actions: [open('go')] }), { go: () => 1 }, options);
    await client.runtime.advance(0);
    client.request('notes', 'go');
    await client.runtime.advance(400);
    client.request('notes', 'go');
    const third = client.request('notes', 'go');
    const elsewhere = client.request('other', 'go');
    await client.runtime.advance(0);
    expect(client.results(third)[0]?.['error']).to.deep.include({
      code: 'RATE_LIMITED',
      details: { retryAfterMs: 600 },
    });
    expect(client.results(elsewhere)[0]?.['success']).to.equal(true);
    await client.runtime.advance(600);
    const later = client.request('notes', 'go');
    await client.runtime.advance(0);
    expect(client.results(later)[0]?.['success']).to.equal(true);
  });

  it('OUI-S20 limits to 30 in 10 s by default, and not at all when switched off', async () => {
    const client = await scriptedClient();
    client.bus.register(manifestWith({ actions: [open('go')] }), { go: () => 1 });
    client.bus.register(
      manifestWith({ id: 'free', actions: [open('go')] }),
      { go: () => 1 },
      { rateLimit: 'off' },
    );
    for (let n = 0; n < 40; n++) {
      client.request('notes', 'go', {}, `limited${n}`);
      client.request('free', 'go', {}, `free${n}`);
    }
    await client.runtime.advance(0);
    const ok = client.of('action:result').filter(({ success }) => success === true);
    const count = (name: string) => ok.filter(({ requestId }) => String(requestId).startsWith(name)).length;
    expect([count('limited'), count('free')]).to.deep.equal([30, 40]);
  });

  it('OUI-S21 §8.6 runs the same requestId once, and gives its answer again', async () => {
    const client = await scriptedClient();
    const job = deferred();
    let calls = 0;
    client.bus.register(manifestWith({ actions: [open('go')] }), {
      go: () => {
        calls++;
        return job.promise;
      },
    });
    client.request('notes', 'go', {}, 'same');
    await flush();
    client.request('notes', 'go', {}, 'same');
    await flush();
    expect(client.results('same')).to.have.length(0);
    job.resolve('once');
    await client.runtime.advance(0);
    expect(client.results('same')).to.have.length(1);
    client.request('notes', 'go', {}, 'same');
    await client.runtime.advance(0);
    expect(calls).to.equal(1);
    const [first, again] = client.results('same');
    expect(again).to.deep.equal(first);
  });

  it('OUI-S21 remembers answers up to 16 MB of them, the newest', async function () {
    this.timeout(60_000);
    const client = await scriptedClient();
    const calls: unknown[] = [];
    client.bus.register(
      manifestWith({ actions: [open('go')] }),
      {
        go: ({ n }) => {
          calls.push(n);
          return 'x'.repeat(150_000);
        },
      },
      { rateLimit: 'off' },
    );
    const count = 120;
    for (let n = 0; n < count; n++) {
      client.request('notes', 'go', { n }, `big-${n}`);
      await client.runtime.advance(0);
    }
    expect(calls).to.have.length(count);
    client.request('notes', 'go', { n: 'again' }, `big-${count - 1}`);
    client.request('notes', 'go', { n: 'forgotten' }, 'big-0');
    await client.runtime.advance(0);
    expect(calls.slice(count)).to.deep.equal(['forgotten']);
  });

  it('OUI-S21 OUI-R10 remembers across a reconnection, and keeps clients apart', async () => {
    const client = await scriptedClient();
    let calls = 0;
    client.bus.register(manifestWith({ actions: [open('go')] }), { go: () => ++calls });
    client.request('notes', 'go', {}, 'same');
    await client.runtime.advance(0);
    client.end.disconnect();
    await client.end.connect();
    client.request('notes', 'go', {}, 'same');
    await client.runtime.advance(0);
    expect(calls).to.equal(1);
    expect(client.results('same').map(({ data }) => data)).to.deep.equal([1, 1]);
    const [pageEnd, otherEnd] = linkedTransports();
    const answers: unknown[] = [];
    otherEnd.onEvent((message) => {
      const { type, payload } = message as Seen;
      if (type === 'action:result') answers.push(payload['data']);
    });
    await otherEnd.connect();
    client.bus.connect(pageEnd);
    const payload = { requestId: 'same', surfaceId: 'notes', actionId: 'go', params: {}, timestamp: 0 };
    otherEnd.send({ type: 'action:request', payload });
    await client.runtime.advance(0);
    expect(answers).to.deep.equal([2]);
    expect(client.results('same')).to.have.length(2);
  });

  it('OUI-E8 a result that the transport finds too large arrives with less of it', async () => {
    const client = await scriptedClient();
    const sent: Record<string, unknown>[] = [];
    const listeners: ((message: unknown) => void)[] = [];
    client.bus.connect({
      state: 'connected',
      connect: async () => {},
      disconnect: () => {},
      send: (message) => {
        if (JSON.stringify(message).length > 400) return false;
        sent.push(message as never);
        return true;
      },
      onEvent: (listener) => {
        listeners.push(listener);
        return () => {};
      },
      onStateChange: () => () => {},
    });
    client.bus.register(manifestWith({ actions: [open('go', { description: 'x'.repeat(400) })] }), {
      go: ({ size }) => 'y'.repeat(size as number),
    });
    const ask = async (size: number) => {
      const payload = {
        requestId: `s${size}`,
        surfaceId: 'notes',
        actionId: 'go',
        params: { size },
        timestamp: 0,
      };
      listeners[0]!({ type: 'action:request', payload });
      await client.runtime.advance(0);
      return (sent.at(-1)?.['payload'] ?? {}) as Record<string, unknown>;
    };
    const small = await ask(3);
    expect(small).to.deep.include({ success: true, data: 'yyy' });
    expect(small['delivery']).to.deep.include({ trimmed: true, omitted: ['surfaces'] });
    const large = await ask(1000);
    expect(large).to.include({ success: true, requestId: 's1000' });
    expect(large).not.to.have.property('data');
    expect(large['delivery']).to.deep.include({ omitted: ['surfaces', 'observations', 'data'] });
  });
});
