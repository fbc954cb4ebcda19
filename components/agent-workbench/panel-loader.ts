import type { StaticValue } from 'lit/static-html.js';
import { InnerElements } from '../shared/inner-elements.js';

/** Panels that are fetched when they are first shown: what nobody looks at costs nothing. */
const MODULES = {
  'agent-artifact-workspace': () => import('../agent-artifact-workspace/agent-artifact-workspace.js'),
  'agent-background-teammates': () => import('../agent-background-teammates/agent-background-teammates.js'),
  'agent-delegation-graph': () => import('../agent-delegation-graph/agent-delegation-graph.js'),
  'agent-diagnostics': () => import('../agent-diagnostics/agent-diagnostics.js'),
  'agent-handoff-lane': () => import('../agent-handoff-lane/agent-handoff-lane.js'),
  'agent-remote-teammates': () => import('../agent-remote-teammates/agent-remote-teammates.js'),
  'agent-review-lane': () => import('../agent-review-lane/agent-review-lane.js'),
  'agent-session-tabs': () => import('../agent-session-tabs/agent-session-tabs.js'),
  'agent-task-capsule': () => import('../agent-task-capsule/agent-task-capsule.js'),
  'agent-team-policy': () => import('../agent-team-policy/agent-team-policy.js'),
  'agent-team-roster': () => import('../agent-team-roster/agent-team-roster.js'),
  'agent-teammate-transcript': () => import('../agent-teammate-transcript/agent-teammate-transcript.js'),
  'agent-timeline': () => import('../agent-timeline/agent-timeline.js'),
  'agent-work-board': () => import('../agent-work-board/agent-work-board.js'),
  'agent-worker-notifications': () => import('../agent-worker-notifications/agent-worker-notifications.js'),
} satisfies Record<string, () => Promise<object>>;

export type LoadedPanel = keyof typeof MODULES;

/** What a workbench draws within itself. */
export class PanelLoader extends InnerElements {
  /** The name of a panel that is about to be shown; it is fetched if that is the first time. */
  show(panel: LoadedPanel): StaticValue {
    return this.fetched(panel, MODULES[panel]);
  }
}
