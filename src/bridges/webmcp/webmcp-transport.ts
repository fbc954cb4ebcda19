import { messageOf } from '../../base/coded-error.js';
import { devWarning } from '#dev-warning';
import { validatorNow } from '../../base/json-schema/validate.js';
import { isJsonObject } from '../../base/json.js';
import { realRuntime, type Runtime } from '../../base/runtime.js';
import { unwrapArgs } from '../../oui/agent/tool-input.js';
import { MCP_NAME_LENGTH } from '../../oui/agent/tool-names.js';
import { indexOf } from '../../oui/bus/index-form.js';
import { needsConfirmation } from '../../oui/protocol/confirmation.js';
import { OuiError } from '../../oui/protocol/error-codes.js';
import type { ActionManifest, SurfaceManifest } from '../../oui/protocol/manifest.js';
import type { ActionResultPayload, ResultError } from '../../oui/protocol/messages.js';
import { OUI_SURFACE_ID } from '../../oui/protocol/page-queries.js';
import type { Transport, WireMessage } from '../../oui/protocol/transport.js';
import { TransportBase } from '../../oui/transports/transport-base.js';
import { CallList } from './call-list.js';
import type { ModelContext } from './model-context.js';
import { toolAnswer, withoutKnownSurfaces, type ToolAnswer } from './tool-answer.js';
import { defineTool, isNativeTool, reservedTools, type ToolDefinition } from './tool-definition.js';
import { isForDebugging } from '../../oui/protocol/is-for-debugging.js';
import { ToolRegistry } from './tool-registry.js';

export interface WebMcpTransportOptions {
  /** Characters of a tool's name at most. Default 128; hosts that add a prefix, and some models, need 64 or less. */
  maxNameLength?: number;
  /** UTF-16 units of a tool's description at most. Default 4096. */
  maxDescriptionLength?: number;
  /** How long the call of an async action waits for its outcome before it answers "still running". Default 20 000 ms. */
  holdMs?: number;
  /** Other origins whose frames may see the tools. Default none. */
  exposedTo?: readonly string[];
  /** Offer also what is for developers: surfaces with `metadata.debugging`, actions tagged `debugging`. Default false. */
  debugging?: boolean;
  runtime?: Runtime;
}

const MAX_DESCRIPTION = 4096;
const HOLD_MS = 20_000;

/**
 * Offers a page's actions as WebMCP tools: `<surfaceId>_<actionId>`, `oui_describe` and `oui_read`. To the bus the browser
 * is one more client, so checks, limits, order, switches, settling and the log are those of every other. WebMCP has no
 * trusted side that could ask a person: connect it with `confirmBy: 'page'`.
 *
 * It is connected while the browser takes tools. Where there is no WebMCP, or the page may not use it, `connect()`
 * rejects and nothing else happens.
 * @throws OuiError `oui:any_origin` when `exposedTo` names `*`.
 * @example bus.connect(webMcpTransport(document.modelContext), { confirmBy: 'page', confirm: askPerson });
 */
export function webMcpTransport(
  context: ModelContext | undefined,
  options: WebMcpTransportOptions = {},
): Transport {
  if (options.exposedTo?.includes('*')) {
    const right = 'name the origins that may, such as https://app.example';
    throw new OuiError(
      'oui:any_origin',
      `exposedTo "*" would let every site call this page's tools; ${right}.`,
    );
  }
  return new WebMcpTransport(context, options);
}

class WebMcpTransport extends TransportBase {
  readonly #context: ModelContext | undefined;
  readonly #options: WebMcpTransportOptions;
  readonly #runtime: Runtime;
  readonly #surfaces = new Map<string, SurfaceManifest>();
  /** Those with which nobody on this side would ask a person (OUI-E2). */
  readonly #ungated = new Set<string>();
  readonly #calls: CallList;
  readonly #reserved = reservedTools();
  /** The bus keeps what has not changed: an action that is the same object is the same tool. */
  readonly #definitions = new WeakMap<ActionManifest, ToolDefinition>();
  #registry: ToolRegistry | undefined;
  /** Settles when the browser has taken everything it was told. */
  #registered: Promise<unknown> = Promise.resolve();
  #changing = false;
  #cancelSweep: (() => void) | undefined;
  /** The bus's own name for the list that is known here (OUI-E4). */
  #surfacesHash: string | undefined;

