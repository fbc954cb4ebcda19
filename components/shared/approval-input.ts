import { html, nothing, type TemplateResult } from 'lit';
import { isJsonObject } from '../../src/base/json.js';
import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from './localize.js';
import { fullText } from './value-text.js';

/** What it will touch: every parameter, whole (OUI-R5). A shape nobody knows is shown as it came. */
export function approvalInput(approval: ApprovalView, { t }: Wording): unknown {
  const { input } = approval;
  if (isJsonObject(input) && Object.keys(input).length > 0) {
    return html`<dl class="parameters" aria-label=${t('approval.parameters')} part="approval-parameters">
      ${Object.entries(input).map(
        ([name, value]) =>
          html`<div class="parameter">
            <dt dir="auto">${name}</dt>
            <dd>${parameterValue(value)}</dd>
          </div>`,
      )}
    </dl>`;
  }
  const raw = input !== undefined && !isJsonObject(input) ? input : undefined;
  // Nobody told what kind of question this is: show what there is, rather than nothing.
  const unknown = approval.actionType === 'unknown' ? approval.schema : undefined;
  if (raw === undefined && unknown === undefined) return nothing;
  return html`<pre class="raw" tabindex="0" role="group" aria-label=${t('approval.parameters')} dir="ltr">
${fullText(raw ?? unknown)}</pre>`;
}

function parameterValue(value: unknown): TemplateResult {
  if (typeof value === 'string') return html`<span class="text-value" dir="auto">${value}</span>`;
  if (typeof value === 'object' && value !== null) return html`<pre dir="ltr">${fullText(value)}</pre>`;
  return html`<code dir="ltr">${String(value)}</code>`;
}
