import { expect } from 'chai';
import type { AgentSession, AgentUiEvent, ControlReceipt, ControlRequest } from 'oui-elements/agent-ui';
import { controlKey, type ControlKind } from '../../../../src/agent-ui/events/control-request.js';
import { flush } from '../../../fake-runtime.js';
import { Owner } from './owner.js';

interface Row {
  row: string;
  ask(session: AgentSession): Promise<ControlReceipt>;
  /** What its owner says when it is done. */
  fact: AgentUiEvent;
  /** The request with a fact missing that it cannot do without. */
  without?: { request: ControlRequest; reason: string };
  /** Facts that are no answer to it. */
  others?: AgentUiEvent[];
}

const RUN = { sessionId: 's', threadId: 't', runId: 'run-1', turnId: 'turn-1' };
const started: AgentUiEvent = { ...RUN, type: 'run.started', sequence: 1 };

/** agent-ui §4.2, W1 to W26: what is asked, and what confirms it. */
const TABLE: { [K in ControlKind]: Row } = {
  send: {
    row: 'W1',
    ask: (session) => session.send({ text: 'hello' }),
    fact: { ...RUN, runId: 'run-2', type: 'run.started', sequence: 1 },
    without: { request: { kind: 'send', clientId: 'c', text: '' }, reason: 'missing_text' },
  },
  queue: {
    row: 'W2',
    ask: (session) => session.queue({ text: 'later' }),
    fact: { ...RUN, type: 'queue.changed', sequence: 2, payload: { queued: [{ id: 'q-1' }] } },
    without: { request: { kind: 'queue', clientId: 'c', text: '' }, reason: 'missing_text' },
  },
  'queue.edit': {
    row: 'W18',
    ask: (session) => session.editQueued('q-1', 'other words'),
    fact: { ...RUN, type: 'queue.changed', sequence: 2, payload: { queued: [] } },
    without: { request: { kind: 'queue.edit', itemId: '', text: 'x' }, reason: 'missing_itemId' },
  },
  'queue.remove': {
    row: 'W18',
    ask: (session) => session.removeQueued('q-1'),
    fact: { ...RUN, type: 'queue.changed', sequence: 2, payload: { queued: [] } },
    without: { request: { kind: 'queue.remove', itemId: '' }, reason: 'missing_itemId' },
  },
  'queue.promote': {
    row: 'W18',
    ask: (session) => session.promoteQueued('q-1'),
    fact: { ...RUN, type: 'queue.changed', sequence: 2, payload: { queued: [] } },
    without: { request: { kind: 'queue.promote', itemId: '' }, reason: 'missing_itemId' },
  },
  steer: {
    row: 'W3',
    ask: (session) => session.steer({ text: 'the other way' }),
    fact: {
      ...RUN,
      type: 'queue.changed',
      sequence: 2,
      payload: { steer: [{ id: 'x', state: 'accepted' }] },
    },
    without: { request: { kind: 'steer', clientId: 'c', text: 'x' }, reason: 'missing_runId' },
  },
  'steer.cancel': {
    row: 'W19',
    ask: (session) => session.cancelSteer('steer-1'),
    fact: { ...RUN, type: 'queue.changed', sequence: 2, payload: { steer: [] } },
    without: { request: { kind: 'steer.cancel', steerId: '' }, reason: 'missing_steerId' },
  },
  interrupt: {
    row: 'W4',
    ask: (session) => session.interrupt(),
    fact: { ...RUN, type: 'run.finished', sequence: 2, payload: { outcome: 'interrupt' } },
    others: [{ ...RUN, runId: 'run-9', type: 'run.finished', sequence: 1 }],
  },
  delegate: {
    row: 'W5',
    ask: (session) => session.delegate({ prompt: 'look it up', role: 'researcher' }),
    fact: { ...RUN, type: 'agent.spawned', sequence: 2, agentId: 'a-9' },
    without: { request: { kind: 'delegate', clientId: 'c', prompt: '' }, reason: 'missing_prompt' },
  },
  continue_agent: {
    row: 'W6',
    ask: (session) => session.continueAgent({ agentId: 'a-1', text: 'go on' }),
    fact: { ...RUN, type: 'agent.changed', sequence: 2, agentId: 'a-1' },
    without: { request: { kind: 'continue_agent', text: 'x' }, reason: 'missing_agentId' },
    others: [{ ...RUN, type: 'agent.changed', sequence: 2, agentId: 'a-2' }],
  },
  wait: {
    row: 'W7',
    ask: (session) => session.waitFor({ agentIds: ['a-1'] }),
    fact: { ...RUN, type: 'task.changed', sequence: 2, taskId: 'task-1', payload: { status: 'waiting' } },
    without: { request: { kind: 'wait', agentIds: [] }, reason: 'missing_agentIds' },
  },
  stop: {
    row: 'W8',
    ask: (session) => session.stop({ agentId: 'a-1', reason: 'enough', cascade: true }),
    fact: { ...RUN, type: 'agent.completed', sequence: 2, agentId: 'a-1', payload: { status: 'killed' } },
    without: { request: { kind: 'stop' }, reason: 'missing_agentId' },
    others: [
      { ...RUN, type: 'agent.changed', sequence: 2, agentId: 'a-1', runtimeStatus: 'running' },
      { ...RUN, type: 'agent.completed', sequence: 3, agentId: 'a-2' },
    ],
  },
  close: {
    row: 'W8',
    ask: (session) => session.closeAgent('a-1'),
    fact: { ...RUN, type: 'agent.changed', sequence: 2, agentId: 'a-1', runtimeStatus: 'closed' },
    without: { request: { kind: 'close' }, reason: 'missing_agentId' },
    others: [{ ...RUN, type: 'agent.changed', sequence: 2, agentId: 'a-1', runtimeStatus: 'idle' }],
  },
  assign: {
    row: 'W9',
    ask: (session) => session.assign('item-1', { assignee: 'Ada' }),
    fact: { ...RUN, type: 'task.changed', sequence: 2, workItemId: 'item-1', payload: { assignee: 'Ada' } },
    without: { request: { kind: 'assign', workItemId: 'item-1' }, reason: 'missing_assignee' },
    others: [{ ...RUN, type: 'task.changed', sequence: 2, workItemId: 'item-2' }],
  },
  request_review: {
    row: 'W10',
    ask: (session) => session.requestReview('art-1', { reviewer: 'Grace' }),
    fact: { ...RUN, type: 'review.requested', sequence: 2, reviewId: 'rev-1' },
    without: { request: { kind: 'request_review', targetId: '' }, reason: 'missing_targetId' },
  },
  'request_review.decide': {
    row: 'W26',
    ask: (session) => session.decideReview('rev-1', 'changes_requested', 'too long'),
    fact: {
      ...RUN,
      type: 'review.completed',
      sequence: 2,
      reviewId: 'rev-1',
      payload: { verdict: 'passed' },
    },
    without: {
      request: { kind: 'request_review.decide', reviewId: 'rev-1', verdict: '' },
      reason: 'missing_verdict',
    },
    others: [{ ...RUN, type: 'review.completed', sequence: 2, reviewId: 'rev-2' }],
  },
  respond: {
    row: 'W11',
    ask: (session) => session.respond('act-1', 'approve'),
    fact: {
      ...RUN,
      type: 'action.resolved',
      sequence: 3,
      actionId: 'act-1',
      payload: { decision: 'approve' },
    },
    without: { request: { kind: 'respond', actionId: '', decision: 'approve' }, reason: 'missing_actionId' },
    others: [{ ...RUN, type: 'action.resolved', sequence: 3, actionId: 'act-2' }],
  },
  'respond.handoff': {
    row: 'W17',
    ask: (session) => session.answerHandoff('h-1', 'accept'),
    fact: { ...RUN, type: 'agent.handoff', sequence: 2, handoffId: 'h-1', payload: { state: 'accepted' } },
    without: {
      request: { kind: 'respond.handoff', handoffId: '', decision: 'accept' },
      reason: 'missing_handoffId',
    },
    others: [
      {
        ...RUN,
        type: 'agent.handoff',
        sequence: 2,
        handoffId: 'h-1',
        payload: { state: 'handoff_requested' },
      },
    ],
  },
  edit: {
    row: 'W12',
    ask: (session) => session.editArtifact('art-1', { versionId: 'v-1', content: 'new' }),
    fact: {
      ...RUN,
      type: 'artifact.version.created',
      sequence: 2,
      artifactId: 'art-1',
      artifactVersionId: 'v-2',
    },
    without: {
      request: { kind: 'edit', artifactId: 'art-1', versionId: '', content: 'x' },
      reason: 'missing_versionId',
    },
    others: [
      { ...RUN, type: 'artifact.updated', sequence: 2, artifactId: 'art-2' },
      {
        ...RUN,
        type: 'artifact.failed',
        sequence: 3,
        artifactId: 'art-1',
        payload: { operation: 'export', error: 'No room' },
      },
    ],
  },
  'edit.fork': {
    row: 'W23',
    ask: (session) => session.forkArtifact('art-1', 'v-1'),
    fact: { ...RUN, type: 'artifact.created', sequence: 2, artifactId: 'art-2' },
    without: { request: { kind: 'edit.fork', artifactId: '' }, reason: 'missing_artifactId' },
  },
  'edit.regenerate': {
    row: 'W23',
    ask: (session) => session.regenerate({ artifactId: 'art-1' }),
    fact: { ...RUN, type: 'artifact.updated', sequence: 2, artifactId: 'art-1' },
    without: { request: { kind: 'edit.regenerate' }, reason: 'missing_artifactId' },
  },
  'edit.policy': {
    row: 'W25',
    ask: (session) => session.setPolicy('a-1', { mode: 'ask' }),
    fact: { ...RUN, type: 'permission.changed', sequence: 2, agentId: 'a-1' },
    without: { request: { kind: 'edit.policy', agentId: '', change: {} }, reason: 'missing_agentId' },
  },
  export: {
    row: 'W22',
    ask: (session) => session.exportArtifact('art-1', { format: 'pdf' }),
    fact: { ...RUN, type: 'artifact.export.started', sequence: 2, artifactId: 'art-1' },
    without: { request: { kind: 'export', artifactId: '' }, reason: 'missing_artifactId' },
  },
  'export.evidence': {
    row: 'W13',
    ask: (session) => session.exportEvidence({ runId: 'run-1' }),
    fact: {
      ...RUN,
      type: 'evidence.changed',
      sequence: 2,
      evidenceId: 'ev-1',
      payload: { status: 'exporting' },
    },
  },
  'export.replay': {
    row: 'W26',
    ask: (session) => session.createReplay('ev-1'),
    fact: { ...RUN, type: 'evidence.changed', sequence: 2, evidenceId: 'ev-1' },
    without: { request: { kind: 'export.replay', evidenceId: '' }, reason: 'missing_evidenceId' },
  },
  retry: {
    row: 'W20',
    ask: (session) => session.retry({ toolCallId: 'tc-1' }),
    fact: { ...RUN, type: 'tool.started', sequence: 2, toolCallId: 'tc-1', attemptId: 'at-2' },
    without: { request: { kind: 'retry' }, reason: 'missing_runId' },
  },
  rollback: {
    row: 'W21',
    ask: (session) => session.rollback({ artifactId: 'art-1', versionId: 'v-1' }),
    fact: { ...RUN, type: 'artifact.version.created', sequence: 2, artifactId: 'art-1' },
    without: { request: { kind: 'rollback' }, reason: 'missing_artifactId' },
  },
};