  constructor(context: ModelContext | undefined, options: WebMcpTransportOptions) {
    super();
    this.#context = context;
    this.#options = options;
    this.#runtime = options.runtime ?? realRuntime;
    this.#calls = new CallList(this.#runtime, options.holdMs ?? HOLD_MS, (message) => this.deliver(message));
  }

  async connect(): Promise<void> {
    if (this.state !== 'disconnected') return this.whenConnected();
    const context = this.#context;
    if (typeof context?.registerTool !== 'function') {
      throw new OuiError('oui:no_webmcp', 'This browser has no WebMCP (document.modelContext.registerTool).');
    }
    let refused: unknown;
    const registry = new ToolRegistry({
      context,
      exposedTo: this.#options.exposedTo,
      maxNameLength: this.#options.maxNameLength ?? MCP_NAME_LENGTH,
      run: (definition, input, signal) => this.#run(definition, input, signal),
      forbidden: (thrown) => {
        refused ??= thrown;
        if (this.state === 'connected') devWarning('oui:webmcp_denied', () => deniedBy(thrown));
        this.disconnect();
      },
      freed: () => this.#changed(),
    });
    this.#registry = registry;
    this.setState('connecting');
    // The first tools show whether the page may have any: that the object is there says nothing.
    await Promise.all(this.#reserved.map((definition) => registry.put(definition)));
    if (refused !== undefined) throw new OuiError('oui:webmcp_denied', deniedBy(refused));
    if (this.#registry === registry) this.setState('connected');
  }

  disconnect(): void {
    this.#registry?.close();
    this.#registry = undefined;
    this.#cancelSweep?.();
    this.#cancelSweep = undefined;
    this.#surfaces.clear();
    this.#surfacesHash = undefined;
    this.setState('disconnected');
    this.#calls.endAll({ code: 'SURFACE_UNAVAILABLE', message: 'The page has ended its WebMCP connection.' });
  }

  send(message: WireMessage): boolean {
    if (this.state !== 'connected') return false;
    if (message.type === 'action:result') {
      const { surfacesHash } = message.payload;
      if (typeof surfacesHash === 'string') this.#surfacesHash = surfacesHash;
      this.#calls.receive(message.payload);
    } else if (message.type === 'surface:register') {
      const { surface, confirmBy = 'runtime' } = message.payload;
      if (confirmBy === 'runtime') this.#ungated.add(surface.id);
      else this.#ungated.delete(surface.id);
      if ('actions' in surface) this.#surfaces.set(surface.id, surface);
      else
        devWarning(
          'oui:webmcp_index',
          () => 'WebMCP needs whole manifests; connect it without the index form.',
        );
      this.#changed();
    } else if (message.type === 'surface:deregister') {
      this.#surfaces.delete(message.payload.surfaceId);
      this.#changed();
    }
    return true;
  }

  /** Once for all changes of a microtask. */
  #changed(): void {
    this.#surfacesHash = undefined;
    if (this.#changing) return;
    this.#changing = true;
    queueMicrotask(() => {
      this.#changing = false;
      this.#reconcile();
    });
  }

  #reconcile(): void {
    const registry = this.#registry;
    if (!registry || this.state !== 'connected') return;
    this.#registered = Promise.all(this.#wanted().map((definition) => registry.put(definition)));
    // What has left may be back before the task is over: its tools stay until then.
    this.#cancelSweep ??= this.#runtime.after(0, () => {
      this.#cancelSweep = undefined;
      registry.keepOnly(this.#wanted());
    });
  }

  #wanted(): ToolDefinition[] {
    const { debugging = false } = this.#options;
    const wanted = [...this.#reserved];
    for (const surface of this.#surfaces.values()) {
      // These are WebMCP tools already.
      if (isJsonObject(surface.metadata?.['webmcp'])) continue;
      for (const action of surface.actions) {
        if (isNativeTool(action) || (!debugging && isForDebugging(surface, action))) continue;
        wanted.push(this.#define(surface, action));
      }
    }
    return wanted;
  }

  #define(surface: SurfaceManifest, action: ActionManifest): ToolDefinition {
    let definition = this.#definitions.get(action);
    if (!definition) {
      definition = defineTool(surface, action, this.#options.maxDescriptionLength ?? MAX_DESCRIPTION);
      this.#definitions.set(action, definition);
    }
    return definition;
  }

  /** Whatever happens, a call resolves with an answer: what is thrown reaches nobody (webmcp#308). */
  async #run(definition: ToolDefinition, input: unknown, signal?: AbortSignal): Promise<ToolAnswer> {
    try {
      return await this.#answer(definition, input, signal);
    } catch (thrown) {
      return this.#refuse({ code: 'INTERNAL_ERROR', message: messageOf(thrown) });
    }
  }

