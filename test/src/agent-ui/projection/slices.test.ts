import { expect } from 'chai';
import { EVENT_TYPES, type EventType } from 'oui-elements/agent-ui';
import { CONTEXT, one } from '../../../fixtures/agent-ui/one-of-each.js';
import { fed } from './session-driver.js';

/** Every list that each class writes, and no other (M-007, M-008, M-009, M-040 to M-050). */
const WRITES: Readonly<Record<EventType, string>> = {
  'session.opened': 'sessions',
  'session.hydrated': 'sessions',
  'session.updated': 'sessions',
  'session.closed': 'sessions',
  'run.started': 'runs turns',
  'run.status': 'runs turns',
  'run.finished': 'runs turns',
  'run.failed': 'runs turns',
  'plan.delta': 'plans turns',
  'plan.final': 'plans turns',
  'text.delta': 'messages turns',
  'text.final': 'messages turns',
  'reasoning.delta': 'turns',
  'reasoning.summary': 'turns',
  'tool.started': 'tools turns',
  'tool.args': 'tools turns',
  'tool.progress': 'tools turns',
  'tool.output.delta': 'tools turns',
  'tool.result': 'tools turns diagnostics',
  'tool.failed': 'tools turns diagnostics',
  'action.required': 'approvals turns',
  'action.resolved': 'approvals turns',
  'queue.changed': 'queue steers',
  'task.changed': 'tasks',
  'agent.spawned': 'agents',
  'agent.changed': 'agents',
  'agent.completed': 'agents',
  'agent.handoff': 'handoffs turns',
  'worker.notification': 'notifications turns',
  'team.changed': 'teams',
  'review.requested': 'reviews',
  'review.completed': 'reviews',
  'artifact.created': 'artifacts turns',
  'artifact.updated': 'artifacts turns',
  'artifact.preview.ready': 'artifacts turns',
  'artifact.version.created': 'artifacts turns',
  'artifact.diff.ready': 'artifacts turns',
  'artifact.export.started': 'artifacts turns',
  'artifact.export.completed': 'artifacts turns',
  'artifact.failed': 'artifacts turns',
  'artifact.deleted': 'artifacts turns',
  'artifact.changed': 'artifacts turns',
  'evidence.changed': 'evidence turns',
  'state.snapshot': 'state',
  'state.delta': 'state',
  'messages.snapshot': 'messages sessions turns',
  'context.changed': 'context',
  'context.compaction.started': 'context turns',
  'context.compaction.completed': 'context turns',
  'permission.changed': 'permissions',
  'diagnostic.changed': 'diagnostics',
  'metric.changed': 'metrics',
};

describe('slices: each class writes its own lists and no other', () => {
  it('M-007 there are 52 classes, and each is in the table', () => {
    expect(EVENT_TYPES).to.have.lengthOf(52);
    expect(Object.keys(WRITES).sort()).to.deep.equal([...EVENT_TYPES].sort());
  });

  for (const type of EVENT_TYPES) {
    it(`M-008 ${type} writes ${WRITES[type]}`, () => {
      const filled = Object.entries(fed([one(type)]).snapshot()).filter(([, list]) => list.length > 0);
      expect(filled.map(([name]) => name).sort()).to.deep.equal(WRITES[type].split(' ').sort());
    });
  }

  /** Everything at once, so that there is something to spoil. */
  const all = EVENT_TYPES.map((type, i) => one(type, { sequence: i + 1 }));

  for (const type of EVENT_TYPES) {
    it(`M-008 ${type} after all others changes no list but its own`, () => {
      const session = fed(all);
      const before = session.snapshot() as unknown as Record<string, unknown>;
      session.dispatch(one(type, { sequence: 100 }));
      const after = session.snapshot() as unknown as Record<string, unknown>;
      const own = new Set(WRITES[type].split(' '));
      // What is shown of others may follow from it: a run's stage from a question, a call's from its run.
      const follows: Record<string, string[]> = {
        // The session measures its own runs.
        'run.finished': ['tools', 'turns', 'metrics'],
        'run.failed': ['tools', 'turns', 'metrics'],
        'run.started': ['tools'],
        'text.delta': ['runs'],
        'action.required': ['runs', 'tools'],
        'action.resolved': ['runs', 'tools'],
      };
      for (const list of Object.keys(before)) {
        if (own.has(list) || follows[type]?.includes(list) || list === 'diagnostics') continue;
        expect(after[list], list).to.deep.equal(before[list]);
      }
    });
  }

  it('M-009 M-037 M-050 N-003 no class of the team makes a message, not even with the role of a user', () => {
    const team = EVENT_TYPES.filter((type) =>
      /^(task|agent|team|worker|review|evidence|artifact)\./.test(type),
    );
    for (const type of team) {
      const { payload } = one(type) as { payload: object };
      const session = fed([one(type, { payload: { ...payload, role: 'user', text: 'I said this' } })]);
      expect(session.snapshot().messages, type).to.deep.equal([]);
      const parts = session
        .view('conversation')
        .get()
        .turns.flatMap((turn) => turn.parts);
      expect(parts.map((part) => part.type)).to.not.include.members(['user_text', 'assistant_text']);
    }
  });

  it('M-013 N-030 no hint of a surface or a scope makes anything an answer', () => {
    for (const type of EVENT_TYPES) {
      if (/^(text|messages)\./.test(type)) continue;
      const session = fed([one(type, { surface: 'conversation', scope: 'message', messageId: 'm-1' })]);
      expect(session.snapshot().messages, type).to.deep.equal([]);
    }
  });

  it('§1.3 an event of the interface itself is no fact', () => {
    const session = fed([one('run.started', { owner: 'ui_projection' })]);
    expect(session.snapshot().runs).to.deep.equal([]);
    expect(session.snapshot().diagnostics[0]).to.include({ code: 'owner.not_a_fact' });
  });

  it('M-004 M-036 the ids of an event stay with its record', () => {
    const ids = {
      ...CONTEXT,
      parentSessionId: 'ses-0',
      parentThreadId: 'thr-0',
      runtimeId: 'rt-1',
      traceId: 'tr-1',
    };
    for (const [type, list] of [
      ['task.changed', 'tasks'],
      ['agent.spawned', 'agents'],
      ['evidence.changed', 'evidence'],
      ['artifact.created', 'artifacts'],
      ['worker.notification', 'notifications'],
      ['review.requested', 'reviews'],
    ] as const)
      expect(fed([one(type, ids)]).snapshot()[list][0], type).to.include(ids);
  });
});
