import { ChangeTarget } from '../../base/change-target.js';
import { devWarning, reportThrown } from '#dev-warning';
import { isJsonObject, parseJson } from '../../base/json.js';
import { realRuntime, type Runtime } from '../../base/runtime.js';
import { InvocationLog, type Invocation } from '../protocol/invocation-log.js';
import {
  DEFAULT_RATE_LIMIT,
  DEFAULT_TIME_LIMITS,
  type RateLimit,
  type TimeLimits,
} from '../protocol/limits.js';
import type { ActionManifest, SurfaceManifest } from '../protocol/manifest.js';
import {
  isOuiType,
  messageFault,
  type ActionResultPayload,
  type ObservationValues,
  type OuiMessage,
  type ResultError,
} from '../protocol/messages.js';
import type { ReadAnswer } from '../protocol/page-queries.js';
import {
  ExtensionEvent,
  type Delivery,
  type ExtensionMessage,
  type Transport,
  type TransportState,
  type WireMessage,
} from '../protocol/transport.js';
import { AgentSwitches, type SwitchedOff } from './agent-switches.js';
import { ClientView } from './client-view.js';
import type { Confirm } from './confirmation.js';
import { Invoker, type InvokeOptions } from './invoker.js';
import { ObservationRequests } from './observation-requests.js';
import { PageReader, type ReadOptions } from './page-reader.js';
import { ToolCatalog, type AgentTool } from './tool-catalog.js';
import { toFormat, type ToolFormat, type ToolFormats } from './tool-formats.js';
import { unwrapArgs } from './tool-input.js';
import { MCP_NAME_LENGTH } from './tool-names.js';

/** How `tools()` answers. */
export interface ToolOptions {
  /** Characters of a tool's name at most. Default 64, and 128 for `mcp`; hosts that add a prefix need less. */
  maxNameLength?: number;
}

export interface AgentRuntimeOptions {
  /** Without it, whatever needs a confirmation is denied (OUI-R5). */
  confirm?: Confirm;
  /** OUI-R6, in milliseconds. */
  timeouts?: Partial<TimeLimits>;
  /** OUI-R13, for each surface. Default 30 requests in 10 s. */
  rateLimit?: RateLimit | 'off';
  /** Offer also what is for developers: surfaces with `metadata.debugging`, actions tagged `debugging`. Default false. */
  debugging?: boolean;
  runtime?: Runtime;
}

/**
 * The agent's end of OUI, for one client (OUI-R10).
 *
 * Dispatches `change` (once for all changes of a task), an `invocation` (`InvocationEvent`) for each new state
 * of an invocation, and each extension message under its own type (`x-…`, an `ExtensionEvent`, OUI-T3).
 * @example
 * const agent = new AgentRuntime({ confirm: async ({ title, params }) => askSomebody(title, params) });
 * await agent.connect(transport);
 * await agent.call('todo-list_add_todo', { title: 'milk' });
 */
export class AgentRuntime extends ChangeTarget {
  readonly #runtime: Runtime;
  readonly #limits: TimeLimits;
  readonly #view = new ClientView();
  readonly #catalog: ToolCatalog;
  readonly #switches = new AgentSwitches();
  readonly #invoker: Invoker;
  readonly #observing: ObservationRequests;
  readonly #log = new InvocationLog((make) => this.announce('invocation', make));
  readonly #reader: PageReader;
  /** The turn that requests belong to unless they say otherwise (OUI-E9). */
  turnId: string | undefined;
  #transport: Transport | undefined;
  #stop: (() => void)[] = [];
  #connected = false;

