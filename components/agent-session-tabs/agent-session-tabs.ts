import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { AgentLoadOlderRequestEvent } from '../agent-conversation/agent-conversation.events.js';
import { PanelAnnouncer } from '../shared/announcer.js';
import { enumerated } from '../shared/enumerated.js';
import { icon, type IconName } from '../shared/icons.js';
import type { Words } from '../shared/languages.js';
import { enWork } from '../shared/locales/en-work.js';
import { PanelElement } from '../shared/panel-element.js';
import {
  AgentActivateRequestEvent,
  AgentArchiveRequestEvent,
  AgentCloseRequestEvent,
  AgentPinRequestEvent,
  AgentRefreshRequestEvent,
  AgentRestoreRequestEvent,
} from './agent-session-tabs.events.js';
import { styles } from './agent-session-tabs.styles.js';
import { sessionTab, titleOf } from './session-tab.js';
import { TabMemory } from './tab-memory.js';
import { tabRows, type TabRow } from './tab-rows.js';

export * from './agent-session-tabs.events.js';

/**
 * The sessions of a person, one tab each: what runs, what waits for them, what is new. A session that is not
 * shown keeps its counts and lets go of everything else.
 *
 * @element agent-session-tabs
 * @summary A tab for each session, with its state.
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 * @attr {'horizontal'|'vertical'} orientation - A strip, or a list with more room for words. Default `horizontal`.
 *
 * @fires {AgentActivateRequestEvent} agent-activate-request - A person chooses a session.
 * @fires {AgentPinRequestEvent} agent-pin-request - A person pins or unpins a session.
 * @fires {AgentCloseRequestEvent} agent-close-request - A person closes a tab.
 * @fires {AgentRestoreRequestEvent} agent-restore-request - A person opens a closed tab again.
 * @fires {AgentArchiveRequestEvent} agent-archive-request - A person archives a session.
 * @fires {AgentLoadOlderRequestEvent} agent-load-older-request - A person wants earlier messages of the chosen session.
 * @fires {AgentRefreshRequestEvent} agent-refresh-request - A person wants a stale session read again.
 *
 * @slot empty - Shown while there is no session.
 *
 * @csspart tabs - The row or list of tabs.
 * @csspart tab - One tab.
 * @csspart tab-title - Its title.
 * @csspart tab-facts - Its state and counts.
 * @csspart actions - The buttons for the session that is chosen.
 * @csspart closed - The list of closed sessions.
 * @csspart strip - The row of tabs and what stands beside them.
 *
 * @cssstate empty - There is no session.
 * @cssstate attention - A session waits for the person.
 */
export class AgentSessionTabs extends PanelElement {
  static readonly tag: string = 'agent-session-tabs';
  protected static override readonly words: Words = [enWork];
  static override styles = styles;
  static override properties: PropertyDeclarations = {
    sessions: { attribute: false },
    orientation: { type: String, useDefault: true },
  };

  /** The sessions to show; without it, all that the shown session's runtime tells of. */
  declare sessions: readonly AgentSession[] | undefined;
  declare orientation: 'horizontal' | 'vertical';

  #memory = new TabMemory();
  #announcer = new PanelAnnouncer(this);
  /** The tab that was chosen here, where no session comes from outside. */
  #chosen: string | undefined;
  /** The tab on which the keys are. */
  #focused: string | undefined;
  #closedOpen = false;

  constructor() {
    super();
    this.orientation = 'horizontal';
  }

