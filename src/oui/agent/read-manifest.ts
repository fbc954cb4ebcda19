import { devWarning } from '../../base/dev-warning.js';
import { schemaFaults } from '../../base/json-schema/schema-faults.js';
import { isJsonObject, type JsonObject } from '../../base/json.js';
import type { ActionManifest, ObservationManifest, SurfaceManifest } from '../protocol/manifest.js';

/**
 * A peer's manifest as far as it can be used (OUI-E11): ids with any characters and unknown fields are
 * fine, what has no id is left out. `undefined` when there is no surface in it.
 */
export function readManifest(value: unknown): SurfaceManifest | undefined {
  if (!isJsonObject(value) || !isId(value['id'])) return undefined;
  const id = value['id'];
  return {
    ...value,
    id,
    name: textOf(value['name']) || id,
    description: textOf(value['description']),
    actions: readList(value['actions'], (action) => readAction(id, action)),
    ...(value['observations'] === undefined
      ? {}
      : { observations: readList(value['observations'], readObservation) }),
  };
}

function readAction(surfaceId: string, action: JsonObject): ActionManifest {
  const id = action['id'] as string;
  return {
    ...action,
    id,
    description: textOf(action['description']),
    input: usableInput(`${surfaceId}.${id}`, action['input']),
  };
}

function readObservation(observation: JsonObject): ObservationManifest {
  const { schema } = observation;
  return {
    ...observation,
    id: observation['id'] as string,
    description: textOf(observation['description']),
    schema: isJsonObject(schema) || typeof schema === 'boolean' ? schema : true,
  };
}

/** A broken schema among the tools makes a model's whole request fail: then the page alone checks. */
function usableInput(name: string, input: unknown): ActionManifest['input'] {
  const fault = input === undefined ? undefined : schemaFaults(input)[0];
  if (!fault) return (input ?? { type: 'object' }) as ActionManifest['input'];
  devWarning('oui:peer_schema', `${name}: the peer's input schema ${fault.message}; it is not used here.`);
  return { type: 'object' };
}

function readList<T>(value: unknown, read: (item: JsonObject) => T): T[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((item) => isJsonObject(item) && isId(item['id']))
    .map((item) => read(item as JsonObject));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '__proto__';
}
