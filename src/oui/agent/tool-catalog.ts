import { devWarning } from '#dev-warning';
import { isForDebugging } from '../protocol/is-for-debugging.js';
import type { ActionEffect, JsonSchema, SurfaceManifest } from '../protocol/manifest.js';
import { shorten } from '../../base/shorten.js';
import { needsConfirmation } from '../protocol/confirmation.js';
import type { KnownAction } from './read-manifest.js';
import { toolInput } from './tool-input.js';
import { MODEL_NAME_LENGTH, ToolNames, type ToolTarget } from './tool-names.js';

/** An action, as a model's tool (OUI-R1). */
export interface AgentTool {
  /** `<surfaceId>_<actionId>`, at most 64 characters of [A-Za-z0-9_-]. */
  name: string;
  title?: string;
  /** The author's description, usage, preconditions and duration, for the model; 4096 characters at most. */
  description: string;
  /**
   * An object schema, whatever the author wrote: what is not one is below `value`, and `call()` takes it out
   * again. It allows anything while only the index is known (OUI-E5); `inputLine` is then there.
   */
  inputSchema: { readonly [key: string]: unknown };
  outputSchema?: JsonSchema;
  surfaceId: string;
  actionId: string;
  /** A person is asked before it runs. */
  confirm: boolean;
  async: boolean;
  effect?: ActionEffect;
  tags?: readonly string[];
  usage?: string;
  preconditions?: string;
  estimatedDuration?: string;
  /** What it takes, in a line, while its definition has not been fetched (OUI-E5). See `agent.describe()`. */
  inputLine?: string;
}

const LONGEST_DESCRIPTION = 4096;

/** Actions as tools. */
export class ToolCatalog {
  readonly #names = new ToolNames();

  /** @param debugging offer also what is for developers */
  constructor(private readonly debugging: boolean) {}

  /** In order of registration, and within a surface in the author's order. */
  toolsOf(
    surfaces: readonly SurfaceManifest[],
    isOn: (surfaceId: string, actionId: string) => boolean,
    maxNameLength = MODEL_NAME_LENGTH,
  ): AgentTool[] {
    const tools: AgentTool[] = [];
    for (const surface of surfaces) {
      const { id, actions } = surface;
      for (const action of actions) {
        if (!isOn(id, action.id) || (!this.debugging && isForDebugging(surface, action))) continue;
        tools.push(toolOf(this.#names.nameOf(id, action.id, maxNameLength), id, action));
      }
    }
    return tools;
  }

  target(name: string): ToolTarget | undefined {
    return this.#names.target(name);
  }
}

function toolOf(name: string, surfaceId: string, action: KnownAction): AgentTool {
  const { title, output, effect, tags, usage, preconditions, estimatedDuration, inputLine } = action;
  const tool: AgentTool = {
    name,
    description: descriptionOf(action),
    inputSchema: toolInput(action.input).schema,
    surfaceId,
    actionId: action.id,
    confirm: needsConfirmation(action),
    async: action.async === true,
  };
  if (title) tool.title = title;
  if (output !== undefined) tool.outputSchema = output;
  if (effect) tool.effect = effect;
  if (tags) tool.tags = tags;
  if (usage) tool.usage = usage;
  if (preconditions) tool.preconditions = preconditions;
  if (estimatedDuration) tool.estimatedDuration = estimatedDuration;
  if (inputLine) tool.inputLine = inputLine;
  return tool;
}

function descriptionOf(action: KnownAction): string {
  const { usage, preconditions, estimatedDuration, inputLine } = action;
  let text = action.description;
  if (inputLine) text += `\nInput: ${inputLine}`;
  if (usage) text += `\nUsage: ${usage}`;
  if (preconditions) text += `\nPreconditions: ${preconditions}`;
  if (estimatedDuration) text += `\nTakes: ${estimatedDuration}`;
  if (action.description === '') text = text.slice(1);
  if (text.length <= LONGEST_DESCRIPTION) return text;
  devWarning(
    'oui:long_description',
    () =>
      `The description of a tool was cut at ${LONGEST_DESCRIPTION} characters; a model reads all of it with every request.`,
  );
  return shorten(text, LONGEST_DESCRIPTION);
}
