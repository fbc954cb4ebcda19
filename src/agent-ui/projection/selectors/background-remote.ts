import { sorted } from '../entity-facts.js';
import type { Entity } from '../records.js';
import type {
  BackgroundTeammateView,
  BackgroundView,
  RemoteTeammateView,
  RemoteView,
} from '../team-view-models.js';
import { addFallback, byAttention, nameOf, pendingFor, row, text } from './cells.js';
import type { SelectorContext } from './selector-context.js';
import { attentionOf, standingOf } from './team.js';

/** Who works apart from the others: in the background, or elsewhere. */
const entityIs = (entity: Entity, kind: string, topology: string) =>
  entity.facts['runtimeEntity'] === kind || entity.facts['topology'] === topology;

/** `session.view('background_teammate')` (§3.18): jobs, and teammates of the background that have none yet. */
export function backgroundTeammate(context: SelectorContext): BackgroundTeammateView {
  const { state } = context;
  const isJob = (entity: Entity) => entityIs(entity, 'automation_job', 'background_teammate');
  const tasks = sorted(state.tasks).filter(isJob);
  const busy = new Set(tasks.map(({ facts }) => facts['agentId']));
  const agents = sorted(state.agents).filter(
    (agent) => !busy.has(agent.id) && (isJob(agent) || sourceOf(agent) === 'background'),
  );
  const reports = new Map(
    sorted(state.notifications).map((report) => [report.facts['taskId'], report.facts]),
  );
  return {
    jobs: byAttention(
      [...tasks, ...agents].map((job) => {
        const view: BackgroundView = row(
          context,
          job,
          'schedule:unavailable wakeReason:unknown lastRun:unavailable',
          'stop continue_agent retry',
        );
        const ofTask = state.tasks.get(job.id) === job;
        view.state = standingOf(job);
        const asked = pendingFor(state, ofTask ? { taskId: job.id } : {}, ofTask ? undefined : job.id);
        view.pendingActions = asked.map(({ actionId }) => actionId);
        view.attention = attentionOf(view.state, asked.length > 0);
        view.agentName ??= nameOf(state, view.agentId);
        if (view.state === 'running') view.currentRunId ??= text(job, 'runId');
        const report = ofTask ? reports.get(job.id) : undefined;
        if (report) {
          const { status, summary, resultRef } = report as Record<string, string | undefined>;
          view.report = { status, summary, resultRef };
        }
        return view;
      }),
    ),
  };
}

const sourceOf = (agent: Entity) => text(agent, 'source') ?? text(agent, 'agentSource');

/** `session.view('remote_teammate')` (§3.19): the remote's own state, and both ids of its task. */
export function remoteTeammate(context: SelectorContext): RemoteTeammateView {
  const { state } = context;
  const remote = (entity: Entity) => entityIs(entity, 'external_task', 'remote_teammate');
  const agents = sorted(state.agents).filter((agent) => remote(agent) || sourceOf(agent) === 'remote');
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
        view.taskTitle = text(task, 'title');
        view.nativeStatus = text(task, 'nativeStatus');
        view.agentState = agent && standingOf(agent);
        view.state = standingOf(task ?? agent);
        view.ended = (task ?? agent)?.status?.value.end !== undefined;
        const asked = pendingFor(state, { taskId: task?.id, remoteTaskId: view.remoteTaskId }, agent?.id);
        view.pendingActions = asked.map(({ actionId }) => actionId);
        view.attention = attentionOf(view.state, asked.length > 0 && !view.ended);
        view.artifactIds = sorted(state.artifacts)
          .filter(({ facts }) => agent && facts['agentId'] === agent.id)
          .map(({ id }) => id);
        if (view.connection === 'disconnected') addFallback(view, 'state', 'stale', 'remote.disconnected');
        return view;
      }),
    ),
  };
}
