import { expect } from 'chai';
import { SurfaceBus } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import {
  namedEventsTransport,
  type EmitterLike,
  type NamedEventsTransportOptions,
} from 'oui-elements/oui/transports/named-events';
import { FakeRuntime, flush } from '../../../fake-runtime.js';
import { collectWarnings, manifestWith, restoreWarnings } from '../linked-page.js';

type Listener = (...args: unknown[]) => void;

/** An emitter such as Node's: what is emitted is heard here. */
class Emitter {
  readonly listeners = new Map<string, Set<Listener>>();

  on(name: string, listener: Listener): void {
    this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener));
  }

  off(name: string, listener: Listener): void {
    this.listeners.get(name)?.delete(listener);
  }

  hear(name: string, ...args: unknown[]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(...args);
  }

  get count(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

/** One end of a connection such as Socket.IO's: what is emitted is heard at the other end. */
class Socket extends Emitter implements EmitterLike {
  peer!: Socket;
  connected = true;
  readonly emitted: [name: string, ...args: unknown[]][] = [];

  emit(name: string, ...args: unknown[]): void {
    this.emitted.push([name, ...args]);
    queueMicrotask(() => this.peer.hear(name, ...args));
  }

  lose(): void {
    this.connected = false;
    this.hear('disconnect', 'transport close');
  }

  come(): void {
    this.connected = true;
    this.hear('connect');
  }
}

function sockets(): [Socket, Socket] {
  const [a, b] = [new Socket(), new Socket()];
  a.peer = b;
  b.peer = a;
  return [a, b];
}

/** A page whose peer is the test: it hears and emits named events. */
async function scripted(options: NamedEventsTransportOptions = {}) {
  const [page, peer] = sockets();
  const runtime = new FakeRuntime();
  const bus = new SurfaceBus({ runtime, settle: { quietMs: 0 } });
  const surface = bus.register(
    manifestWith({ observations: [{ id: 'count', description: 'How many.', schema: { type: 'integer' } }] }),
    { add_note: () => 'noted' },
  );
  const transport = namedEventsTransport(page, { runtime, ...options });
  const connection = bus.connect(transport);
  await flush();
  const names = () => page.emitted.map(([name]) => name);
  const payload = (name: string) => page.emitted.find(([found]) => found === name)?.[1];
  const dispatch = (requestId: string) =>
    peer.emit(`${options.ns ?? 'oui'}:dispatch`, {
      requestId,
      surfaceId: 'notes',
      actionId: 'add_note',
      params: { text: 'milk' },
      timestamp: 1,
    });
  return { page, peer, runtime, bus, surface, transport, connection, names, payload, dispatch };
}

describe('namedEventsTransport', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-E12 sends one named event for each message, its payload alone', async () => {
    const { surface, runtime, dispatch, names, payload } = await scripted();
    expect(names()).to.deep.equal(['oui:surface:register']);
    expect(payload('oui:surface:register')).to.have.nested.property('surface.id', 'notes');
    surface.publish('count', 1);
    await runtime.advance(100);
    expect(payload('oui:observation')).to.include({ surfaceId: 'notes', observationId: 'count', value: 1 });
    dispatch('r1');
    await runtime.advance(100);
    expect(payload('oui:action:result')).to.include({ requestId: 'r1', success: true, data: 'noted' });
    surface.setActive(false);
    await flush();
    expect(payload('oui:surface:deregister')).to.include({ surfaceId: 'notes' });
  });

  it('OUI-E12 takes another namespace', async () => {
    const { dispatch, runtime, names } = await scripted({ ns: 'desk' });
    dispatch('r1');
    await runtime.advance(100);
    expect(names()).to.deep.equal(['desk:surface:register', 'desk:action:result']);
  });

  for (const shared of [false, true]) {
    it(`OUI-E12 covers both ends, ${shared ? 'on one emitter that they share' : 'of a connection'}`, async () => {
      const emitter = Object.assign(new Emitter(), {
        emit: (name: string, ...args: unknown[]) => emitter.hear(name, ...args),
      });
      const [a, b]: readonly EmitterLike[] = shared ? [emitter, emitter] : sockets();
      const bus = new SurfaceBus({ settle: { quietMs: 0 } });
      const surface = bus.register(
        manifestWith({ observations: [{ id: 'count', description: 'How many.', schema: true }] }),
        { add_note: ({ text }) => text },
      );
      const agent = new AgentRuntime();
      await agent.connect(namedEventsTransport(b!, { side: 'agent' }));
      bus.connect(namedEventsTransport(a!));
      expect(await agent.whenRegistered('notes')).to.equal(true);
      expect((await agent.invoke('notes', 'add_note', { text: 'milk' })).data).to.equal('milk');
      surface.publish('count', 3);
      expect(await agent.observe('notes', 'count')).to.equal(3);
      const heard: string[] = [];
      bus.addEventListener('x-ping', () => heard.push('page'));
      agent.addEventListener('x-ping', () => heard.push('agent'));
      agent.send({ type: 'x-ping' });
      await flush();
      expect(heard).to.deep.equal(['page']);
      bus.send({ type: 'x-ping' });
      await flush();
      expect(heard).to.deep.equal(['page', 'agent']);
    });
  }

  it('OUI-E12 asks for an answer to a result; a no is a no, and silence is none', async () => {
    const { page, runtime, transport } = await scripted();
    const result = {
      type: 'action:result' as const,
      payload: { requestId: 'r', success: true, timestamp: 1 },
    };
    const answerOf = async (answer: unknown) => {
      const sent = transport.send(result);
      (page.emitted.at(-1)!.at(-1) as (answer: unknown) => void)(answer);
      return sent;
    };
    expect(await answerOf({ ok: true })).to.deep.equal({ ok: true });
    expect(await answerOf({ ok: false, reason: 'too large' })).to.deep.equal({
      ok: false,
      reason: 'too large',
    });
    expect(await answerOf({ ok: false })).to.deep.equal({ ok: false, reason: 'refused' });
    expect(await answerOf('fine')).to.deep.equal({ ok: true });
    const silent = transport.send(result);
    await runtime.advance(5_000);
    expect(await silent).to.deep.equal({ ok: true });
    const last = transport.send(result);
    expect(runtime.timers).to.equal(1);
    transport.disconnect();
    expect(await last).to.deep.equal({ ok: true });
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-E8 OUI-E12 a refused result is sent again with less in it, until it is taken', async () => {
    const { page, peer, dispatch, runtime } = await scripted();
    const taken: Record<string, unknown>[] = [];
    peer.on('oui:action:result', (result, answer) => {
      const content = result as Record<string, unknown>;
      const ok = content['observations'] === undefined;
      if (ok) taken.push(content);
      (answer as (answer: unknown) => void)(ok ? { ok } : { ok, reason: 'relay: too large' });
    });
    dispatch('r1');
    await runtime.advance(100);
    const emitted = page.emitted.filter(([name]) => name === 'oui:action:result');
    expect(emitted).to.have.length(3);
    expect(taken).to.have.length(1);
    expect(taken[0]).to.include({ requestId: 'r1', success: true, data: 'noted' });
    expect(taken[0]).to.not.have.property('surfaces');
    expect(taken[0]?.['delivery']).to.deep.equal({
      trimmed: true,
      reason: 'relay: too large',
      omitted: ['surfaces', 'observations'],
    });
  });

  it('OUI-E12 an emitter that carries no functions is not asked for answers', async () => {
    const { page, dispatch, runtime } = await scripted({ acknowledge: false });
    dispatch('r1');
    await runtime.advance(100);
    const [name, ...args] = page.emitted.at(-1)!;
    expect(name).to.equal('oui:action:result');
    expect(args).to.have.length(1);
  });

  it('OUI-E12 the agent’s end answers, and refuses what it cannot read', async () => {
    const [socket] = sockets();
    const end = namedEventsTransport(socket, { side: 'agent', maxMessageBytes: 200 });
    const seen: unknown[] = [];
    end.onEvent((message) => seen.push(message));
    await end.connect();
    const answers: unknown[] = [];
    const answer = (given: unknown) => answers.push(given);
    const payload = { requestId: 'r', success: true, timestamp: 1 };
    socket.hear('oui:action:result', payload, answer);
    socket.hear('oui:action:result', { ...payload, data: 'x'.repeat(200) }, answer);
    socket.hear('oui:action:result', payload);
    expect(seen, 'later').to.deep.equal([]);
    await flush();
    const message = { type: 'action:result', payload };
    expect(seen).to.deep.equal([message, message]);
    expect(answers).to.have.length(2);
    expect(answers[0]).to.deep.equal({ ok: true });
    expect(answers[1]).to.have.property('ok', false);
  });

  it('OUI-T8 follows the connection of the emitter, and registers anew', async () => {
    const { page, transport, names } = await scripted();
    page.lose();
    expect(transport.state).to.equal('connecting');
    expect(transport.send({ type: 'x-a' })).to.equal(false);
    page.come();
    expect(transport.state).to.equal('connected');
    await flush();
    expect(names()).to.deep.equal(['oui:surface:register', 'oui:surface:register']);
  });

  it('OUI-T2 OUI-T3 odd events are no messages: nothing breaks, and the next one is served', async () => {
    const { peer, names, dispatch, runtime } = await scripted();
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const odd of [undefined, null, 5, 'text', [], {}, { requestId: 5 }, cycle, 10n]) {
      peer.emit('oui:dispatch', odd);
      peer.emit('oui:extension', odd);
      peer.emit('oui:observation:request', odd);
      peer.emit('oui:constructor', odd);
    }
    peer.emit('oui:dispatch');
    dispatch('r1');
    await runtime.advance(100);
    expect(names()).to.deep.equal(['oui:surface:register', 'oui:action:result']);
  });

  it('OUI-E12 §8.10 removes only its own listeners, and closes nothing', async () => {
    const { page, connection, transport, names } = await scripted();
    const own = page.count;
    expect(own).to.be.greaterThan(0);
    page.on('oui:dispatch', () => {});
    page.on('disconnect', () => {});
    connection.disconnect();
    expect(transport.state).to.equal('disconnected');
    expect(page.count).to.equal(2);
    expect(page.connected).to.equal(true);
    expect(names().at(-1)).to.equal('oui:surface:deregister');
  });
});
