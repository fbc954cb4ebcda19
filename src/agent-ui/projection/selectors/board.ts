import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { writeKey } from '../../events/control-request.js';
import { sorted } from '../entity-facts.js';
import type { Entity, ProjectionState } from '../records.js';
import type {
  Assignee,
  DelegationGraphView,
  FanIn,
  GraphEdge,
  GraphNode,
  ReviewLaneView,
  ReviewView,
  WorkBoardView,
  WorkItemView,
} from '../team-view-models.js';
import { Cached } from './cached.js';
import { nameOf, row, text } from './cells.js';
import type { SelectorContext } from './selector-context.js';
import { standingOf } from './team.js';

const isWorkItem = ({ facts }: Entity) =>
  facts['workItemId'] !== undefined || facts['runtimeEntity'] === 'work_item';

/** A board may be long, and one item changes at a time. */
const items = new Cached<Entity, WorkItemView>();

/** `session.view('work_board')` (§3.12). */
export function workBoard(context: SelectorContext): WorkBoardView {
  const { tasks, agents } = context.state;
  const board = sorted(tasks)
    .filter(isWorkItem)
    .map((item) => {
      const others = textsOf(item, 'dependencies', 'blockedBy').map((id) => ({ id, other: tasks.get(id) }));
      const given = agents.get(idOf(item.facts['assignee']) ?? '');
      const deps = [item, given, ...others.map(({ other }) => other)].map((record) => record?.version);
      return items.get(item, [...deps, context.write(writeKey('assign', item.id))], () => {
        const view: WorkItemView = row(context, item, 'title status progress:unavailable', 'assign');
        view.status = standingOf(item);
        const { assignee } = item.facts;
        view.assignment = assignee === undefined ? 'unknown' : assignee === null ? 'unassigned' : 'assigned';
        if (view.assignment === 'assigned') view.assignedTo = assigneeOf(assignee, given);
        view.waitsFor = others.map(({ id, other }) => ({
          id,
          title: text(other, 'title'),
          status: other && standingOf(other),
          ended: other?.status?.value.end !== undefined,
        }));
        return view;
      });
    });
  const people = new Map<string, Assignee>();
  for (const agent of sorted(agents))
    if (!agent.status?.value.end) people.set(agent.id, assigneeOf(agent.id, agent));
  for (const { assignedTo } of board)
    if (assignedTo?.id !== undefined && !agents.has(assignedTo.id) && !people.has(assignedTo.id))
      people.set(assignedTo.id, assignedTo);
  return { items: board, people: [...people.values()] };
}

function idOf(assignee: unknown): string | undefined {
  const id = isJsonObject(assignee) ? assignee['id'] : assignee;
  return typeof id === 'string' ? id : undefined;
}

function assigneeOf(assignee: unknown, agent: Entity | undefined): Assignee {
  const { kind, name } = isJsonObject(assignee) ? assignee : ({} as JsonObject);
  const known = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    id: idOf(assignee),
    name: text(agent, 'agentName') ?? known(name),
    kind: known(kind) ?? text(agent, 'source') ?? text(agent, 'agentSource') ?? (agent && 'agent'),
  };
}

function textsOf({ facts }: Entity, ...keys: string[]): string[] {
  return [...new Set(keys.flatMap((key) => (facts[key] ?? []) as string[]))];
}

