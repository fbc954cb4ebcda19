import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { SurfaceViews } from '../../src/agent-ui/projection/view-models.js';
import type { StringKey } from '../shared/localize.js';
import type { LoadedPanel } from './panel-loader.js';
import type { SidePanes } from './side-panes.js';
import type { Workspace } from './workspace.js';

/** A panel of the pane beside the conversation. */
export interface WorkspacePanel {
  surface: keyof SurfaceViews;
  tag: LoadedPanel;
  word: StringKey;
}

/** What stands beside the conversation, in the order of its tabs. */
const PANELS: readonly WorkspacePanel[] = [
  {
    surface: 'artifact_workspace',
    tag: 'agent-artifact-workspace',
    word: 'workbench.artifacts',
  },
  {
    surface: 'delegation_graph',
    tag: 'agent-delegation-graph',
    word: 'workbench.graph',
  },
  {
    surface: 'work_board',
    tag: 'agent-work-board',
    word: 'workbench.board',
  },
  {
    surface: 'review_lane',
    tag: 'agent-review-lane',
    word: 'workbench.reviews',
  },
  {
    surface: 'handoff_lane',
    tag: 'agent-handoff-lane',
    word: 'workbench.handoffs',
  },
  {
    surface: 'timeline_evidence',
    tag: 'agent-timeline',
    word: 'workbench.timeline',
  },
  {
    surface: 'worker_notifications',
    tag: 'agent-worker-notifications',
    word: 'workbench.notifications',
  },
  {
    surface: 'background_teammate',
    tag: 'agent-background-teammates',
    word: 'workbench.background',
  },
  {
    surface: 'remote_teammate',
    tag: 'agent-remote-teammates',
    word: 'workbench.remote',
  },
  {
    surface: 'team_policy',
    tag: 'agent-team-policy',
    word: 'workbench.policy',
  },
];

/** What shows best how a team of each kind works together (agent-ui section 1.6). */
const OF_TOPOLOGY: Readonly<Record<string, keyof SurfaceViews>> = {
  coordinator_team: 'delegation_graph',
  parallel_workers: 'delegation_graph',
  specialist_handoff: 'handoff_lane',
  review_team: 'review_lane',
  human_agent_board: 'work_board',
  background_teammate: 'background_teammate',
  remote_teammate: 'remote_teammate',
};

/** What there is beside the conversation, and which panel of it is shown. */
export function sidePanes(
  layout: 'full' | 'chat' | 'team',
  session: AgentSession | undefined,
  workspace: Workspace,
  hasSlot: (name: string) => boolean,
): Omit<SidePanes, 'wording' | 'loader'> {
  const sides = layout !== 'chat';
  const counts = session?.presence ?? {};
  const panels = sides ? PANELS.filter(({ surface }) => counts[surface]) : [];
  const isOpen = panels.length > 0 && workspace.isOpen('workspace');
  const chosen = panels.find(({ surface }) => surface === workspace.surface);
  return {
    workspace,
    panels,
    panel: isOpen ? (chosen ?? firstPanel(session, panels)) : undefined,
    counts,
    hasRail: sides && (!!counts.team_roster || hasSlot('rail')),
    hasWorkspace: sides && (panels.length > 0 || hasSlot('workspace')),
  };
}

/** What shows the team's way of working; else the first that has something to show. */
function firstPanel(
  session: AgentSession | undefined,
  panels: readonly WorkspacePanel[],
): WorkspacePanel | undefined {
  const { teams } = session?.view('team_roster').get() ?? { teams: [] };
  const wanted = teams.map(({ topology }) => OF_TOPOLOGY[topology ?? '']).find((surface) => surface);
  return panels.find(({ surface }) => surface === wanted) ?? panels[0];
}
