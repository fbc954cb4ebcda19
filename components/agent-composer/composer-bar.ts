import { html, nothing, type TemplateResult } from 'lit';
import type { ComposerView } from '../../src/agent-ui/projection/view-models.js';
import { isFirstPaint } from '../shared/first-paint.js';
import { icon } from '../shared/icons.js';
import { liveState } from '../shared/live-state.js';
import type { Wording } from '../shared/localize.js';
import type { Verb } from './draft.js';

/** A way in which the agent can be asked to work, such as "plan" or "edit files". */
export interface ComposerMode {
  id: string;
  label: string;
  /** What it means, for the person who chooses it. */
  detail?: string;
  /** `high` is shown before anything is sent (SF-COMP-6). */
  risk?: 'low' | 'medium' | 'high';
}

export interface BarContext {
  wording: Wording;
  view: ComposerView | undefined;
  modes: readonly ComposerMode[];
  /** The one in force. */
  mode: ComposerMode | undefined;
  /** What Enter does while a run is active. */
  followUp: 'queue' | 'steer';
  /** There is nothing to say. */
  empty: boolean;
  /** Nothing may be sent now. */
  closed: boolean;
  /** Disabled altogether. */
  barred: boolean;
  chooseMode(id: string): void;
  submit(verb: Verb): void;
  interrupt(): void;
}

/** Beside the field: mode, permissions, budget, and what can be done. */
export function composerBar(context: BarContext): TemplateResult {
  return html`${modePicker(context)} ${policy(context)} ${budget(context)}
    <div class="buttons">${buttons(context)}</div>`;
}

function modePicker({ modes, mode, barred, wording, chooseMode }: BarContext): unknown {
  if (modes.length === 0) return nothing;
  return html`<select
    class="mode"
    part="mode"
    aria-label=${wording.t('composer.mode')}
    title=${mode?.detail ?? nothing}
    ?disabled=${barred}
    @change=${(event: Event) => chooseMode((event.target as HTMLSelectElement).value)}
  >
    ${modes.map(({ id, label }) => html`<option value=${id} .selected=${liveState(id === mode?.id)}>${label}</option>`)}
  </select>`;
}

/** Nobody has said which permissions are in force: that is said too, where modes are spoken of (§3.1, fallback). */
function policy({ view, modes, wording: { t } }: BarContext): unknown {
  const told = view?.policy;
  if (!told?.mode) {
    return view && modes.length > 0
      ? html`<span class="fact" part="policy" data-fallback="unknown">${t('composer.policyUnknown')}</span>`
      : nothing;
  }
  return html`<span class="fact" part="policy" data-state=${told.state} data-risk=${told.risk ?? nothing}
    >${t('composer.policy', { mode: told.mode })}</span
  >`;
}

function budget({ view, wording }: BarContext): unknown {
  const { used, limit } = view?.budget ?? {};
  if (used === undefined || !limit) return nothing;
  const number = (value: number) =>
    value.toLocaleString(wording.lang, { notation: 'compact', maximumFractionDigits: 1 });
  return html`<span class="fact" part="budget"
    >${wording.t('composer.budget', { used: number(used), limit: number(limit) })}</span
  >`;
}

function buttons(context: BarContext): unknown {
  const { view, empty, followUp } = context;
  if (!view?.busy) return verbButton('send', true, context);
  const { queue, steer } = view.capabilities.controls;
  const stop = view.canInterrupt ? stopButton(view, context) : nothing;
  if (empty || (!queue && !steer)) return stop;
  const first = defaultVerb(view, followUp);
  const other = first === 'queue' ? 'steer' : 'queue';
  return html`${(other === 'queue' ? queue : steer) ? verbButton(other, false, context) : nothing}
  ${verbButton(first, true, context)}`;
}

/** What Enter does while a run is active: what the host prefers, as far as the runtime can (M-025). */
function defaultVerb({ capabilities }: ComposerView, followUp: 'queue' | 'steer'): 'queue' | 'steer' {
  const { queue, steer } = capabilities.controls;
  if (followUp === 'steer') return steer ? 'steer' : 'queue';
  return queue ? 'queue' : 'steer';
}

/** What Enter means now; `undefined` when the run can be neither queued behind nor steered. */
export function verbFor(
  view: ComposerView | undefined,
  followUp: 'queue' | 'steer',
  other: boolean,
): Verb | undefined {
  if (!view?.busy) return 'send';
  const first = defaultVerb(view, followUp);
  const verb = other ? (first === 'queue' ? 'steer' : 'queue') : first;
  return view.capabilities.controls[verb] ? verb : undefined;
}

function verbButton(verb: Verb, isDefault: boolean, context: BarContext): TemplateResult {
  const { t } = context.wording;
  const busy = context.view?.busy === true;
  return html`<button
    type="button"
    class=${isDefault ? 'primary' : ''}
    part="button"
    data-verb=${verb}
    title=${verb === 'queue' ? t('composer.queueMeans') : verb === 'steer' ? t('composer.steerMeans') : nothing}
    aria-keyshortcuts=${isDefault ? 'Enter' : 'Control+Enter Meta+Enter'}
    ?disabled=${context.closed || context.empty}
    @click=${() => context.submit(verb)}
  >
    ${icon(verb === 'steer' ? 'bend' : 'up')} <span>${t(`composer.${verb}`)}</span>
    ${
      busy
        ? html`<kbd class="key" aria-hidden="true">${isDefault ? '\u21b5' : `${commandKey()}\u21b5`}</kbd>`
        : nothing
    }
  </button>`;
}

function commandKey(): string {
  return !isFirstPaint() && /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '\u2318' : 'Ctrl ';
}

function stopButton({ interrupt }: ComposerView, context: BarContext): TemplateResult {
  const { t } = context.wording;
  const again = interrupt?.state === 'unconfirmed';
  const stopping = interrupt !== undefined && interrupt.state !== 'failed' && !again;
  const word = again ? 'composer.forceStop' : stopping ? 'composer.stopping' : 'composer.stop';
  return html`<button
    type="button"
    part="button"
    data-verb="interrupt"
    ?disabled=${stopping || context.barred}
    @click=${context.interrupt}
  >
    ${icon('square')} <span>${t(word)}</span>
  </button>`;
}
