import { expect } from 'chai';
import { OuiError, type ActionManifest } from 'oui-elements/oui';
import { todoApp } from '../../../fixtures/todo-app.manifest.js';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, deferred, manifestWith, scriptedClient, restoreWarnings } from '../linked-page.js';

interface Failure {
  code: string;
  message: string;
  details?: unknown;
}

const errorOf = (result: Record<string, unknown> | undefined) => result?.['error'] as Failure;

/** An action that takes anything. */
function open(id: string, changes: Partial<ActionManifest> = {}): ActionManifest {
  return { id, description: 'Does something.', input: { type: 'object' }, ...changes };
}

describe('requests to a page', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-S6 checks params before the handler runs, and names field, constraint, expected and actual', async () => {
    const client = await scriptedClient();
    client.bus.path = '/todos';
    let calls = 0;
    client.bus.register(todoApp, { add_todo: () => ++calls });
    const id = client.request('todo-app', 'add_todo', { title: '', priority: 'urgent', dueDate: 'tomorrow' });
    await client.runtime.advance(0);
    const [result] = client.results(id);
    expect(result?.['success']).to.equal(false);
    const { code, message, details } = errorOf(result);
    expect(code).to.equal('VALIDATION_ERROR');
    const facts = (details as Record<string, unknown>[]).map(({ message: _, ...rest }) => rest);
    expect(facts).to.deep.equal([
      { field: 'title', constraint: 'minLength', expected: 1, actual: '""' },
      { field: 'priority', constraint: 'enum', expected: ['low', 'medium', 'high'], actual: '"urgent"' },
      { field: 'dueDate', constraint: 'format', expected: 'date', actual: '"tomorrow"' },
    ]);
    expect(message).to.include('dueDate must be a valid date');
    expect(calls).to.equal(0);
  });

  it('OUI-S6 says that a required field is missing, and does not show a secret', async () => {
    const client = await scriptedClient();
    const input = {
      type: 'object',
      properties: { name: { type: 'string' }, password: { type: 'string', minLength: 20 } },
      required: ['name', 'password'],
    };
    client.bus.register(manifestWith({ actions: [open('sign_in', { input })] }), { sign_in: () => 1 });
    const id = client.request('notes', 'sign_in', { password: 'hunter2' });
    await client.runtime.advance(0);
    const [result] = client.results(id);
    const details = errorOf(result).details as Record<string, unknown>[];
    expect(details.map(({ field, constraint }) => [field, constraint])).to.deep.equal([
      ['name', 'required'],
      ['password', 'minLength'],
    ]);
    expect(JSON.stringify([result, client.bus.log])).not.to.include('hunter2');
  });

  it('OUI-S6 fills in defaults for the handler', async () => {
    const client = await scriptedClient();
    client.bus.path = '/todos';
    const params: unknown[] = [];
    client.bus.register(todoApp, { add_todo: (given) => params.push(given) });
    client.request('todo-app', 'add_todo', { title: 'milk' });
    client.request('todo-app', 'add_todo', { title: 'bread', priority: 'high' });
    await client.runtime.advance(0);
    expect(params).to.deep.equal([
      { title: 'milk', priority: 'medium' },
      { title: 'bread', priority: 'high' },
    ]);
  });

  it('OUI-S7 an unknown action is ACTION_NOT_FOUND', async () => {
    const client = await scriptedClient();
    client.bus.register(manifestWith(), { add_note: () => 1, toString: () => 1 });
    for (const action of ['drop_all', 'toString', 'constructor', 'hasOwnProperty']) {
      const id = client.request('notes', action);
      await client.runtime.advance(0);
      expect(errorOf(client.results(id)[0]).code, action).to.equal('ACTION_NOT_FOUND');
      expect(errorOf(client.results(id)[0]).message).to.include('add_note');
    }
  });

  it('OUI-S7 an inactive, unknown or departed surface is SURFACE_UNAVAILABLE', async () => {
    const client = await scriptedClient();
    let calls = 0;
    client.bus.register(manifestWith({ activation: { routes: '/notes' } }), { add_note: () => ++calls });
    const left = client.bus.register(manifestWith({ id: 'left' }), { add_note: () => ++calls });
    left.unregister();
    for (const surfaceId of ['notes', 'nowhere', 'left', 'constructor']) {
      const id = client.request(surfaceId, 'add_note', { text: 'x' });
      await flush();
      expect(errorOf(client.results(id)[0]).code, surfaceId).to.equal('SURFACE_UNAVAILABLE');
    }
    expect(calls).to.equal(0);
  });

  it('OUI-S8 calls handlers after the message has been handed over', async () => {
    const client = await scriptedClient();
    const order: string[] = [];
    client.bus.register(manifestWith(), { add_note: () => order.push('handler') });
    await flush();
    // A transport that hands over synchronously must make no difference.
    const listeners: ((message: unknown) => void)[] = [];
    client.bus.connect({
      state: 'connected',
      connect: async () => {},
      disconnect: () => {},
      send: () => true,
      onEvent: (listener) => {
        listeners.push(listener);
        return () => {};
      },
      onStateChange: () => () => {},
    });
    const payload = {
      requestId: 'a',
      surfaceId: 'notes',
      actionId: 'add_note',
      params: { text: 'x' },
      timestamp: 0,
    };
    listeners[0]!({ type: 'action:request', payload });
    order.push('handed over');
    await flush();
    expect(order).to.deep.equal(['handed over', 'handler']);
  });

  it('OUI-S9 a handler that throws or rejects gives EXECUTION_ERROR', async () => {
    const client = await scriptedClient();
    const thrown: unknown[] = [
      new Error('no room'),
      'a text',
      undefined,
      { code: 'ENOENT', message: 'gone' },
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap');
          },
        },
      ),
    ];
    const surface = client.bus.register(
      manifestWith({ actions: [open('fail')] }),
      {
        fail: () => {
          throw thrown[0];
        },
      },
      { rateLimit: 'off' },
    );
    for (const reason of thrown) {
      for (const fail of [
        () => {
          throw reason;
        },
        () => Promise.reject(reason),
      ]) {
        surface.update(manifestWith({ actions: [open('fail')] }), { fail });
        const id = client.request('notes', 'fail');
        await client.runtime.advance(0);
        expect(client.results(id)).to.have.length(1);
        expect(errorOf(client.results(id)[0]).code).to.equal('EXECUTION_ERROR');
        expect(errorOf(client.results(id)[0]).message).to.be.a('string');
      }
    }
  });

  it('OUI-S9 keeps the code of an error that was raised on purpose, and lets no credential out', async () => {
    const client = await scriptedClient();
    client.bus.register(manifestWith({ actions: [open('fail'), open('leak')] }), {
      fail: () => {
        throw new OuiError('app:quota_exceeded', 'No room left', { limit: 1000 });
      },
      leak: () => {
        throw new Error('401 for Bearer abcdefghijklmnop');
      },
    });
    const id = client.request('notes', 'fail');
    const leak = client.request('notes', 'leak');
    await client.runtime.advance(0);
    expect(client.results(id)[0]?.['error']).to.deep.equal({
      code: 'app:quota_exceeded',
      message: 'No room left',
      details: { limit: 1000 },
    });
    expect(errorOf(client.results(leak)[0]).message).to.equal('401 for [redacted]');
  });

  it('OUI-S10 OUI-S12 answers a synchronous action once, with durationMs and timestamp', async () => {
    const client = await scriptedClient();
    const job = deferred();
    client.bus.register(manifestWith({ actions: [open('work'), open('fail')] }), {
      work: (_, context) => {
        context.acknowledge({ early: true });
        context.progress(0.5);
        return job.promise;
      },
      fail: () => Promise.reject(new Error('no')),
    });
    const id = client.request('notes', 'work');
    const fails = client.request('notes', 'fail');
    await client.runtime.advance(250);
    job.resolve({ saved: true });
    await client.runtime.advance(0);
    const [result, ...more] = client.results(id);
    expect(more).to.deep.equal([]);
    expect(result).to.deep.include({
      success: true,
      data: { saved: true },
      durationMs: 250,
      timestamp: client.runtime.now(),
    });
    expect(result).not.to.have.any.keys('error', 'interim');
    const [failure] = client.results(fails);
    expect(failure).to.include({ success: false, durationMs: 250 });
    expect(failure).not.to.have.property('data');
    expect(errorOf(failure).message).to.equal('no');
  });

  it('OUI-S12 has durationMs and timestamp on refusals too', async () => {
    const client = await scriptedClient();
    const id = client.request('nowhere', 'nothing');
    await client.runtime.advance(0);
    expect(client.results(id)[0]).to.include({ durationMs: 0, timestamp: client.runtime.now() });
  });

  it('§8.9 OUI-S10 makes whatever a handler returns safe for JSON', async () => {
    const client = await scriptedClient();
    const cycle: Record<string, unknown> = { big: 12n, when: new Date(0) };
    cycle['self'] = cycle;
    client.bus.register(manifestWith({ actions: [open('work')] }), { work: () => cycle });
    const id = client.request('notes', 'work');
    await client.runtime.advance(0);
    expect(client.results(id)[0]?.['data']).to.deep.equal({
      big: '12',
      when: '1970-01-01T00:00:00.000Z',
      self: '[circular]',
    });
  });

  it('OUI-R6 §8.12 a synchronous handler that never settles ends in TIMEOUT and is aborted', async () => {
    const client = await scriptedClient();
    let signal: AbortSignal | undefined;
    client.bus.register(manifestWith({ actions: [open('hang'), open('next')] }), {
      hang: (_, context) => {
        signal = context.signal;
        return new Promise(() => {});
      },
      next: () => 'went on',
    });
    const id = client.request('notes', 'hang');
    const next = client.request('notes', 'next');
    await client.runtime.advance(29_999);
    expect(client.results(id)).to.deep.equal([]);
    await client.runtime.advance(1);
    expect(errorOf(client.results(id)[0]).code).to.equal('TIMEOUT');
    expect(signal?.aborted).to.equal(true);
    expect(client.results(next)[0]?.['data']).to.equal('went on');
    expect(client.runtime.timers).to.equal(0);
  });

  it('OUI-S9 an action without a handler fails clearly', async () => {
    const client = await scriptedClient();
    client.bus.register(manifestWith({ actions: [open('go'), open('constructor')] }), {});
    for (const actionId of ['go', 'constructor']) {
      const id = client.request('notes', actionId);
      await client.runtime.advance(0);
      expect(errorOf(client.results(id)[0])?.code, actionId).to.equal('EXECUTION_ERROR');
      expect(errorOf(client.results(id)[0]).message).to.include('no handler');
    }
  });

  it('§8.4 looks the handler up when the action runs, not when it was asked for', async () => {
    const client = await scriptedClient();
    const first = deferred();
    const manifest = manifestWith({ actions: [open('wait'), open('say')] });
    client.bus.register(manifest, { wait: () => first.promise, say: () => 'stale' });
    client.request('notes', 'wait');
    const id = client.request('notes', 'say');
    await flush();
    client.bus.register(manifest, { wait: () => 1, say: () => 'fresh' });
    first.resolve(1);
    await client.runtime.advance(0);
    expect(client.results(id)[0]?.['data']).to.equal('fresh');
  });

  it('OUI-S8 gives the handler its context, and params that nothing else holds', async () => {
    const client = await scriptedClient();
    const seen: unknown[] = [];
    client.bus.register(manifestWith({ actions: [open('look')] }), {
      look: (params, { requestId, surfaceId, actionId, signal }) => {
        seen.push(params, requestId, surfaceId, actionId, signal.aborted);
      },
    });
    client.send(
      JSON.parse(
        '{"type":"action:request","payload":{"requestId":"q","surfaceId":"notes","actionId":"look","params":{"a":1,"__proto__":{"polluted":true}},"timestamp":0}}',
      ),
    );
    await client.runtime.advance(0);
    expect(seen).to.deep.equal([{ a: 1 }, 'q', 'notes', 'look', false]);
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });
});
