import { sorted } from '../entity-facts.js';
import type { Entity, ProjectionState } from '../records.js';
import type {
  BackgroundTeammateView,
  BackgroundView,
  HandoffLaneView,
  HandoffView,
  NotificationView,
  PolicyView,
  RemoteTeammateView,
  RemoteView,
  TeammateTranscriptView,
  TeammateView,
  TeamPolicyView,
  TeamRosterView,
  TeamView,
  TranscriptView,
  WorkerNotificationsView,
} from '../team-view-models.js';
import type { Attention } from '../view-models.js';
import { isJsonObject } from '../../../base/json.js';
import { addFallback, byAttention, nameOf, pendingFor, row, text, told } from './cells.js';
import type { SelectorContext } from './selector-context.js';

const HIGH = new Set(
  'needs_input plan_ready failed blocked input_required auth_required timed_out'.split(' '),
);
const MEDIUM = new Set('waiting queued scheduled paused stale shutdown_requested'.split(' '));
const LOW = new Set('running spawning working active preparing submitted waking accepted'.split(' '));

/** M-038: who needs a person, or failed, comes before who works. */
export function attentionOf(state: string, asks: boolean): Attention {
  if (asks || HIGH.has(state)) return 'high';
  return MEDIUM.has(state) ? 'medium' : LOW.has(state) ? 'low' : 'hidden';
}

export function standingOf(entity: Entity | undefined): string {
  return entity?.status?.status ?? text(entity, 'runtimeStatus') ?? 'unknown';
}

export function teammate(context: SelectorContext, agent: Entity): TeammateView {
  const { state } = context;
  const view: TeammateView = row(
    context,
    agent,
    'agentName:unknown role:unavailable source:unavailable model:unavailable policy:unavailable parentSessionId:unknown',
    'continue_agent stop close retry',
  );
  const { id, facts } = agent;
  view.role ??= text(agent, 'agentRole');
  view.source ??= text(agent, 'agentSource');
  view.policy ??= facts['teamPolicy'];
  view.usage ??= facts['workerUsage'];
  told(view, 'role', 'source', 'policy');
  view.label = view.agentName ?? id;
  view.state = standingOf(agent);
  view.ended ??= false;
  view.pendingActions = pendingFor(state, {}, id).map(({ actionId }) => actionId);
  view.attention = attentionOf(view.state, view.pendingActions.length > 0 && !view.ended);
  if (view.state === 'unknown') addFallback(view, 'state', 'unknown', 'agent.status_missing');
  return view;
}

/** `session.view('team_roster')` (§3.11). */
export function teamRoster(context: SelectorContext): TeamRosterView {
  const { state } = context;
  const notified = new Map(
    sorted(state.notifications).map((told) => [told.facts['agentId'], text(told, 'status') ?? 'unknown']),
  );
  const members = byAttention(
    sorted(state.agents).map((agent) => ({ ...teammate(context, agent), notified: notified.get(agent.id) })),
  );
  const teams = sorted(state.teams).map((team) => {
    const view: TeamView = row(context, team, 'topology:unknown', 'delegate');
    const own = members.filter(
      ({ teamId, teamName }) =>
        teamId === view.teamId || (teamName !== undefined && teamName === view.teamName),
    );
    view.members = {
      total: own.length,
      running: own.filter(({ attention, ended }) => attention === 'low' && !ended).length,
      attention: own.filter(({ attention }) => attention === 'high').length,
      ended: own.filter(({ ended }) => ended).length,
    };
    return view;
  });
  return { teams, members };
}

/** `session.view('handoff_lane')` (§3.14): the owner changes when a handoff is accepted. */
export function handoffLane(context: SelectorContext): HandoffLaneView {
  const { state } = context;
  let activeOwner: string | undefined;
  const handoffs = sorted(state.handoffs).map((handoff) => {
    const view: HandoffView = row(
      context,
      handoff,
      'from to reason:unknown resumeTarget:unknown boundary:unknown',
      'respond.handoff',
    );
    // §2.2: without a word of acceptance it is only asked for.
    view.state ??= view.acceptedAt === undefined ? 'handoff_requested' : 'accepted';
    if (view.state === 'accepted' || view.state === 'active') activeOwner = view.to;
    else if (view.state === 'returned' || view.state === 'resumed') activeOwner = view.from;
    else activeOwner ??= view.from;
    return { ...view, fromName: nameOf(state, view.from), toName: nameOf(state, view.to) };
  });
  return { activeOwner, activeOwnerName: nameOf(state, activeOwner), handoffs };
}

/** `session.view('worker_notifications')` (§3.15). */
export function workerNotifications(context: SelectorContext): WorkerNotificationsView {
  const { state } = context;
  return {
    notifications: sorted(state.notifications).map((notification) => {
      const view: NotificationView = row(
        context,
        notification,
        'status resultRef:unavailable summary:unavailable',
        'continue_agent retry',
      );
      view.usage ??= notification.facts['workerUsage'];
      view.agentName ??= nameOf(state, view.agentId);
      view.taskTitle = text(state.tasks.get(view.taskId ?? ''), 'title');
      return view;
    }),
  };
}