  async #answer(definition: ToolDefinition, input: unknown, signal?: AbortSignal): Promise<ToolAnswer> {
    const { surfaceId, actionId, action } = definition;
    const params = unwrapArgs(action.input, input ?? {});
    if (!isJsonObject(params)) {
      return this.#refuse({ code: 'VALIDATION_ERROR', message: 'The arguments must be one JSON object.' });
    }
    if (surfaceId === OUI_SURFACE_ID) {
      if (actionId === 'describe' && params['surfaceId'] === undefined) return this.#overview();
      if (actionId === 'read' && params['requestId'] !== undefined) return this.#stateOf(params['requestId']);
    }
    if (needsConfirmation(action) && this.#ungated.has(surfaceId)) return this.#refuse(UNGATED);
    const before = new Set(this.#surfaces.values());
    const request = { surfaceId, actionId, params, ...this.#known() };
    const result = await this.#calls.call(request, action.async === true, signal);
    warnOfOutput(definition, result);
    await this.#registered;
    const told = withoutKnownSurfaces(result, before);
    return result.interim ? toolAnswer(told, this.#stillRunning(result)) : toolAnswer(told);
  }

  #known(): { knownSurfaces?: string } {
    return this.#surfacesHash === undefined ? {} : { knownSurfaces: this.#surfacesHash };
  }

  #overview(): ToolAnswer {
    const surfaces = [...this.#surfaces.values()].map((surface) => {
      const { index, ...rest } = indexOf(surface);
      const { metadata } = surface;
      const actions = index.map((entry) => ({ ...entry, tool: this.#nameOf(surface.id, entry.id) }));
      return { ...rest, ...(metadata ? { metadata } : {}), actions };
    });
    return this.#accept({ surfaces });
  }

  #stateOf(requestId: unknown): ToolAnswer {
    const result = this.#calls.stateOf(requestId);
    if (result) return result.interim ? toolAnswer(result, this.#stillRunning(result)) : toolAnswer(result);
    return this.#refuse({
      code: 'PRECONDITION_FAILED',
      message: 'No action of this requestId is running, or its outcome has been forgotten.',
    });
  }

  #stillRunning({ requestId, data, progress }: ActionResultPayload): string {
    const reader = this.#nameOf(OUI_SURFACE_ID, 'read');
    const said = { ...(data === undefined ? {} : { data }), ...(progress === undefined ? {} : { progress }) };
    return `Still running. ${reader} with ${JSON.stringify({ requestId })} tells how it ended. ${JSON.stringify(said)}`;
  }

  #nameOf(surfaceId: string, actionId: string): string | undefined {
    return this.#registry?.nameOf(surfaceId, actionId);
  }

  #accept(data: unknown): ToolAnswer {
    return toolAnswer({ ...this.#stamp(), success: true, data });
  }

  #refuse(error: ResultError): ToolAnswer {
    return toolAnswer({ ...this.#stamp(), success: false, error });
  }

  #stamp(): Pick<ActionResultPayload, 'requestId' | 'durationMs' | 'timestamp'> {
    return { requestId: this.#runtime.uuid(), durationMs: 0, timestamp: this.#runtime.now() };
  }
}

const UNGATED: ResultError = {
  code: 'ACTION_DENIED',
  message:
    'This needs a person’s yes, and WebMCP has nobody to ask: the page must connect with confirmBy "page".',
};

function deniedBy(thrown: unknown): string {
  return `This page may not use WebMCP (${messageOf(thrown)}); its actions are not offered there.`;
}

/** A host that checks structured content against the output schema would refuse the answer. */
function warnOfOutput(
  { surfaceId, action }: ToolDefinition,
  { success, data, interim }: ActionResultPayload,
) {
  if (!success || interim || action.output === undefined) return;
  const fault = validatorNow()?.(action.output, data ?? null)[0];
  if (!fault) return;
  const place = fault.field || 'data';
  devWarning(
    'oui:output_schema',
    () => `${surfaceId}.${action.id}: ${place} breaks ${fault.constraint} of the action's own output schema.`,
  );
}
