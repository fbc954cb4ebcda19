import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { TeamView } from '../../src/agent-ui/projection/view-models.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { AgentDelegateRequestEvent } from '../shared/team-request-events.js';

/** What a person gives to a new teammate. */
interface Work {
  prompt: string;
  role: string;
  teamId: string;
}

/** The panel in which work is given away. */
interface Host {
  changed(): void;
  /** Dispatches; false when the host of the page does it itself. */
  dispatch(event: Event): boolean;
}

const NOTHING: Work = { prompt: '', role: '', teamId: '' };

/** W5: gives work to a new teammate. What was asked for stands in the list, linked to nobody, until somebody starts. */
export class Delegations {
  #open = false;
  #draft = NOTHING;
  /** What was asked for, by the key of its write. */
  #asked = new Map<string, Work>();

  constructor(private readonly host: Host) {}

  get open(): boolean {
    return this.#open;
  }

  toggle(): void {
    this.#open = !this.#open;
    this.host.changed();
  }

  form(session: AgentSession, teams: readonly TeamView[], { t }: Wording): unknown {
    if (!this.#open) return nothing;
    const draft = this.#draft;
    const named = teams.filter(({ teamId }) => teamId !== undefined);
    const set = (name: keyof Work) => (event: Event) => {
      this.#draft = { ...this.#draft, [name]: (event.target as HTMLInputElement).value };
      this.host.changed();
    };
    return html`<form
      class="delegate"
      part="delegate"
      @submit=${(event: Event) => {
        event.preventDefault();
        this.#send(session);
      }}
    >
      <label>
        <span class="label">${t('team.prompt')}</span>
        <textarea rows="3" dir="auto" .value=${draft.prompt} @input=${set('prompt')}></textarea>
      </label>
      <div class="delegate-row">
        <label>
          <span class="label">${t('team.roleWanted')}</span>
          <input dir="auto" .value=${draft.role} @input=${set('role')} />
        </label>
        ${
          named.length > 0
            ? html`<label>
                <span class="label">${t('team.team')}</span>
                <select .value=${draft.teamId} @change=${set('teamId')}>
                  <option value="">${t('team.anyTeam')}</option>
                  ${named.map(
                    ({ teamId, teamName }) => html`<option value=${teamId!}>${teamName ?? teamId}</option>`,
                  )}
                </select>
              </label>`
            : nothing
        }
      </div>
      <div class="buttons">
        <button class="primary" data-control="delegate" ?disabled=${draft.prompt.trim() === ''}>
          ${t('team.delegate')}
        </button>
        <button type="button" class="quiet" @click=${() => this.toggle()}>${t('composer.cancel')}</button>
      </div>
    </form>`;
  }

  /** What was asked for and has not started. */
  rows(session: AgentSession, { t }: Wording): TemplateResult[] {
    const open = session.writes.filter(({ kind, state }) => kind === 'delegate' && state !== 'confirmed');
    for (const known of this.#asked.keys())
      if (!open.some(({ key }) => key === known)) this.#asked.delete(known);
    return open.flatMap(({ key, state, reason }) => {
      const work = this.#asked.get(key);
      if (!work) return [];
      const over = state === 'failed' || state === 'unconfirmed';
      const said =
        state === 'failed'
          ? t('control.refused', { reason: reason ?? '' })
          : t(state === 'unconfirmed' ? 'control.unconfirmed' : 'control.asked');
      return [
        html`<div class="asked" part="asked" data-write=${state}>
          <span class="asked-text" dir="auto">${work.prompt}</span>
          <span class=${state === 'failed' ? 'trouble' : 'meta'} dir="auto">
            ${state === 'failed' ? icon('cross') : nothing} ${said}
          </span>
          ${
            over
              ? html`<button type="button" @click=${() => void session.retryWrite(key)}>
                    ${t('capsule.retry')}
                  </button>
                  <button type="button" @click=${() => this.#edit(session, key, work)}>
                    ${t('capsule.editQueued')}
                  </button>`
              : nothing
          }
        </div>`,
      ];
    });
  }

  #send(session: AgentSession): void {
    const { prompt, role, teamId } = this.#draft;
    if (prompt.trim() === '') return;
    const work = {
      prompt: prompt.trim(),
      ...(role.trim() ? { role: role.trim() } : {}),
      ...(teamId ? { teamId } : {}),
    };
    const asked = this.#draft;
    this.#draft = NOTHING;
    this.#open = false;
    if (this.host.dispatch(new AgentDelegateRequestEvent(work))) {
      void session.delegate(work);
      const write = session.writes.findLast(({ kind }) => kind === 'delegate');
      if (write) this.#asked.set(write.key, asked);
    }
    this.host.changed();
  }

  /** Back into the form, and gone from the list. */
  #edit(session: AgentSession, key: string, work: Work): void {
    this.#draft = work;
    this.#open = true;
    this.#asked.delete(key);
    session.dismissWrite(key);
    this.host.changed();
  }
}
