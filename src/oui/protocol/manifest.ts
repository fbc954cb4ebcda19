/** OUI 0.1 §1: what a surface, an action and an observation are. Plain JSON, no handlers. */

/** A JSON Schema (Draft 2020-12). */
export type JsonSchema = { readonly [key: string]: unknown } | boolean;

/** OUI-E1. `view` to `open` read, `edit` to `job` write, `transaction` is irreversible and always asks. */
export type ActionEffect =
  'view' | 'selection' | 'navigate' | 'open' | 'edit' | 'file' | 'mutate' | 'job' | 'transaction';

export const ACTION_EFFECTS: readonly ActionEffect[] = [
  'view',
  'selection',
  'navigate',
  'open',
  'edit',
  'file',
  'mutate',
  'job',
  'transaction',
];

export interface ActionManifest {
  /** `^[a-z][a-z0-9_]*[a-z0-9]$`, 2–64 characters, unique in the surface. */
  id: string;
  /** What a person reads on a confirmation (OUI-E1). */
  title?: string;
  /** Effect, and when to use it; the model reads it. */
  description: string;
  input: JsonSchema;
  /** Shape of `data` on success. */
  output?: JsonSchema;
  /** A human must say yes before it runs (OUI-R5). Default false. */
  confirm?: boolean;
  /** Acknowledged at once, the final result follows (OUI-S11). Default false. */
  async?: boolean;
  usage?: string;
  preconditions?: string;
  /** `instant`, `< 1s`, `1-5s`, `5-30s`, `30-120s`, `> 2min`, or free text. */
  estimatedDuration?: string;
  tags?: readonly string[];
  /** Undeclared counts as write. */
  effect?: ActionEffect;
}

export type UpdateFrequency = 'realtime' | 'on-change' | 'polling';

export const UPDATE_FREQUENCIES: readonly UpdateFrequency[] = ['realtime', 'on-change', 'polling'];

export interface ObservationManifest {
  /** As an action id; unique in the surface, and different from every action id there. */
  id: string;
  description: string;
  schema: JsonSchema;
  /** Default `on-change`. */
  updateFrequency?: UpdateFrequency;
}

export interface Activation {
  /** Pattern or patterns for the URL path: `*` is one segment, `**` one or more. */
  routes?: string | readonly string[];
  entity?: { type: string; id?: string };
  /** Prose, never executed. */
  condition?: string;
}

export interface SurfaceManifest {
  /** `^[a-z][a-z0-9-]*[a-z0-9]$`, 2–64 characters, unique in the application. */
  id: string;
  name: string;
  description: string;
  /** Semver of this surface's contract. */
  version?: string;
  /** At least one. */
  actions: readonly ActionManifest[];
  observations?: readonly ObservationManifest[];
  /** Absent: active whenever registered. */
  activation?: Activation;
  /**
   * How many requests may be under way at once (OUI-S19, OUI-R9). Default 1. An addition of this package; a
   * peer that does not know it sends one at a time.
   */
  concurrency?: number;
  /** Passed on to the model as it is. */
  metadata?: Readonly<Record<string, unknown>>;
}

/** One action of a surface in index form (OUI-E5): enough to choose by; `oui.describe` gives the rest. */
export interface IndexEntry {
  id: string;
  title?: string;
  /** The first sentence, 160 characters at most. */
  description: string;
  effect?: ActionEffect;
  confirm?: boolean;
  async?: boolean;
  estimatedDuration?: string;
  /** How long the action may take at most, in milliseconds, where the page knows. */
  maxDurationMs?: number;
  /** What it takes, in 120 characters at most: `q: string, n?: integer 1–50`, `none`, `one of 60 shapes by kind`. */
  input: string;
  /** Changes when anything in the action's definition does. Opaque to the reader. */
  definitionHash: string;
}

/** A surface in index form (OUI-E5): it has `index` where a whole one has `actions`. */
export interface SurfaceIndex {
  id: string;
  name: string;
  description: string;
  version?: string;
  observations?: readonly ObservationManifest[];
  /** As in the manifest; an addition of this package. */
  concurrency?: number;
  index: readonly IndexEntry[];
}
