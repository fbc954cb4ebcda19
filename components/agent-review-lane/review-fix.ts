import { html, nothing, type TemplateResult } from 'lit';
import type { Assignee } from '../../src/agent-ui/projection/view-models.js';
import { inWords } from '../shared/approval-facts.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import { teammateLook, teammateWord } from '../shared/teammate-look.js';
import { controlButton, controlTrouble, type WorkControl } from '../shared/work-control.js';
import type { Fix } from './review-order.js';

export interface FixContext {
  wording: Wording;
  people: readonly Assignee[];
  /** Making a work item of it, where that is possible. */
  make: readonly WorkControl[];
  /** Giving it to whoever is chosen; nothing where the board cannot. */
  assign: WorkControl | undefined;
  /** The choice of a person is open. */
  choosing: boolean;
  chosen: string | undefined;
  choose(open: boolean): void;
  pick(id: string): void;
  ask(control: WorkControl): void;
}

/** SF-RL-2: what is to be mended; on the board it stands as the board says. */
export function fixRow(fix: Fix, context: FixContext): TemplateResult {
  const { wording, assign } = context;
  const { t } = wording;
  const { item, text, itemId } = fix;
  const look = item ? teammateLook(item.status) : undefined;
  const whose = owner(fix);
  return html`<li
    class="fix"
    part="fix"
    data-id=${itemId ?? fix.key}
    data-key=${fix.key}
    data-state=${item?.status ?? 'none'}
    data-fallback=${text === undefined ? 'unknown' : nothing}
  >
    <div class="fix-line">
      ${look ? statusIcon(look.status) : html`<span class="status-icon">${icon('queued')}</span>`}
      <span class="fix-text"><bdi>${text ?? item?.title ?? t('review.fixUnknown')}</bdi></span>
      <span class="fix-state">
        ${look && item ? teammateWord(look, item.status, wording) : t('review.noItem')}${
          whose === undefined ? nothing : html`${SEPARATOR}<bdi class="owner">${whose}</bdi>`
        }
      </span>
    </div>
    ${itemId === undefined ? html`<p class="meta" data-fallback="unavailable">${t('review.fixWithoutId')}</p>` : buttons(context)}
    ${controlTrouble(assign ? [assign] : context.make.slice(0, 1), wording)}
  </li>`;
}

function owner({ item, assignee }: Fix): string | undefined {
  const known = item?.assignedTo;
  if (known) return known.name ?? known.id;
  if (assignee === undefined || assignee === null) return undefined;
  if (typeof assignee === 'object') {
    const { name, id } = assignee as { name?: unknown; id?: unknown };
    return [name, id].find((text) => typeof text === 'string') as string | undefined;
  }
  return inWords(assignee);
}

function buttons(context: FixContext): unknown {
  const { wording, people, make, assign, choosing, chosen, choose, pick, ask } = context;
  const { t } = wording;
  if (!assign || people.length === 0)
    return make.length > 0 ? html`<div class="fix-buttons">${made(context)}</div>` : nothing;
  if (!choosing) {
    return html`<div class="fix-buttons">
      <button type="button" data-verb="assign" ?disabled=${assign.pending} @click=${() => choose(true)}>
        ${t('review.assignTo')}
      </button>
      ${made(context)}
    </div>`;
  }
  return html`<div
    class="fix-buttons"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') choose(false);
    }}
  >
    <select
      aria-label=${t('review.assignee')}
      @change=${(event: Event) => pick((event.target as HTMLSelectElement).value)}
    >
      <option value="">${t('form.choose')}</option>
      ${people
        .filter(({ id }) => id !== undefined)
        .map(({ id, name }) => html`<option value=${id!} ?selected=${id === chosen}>${name ?? id}</option>`)}
    </select>
    <button
      type="button"
      class="primary"
      data-control="assign"
      ?disabled=${assign.pending || !chosen}
      @click=${() => ask(assign)}
    >
      ${t('review.assign')}
    </button>
    <button type="button" class="quiet" @click=${() => choose(false)}>${t('composer.cancel')}</button>
  </div>`;
}

function made({ make, ...context }: FixContext): unknown {
  return make.map((control) => controlButton(control, { ...context, part: 'control' }));
}
