import { html, nothing, type TemplateResult } from 'lit';
import { devWarning } from '../../src/base/dev-warning.js';
import { messageOf } from '../../src/base/coded-error.js';
import type { ToolRowView } from '../../src/agent-ui/projection/view-models.js';
import { copyButton } from './copy-button.js';
import { byteSize } from './duration.js';
import type { Wording } from './localize.js';
import { growingText } from './markdown/growing-text.js';
import type { Renderers } from './renderers.js';
import { SEPARATOR } from './separator.js';
import { fullText, valueText } from './value-text.js';

/** What a row shows when it is open: arguments, and what came of them. */
export function toolBody(
  tool: ToolRowView,
  wording: Wording,
  renderers: Renderers | undefined,
): TemplateResult {
  return html`<div class="tool-body" part="tool-body">
    ${custom(tool, renderers) ?? sections(tool, wording)}
  </div>`;
}

/** A host's renderer must not take the conversation down with it. */
function custom(tool: ToolRowView, renderers: Renderers | undefined): TemplateResult | Node | undefined {
  const name = tool.name;
  if (name === undefined || !renderers || !Object.hasOwn(renderers, name)) return undefined;
  try {
    return renderers[name]!(tool);
  } catch (thrown) {
    devWarning(
      'renderer-failed',
      `The renderer for "${name}" threw (${messageOf(thrown)}); the plain body is shown.`,
    );
    return undefined;
  }
}

function sections(tool: ToolRowView, wording: Wording): TemplateResult {
  const { t } = wording;
  return html`${
    tool.args === undefined
      ? html`<p class="meta" data-fallback="unavailable">${t('tool.noArguments')}</p>`
      : section(t('tool.arguments'), tool.args, wording)
  }
  ${outcome(tool, wording)}`;
}

function outcome(tool: ToolRowView, wording: Wording): unknown {
  const { t } = wording;
  if (tool.status === 'declined') return declined(tool, wording);
  if (tool.error) return failure(tool.error, wording);
  if (tool.output !== undefined && tool.output !== '') {
    return html`${section(t('tool.result'), tool.output, wording)} ${elsewhere(tool, wording)}`;
  }
  if (tool.outputTail) return section(t('tool.output'), tool.outputTail, wording);
  if (tool.acknowledged !== undefined) return section(t('tool.acknowledged'), tool.acknowledged, wording);
  if (tool.outputRef) return elsewhere(tool, wording);
  if (tool.state !== 'output-available') return nothing;
  const code =
    tool.exitCode === undefined ? '' : `${SEPARATOR}${t('tool.exitCode', { code: tool.exitCode })}`;
  return html`<p class="meta">${t('tool.noOutput')}${code}</p>`;
}

/** The runtime keeps the whole; what it sent is a preview, or nothing. */
function elsewhere({ outputRef, sizeBytes }: ToolRowView, wording: Wording): unknown {
  if (!outputRef) return nothing;
  const size = sizeBytes === undefined ? '' : byteSize(sizeBytes, wording);
  return html`<p class="meta" data-fallback="unavailable">${wording.t('tool.outputElsewhere', { size })}</p>`;
}

function declined(tool: ToolRowView, { t }: Wording): TemplateResult {
  return html`<p class="meta">
    <span class="label">${t('tool.declined')}</span> ${
      tool.approval?.reason ? html`<q dir="auto">${tool.approval.reason}</q>` : t('tool.declinedPlain')
    }
  </p>`;
}

function failure(error: NonNullable<ToolRowView['error']>, wording: Wording): TemplateResult {
  const { t } = wording;
  return html`<div class="section failure" part="tool-error">
      <p class="section-head">
        <span class="label">${t('tool.error')}</span>
        ${error.code ? html`<code>${error.code}</code>` : nothing}
      </p>
      <p class="failure-text" dir="auto">${error.message || t('tool.errorPlain')}</p>
    </div>
    ${error.stderr ? section('stderr', error.stderr, wording) : nothing}
    ${error.details === undefined ? nothing : section(t('tool.details'), error.details, wording)}`;
}

function section(label: string, value: unknown, wording: Wording): TemplateResult {
  const { t } = wording;
  const shown = valueText(value);
  return html`<div class="section">
    <p class="section-head">
      <span class="label">${label}</span>
      ${
        shown.cut
          ? html`<span class="meta">${t('tool.cut', { size: byteSize(shown.length, wording) })}</span>`
          : nothing
      }
      ${copyButton(() => fullText(value), t('copy.named', { what: label }), wording)}
    </p>
    <pre class="value" tabindex="0" role="group" aria-label=${label} dir="auto">
${growingText(shown.text)}</pre>
  </div>`;
}
