import type { PropertyDeclarations, PropertyValues } from 'lit';
import { messageOf } from '../../src/base/coded-error.js';
import { devWarning } from '#dev-warning';
import type {
  ApprovalQuestion,
  AskForApproval,
  BusConnection,
  ConnectOptions,
  SurfaceBus,
  Transport,
  TransportState,
} from '../../src/oui/index.js';
import type { PostMessageTransportOptions } from '../../src/oui/transports/post-message.js';
import { webSocketTransport } from '../../src/oui/transports/websocket.js';
import { documentBus } from '../shared/document-bus.js';
import { enumerated } from '../shared/enumerated.js';
import { QuietElement } from '../shared/quiet-element.js';
import { Reference } from '../shared/reference.js';
import { modelContextOf } from './model-context-of.js';
import { OuiConnectionChangeEvent } from './oui-transport.events.js';

/** A transport, and what else begins with its connection. */
export interface Opened {
  transport: Transport;
  /** Returns what ends it. */
  begin?(bus: SurfaceBus): () => void;
}

/**
 * Connects the document's bus to an agent while it is in the document. After a loss it connects again by itself.
 *
 * With `type="webmcp"` the agent is the browser's own: actions are offered as WebMCP tools where the browser has that, and
 * nothing happens where it has not. A person is then asked by this page (`confirm-by="page"`).
 *
 * @element oui-transport
 * @summary Connects the page's surfaces to an agent.
 * @fires {OuiConnectionChangeEvent} oui-connection-change - The connection has come or gone. Bubbles.
 * @cssstate connected - Messages go through now.
 */
export class OuiTransport extends QuietElement {
  static readonly tag: string = 'oui-transport';
  static override styles = ':host{display:none}';

  static override properties: PropertyDeclarations = {
    type: { type: String, useDefault: true },
    url: { type: String },
    target: { type: String },
    targetOrigin: { type: String, attribute: 'target-origin' },
    confirmBy: { type: String, attribute: 'confirm-by' },
    manifests: { type: String },
    exposedTo: { type: String, attribute: 'exposed-to' },
    maxNameLength: { type: Number, attribute: 'max-name-length' },
    debugging: { type: Boolean },
    adopt: { type: Boolean },
    adoptFrom: { type: String, attribute: 'adopt-from' },
    confirm: { attribute: false },
    token: { attribute: false },
    disabled: { type: Boolean },
    bus: { attribute: false },
  };

  /** `websocket`, the default; `post-message` for an agent in another window; `webmcp` for that of the browser. */
  declare type: string;
  /** Of the agent's end: absolute or relative to the page; `http:` is read as `ws:`, `https:` as `wss:`. */
  declare url: string | undefined;
  /** For `post-message`: `parent` or `opener`, in which this page is embedded, or the id of a frame in this page. */
  declare target: string | undefined;
  /** For `post-message`: the origin of the target, such as `https://app.example`. There is no default (OUI-T7). */
  declare targetOrigin: string | undefined;
  /**
   * Who asks a person before an action that needs it (OUI-E2): `runtime`, the agent's end, by default; `page`, with
   * `confirm` or `<oui-confirm>`; or `grant`, the page's own approvals in `bus.grantApproval`. WebMCP has no end that could ask: there
   * `page` is the default, and `runtime` is not taken.
   */
  declare confirmBy: string | undefined;
  /** What the agent is told of each surface: `full`, the default, or `index`, in short (OUI-E5). WebMCP takes `full`. */
  declare manifests: string | undefined;
  /** For `webmcp`: other origins, separated by spaces, whose frames may see this page's tools. `*` is refused. */
  declare exposedTo: string | undefined;
  /** For `webmcp`: characters of a tool's name at most, 128 by default. Hosts that add a prefix need 64 or less. */
  declare maxNameLength: number | undefined;
  /** For `webmcp`: also what is for developers, in both directions. */
  declare debugging: boolean;
  /** For `webmcp`: the page's own WebMCP tools, and those of its frames, become surfaces of the bus for other agents. */
  declare adopt: boolean;
  /** With `adopt`: other origins, separated by spaces, whose frames’ tools are taken as well, where they expose them. */
  declare adoptFrom: string | undefined;
  /** Asks a person, for `confirm-by="page"`: a promise of `true` is a yes. By default `<oui-confirm>` asks. */
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
  #connection: { bus: BusConnection; end: () => void } | undefined;
  /** What is being loaded counts only while nothing newer has been asked for. */
  #attempt: object | undefined;
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
    this.debugging = false;
    this.adopt = false;
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

