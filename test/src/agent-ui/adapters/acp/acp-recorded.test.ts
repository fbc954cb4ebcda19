import { expect } from 'chai';
import { ACP_SESSION } from '../../../../fixtures/acp/acp-session.js';
import { AcpDriver, type FakeSocket, type Json } from './acp-driver.js';

const FRAMES = ACP_SESSION.map((line) => ({
  fromAgent: line.startsWith('< '),
  text: line.slice(2),
  message: JSON.parse(line.slice(2)) as Json,
}));
/** The first prompt and everything that the agent sent until it had ended that turn. */
const FIRST = FRAMES.findIndex(({ message }) => message['id'] === 2 && 'method' in message);
const FIRST_END = FRAMES.findIndex(({ fromAgent, message }) => fromAgent && message['id'] === 2);
const TURN = FRAMES.slice(FIRST + 1, FIRST_END + 1).filter(({ fromAgent }) => fromAgent);
const LOAD = FRAMES.findIndex(({ message }) => message['method'] === 'session/load');

interface Delivery {
  /** How often each message comes. */
  times?: number;
}

/**
 * Plays the recorded agent: to each message of the client it answers as it did then, up to where it waited for the
 * client again. Ours numbers its requests as that client did.
 */
function recordedAgent({ times = 1 }: Delivery = {}) {
  let at = 0;
  return (message: Json, socket: FakeSocket): boolean => {
    const key = message['method'] ?? 'answer';
    const next = FRAMES.findIndex(
      (frame, index) => index >= at && !frame.fromAgent && (frame.message['method'] ?? 'answer') === key,
    );
    if (next < 0) return true;
    at = next + 1;
    // Not while the client is still speaking.
    queueMicrotask(() => {
      for (let frame = FRAMES[at]; frame?.fromAgent; frame = FRAMES[++at])
        for (let n = 0; n < times; n++) socket.say(frame.text);
    });
    return true;
  };
}

/** Both prompts of the recording: one with an approval, one that is stopped. */
async function play(delivery?: Delivery): Promise<AcpDriver> {
  const driver = await AcpDriver.connect({ setUp: (made) => (made.answer = recordedAgent(delivery)) });
  await driver.prompt('fix the bug', 'one');
  await driver.session.respond(String(driver.facts.approvals[0]?.['actionId']), 'allow_once');
  await driver.settle();
  await driver.prompt('slow', 'two');
  await driver.session.interrupt();
  await driver.settle();
  return driver;
}

/** Facts without their times, and without what one delivery has and another has not. */
function factsOf(driver: AcpDriver) {
  const { messages, tools, approvals, plans, artifacts, context, permissions, sessions, runs } = driver.facts;
  return {
    messages: messages.map(({ messageId, role, text, turnId }) => ({ messageId, role, text, turnId })),
    tools: tools.map(({ toolCallId, name, state, args, output, error }) => ({
      toolCallId,
      name,
      state,
      args,
      output,
      error,
    })),
    approvals: approvals.map(({ actionId, state, decision }) => ({ actionId, state, decision })),
    plans: plans.map(({ planId, steps }) => ({ planId, steps })),
    artifacts: artifacts.map(({ artifactId, kind, diffs }) => ({
      artifactId,
      kind,
      diffs: (diffs as Json[]).map(({ diffRef }) => diffRef),
    })),
    context: context.map(({ contextId, boundaryId, budget, status, summary }) => ({
      contextId,
      boundaryId,
      budget,
      status,
      summary,
    })),
    mode: permissions.map(({ mode }) => mode),
    title: sessions[0]?.['title'],
    thoughts: driver.facts.turns.flatMap(({ parts }) =>
      (parts as Json[]).filter(({ type }) => type === 'reasoning_summary').map(({ text }) => text),
    ),
    runs: runs.map(({ runId, outcome }) => ({ runId, outcome })),
  };
}

