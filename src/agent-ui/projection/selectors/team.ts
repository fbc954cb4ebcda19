import { sorted } from '../entity-facts.js';
import type { Entity, ProjectionState } from '../records.js';
import type {
  HandoffLaneView,
  HandoffView,
  NotificationView,
  PolicyView,
  TeammateTranscriptView,
  TeammateView,
  TeamPolicyView,
  TeamRosterView,
  TeamView,
  TranscriptView,
  WorkerNotificationsView,
} from '../team-view-models.js';
import type { Attention } from '../view-models.js';
import { deepEqual } from '../../../base/deep-equal.js';
import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { isBefore, type Stamp } from '../order.js';
import { Cached } from './cached.js';
import { addFallback, byAttention, nameOf, pendingFor, row, text, told } from './cells.js';
import type { SelectorContext } from './selector-context.js';
import { pendingApprovals } from './stage.js';

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

export function teammate(
  context: SelectorContext,
  agent: Entity,
  pendingActions = pendingFor(context.state, {}, agent.id).map(({ actionId }) => actionId),
): TeammateView {
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
  view.parentName =
    nameOf(context.state, view.parentAgentId) ??
    text(context.state.sessions.get(view.parentSessionId ?? ''), 'title');
  view.state = standingOf(agent);
  view.ended ??= false;
  view.pendingActions = pendingActions;
  view.attention = attentionOf(view.state, pendingActions.length > 0 && !view.ended);
  if (view.state === 'unknown') addFallback(view, 'state', 'unknown', 'agent.status_missing');
  return view;
}

/** What a team is told of on any event: of its members' words the last one stands where the team has none itself. */
const TEAM_FACTS = [
  'topology',
  'teamPhase',
  'teamParallelBudget',
  'teamActiveCount',
  'teamQueuedCount',
  'queuedTurnCount',
  'providerParallelBudget',
  'providerConcurrencyGroup',
  'queueReason',
  'retryableOverload',
] as const;

function teamFacts(agents: readonly Entity[]): JsonObject {
  const facts: JsonObject = {};
  for (const key of TEAM_FACTS) {
    let last: Stamp | undefined;
    for (const { facts: own, stamps } of agents) {
      const stamp = stamps[key];
      if (own[key] == null || !stamp || (last && isBefore(stamp, last))) continue;
      last = stamp;
      facts[key] = own[key];
    }
  }
  return facts;
}

/** `session.view('team_roster')` (§3.11). */
export function teamRoster(context: SelectorContext): TeamRosterView {
  const { state } = context;
  const notified = new Map(
    sorted(state.notifications).map((told) => [told.facts['agentId'], text(told, 'status') ?? 'unknown']),
  );
  const agents = sorted(state.agents);
  const pending = pendingByAgent(state);
  const members = byAttention(
    agents.map((agent) => ({
      ...teammate(context, agent, pending.get(agent.id) ?? []),
      notified: notified.get(agent.id),
    })),
  );
  const free = new Set(agents);
  const team = (view: TeamView, isOf: (agent: Entity) => boolean) => {
    const own = agents.filter(isOf);
    for (const agent of own) free.delete(agent);
    const ids = new Set(own.map(({ id }) => id));
    const seen = members.filter(({ agentId }) => ids.has(agentId));
    for (const [key, value] of Object.entries(teamFacts(own))) (view as never as JsonObject)[key] ??= value;
    told(view, 'topology');
    view.members = {
      total: seen.length,
      running: seen.filter(({ attention, ended }) => attention === 'low' && !ended).length,
      attention: seen.filter(({ attention }) => attention === 'high').length,
      ended: seen.filter(({ ended }) => ended).length,
    };
    return view;
  };
  const teams = sorted(state.teams).map((entity) => {
    const view: TeamView = row(context, entity, 'topology:unknown', 'delegate');
    return team(
      view,
      ({ facts }) =>
        facts['teamId'] === view.teamId ||
        (view.teamName !== undefined && facts['teamName'] === view.teamName),
    );
  });
  // A team that nobody described is still the team of its members.
  for (const { facts } of agents) {
    const { teamId, teamName } = facts as { teamId?: string; teamName?: string };
    const key = teamId ?? teamName ?? '';
    const isOf = (agent: Entity) =>
      free.has(agent) && ((agent.facts['teamId'] ?? agent.facts['teamName'] ?? '') as string) === key;
    if (agents.some(isOf)) teams.push(team({ key, teamId, teamName } as TeamView, isOf));
  }
  const topologies = new Set<string>();
  for (const list of ['teams', 'agents', 'tasks', 'handoffs', 'reviews'] as const)
    for (const { facts } of state[list].values())
      if (typeof facts['topology'] === 'string') topologies.add(facts['topology']);
  for (const { topology } of state.runs.values()) if (topology) topologies.add(topology);
  return { teams, members, topologies: [...topologies] };
}

