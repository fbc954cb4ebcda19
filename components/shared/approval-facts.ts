import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import { isJsonObject } from '../../src/base/json.js';
import { isPassedOn } from './approval-rules.js';
import { elapsedTime } from './duration.js';
import type { StringKey, Wording } from './localize.js';
import { SEPARATOR } from './separator.js';
import { ticking } from './ticking.js';
import { valueText } from './value-text.js';

const SEVERITIES: Readonly<Record<string, StringKey>> = {
  low: 'approval.riskLow',
  medium: 'approval.riskMedium',
  high: 'approval.riskHigh',
  critical: 'approval.riskHigh',
};

/** What kind of question it is, how much is at stake, how far it reaches, what it costs, until when. */
export function approvalFacts(approval: ApprovalView, wording: Wording): TemplateResult {
  return html`<p class="meta">
    ${type(approval, wording)}${risk(approval, wording)}${SEPARATOR}${scope(approval, wording)}${estimate(approval, wording)}${expiry(approval, wording)}
  </p>`;
}

/** SF-HITL-7: whose question it is; never the coordinator's for want of a name. */
export function requester(approval: ApprovalView, { t }: Wording): unknown {
  const name = approval.agentName ?? (isPassedOn(approval) ? approval.agentId : undefined);
  if (name) return html`<p class="meta">${t('approval.askedBy', { name })}</p>`;
  return isPassedOn(approval)
    ? html`<p class="meta" data-fallback="unknown">${t('approval.requesterUnknown')}</p>`
    : nothing;
}

/** A question about a tool says so by itself. */
function type({ actionType }: ApprovalView, { t }: Wording): unknown {
  if (actionType === 'tool_approval' || actionType === 'unknown') return nothing;
  return html`<span class="type">${t(`approval.type.${actionType}` as StringKey)}</span>${SEPARATOR}`;
}

function risk(approval: ApprovalView, { t }: Wording): TemplateResult {
  const key = SEVERITIES[approval.severity ?? ''];
  const text = key ? t(key) : t('approval.riskUnknown');
  return html`<span data-fallback=${key ? nothing : 'unknown'}>${text}</span>`;
}

function scope(approval: ApprovalView, { t }: Wording): TemplateResult {
  if (approval.scope === undefined)
    return html`<span data-fallback="unknown">${t('approval.scopeUnknown')}</span>`;
  return html`<span dir="auto">${t('approval.scope', { scope: inWords(approval.scope) })}</span>`;
}

function estimate({ estimate: told, actionType }: ApprovalView, { t }: Wording): unknown {
  if (told !== undefined)
    return html`${SEPARATOR}<span class="estimate" dir="auto"
        >${t('approval.estimate', { estimate: inWords(told) })}</span
      >`;
  // A question about cost without a cost must not look like one that is free.
  return actionType === 'cost_confirmation'
    ? html`${SEPARATOR}<span data-fallback="unknown"
          >${t('approval.estimate', { estimate: t('status.unknown') })}</span
        >`
    : nothing;
}

/** Only its owner says that it has expired; until then it can be answered. */
function expiry({ expiresAt }: ApprovalView, wording: Wording): unknown {
  if (expiresAt === undefined || Number.isNaN(Date.parse(expiresAt))) return nothing;
  const { t } = wording;
  return html`${SEPARATOR}${ticking(expiresAt, (ms) =>
    ms < 0
      ? t('approval.expiresIn', { time: elapsedTime(-ms, wording) })
      : html`<span data-fallback="stale">${t('approval.mayHaveExpired')}</span>`,
  )}`;
}

/** `path README.md, host example.com`; anything deeper as it is. */
export function inWords(value: unknown): string {
  if (isJsonObject(value)) {
    const members = Object.entries(value);
    if (members.length > 0 && members.every(([, item]) => typeof item !== 'object'))
      return members.map(([name, item]) => `${name} ${String(item)}`).join(', ');
  }
  return valueText(value).text;
}
