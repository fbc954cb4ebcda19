import { messageOf } from '../../base/coded-error.js';
import { devWarning } from '#dev-warning';
import { ToolNames } from '../../oui/agent/tool-names.js';
import {
  errorName,
  isForbidden,
  markOffered,
  offeredTools,
  type ModelContext,
  type ModelContextTool,
  type OfferedTools,
} from './model-context.js';
import { plainSchema } from './portable-schema.js';
import type { ToolDefinition } from './tool-definition.js';
import type { ToolAnswer } from './tool-answer.js';

export interface ToolRegistryPorts {
  context: ModelContext;
  exposedTo: readonly string[] | undefined;
  maxNameLength: number;
  /** Runs an action; never rejects. */
  run(definition: ToolDefinition, input: unknown, signal: AbortSignal | undefined): Promise<ToolAnswer>;
  /** The page may not register tools. */
  forbidden(thrown: unknown): void;
  /** Another copy of OUI has left a name free. */
  freed(): void;
}

interface Registered {
  /** What a call runs by: always the newest. */
  definition: ToolDefinition;
  name: string;
  end: AbortController;
}

/** The tools that one connection has registered with the browser, and what it takes to keep them as wanted. */
export class ToolRegistry {
  readonly #ports: ToolRegistryPorts;
  readonly #names = new ToolNames();
  readonly #offered: OfferedTools;
  readonly #tools = new Map<string, Registered>();
  readonly #freed = () => this.#ports.freed();

  constructor(ports: ToolRegistryPorts) {
    this.#ports = ports;
    this.#offered = offeredTools(ports.context);
    this.#offered.listeners.add(this.#freed);
  }

  nameOf(surfaceId: string, actionId: string): string {
    return this.#names.nameOf(surfaceId, actionId, this.#ports.maxNameLength);
  }

  /** Registers a tool, or the changed one in its place in the same tick. An equal one costs no call. */
  async put(definition: ToolDefinition): Promise<void> {
    const key = keyOf(definition);
    const known = this.#tools.get(key);
    if (known?.definition.hash === definition.hash) {
      known.definition = definition;
      return;
    }
    if (known) this.#end(known);
    const { surfaceId, actionId } = definition;
    const entry: Registered = {
      definition,
      name: this.nameOf(surfaceId, actionId),
      end: new AbortController(),
    };
    this.#tools.set(key, entry);
    await this.#register(entry);
  }

  /** Removes what is not among these. */
  keepOnly(wanted: readonly ToolDefinition[]): void {
    const keys = new Set(wanted.map(keyOf));
    for (const [key, entry] of this.#tools) {
      if (keys.has(key)) continue;
      this.#tools.delete(key);
      this.#end(entry);
    }
  }

  close(): void {
    this.#offered.listeners.delete(this.#freed);
    this.keepOnly([]);
  }

  async #register(entry: Registered): Promise<void> {
    let thrown = await this.#try(entry, entry.definition.tool);
    if (errorName(thrown) === 'InvalidStateError') thrown = await this.#tryOtherName(entry, thrown);
    if (thrown instanceof TypeError) thrown = await this.#try(entry, plainTool(entry.definition));
    if (thrown === undefined || entry.end.signal.aborted) return;
    this.#release(entry);
    if (isForbidden(thrown)) this.#ports.forbidden(thrown);
    else {
      const why = messageOf(thrown);
      devWarning('oui:webmcp_tool', () => `The browser did not take the tool ${entry.name}: ${why}.`);
    }
  }

  /** The page has a tool of this name that is not OUI's. */
  async #tryOtherName(entry: Registered, thrown: unknown): Promise<unknown> {
    const { surfaceId, actionId, tool } = entry.definition;
    const taken = entry.name;
    this.#release(entry);
    entry.name = this.#names.otherNameOf(surfaceId, actionId, this.#ports.maxNameLength);
    devWarning(
      'oui:tool_name_collision',
      () =>
        `The browser did not take the tool name ${taken} (${messageOf(thrown)}); ${surfaceId}.${actionId} is offered as ` +
        `${entry.name}.`,
    );
    return this.#try(entry, tool);
  }

  /** What was thrown, or nothing. Takes the name first, so that nobody else in this document registers it twice. */
  async #try(entry: Registered, tool: ToolDefinition['tool']): Promise<unknown> {
    if (entry.end.signal.aborted) return undefined;
    const owner = this.#offered.owners.get(entry.name);
    if (owner !== undefined && owner !== this) {
      devWarning(
        'oui:webmcp_twice',
        () =>
          `The tool ${entry.name} is offered by another <oui-transport type="webmcp"> of this page already.`,
      );
      this.#tools.delete(keyOf(entry.definition));
      return undefined;
    }
    this.#offered.owners.set(entry.name, this);
    const { context, exposedTo, run } = this.#ports;
    const complete: ModelContextTool = {
      ...tool,
      name: entry.name,
      execute: markOffered((input: unknown, options?: { signal?: AbortSignal }) =>
        run(entry.definition, input, options?.signal),
      ),
    };
    const options = { signal: entry.end.signal, ...(exposedTo ? { exposedTo: [...exposedTo] } : {}) };
    try {
      await context.registerTool(complete, options);
      return undefined;
    } catch (thrown) {
      return entry.end.signal.aborted ? undefined : (thrown ?? new Error('no reason given'));
    }
  }

  #end(entry: Registered): void {
    entry.end.abort();
    this.#release(entry);
  }

  #release({ name }: Registered): void {
    if (this.#offered.owners.get(name) !== this) return;
    this.#offered.owners.delete(name);
    for (const listener of [...this.#offered.listeners]) if (listener !== this.#freed) listener();
  }
}

function keyOf({ surfaceId, actionId }: ToolDefinition): string {
  return `${surfaceId} ${actionId}`;
}

function plainTool({ tool }: ToolDefinition): ToolDefinition['tool'] {
  const { outputSchema: _output, ...rest } = tool;
  return { ...rest, inputSchema: plainSchema(tool.inputSchema) };
}
