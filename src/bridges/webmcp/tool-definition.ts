import { isForDebugging } from '../../oui/protocol/is-for-debugging.js';
import { devWarning } from '#dev-warning';
import { isJsonObject, type JsonObject } from '../../base/json.js';
import { toolInput } from '../../oui/agent/tool-input.js';
import { OUI_SURFACE_ID } from '../../oui/protocol/page-queries.js';
import type { ActionEffect, ActionManifest, SurfaceManifest } from '../../oui/protocol/manifest.js';
import { shorten } from '../../base/shorten.js';
import { contentHash } from '../../oui/protocol/surfaces-hash.js';
import type { ModelContextTool, ToolAnnotations } from './model-context.js';
import { portableSchema } from './portable-schema.js';

/** An action as a WebMCP tool, but for its name and its function. */
export interface ToolDefinition {
  surfaceId: string;
  actionId: string;
  /** The author's; arguments are unwrapped by it. */
  action: ActionManifest;
  tool: Omit<ModelContextTool, 'name' | 'execute'>;
  /** Changes when anything does that a browser is told. */
  hash: string;
}

const READS: readonly (ActionEffect | undefined)[] = ['view', 'selection', 'navigate', 'open'];

/** Tagged so by `<oui-action>` when the browser offers its form by itself (`toolname`): not a second time. */
export function isNativeTool({ tags }: ActionManifest): boolean {
  return tags?.includes('webmcp-native') === true;
}

/** @param maxDescription in UTF-16 units */
export function defineTool(
  surface: SurfaceManifest,
  action: ActionManifest,
  maxDescription: number,
): ToolDefinition {
  const { title, output } = action;
  return define(surface.id, action, {
    ...(title ? { title } : {}),
    description: describe(surface.id, action, maxDescription),
    inputSchema: portableSchema(toolInput(action.input).schema as JsonObject),
    ...(output === undefined ? {} : { outputSchema: outputSchema(output) }),
    annotations: annotationsOf(surface, action),
  });
}

/** Of the reserved surface (OUI-E6): `oui_describe` and `oui_read`, instead of a tool for each observation. */
export function reservedTools(): ToolDefinition[] {
  return RESERVED.map((action) =>
    define(OUI_SURFACE_ID, action, {
      title: action.title!,
      description: action.description,
      inputSchema: action.input as object,
      annotations: { readOnlyHint: true },
    }),
  );
}

function define(surfaceId: string, action: ActionManifest, tool: ToolDefinition['tool']): ToolDefinition {
  return { surfaceId, actionId: action.id, action, tool, hash: contentHash(tool) };
}

function describe(surfaceId: string, action: ActionManifest, most: number): string {
  const { description, usage, preconditions } = action;
  let text = description;
  if (usage) text += `\nUsage: ${usage}`;
  if (preconditions) text += `\nPreconditions: ${preconditions}`;
  if (text.length <= most) return text;
  devWarning(
    'oui:long_description',
    () =>
      `The description of ${surfaceId}.${action.id} was cut at ${most} characters; a model reads it with every request.`,
  );
  return shorten(text, most);
}

/** Hints and no gates: the page's own dialog is one (OUI-E2). What is undeclared is never said to be read-only. */
function annotationsOf(surface: SurfaceManifest, action: ActionManifest): ToolAnnotations {
  const { effect, confirm, tags = [] } = action;
  const destructive = effect === 'transaction' || tags.includes('destructive');
  const reads = effect === undefined ? tags.includes('read-only') : READS.includes(effect);
  const untrusted = surface.metadata?.['untrusted'] === true || tags.includes('untrusted-content');
  return {
    readOnlyHint: reads && !destructive,
    consequentialHint: confirm === true || destructive,
    ...(untrusted ? { untrustedContentHint: true } : {}),
    ...(isForDebugging(surface, action) ? { debugging: true } : {}),
  };
}

/** Of the OUI result, which is what a call returns as structured content. */
function outputSchema(output: ActionManifest['output']): JsonObject {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data: isJsonObject(output) ? portableSchema(output) : {},
      error: { type: 'object' },
    },
    required: ['success'],
  };
}

const TEXT = { type: 'string', maxLength: 200 };
const COUNT = { type: 'integer', minimum: 1 };

const RESERVED: readonly ActionManifest[] = [
  {
    id: 'describe',
    title: 'Describe this page',
    description:
      'Says what this page offers: its surfaces, their actions with the names of their tools, and their observations. ' +
      'With surfaceId: the full definitions of that surface.',
    input: {
      type: 'object',
      properties: {
        surfaceId: { ...TEXT, description: 'A surface of this page. Without it, all of them in short.' },
        actionIds: {
          type: 'array',
          maxItems: 1000,
          items: TEXT,
          description: 'Of that surface, only these actions.',
        },
      },
      additionalProperties: false,
    },
  },
  {
    id: 'read',
    title: 'Read from this page',
    description:
      'Reads the current value of an observation of this page (surfaceId and observationId; oui_describe names them), or ' +
      'the state of an action that was still running when its tool answered (requestId alone).',
    input: {
      type: 'object',
      properties: {
        surfaceId: { ...TEXT, description: 'The surface of the observation.' },
        observationId: { ...TEXT, description: 'The observation.' },
        pointer: {
          type: 'string',
          maxLength: 2000,
          description: 'RFC 6901, for a part of the value: /rows/3. Default: the whole.',
        },
        page: { ...COUNT, description: 'Of a long value, from 1. Default 1.' },
        pageSize: { ...COUNT, maximum: 10_000, description: 'Items of a page. Default 100.' },
        requestId: { ...TEXT, description: 'Of an action that was still running.' },
      },
      additionalProperties: false,
    },
  },
];