  override render(): TemplateResult {
    const { wording } = this;
    const { t } = wording;
    const rows = tabRows(this.sessions, this.activeSession);
    const selected = this.#selectedId(rows);
    this.#memory.look(rows, selected);
    const open = this.#open(rows);
    const closed = rows.filter((row) => this.#memory.isClosed(row));
    const waiting = rows.some(({ status }) => status === 'needs-you');
    this.toggleState('empty', rows.length === 0);
    this.toggleState('attention', waiting);
    const orientation = enumerated(this, 'orientation', this.orientation, ['horizontal', 'vertical']);
    const reachable = open.some(({ id }) => id === this.#focused)
      ? this.#focused
      : (open.find(({ id }) => id === selected) ?? open[0])?.id;
    const current = open.find(({ id }) => id === selected);
    return html`<div class="strip" part="strip" data-orientation=${orientation}>
        ${
          open.length === 0
            ? html`<div class="empty"><slot name="empty">${t('tabs.empty')}</slot></div>`
            : html`<div
                class="tabs"
                part="tabs"
                role="tablist"
                aria-label=${t('tabs.label')}
                aria-orientation=${orientation}
                @keydown=${this.#onKey}
                @focusin=${this.#onFocus}
              >
                ${repeat(
                  open,
                  ({ id }) => id,
                  (row) =>
                    sessionTab(row, {
                      wording,
                      selected: row.id === selected,
                      reachable: row.id === reachable,
                      pinned: this.#memory.isPinned(row),
                      unread: this.#memory.isUnread(row, row.id === selected),
                      choose: () => this.#activate(row),
                      close: () => this.#close(row),
                    }),
                )}
              </div>`
        }
        ${current ? this.#actions(current) : nothing} ${this.#closedList(closed)}
      </div>
      ${this.#announcer.render()}`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const rows = tabRows(this.sessions, this.activeSession);
    const selected = this.#selectedId(rows);
    for (const row of rows) {
      // The session that is shown speaks for itself.
      if (row.id === selected || row.view.pending === 0) continue;
      const text = this.t('approval.pending', { count: row.view.pending });
      const title = titleOf(row, this.wording);
      this.#announcer.current.polite(
        this.t('tabs.needsYou', { title, text }),
        `tab:${row.id}:${row.view.pending}`,
      );
    }
  }

  /** Pinned ones first; the others as they came. */
  #open(rows: readonly TabRow[]): TabRow[] {
    const open = rows.filter((row) => !this.#memory.isClosed(row));
    const rank = (row: TabRow) => (this.#memory.isPinned(row) ? 0 : 1);
    return open.sort((a, b) => rank(a) - rank(b));
  }

  #selectedId(rows: readonly TabRow[]): string | undefined {
    const given = this.activeSession?.sessionId;
    if (given !== undefined && rows.some(({ id }) => id === given)) return given;
    const open = this.#open(rows);
    return (open.find(({ id }) => id === this.#chosen) ?? open[0])?.id;
  }

  #actions(row: TabRow): TemplateResult {
    const { t } = this.wording;
    const title = titleOf(row, this.wording);
    const { id, session } = row;
    const pinned = this.#memory.isPinned(row);
    const button = (name: IconName, label: string, act: () => void, pressed?: boolean) =>
      html`<button
        type="button"
        class="quiet"
        aria-label=${label}
        title=${label}
        aria-pressed=${pressed === undefined ? nothing : pressed ? 'true' : 'false'}
        @click=${act}
      >
        ${icon(name)}
      </button>`;
    return html`<div class="actions" part="actions" role="group" aria-label=${t('tabs.actions', { title })}>
      ${
        row.view.stale
          ? button('retry', t('tabs.refresh', { title }), () => {
              const event = new AgentRefreshRequestEvent(id, session);
              if (this.dispatchEvent(event)) void session?.activate();
            })
          : nothing
      }
      ${
        row.view.truncated && session
          ? button('up', t('tabs.loadOlder', { title }), () => {
              if (this.dispatchEvent(new AgentLoadOlderRequestEvent())) void session.loadOlder();
            })
          : nothing
      }
      ${button('pin', t(pinned ? 'tabs.unpin' : 'tabs.pin', { title }), () => this.#pin(row), pinned)}
      ${button('archive', t('tabs.archive', { title }), () =>
        this.dispatchEvent(new AgentArchiveRequestEvent(id, session)),
      )}
      ${button('cross', t('tabs.close', { title }), () => this.#close(row))}
    </div>`;
  }

  #closedList(closed: readonly TabRow[]): unknown {
    if (closed.length === 0) return nothing;
    const { t } = this.wording;
    const open = this.#closedOpen;
    return html`<div class="closed" part="closed">
      <button
        type="button"
        class="quiet fold"
        aria-expanded=${open ? 'true' : 'false'}
        @click=${() => {
          this.#closedOpen = !open;
          this.requestUpdate();
        }}
      >
        ${icon('chevron')} ${t('tabs.closedList', { count: closed.length })}
      </button>
      ${
        open
          ? html`<ul>
              ${closed.map((row) => {
                const title = titleOf(row, this.wording);
                return html`<li data-id=${row.id} data-state=${row.view.lifecycle}>
                  <button type="button" class="quiet" @click=${() => this.#restore(row)}>
                    ${t('tabs.restore', { title })}
                  </button>
                </li>`;
              })}
            </ul>`
          : nothing
      }
    </div>`;
  }

  #activate({ id, session }: TabRow): void {
    this.#focused = id;
    if (!this.dispatchEvent(new AgentActivateRequestEvent(id, session))) return;
    this.#chosen = id;
    this.requestUpdate();
  }

  #pin(row: TabRow): void {
    const pinned = !this.#memory.isPinned(row);
    if (!this.dispatchEvent(new AgentPinRequestEvent(row.id, row.session, pinned))) return;
    this.#memory.pin(row.id, pinned);
    this.requestUpdate();
  }

  #close(row: TabRow): void {
    const rows = tabRows(this.sessions, this.activeSession);
    const wasSelected = row.id === this.#selectedId(rows);
    const open = this.#open(rows);
    const at = open.findIndex(({ id }) => id === row.id);
    if (!this.dispatchEvent(new AgentCloseRequestEvent(row.id, row.session))) return;
    const next = open[at + 1] ?? open[at - 1];
    const hadFocus = this.shadowRoot?.activeElement?.closest('.tabs') !== null;
    this.#memory.close(row.id);
    this.#focused = next?.id;
    this.requestUpdate();
    if (!next) return;
    if (wasSelected) this.#activate(next);
    if (hadFocus) void this.updateComplete.then(() => this.#tab(next.id)?.focus());
  }

  #restore(row: TabRow): void {
    if (!this.dispatchEvent(new AgentRestoreRequestEvent(row.id, row.session))) return;
    this.#memory.restore(row.id);
    this.#activate(row);
    void this.updateComplete.then(() => this.#tab(row.id)?.focus());
  }

  #tab(id: string | undefined): HTMLElement | undefined {
    return this.#tabs().find(({ dataset }) => dataset['id'] === id);
  }