/** `session.view('teammate_transcript')` (§3.17). */
export function teammateTranscript(context: SelectorContext): TeammateTranscriptView {
  return {
    transcripts: sorted(context.state.agents).map((agent) => {
      const view: TranscriptView = row(
        context,
        agent,
        'transcriptRef:unavailable recentMessages:unavailable',
        'continue_agent',
      );
      view.state = standingOf(agent);
      return view;
    }),
  };
}

const entityIs = (entity: Entity, kind: string, topology: string) =>
  entity.facts['runtimeEntity'] === kind || entity.facts['topology'] === topology;

/** `session.view('background_teammate')` (§3.18). */
export function backgroundTeammate(context: SelectorContext): BackgroundTeammateView {
  const { state } = context;
  const jobs = sorted(state.tasks).filter((task) => entityIs(task, 'automation_job', 'background_teammate'));
  return {
    jobs: byAttention(
      jobs.map((job) => {
        const view: BackgroundView = row(
          context,
          job,
          'schedule:unavailable wakeReason:unknown lastRun:unavailable',
          'stop continue_agent retry',
        );
        view.state = standingOf(job);
        view.attention = attentionOf(view.state, pendingFor(state, { taskId: job.id }).length > 0);
        view.agentName ??= nameOf(state, view.agentId);
        if (view.state === 'running') view.currentRunId ??= text(job, 'runId');
        return view;
      }),
    ),
  };
}

/** `session.view('remote_teammate')` (§3.19): the remote's own state, and both ids of its task. */
export function remoteTeammate(context: SelectorContext): RemoteTeammateView {
  const { state } = context;
  const remote = (entity: Entity) => entityIs(entity, 'external_task', 'remote_teammate');
  const agents = sorted(state.agents).filter(
    (agent) => remote(agent) || agent.facts['agentSource'] === 'remote',
  );
  const tasks = sorted(state.tasks);
  const ofAgent = (agent: Entity) =>
    tasks.findLast(
      ({ facts }) =>
        facts['agentId'] === agent.id ||
        (facts['remoteTaskId'] !== undefined && facts['remoteTaskId'] === agent.facts['remoteTaskId']),
    );
  const taken = new Set(agents.map(ofAgent));
  const pairs = [
    ...agents.map((agent) => ({ agent, task: ofAgent(agent) })),
    ...tasks.filter((task) => remote(task) && !taken.has(task)).map((task) => ({ agent: undefined, task })),
  ];
  return {
    remotes: byAttention(
      pairs.map(({ agent, task }) => {
        const view: RemoteView = row(
          context,
          (agent ?? task)!,
          'cardRef:unavailable remoteTaskId:unknown',
          'continue_agent stop',
        );
        view.taskId ??= task?.id;
        view.nativeStatus = text(task, 'nativeStatus');
        view.agentState = agent && standingOf(agent);
        view.state = standingOf(task ?? agent);
        const asked = pendingFor(state, { taskId: task?.id, remoteTaskId: view.remoteTaskId }, agent?.id);
        view.pendingActions = asked.map(({ actionId }) => actionId);
        view.attention = attentionOf(view.state, asked.length > 0);
        view.artifactIds = sorted(state.artifacts)
          .filter(({ facts }) => agent && facts['agentId'] === agent.id)
          .map(({ id }) => id);
        if (view.connection === 'disconnected') addFallback(view, 'state', 'stale', 'remote.disconnected');
        return view;
      }),
    ),
  };
}

const DECISIONS: Readonly<Record<string, string>> = {
  allow: 'granted',
  approve: 'granted',
  approved: 'granted',
  deny: 'denied',
  reject: 'denied',
  ask: 'requested',
};

/** N-001: a mode is a policy; only the owner's decision is a grant, and not while its question waits. */
export function policyState(state: ProjectionState, permission: Entity): string {
  const { decision, actionId } = permission.facts;
  if (typeof decision !== 'string') return 'policy-preview';
  const asked = typeof actionId === 'string' ? state.approvals.get(actionId) : undefined;
  return asked?.state === 'pending' ? 'requested' : (DECISIONS[decision] ?? decision);
}

/** `session.view('team_policy')` (§3.20). */
export function teamPolicy(context: SelectorContext): TeamPolicyView {
  const { state } = context;
  const agents = sorted(state.agents).filter(
    ({ id, facts }) => !state.permissions.has(id) && (facts['teamPolicy'] ?? facts['policy']) != null,
  );
  const policies = [...sorted(state.permissions), ...agents].map((entity) => {
    const view: PolicyView = row(context, entity, 'mode:unknown risk:unknown', 'edit.policy');
    view.agentId = state.permissions.has(entity.id) ? text(entity, 'agentId') : entity.id;
    view.agentName ??= nameOf(state, view.agentId);
    view.policy ??= entity.facts['teamPolicy'] ?? state.agents.get(entity.id)?.facts['teamPolicy'];
    if (isJsonObject(view.policy)) view.mode ??= view.policy['mode'] as string | undefined;
    told(view, 'mode');
    view.state = policyState(state, entity);
    view.pendingActions = pendingFor(state, {}, view.agentId).map(({ actionId }) => actionId);
    return view;
  });
  const common = policies.find(({ agentId }) => agentId === undefined);
  for (const view of policies)
    view.differs = common
      ? (['mode', 'sandbox', 'risk', 'state'] as const).filter(
          (key) => JSON.stringify(view[key]) !== JSON.stringify(common[key]),
        )
      : [];
  return { policies };
}
