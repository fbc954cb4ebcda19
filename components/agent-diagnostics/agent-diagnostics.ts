import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { AgentRefreshRequestEvent } from '../agent-session-tabs/agent-session-tabs.events.js';
import { copyButton } from '../shared/copy-button.js';
import { icon } from '../shared/icons.js';
import type { Words } from '../shared/languages.js';
import { enDiagnostics } from '../shared/locales/en-diagnostics.js';
import { PanelElement } from '../shared/panel-element.js';
import { saveFile } from '../shared/save-file.js';
import { statusIcon } from '../shared/status.js';
import {
  AgentLogExportRequestEvent,
  AgentWriteDismissRequestEvent,
  AgentWriteRetryRequestEvent,
} from './agent-diagnostics.events.js';
import { styles } from './agent-diagnostics.styles.js';
import { diagnosticLog } from './diagnostic-log.js';
import { MetricCourses } from './metric-courses.js';
import { levelLook, NOTE_KINDS, noteKind, type Note, type NoteKind } from './note-kind.js';
import {
  connectionSection,
  eventsSection,
  metricsSection,
  requestsSection,
  section,
  timingsSection,
} from './sections.js';

export * from './agent-diagnostics.events.js';
export { diagnosticLog } from './diagnostic-log.js';

/**
 * What happens behind the scenes: connection, timings, metrics, requests, and every note about gaps, repairs and
 * faults of the protocol. Nothing of it is ever part of the conversation, and none of it is a verdict.
 *
 * @element agent-diagnostics
 * @summary Events, gaps, repairs, metrics and faults of a session, and its log as a file.
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentLogExportRequestEvent} agent-log-export-request - A person saves the log.
 * @fires {AgentWriteRetryRequestEvent} agent-write-retry-request - A person sends a request once more.
 * @fires {AgentWriteDismissRequestEvent} agent-write-dismiss-request - A person lets go of a request.
 * @fires {AgentRefreshRequestEvent} agent-refresh-request - A person wants the session read again.
 *
 * @csspart connection - How the connection stands.
 * @csspart note - A note about something unusual.
 * @csspart metric - A measured value.
 * @csspart request - What a person asked for.
 * @csspart event - A class of events, with its count.
 * @csspart chart - A small drawing.
 * @csspart copy-button - Every button that copies.
 *
 * @cssstate empty - Nothing unusual has happened.
 * @cssstate faulty - There is a warning or an error.
 */
export class AgentDiagnostics extends PanelElement {
  static readonly tag: string = 'agent-diagnostics';
  protected static override readonly words: Words = [enDiagnostics];
  static override styles = styles;

  #courses = new MetricCourses();
  #looked: AgentSession | undefined;
  #kind: NoteKind | undefined;

  override render(): TemplateResult | typeof nothing {
    const session = this.activeSession;
    const { wording } = this;
    const { t } = wording;
    const view = session?.view('diagnostics').get();
    if (session !== this.#looked) this.#courses.forget();
    this.#looked = session;
    this.#courses.look(view?.metrics ?? []);
    const notes = view?.diagnostics ?? [];
    this.toggleState('empty', notes.length === 0);
    this.toggleState(
      'faulty',
      notes.some(({ level }) => level === 'warn' || level === 'error'),
    );
    if (!session || !view) return nothing;
    return html`<div class="panel" role="group" aria-label=${t('diagnostics.label')}>
      <div class="bar-line">
        <h2 class="title">${t('diagnostics.label')}</h2>
        ${copyButton(() => diagnosticLog(session), t('copy.named', { what: t('diagnostics.copyLog') }), wording)}
        <button type="button" class="export" @click=${this.#export}>
          ${icon('download')} ${t('diagnostics.export')}
        </button>
      </div>
      ${connectionSection(session, wording)} ${this.#notes(notes)} ${timingsSection(view.metrics, wording)}
      ${requestsSection(session.writes, wording, this.#act)}
      ${metricsSection(view.metrics, this.#courses, wording)} ${eventsSection(session, wording)}
    </div>`;
  }

  #notes(notes: readonly Note[]): TemplateResult {
    const { t } = this.wording;
    if (notes.length === 0)
      return section(t('diagnostics.notes'), html`<p class="meta">${t('diagnostics.empty')}</p>`);
    const shown = this.#kind === undefined ? notes : notes.filter((note) => noteKind(note) === this.#kind);
    return section(
      t('diagnostics.notes'),
      html`<div class="filters" role="group" aria-label=${t('diagnostics.notes')}>
          ${this.#filter(undefined, notes.length)}
          ${NOTE_KINDS.map((kind) => this.#filter(kind, notes.filter((note) => noteKind(note) === kind).length))}
          ${
            notes.some((note) => noteKind(note) === 'gaps')
              ? html`<button type="button" class="quiet" data-verb="refresh" @click=${this.#readAgain}>
                  ${icon('retry')} ${t('diagnostics.readAgain')}
                </button>`
              : nothing
          }
        </div>
        <ul class="notes">
          ${repeat(
            [...shown].reverse(),
            ({ id }) => id,
            (note) => this.#note(note),
          )}
        </ul>`,
    );
  }

  #filter(kind: NoteKind | undefined, count: number): unknown {
    if (kind !== undefined && count === 0) return nothing;
    return html`<button
      type="button"
      class="filter"
      data-kind=${kind ?? 'all'}
      aria-pressed=${this.#kind === kind ? 'true' : 'false'}
      @click=${() => {
        this.#kind = kind;
        this.requestUpdate();
      }}
    >
      ${this.t(`diagnostics.${kind ?? 'all'}`)} <span class="count">${count}</span>
    </button>`;
  }

  #note(note: Note): TemplateResult {
    const { t } = this.wording;
    const [status, word] = levelLook(note);
    return html`<li
      class="row"
      part="note"
      data-id=${note.id}
      data-state=${note.level}
      data-kind=${noteKind(note)}
    >
      ${statusIcon(status)} <span class="level">${t(word)}</span>
      <code dir="ltr">${note.code}</code>
      <span class="message" dir="auto">${note.message}</span>
      ${note.ref ? html`<code class="meta" dir="ltr">${note.ref}</code>` : nothing}
      ${note.count > 1 ? html`<span class="meta">${t('diagnostics.times', { count: note.count })}</span>` : nothing}
    </li>`;
  }

  #readAgain = (): void => {
    const session = this.activeSession;
    if (!session) return;
    void this.request(new AgentRefreshRequestEvent(session.sessionId, session), () => session.activate());
  };

  #act = (verb: 'retry' | 'dismiss', key: string): void => {
    const session = this.activeSession;
    if (verb === 'retry') {
      const receipt = this.request(new AgentWriteRetryRequestEvent(key), (asked) => asked.retryWrite(key));
      void receipt?.then(() => this.requestUpdate());
    } else if (this.dispatchEvent(new AgentWriteDismissRequestEvent(key))) session?.dismissWrite(key);
    this.requestUpdate();
  };

  #export = (): void => {
    const session = this.activeSession;
    if (!session) return;
    const text = diagnosticLog(session);
    if (!this.dispatchEvent(new AgentLogExportRequestEvent(text))) return;
    saveFile(text, `agent-log-${new Date().toISOString().replace(/[:.]/g, '-')}.json`, 'application/json');
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-diagnostics': AgentDiagnostics;
  }
}
