import { html, nothing, type TemplateResult } from 'lit';
import type { ToolRowView } from '../../src/agent-ui/projection/view-models.js';
import { copyButton } from './copy-button.js';
import { byteSize, duration } from './duration.js';
import { icon } from './icons.js';
import { drawnByHost } from './renderers.js';
import { SEPARATOR } from './separator.js';
import { statusIcon, statusWord } from './status.js';
import { toolOutput } from './tool-output.js';
import type { ToolRowContext } from './tool-row.js';
import { valueSection } from './value-section.js';
import { middleEllipsis } from './value-text.js';

/** What a row shows when it is open: arguments, and what came of them. */
export function toolBody(tool: ToolRowView, context: ToolRowContext): TemplateResult {
  return html`<div class="tool-body" part="tool-body">
    ${drawnByHost(context.renderers, tool.name, tool) ?? sections(tool, context)}
  </div>`;
}

function sections(tool: ToolRowView, context: ToolRowContext): TemplateResult {
  const { t } = context.wording;
  return html`${
    tool.args === undefined
      ? html`<p class="meta" data-fallback="unavailable">${t('tool.noArguments')}</p>`
      : section('args', t('tool.arguments'), tool.args, tool, context)
  }
  ${outcome(tool, context)} ${attempts(tool, context)} ${links(tool, context)} ${facts(tool, context)}`;
}

function section(
  name: string,
  label: string,
  value: unknown,
  { toolCallId }: ToolRowView,
  { wording, disclosure }: ToolRowContext,
): TemplateResult {
  return valueSection({ label, value, id: `${toolCallId}:${name}`, wording, disclosure });
}

function outcome(tool: ToolRowView, context: ToolRowContext): unknown {
  const { t } = context.wording;
  if (tool.status === 'declined') return declined(tool, context);
  if (tool.error) return html`${failure(tool, tool.error, context)} ${elsewhere(tool, context)}`;
  if (!isEmpty(tool.output)) {
    return html`${toolOutput(tool.output, t('tool.result'), `${tool.toolCallId}:output`, context)}
    ${exitCode(tool, context)} ${elsewhere(tool, context)}`;
  }
  if (tool.outputTail) {
    const tail = section('tail', t('tool.output'), tool.outputTail, tool, context);
    return html`${tail} ${elsewhere(tool, context)}`;
  }
  if (tool.acknowledged !== undefined)
    return section('acknowledged', t('tool.acknowledged'), tool.acknowledged, tool, context);
  if (tool.outputRef) return elsewhere(tool, context);
  if (tool.state !== 'output-available') return nothing;
  const code =
    tool.exitCode === undefined ? '' : `${SEPARATOR}${t('tool.exitCode', { code: tool.exitCode })}`;
  return html`<p class="meta">${t('tool.noOutput')}${code}</p>`;
}

function isEmpty(output: unknown): boolean {
  return (
    output === undefined || output === null || output === '' || (Array.isArray(output) && output.length === 0)
  );
}

/** A code other than zero says something, even beside an output. */
function exitCode({ exitCode: code }: ToolRowView, { wording }: ToolRowContext): unknown {
  return code ? html`<p class="meta">${wording.t('tool.exitCode', { code })}</p>` : nothing;
}

/** The runtime keeps the whole; what it sent is a preview, or nothing (SF-TOOL-2). */
function elsewhere(tool: ToolRowView, context: ToolRowContext): unknown {
  const { outputRef: ref, sizeBytes } = tool;
  if (!ref) return nothing;
  const { wording, tools } = context;
  const { t } = wording;
  const size = sizeBytes === undefined ? '' : byteSize(sizeBytes, wording);
  const note = html`<p class="meta" data-fallback="unavailable">${t('tool.outputElsewhere', { size })}</p>`;
  if (!tools) return note;
  const detail = tools.detail(ref);
  if (detail?.state === 'loaded') return section('whole', t('tool.whole'), detail.detail.text, tool, context);
  if (detail?.state === 'loading')
    return html`<p class="meta" data-fallback="loading" role="status">${t('tool.detailLoading')}</p>`;
  return html`${note}
    ${detail ? html`<p class="trouble" dir="auto">${icon('cross')} ${t('tool.detailFailed', { reason: detail.reason })}</p>` : nothing}
    <div class="tool-buttons">
      <button type="button" data-verb="detail" @click=${() => void tools.fetch(ref)}>
        ${t('tool.openWhole')}
      </button>
    </div>`;
}

