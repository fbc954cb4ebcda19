import { expect } from 'chai';
import {
  AgentSession,
  type AdapterSink,
  type ControlReceipt,
  type ControlRequest,
  type RuntimeAdapter,
} from 'oui-elements/agent-ui';
import { scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { approval, fed, tool } from './session-driver.js';

/** A runtime that notes what it is asked and answers what the test says. */
function recording(answer: (request: ControlRequest) => ControlReceipt = () => ({ status: 'accepted' })) {
  const requests: ControlRequest[] = [];
  let sink!: AdapterSink;
  const adapter: RuntimeAdapter = {
    id: 'recording',
    connect: (to) => {
      sink = to;
      to.capabilities({ controls: { send: 'native', interrupt: 'native', respond: 'native' } });
      to.state('live');
      return Promise.resolve({
        control: (request) => {
          requests.push(request);
          return Promise.resolve(answer(request));
        },
        close: () => Promise.resolve(),
      });
    },
  };
  return { adapter, requests, push: (events: Parameters<AdapterSink['push']>[0]) => sink.push(events) };
}

describe('actions', () => {
  it('AC-06 two clicks send one answer, and only the owner’s word resolves it', async () => {
    const { adapter, requests, push } = recording();
    const session = new AgentSession(adapter, { sessionId: 'ses-1' });
    const events = scenario('AC-06');
    push(events.slice(0, 2));
    expect(tool(session, 'tc-3')!['state']).to.equal('awaiting-approval');
    expect(session.view('runtime_status').get()).to.include({ pendingApprovals: 1 });

    await Promise.all([session.respond('ac-1', 'approve'), session.respond('ac-1', 'approve')]);
    expect(requests).to.have.lengthOf(1);
    expect(requests[0]).to.deep.include({ kind: 'respond', actionId: 'ac-1', decision: 'approve' });
    expect(approval(session, 'ac-1')!['state']).to.equal('pending');
    expect(session.view('hitl').get().pending[0].write).to.deep.equal({ state: 'awaiting-confirmation' });

    push([events[2]]);
    expect(approval(session, 'ac-1')).to.include({
      state: 'resolved',
      decision: 'approved',
      resolvedBy: 'user',
    });
    expect(session.view('hitl').get().pending).to.deep.equal([]);
    push([events[3]]);
    const row = session.view('tool_ui').get().tools[0];
    expect(row).to.include({ state: 'output-available' });
    expect(row.approval!.auditSummary).to.equal('Approved once');
  });

  it('M-023 a refused answer leaves the question open, marked, and to be tried again', async () => {
    let refuse = true;
    const { adapter, requests, push } = recording(() =>
      refuse ? { status: 'rejected', reason: 'offline' } : { status: 'accepted' },
    );
    const session = new AgentSession(adapter, { sessionId: 'ses-1' });
    push(scenario('AC-06').slice(0, 2));
    const facts = session.snapshot();
    await session.respond('ac-1', 'approve');
    expect(session.view('hitl').get().pending[0].write).to.deep.equal({ state: 'failed', reason: 'offline' });
    expect(session.snapshot()).to.deep.equal(facts);
    refuse = false;
    await session.respond('ac-1', 'approve');
    expect(requests).to.have.lengthOf(2);
  });

  it('M-026 an answer to what is answered already is refused, and a second resolution changes nothing', async () => {
    const session = fed(scenario('AC-06').slice(0, 3));
    session.dispatch({
      type: 'action.resolved',
      sessionId: 'ses-1',
      actionId: 'ac-1',
      payload: { decision: 'reject' },
    });
    expect(approval(session, 'ac-1')!['decision']).to.equal('approved');
    expect(session.snapshot().diagnostics.map((note) => note['code'])).to.include(
      'action.resolution_conflict',
    );
    expect((await session.respond('ac-1', 'reject')).status).to.equal('rejected');
  });

  it('§2.3 the vocabularies of others are read as one, and an unknown kind stays a question', () => {
    const session = fed([
      {
        type: 'action.required',
        actionId: 'a',
        payload: { actionType: 'tool_permission', decisionKind: 'allow_or_deny' },
      },
      { type: 'action.required', actionId: 'b', payload: { actionType: 'made_up', decisions: ['ok'] } },
      { type: 'action.required', actionId: 'c', payload: {} },
    ]);
    const [a, b, c] = session.view('hitl').get().pending;
    expect(a).to.deep.include({ actionType: 'tool_approval', decisions: ['approve', 'reject'] });
    expect(b).to.deep.include({ actionType: 'unknown', decisions: ['ok'] });
    expect(c.fallback).to.deep.equal({ token: 'unavailable', reason: 'action.decisions_missing' });
  });

  it('known-failure 23 several questions at once are each answered alone', () => {
    const session = fed(
      ['a', 'b', 'c'].map(
        (actionId) => ({ type: 'action.required', actionId, payload: { decisions: ['approve'] } }) as const,
      ),
    );
    session.dispatch({ type: 'action.resolved', actionId: 'b', payload: { decision: 'approve' } });
    expect(
      session
        .view('hitl')
        .get()
        .pending.map((view) => view.actionId),
    ).to.deep.equal(['a', 'c']);
    expect(
      session
        .view('hitl')
        .get()
        .settled.map((view) => view.actionId),
    ).to.deep.equal(['b']);
  });

  it('a declined call is shown as declined, not as failed', () => {
    const session = fed([
      ...scenario('AC-06').slice(0, 2),
      {
        type: 'action.resolved',
        sessionId: 'ses-1',
        actionId: 'ac-1',
        payload: { decision: 'reject', resolvedBy: 'user' },
      },
      {
        type: 'tool.failed',
        sessionId: 'ses-1',
        toolCallId: 'tc-3',
        payload: { code: 'ACTION_DENIED', error: 'no' },
      },
    ]);
    expect(session.view('tool_ui').get().tools[0]).to.include({ state: 'output-error', status: 'declined' });
  });
});

describe('sending', () => {
  it('AC-01 the bubble shows at once and becomes the turn’s own when the run says so', async () => {
    const { adapter, requests, push } = recording();
    const session = new AgentSession(adapter, { sessionId: 'ses-1' });
    const sent = session.send({ text: 'Plan the release' });
    const turns = () => session.view('conversation').get().turns;
    expect(turns()[0].parts[0]).to.include({
      type: 'user_text',
      text: 'Plan the release',
      state: 'optimistic',
    });
    expect(session.view('runtime_status').get().stage).to.equal('submitted');
    await sent;
    const { clientId } = requests[0] as { clientId: string };
    push([
      {
        type: 'run.started',
        sessionId: 'ses-1',
        runId: 'run-1',
        turnId: 'turn-1',
        payload: { clientId, userMessage: { id: 'u', text: 'Plan the release' } },
      },
    ]);
    expect(turns()).to.have.lengthOf(1);
    expect(turns()[0]).to.include({ turnId: 'turn-1' });
    expect(turns()[0].parts[0]).to.include({ state: 'complete' });
  });

  it('M-016 nothing is sent before the listener is bound, and a bind that fails keeps what was said', async () => {
    const session = new AgentSession({ id: 'broken', connect: () => Promise.reject(new Error('refused')) });
    const receipt = await session.send({ text: 'keep me' });
    expect(receipt).to.deep.equal({ status: 'rejected', reason: 'refused' });
    expect(session.view('composer').get().failed).to.include({ text: 'keep me', reason: 'refused' });
    expect(session.view('runtime_status').get()).to.include({ connection: 'failed', stage: 'idle' });
    expect(session.snapshot().runs).to.deep.equal([]);
  });

  it('M-021 with a runtime that answers nothing, no control changes a fact', async () => {
    const { adapter, push } = recording();
    const session = new AgentSession(adapter, { sessionId: 'ses-1' });
    push(scenario('AC-06').slice(0, 2));
    const facts = session.snapshot();
    await session.respond('ac-1', 'reject');
    await session.interrupt();
    await session.queue({ text: 'later' });
    await session.steer({ text: 'other way' });
    await session.retry();
    await session.removeQueued('q');
    const { messages: _, ...after } = session.snapshot();
    const { messages: __, ...before } = facts;
    expect(after).to.deep.equal(before);
  });
});