describe('ACP: a session that was recorded', () => {
  it('ACP table: every message is a fact, and which', async () => {
    const driver = await play();
    const facts = factsOf(driver);
    expect(facts.messages).to.deep.equal([
      { messageId: 'sess-1:turn:1/user', role: 'user', text: 'fix the bug', turnId: 'sess-1:turn:1' },
      { messageId: 'm2', role: 'assistant', text: 'Patched the parser.', turnId: 'sess-1:turn:1' },
      { messageId: 'sess-1:turn:2/user', role: 'user', text: 'slow', turnId: 'sess-1:turn:2' },
    ]);
    expect(facts.thoughts).to.deep.equal(['Look at parser.ts ']);
    expect(facts.tools).to.deep.equal([
      {
        toolCallId: 't1',
        name: 'Read parser.ts',
        state: 'output-available',
        args: { path: '/w/parser.ts' },
        output: 'file body',
        error: undefined,
      },
      {
        toolCallId: 't2',
        name: 'Edit parser.ts',
        state: 'output-available',
        args: { path: '/w/parser.ts' },
        output: undefined,
        error: undefined,
      },
      {
        toolCallId: 't9',
        name: 'long job',
        state: 'cancelled',
        args: undefined,
        output: undefined,
        error: { message: 'The person stopped the turn.', code: 'CANCELLED' },
      },
    ]);
    expect(facts.approvals).to.deep.equal([
      { actionId: 't2:permission', state: 'resolved', decision: 'approved' },
    ]);
    expect(facts.plans).to.deep.equal([
      {
        planId: 'sess-1:turn:1/plan',
        steps: [
          { title: 'Read parser', priority: 'high', status: 'completed' },
          { title: 'Patch', priority: 'medium', status: 'completed' },
        ],
      },
    ]);
    expect(facts.artifacts).to.deep.equal([
      { artifactId: '/w/parser.ts', kind: 'file', diffs: ['acp:diff:t2:/w/parser.ts'] },
    ]);
    expect(facts.context).to.deep.equal([
      {
        contextId: undefined,
        boundaryId: 'c1',
        budget: undefined,
        status: 'completed',
        summary: 'short summary',
      },
      {
        contextId: 'sess-1',
        boundaryId: undefined,
        budget: { used: 1200, limit: 200000, unit: 'tokens' },
        status: undefined,
        summary: undefined,
      },
    ]);
    expect(facts.mode).to.deep.equal(['code']);
    expect(facts.title).to.equal('Fix the parser');
    expect(facts.runs).to.deep.equal([
      { runId: 'sess-1:turn:1/run', outcome: 'success' },
      { runId: 'sess-1:turn:2/run', outcome: 'cancelled' },
    ]);
    expect(driver.codes).to.deep.equal(['acp.notice']);
    expect(driver.facts.metrics.find(({ metricName }) => metricName === 'usage.cost')).to.deep.include({
      value: 0.01,
      unit: 'USD',
    });
    expect((await driver.session.detail('acp:diff:t2:/w/parser.ts')).text).to.equal(
      '--- /w/parser.ts\n+++ /w/parser.ts\n@@ -1,1 +1,1 @@\n-a\n+b',
    );
    expect(driver.session.sessionId).to.equal('sess-1');
    expect(driver.answered(0)?.['result']).to.deep.equal({
      outcome: { outcome: 'selected', optionId: 'once' },
    });
  });

  it('ACP 6: every message twice gives the same facts', async () => {
    const driver = await play({ times: 2 });
    expect(factsOf(driver)).to.deep.equal(factsOf(await play()));
    expect(driver.codes).to.have.members(['acp.duplicates', 'acp.notice']);
    expect(driver.facts.sessions[0]?.['stale']).to.not.equal(true);
  });

  it('ACP 6: the whole stream once more doubles nothing, and the session is marked stale', async () => {
    const driver = await play();
    const before = factsOf(driver);
    for (const { fromAgent, text } of FRAMES.slice(0, LOAD)) if (fromAgent) driver.socket.say(text);
    await driver.settle();
    const { plans, ...after } = factsOf(driver);
    for (const [name, list] of Object.entries(after))
      expect([name, list]).to.deep.equal([name, before[name as never]]);
    // A plan has no id of its own: it is told anew in the turn that is the last.
    expect(plans.slice(0, 1)).to.deep.equal(before.plans);
    expect(driver.facts.sessions[0]?.['stale']).to.equal(true);
    expect(driver.codes).to.include('acp.repeated');
  });

  it('ACP 6: the session that was loaded is told, and reconciled, and never appended', async () => {
    const driver = await AcpDriver.connect({
      named: 'sess-1',
      setUp: (made) => {
        made.answer = (message, socket) => {
          if (message['method'] !== 'session/load') return false;
          for (const { fromAgent, message: told } of FRAMES.slice(LOAD)) {
            if (fromAgent) socket.say('id' in told ? { ...told, id: message['id'] } : told);
          }
          return true;
        };
      },
    });
    const expected = [
      { messageId: 'sess-1:turn:1/user', role: 'user', text: 'fix the bug', turnId: 'sess-1:turn:1' },
      { messageId: 'm1', role: 'assistant', text: 'Fixed.', turnId: 'sess-1:turn:1' },
    ];
    expect(factsOf(driver).messages).to.deep.equal(expected);
    expect(factsOf(driver).runs).to.deep.equal([{ runId: 'sess-1:turn:1/run', outcome: 'unknown' }]);
    await driver.socket.drop();
    await driver.runtime.advance(100);
    await driver.settle();
    expect(driver.asked('session/load')).to.have.length(2);
    expect(factsOf(driver).messages).to.deep.equal(expected);
  });

  const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => Math.round((TURN.length * tenth) / 10));
  const updatesOf = (frames: typeof TURN) =>
    frames.flatMap(({ message }) =>
      message['method'] === 'session/update' ? [(message['params'] as Json)['update'] as Json] : [],
    );
  const told = {
    sessionUpdate: 'user_message_chunk',
    messageId: 'm0',
    content: { type: 'text', text: 'fix the bug' },
  };
  /** What an agent says to a new connection while it works on: all but the answer to a prompt of another. */
  const goOn = async (driver: AcpDriver, frames: typeof TURN) => {
    for (const { text, message } of frames) {
      if (!('method' in message)) continue;
      driver.socket.say(text);
      await driver.settle();
      const open = driver.facts.approvals.find(({ state }) => state === 'pending');
      if (open) await driver.session.respond(String(open['actionId']), 'allow_once');
    }
    await driver.settle();
  };
  /** What does not depend on who asked, and whose answer got where. */
  const lasting = (driver: AcpDriver) => {
    const { messages, thoughts, tools, plans, artifacts, context, mode, title } = factsOf(driver);
    return { messages, thoughts, tools, plans, artifacts, context, mode, title };
  };
  const clean = async () => {
    const driver = await AcpDriver.connect({ setUp: (made) => (made.answer = recordedAgent()) });
    await driver.prompt('fix the bug', 'one');
    await driver.session.respond('t2:permission', 'allow_once');
    await driver.settle();
    return driver;
  };

  for (const [index, at] of tenths.entries()) {
    it(`ACP 6: joined at ${index + 1}/10 it comes to the same facts, and claims no success`, async () => {
      const driver = await AcpDriver.connect({
        named: 'sess-1',
        setUp: (made) => (made.history = [told, ...updatesOf(TURN.slice(0, at))]),
      });
      await goOn(driver, TURN.slice(at));
      expect(lasting(driver)).to.deep.equal(lasting(await clean()));
      expect(driver.facts.runs.map(({ outcome }) => outcome)).to.deep.equal(['unknown']);
    });

    it(`ACP 6: cut at ${index + 1}/10, loaded, and gone on with, it comes to the same facts`, async () => {
      const driver = await AcpDriver.connect();
      await driver.prompt('fix the bug', 'one');
      await goOn(driver, TURN.slice(0, at));
      await driver.socket.drop();
      expect(driver.facts.sessions[0]?.['stale']).to.equal(true);
      // The agent has worked on while nobody listened.
      const heard = Math.min(at + 2, TURN.length - 1);
      driver.history = [told, ...updatesOf(TURN.slice(0, heard))];
      await driver.runtime.advance(100);
      await driver.settle();
      expect(driver.facts.sessions[0]?.['stale']).to.equal(false);
      await goOn(driver, TURN.slice(heard));
      expect(lasting(driver)).to.deep.equal(lasting(await clean()));
      expect(driver.facts.runs.map(({ outcome }) => outcome)).to.deep.equal(['unknown']);
    });
  }
});
