import { expect } from 'chai';
import type { AgentUiEvent } from 'oui-elements/agent-ui';
import { fed } from './session-driver.js';

let sequence = 0;
const event = (type: string, more: object): AgentUiEvent =>
  ({ type, sessionId: 's', sequence: ++sequence, ...more }) as AgentUiEvent;

const turn = (n: number, ...steps: AgentUiEvent[]): AgentUiEvent[] => {
  const ids = { runId: `r-${n}`, turnId: `t-${n}` };
  return [
    event('run.started', {
      ...ids,
      payload: {
        userMessage: { id: `u-${n}`, text: `Question ${n} `.repeat(40) },
        startedAt: '2026-06-01T09:00:00Z',
      },
    }),
    ...steps.map((step) => ({ ...step, ...ids })),
    event('tool.started', { ...ids, toolCallId: `tc-${n}`, payload: { name: 'look' } }),
    event('tool.result', { ...ids, toolCallId: `tc-${n}`, payload: { outputPreview: 'x' } }),
    event('run.finished', { ...ids, payload: { outcome: 'success' } }),
  ];
};

describe('what the timeline and the lanes read', () => {
  it('SF-TL-1 a turn is known again by what the person said, when, and of what it failed', () => {
    const session = fed([
      ...turn(1),
      event('run.started', { runId: 'r-2', turnId: 't-2', payload: {} }),
      event('run.failed', { runId: 'r-2', turnId: 't-2', payload: { error: 'no disk', retryable: true } }),
    ]);
    const [first, second] = session.view('timeline_evidence').get().turns;
    expect(first!.said)
      .to.have.lengthOf(160)
      .and.match(/^Question 1 /);
    expect(first).to.include({ startedAt: '2026-06-01T09:00:00Z', error: undefined });
    // It did nothing, and is on record all the same; in the conversation there is nothing to show of it.
    expect(second).to.deep.include({ turnId: 't-2', outcome: 'failed', steps: [] });
    expect(second!.error).to.include({ message: 'no disk', retryable: true });
    expect(
      session
        .view('inline_process')
        .get()
        .turns.map(({ turnId }) => turnId),
    ).to.deep.equal(['t-1']);
  });

  it('M-015 a call is whole where it is open, and opening it changes no other turn', () => {
    const session = fed([...turn(1), ...turn(2)]);
    const view = () => session.view('timeline_evidence').get().turns;
    const before = view();
    expect(before.flatMap(({ steps }) => steps.map(({ tool }) => tool))).to.deep.equal([
      undefined,
      undefined,
    ]);
    session.expand('tool:tc-2', 'timeline_evidence');
    const [first, second] = view();
    expect(first).to.equal(before[0]);
    expect(second).to.not.equal(before[1]);
    expect(second!.collapsed).to.equal(false);
    expect(second!.steps[0]!.tool).to.include({ toolCallId: 'tc-2', output: 'x' });
    session.expand('tool:tc-2', 'inline_process');
    expect(view()[1]!.steps[0]).to.include({ tool: undefined, expandedIn: 'inline_process' });
  });

  it('§5.4 whether older turns can be asked for', () => {
    const truncated = (payload: object) =>
      fed([...turn(1), event('session.hydrated', { payload })])
        .view('timeline_evidence')
        .get().truncated;
    expect([
      truncated({ cursor: 'c' }),
      truncated({ cursor: 'c', complete: true }),
      truncated({}),
    ]).to.deep.equal([true, false, false]);
  });

  it('a row keeps its identity while others change, and takes up a name that comes later', () => {
    const session = fed([
      event('review.completed', {
        reviewId: 'rv-1',
        payload: { reviewer: 'a', target: { kind: 'artifact', id: 'art' }, verdict: 'passed' },
      }),
      event('review.completed', {
        reviewId: 'rv-2',
        payload: { reviewer: 'b', target: { kind: 'task', id: 'tk' }, verdict: 'failed' },
      }),
      event('agent.handoff', { handoffId: 'h', payload: { from: 'a', to: 'b', resumeTarget: 'task:tk' } }),
      event('evidence.changed', { evidenceId: 'ev', payload: { kind: 'trace' } }),
    ]);
    const reviews = () => session.view('review_lane').get().reviews;
    const before = reviews();
    const evidence = session.view('timeline_evidence').get().evidence[0];
    session.dispatch([
      event('artifact.created', { artifactId: 'art', payload: { title: 'Report' } }),
      event('agent.changed', { agentId: 'b', agentName: 'Bo', payload: {} }),
      event('task.changed', { taskId: 'tk', payload: { title: 'Build it' } }),
    ]);
    expect(reviews()[0]).to.include({ targetTitle: 'Report', disputed: false });
    expect(reviews()[1]).to.include({ targetTitle: 'Build it', reviewerName: 'Bo' });
    expect(session.view('handoff_lane').get().handoffs[0]).to.include({
      toName: 'Bo',
      resumeTitle: 'Build it',
    });
    expect(session.view('timeline_evidence').get().evidence[0]).to.equal(evidence);
    const now = reviews();
    session.dispatch(
      event('review.completed', {
        reviewId: 'rv-3',
        payload: { reviewer: 'c', target: { kind: 'artifact', id: 'art' }, verdict: 'failed' },
      }),
    );
    expect(reviews().map(({ disputed }) => disputed)).to.deep.equal([true, false, true]);
    expect(reviews()[1]).to.equal(now[1]);
    expect(before[0]).to.include({ disputed: false });
  });

  it('SF-TT-3 M-036 a transcript names its parent as soon as somebody does', () => {
    const session = fed([
      event('agent.spawned', {
        agentId: 'a',
        parentSessionId: 'p',
        teamPolicy: { mode: 'ask' },
        payload: { status: 'needs_input' },
      }),
      event('agent.spawned', { agentId: 'b', payload: { parentAgentId: 'a' } }),
    ]);
    const transcripts = () => session.view('teammate_transcript').get().transcripts;
    expect(transcripts()[0]).to.deep.include({
      attention: 'high',
      policy: { mode: 'ask' },
      parentName: undefined,
    });
    session.dispatch([
      event('session.opened', { sessionId: 'p', payload: { title: 'Renovation' } }),
      event('agent.changed', { agentId: 'a', agentName: 'Ada', payload: {} }),
    ]);
    expect(transcripts().map(({ parentName }) => parentName)).to.deep.equal(['Renovation', 'Ada']);
  });
});
