/**
 * As much of WebMCP's `document.modelContext` as is used, in every shape that browsers have had. Nothing else in this
 * package knows it. It is a Community Group draft and still changes (measured on Chromium 156).
 */
export interface ModelContext {
  /** Chrome up to 151 returned nothing, and threw. */
  registerTool(
    tool: ModelContextTool,
    options?: { signal?: AbortSignal; exposedTo?: string[] },
  ): Promise<void> | void;
  getTools?(options?: { fromOrigins?: string[] }): Promise<readonly RegisteredTool[]>;
  /** Up to 154 the input was JSON text. */
  executeTool?(
    tool: RegisteredTool,
    input?: object | string,
    options?: { signal?: AbortSignal },
  ): Promise<unknown>;
  addEventListener?(type: 'toolchange', listener: () => void): void;
  removeEventListener?(type: 'toolchange', listener: () => void): void;
}

/** What a page registers. */
export interface ModelContextTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: object;
  /** Read from version 159; ignored before. */
  outputSchema?: object;
  annotations?: ToolAnnotations;
  /** `signal` came with version 153. */
  execute(input: unknown, options?: { signal?: AbortSignal }): Promise<object>;
}

export interface ToolAnnotations {
  readOnlyHint?: boolean;
  untrustedContentHint?: boolean;
  consequentialHint?: boolean;
  /** Since version 156. */
  debugging?: boolean;
}

/** What `getTools()` gives: a plain object up to 159, then one with getters on its prototype that no spread copies. */
export interface RegisteredTool {
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  /** Text up to 153. */
  readonly inputSchema?: object | string | null;
  readonly annotations?: ToolAnnotations | null;
  readonly origin?: string;
  /** Up to 159. */
  readonly window?: object | null;
  /** From 160. */
  readonly source?: object | null;
}

/** Marks what this package registered, also for another copy of it. */
const OFFERED = Symbol.for('oui.webmcp');

/** The tools that OUI has registered in one document, whichever copy of the library did. */
export interface OfferedTools {
  readonly owners: Map<string, object>;
  readonly listeners: Set<() => void>;
}

/** One for each document, found through the context itself. */
export function offeredTools(context: ModelContext): OfferedTools {
  const holder = context as ModelContext & { [OFFERED]?: OfferedTools };
  if (!holder[OFFERED]) {
    Object.defineProperty(holder, OFFERED, { value: { owners: new Map(), listeners: new Set() } });
  }
  return holder[OFFERED]!;
}

/** Marks a tool's function, for polyfills that show it. */
export function markOffered<T extends object>(execute: T): T {
  return Object.defineProperty(execute, OFFERED, { value: true });
}

export function isMarkedOffered(tool: RegisteredTool): boolean {
  const execute = (tool as { execute?: { [OFFERED]?: boolean } }).execute;
  return execute?.[OFFERED] === true;
}

/** The name of what was thrown, such as `NotAllowedError`; also of a DOMException of another frame. */
export function errorName(thrown: unknown): string {
  const name: unknown = (thrown as { name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name : '';
}

/** The page may not use WebMCP: Permissions-Policy `tools`, an opaque origin, or `document.domain`. */
export function isForbidden(thrown: unknown): boolean {
  return ['NotAllowedError', 'SecurityError'].includes(errorName(thrown));
}