  constructor(options: AgentRuntimeOptions = {}) {
    super();
    this.#runtime = options.runtime ?? realRuntime;
    this.#limits = { ...DEFAULT_TIME_LIMITS, ...options.timeouts };
    this.#catalog = new ToolCatalog(options.debugging === true);
    this.#invoker = new Invoker({
      runtime: this.#runtime,
      limits: this.#limits,
      rateLimit: options.rateLimit ?? DEFAULT_RATE_LIMIT,
      confirm: options.confirm,
      view: this.#view,
      switches: this.#switches,
      log: this.#log,
      turnId: () => this.turnId,
      describe: (surfaceId, actionId) => this.#reader.prepare(surfaceId, actionId),
      send: (message) => this.#send(message),
    });
    this.#observing = new ObservationRequests(this.#runtime, this.#limits.observation);
    this.#reader = new PageReader({
      runtime: this.#runtime,
      view: this.#view,
      switches: this.#switches,
      observing: this.#observing,
      query: (actionId, params, signal) => this.#invoker.query(actionId, params, signal),
      send: (message) => void this.#send(message),
    });
  }

  get state(): TransportState {
    return this.#transport?.state ?? 'disconnected';
  }

  /**
   * The client's active surfaces, in order of registration, also those that a person has switched off here. Of
   * a page in index form (OUI-E5) an action's `input` allows anything until `describe()` has fetched it.
   */
  get surfaces(): readonly SurfaceManifest[] {
    return this.#view.surfaces;
  }

  /** The last known value of each observation, of the surfaces that are on. */
  get observations(): ObservationValues {
    return this.#view.observations.values((surfaceId) => this.#switches.isOn(surfaceId));
  }

  /** The last 200 invocations, oldest first, without secrets (OUI-R12). */
  get log(): readonly Invocation[] {
    return this.#log.entries;
  }

  /** The log as JSON lines, one invocation a line, oldest first (OUI-R12). */
  exportLog(): string {
    return this.log.map((invocation) => `${JSON.stringify(invocation)}\n`).join('');
  }

  /** What `setEnabled` has switched off. */
  get switchedOff(): SwitchedOff {
    return this.#switches.switchedOff;
  }

  /** Whether a surface, or an action of it, is on here: true unless a person has switched it off. */
  isEnabled(surfaceId: string, actionId?: string): boolean {
    return this.#switches.isOn(surfaceId, actionId);
  }

  /**
   * A person's switch at this end (OUI-R12). What is off is not offered, and refused with `ACTION_DENIED`; what
   * is under way goes on. It stays off when the page registers it again or connects anew.
   */
  setEnabled(surfaceId: string, enabled: boolean): void;
  setEnabled(surfaceId: string, actionId: string, enabled: boolean): void;
  setEnabled(surfaceId: string, second: string | boolean, third = true): void {
    if (typeof second === 'boolean') this.#switches.set(surfaceId, undefined, second);
    else this.#switches.set(surfaceId, second, third);
    this.announceChange();
  }

  /** Connects, in place of an earlier transport. Rejects as `transport.connect()` does. */
  async connect(transport: Transport): Promise<void> {
    this.disconnect();
    this.#transport = transport;
    this.#stop = [
      transport.onEvent((message) => this.#receive(message)),
      transport.onStateChange(() => this.#follow()),
    ];
    this.#follow();
    await transport.connect();
  }

  disconnect(): void {
    for (const stop of this.#stop) stop();
    this.#stop = [];
    this.#transport?.disconnect();
    this.#transport = undefined;
    this.#follow();
  }

  /** True as soon as the surface (or, without an id, any) is active; false when the time limit passes first. */
  whenRegistered(surfaceId?: string): Promise<boolean> {
    const registered = () =>
      surfaceId === undefined ? this.surfaces.length > 0 : this.#view.surface(surfaceId) !== undefined;
    if (registered()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (result: boolean) => {
        cancel();
        this.removeEventListener('change', check);
        resolve(result);
      };
      const check = () => registered() && end(true);
      const cancel = this.#runtime.after(this.#limits.registration, () => end(false));
      this.addEventListener('change', check);
    });
  }

  /** The active surfaces' actions as tools for a model, in a stable order, without what is off (OUI-R1, OUI-R12). */
  tools(options?: ToolOptions): AgentTool[];
  tools<F extends ToolFormat>(options: ToolOptions & { format: F }): ToolFormats[F];
  tools(options: ToolOptions & { format?: ToolFormat } = {}): AgentTool[] | ToolFormats[ToolFormat] {
    const { format, maxNameLength = format === 'mcp' ? MCP_NAME_LENGTH : undefined } = options;
    const isOn = (surfaceId: string, actionId: string) => this.#switches.isOn(surfaceId, actionId);
    const tools = this.#catalog.toolsOf(this.#view.surfaces, isOn, maxNameLength);
    if (!format) return tools;
    return toFormat(format, tools, (name, args, given) => this.call(name, args, given));
  }

  /** Runs an action. Never rejects: every failure is a result with `success: false` and an `error`. */
  invoke(
    surfaceId: string,
    actionId: string,
    params: Record<string, unknown> = {},
    options: InvokeOptions = {},
  ): Promise<ActionResultPayload> {
    return this.#invoker.invoke(surfaceId, actionId, params, options);
  }

  /** Runs a model's tool call. `args` may be the text that the model wrote. Never rejects. */
  async call(toolName: string, args: unknown, options: InvokeOptions = {}): Promise<ActionResultPayload> {
    const target = this.#catalog.target(toolName) ?? this.#targetOf(toolName);
    const given = typeof args === 'string' && args.trim() !== '' ? parseJson(args) : args || {};
    if (!target) {
      return this.#refuse({ code: 'ACTION_NOT_FOUND', message: `There is no tool ${toolName}.` });
    }
    const { surfaceId, actionId } = target;
    const action = this.#view.surface(surfaceId)?.actions.find(({ id }) => id === actionId);
    const params = action ? unwrapArgs(action.input, given) : given;
    if (!isJsonObject(params)) {
      const message = `The arguments of ${toolName} must be a JSON object.`;
      return this.#refuse({ code: 'VALIDATION_ERROR', message });
    }
    return this.invoke(surfaceId, actionId, params, options);
  }

  /**
   * Asks the page for the current value of an observation.
   * @throws OuiError `SURFACE_UNAVAILABLE`, `oui:observation_not_found`, `ACTION_DENIED` when the surface is off, or
   * `TIMEOUT` (OUI-R6).
   */
  observe(surfaceId: string, observationId: string): Promise<unknown> {
    return this.#reader.observe(surfaceId, observationId);
  }

  /**
   * Asks the page for an observation, or the part of it at a pointer, a page at a time (OUI-E6).
   * @throws OuiError as `observe()` does, and with the code that the page answers.
   */
  read(surfaceId: string, observationId: string, options: ReadOptions = {}): Promise<ReadAnswer> {
    return this.#reader.read(surfaceId, observationId, options);
  }

  /**
   * The full definitions of a surface's actions, or of those named. What only the index of the page has told is
   * fetched, and offered as a tool from then on (OUI-E5, OUI-E6). `invoke()` does this by itself.
   * @throws OuiError `SURFACE_UNAVAILABLE`, `ACTION_NOT_FOUND`, `ACTION_DENIED` when the surface is off, or `TIMEOUT`.
   */
  async describe(surfaceId: string, actionIds?: readonly string[]): Promise<readonly ActionManifest[]> {
    const definitions = await this.#reader.describe(surfaceId, actionIds);
    this.announceChange();
    return definitions;
  }

  /** Sends an extension message to the page (OUI-T3). */
  send(message: ExtensionMessage): void {
    void this.#send(message);
  }

  /** A transport's fault is not the caller's. */
  #send(message: WireMessage): boolean | Promise<Delivery> {
    try {
      return this.#transport?.send(message) ?? false;
    } catch (thrown) {
      reportThrown('oui:transport_failed', 'transport.send()', thrown);
      return false;
    }
  }

  #receive(message: unknown): void {
    // What a transport still hands on after its connection is about surfaces that have gone with it (OUI-T8).
    if (this.state !== 'connected') return;
    const fault = messageFault(message);
    if (fault) {
      devWarning('oui:malformed_message', () => `${fault}; the message was ignored.`);
      return;
    }
    const { type, payload } = message as OuiMessage;
    if (type === 'surface:register') {
      this.#view.confirmBy = payload.confirmBy;
      this.#view.register(payload.surface);
    } else if (type === 'surface:deregister') {
      this.#view.deregister(payload.surfaceId);
      this.#gone([payload.surfaceId], 'The surface left the page.');
    } else if (type === 'observation:update') {
      const { surfaceId, observationId, value, timestamp } = payload;
      const current = this.#view.update(surfaceId, observationId, value, timestamp);
      this.#observing.answer(surfaceId, observationId, current);
    } else if (type === 'action:result') {
      // The request first: a result may say that its own surface is gone, and still be the outcome.
      if (!this.#invoker.receive(payload)) return;
      this.#gone(this.#view.replace(payload), 'The surface left the page.');
    } else if (!isOuiType(type)) {
      if ((type as string).startsWith('x-'))
        this.dispatchEvent(new ExtensionEvent(message as ExtensionMessage));
      return;
    }
    this.announceChange();
  }

  /** OUI-R7, OUI-T8: without a connection there are no surfaces. */
  #follow(): void {
    const connected = this.state === 'connected';
    if (connected === this.#connected) return;
    this.#connected = connected;
    if (!connected) {
      const gone = this.surfaces.map(({ id }) => id);
      this.#view.clear();
      const message = 'The connection to the page was lost.';
      this.#invoker.failAll(message);
      this.#observing.failAll(gone, message);
    }
    this.announceChange();
  }

  #gone(surfaceIds: readonly string[], message: string): void {
    this.#invoker.failAll(message, surfaceIds);
    this.#observing.failAll(surfaceIds, message);
  }

  /** A name that `tools()` would give, when nobody has asked for the tools yet. */
  #targetOf(toolName: string) {
    this.#catalog.toolsOf(this.#view.surfaces, () => true);
    return this.#catalog.target(toolName);
  }

  #refuse(error: ResultError): ActionResultPayload {
    const requestId = this.#runtime.uuid();
    return { requestId, success: false, error, durationMs: 0, timestamp: this.#runtime.now() };
  }
}
