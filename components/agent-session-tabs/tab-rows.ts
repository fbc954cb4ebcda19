import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { CapsuleState, CapsuleView, SessionTabView } from '../../src/agent-ui/projection/view-models.js';
import type { StringKey } from '../shared/localize.js';
import type { Status } from '../shared/status.js';

/** A session as its tab shows it. */
export interface TabRow {
  id: string;
  view: SessionTabView;
  /** Where this page has it. */
  session: AgentSession | undefined;
  /** How it looks, and its word; no word where there is nothing to say. */
  status: Status;
  word: StringKey | undefined;
  /** Changes when there is something new to see. */
  news: string;
}

/** Every session that is known: those that the host gave, else those that the shown one's runtime tells of. */
export function tabRows(
  sessions: readonly AgentSession[] | undefined,
  shown: AgentSession | undefined,
): TabRow[] {
  if (sessions) return sessions.map((session) => ownRow(session));
  const tabs = shown?.view('session_tabs').get().tabs ?? [];
  return tabs.map((view) =>
    view.sessionId === shown!.sessionId ? ownRow(shown!) : rowOf(view, undefined, []),
  );
}

function ownRow(session: AgentSession): TabRow {
  const { activeSessionId, tabs } = session.view('session_tabs').get();
  const view = tabs.find(({ sessionId }) => sessionId === activeSessionId) ?? untold(session.sessionId);
  return rowOf(view, session, session.view('task_capsule').get().capsules);
}

/** A session that nobody has said a word about. */
function untold(sessionId: string): SessionTabView {
  return {
    key: sessionId,
    sessionId,
    label: sessionId,
    active: true,
    lifecycle: 'unknown',
    running: 0,
    queued: 0,
    pending: 0,
    failed: false,
    artifactCount: 0,
    unread: false,
    pinned: false,
    stale: false,
  };
}

function rowOf(
  told: SessionTabView,
  session: AgentSession | undefined,
  capsules: readonly CapsuleView[],
): TabRow {
  const count = (state: CapsuleState) => capsules.filter((capsule) => capsule.state === state).length;
  // A session that nobody summed up has its capsules (SF-SES-3).
  const view = {
    ...told,
    running: told.running || count('running'),
    queued: told.queued || count('queued'),
  };
  const [status, word] = lookOf(view, capsules);
  const ended = capsules
    .filter(({ state }) => state !== 'running')
    .map(({ key, state }) => `${key} ${state}`);
  const news = [view.lastActivity, view.preview, view.pending, view.artifactCount, ...ended].join('\n');
  return { id: view.sessionId, view, session, status, word, news };
}

/** What a session's work asks for, the most urgent first (§2.3). */
const OF_CAPSULE: Partial<Record<CapsuleState, readonly [Status, StringKey]>> = {
  needs_input: ['needs-you', 'status.needsYou'],
  permission_required: ['needs-you', 'stage.permission'],
  plan_ready: ['needs-you', 'stage.planReady'],
  failed: ['failed', 'status.failed'],
  blocked: ['blocked', 'status.blocked'],
  stale: ['blocked', 'capsule.stale'],
  running: ['running', 'status.running'],
  steering: ['running', 'capsule.steering'],
  queued: ['queued', 'status.queued'],
};

const OF_LIFECYCLE: Readonly<Record<string, readonly [Status, StringKey]>> = {
  restoring: ['preparing', 'tabs.restoring'],
  suspended: ['idle', 'tabs.suspended'],
  discarded: ['idle', 'tabs.discarded'],
  archived: ['idle', 'tabs.archived'],
  closed: ['idle', 'tabs.closed'],
  frozen: ['idle', 'tabs.suspended'],
};

function lookOf(
  view: SessionTabView,
  capsules: readonly CapsuleView[],
): readonly [Status, StringKey | undefined] {
  if (view.pending > 0) return ['needs-you', 'status.needsYou'];
  for (const { state } of capsules) {
    const look = OF_CAPSULE[state];
    if (look) return look;
  }
  if (view.failed) return ['failed', 'status.failed'];
  if (view.running > 0) return ['running', 'status.running'];
  if (view.queued > 0) return ['queued', 'status.queued'];
  return OF_LIFECYCLE[view.lifecycle] ?? ['idle', undefined];
}
