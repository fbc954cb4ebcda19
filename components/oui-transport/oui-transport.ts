import { css, nothing, type CSSResult, type PropertyDeclarations, type PropertyValues } from 'lit';
import { messageOf } from '../../src/base/coded-error.js';
import { devWarning } from '../../src/base/dev-warning.js';
import type { BusConnection, SurfaceBus, Transport, TransportState } from '../../src/oui/index.js';
import { webSocketTransport } from '../../src/oui/transports/websocket.js';
import { BaseElement } from '../shared/base-element.js';
import { documentBus } from '../shared/document-bus.js';
import { OuiConnectionChangeEvent } from './oui-transport.events.js';

/**
 * Connects the document's bus to an agent while it is in the document. After a loss it connects again by itself.
 *
 * @element oui-transport
 * @summary Connects the page's surfaces to an agent.
 * @fires {OuiConnectionChangeEvent} oui-connection-change - The connection has come or gone.
 * @cssstate connected - Messages go through now.
 */
export class OuiTransport extends BaseElement {
  static override styles: CSSResult = css`
    :host {
      display: none;
    }
  `;

  static override properties: PropertyDeclarations = {
    type: { type: String },
    url: { type: String },
    token: { attribute: false },
    disabled: { type: Boolean },
    bus: { attribute: false },
  };

  /** `websocket`, the default. */
  declare type: string;
  /** Of the agent's end: absolute or relative to the page; `http:` is read as `ws:`, `https:` as `wss:`. */
  declare url: string | undefined;
  /** Authenticates the connection: a text, or a function that returns one or a promise of one. */
  declare token: string | (() => string | Promise<string>) | undefined;
  /** There is no connection while it is set. */
  declare disabled: boolean;
  /** The bus to connect; the document's by default. */
  declare bus: SurfaceBus | undefined;

  #internals = this.attachInternals();
  /** Ends what listens to the page, when the element has gone. */
  #page: AbortController | undefined;
  #connection: { bus: BusConnection; transport: Transport; unfollow: () => void } | undefined;
  #state: TransportState = 'disconnected';

  constructor() {
    super();
    this.type = 'websocket';
    this.disabled = false;
  }

  /** `disconnected`, `connecting` or `connected`. */
  get state(): TransportState {
    return this.#state;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#followPage();
    // It was removed, and has come back.
    if (this.hasUpdated && !this.#connection) this.#connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move leaves and comes back within one task, and must not cost the connection.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#page?.abort();
      this.#page = undefined;
      this.#disconnect();
    });
  }

  protected override updated(changed: PropertyValues): void {
    // The token is read for each attempt: a function made anew by each rendering must not cost the connection.
    if (!['type', 'url', 'disabled', 'bus'].some((name) => changed.has(name))) return;
    this.#disconnect();
    this.#connect();
  }

  protected override render(): unknown {
    return nothing;
  }

  /** A page that the browser keeps for "back" must not look alive to an agent. */
  #followPage(): void {
    const view = this.ownerDocument.defaultView;
    if (this.#page || !view) return;
    this.#page = new AbortController();
    const { signal } = this.#page;
    view.addEventListener('pagehide', () => this.#disconnect(), { signal });
    view.addEventListener('pageshow', ({ persisted }) => persisted && this.#connect(), { signal });
  }

  #connect(): void {
    if (this.disabled || !this.isConnected) return;
    try {
      const transport = this.#transport();
      if (!transport) return;
      const unfollow = transport.onStateChange((state) => this.#show(state));
      const bus = (this.bus ?? documentBus(this.ownerDocument)).connect(transport);
      this.#connection = { bus, transport, unfollow };
      this.#show(transport.state);
    } catch (error) {
      // Without the address itself: people put tokens there.
      devWarning('transport', `<oui-transport> cannot connect to its url: ${messageOf(error)}`);
    }
  }

  #transport(): Transport | undefined {
    if (this.type !== 'websocket') {
      devWarning('transport', `<oui-transport type="${this.type}"> is not there yet; use type="websocket".`);
      return undefined;
    }
    if (!this.url) {
      devWarning('transport', '<oui-transport> needs the url of the agent, such as url="/oui/v1".');
      return undefined;
    }
    const url = new URL(this.url, this.ownerDocument.baseURI);
    url.protocol = url.protocol.replace(/^http/, 'ws');
    const token = () => (typeof this.token === 'function' ? this.token() : (this.token ?? ''));
    return webSocketTransport({ url: url.href, token });
  }

  #disconnect(): void {
    const connection = this.#connection;
    if (!connection) return;
    this.#connection = undefined;
    connection.unfollow();
    connection.bus.disconnect();
    this.#show('disconnected');
  }

  #show(state: TransportState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#internals.states[state === 'connected' ? 'add' : 'delete']('connected');
    this.dispatchEvent(new OuiConnectionChangeEvent(state));
  }
}

export { OuiConnectionChangeEvent };

declare global {
  interface HTMLElementTagNameMap {
    'oui-transport': OuiTransport;
  }
}
