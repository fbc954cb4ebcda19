import { css, nothing, type CSSResult, type PropertyDeclarations, type PropertyValues } from 'lit';
import { messageOf } from '../../src/base/coded-error.js';
import { devWarning } from '../../src/base/dev-warning.js';
import type {
  AskForApproval,
  BusConnection,
  ConnectOptions,
  SurfaceBus,
  Transport,
  TransportState,
} from '../../src/oui/index.js';
import { postMessageTransport } from '../../src/oui/transports/post-message.js';
import { webSocketTransport } from '../../src/oui/transports/websocket.js';
import { BaseElement } from '../shared/base-element.js';
import { documentBus } from '../shared/document-bus.js';
import { enumerated } from '../shared/enumerated.js';
import { Reference } from '../shared/reference.js';
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
    target: { type: String },
    targetOrigin: { type: String, attribute: 'target-origin' },
    confirmBy: { type: String, attribute: 'confirm-by' },
    manifests: { type: String },
    confirm: { attribute: false },
    token: { attribute: false },
    disabled: { type: Boolean },
    bus: { attribute: false },
  };

  /** `websocket`, the default, or `post-message` for an agent in another window. */
  declare type: string;
  /** Of the agent's end: absolute or relative to the page; `http:` is read as `ws:`, `https:` as `wss:`. */
  declare url: string | undefined;
  /** For `post-message`: `parent` or `opener`, in which this page is embedded, or the id of a frame in this page. */
  declare target: string | undefined;
  /** For `post-message`: the origin of the target, such as `https://app.example`. There is no default (OUI-T7). */
  declare targetOrigin: string | undefined;
  /**
   * Who asks a person before an action that needs it (OUI-E2): `runtime`, the agent's end, by default; `page`, with
   * `confirm`; or `grant`, the page's own approvals in `bus.grantApproval`.
   */
  declare confirmBy: string | undefined;
  /** What the agent is told of each surface: `full`, the default, or `index`, in short (OUI-E5). */
  declare manifests: string | undefined;
  /** Asks a person, for `confirm-by="page"`: a promise of `true` is a yes. */
  declare confirm: AskForApproval | undefined;
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
  #frame = new Reference(
    this,
    () => (this.type === 'post-message' && !isOuter(this.target) ? this.target : undefined),
    () => this.#reconnect(),
  );

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
    if (RECONNECTS.some((name) => changed.has(name))) this.#reconnect(true);
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

  #reconnect(first = false): void {
    // Before the first update there is nothing to connect yet.
    if (!this.hasUpdated && !first) return;
    this.#disconnect();
    this.#connect();
  }

  #connect(): void {
    if (this.disabled || !this.isConnected) return;
    try {
      const transport = this.#transport();
      if (!transport) return;
      const unfollow = transport.onStateChange((state) => this.#show(state));
      const bus = (this.bus ?? documentBus(this.ownerDocument)).connect(transport, this.#terms());
      this.#connection = { bus, transport, unfollow };
      this.#show(transport.state);
    } catch (error) {
      // Without the address itself: people put tokens there.
      devWarning('transport', `<oui-transport> cannot connect: ${messageOf(error)}`);
    }
  }

  #transport(): Transport | undefined {
    const type = enumerated(this, 'type', this.type, ['websocket', 'post-message']);
    // A word that is not known becomes the first one, and must not connect to what was not meant.
    if (this.type !== type) return undefined;
    return type === 'websocket' ? this.#webSocket() : this.#postMessage();
  }

  #webSocket(): Transport | undefined {
    if (!this.url) {
      devWarning('transport', '<oui-transport> needs the url of the agent, such as url="/oui/v1".');
      return undefined;
    }
    const url = new URL(this.url, this.ownerDocument.baseURI);
    url.protocol = url.protocol.replace(/^http/, 'ws');
    const token = () => (typeof this.token === 'function' ? this.token() : (this.token ?? ''));
    return webSocketTransport({ url: url.href, token });
  }

  #postMessage(): Transport | undefined {
    const { target, targetOrigin } = this;
    if (!target || !targetOrigin) {
      const right = 'target="parent" (or "opener", or a frame’s id) and target-origin="https://app.example"';
      devWarning('transport', `<oui-transport type="post-message"> needs ${right}.`);
      return undefined;
    }
    if (!isOuter(target)) {
      const frame = () => (this.#frame.element as HTMLIFrameElement | undefined)?.contentWindow;
      return postMessageTransport({ role: 'host', target: frame, targetOrigin });
    }
    const view = this.ownerDocument.defaultView;
    const outer: Window | null | undefined =
      target === 'parent' ? view?.parent : (view?.opener as Window | null);
    if (outer && outer !== view)
      return postMessageTransport({ role: 'embedded', target: outer, targetOrigin });
    devWarning('transport', `<oui-transport target="${target}">: this page has no ${target}.`);
    return undefined;
  }

  /** How the agent is treated. */
  #terms(): ConnectOptions {
    const confirmBy = enumerated(this, 'confirm-by', this.confirmBy, ['runtime', 'page', 'grant']);
    const manifests = enumerated(this, 'manifests', this.manifests, ['full', 'index']);
    if (confirmBy === 'page' && !this.confirm) {
      const right = 'set its property "confirm" to a function that asks and returns a promise of true';
      devWarning('transport', `<oui-transport confirm-by="page"> has nobody to ask; ${right}.`);
    }
    return {
      confirmBy,
      manifests: manifests === 'index' ? 'index' : 'whole',
      // Read when it is needed: a function made anew by each rendering must not cost the connection.
      confirm: async (question) => (await this.confirm?.(question)) === true,
    };
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

/** A change of these is another connection. */
const RECONNECTS = ['type', 'url', 'target', 'targetOrigin', 'confirmBy', 'manifests', 'disabled', 'bus'];

const isOuter = (target: string | undefined): boolean => target === 'parent' || target === 'opener';

export { OuiConnectionChangeEvent };

declare global {
  interface HTMLElementTagNameMap {
    'oui-transport': OuiTransport;
  }
}
