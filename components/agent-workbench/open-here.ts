import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { AgentConversation } from '../agent-conversation/agent-conversation.js';
import { registryOf } from '../shared/define-element.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import type { Workspace } from './workspace.js';

/** Where a thing that somebody wants to see is shown. */
const PANEL_OF = {
  artifact: 'artifact_workspace',
  evidence: 'timeline_evidence',
  tool: 'timeline_evidence',
} as const;

/** A panel that can be asked to bring one of its rows into view. */
type ShowingPanel = HTMLElement & { show?(id: string, kind: string): void };

interface Host {
  readonly renderRoot: ParentNode;
  readonly updateComplete: Promise<unknown>;
  readonly session: AgentSession | undefined;
}

/** Shows what somebody asked for, in the pane that has it. */
export async function openHere(
  { kind, id }: AgentOpenRequestEvent,
  layout: 'full' | 'chat' | 'team',
  workspace: Workspace,
  host: Host,
): Promise<void> {
  if (kind === 'turn') {
    workspace.show(undefined);
    await host.updateComplete;
    host.renderRoot.querySelector<AgentConversation>('.conversation')?.scrollToMessage(id);
  } else if (layout !== 'chat' && kind === 'agent') {
    workspace.show(id);
  } else if (layout !== 'chat' && kind !== 'agent' && host.session?.presence[PANEL_OF[kind]]) {
    workspace.choose(PANEL_OF[kind]);
    await host.updateComplete;
    const panel = host.renderRoot.querySelector<ShowingPanel>('.workspace-panel > slot > *');
    if (!panel) return;
    await registryOf(panel).whenDefined(panel.localName);
    panel.show?.(id, kind);
  }
}
