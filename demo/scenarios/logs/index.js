import artifactWorkspace from './artifact-workspace.js';
import backgroundTeammate from './background-teammate.js';
import contextPolicy from './context-policy.js';
import coordinatorTeam from './coordinator-team.js';
import diagnosticsRepair from './diagnostics-repair.js';
import evidenceReplay from './evidence-replay.js';
import failure from './failure.js';
import fullRun from './full-run.js';
import hostileInput from './hostile-input.js';
import humanAgentBoard from './human-agent-board.js';
import largeTeam from './large-team.js';
import missingFacts from './missing-facts.js';
import oldSession from './old-session.js';
import orderedParts from './ordered-parts.js';
import parallelWorkers from './parallel-workers.js';
import remoteTeammate from './remote-teammate.js';
import reviewTeam from './review-team.js';
import specialistHandoff from './specialist-handoff.js';
import toolLifecycle from './tool-lifecycle.js';

/** The fourteen of the standard's public demo, the four that it lacks, and one for size. */
export const SCENARIOS = [
  fullRun,
  orderedParts,
  toolLifecycle,
  artifactWorkspace,
  evidenceReplay,
  contextPolicy,
  diagnosticsRepair,
  coordinatorTeam,
  parallelWorkers,
  specialistHandoff,
  reviewTeam,
  humanAgentBoard,
  backgroundTeammate,
  remoteTeammate,
  failure,
  oldSession,
  missingFacts,
  hostileInput,
  largeTeam,
];