const KINDS = Object.entries(TABLE) as [ControlKind, Row][];

/** A session whose first run goes on, and which has one open question. */
async function working(owner: Owner): Promise<AgentSession> {
  const session = owner.session();
  await flush();
  owner.say(started, {
    ...RUN,
    type: 'action.required',
    sequence: 2,
    actionId: 'act-1',
    payload: { actionType: 'tool_approval', prompt: 'May I?', decisions: ['approve', 'reject'] },
  });
  return session;
}

/** All facts; the bubble of what was just said is no fact (§4.1, 8). */
const factsOf = (session: AgentSession) => {
  const { messages, ...facts } = session.snapshot();
  return { ...facts, messages: messages.filter(({ origin }) => origin !== 'optimistic') };
};

const openWrites = (session: AgentSession) => session.writes.filter(({ state }) => state !== 'confirmed');

for (const [kind, { row, ask, fact, without, others }] of KINDS) {
  describe(`${row} ${kind}`, () => {
    if (without) {
      it(`${row} ${kind}: a missing fact disables it with a reason, and nothing is sent`, async () => {
        const owner = new Owner({ [kind]: 'native' });
        const session = await working(owner);
        const { request, reason } = without;
        expect(session.availability(request)).to.deep.equal({
          available: false,
          token: 'unknown',
          reasonCode: reason,
        });
        expect(await session.ask(request)).to.deep.equal({ status: 'rejected', reason });
        expect(owner.asked).to.deep.equal([]);
      });
    }

    it(`M-021 M-022 ${row} ${kind}: goes to its owner, is pending until the owner speaks, and changes no fact`, async () => {
      const owner = new Owner({ [kind]: 'native' });
      const session = await working(owner);
      const before = factsOf(session);
      const receipt = await ask(session);
      expect(receipt).to.deep.equal({ status: 'accepted' });
      expect(owner.asked.map((request) => request.kind)).to.deep.equal([kind]);
      expect(owner.asked[0].idempotencyKey).to.be.a('string').and.not.equal('');
      expect(factsOf(session)).to.deep.equal(before);
      expect(openWrites(session).map((write) => [write.kind, write.state])).to.deep.equal([
        [kind, 'awaiting-confirmation'],
      ]);
      expect(session.availability(owner.asked[0])).to.deep.equal({
        available: false,
        token: 'loading',
        reasonCode: 'awaiting-confirmation',
      });
      owner.say(...(others ?? []));
      expect(openWrites(session), 'a fact of something else').to.have.length(1);
      owner.say(fact, fact);
      expect(openWrites(session)).to.deep.equal([]);
      expect(session.writes.map((write) => [write.kind, write.state])).to.deep.equal([[kind, 'confirmed']]);
      expect(owner.runtime.timers, 'nothing waits any more').to.be.below(2);
    });

    it(`M-023 ${row} ${kind}: a failure keeps the facts, says why, and can be tried again with the same key`, async () => {
      const owner = new Owner({ [kind]: 'native' });
      const session = await working(owner);
      const before = factsOf(session);
      owner.receipt = { status: 'rejected', reason: 'not now' };
      expect(await ask(session)).to.deep.equal({ status: 'rejected', reason: 'not now' });
      expect(factsOf(session)).to.deep.equal(before);
      const [failed] = openWrites(session);
      expect(failed).to.include({ kind, state: 'failed', reason: 'not now' });
      owner.receipt = { status: 'accepted' };
      expect(await session.retryWrite(failed.key)).to.deep.equal({ status: 'accepted' });
      expect(owner.asked[1]).to.deep.equal(owner.asked[0]);
      owner.say(fact);
      expect(openWrites(session)).to.deep.equal([]);
    });

    it(`M-026 ${row} ${kind}: asked for twice, it is sent once`, async () => {
      const owner = new Owner({ [kind]: 'native' });
      const session = await working(owner);
      await ask(session);
      const [request] = owner.asked;
      const { idempotencyKey: _, ...again } = request;
      await Promise.all([session.ask(again), session.ask(again)]);
      expect(owner.asked).to.have.length(1);
    });

    it(`N-025 ${row} ${kind}: with a runtime that never answers, the snapshot stays as it was`, async () => {
      const owner = new Owner({ [kind]: 'native' });
      owner.receipt = new Promise(() => {});
      const session = await working(owner);
      const before = factsOf(session);
      void ask(session);
      await owner.runtime.advance(60_000);
      expect(factsOf(session)).to.deep.equal(before);
      expect(openWrites(session).map(({ state }) => state)).to.deep.equal(['unconfirmed']);
    });
  });
}

