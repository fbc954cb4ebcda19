import { devWarning } from '#dev-warning';
import { schemaFaults } from '../../base/json-schema/schema-faults.js';
import { isJsonObject, type JsonObject } from '../../base/json.js';
import type { ActionManifest, ObservationManifest, SurfaceManifest } from '../protocol/manifest.js';
import { MAX_ACTIONS, MAX_ID, MAX_OBSERVATIONS } from './bounds.js';

/** An action as a peer has told it, wholly or by its entry in an index (OUI-E5). */
export interface KnownAction extends ActionManifest {
  /** Only its entry in the index is known: `input` allows anything yet. */
  indexed?: true;
  /** What it takes, in a line; of an index entry. */
  inputLine?: string;
  /** Of an index entry, and kept with the definition that was fetched for it. */
  definitionHash?: string;
}

export interface KnownSurface extends SurfaceManifest {
  actions: readonly KnownAction[];
}

/**
 * A peer's manifest as far as it can be used (OUI-E11), whole or in index form: ids with any characters and
 * unknown fields are fine, what has no id is left out. `undefined` when there is no surface in it.
 */
export function readManifest(value: unknown): KnownSurface | undefined {
  if (!isJsonObject(value) || !isUsableId(value['id'])) return undefined;
  const { id, index, ...fields } = value;
  const isIndex = Array.isArray(index) && !Array.isArray(value['actions']);
  return {
    ...fields,
    id,
    name: textOf(value['name']) || id,
    description: textOf(value['description']),
    actions: isIndex
      ? readList(index, MAX_ACTIONS, readEntry)
      : readList(value['actions'], MAX_ACTIONS, (action) => readAction(id, action)),
    ...(value['observations'] === undefined
      ? {}
      : { observations: readList(value['observations'], MAX_OBSERVATIONS, readObservation) }),
  };
}

/** Any text that can be a key (OUI-E11). */
export function isUsableId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '__proto__' && value.length <= MAX_ID;
}

/** A definition, of a manifest or of an answer of `oui.describe`. */
export function readAction(surfaceId: string, action: JsonObject): KnownAction {
  const id = action['id'] as string;
  const { output } = action;
  return {
    ...readCommon(action),
    input: usableInput(`${surfaceId}.${id}`, action['input']),
    ...(isSchema(output) ? { output } : {}),
  };
}

function readEntry(entry: JsonObject): KnownAction {
  const { input, definitionHash } = entry;
  return {
    ...readCommon(entry),
    input: { type: 'object' },
    indexed: true,
    ...(typeof input === 'string' ? { inputLine: input } : {}),
    ...(typeof definitionHash === 'string' ? { definitionHash } : {}),
  };
}

const TEXTS = ['title', 'usage', 'preconditions', 'estimatedDuration', 'effect', 'definitionHash'] as const;

/** Everything but the schemas, without what is of the wrong type. */
function readCommon(given: JsonObject): Omit<KnownAction, 'input'> {
  const { input: _input, output: _output, indexed: _indexed, inputLine: _line, tags, ...action } = given;
  for (const key of TEXTS) if (typeof action[key] !== 'string') delete action[key];
  return {
    ...action,
    id: given['id'] as string,
    description: textOf(given['description']),
    ...(Array.isArray(tags) ? { tags: tags.filter((tag) => typeof tag === 'string') } : {}),
    // Whatever a careless peer meant by it, asking is the safe reading.
    ...(given['confirm'] === undefined ? {} : { confirm: Boolean(given['confirm']) }),
  };
}

function readObservation(observation: JsonObject): ObservationManifest {
  const { schema } = observation;
  return {
    ...observation,
    id: observation['id'] as string,
    description: textOf(observation['description']),
    schema: isSchema(schema) ? schema : true,
  };
}

/** A broken schema among the tools makes a model's whole request fail: then the page alone checks. */
function usableInput(name: string, input: unknown): ActionManifest['input'] {
  const fault = input === undefined ? undefined : schemaFaults(input)[0];
  if (!fault) return (input ?? { type: 'object' }) as ActionManifest['input'];
  devWarning(
    'oui:peer_schema',
    () => `${name}: the peer's input schema ${fault.message}; it is not used here.`,
  );
  return { type: 'object' };
}

/** What has an id, each id once: two tools of one name make a model's whole request fail. */
function readList<T>(value: unknown, most: number, read: (item: JsonObject) => T): T[] {
  const items = new Map<string, JsonObject>();
  for (const item of Array.isArray(value) ? (value as unknown[]) : []) {
    if (!isJsonObject(item) || !isUsableId(item['id'])) continue;
    if (items.size === most) {
      devWarning(
        'oui:peer_too_large',
        () => `A surface has more than ${most} actions or observations; the others are left out.`,
      );
      break;
    }
    items.set(item['id'], item);
  }
  return [...items.values()].map(read);
}

function isSchema(value: unknown): value is ActionManifest['input'] {
  return isJsonObject(value) || typeof value === 'boolean';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
