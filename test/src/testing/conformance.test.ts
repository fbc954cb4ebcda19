import { expect } from 'chai';
import { SurfaceBus } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { namedEventsTransport, type EmitterLike } from 'oui-elements/oui/transports/named-events';
import { postMessageTransport } from 'oui-elements/oui/transports/post-message';
import {
  CONFORMANCE_AGENT_OPTIONS,
  conformanceAgent,
  conformancePage,
  linkedTransports,
  runConformance,
  SCENARIOS,
  type OpenPeer,
  type Scenario,
} from 'oui-elements/testing';
import { collectWarnings, restoreWarnings } from '../oui/linked-page.js';
import { expectConformance } from './expect-conformance.js';

type Transport = OpenPeer['transport'];

/** Our own page or agent at one end, the runner's transport at the other. */
async function openPeer(side: Scenario['side'], mine: Transport, runners: Transport): Promise<OpenPeer> {
  if (side === 'page') {
    const bus = new SurfaceBus();
    conformancePage(bus);
    const connection = bus.connect(mine);
    return { transport: runners, close: () => connection.disconnect() };
  }
  const agent = new AgentRuntime(CONFORMANCE_AGENT_OPTIONS);
  conformanceAgent(agent);
  void agent.connect(mine);
  return { transport: runners, close: () => agent.disconnect() };
}

type Listener = (...args: unknown[]) => void;

/** One end of a connection such as Socket.IO's: what comes before anybody listens is kept. */
class EmitterEnd implements EmitterLike {
  peer!: EmitterEnd;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #kept: [name: string, args: unknown[]][] = [];

  on(name: string, listener: Listener): void {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
    for (const [kept, args] of this.#kept.splice(0)) this.#hear(kept, args);
  }

  off(name: string, listener: Listener): void {
    this.#listeners.get(name)?.delete(listener);
  }

  emit(name: string, ...args: unknown[]): void {
    const copies = args.map((arg) => (typeof arg === 'function' ? arg : structuredClone(arg)));
    queueMicrotask(() => this.peer.#hear(name, copies));
  }

  #hear(name: string, args: unknown[]): void {
    const listeners = this.#listeners.get(name);
    if (!listeners) this.#kept.push([name, args]);
    else for (const listener of [...listeners]) listener(...args);
  }
}

function emitters(): [EmitterLike, EmitterLike] {
  const [a, b] = [new EmitterEnd(), new EmitterEnd()];
  a.peer = b;
  b.peer = a;
  return [a, b];
}

describe('conformance suite', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI conformance: is plain JSON, with an id of its own for each case, for both sides', () => {
    expect(JSON.parse(JSON.stringify(SCENARIOS))).to.deep.equal(SCENARIOS);
    const ids = SCENARIOS.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(new Set(SCENARIOS.map(({ side }) => side))).to.deep.equal(new Set(['page', 'agent']));
    for (const { rules } of SCENARIOS) {
      for (const rule of rules) expect(rule).to.match(/^OUI-[SRTXE]\d+$/);
    }
  });

  for (const side of ['page', 'agent'] as const) {
    it(`OUI-T5 our ${side} conforms over a direct link`, async () => {
      await expectConformance(side, () => {
        const [mine, runners] = linkedTransports();
        return openPeer(side, mine, runners);
      });
    }).timeout(60_000);

    it(`OUI-E12 our ${side} conforms over a Socket.IO-like emitter`, async () => {
      await expectConformance(side, () => {
        const [a, b] = emitters();
        const other = side === 'page' ? 'agent' : 'page';
        return openPeer(side, namedEventsTransport(a, { side }), namedEventsTransport(b, { side: other }));
      });
    }).timeout(60_000);

    it(`OUI-T7 our ${side} conforms over a MessagePort`, async () => {
      await expectConformance(side, async () => {
        const { port1, port2 } = new MessageChannel();
        const peer = await openPeer(
          side,
          postMessageTransport({ role: 'embedded', port: port1 }),
          postMessageTransport({ role: 'host', port: port2 }),
        );
        return {
          ...peer,
          close: () => {
            peer.close?.();
            peer.transport.disconnect();
            port1.close();
          },
        };
      });
    }).timeout(60_000);
  }
});

describe('runConformance', () => {
  const silent = (): OpenPeer => {
    const [mine, runners] = linkedTransports();
    void mine.connect();
    return { transport: runners };
  };
  const one = (steps: Scenario['steps']): Scenario[] => [
    { id: 'x', side: 'page', rules: ['OUI-S2'], title: 'x', steps },
  ];

  it('OUI conformance: says what did not come, what came too often, and what could not be reached', async () => {
    const late = await runConformance(silent, {
      side: 'page',
      scenarios: one([{ expect: { type: 'x-a' }, withinMs: 5 }]),
    });
    expect(late).to.include({ passed: 0, failed: 1 });
    expect(late.scenarios[0]?.fault).to.match(/^step 1: nothing that matches .*x-a/);

    const echo = (): OpenPeer => {
      const [mine, runners] = linkedTransports();
      mine.onEvent((message) => mine.send(message as never));
      void mine.connect();
      return { transport: runners };
    };
    const many = await runConformance(echo, {
      side: 'page',
      scenarios: one([
        { send: { type: 'x-a', payload: '$n' }, times: 3 },
        { expect: { type: 'x-a', payload: '2' }, withinMs: 1000 },
        { count: { type: 'x-a' }, forMs: 20, max: 2 },
      ]),
    });
    expect(many.scenarios[0]?.fault).to.match(/^step 3: 3 messages matched/);

    const broken = await runConformance(() => Promise.reject(new Error('no route')), {
      side: 'page',
      scenarios: one([]),
    });
    expect(broken.scenarios[0]?.fault).to.include('no route');
  });

  it('OUI conformance: fails a page that answers twice, and only for that', async () => {
    const careless = async (): Promise<OpenPeer> => {
      const [mine, runners] = linkedTransports();
      const bus = new SurfaceBus();
      conformancePage(bus);
      const [inner, relay] = linkedTransports();
      bus.connect(inner);
      mine.onEvent((message) => relay.send(message as never));
      relay.onEvent((message) => {
        mine.send(message as never);
        if ((message as { type: string }).type === 'action:result') mine.send(message as never);
      });
      await mine.connect();
      await relay.connect();
      return { transport: runners };
    };
    const only = SCENARIOS.filter(({ id }) => ['page-one-answer', 'page-validate'].includes(id));
    const report = await runConformance(careless, { side: 'page', scenarios: only });
    expect(report.scenarios.map(({ id, passed }) => [id, passed])).to.deep.equal([
      ['page-validate', true],
      ['page-one-answer', false],
    ]);
  });
});
