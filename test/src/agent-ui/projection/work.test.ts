import { expect } from 'chai';
import type { AgentSession, AgentUiEvent } from 'oui-elements/agent-ui';
import { scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { CONTEXT, one } from '../../../fixtures/agent-ui/one-of-each.js';
import { fed, partsOf } from './session-driver.js';

const upTo = (id: string, lines: number) => fed(scenario(id).slice(0, lines));
const steps = (session: AgentSession, surface: 'inline_process' | 'timeline_evidence' = 'inline_process') =>
  session
    .view(surface)
    .get()
    .turns.flatMap((turn) => turn.steps);
const artifact = (session: AgentSession) => session.view('artifact_workspace').get().artifacts[0];

describe('artifacts', () => {
  it('AC-08 M-029 M-030 M-031 M-047 the workspace has the body, and the conversation a card', () => {
    const session = fed(scenario('AC-08'));
    expect(artifact(session)).to.deep.include({
      artifactId: 'art-1',
      kind: 'document',
      title: 'Release plan',
      status: 'ready',
      versionId: 'v2',
      lastConfirmedVersionId: 'v2',
      editable: true,
      preview: '# Release plan',
      previewStale: true,
      diffs: [{ diffRef: 'diff://v1..v2', base: 'v1', head: 'v2' }],
      sourceRefs: ['tool:tc-1', 'turn:turn-1'],
    });
    expect(artifact(session).versions.map(({ versionId, current }) => [versionId, current])).to.deep.equal([
      ['v1', false],
      ['v2', true],
    ]);
    expect(artifact(session).exports[0]).to.include({
      exportId: 'x-1',
      state: 'completed',
      exportRef: 'dl://x-1',
      format: 'pdf',
    });
    const [part] = session.view('conversation').get().turns[0].parts;
    expect(part).to.deep.include({
      type: 'artifact_ref',
      artifact: {
        artifactId: 'art-1',
        title: 'Release plan',
        kind: 'document',
        status: 'ready',
        versionId: 'v2',
        failed: true,
        exportState: 'completed',
        sources: 2,
      },
    });
    expect(JSON.stringify(session.view('conversation').get())).to.not.contain('# Release plan');
  });

  it('AC-08 M-032 N-002 a failed save keeps the last confirmed version, and only a version takes it back', () => {
    const failed = upTo('AC-08', 7);
    expect(artifact(failed)).to.deep.include({ status: 'ready', lastConfirmedVersionId: 'v2' });
    expect(artifact(failed).failure).to.include({ operation: 'save', error: 'conflict' });
    expect(artifact(failed).fallbacks!['status']).to.deep.equal({
      token: 'failed',
      reason: 'artifact.failed',
    });
    failed.dispatch(one('artifact.updated', { sequence: 9, artifactVersionId: 'v3' }));
    expect(artifact(failed)).to.not.have.property('failure');
  });

  it('AC-08 a deleted artifact is a tombstone that keeps its history', () => {
    const session = fed([...scenario('AC-08'), one('artifact.deleted', { sequence: 20 })]);
    expect(artifact(session)).to.include({ deleted: true, editable: false, status: 'deleted' });
    expect(artifact(session).versions).to.have.lengthOf(2);
    session.dispatch(one('artifact.updated', { sequence: 21 }));
    expect(artifact(session).deleted).to.equal(true);
  });

  it('C12 N-019 four spellings of the same facts are one artifact', () => {
    const spellings: object[] = [
      { artifactKind: 'diff', artifactReadRef: 'r://1', artifactVersionId: 'v1', payload: { title: 'T' } },
      {
        'artifact.kind': 'diff',
        'artifact.read_ref': 'r://1',
        'artifact.version.id': 'v1',
        'artifact.title': 'T',
      },
      { payload: { kind: 'diff', readRef: 'r://1', versionId: 'v1', title: 'T' } },
      { payload: { artifact: { kind: 'diff', read_ref: 'r://1', version: { id: 'v1' }, title: 'T' } } },
    ];
    for (const spelling of spellings) {
      const session = fed([{ type: 'artifact.changed', artifactId: 'a', ...spelling } as AgentUiEvent]);
      expect(artifact(session), JSON.stringify(spelling)).to.include({
        kind: 'diff',
        readRef: 'r://1',
        versionId: 'v1',
        title: 'T',
      });
    }
    const byPayload = fed([
      { type: 'artifact.changed', payload: { artifact_id: 'a', kind: 'code' } } as AgentUiEvent,
    ]);
    expect(artifact(byPayload)).to.include({ artifactId: 'a', kind: 'code' });
  });

  it('C13 the collapsed form proves what it says and no more', () => {
    const session = fed([{ type: 'artifact.changed', artifactId: 'a', payload: { diffRef: 'd://1' } }]);
    expect(artifact(session)).to.include({ kind: 'unknown', status: 'unknown', editable: false });
    expect(artifact(session).diffs).to.have.lengthOf(1);
    expect(artifact(session).exports).to.deep.equal([]);
    expect(artifact(session).fallbacks).to.deep.include({
      versionId: { token: 'unknown', reason: 'versionId.missing' },
      preview: { token: 'unavailable', reason: 'preview.missing' },
    });
  });

  it('SF-ART-5 SF-ART-6 SF-ART-7 AC-16 versions say where they are kept, exports how far they are, and reviews and evidence what they say of it', () => {
    const session = fed([
      one('artifact.created', { artifactId: 'art-1' }),
      one('artifact.version.created', {
        artifactId: 'art-1',
        artifactVersionId: 'v1',
        payload: { readRef: 'b://1' },
      }),
      one('artifact.preview.ready', { artifactId: 'art-1', artifactPreview: 'one' }),
    ]);
    expect(artifact(session)).to.not.have.property('previewStale');
    const start = { artifactId: 'art-1', artifactExportId: 'x' };
    session.dispatch([
      one('artifact.export.started', { ...start, sequence: 20, payload: { progress: 0.4 } }),
      one('evidence.changed', { evidenceId: 'ev-7', artifactId: 'art-1', sequence: 21 }),
      ...scenario('AC-16').map((event) => ({ ...event, sequence: event.sequence! + 30 })),
    ]);
    const view = artifact(session);
    expect(view.versions.find(({ versionId }) => versionId === 'v1')).to.include({ readRef: 'b://1' });
    expect(view.exports.at(-1)).to.include({ progress: 0.4 });
    expect(view.evidenceRefs).to.include('ev-7');
    expect([view.disputed, view.reviews?.map(({ verdict }) => verdict)]).to.deep.equal([
      true,
      ['changes_requested', 'passed'],
    ]);
    expect(view.fallbacks!['status']).to.deep.equal({ token: 'disputed', reason: 'artifact.disputed' });
  });

  it('N-011 M-020 a large preview is cut, and large facts stay behind their reference', () => {
    const session = fed([
      one('artifact.preview.ready', { artifactPreview: 'x'.repeat(100_000) }),
      one('task.changed', { payload: { title: 'T', scope: { rows: 'y'.repeat(100_000) } } }),
    ]);
    expect(JSON.stringify(session.snapshot()).length).to.be.below(80_000);
  });
});

describe('evidence and timeline', () => {
  it('AC-09 M-033 M-034 M-048 N-016 timeline, replay and review read one record, while text goes on', () => {
    const exporting = upTo('AC-09', 2);
    expect(
      exporting
        .view('task_capsule')
        .get()
        .capsules.find(({ kind }) => kind === 'evidence'),
    ).to.include({
      key: 'evidence:ev-1',
      state: 'running',
      status: 'exporting',
    });
    expect(exporting.snapshot().messages[0]).to.include({ text: 'still streaming' });
    const session = fed(scenario('AC-09'));
    expect(session.view('timeline_evidence').get().evidence).to.have.lengthOf(1);
    expect(session.view('timeline_evidence').get().evidence[0]).to.deep.include({
      evidenceId: 'ev-1',
      kind: 'pack',
      status: 'ready',
      packRef: 'pack://1',
      replayRef: 'replay://1',
      reviewRef: 'review://1',
      traceId: 'tr-1',
      verificationOutcomes: [{ name: 'lint', status: 'passed' }],
    });
  });

  it('AC-11 N-001 N-017 N-021 M-057 what nobody said is shown as unknown, whatever the prose says', () => {
    const session = fed(scenario('AC-11'));
    expect(artifact(session)).to.include({ kind: 'unknown', status: 'unknown', editable: false });
    const [evidence] = session.view('timeline_evidence').get().evidence;
    expect(evidence).to.include({ kind: 'verification', status: 'unknown', disputed: false });
    expect(evidence).to.not.have.any.keys('verificationOutcomes', 'sources', 'knownGaps');
    expect(evidence.fallbacks).to.deep.include({
      verificationOutcomes: { token: 'unknown', reason: 'verificationOutcomes.missing' },
      sources: { token: 'unavailable', reason: 'sources.missing' },
    });
    expect(session.view('hitl').get()).to.deep.equal({ pending: [], settled: [] });
  });

  it('M-014 M-015 N-007 a running step is open where it happens; when the run is over all are closed', () => {
    const running = upTo('AC-03', 3);
    expect(steps(running).find(({ toolCallId }) => toolCallId === 'tc-1')).to.include({
      expanded: true,
      state: 'running',
    });
    expect(steps(running, 'timeline_evidence').find(({ toolCallId }) => toolCallId === 'tc-1')).to.include({
      expanded: false,
      expandedIn: 'inline_process',
    });
    const over = fed(scenario('AC-03'));
    expect(over.view('inline_process').get().turns[0]).to.deep.include({ active: false, collapsed: true });
    expect(over.view('inline_process').get().turns[0].summary).to.include({ steps: 3, tools: 1, failed: 0 });
    expect(steps(over).every(({ state, expanded }) => state === 'archived' && !expanded)).to.equal(true);
  });

  it('M-015 N-007 opening a fact in one panel closes it in the other, and the end of the run closes both once', () => {
    const events = scenario('AC-03');
    const session = fed(events.slice(0, 3));
    const tc = (surface: 'inline_process' | 'timeline_evidence') =>
      steps(session, surface).find(({ toolCallId }) => toolCallId === 'tc-1')!;
    session.expand('tool:tc-1', 'timeline_evidence');
    expect(tc('timeline_evidence').expanded).to.equal(true);
    expect(tc('inline_process')).to.include({ expanded: false, expandedIn: 'timeline_evidence' });
    session.expand('tool:tc-1');
    expect(tc('timeline_evidence').expanded || tc('inline_process').expanded).to.equal(false);
    session.expand('tool:tc-1', 'inline_process');
    expect(tc('inline_process').expanded).to.equal(true);
    session.dispatch(events);
    expect(tc('inline_process')).to.include({ expanded: false, state: 'archived' });
    session.expand('tool:tc-1', 'timeline_evidence');
    expect(tc('timeline_evidence').expanded).to.equal(true);
    expect(session.view('timeline_evidence').get().turns[0].collapsed).to.equal(false);
  });

  it('M-019 N-012 titles come from names and complete summaries, in the order of events', () => {
    const half = upTo('AC-03', 1);
    expect(steps(half)[0].title).to.equal(undefined);
    const titles = steps(fed(scenario('AC-03'))).map(({ key, title }) => [key, title]);
    expect(titles).to.deep.equal([
      ['reasoning:r-1', undefined],
      ['tool:tc-1', 'read_log'],
      ['reasoning:r-2', 'Root cause found'],
    ]);
  });

  it('AC-23F a failed run is failed in status, capsule and timeline, and an open call is unknown', () => {
    const session = fed(scenario('AC-23F'));
    const [capsule] = session.view('task_capsule').get().capsules;
    expect(capsule).to.include({
      key: 'run:run-1',
      state: 'failed',
      retryable: true,
      reason: 'provider timeout',
    });
    expect(session.view('timeline_evidence').get().turns[0]).to.include({ outcome: 'failed' });
    expect(steps(session)[0]).to.include({ status: 'unknown' });
  });
});

describe('plans, context and policy', () => {
  it('AC-24S M-042 a rejected plan stays readable with its reason', () => {
    const asked = upTo('AC-24S', 3);
    expect(asked.view('inline_process').get().plans[0]).to.include({
      state: 'awaiting_decision',
      actionId: 'ac-p',
    });
    const session = fed(scenario('AC-24S'));
    expect(session.view('inline_process').get().plans[0]).to.deep.include({
      planId: 'pl-1',
      text: '1. read 2. patch',
      steps: ['read', 'patch'],
      risk: 'low',
      state: 'rejected',
      reason: 'too risky',
    });
    expect(session.snapshot().messages).to.deep.equal([]);
  });

  it('AC-24S an orphan result is told, a session keeps its summary, a base that does not fit is stale', () => {
    const session = fed(scenario('AC-24S'));
    expect(session.view('tool_ui').get().tools[0]).to.deep.include({
      state: 'output-error',
      fallback: { token: 'unknown', reason: 'tool.name_missing' },
    });
    const codes = session.snapshot().diagnostics.map(({ code }) => code);
    expect(codes).to.include.members(['tool.orphan_result', 'state.base_mismatch']);
    expect(session.snapshot().state[0]).to.deep.include({
      stale: true,
      staleReason: 'base_mismatch',
      state: {},
    });
    expect(session.view('session_tabs').get().tabs[0]).to.include({
      title: 'Renamed',
      unread: true,
      pinned: true,
      lifecycle: 'frozen',
    });
  });

  it('AC-20 M-046 M-058 chips, meter and boundary are facts; a policy without a decision is no grant', () => {
    const session = fed([one('action.required', { sequence: 0.5, actionId: 'ac-1' }), ...scenario('AC-20')]);
    const composer = session.view('composer').get();
    expect(composer.context).to.deep.equal([{ id: 'f-1', label: 'README.md' }]);
    expect(composer.budget).to.deep.equal({ used: 42000, limit: 64000, unit: 'tokens' });
    expect(composer.fallbacks).to.deep.equal({ context: { token: 'blocked', reason: 'context.missing' } });
    expect(composer.policy).to.include({ mode: 'ask-before-write', risk: 'medium', state: 'policy-preview' });
    expect(partsOf(session).map(({ partId }) => partId)).to.deep.equal(['ac-1', 'cb-1']);
    expect(steps(session).find(({ boundaryId }) => boundaryId === 'cb-1')).to.include({
      type: 'context_event',
      status: 'done',
    });
    expect(session.view('hitl').get().pending).to.have.lengthOf(1);
    expect(session.snapshot().messages).to.deep.equal([]);
    expect(session.view('team_policy').get().policies[0]).to.include({
      state: 'policy-preview',
      mode: 'ask-before-write',
    });
  });

  it('N-001 a decision is a grant only from its owner, and not while its question waits', () => {
    const session = fed([
      one('permission.changed', {
        payload: {
          mode: 'ask',
          decision: 'allow',
          actionId: 'ac-1',
          scope: { path: 'a' },
          expiresAt: '2026-12-01',
        },
      }),
      one('action.required', { actionId: 'ac-1' }),
    ]);
    const policy = () => session.view('team_policy').get().policies[0];
    expect(policy().state).to.equal('requested');
    session.dispatch(one('action.resolved', { actionId: 'ac-1' }));
    expect(policy()).to.deep.include({ state: 'granted', scope: { path: 'a' }, expiresAt: '2026-12-01' });
  });
});

describe('sessions and capsules', () => {
  it('AC-07 M-025 M-045 queue and steer are rows of their own kind', () => {
    const { capsules } = upTo('AC-07', 3).view('task_capsule').get();
    expect(capsules.map(({ key, state }) => [key, state])).to.deep.equal([
      ['queued:q-1', 'queued'],
      ['steer:s-1', 'steering'],
      ['run:run-1', 'running'],
    ]);
    expect(upTo('AC-07', 2).view('task_capsule').get().capsules[0]).to.include({
      preview: 'Also update docs',
      position: 1,
      editable: true,
      removable: true,
    });
  });

  it('AC-07 a queue can be told change by change', () => {
    const change = (sequence: number, op: string, item: object) =>
      ({ type: 'queue.changed', ...CONTEXT, sequence, payload: { mutation: { op, item } } }) as AgentUiEvent;
    const session = fed([
      change(1, 'add', { id: 'a', preview: 'A' }),
      change(2, 'add', { id: 'b', preview: 'B' }),
      change(3, 'edit', { id: 'a', preview: 'A2' }),
      change(4, 'promote', { id: 'b' }),
    ]);
    expect(
      session
        .view('composer')
        .get()
        .queued.map(({ preview }) => preview),
    ).to.deep.equal(['B', 'A2']);
    session.dispatch(change(5, 'remove', { id: 'b' }));
    expect(
      session
        .view('composer')
        .get()
        .queued.map(({ id }) => id),
    ).to.deep.equal(['a']);
  });

  it('AC-10 M-053 R11 a snapshot tells tab, question, queue and team at once, and of another session only its own', () => {
    const session = fed(scenario('AC-10'));
    expect(session.view('session_tabs').get().tabs[0]).to.include({
      sessionId: 'ses-old',
      title: 'Old work',
      label: 'Old work',
      preview: 'Done.',
      active: true,
      pending: 1,
      queued: 0,
      hydration: 'H3',
      truncated: true,
      cursor: 'c-50',
    });
    expect(session.view('hitl').get().pending[0]).to.include({ actionId: 'ac-7', actionType: 'unknown' });
    expect(session.view('team_roster').get().teams[0]).to.include({ teamActiveCount: 0 });
    expect(session.view('runtime_status').get().stage).to.equal('action_required');
    session.dispatch([
      { type: 'session.opened', sessionId: 'ses-2', payload: { title: 'Other' } },
      { type: 'text.delta', sessionId: 'ses-2', messageId: 'm-2', payload: { delta: 'elsewhere' } },
    ]);
    expect(session.view('session_tabs').get().tabs[1]).to.include({ title: 'Other', active: false });
    expect(JSON.stringify(session.view('conversation').get())).to.not.contain('elsewhere');
  });

  it('R6 a snapshot that leaves out an open question or a failed call keeps both, and marks them stale', () => {
    const session = fed([
      one('action.required', { sequence: 1 }),
      one('tool.started', { sequence: 2 }),
      one('tool.failed', { sequence: 3 }),
      one('state.snapshot', { sequence: 4, payload: { version: 1, pendingActions: [], queued: [] } }),
    ]);
    expect(session.snapshot().approvals[0]).to.include({ state: 'pending', stale: true });
    expect(session.view('hitl').get().pending[0]).to.include({ stale: true });
    expect(session.snapshot().tools[0]).to.include({ state: 'output-error', stale: true });
    session.dispatch(one('action.required', { sequence: 5 }));
    expect(session.snapshot().approvals[0]).to.not.have.property('stale');
  });

  it('R6 an application that shares its state says nothing about questions', () => {
    const session = fed([one('action.required', { sequence: 1 }), one('state.snapshot', { sequence: 2 })]);
    expect(session.snapshot().approvals[0]).to.not.have.property('stale');
  });

  it('R5 (d) a newer snapshot may open a run again, and that is told', () => {
    const session = fed([
      one('run.finished', { sequence: 1 }),
      one('state.snapshot', {
        sequence: 2,
        payload: { version: 2, run: { runId: 'run-1', stage: 'streaming' } },
      }),
    ]);
    expect(session.snapshot().runs[0]).to.include({ stage: 'streaming' });
    expect(session.snapshot().diagnostics.map(({ code }) => code)).to.include('repair');
  });

  it('R6 M-036 each row of a snapshot is about what it names, not about what the snapshot came with', () => {
    const session = fed([
      one('state.snapshot', {
        payload: {
          version: 1,
          runs: [
            { runId: 'run-8', stage: 'streaming' },
            { runId: 'run-9', stage: 'completed' },
          ],
          tasks: [{ taskId: 'tk-8', status: 'blocked', statusReason: 'quota', parentTaskId: 'tk-0' }],
          subagents: [
            { subagentId: 'sa-1', parentSessionId: 'ses-1', parentThreadId: 'thr-1', status: 'running' },
          ],
          artifacts: [{ artifact_id: 'art-8', kind: 'code', read_ref: 'blob://8' }],
          evidence: [{ evidenceId: 'ev-8', packRef: 'pack://8' }],
        },
      }),
    ]);
    const { runs, tasks, agents } = session.snapshot();
    expect(runs.map(({ runId, outcome }) => [runId, outcome])).to.deep.equal([
      ['run-8', undefined],
      ['run-9', 'success'],
    ]);
    expect(tasks[0]).to.include({ taskId: 'tk-8', status: 'blocked', statusReason: 'quota' });
    expect(agents[0]).to.include({ agentId: 'sa-1', parentSessionId: 'ses-1', parentThreadId: 'thr-1' });
    expect(artifact(session)).to.include({ artifactId: 'art-8', kind: 'code', readRef: 'blob://8' });
    expect(session.view('timeline_evidence').get().evidence[0]).to.include({ packRef: 'pack://8' });
    expect(session.view('task_capsule').get().capsules[0]).to.include({
      key: 'task:tk-8',
      state: 'blocked',
      attention: 'high',
      reason: 'quota',
    });
    expect(
      session
        .view('delegation_graph')
        .get()
        .edges.map(({ kind }) => kind),
    ).to.include.members(['spawn', 'child']);
  });

  it('R5 (a, c) a task goes on in a new attempt, and a run after an interruption', () => {
    const task = (sequence: number, status: string, attemptId: string) =>
      one('task.changed', { sequence, attemptId, payload: { status } });
    const session = fed([task(1, 'failed', 'at-1'), task(2, 'running', 'at-1')]);
    expect(session.snapshot().tasks[0]).to.include({ status: 'failed', ended: true });
    session.dispatch(task(3, 'running', 'at-2'));
    expect(session.snapshot().tasks[0]).to.include({ status: 'running', ended: false });
    expect(session.snapshot().tasks[0]['attempts']).to.have.lengthOf(2);
    const run = fed([
      one('run.started', { sequence: 1 }),
      one('run.finished', { sequence: 2, payload: { outcome: 'interrupt' } }),
      one('run.started', { sequence: 3 }),
    ]);
    expect(run.snapshot().runs[0]).to.include({ stage: 'accepted' });
    expect(run.snapshot().runs[0]).to.not.have.property('outcome');
  });

  it('M-055 a snapshot older than the one applied changes nothing', () => {
    const snapshot = (sequence: number, version: number, text: string) => [
      one('messages.snapshot', {
        sequence,
        payload: { version, messages: [{ id: 'm', role: 'assistant', text }] },
      }),
      one('state.snapshot', { sequence: sequence + 1, payload: { version, state: { text } } }),
    ];
    const session = fed([...snapshot(1, 5, 'new'), ...snapshot(3, 4, 'old')]);
    expect(session.snapshot().messages[0]).to.include({ text: 'new' });
    expect(session.snapshot().state[0]).to.deep.include({ state: { text: 'new' } });
  });

  it('AC-10 an older page stands before what is shown, in its own order', () => {
    const page = (ids: string[], mode: string) =>
      ({
        type: 'messages.snapshot',
        sessionId: 's',
        payload: { mode, messages: ids.map((id) => ({ id, role: 'user', text: id })) },
      }) as AgentUiEvent;
    const session = fed([page(['m-3', 'm-4'], 'window'), page(['m-1', 'm-2'], 'older')]);
    const shown = session
      .view('conversation')
      .get()
      .turns.flatMap((turn) => turn.parts);
    expect(shown.map((part) => (part as { text: string }).text)).to.deep.equal(['m-1', 'm-2', 'm-3', 'm-4']);
  });
});

describe('what panels asked for', () => {
  it('AC-10 a cursor means older pages, unless the owner says that there are none', () => {
    const truncated = (more: object) =>
      fed([one('session.updated', { payload: { cursor: 'c-1', ...more } })])
        .view('conversation')
        .get().truncated;
    expect([truncated({}), truncated({ truncated: false }), truncated({ complete: true })]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('M-057 a runtime that tells no messages has no empty conversation', () => {
    const session = fed([one('session.hydrated', { payload: { stage: 'H2', messages: 'unavailable' } })]);
    expect(session.view('conversation').get().fallback).to.deep.equal({
      token: 'unavailable',
      reason: 'messages.not_provided',
    });
  });

  it('SF-TASK-2 a failed task can be tried again where its owner says so, and a failed run links its evidence', () => {
    const failed = fed([
      one('task.changed', { payload: { status: 'failed', lastError: { retryable: true } } }),
    ]);
    expect(failed.view('task_capsule').get().capsules[0]).to.include({ state: 'failed', retryable: true });
    const run = fed([one('run.failed', { sequence: 1 }), one('evidence.changed', { sequence: 2 })]);
    expect(run.view('task_capsule').get().capsules[0]).to.deep.include({
      key: 'run:run-1',
      evidenceRefs: ['ev-1'],
    });
  });
});
