import artifactWorkspace from './agent-artifact-workspace.js';
import delegationGraph from './agent-delegation-graph.js';
import reviewLane from './agent-review-lane.js';
import teamPolicy from './agent-team-policy.js';
import teamRoster from './agent-team-roster.js';
import timeline from './agent-timeline.js';
import workBoard from './agent-work-board.js';
import workerNotifications from './agent-worker-notifications.js';

/** Stories that one panel's room has made, by the tag of the panel. */
export const PANEL_STORIES = {
  'agent-artifact-workspace': artifactWorkspace,
  'agent-delegation-graph': delegationGraph,
  'agent-review-lane': reviewLane,
  'agent-team-policy': teamPolicy,
  'agent-team-roster': teamRoster,
  'agent-timeline': timeline,
  'agent-work-board': workBoard,
  'agent-worker-notifications': workerNotifications,
};
