import { html, nothing, type TemplateResult } from 'lit';
import type { PolicyView } from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from '../shared/localize.js';
import { POLICY_WORDS, type PolicyFact } from './policy-look.js';

/** What can be asked for anew, where its present value is one that a field can hold. */
const ASKED: readonly PolicyFact[] = ['mode', 'approval', 'sandbox', 'planMode', 'budget'];

/** What a person wrote into the fields, as they wrote it. */
export type Wish = Readonly<Partial<Record<PolicyFact, string>>>;

export interface WishForm {
  wish: Wish;
  pending: boolean;
  /** Values of other policies here: what the owner is known to understand. */
  known(name: PolicyFact): readonly string[];
  wording: Wording;
  set(wish: Wish): void;
  ask(): void;
}

/** Another policy, as its owner would get it: what is not another than before is left out; types are kept. */
export function changeOf(policy: PolicyView, wish: Wish): Readonly<Record<string, unknown>> | undefined {
  const change: Record<string, unknown> = {};
  for (const name of ASKED) {
    const wanted = wish[name]?.trim();
    if (!wanted) continue;
    const value = typed(policy[name], wanted);
    if (value !== policy[name]) change[name] = value;
  }
  return Object.keys(change).length > 0 ? change : undefined;
}

function typed(now: unknown, wanted: string): unknown {
  if (typeof now === 'boolean') return wanted === 'true';
  const number = Number(wanted);
  return typeof now === 'number' && Number.isFinite(number) ? number : wanted;
}

/** W25: nothing changes by it; its owner is asked. */
export function wishForm(policy: PolicyView, form: WishForm): TemplateResult {
  const { pending, wording } = form;
  const { t } = wording;
  return html`<form
    class="wish"
    part="wish"
    @submit=${(event: Event) => {
      event.preventDefault();
      form.ask();
    }}
  >
    ${ASKED.map((name) => field(name, policy, form))}
    <button type="submit" part="policy-button" data-control="edit.policy" ?disabled=${pending}>
      ${t('policy.ask')}
    </button>
  </form>`;
}

function field(name: PolicyFact, policy: PolicyView, form: WishForm): unknown {
  const now = policy[name];
  // Of what has a shape, and of what nobody ever spoke of, no field can be made; a mode every policy has.
  if (typeof now === 'object' || (now === undefined && name !== 'mode')) return nothing;
  const { wish, pending, known, wording } = form;
  const { t } = wording;
  const value = wish[name] ?? String(now ?? '');
  const list = `known-${policy.key}-${name}`;
  const set = (event: Event) =>
    form.set({ [name]: (event.target as HTMLInputElement | HTMLSelectElement).value });
  const control =
    typeof now === 'boolean'
      ? html`<select name=${name} ?disabled=${pending} .value=${value} @change=${set}>
          <option value="true" ?selected=${value === 'true'}>${t('form.yes')}</option>
          <option value="false" ?selected=${value === 'false'}>${t('form.no')}</option>
        </select>`
      : html`<input
            name=${name}
            list=${list}
            dir="auto"
            autocomplete="off"
            inputmode=${typeof now === 'number' ? 'decimal' : nothing}
            ?disabled=${pending}
            .value=${value}
            @input=${set}
          />
          <datalist id=${list}>
            ${known(name).map((each) => html`<option value=${each}></option>`)}
          </datalist>`;
  return html`<label><span class="label">${t(POLICY_WORDS[name])}</span> ${control}</label>`;
}
