import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import type { ToolRowContext } from '../shared/tool-row.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import type { WorkControl } from '../shared/work-control.js';

/** What every row of the timeline needs besides its own view. */
export interface TimelineContext extends ToolRowContext {
  tools: NonNullable<ToolRowContext['tools']>;
  /** The whole of a question; read only while a step is open. */
  approval(actionId: string): ApprovalView | undefined;
  /** Opens a step here, which closes it in every other panel (M-015); or closes it. */
  expand(key: string, open: boolean): void;
  ask(control: WorkControl): void;
  /** Shows a thing where it stands: here, or elsewhere. */
  show(kind: AgentOpenRequestEvent['kind'], id: string): void;
}
