import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { validatorNow, validatorReady } from '../../src/base/json-schema/validate.js';
import type { SurfaceBus } from '../../src/oui/index.js';
import { Announcer } from '../shared/announcer.js';
import { BaseElement } from '../shared/base-element.js';
import type { ElementClass } from '../shared/define-element.js';
import { Disclosure } from '../shared/disclosure.js';
import { documentBus } from '../shared/document-bus.js';
import { isFirstPaint } from '../shared/first-paint.js';
import { icon } from '../shared/icons.js';
import { InnerElements } from '../shared/inner-elements.js';
import type { Words } from '../shared/languages.js';
import { enConfirm } from '../shared/locales/en-confirm.js';
import { enInspector } from '../shared/locales/en-inspector.js';
import { enTurn } from '../shared/locales/en-turn.js';
import type { StringKey } from '../shared/localize.js';
import { pageFaults } from '../shared/page-faults.js';
import { SchemaForm } from '../shared/schema-form/schema-form.js';
import { SEPARATOR } from '../shared/separator.js';
import { ActionTrials } from './action-trial.js';
import { clientList } from './client-list.js';
import type { InspectorView } from './inspector-view.js';
import { NO_FILTER, type LogFilter } from './log-filter.js';
import { logView } from './log-view.js';
import { styles } from './oui-inspector.styles.js';
import { overview, PAGE_SIZE } from './overview.js';
import { isActive, matchesSearch, pagePicture, type ListedSurface } from './page-picture.js';
import { PageWatch } from './page-watch.js';
import { surfaceDetail } from './surface-detail.js';
import { LINES, OVERVIEW, surfaceList } from './surface-list.js';

const TABS = ['surfaces', 'log', 'clients'] as const;
type Tab = (typeof TABS)[number];
const TAB_WORDS: Readonly<Record<Tab, StringKey>> = {
  surfaces: 'inspector.surfaces',
  log: 'inspector.log',
  clients: 'inspector.clients',
};

/**
 * Shows people what agents can see of this page right now, what they did, and who they are; switches surfaces and
 * actions off; tries an action, the way of any agent (OUI-R12). It shows no secrets.
 *
 * It fills the height that it is given, and works in a corner as on a whole page.
 *
 * @element oui-inspector
 * @summary What agents can see of this page, and what they did.
 *
 * @csspart inspector - The whole.
 * @csspart copy-button - Every button that copies.
 */
export class OuiInspector extends BaseElement {
  static readonly tag: string = 'oui-inspector';
  static readonly dependencies: readonly ElementClass[] = [SchemaForm];
  protected static override readonly words: Words = [enConfirm, enInspector, enTurn];
  static override styles = styles;

  static override properties: PropertyDeclarations = {
    bus: { attribute: false },
  };

  /** The bus to look at; the document's by default. */
  declare bus: SurfaceBus | undefined;

  #tab: Tab = 'surfaces';
  #selected = OVERVIEW;
  /** In a narrow place: the list, or what was chosen from it. */
  #place: 'list' | 'detail' = 'detail';
  #search = '';
  #filter = NO_FILTER;
  #lines = LINES;
  #cards = PAGE_SIZE;
  #focusDetail = false;
  #awaiting = false;
  #announcer = new Announcer(this);
  #disclosure = new Disclosure(this);
  #trials = new ActionTrials(this);
  #inner = new InnerElements(this);
  #watch = new PageWatch(this, () => [this.#bus, pageFaults(this.ownerDocument)]);

