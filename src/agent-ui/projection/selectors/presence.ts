import type { Entity, ProjectionState } from '../records.js';
import type { SurfaceViews } from '../view-models.js';

/** How much there is to show in a surface, by its name. */
export type Presence = Readonly<Partial<Record<keyof SurfaceViews, number>>>;

const is =
  (...words: string[]) =>
  ({ facts }: Entity) =>
    ['runtimeEntity', 'topology', 'source', 'agentSource'].some((key) =>
      words.includes(facts[key] as string),
    );
const isJob = is('automation_job', 'background_teammate', 'background');
const isRemote = is('external_task', 'remote_teammate', 'remote');
const isWorkItem = ({ facts }: Entity) =>
  facts['workItemId'] !== undefined || is('work_item')({ facts } as Entity);

const hasParent = ({ facts }: Entity) =>
  ['parentAgentId', 'parentSessionId', 'parentThreadId'].some((key) => facts[key] != null);

/** Counted without making the views: for whoever decides which panels to offer. */
export function presence({ agents, tasks, ...state }: ProjectionState): Presence {
  const both = (test: (entity: Entity) => boolean) => count(agents, test) + count(tasks, test);
  return {
    artifact_workspace: state.artifacts.size,
    timeline_evidence: state.evidence.size,
    team_roster: agents.size,
    work_board: count(tasks, isWorkItem),
    // Teammates of whom nobody says whose they are make no graph.
    delegation_graph: count(agents, hasParent) > 0 ? agents.size : 0,
    handoff_lane: state.handoffs.size,
    worker_notifications: state.notifications.size,
    review_lane: state.reviews.size,
    teammate_transcript: count(agents, ({ facts }) => !!(facts['transcriptRef'] ?? facts['recentMessages'])),
    background_teammate: both(isJob),
    remote_teammate: both(isRemote),
    // The policy of the session itself stands with its questions; here it is one among its team's.
    team_policy:
      agents.size > 0
        ? count(agents, ({ facts }) => (facts['teamPolicy'] ?? facts['policy']) != null) +
          state.permissions.size
        : 0,
  };
}

function count(list: ReadonlyMap<string, Entity>, test: (entity: Entity) => boolean): number {
  let n = 0;
  for (const entity of list.values()) if (test(entity)) n++;
  return n;
}
