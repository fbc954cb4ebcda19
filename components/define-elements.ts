import { AgentApprovals } from './agent-approvals/agent-approvals.js';
import { AgentArtifactWorkspace } from './agent-artifact-workspace/agent-artifact-workspace.js';
import { AgentBackgroundTeammates } from './agent-background-teammates/agent-background-teammates.js';
import { AgentComposer } from './agent-composer/agent-composer.js';
import { AgentConversation } from './agent-conversation/agent-conversation.js';
import { AgentDelegationGraph } from './agent-delegation-graph/agent-delegation-graph.js';
import { AgentDiagnostics } from './agent-diagnostics/agent-diagnostics.js';
import { AgentHandoffLane } from './agent-handoff-lane/agent-handoff-lane.js';
import { AgentRemoteTeammates } from './agent-remote-teammates/agent-remote-teammates.js';
import { AgentReviewLane } from './agent-review-lane/agent-review-lane.js';
import { AgentRunStatus } from './agent-run-status/agent-run-status.js';
import { AgentSessionTabs } from './agent-session-tabs/agent-session-tabs.js';
import { AgentTaskCapsule } from './agent-task-capsule/agent-task-capsule.js';
import { AgentTeamPolicy } from './agent-team-policy/agent-team-policy.js';
import { AgentTeamRoster } from './agent-team-roster/agent-team-roster.js';
import { AgentTeammateTranscript } from './agent-teammate-transcript/agent-teammate-transcript.js';
import { AgentTimeline } from './agent-timeline/agent-timeline.js';
import { AgentToolRows } from './agent-tool-rows/agent-tool-rows.js';
import { AgentWorkBoard } from './agent-work-board/agent-work-board.js';
import { AgentWorkbench } from './agent-workbench/agent-workbench.js';
import { AgentWorkerNotifications } from './agent-worker-notifications/agent-worker-notifications.js';
import { OuiAction } from './oui-action/oui-action.js';
import { OuiConfirm } from './oui-confirm/oui-confirm.js';
import { OuiInspector } from './oui-inspector/oui-inspector.js';
import { OuiObservation } from './oui-observation/oui-observation.js';
import { SchemaForm } from './oui-schema-form/oui-schema-form.js';
import { OuiSurface } from './oui-surface/oui-surface.js';
import { OuiTransport } from './oui-transport/oui-transport.js';
import { defineElement, type ElementClass } from './shared/define-element.js';

/** Every element of the library. */
const ELEMENTS: readonly ElementClass[] = [
  AgentApprovals,
  AgentArtifactWorkspace,
  AgentBackgroundTeammates,
  AgentComposer,
  AgentConversation,
  AgentDelegationGraph,
  AgentDiagnostics,
  AgentHandoffLane,
  AgentRemoteTeammates,
  AgentReviewLane,
  AgentRunStatus,
  AgentSessionTabs,
  AgentTaskCapsule,
  AgentTeamPolicy,
  AgentTeamRoster,
  AgentTeammateTranscript,
  AgentTimeline,
  AgentToolRows,
  AgentWorkBoard,
  AgentWorkbench,
  AgentWorkerNotifications,
  OuiAction,
  OuiConfirm,
  OuiInspector,
  OuiObservation,
  SchemaForm,
  OuiSurface,
  OuiTransport,
];

/**
 * Registers every element of the library: under its own tag, under a prefix, or in a registry of your own. Two versions
 * of the library work side by side on one page when at least one of them has a prefix, and share one bus.
 *
 * To register a few, use `defineElement('acme-agent-workbench', AgentWorkbench)` for each: what it draws within itself
 * comes along, and the rest is fetched when it is first shown.
 *
 * @param options.prefix stands before each tag: `acme` makes `<acme-agent-workbench>`; without it they have their own tags
 * @param options.registry a scoped registry; the page's own by default
 * @throws SyntaxError when the prefix cannot begin a tag, such as `Acme` or `1st`
 *
 * @example
 * import { define } from 'oui-elements';
 * define({ prefix: 'acme' });
 * document.body.append(document.createElement('acme-oui-inspector'));
 */
export function define({
  prefix = '',
  registry,
}: { prefix?: string; registry?: CustomElementRegistry } = {}): void {
  const before = prefix && `${prefix}-`;
  for (const element of ELEMENTS) defineElement(before + element.tag, element, registry);
}
