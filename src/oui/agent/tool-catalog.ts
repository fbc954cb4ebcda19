import { isJsonObject } from '../../base/json.js';
import type { ActionEffect, ActionManifest, JsonSchema, SurfaceManifest } from '../protocol/manifest.js';
import { needsConfirmation } from './confirmation.js';

/** An action, as a model's tool (OUI-R1). */
export interface AgentTool {
  /** `<surfaceId>_<actionId>`, at most 64 characters of [A-Za-z0-9_-]. */
  name: string;
  title?: string;
  /** The author's description, usage, preconditions and duration, for the model. */
  description: string;
  /** An object schema, whatever the author wrote. */
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
}

/** Where a tool's call goes. */
export interface ToolTarget {
  surfaceId: string;
  actionId: string;
}

const LONGEST_NAME = 64;
const CAPACITY = 10_000;

/** Names actions as tools, and finds the action of a name again, also of one that has left since. */
export class ToolCatalog {
  readonly #targets = new Map<string, ToolTarget>();
  readonly #names = new Map<string, string>();

  /** In order of registration, and within a surface in the author's order. */
  toolsOf(surfaces: readonly SurfaceManifest[]): AgentTool[] {
    if (this.#targets.size > CAPACITY) {
      this.#targets.clear();
      this.#names.clear();
    }
    return surfaces.flatMap((surface) =>
      surface.actions.map((action) => toolOf(this.#nameOf(surface.id, action.id), surface.id, action)),
    );
  }

  target(name: string): ToolTarget | undefined {
    return this.#targets.get(name);
  }

  #nameOf(surfaceId: string, actionId: string): string {
    const key = `${surfaceId}\n${actionId}`;
    const known = this.#names.get(key);
    if (known) return known;
    const plain = `${surfaceId}_${actionId}`;
    const usable = plain.length <= LONGEST_NAME && /^[A-Za-z0-9_-]+$/.test(plain);
    const name = usable && !this.#targets.has(plain) ? plain : shortened(plain, key);
    this.#names.set(key, name);
    this.#targets.set(name, { surfaceId, actionId });
    return name;
  }
}

function shortened(name: string, key: string): string {
  const suffix = `_${hash(key)}`;
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST_NAME - suffix.length) + suffix;
}

/** FNV-1a, 32 bits, 8 hex digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value.toString(16).padStart(8, '0');
}

function toolOf(name: string, surfaceId: string, action: ActionManifest): AgentTool {
  const { id, title, description, input, output, usage, preconditions, effect, tags } = action;
  const { estimatedDuration } = action;
  const sentences = [
    description,
    usage && `Usage: ${usage}`,
    preconditions && `Preconditions: ${preconditions}`,
    estimatedDuration && `Takes: ${estimatedDuration}`,
  ];
  return {
    name,
    ...(title ? { title } : {}),
    description: sentences.filter(Boolean).join('\n'),
    inputSchema: objectSchema(input),
    ...(output === undefined ? {} : { outputSchema: output }),
    surfaceId,
    actionId: id,
    confirm: needsConfirmation(action),
    async: action.async === true,
    ...(effect ? { effect } : {}),
    ...(tags ? { tags } : {}),
    ...(usage ? { usage } : {}),
    ...(preconditions ? { preconditions } : {}),
    ...(estimatedDuration ? { estimatedDuration } : {}),
  };
}

/** Models' APIs ask for an object at the root of a tool's schema. */
function objectSchema(input: JsonSchema): { readonly [key: string]: unknown } {
  const schema = isJsonObject(input) ? input : {};
  if (schema['type'] === 'object' && isJsonObject(schema['properties'])) return schema;
  return { ...schema, type: 'object', properties: schema['properties'] ?? {} };
}
