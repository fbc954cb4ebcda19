import { html, nothing, type TemplateResult } from 'lit';
import type { Attention, FallbackToken } from '../../src/agent-ui/projection/view-models.js';
import { icon } from './icons.js';
import type { StringKey, Wording } from './localize.js';
import { statusIcon } from './status.js';
import { teammateAvatar } from './teammate-avatar.js';
import type { TeammateLook } from './teammate-look.js';

/** What a line says, and what it opens. */
export interface TeammateRow {
  wording: Wording;
  /** Of the row; its line, name, state, body and buttons have names that begin with it. */
  part: 'member' | 'job' | 'remote';
  /** The tab key comes to this line. */
  reachable: boolean;
  look: TeammateLook;
  label: string;
  /** Beside the name: what it is. */
  about: string | undefined;
  /** What it does, or asks, or what went wrong. */
  activity: string | undefined;
  /** How it stands. */
  stateWords: string;
  /** What it used, where its owner counts. */
  used?: string | undefined;
  fallback: FallbackToken | undefined;
  /** The word for the button of one that asks for the person. */
  answer: StringKey;
  /** What is inside, while it is open. */
  body: TemplateResult | undefined;
  toggle(): void;
  choose(): void;
}

interface Shown {
  key: string;
  state: string;
  attention: Attention;
  source?: string;
  avatar?: string;
  color?: string;
}

/** A teammate, or its work: one line, and inside it all that is known and what can be asked for. */
export function teammateRow(shown: Shown, row: TeammateRow): TemplateResult {
  const { wording, part, look, label, about, activity, used, body, reachable } = row;
  const { t } = wording;
  const { key, state, source, avatar, color } = shown;
  const open = body !== undefined;
  const tab = reachable ? 0 : -1;
  return html`<li
    class="teammate"
    part=${part}
    data-id=${key}
    data-state=${state}
    data-status=${look.status}
    data-attention=${shown.attention}
    data-fallback=${row.fallback ?? nothing}
    ?data-open=${open}
  >
    <div class="line">
      <button
        type="button"
        class="quiet unfold"
        tabindex=${tab}
        aria-expanded=${open ? 'true' : 'false'}
        aria-label=${t('team.details', { name: label })}
        @click=${row.toggle}
      >
        ${icon('chevron')}
      </button>
      <button type="button" class="teammate-line" part="${part}-line" tabindex=${tab} @click=${row.choose}>
        ${statusIcon(look.status)} ${teammateAvatar({ key, label, source, avatar, color })}
        <span class="name" part="${part}-name" dir="auto">${label}</span>
        ${about ? html`<span class="role" dir="auto">${about}</span>` : nothing}
        ${activity ? html`<span class="activity" dir="auto">${activity}</span>` : nothing}
        <span class="state" part="${part}-state" dir="auto">${row.stateWords}</span>
        ${used ? html`<span class="used">${used}</span>` : nothing}
      </button>
      ${
        look.status === 'needs-you' && !open
          ? html`<button type="button" class="cta" part="${part}-button" @click=${row.toggle}>
              ${t(row.answer)}
            </button>`
          : nothing
      }
    </div>
    ${body ?? nothing}
  </li>`;
}
