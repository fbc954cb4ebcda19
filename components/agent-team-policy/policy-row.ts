import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView, PolicyView } from '../../src/agent-ui/projection/view-models.js';
import { isJsonObject } from '../../src/base/json.js';
import { approvalCard } from '../shared/approval-card.js';
import type { ApprovalDesk } from '../shared/approval-desk.js';
import { inWords } from '../shared/approval-facts.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import { teammateAvatar } from '../shared/teammate-avatar.js';
import { teammateTrouble } from '../shared/teammate-controls.js';
import { teammateFacts } from '../shared/teammate-facts.js';
import { ticking } from '../shared/ticking.js';
import { controlButton, type WorkControl } from '../shared/work-control.js';
import { factWord, isDecided, POLICY_WORDS, policyLook, until, type PolicyFact } from './policy-look.js';
import { wishForm, type WishForm } from './policy-wish.js';

export interface PolicyContext {
  wording: Wording;
  open: boolean;
  /** The session's own, with which it is compared. */
  common: PolicyView | undefined;
  /** Escalations that wait for the person. */
  asks: readonly ApprovalView[];
  desk: ApprovalDesk;
  controls: readonly WorkControl[];
  /** Absent where another policy cannot be asked for. */
  form: WishForm | undefined;
  toggle(): void;
  ask(control: WorkControl): void;
}

export function policyRow(policy: PolicyView, context: PolicyContext): TemplateResult {
  const { wording, open } = context;
  const { t } = wording;
  const { key, agentId, agentName, mode, state, differs, fallbacks, ended } = policy;
  const [status, word] = policyLook(policy);
  const name = agentId === undefined ? t('policy.session') : (agentName ?? agentId);
  return html`<li
    class="teammate policy"
    part="policy"
    data-id=${key}
    data-state=${state}
    data-status=${status}
    data-fallback=${fallbacks?.['mode']?.token ?? nothing}
    ?data-open=${open}
  >
    <div class="line">
      <button
        type="button"
        class="teammate-line"
        part="policy-line"
        aria-expanded=${open ? 'true' : 'false'}
        @click=${context.toggle}
      >
        ${icon('chevron')} ${statusIcon(status)}
        ${agentId === undefined ? nothing : teammateAvatar({ key: agentId, label: name })}
        <span class="name" dir="auto">${name}</span>
        <span class="mode" dir="auto" data-fallback=${mode === undefined ? 'unknown' : nothing}
          >${mode === undefined ? t('policy.modeUnknown') : inWords(mode)}</span
        >
        ${
          differs.length > 0
            ? html`<span class="differs"
                >${t('policy.differs', { what: differs.map((fact) => factWord(fact, wording)).join(', ') })}</span
              >`
            : nothing
        }
        <span class="state" part="policy-state"
          >${word ? t(word) : state}${expiry(policy, wording)}${ended ? html`${SEPARATOR}${t('policy.ended')}` : nothing}</span
        >
      </button>
    </div>
    ${open ? body(policy, context) : nothing}
  </li>`;
}

/** SF-TP-2. That its time has passed is no word of its owner's: it stays granted, and is marked. */
function expiry(policy: PolicyView, wording: Wording): unknown {
  const { expiresAt, state } = policy;
  if (expiresAt === undefined || state !== 'granted' || policy.pendingActions.length > 0) return nothing;
  return html`${SEPARATOR}${ticking(expiresAt, (ms) =>
    ms < 0
      ? wording.t('policy.until', { time: until(expiresAt, wording) })
      : html`<span data-fallback="stale">${wording.t('approval.mayHaveExpired')}</span>`,
  )}`;
}

function body(policy: PolicyView, context: PolicyContext): TemplateResult {
  const { wording, controls, form } = context;
  const { t } = wording;
  return html`<div class="body" part="policy-body">
    ${context.asks.map((asked) => approvalCard(asked, context.desk, wording))} ${grant(policy, wording)}
    ${facts(policy, wording)} ${differences(policy, context)} ${form ? wishForm(policy, form) : nothing}
    ${
      controls.some(({ request }) => request.kind !== 'edit.policy')
        ? html`<div class="buttons">
            ${controls
              .filter(({ request }) => request.kind !== 'edit.policy')
              .map((control) => controlButton(control, { wording, ask: context.ask, part: 'policy-button' }))}
          </div>`
        : nothing
    }
    ${teammateTrouble(controls, wording)}
    ${policy.agentId === undefined ? html`<p class="note">${t('policy.sessionNote')}</p>` : nothing}
  </div>`;
}

/** SF-TP-1: a preview says that it is none; a decision says how far it reaches. */
function grant(policy: PolicyView, wording: Wording): TemplateResult {
  const { t } = wording;
  const { state, scope, expiresAt } = policy;
  if (state === 'policy-preview') return html`<p class="note grant">${t('policy.previewNote')}</p>`;
  if (!isDecided(policy)) return html`<p class="note grant">${t('policy.requestedNote')}</p>`;
  return html`<p class="grant">
    <span dir="auto" data-fallback=${scope === undefined ? 'unknown' : nothing}
      >${scope === undefined ? t('approval.scopeUnknown') : t('approval.scope', { scope: inWords(scope) })}</span
    >${
      expiresAt === undefined
        ? nothing
        : html`${SEPARATOR}${t('policy.until', { time: until(expiresAt, wording) })}`
    }
  </p>`;
}

function facts(policy: PolicyView, wording: Wording): unknown {
  const { t } = wording;
  return teammateFacts(
    policy,
    (Object.keys(POLICY_WORDS) as PolicyFact[]).map((name) => {
      const value = policy[name];
      const shown = typeof value === 'boolean' ? t(value ? 'form.yes' : 'form.no') : undefined;
      return [name, POLICY_WORDS[name], shown ?? budget(name, value, wording)] as const;
    }),
    wording,
  );
}

/** "3 of 10 USD", where it is told so. */
function budget(name: PolicyFact, value: unknown, { t }: Wording): string | undefined {
  if (name !== 'budget' || !isJsonObject(value)) return undefined;
  const { used, limit, unit } = value;
  if (typeof used !== 'number' || typeof limit !== 'number') return undefined;
  return t('policy.budgetOf', { used, limit, unit: typeof unit === 'string' ? unit : '' }).trim();
}

function differences({ differs, ...policy }: PolicyView, { common, wording }: PolicyContext): unknown {
  if (differs.length === 0 || !common) return nothing;
  const { t } = wording;
  const said = (of: Omit<PolicyView, 'differs'>, name: string) =>
    inWords((of as unknown as Readonly<Record<string, unknown>>)[name] ?? t('status.unknown'));
  return html`<div>
    <p class="label">${t('policy.differences')}</p>
    <ul class="differences">
      ${differs.map(
        (name) =>
          html`<li data-fact=${name} dir="auto">
            ${t('policy.difference', {
              what: factWord(name, wording),
              here: said(policy, name),
              there: said(common, name),
            })}
          </li>`,
      )}
    </ul>
  </div>`;
}