  /** A page that the browser keeps for "back" must not look alive to an agent. */
  #followPage(): void {
    const view = this.ownerDocument.defaultView;
    if (this.#page || !view) return;
    this.#page = new AbortController();
    const { signal } = this.#page;
    view.addEventListener('pagehide', () => this.#disconnect(), { signal });
    view.addEventListener('pageshow', ({ persisted }) => persisted && this.#reconnect(), { signal });
  }

  #reconnect(first = false): void {
    // Before the first update there is nothing to connect yet.
    if (!this.hasUpdated && !first) return;
    this.#disconnect();
    this.#connect();
  }

  #connect(): void {
    if (this.disabled || !this.isConnected) return;
    const attempt = (this.#attempt = {});
    // Without the address itself: people put tokens there.
    const failed = (error: unknown) => {
      devWarning('oui:transport', () => `<oui-transport> cannot connect: ${messageOf(error)}`);
    };
    try {
      const opened = this.#open();
      if (!(opened instanceof Promise)) this.#begin(opened);
      else opened.then((late) => this.#attempt === attempt && this.#begin(late)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  #begin(opened: Opened | undefined): void {
    if (!opened) return;
    const { transport, begin } = opened;
    const terms = this.#terms();
    const unfollow = transport.onStateChange((state) => this.#show(state));
    const bus = this.bus ?? documentBus(this.ownerDocument);
    const end = begin?.(bus);
    this.#connection = {
      bus: bus.connect(transport, terms),
      end() {
        end?.();
        unfollow();
      },
    };
    this.#show(transport.state);
  }

  #open(): Opened | Promise<Opened> | undefined {
    const type = enumerated(this, 'type', this.type, TYPES);
    // A word that is not known becomes the first one, and must not connect to what was not meant.
    if (this.type !== type) return undefined;
    if (type === 'webmcp') return this.#webMcp();
    if (type === 'post-message') return this.#postMessage();
    const transport = this.#webSocket();
    return transport && { transport };
  }

  /** A browser without it is no fault of the page's. */
  #webMcp(): Promise<Opened> | undefined {
    const doc = this.ownerDocument;
    if (!modelContextOf(doc)) return undefined;
    const { exposedTo, maxNameLength, debugging, adopt, adoptFrom } = this;
    return import('./open-webmcp.js').then(({ openWebMcp }) =>
      openWebMcp(doc, {
        exposedTo: originsOf(exposedTo),
        maxNameLength: maxNameLength && maxNameLength > 0 ? maxNameLength : undefined,
        debugging,
        adopt,
        adoptFrom: originsOf(adoptFrom),
      }),
    );
  }

  #webSocket(): Transport | undefined {
    if (!this.url) {
      devWarning('oui:transport', () => '<oui-transport> needs the url of the agent, such as url="/oui/v1".');
      return undefined;
    }
    const url = new URL(this.url, this.ownerDocument.baseURI);
    url.protocol = url.protocol.replace(/^http/, 'ws');
    const token = () => (typeof this.token === 'function' ? this.token() : (this.token ?? ''));
    return webSocketTransport({ url: url.href, token });
  }

