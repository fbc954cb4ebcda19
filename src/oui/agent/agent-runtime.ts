import { ChangeTarget } from '../../base/change-target.js';
import { devWarning } from '../../base/dev-warning.js';
import { isJsonObject, parseJson } from '../../base/json.js';
import { realRuntime, type Runtime } from '../../base/runtime.js';
import { OuiError } from '../protocol/error-codes.js';
import { InvocationEvent, InvocationLog, type Invocation } from '../protocol/invocation-log.js';
import {
  DEFAULT_RATE_LIMIT,
  DEFAULT_TIME_LIMITS,
  type RateLimit,
  type TimeLimits,
} from '../protocol/limits.js';
import type { SurfaceManifest } from '../protocol/manifest.js';
import {
  isOuiType,
  messageFault,
  type ActionResultPayload,
  type ObservationValues,
  type OuiMessage,
  type ResultError,
} from '../protocol/messages.js';
import {
  ExtensionEvent,
  type ExtensionMessage,
  type Transport,
  type TransportState,
} from '../protocol/transport.js';
import { ClientView } from './client-view.js';
import type { Confirm } from './confirmation.js';
import { Invoker, type InvokeOptions } from './invoker.js';
import { ObservationRequests } from './observation-requests.js';
import { ToolCatalog, type AgentTool } from './tool-catalog.js';
import { toFormat, type ToolFormat, type ToolFormats } from './tool-formats.js';

export interface AgentRuntimeOptions {
  /** Without it, whatever needs a confirmation is denied (OUI-R5). */
  confirm?: Confirm;
  /** OUI-R6, in milliseconds. */
  timeouts?: Partial<TimeLimits>;
  /** OUI-R13, for each surface. Default 30 requests in 10 s. */
  rateLimit?: RateLimit | 'off';
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
  readonly #catalog = new ToolCatalog();
  readonly #invoker: Invoker;
  readonly #observing: ObservationRequests;
  readonly #log = new InvocationLog((invocation) => this.dispatchEvent(new InvocationEvent(invocation)));
  #transport: Transport | undefined;
  #stop: (() => void)[] = [];
  #connected = false;

  constructor(options: AgentRuntimeOptions = {}) {
    super();
    this.#runtime = options.runtime ?? realRuntime;
    this.#limits = { ...DEFAULT_TIME_LIMITS, ...options.timeouts };
    this.#invoker = new Invoker({
      runtime: this.#runtime,
      limits: this.#limits,
      rateLimit: options.rateLimit ?? DEFAULT_RATE_LIMIT,
      confirm: options.confirm,
      view: this.#view,
      log: this.#log,
      send: (message) => this.#transport?.send(message) ?? false,
    });
    this.#observing = new ObservationRequests(this.#runtime, this.#limits.observation);
  }

  get state(): TransportState {
    return this.#transport?.state ?? 'disconnected';
  }

  /** The client's active surfaces, in order of registration. */
  get surfaces(): readonly SurfaceManifest[] {
    return this.#view.surfaces;
  }

  /** The last known value of each observation. */
  get observations(): ObservationValues {
    return this.#view.observations;
  }

  /** The last 200 invocations, oldest first, without secrets (OUI-R12). */
  get log(): readonly Invocation[] {
    return this.#log.entries;
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

  /** The active surfaces' actions as tools for a model, in a stable order (OUI-R1). */
  tools(): AgentTool[];
  tools<F extends ToolFormat>(options: { format: F }): ToolFormats[F];
  tools(options: { format?: ToolFormat } = {}): AgentTool[] | ToolFormats[ToolFormat] {
    const tools = this.#catalog.toolsOf(this.surfaces);
    if (!options.format) return tools;
    return toFormat(options.format, tools, (name, args, given) => this.call(name, args, given));
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
    const params = typeof args === 'string' && args.trim() !== '' ? parseJson(args) : args || {};
    if (!target) {
      return this.#refuse({ code: 'ACTION_NOT_FOUND', message: `There is no tool ${toolName}.` });
    }
    if (!isJsonObject(params)) {
      const message = `The arguments of ${toolName} must be a JSON object.`;
      return this.#refuse({ code: 'VALIDATION_ERROR', message });
    }
    return this.invoke(target.surfaceId, target.actionId, params, options);
  }

  /**
   * Asks the page for the current value of an observation.
   * @throws OuiError `SURFACE_UNAVAILABLE`, `oui:observation_not_found`, or `TIMEOUT` (OUI-R6).
   */
  async observe(surfaceId: string, observationId: string): Promise<unknown> {
    const surface = this.#view.surface(surfaceId);
    if (!surface) throw new OuiError('SURFACE_UNAVAILABLE', `The surface ${surfaceId} is not active now.`);
    if (!surface.observations?.some(({ id }) => id === observationId)) {
      throw new OuiError(
        'oui:observation_not_found',
        `The surface ${surfaceId} has no observation ${observationId}.`,
      );
    }
    const answer = this.#observing.wait(surfaceId, observationId);
    const [requestId, timestamp] = [this.#runtime.uuid(), this.#runtime.now()];
    this.#transport?.send({
      type: 'observation:request',
      payload: { surfaceId, observationId, requestId, timestamp },
    });
    return answer;
  }

  /** Sends an extension message to the page (OUI-T3). */
  send(message: ExtensionMessage): void {
    this.#transport?.send(message);
  }

  #receive(message: unknown): void {
    const fault = messageFault(message);
    if (fault) {
      devWarning('oui:malformed_message', `${fault}; the message was ignored.`);
      return;
    }
    const { type, payload } = message as OuiMessage;
    if (type === 'surface:register') {
      if (!this.#view.register(payload.surface)) {
        devWarning('oui:malformed_message', 'surface:register: the manifest has no id; it was ignored.');
      }
    } else if (type === 'surface:deregister') {
      this.#view.deregister(payload.surfaceId);
      this.#gone([payload.surfaceId], 'The surface left the page.');
    } else if (type === 'observation:update') {
      const { surfaceId, observationId, value, timestamp } = payload;
      this.#view.update(surfaceId, observationId, value, timestamp);
      this.#observing.answer(surfaceId, observationId, this.#view.value(surfaceId, observationId));
    } else if (type === 'action:result') {
      // The request first: a result may say that its own surface is gone, and still be the outcome.
      if (!this.#invoker.receive(payload)) return;
      const gone = this.#view.replace(payload.surfaces, payload.observations, payload.timestamp);
      this.#gone(gone, 'The surface left the page.');
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
    if (!connected) this.#gone(this.#view.clear(), 'The connection to the page was lost.');
    this.announceChange();
  }

  #gone(surfaceIds: readonly string[], message: string): void {
    this.#invoker.failAll(surfaceIds, message);
    this.#observing.failAll(surfaceIds, message);
  }

  /** A name that `tools()` would give, when nobody has asked for the tools yet. */
  #targetOf(toolName: string) {
    this.tools();
    return this.#catalog.target(toolName);
  }

  #refuse(error: ResultError): ActionResultPayload {
    const requestId = this.#runtime.uuid();
    return { requestId, success: false, error, durationMs: 0, timestamp: this.#runtime.now() };
  }
}
