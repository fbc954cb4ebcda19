import { nothing } from 'lit';
import { html as withTag } from 'lit/static-html.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { SidePanes } from './side-panes.js';

/** Nothing stands twice: the run has its status, the queue is at the composer, and a team may have its rail. */
export function taskCapsules(
  { hasRail, workspace, loader }: SidePanes,
  session: AgentSession | undefined,
): unknown {
  const hasTeam = hasRail && workspace.width === 'wide' && workspace.isOpen('rail');
  const kinds = hasTeam ? ['task', 'evidence'] : ['task', 'agent', 'evidence'];
  const capsules = session?.view('task_capsule').get().capsules ?? [];
  if (!capsules.some(({ kind }) => kinds.includes(kind))) return nothing;
  const capsule = loader.show('agent-task-capsule');
  return withTag`<${capsule} class="tasks" max="4" kinds=${kinds.join(' ')}></${capsule}>`;
}
