import { messageOf } from '../../base/coded-error.js';
import { devWarning } from '#dev-warning';
import { realRuntime, type Runtime } from '../../base/runtime.js';
import type { SurfaceBus } from '../../oui/bus/surface-bus.js';
import { OuiError } from '../../oui/protocol/error-codes.js';
import type { ActionManifest, SurfaceManifest } from '../../oui/protocol/manifest.js';
import type { ActionContext, ActionHandler } from '../../oui/surface/action-handler.js';
import type { MountedSurface } from '../../oui/surface/mounted-surface.js';
import { actionIdOf, actionOf, dataOf, shortHash } from './foreign-tool.js';
import {
  errorName,
  isForbidden,
  isMarkedOffered,
  offeredTools,
  type ModelContext,
  type RegisteredTool,
} from './model-context.js';

export interface AdoptOptions {
  /** Other origins whose frames' tools are wanted; they must expose them to this page. Default none. */
  fromOrigins?: readonly string[];
  /** Also tools that are for developers. Default false. */
  debugging?: boolean;
  /** True for a form's tool that waits for a person to submit it; a browser does not say. */
  waitsForPerson?: (tool: RegisteredTool) => boolean;
  /** How long a person has to submit such a form, in milliseconds. Default 300 000. */
  personTimeoutMs?: number;
  /** The page's own window, by which its own tools are known. Default the global object. */
  window?: object;
  runtime?: Runtime;
}

/** WebMCP tools that are a bus's surfaces. */
export interface AdoptedTools {
  /** Lists the tools anew. `toolchange` and every call do so by themselves. */
  refresh(): Promise<void>;
  /** A frame has been removed: its tools go without any event (Chromium 156). */
  frameRemoved(): void;
  close(): void;
}

const PERSON_TIMEOUT_MS = 300_000;
/** To list tools while a frame of another origin is being taken down ends the whole browser (Chromium 156). */
const FRAME_GONE_MS = 500;

/**
 * Makes the WebMCP tools that a page can call into surfaces of a bus: one for each document and origin, `webmcp-<hash>`.
 * What they say of themselves, and what they return, is foreign text: the surface has `metadata.untrusted`. Tools that
 * OUI itself has registered in this document are left out.
 * @example adoptWebMcpTools(bus, document.modelContext); // then bus.connect(…) any agent
 */
export function adoptWebMcpTools(
  bus: SurfaceBus,
  context: ModelContext | undefined,
  options: AdoptOptions = {},
): AdoptedTools {
  if (typeof context?.getTools !== 'function' || typeof context.executeTool !== 'function') {
    return { refresh: async () => {}, frameRemoved: () => {}, close: () => {} };
  }
  return new ToolAdopter(bus, context as Required<ModelContext>, options);
}

/** The tools of one document, as they were listed last. */
interface Source {
  mounted?: MountedSurface | undefined;
  tools: Map<string, RegisteredTool>;
}

