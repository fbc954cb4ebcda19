import { isJsonObject } from '../../base/json.js';
import { OuiError } from '../protocol/error-codes.js';
import type { ActionResultPayload } from '../protocol/messages.js';
import { isDestructive } from '../protocol/confirmation.js';
import type { AgentTool } from './tool-catalog.js';

type ObjectSchema = AgentTool['inputSchema'];

/** `tools` of OpenAI's chat completions, and of every API that copies it. */
export interface OpenAiTool {
  type: 'function';
  function: { name: string; description: string; parameters: ObjectSchema };
}

/** `tools` of Anthropic's messages. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ObjectSchema;
}

/** An entry of MCP's `tools/list`. */
export interface McpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: { title?: string; readOnlyHint: boolean; destructiveHint: boolean };
}

/** A member of AI SDK's `tools`; `execute` invokes the action, and throws an `OuiError` when it fails. */
export interface AiSdkTool {
  description: string;
  inputSchema: { readonly jsonSchema: ObjectSchema };
  execute(args: unknown, options?: { abortSignal?: AbortSignal }): Promise<unknown>;
}

/** A member of `tools` of AG-UI's run input. */
export interface AgUiTool {
  name: string;
  description: string;
  parameters: ObjectSchema;
}

/** What `tools({format})` answers. */
export interface ToolFormats {
  openai: OpenAiTool[];
  anthropic: AnthropicTool[];
  mcp: McpTool[];
  'ai-sdk': Record<string, AiSdkTool>;
  'ag-ui': AgUiTool[];
}

export type ToolFormat = keyof ToolFormats;

type Call = (name: string, args: unknown, options: { signal?: AbortSignal }) => Promise<ActionResultPayload>;

export function toFormat<F extends ToolFormat>(
  format: F,
  tools: readonly AgentTool[],
  call: Call,
): ToolFormats[F] {
  const formats: { [K in ToolFormat]: () => ToolFormats[K] } = {
    openai: () => tools.map(openAi),
    anthropic: () =>
      tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
    mcp: () => tools.map(mcp),
    'ai-sdk': () => Object.fromEntries(tools.map((tool) => [tool.name, aiSdk(tool, call)])),
    'ag-ui': () =>
      tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema })),
  };
  return formats[format]();
}

function openAi({ name, description, inputSchema }: AgentTool): OpenAiTool {
  return { type: 'function', function: { name, description, parameters: inputSchema } };
}

const READS = new Set<unknown>(['view', 'selection', 'navigate', 'open']);

/** An effect that is declared decides; without one, the tags do. What is destructive never only reads. */
function onlyReads(tool: AgentTool): boolean {
  if (isDestructive(tool)) return false;
  return tool.effect ? READS.has(tool.effect) : tool.tags?.includes('read-only') === true;
}

function mcp(tool: AgentTool): McpTool {
  const { name, title, description, inputSchema, outputSchema, confirm } = tool;
  const readOnlyHint = onlyReads(tool);
  return {
    name,
    ...(title ? { title } : {}),
    description,
    inputSchema,
    // MCP takes no other.
    ...(isJsonObject(outputSchema) && outputSchema['type'] === 'object' ? { outputSchema } : {}),
    annotations: {
      ...(title ? { title } : {}),
      readOnlyHint,
      destructiveHint: !readOnlyHint && (confirm || isDestructive(tool)),
    },
  };
}

/** AI SDK knows a JSON Schema by this symbol; so its package need not be loaded. */
const AI_SDK_SCHEMA = Symbol.for('vercel.ai.schema');

function aiSdk({ name, description, inputSchema }: AgentTool, call: Call): AiSdkTool {
  const schema = { [AI_SDK_SCHEMA]: true, _type: undefined, jsonSchema: inputSchema, validate: undefined };
  return {
    description,
    inputSchema: schema,
    execute: async (args, options) => {
      const { success, data, error } = await call(name, args, { signal: options?.abortSignal });
      if (success) return data;
      throw new OuiError(error!.code, error!.message, error!.details);
    },
  };
}
