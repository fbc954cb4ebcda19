import artifactWorkspace from './agent-artifact-workspace.js';
import backgroundTeammates from './agent-background-teammates.js';
import delegationGraph from './agent-delegation-graph.js';
import handoffLane from './agent-handoff-lane.js';
import remoteTeammates from './agent-remote-teammates.js';
import reviewLane from './agent-review-lane.js';
import teamPolicy from './agent-team-policy.js';
import teamRoster from './agent-team-roster.js';
import teammateTranscript from './agent-teammate-transcript.js';
import timeline from './agent-timeline.js';
import workBoard from './agent-work-board.js';
import workerNotifications from './agent-worker-notifications.js';

/** Stories that one panel's room has made, by the tag of the panel. */
export const PANEL_STORIES = {
  'agent-artifact-workspace': artifactWorkspace,
  'agent-background-teammates': backgroundTeammates,
  'agent-delegation-graph': delegationGraph,
  'agent-handoff-lane': handoffLane,
  'agent-remote-teammates': remoteTeammates,
  'agent-review-lane': reviewLane,
  'agent-team-policy': teamPolicy,
  'agent-team-roster': teamRoster,
  'agent-teammate-transcript': teammateTranscript,
  'agent-timeline': timeline,
  'agent-work-board': workBoard,
  'agent-worker-notifications': workerNotifications,
};