  #postMessage(): Promise<Opened> | undefined {
    const { target, targetOrigin } = this;
    if (!target || !targetOrigin) {
      const right = 'target="parent" (or "opener", or a frame’s id) and target-origin="https://app.example"';
      devWarning('oui:transport', () => `<oui-transport type="post-message"> needs ${right}.`);
      return undefined;
    }
    if (!isOuter(target)) {
      const { element } = this.#frame;
      if (element && !('contentWindow' in element)) {
        devWarning(
          'oui:transport',
          () => `<oui-transport target="${target}">: this is <${element.localName}> and no frame.`,
        );
      }
      const frame = () => (this.#frame.element as HTMLIFrameElement | undefined)?.contentWindow;
      return openPostMessage({ role: 'host', target: frame, targetOrigin });
    }
    const view = this.ownerDocument.defaultView;
    const outer: Window | null | undefined =
      target === 'parent' ? view?.parent : (view?.opener as Window | null);
    if (outer && outer !== view) return openPostMessage({ role: 'embedded', target: outer, targetOrigin });
    devWarning('oui:transport', () => `<oui-transport target="${target}">: this page has no ${target}.`);
    return undefined;
  }

  /** How the agent is treated. */
  #terms(): ConnectOptions {
    const overWebMcp = this.type === 'webmcp';
    if (overWebMcp && this.confirmBy === 'runtime') {
      const right = 'the page asks (confirm-by="page"), as if nothing had been said';
      devWarning(
        'oui:transport',
        () => `<oui-transport type="webmcp" confirm-by="runtime">: WebMCP has nobody to ask; ${right}.`,
      );
    }
    const words = ['runtime', 'page', 'grant'] as const;
    const said = enumerated(this, 'confirm-by', this.confirmBy, words);
    const confirmBy = overWebMcp && said === 'runtime' ? 'page' : said;
    const manifests = enumerated(this, 'manifests', this.manifests, ['full', 'index']);
    return {
      name: this.#name(),
      confirmBy,
      manifests: manifests === 'index' && !overWebMcp ? 'index' : 'whole',
      // Read when it is needed: a function made anew by each rendering must not cost the connection.
      confirm: async (question) => {
        // Nobody sees a question of a page in the background.
        if (overWebMcp && this.ownerDocument.hidden) return false;
        return (await this.#ask(question)) === true;
      },
    };
  }

  /** The page's own question, or `<oui-confirm>`, which is loaded when it is needed. */
  async #ask(question: ApprovalQuestion): Promise<boolean> {
    if (this.confirm) return this.confirm(question);
    const { askPerson } = await import('../oui-confirm/ask-person.js');
    return askPerson(question, this.ownerDocument, this);
  }

  /** For people; without path and query, where tokens may be. */
  #name(): string {
    if (this.type === 'webmcp') return this.type;
    if (this.type === 'post-message') return `${this.type} ${this.targetOrigin ?? ''}`;
    return `${this.type} ${new URL(this.url ?? '', this.ownerDocument.baseURI).host}`;
  }

  #disconnect(): void {
    this.#attempt = undefined;
    const connection = this.#connection;
    if (!connection) return;
    this.#connection = undefined;
    connection.end();
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
const RECONNECTS = [
  'type',
  'url',
  'target',
  'targetOrigin',
  'confirmBy',
  'manifests',
  'exposedTo',
  'maxNameLength',
  'debugging',
  'adopt',
  'adoptFrom',
  'disabled',
  'bus',
];

/** Separated by spaces; `undefined` when there is none. */
function originsOf(text: string | undefined): string[] | undefined {
  const origins = text?.split(/\s+/).filter((origin) => origin !== '');
  return origins?.length ? origins : undefined;
}

const TYPES = ['websocket', 'post-message', 'webmcp'] as const;

/** Loaded when it is named: most pages need a WebSocket and nothing else. */
async function openPostMessage(options: PostMessageTransportOptions): Promise<Opened> {
  const { postMessageTransport } = await import('../../src/oui/transports/post-message.js');
  return { transport: postMessageTransport(options) };
}

const isOuter = (target: string | undefined): boolean => target === 'parent' || target === 'opener';

export { OuiConnectionChangeEvent };

declare global {
  interface HTMLElementTagNameMap {
    'oui-transport': OuiTransport;
  }
}
