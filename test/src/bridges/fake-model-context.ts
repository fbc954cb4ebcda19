import type { ModelContext, ModelContextTool, RegisteredTool } from 'oui-elements/bridges/webmcp';

/** How WebMCP looked: 151 threw at once and knew no signals in `execute`; 156 as measured; 160 has `Tool` objects. */
export type Era = 151 | 156 | 160;

interface Entry {
  tool: ModelContextTool;
  window: object;
  origin: string;
}

/** What a browser's `DOMException` is, where there may be none. */
export function domError(name: string, message = name): Error {
  return Object.assign(new Error(message), { name });
}

/** From 160 on: getters on a prototype, so that nothing is copied by a spread. */
class Tool {
  readonly #entry: Entry;
  constructor(entry: Entry) {
    this.#entry = entry;
  }
  get name() {
    return this.#entry.tool.name;
  }
  get title() {
    return this.#entry.tool.title ?? null;
  }
  get description() {
    return this.#entry.tool.description;
  }
  get inputSchema() {
    return (this.#entry.tool.inputSchema as object | undefined) ?? null;
  }
  get annotations() {
    return this.#entry.tool.annotations ?? null;
  }
  get origin() {
    return this.#entry.origin;
  }
  get source() {
    return this.#entry.window;
  }
}

/** A `document.modelContext` as measured on Chromium 156 (neighbours §6.2), or as it was or will be. */
export class FakeModelContext extends EventTarget implements ModelContext {
  readonly entries: Entry[] = [];
  /** `+name` and `-name`, in order. */
  readonly log: string[] = [];
  /** What `registerTool` was given beside the tool. */
  readonly options: ({ signal?: AbortSignal; exposedTo?: string[] } | undefined)[] = [];
  /** Throw this for a tool. */
  refuse: ((tool: ModelContextTool) => unknown) | undefined;
  /** Returned by tools in place of what they return. */
  listings = 0;

  constructor(
    readonly era: Era = 156,
    readonly window: object = globalThis,
  ) {
    super();
  }

  get names(): string[] {
    return this.entries.map(({ tool }) => tool.name);
  }

  tool(name: string): ModelContextTool {
    const entry = this.entries.find(({ tool }) => tool.name === name);
    if (!entry) throw new Error(`There is no tool ${name}; there are ${this.names.join(', ')}.`);
    return entry.tool;
  }

  registerTool(
    tool: ModelContextTool,
    options?: { signal?: AbortSignal; exposedTo?: string[] },
  ): Promise<void> | void {
    const fault = this.#fault(tool);
    if (this.era === 151) {
      if (fault) throw fault as Error;
      this.#add(tool, options);
      return undefined;
    }
    if (fault) return Promise.reject(fault as Error);
    this.#add(tool, options);
    return Promise.resolve();
  }

  /** A tool of another document, or one that the page has by itself. */
  place(
    tool: Partial<ModelContextTool> & { name: string },
    window = this.window,
    origin = 'https://a.example',
  ) {
    const entry = {
      tool: { description: 'Does something.', execute: async () => ({}), ...tool } as ModelContextTool,
      window,
      origin,
    };
    this.entries.push(entry);
    this.dispatchEvent(new Event('toolchange'));
    return () => {
      this.entries.splice(this.entries.indexOf(entry), 1);
    };
  }

  getTools = async (): Promise<RegisteredTool[]> => {
    this.listings++;
    return this.entries.map((entry) => {
      if (this.era === 160) return new Tool(entry);
      const { name, title, description, inputSchema, annotations } = entry.tool;
      const schema = this.era === 151 && inputSchema ? JSON.stringify(inputSchema) : inputSchema;
      const { window, origin } = entry;
      return { name, title, description, inputSchema: schema, annotations, window, origin };
    });
  };

  executeTool = async (
    tool: RegisteredTool,
    input: object | string = {},
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<unknown> => {
    if (this.era === 151 && typeof input !== 'string')
      throw domError('UnknownError', 'Failed to parse input arguments');
    if (this.era !== 151 && typeof input === 'string') throw new TypeError('The input must be an object.');
    const from = tool.source ?? tool.window;
    const entry = this.entries.find((one) => one.tool.name === tool.name && one.window === from);
    if (!entry) throw domError('UnknownError', 'Tool not found');
    const given: unknown = typeof input === 'string' ? JSON.parse(input) : structuredClone(input);
    const run = async () => {
      try {
        const returned: unknown = await entry.tool.execute(given, ...(this.era === 151 ? [] : [{ signal }]));
        if (returned === null || typeof returned === 'string') return returned;
        return returned === undefined ? 'undefined' : JSON.stringify(returned);
      } catch {
        throw domError('UnknownError', 'Tool was executed but the invocation failed.');
      }
    };
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(domError('AbortError')));
      run().then(resolve, reject);
    });
  };

  #fault(tool: ModelContextTool): unknown {
    const own = this.refuse?.(tool);
    if (own) return own;
    if (!/^[\w.-]{1,128}$/.test(tool.name)) return domError('InvalidStateError', 'Invalid tool name');
    if (this.entries.some((one) => one.tool.name === tool.name && one.window === this.window))
      return domError('InvalidStateError', 'Duplicate tool name');
    if (typeof tool.inputSchema !== 'object') return new TypeError('inputSchema must be an object');
    return undefined;
  }

  #add(tool: ModelContextTool, options?: { signal?: AbortSignal; exposedTo?: string[] }): void {
    const entry = { tool, window: this.window, origin: 'https://a.example' };
    this.entries.push(entry);
    this.options.push(options);
    this.log.push(`+${tool.name}`);
    this.dispatchEvent(new Event('toolchange'));
    options?.signal?.addEventListener('abort', () => {
      this.entries.splice(this.entries.indexOf(entry), 1);
      this.log.push(`-${tool.name}`);
      this.dispatchEvent(new Event('toolchange'));
    });
  }
}