class ToolAdopter implements AdoptedTools {
  readonly #bus: SurfaceBus;
  readonly #context: Required<ModelContext>;
  readonly #options: AdoptOptions;
  readonly #runtime: Runtime;
  readonly #window: object;
  /** By surface id. */
  readonly #sources = new Map<string, Source>();
  /** Which document of its origin a window was seen as, so that ids stay. */
  readonly #places = new Map<string, WeakMap<object, number>>();
  readonly #counts = new Map<string, number>();
  /** Settles when tools may be listed. */
  #safe: Promise<void> = Promise.resolve();
  #cancelListing: (() => void) | undefined;
  #listing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #closed = false;
  readonly #changed = () => {
    this.#cancelListing ??= this.#runtime.after(0, () => {
      this.#cancelListing = undefined;
      void this.refresh();
    });
  };

  constructor(bus: SurfaceBus, context: Required<ModelContext>, options: AdoptOptions) {
    this.#bus = bus;
    this.#context = context;
    this.#options = options;
    this.#runtime = options.runtime ?? realRuntime;
    this.#window = options.window ?? globalThis;
    context.addEventListener?.('toolchange', this.#changed);
    offeredTools(context).listeners.add(this.#changed);
    void this.refresh();
  }

  /** Who asks while a listing is under way waits for the next one: theirs must not be older than they are. */
  refresh(): Promise<void> {
    if (!this.#listing) {
      this.#listing = this.#list().finally(() => (this.#listing = undefined));
      return this.#listing;
    }
    this.#next ??= this.#listing.then(() => {
      this.#next = undefined;
      return this.refresh();
    });
    return this.#next;
  }

  frameRemoved(): void {
    this.#safe = new Promise((resolve) => this.#runtime.after(FRAME_GONE_MS, resolve));
    this.#changed();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelListing?.();
    this.#context.removeEventListener?.('toolchange', this.#changed);
    offeredTools(this.#context).listeners.delete(this.#changed);
    for (const { mounted } of this.#sources.values()) mounted?.unregister();
    this.#sources.clear();
  }

  async #list(): Promise<void> {
    let safe: Promise<void>;
    do await (safe = this.#safe);
    while (safe !== this.#safe);
    if (this.#closed) return;
    let tools: readonly RegisteredTool[];
    try {
      const { fromOrigins } = this.#options;
      tools = await this.#context.getTools(fromOrigins ? { fromOrigins: [...fromOrigins] } : {});
    } catch (thrown) {
      devWarning(
        'oui:webmcp_denied',
        () => `The WebMCP tools of this page cannot be listed: ${messageOf(thrown)}.`,
      );
      if (isForbidden(thrown)) this.close();
      return;
    }
    if (this.#closed) return;
    const groups = this.#group(tools);
    for (const [id, source] of this.#sources) {
      if (groups.has(id)) continue;
      source.mounted?.unregister();
      this.#sources.delete(id);
    }
    for (const [id, group] of groups) this.#adopt(id, group);
  }

  #group(tools: readonly RegisteredTool[]): Map<string, RegisteredTool[]> {
    const groups = new Map<string, RegisteredTool[]>();
    const { owners } = offeredTools(this.#context);
    for (const tool of tools) {
      const from = this.#windowOf(tool);
      const own = from === this.#window;
      if (isMarkedOffered(tool) || (own && owners.has(tool.name))) continue;
      if (tool.annotations?.debugging && !this.#options.debugging) continue;
      const id = this.#surfaceId(from, originOf(tool));
      const group = groups.get(id);
      if (group) group.push(tool);
      else groups.set(id, [tool]);
    }
    return groups;
  }

  #windowOf({ source, window }: RegisteredTool): object {
    return source ?? window ?? this.#window;
  }

  /** The first document of an origin has the same id on every visit. */
  #surfaceId(from: object, origin: string): string {
    let places = this.#places.get(origin);
    if (!places) this.#places.set(origin, (places = new WeakMap()));
    let place = places.get(from);
    if (place === undefined) {
      place = this.#counts.get(origin) ?? 0;
      this.#counts.set(origin, place + 1);
      places.set(from, place);
    }
    return `webmcp-${shortHash(`${origin} ${place}`)}`;
  }

  #adopt(id: string, tools: readonly RegisteredTool[]): void {
    const source: Source = this.#sources.get(id) ?? { tools: new Map() };
    source.tools.clear();
    const actions: ActionManifest[] = [];
    const handlers: Record<string, ActionHandler> = {};
    for (const tool of tools) {
      const actionId = actionIdOf(tool.name, (taken) => source.tools.has(taken));
      source.tools.set(actionId, tool);
      const limitMs = this.#options.waitsForPerson?.(tool) ? this.#personLimit() : undefined;
      const limit = limitMs === undefined ? undefined : `${Math.round(limitMs / 1000)} s`;
      actions.push(actionOf(actionId, tool, originOf(tool), limit));
      handlers[actionId] = (params, call) => this.#call(id, actionId, params, call, limitMs);
    }
    const manifest = this.#manifest(id, tools[0]!, source, actions);
    try {
      if (source.mounted) source.mounted.update(manifest, handlers);
      else source.mounted = this.#bus.register(manifest, handlers);
      this.#sources.set(id, source);
    } catch (thrown) {
      devWarning('oui:webmcp_schema', () => `The WebMCP tools of ${id} cannot be used: ${messageOf(thrown)}`);
    }
  }

  #manifest(
    id: string,
    first: RegisteredTool,
    { tools }: Source,
    actions: readonly ActionManifest[],
  ): SurfaceManifest {
    const origin = originOf(first);
    const own = this.#windowOf(first) === this.#window;
    const where = own ? 'this page' : 'a frame of this page';
    return {
      id,
      name: `WebMCP tools of ${origin}`,
      description: `Tools that ${where} (${origin}) offers by WebMCP. Their texts and results are its own words.`,
      actions,
      metadata: {
        untrusted: true,
        webmcp: {
          origin,
          frame: own ? 'page' : 'frame',
          tools: Object.fromEntries([...tools].map(([actionId, { name }]) => [actionId, name])),
        },
      },
    };
  }

  #personLimit(): number {
    return this.#options.personTimeoutMs ?? PERSON_TIMEOUT_MS;
  }

  /** By the newest listing: a frame may have been loaded anew, or be gone (playwright#42816). */
  async #call(
    surfaceId: string,
    actionId: string,
    params: Record<string, unknown>,
    { signal: ended }: ActionContext,
    limitMs: number | undefined,
  ): Promise<unknown> {
    await this.refresh();
    const tool = this.#sources.get(surfaceId)?.tools.get(actionId);
    if (!tool) throw new OuiError('SURFACE_UNAVAILABLE', 'The page does not have this WebMCP tool any more.');
    const late = new AbortController();
    const cancel = limitMs === undefined ? () => {} : this.#runtime.after(limitMs, () => late.abort());
    const signal = AbortSignal.any([ended, late.signal]);
    try {
      return dataOf(await this.#execute(tool, params, signal));
    } catch (thrown) {
      if (thrown instanceof OuiError) throw thrown;
      if (late.signal.aborted)
        throw new OuiError('TIMEOUT', `Nobody submitted the form within ${limitMs} ms.`);
      const cancelled = errorName(thrown) === 'AbortError';
      if (cancelled) throw new OuiError('oui:cancelled', 'The WebMCP tool was cancelled.');
      throw new OuiError(
        'EXECUTION_ERROR',
        `The WebMCP tool failed, with no detail from the browser but this: ${messageOf(thrown)}`,
      );
    } finally {
      cancel();
    }
  }

  async #execute(
    tool: RegisteredTool,
    params: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    try {
      return await this.#context.executeTool(tool, params, { signal });
    } catch (thrown) {
      // Up to version 154 the input was text, and this is said before the tool runs: it never runs twice.
      if (!messageOf(thrown).includes('Failed to parse input')) throw thrown;
      return this.#context.executeTool(tool, JSON.stringify(params), { signal });
    }
  }
}

function originOf({ origin }: RegisteredTool): string {
  return typeof origin === 'string' && origin !== '' ? origin : 'null';
}
