import { expect } from 'chai';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { agentEvents } from 'oui-elements/agent-ui/adapters/agent-events';
import {
  AGENT_UI_SCENARIOS,
  runAcceptance,
  sessionPeer,
  type AcceptanceGateway,
  type AcceptanceReport,
  type AgentUiPeer,
  type AgentUiScenario,
} from 'oui-elements/testing';
import { PromptResponse } from '../../prompt-response.js';

const faults = ({ scenarios }: AcceptanceReport) =>
  scenarios.filter(({ passed }) => !passed).map(({ id, fault }) => `${id}: ${fault}`);

/** The native adapter between our store and a server that is only two functions. */
function adapterPeer(framing: 'sse' | 'ndjson'): (gateway: AcceptanceGateway) => AgentUiPeer {
  return (gateway) => {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
    const type = framing === 'sse' ? 'text/event-stream' : 'application/x-ndjson';
    const fetch = async (_: unknown, { method, body: posted }: RequestInit = {}) =>
      method === 'POST'
        ? PromptResponse.json(await gateway(JSON.parse(String(posted)) as Record<string, unknown>))
        : new PromptResponse(body, { headers: { 'content-type': type } });
    const controls = Object.fromEntries(
      ['respond', 'assign', 'stop'].map((kind) => [kind, 'native' as const]),
    );
    const session = new AgentSession(agentEvents({ url: '/events', fetch: fetch as never, controls }), {
      sessionId: 'ses-1',
    });
    return {
      dispatch: (events) => {
        const frame = (event: unknown) =>
          framing === 'sse' ? `data: ${JSON.stringify(event)}\n\n` : `${JSON.stringify(event)}\n`;
        controller.enqueue(new TextEncoder().encode(events.map(frame).join('')));
      },
      snapshot: () => session.snapshot(),
      ask: (request) => session.ask(request as never),
      close: () => session.close(),
    };
  };
}

describe('Agent UI acceptance suite', () => {
  it('issue 5: is plain JSON, with a number for each scenario and for each rule', () => {
    expect(JSON.parse(JSON.stringify(AGENT_UI_SCENARIOS))).to.deep.equal(AGENT_UI_SCENARIOS);
    const ids = AGENT_UI_SCENARIOS.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    const numbers = Array.from({ length: 21 }, (_, i) => `AC-${String(i + 1).padStart(2, '0')}`);
    expect(ids).to.include.members([...numbers, 'AC-23F', 'AC-24S']);
    for (const { rules, steps } of AGENT_UI_SCENARIOS) {
      for (const rule of rules) expect(rule).to.match(/^(?:[MN]-0\d\d|[RW]\d+)$/);
      expect(steps.some((step) => 'facts' in step)).to.equal(true);
    }
  });

  it('issue 5: our store passes every scenario', async () => {
    const report = await runAcceptance(sessionPeer, { withinMs: 0 });
    expect(faults(report)).to.deep.equal([]);
    expect(report.passed).to.equal(AGENT_UI_SCENARIOS.length);
  });

  for (const delivery of ['doubled', 'backwards', 'shuffled', 'halved'] as const) {
    it(`M-061 our store comes to the same facts when everything comes ${delivery}`, async () => {
      const report = await runAcceptance(sessionPeer, { withinMs: 0, delivery });
      expect(faults(report)).to.deep.equal([]);
      expect(report.passed).to.be.at.least(25);
    });
  }

  for (const framing of ['sse', 'ndjson'] as const) {
    it(`issue 5: the native adapter passes every scenario over ${framing}`, async () => {
      const report = await runAcceptance(adapterPeer(framing));
      expect(faults(report)).to.deep.equal([]);
      expect(report.passed).to.equal(AGENT_UI_SCENARIOS.length);
    });
  }
});

describe('runAcceptance', () => {
  const scenario = (id: string) => AGENT_UI_SCENARIOS.filter((each) => each.id === id);
  const run = (peer: Partial<AgentUiPeer>, scenarios: readonly AgentUiScenario[]) =>
    runAcceptance(() => ({ dispatch: () => {}, snapshot: () => ({}), ...peer }), { scenarios, withinMs: 0 });

  it('issue 5: a store that shows nothing fails, and the reason names the step and the list', async () => {
    const report = await run({}, scenario('AC-23F'));
    expect(report).to.include({ passed: 0, failed: 1 });
    expect(report.scenarios[0].fault).to.match(/^step 2: runs has nothing like .*; it is empty$/);
  });

  it('issue 5: a store that takes prose for a fact, or loses a secret, fails', async () => {
    const believes = await run(
      {
        snapshot: () => ({
          artifacts: [{ artifactId: 'art-7', kind: 'document' }],
          evidence: [{ evidenceId: 'ev-2' }],
          runs: [{ outcome: 'unknown' }],
        }),
      },
      scenario('AC-11'),
    );
    expect(believes.scenarios[0].fault).to.include('"art-7"').and.to.include('/kind');
    const leaks = await run(
      {
        snapshot: () => ({ tools: [{ toolCallId: 'tc-9', state: 'input-streaming', args: 'sk-live-123' }] }),
      },
      [{ ...scenario('AC-05')[0], steps: [{ facts: { tools: [{}] }, lacks: ['sk-live-123'] }] }],
    );
    expect(leaks.scenarios[0].fault).to.equal('step 1: the facts contain "sk-live-123", and must not');
  });

  it('M-026 a store that sends an answer twice, or takes a receipt for the effect, fails', async () => {
    const twice = await runAcceptance(
      (gateway) => {
        const peer = sessionPeer(gateway);
        return { ...peer, ask: (request) => gateway(request) };
      },
      { scenarios: scenario('AC-06'), withinMs: 0 },
    );
    expect(twice.scenarios[0].fault).to.match(
      /^step 4: of the requests that were sent, .* has 2 items, not 1$/,
    );
    const hasty = await runAcceptance(
      (gateway) => {
        const peer = sessionPeer(gateway);
        const events: AgentUiEvent[] = [
          { type: 'action.resolved', actionId: 'ac-1', payload: { decision: 'approve' } },
        ];
        const ask = async (request: Parameters<NonNullable<AgentUiPeer['ask']>>[0]) => {
          await peer.ask?.(request);
          await peer.dispatch(events as never);
        };
        return { ...peer, ask };
      },
      { scenarios: scenario('AC-06'), withinMs: 0 },
    );
    expect(hasty.scenarios[0].fault).to.match(/^step 5: approvals has nothing like/);
  });

  it('issue 5: a peer that throws is a failure with its sentence, never a rejection', async () => {
    const broken = { dispatch: () => { throw new Error('no room'); } }; // prettier-ignore
    expect((await run(broken, scenario('AC-21'))).scenarios[0].fault).to.equal('it threw: no room');
    const unopened = await runAcceptance(() => Promise.reject(new Error('no door')), {
      scenarios: scenario('AC-21'),
    });
    expect(unopened.scenarios[0].fault).to.equal('it threw: no door');
  });
});