  #tabs(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.tab')];
  }

  #onFocus = (event: FocusEvent): void => {
    const id = (event.target as Element).closest<HTMLElement>('.tab')?.dataset['id'];
    if (id === undefined || id === this.#focused) return;
    this.#focused = id;
    this.requestUpdate();
  };

  /** The keys of a tablist; choosing is Enter or Space, as a session may have to be loaded. */
  #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const tabs = this.#tabs();
    const at = tabs.findIndex((tab) => tab === this.shadowRoot?.activeElement);
    if (at < 0) return;
    const vertical = this.orientation === 'vertical';
    const forward = vertical ? 'ArrowDown' : this.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight';
    const back = vertical ? 'ArrowUp' : this.matches(':dir(rtl)') ? 'ArrowRight' : 'ArrowLeft';
    const to = new Map([
      [forward, (at + 1) % tabs.length],
      [back, (at - 1 + tabs.length) % tabs.length],
      ['Home', 0],
      ['End', tabs.length - 1],
    ]).get(event.key);
    if (event.key === 'Delete') {
      const row = tabRows(this.sessions, this.activeSession).find(({ id }) => id === tabs[at]!.dataset['id']);
      if (row) this.#close(row);
    } else if (to === undefined) return;
    else tabs[to]!.focus();
    event.preventDefault();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-session-tabs': AgentSessionTabs;
  }
}