/** Questions by the teammate who asks, oldest first: a large team looks them up, and does not search them. */
function pendingByAgent(state: ProjectionState): ReadonlyMap<string, string[]> {
  const all = new Map<string, string[]>();
  for (const { agentId, actionId } of pendingApprovals(state)) {
    if (agentId === undefined) continue;
    const own = all.get(agentId);
    if (own) own.push(actionId);
    else all.set(agentId, [actionId]);
  }
  return all;
}

/** `session.view('handoff_lane')` (§3.14): the owner changes when a handoff is accepted. */
export function handoffLane(context: SelectorContext): HandoffLaneView {
  const { state, writesVersion } = context;
  let activeOwner: string | undefined;
  const handoffs = sorted(state.handoffs).map((handoff) => {
    const of = (key: string) => text(handoff, key);
    const names = {
      fromName: nameOf(state, of('from')),
      toName: nameOf(state, of('to')),
      resumeTitle: text(state.tasks.get(of('resumeTarget')?.replace(/^task:/, '') ?? ''), 'title'),
    };
    const view = handoffViews.get(handoff, [handoff.version, writesVersion, ...Object.values(names)], () => ({
      ...handoffView(context, handoff),
      ...names,
    }));
    if (view.state === 'accepted' || view.state === 'active') activeOwner = view.to;
    else if (view.state === 'returned' || view.state === 'resumed') activeOwner = view.from;
    else activeOwner ??= view.from;
    return view;
  });
  return { activeOwner, activeOwnerName: nameOf(state, activeOwner), handoffs };
}

/** There may be many, and tasks change all the time. */
const handoffViews = new Cached<Entity, HandoffView>();

function handoffView(context: SelectorContext, handoff: Entity): HandoffView {
  const view: HandoffView = row(
    context,
    handoff,
    'from to reason:unknown resumeTarget:unknown boundary:unknown',
    'respond.handoff',
  );
  // §2.2: without a word of acceptance it is only asked for.
  view.state ??= view.acceptedAt === undefined ? 'handoff_requested' : 'accepted';
  return view;
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
      const task = state.tasks.get(view.taskId ?? '');
      view.taskTitle = text(task, 'title');
      if (typeof task?.facts['retryable'] === 'boolean') view.retryable = task.facts['retryable'];
      return view;
    }),
  };
}

/** `session.view('teammate_transcript')` (§3.17). */
export function teammateTranscript(context: SelectorContext): TeammateTranscriptView {
  const { state } = context;
  return {
    transcripts: sorted(state.agents).map((agent) => {
      const view: TranscriptView = row(
        context,
        agent,
        'transcriptRef:unavailable recentMessages:unavailable',
        'continue_agent',
      );
      view.state = standingOf(agent);
      view.policy ??= agent.facts['teamPolicy'];
      view.attention = attentionOf(view.state, pendingFor(state, {}, agent.id).length > 0);
      view.parentName =
        nameOf(state, view.parentAgentId) ?? text(state.sessions.get(view.parentSessionId ?? ''), 'title');
      return view;
    }),
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

/** What a teammate's policy says, where the teammate itself says it and the owner of permissions does not. */
const POLICY_FACTS = [
  'mode',
  'sandbox',
  'risk',
  'approval',
  'planMode',
  'budget',
  'limits',
  'scope',
  'expiresAt',
  'waiver',
  'retention',
] as const;

const COMPARED = ['mode', 'sandbox', 'risk', 'approval', 'planMode', 'budget', 'limits'] as const;

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
    const agent = state.agents.get(view.agentId ?? '');
    view.policy ??= entity.facts['teamPolicy'] ?? agent?.facts['teamPolicy'] ?? agent?.facts['policy'];
    const { policy } = view;
    if (isJsonObject(policy))
      for (const name of POLICY_FACTS)
        if (view[name] === undefined && policy[name] !== undefined)
          Object.assign(view, { [name]: policy[name] });
    told(view, 'mode', 'risk');
    view.state = policyState(state, entity);
    view.ended = agent?.status?.value.end !== undefined;
    view.pendingActions = pendingFor(state, {}, view.agentId).map(({ actionId }) => actionId);
    return view;
  });
  const common = policies.find(({ agentId }) => agentId === undefined);
  for (const view of policies)
    // What nobody said of one of the two is no difference.
    view.differs = common
      ? COMPARED.filter(
          (key) => view[key] !== undefined && common[key] !== undefined && !deepEqual(view[key], common[key]),
        )
      : [];
  return { policies };
}