function declined(tool: ToolRowView, { wording: { t } }: ToolRowContext): TemplateResult {
  return html`<p class="meta">
    <span class="label">${t('tool.declined')}</span> ${
      tool.approval?.reason ? html`<q dir="auto">${tool.approval.reason}</q>` : t('tool.declinedPlain')
    }
  </p>`;
}

type ToolError = NonNullable<ToolRowView['error']>;

function failure(tool: ToolRowView, error: ToolError, context: ToolRowContext): TemplateResult {
  const { t } = context.wording;
  return html`<div class="section failure" part="tool-error">
      <p class="section-head">
        <span class="label">${t('tool.error')}</span>
        ${error.code ? html`<code>${error.code}</code>` : nothing}
      </p>
      <p class="failure-text" dir="auto">${error.message || t('tool.errorPlain')}</p>
    </div>
    ${error.stderr ? section('stderr', 'stderr', error.stderr, tool, context) : nothing}
    ${error.details === undefined ? nothing : section('details', t('tool.details'), error.details, tool, context)}
    ${
      error.recovery
        ? html`<p class="recovery">
            <span class="label">${t('tool.recovery')}</span> <span dir="auto">${error.recovery}</span>
          </p>`
        : nothing
    }
    ${exitCode(tool, context)} ${retry(tool, context)}`;
}

function retry(tool: ToolRowView, { tools, wording: { t } }: ToolRowContext): unknown {
  if (!tools?.canRetry(tool)) return nothing;
  const confirming = tools.isConfirming(tool);
  return html`<div class="tool-buttons">
    ${confirming ? html`<span class="meta">${t('tool.retryRisk')}</span>` : nothing}
    <button type="button" data-verb="retry" @click=${() => tools.retry(tool)}>
      ${icon('retry')} ${t(confirming ? 'tool.retryConfirm' : 'tool.retry')}
    </button>
    ${
      confirming
        ? html`<button type="button" class="quiet" @click=${() => tools.confirm(undefined)}>
            ${t('approval.back')}
          </button>`
        : nothing
    }
  </div>`;
}

/** SF-TOOL-6: a failed attempt stays as it was. */
function attempts(tool: ToolRowView, context: ToolRowContext): unknown {
  const { attempts: made } = tool;
  if (!made || made.length === 0) return nothing;
  const { wording } = context;
  const { t } = wording;
  return html`<div class="section">
    <p class="section-head"><span class="label">${t('tool.attempts')}</span></p>
    <ol class="attempts">
      ${made.map(({ attemptId, state, error, output, durationMs }, i) => {
        const status = state === 'output-available' ? 'done' : state === 'cancelled' ? 'cancelled' : 'failed';
        const took = durationMs === undefined ? '' : SEPARATOR + duration(durationMs, wording);
        return html`<li data-id=${attemptId ?? nothing} data-state=${state}>
          <p class="attempt">
            ${statusIcon(status)}
            ${t('tool.attempt', { n: i + 1 })}${SEPARATOR}${t(statusWord(status))}${took}
            ${error ? html`<span class="failure-text" dir="auto">${error.message}</span>` : nothing}
          </p>
          ${isEmpty(output) ? nothing : section(`attempt-${i}`, t('tool.output'), output, tool, context)}
        </li>`;
      })}
    </ol>
  </div>`;
}

/** SF-TOOL-4, -5: to what it made, and to what it found. */
function links(
  { artifactIds = [], sourceRefs = [] }: ToolRowView,
  { tools, wording: { t } }: ToolRowContext,
): unknown {
  if (!tools || artifactIds.length + sourceRefs.length === 0) return nothing;
  const link = (kind: 'artifact' | 'evidence', id: string, text: string) =>
    html`<button
      type="button"
      class="link"
      data-kind=${kind}
      data-ref=${id}
      @click=${() => tools.open(kind, id)}
    >
      ${text}
    </button>`;
  return html`<div class="links">
    ${artifactIds.map((id) => link('artifact', id, t('tool.artifact', { id: middleEllipsis(id, 32) })))}
    ${sourceRefs.map((id) => link('evidence', id, t('tool.source', { id: middleEllipsis(id, 32) })))}
  </div>`;
}

function facts({ toolCallId, risk }: ToolRowView, { wording }: ToolRowContext): TemplateResult {
  const { t } = wording;
  return html`<p class="tool-facts meta">
    ${risk ? html`<span dir="auto">${t('tool.risk', { risk })}</span>` : nothing}
    <code dir="ltr">${middleEllipsis(toolCallId, 32)}</code>
    ${copyButton(() => toolCallId, t('copy.named', { what: t('tool.copyId') }), wording)}
  </p>`;
}