/** `session.view('delegation_graph')` (§3.13). Only ids link: no name, and no sentence, makes an edge. */
export function delegationGraph({ state }: SelectorContext): DelegationGraphView {
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  const node = (made: GraphNode) => nodes.get(made.key) ?? (nodes.set(made.key, made), made);
  const edge = (kind: string, from: string, to: string, settled: boolean, reason?: string) => {
    const key = `${kind}:${from}>${to}`;
    if (from !== to) edges.set(key, { key, kind, from, to, settled, reason });
  };
  const session = (sessionId: string, threadId?: string) =>
    node({
      key: `session:${sessionId}`,
      kind: 'session',
      label: text(state.sessions.get(sessionId), 'title') ?? sessionId,
      sessionId,
      threadId,
    }).key;
  const agentKey = (id: string) => `agent:${id}`;
  const taskKey = (id: string) => {
    const task = state.tasks.get(id);
    const label = text(task, 'title') ?? id;
    return node({ key: `task:${id}`, kind: 'task', label, taskId: id, state: task && standingOf(task) }).key;
  };

  for (const agent of sorted(state.agents)) {
    const { id } = agent;
    const parent = text(agent, 'parentSessionId');
    const parentAgent = text(agent, 'parentAgentId');
    const own = text(agent, 'sessionId');
    // C16: the parent's own id on a child's event says where it was told, not which session is the child's.
    const child = text(agent, 'childSessionId') ?? (own === parent ? undefined : own);
    const made = node({
      key: agentKey(id),
      kind: 'agent',
      label: nameOf(state, id) ?? id,
      agentId: id,
      sessionId: child,
      threadId: text(agent, 'childThreadId'),
      taskId: text(agent, 'taskId'),
      state: standingOf(agent),
      spawnReason: text(agent, 'spawnReason'),
      transcriptRef: text(agent, 'transcriptRef'),
    });
    const settled = agent.status?.value.end !== undefined;
    if (parentAgent !== undefined) edge('spawn', agentKey(parentAgent), made.key, settled, made.spawnReason);
    else if (parent !== undefined)
      edge('spawn', session(parent, text(agent, 'parentThreadId')), made.key, settled, made.spawnReason);
    else made.fallback = { token: 'unknown', reason: 'lineage.missing' };
  }
  for (const handoff of sorted(state.handoffs)) {
    const [from, to] = [text(handoff, 'from'), text(handoff, 'to')];
    if (from === undefined || to === undefined) continue;
    for (const id of [from, to])
      node({ key: agentKey(id), kind: 'agent', label: nameOf(state, id) ?? id, agentId: id });
    edge(
      'handoff',
      agentKey(from),
      agentKey(to),
      text(handoff, 'state') !== 'handoff_requested',
      text(handoff, 'reason'),
    );
  }
  const fanIns: FanIn[] = [];
  for (const task of sorted(state.tasks)) {
    const settled = task.status?.value.end !== undefined;
    const parent = text(task, 'parentTaskId');
    if (parent !== undefined) edge('child', taskKey(parent), taskKey(task.id), settled);
    const owner = text(task, 'agentId');
    if (parent !== undefined && owner !== undefined && state.agents.has(owner))
      edge('assigned', taskKey(task.id), agentKey(owner), settled);
    for (const other of (task.facts['relationships'] ?? []) as { kind?: string; targetId?: string }[])
      if (typeof other?.targetId === 'string' && state.tasks.has(other.targetId))
        edge(String(other.kind), taskKey(task.id), taskKey(other.targetId), settled);
    const wait = textsOf(task, 'waitFor');
    if (wait.length === 0) continue;
    for (const id of wait)
      edge(
        'wait',
        taskKey(task.id),
        state.tasks.has(id) ? taskKey(id) : agentKey(id),
        endOf(state, id) !== undefined,
      );
    const ends = wait.map((id) => ({ id, end: endOf(state, id) }));
    fanIns.push({
      key: task.id,
      taskId: task.id,
      settled: ends.filter(({ end }) => end !== undefined).length,
      total: wait.length,
      failed: ends.filter(({ end }) => end && FAILED.has(end)).map(({ id }) => nameOf(state, id) ?? id),
      timeoutPolicy: text(task, 'timeoutPolicy'),
    });
  }
  for (const review of sorted(state.reviews)) {
    const reviewer = text(review, 'reviewer');
    const { id } = (review.facts['target'] ?? {}) as { id?: unknown };
    if (reviewer !== undefined && typeof id === 'string' && state.tasks.has(id))
      edge('review', agentKey(reviewer), taskKey(id), review.status?.status !== 'requested');
  }
  // An end that nothing else told of is still an end of the edge.
  for (const { from, to } of edges.values())
    for (const key of [from, to])
      if (!nodes.has(key)) node({ key, kind: 'agent', label: key.slice(6), agentId: key.slice(6) });
  return { nodes: [...nodes.values()], edges: [...edges.values()], fanIns };
}

const FAILED = new Set(['failed', 'killed', 'cancelled', 'canceled', 'timed_out', 'rejected']);

function endOf({ agents, tasks }: ProjectionState, id: string): string | undefined {
  const end = (agents.get(id) ?? tasks.get(id))?.status?.value.end;
  return end && (end.status ?? 'unknown');
}

/** `session.view('review_lane')` (§3.16). Two live verdicts that differ are both shown, as disputed (C29). */
export function reviewLane(context: SelectorContext): ReviewLaneView {
  const { state, writesVersion } = context;
  const views = sorted(state.reviews).map((review) => {
    const { target } = review.facts;
    const id = isJsonObject(target) ? String(target['id']) : '';
    const of = state.artifacts.get(id) ?? state.tasks.get(id) ?? state.evidence.get(id);
    const names = { targetTitle: text(of, 'title'), reviewerName: nameOf(state, text(review, 'reviewer')) };
    return reviewViews.get(
      review,
      [review.version, writesVersion, names.targetTitle, names.reviewerName],
      () => ({
        ...reviewView(context, review),
        ...names,
      }),
    );
  });
  const verdicts = new Map<string, Set<string>>();
  for (const { target, verdict } of views) {
    const key = JSON.stringify(target);
    if (key && verdict) verdicts.set(key, (verdicts.get(key) ?? new Set()).add(verdict));
  }
  const differs = ({ target }: ReviewView) => (verdicts.get(JSON.stringify(target))?.size ?? 0) > 1;
  return {
    reviews: views.map((view) =>
      view.disputed || !differs(view) ? view : disputed.get(view, [], () => ({ ...view, disputed: true })),
    ),
  };
}

/** There may be many, and what they are about changes all the time. */
const reviewViews = new Cached<Entity, ReviewView>();
const disputed = new Cached<ReviewView, ReviewView>();

function reviewView(context: SelectorContext, review: Entity): ReviewView {
  const view: ReviewView = row(
    context,
    review,
    'reviewer target evidenceRefs:unavailable',
    'request_review request_review.decide',
  );
  view.rounds ??= [];
  view.state = review.status?.status ?? 'unknown';
  view.verdict = view.rounds.at(-1)?.verdict;
  view.disputed ??= false;
  return view;
}