describe('writes', () => {
  it('W11 M-026 a question takes one answer: another one, given while the first is on its way, is not sent', async () => {
    const owner = new Owner();
    const session = await working(owner);
    await session.respond('act-1', 'approve');
    await session.respond('act-1', 'reject');
    expect(owner.asked.map((request) => (request as { decision?: string }).decision)).to.deep.equal([
      'approve',
    ]);
    owner.say(TABLE.respond.fact);
    expect((await session.respond('act-1', 'reject')).status).to.equal('rejected');
    expect(owner.asked).to.have.length(1);
  });

  it('W18 other words for the same queued text are another request', async () => {
    const owner = new Owner();
    const session = await working(owner);
    await session.editQueued('q-1', 'one');
    await session.editQueued('q-1', 'two');
    expect(owner.asked.map((request) => (request as { text?: string }).text)).to.deep.equal(['one', 'two']);
    expect(owner.asked[0].idempotencyKey).to.not.equal(owner.asked[1].idempotencyKey);
  });

  it('W4 M-022 a fact that comes before the receipt confirms as well', async () => {
    const owner = new Owner();
    const session = await working(owner);
    let answer!: (receipt: ControlReceipt) => void;
    owner.receipt = new Promise((resolve) => (answer = resolve));
    const asked = session.interrupt();
    await flush();
    owner.say(TABLE.interrupt.fact);
    answer({ status: 'accepted' });
    await asked;
    expect(session.writes.map(({ state }) => state)).to.deep.equal(['confirmed']);
  });

  it('W12 M-032 an owner that reports a failure ends the write, and says so', async () => {
    const owner = new Owner();
    const session = await working(owner);
    await session.editArtifact('art-1', { versionId: 'v-1', content: 'new' });
    owner.say({ ...RUN, type: 'artifact.failed', sequence: 3, artifactId: 'art-1' });
    expect(openWrites(session)[0]).to.include({ kind: 'edit', state: 'failed' });
  });

  it('M-023 a connection that throws is a failure with its sentence, and what was sent can be dismissed', async () => {
    const owner = new Owner();
    const session = await working(owner);
    owner.receipt = Promise.reject(new Error('the line is down'));
    await session.closeAgent('a-1');
    const [failed] = openWrites(session);
    expect(failed).to.include({ state: 'failed', reason: 'the line is down' });
    session.dismissWrite(failed.key);
    expect(openWrites(session).map(({ state }) => state)).to.deep.equal(['failed']);
    expect((await session.retryWrite(failed.key)).status).to.equal('rejected');
  });

  it('M-021 what a runtime cannot do is said with its reason', async () => {
    const owner = new Owner({ send: 'native' });
    const session = await working(owner);
    const request: ControlRequest = { kind: 'close', agentId: 'a-1' };
    expect(session.availability(request)).to.deep.equal({
      available: false,
      token: 'unavailable',
      reasonCode: 'unsupported',
    });
    expect(session.availability({ kind: 'send', clientId: 'c', text: 'x' })).to.deep.equal({
      available: true,
    });
  });

  it('M-021 one write for each kind and thing', () => {
    expect(controlKey({ kind: 'respond', actionId: 'act-1', decision: 'x' })).to.equal('respond:act-1');
    expect(controlKey({ kind: 'stop', agentId: 'a' })).to.not.equal(
      controlKey({ kind: 'close', agentId: 'a' }),
    );
    expect(controlKey({ kind: 'export.evidence' })).to.equal('export.evidence:');
  });

  it('N-013 what was in a request is not in the record of it', async () => {
    const owner = new Owner();
    const session = await working(owner);
    await session.respond('act-1', 'approve', { password: 'hunter2' });
    await session.steer({ text: 'my token is sk-123' });
    expect(JSON.stringify(session.writes)).to.not.match(/hunter2|sk-123/);
  });
});