  get #bus(): SurfaceBus {
    return this.bus ?? documentBus(this.ownerDocument);
  }

  protected override render(): TemplateResult {
    // What it shows is of the page, and a server has none.
    if (isFirstPaint()) return html``;
    const { wording } = this;
    const { t } = wording;
    const bus = this.#bus;
    const surfaces = pagePicture(bus, pageFaults(this.ownerDocument));
    this.#awaitValues(surfaces);
    const view: InspectorView = {
      bus,
      wording,
      disclosure: this.#disclosure,
      trials: this.#trials,
      formTag: this.#inner.tag('oui-schema-form'),
      select: (key) => this.#select(key),
      say: (text) => this.#announcer.polite(text),
    };
    return html`<div class="inspector" part="inspector" role="region" aria-label=${t('inspector.label')}>
        <div class="top">
          <h2>${t('inspector.label')}</h2>
          <p class="summary meta">${this.#summary(surfaces)}</p>
          <div class="tabs" role="tablist" aria-label=${t('inspector.label')} @keydown=${this.#onTabKey}>
            ${TABS.map((tab) => this.#tabButton(tab, surfaces))}
          </div>
        </div>
        <div class="panel" role="tabpanel" id="panel" aria-labelledby="tab-${this.#tab}">
          ${this.#panel(surfaces, view)}
        </div>
      </div>
      ${this.#announcer.render()}`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#watch.follow();
    if (!this.#focusDetail) return;
    this.#focusDetail = false;
    this.shadowRoot?.getElementById('detail-name')?.focus();
  }

  /** Values are not told before they are checked; a page that observes something is loading what checks them. */
  #awaitValues(surfaces: readonly ListedSurface[]): void {
    const observes = surfaces.some(({ record }) => record?.manifest.observations?.length);
    if (this.#awaiting || !observes || validatorNow()) return;
    this.#awaiting = true;
    void validatorReady().then(() => this.requestUpdate());
  }

  #summary(surfaces: readonly ListedSurface[]): unknown {
    const { t } = this.wording;
    const faulty = surfaces.filter(({ faults }) => faults.length > 0).length;
    const connected = this.#bus.connections.filter(({ state }) => state === 'connected').length;
    return html`<bdi>${t('inspector.countActive', { count: surfaces.filter(isActive).length })}</bdi
      >${SEPARATOR}${
        faulty > 0
          ? html`<strong class="bad"><bdi>${t('inspector.countFaulty', { count: faulty })}</bdi></strong
              >${SEPARATOR}`
          : nothing
      }<bdi>${t('inspector.countClients', { count: connected })}</bdi>${SEPARATOR}<code dir="ltr"
        >${this.#bus.path}</code
      >`;
  }

  #tabButton(tab: Tab, surfaces: readonly ListedSurface[]): TemplateResult {
    const counts = {
      surfaces: surfaces.length,
      log: this.#bus.log.length,
      clients: this.#bus.connections.length,
    };
    const current = tab === this.#tab;
    return html`<button
      type="button"
      role="tab"
      id="tab-${tab}"
      aria-selected=${String(current)}
      aria-controls=${current ? 'panel' : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => this.#show(tab)}
    >
      ${this.t(TAB_WORDS[tab])} <span class="count">${counts[tab]}</span>
    </button>`;
  }

  #panel(surfaces: readonly ListedSurface[], view: InspectorView): TemplateResult {
    if (this.#tab === 'log') return logView(this.#bus.log, this.#filter, (by) => this.#filterLog(by), view);
    if (this.#tab === 'clients') return clientList(view);
    const found = surfaces.filter((listed) => matchesSearch(listed, this.#search));
    const selected = surfaces.find(({ key }) => key === this.#selected);
    const { t } = view.wording;
    return html`<div class="split" data-place=${this.#place}>
      <div class="side">
        <label class="search">
          ${icon('search')}<span class="visually-hidden">${t('inspector.search')}</span>
          <input
            type="search"
            placeholder=${t('inspector.search')}
            .value=${live(this.#search)}
            @input=${(event: Event) => this.#find((event.target as HTMLInputElement).value)}
          />
        </label>
        ${surfaceList(found, this.#selected, this.#lines, () => this.#more('lines'), view)}
      </div>
      <div class="main">
        <button type="button" class="quiet back" @click=${() => this.#back()}>
          ${icon('chevron')} ${t('inspector.allSurfaces')}
        </button>
        ${selected ? surfaceDetail(selected, view) : overview(found, this.#cards, () => this.#more('cards'), view)}
      </div>
    </div>`;
  }

  #select(key: string): void {
    this.#selected = key;
    this.#place = 'detail';
    this.#focusDetail = true;
    this.requestUpdate();
  }

  #back(): void {
    this.#place = 'list';
    this.requestUpdate();
    void this.updateComplete.then(() =>
      this.shadowRoot?.querySelector<HTMLElement>('.surface-line[tabindex="0"]')?.focus(),
    );
  }

  #show(tab: Tab): void {
    this.#tab = tab;
    this.requestUpdate();
  }

  #find(search: string): void {
    this.#search = search;
    this.#lines = LINES;
    this.requestUpdate();
  }

  #more(what: 'lines' | 'cards'): void {
    if (what === 'lines') this.#lines += LINES;
    else this.#cards += PAGE_SIZE;
    this.requestUpdate();
  }

  #filterLog(by: Partial<LogFilter>): void {
    this.#filter = { ...this.#filter, ...by };
    this.requestUpdate();
  }

  #onTabKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const forward = this.matches(':dir(rtl)') ? -1 : 1;
    const at = TABS.indexOf(this.#tab) + (step ?? 0) * forward;
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? TABS.length - 1 : (at + TABS.length) % TABS.length;
    this.#show(TABS[to]!);
    void this.updateComplete.then(() => this.shadowRoot?.getElementById(`tab-${this.#tab}`)?.focus());
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'oui-inspector': OuiInspector;
  }
}
