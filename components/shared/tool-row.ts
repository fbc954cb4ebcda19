import { html, nothing, type TemplateResult } from 'lit';
import type { ToolRowView } from '../../src/agent-ui/projection/view-models.js';
import { approvalCard } from './approval-card.js';
import type { ApprovalDesk } from './approval-desk.js';
import type { Disclosure } from './disclosure.js';
import { duration, elapsedTime } from './duration.js';
import { icon } from './icons.js';
import type { StringKey, Wording } from './localize.js';
import type { Renderers, ToolRenderers } from './renderers.js';
import { SEPARATOR } from './separator.js';
import { statusIcon, statusWord } from './status.js';
import { ticking } from './ticking.js';
import { toolBody } from './tool-body.js';
import type { ToolDesk } from './tool-desk.js';
import { toolKind } from './tool-kind.js';
import { middleEllipsis } from './value-text.js';

/** What a row needs besides the call itself. */
export interface ToolRowContext {
  wording: Wording;
  disclosure: Disclosure;
  desk: ApprovalDesk;
  renderers: Renderers | ToolRenderers | undefined;
  /** What can be asked for from a row; without it a row only shows. */
  tools?: ToolDesk;
}

/**
 * One tool call: a line that opens, its body, and the question that gates it. The line is one button, 28 to
 * 32 px high; the body belongs to the host when it gave a renderer for this tool.
 */
export function toolRow(tool: ToolRowView, context: ToolRowContext): TemplateResult {
  const { wording, disclosure, desk } = context;
  const byDefault = opensByItself(tool);
  const open = disclosure.isOpen(tool.toolCallId, byDefault);
  return html`<div
    class="tool"
    part="tool-row"
    data-id=${tool.toolCallId}
    data-state=${tool.state}
    data-status=${tool.status}
    data-fallback=${tool.fallback?.token ?? nothing}
  >
    <button
      type="button"
      class="tool-line"
      part="tool-line"
      aria-expanded=${open ? 'true' : 'false'}
      @click=${() => disclosure.toggle(tool.toolCallId, byDefault)}
    >
      ${icon('chevron')} ${statusIcon(tool.status)}
      <span class="verb" part="tool-verb" dir="auto">${verb(tool, wording)}</span>
      ${argument(tool)}
      <span class="tool-state" part="tool-state">${stateText(tool, wording)}</span>
    </button>
    ${progress(tool, wording)} ${open ? toolBody(tool, context) : nothing}
    ${tool.approval ? approvalCard(tool.approval, desk, wording, 'row') : nothing}
  </div>`;
}

/** A failure shows itself, and so does what still prints; a question stands below the line anyway. */
function opensByItself(tool: ToolRowView): boolean {
  return tool.status === 'failed' || tool.status === 'timed-out' || (isActive(tool) && !!tool.outputTail);
}

function isActive({ status }: ToolRowView): boolean {
  return status === 'running' || status === 'preparing';
}

/** What it is called in the owner's words; else what it does, present while it runs and past afterwards. */
export function verb(tool: ToolRowView, { t }: Wording): string {
  if (tool.title) return tool.title;
  const name = tool.name ?? t('tool.unknownName');
  const over = tool.status === 'done' || tool.status === 'failed' || tool.status === 'timed-out';
  return t(`tool.${toolKind(tool)}.${over ? 'past' : 'present'}` as StringKey, { name });
}

function argument(tool: ToolRowView): unknown {
  const text = tool.inputSummary;
  if (!text) return nothing;
  return html`<code class="chip" part="tool-argument" dir="auto">${middleEllipsis(text)}</code>`;
}

function stateText(tool: ToolRowView, wording: Wording): unknown {
  const { t } = wording;
  // The acknowledgement of a launch is not "Done", and no more than "Started".
  const started = isActive(tool) && tool.acknowledged !== undefined;
  const word = started ? t('status.started') : t(statusWord(tool.status));
  const percent =
    isActive(tool) && tool.progress?.percent !== undefined
      ? `${SEPARATOR}${Math.round(tool.progress.percent)} %`
      : '';
  if (isActive(tool) && tool.startedAt) {
    return html`${word}${percent}${SEPARATOR}${ticking(tool.startedAt, (ms) => elapsedTime(ms, wording))}`;
  }
  if (tool.durationMs === undefined || !ended(tool)) return `${word}${percent}`;
  return `${word}${SEPARATOR}${duration(tool.durationMs, wording)}`;
}

function ended({ status }: ToolRowView): boolean {
  return status === 'done' || status === 'failed' || status === 'timed-out' || status === 'cancelled';
}

/** The wire's own words for "it runs" tell a person nothing that the row does not say. */
function phaseOf(phase: string | undefined): string | undefined {
  return phase === 'received' || phase === 'executing' ? undefined : phase;
}

function progress(tool: ToolRowView, { t }: Wording): unknown {
  const { progress: made } = tool;
  if (!made || !isActive(tool)) return nothing;
  const counted = made.done !== undefined && made.total ? { done: made.done, total: made.total } : undefined;
  const percent = made.percent ?? (counted ? (100 * counted.done) / counted.total : undefined);
  const said = [
    counted ? t('tool.progressOf', counted) : undefined,
    phaseOf(made.phase),
    made.message,
  ].filter((text) => !!text);
  if (percent === undefined && said.length === 0) return nothing;
  return html`<div class="tool-progress" part="tool-progress">
    ${
      percent === undefined
        ? nothing
        : html`<progress max="100" .value=${percent} aria-label=${t('tool.progress')}></progress>`
    }
    ${said.length > 0 ? html`<span dir="auto">${said.join(SEPARATOR)}</span>` : nothing}
  </div>`;
}
