import { isJsonObject } from '../json.js';
import { forEachSchema } from './walk-schema.js';

/** Places of strings without `maxLength` and of arrays without `maxItems` (OUI-X3). */
export function unboundedPlaces(schema: unknown): string[] {
  const places: string[] = [];
  forEachSchema(schema, (node, path) => {
    if (!isJsonObject(node) || node['enum'] !== undefined || node['const'] !== undefined) return;
    const types = [node['type']].flat();
    if (types.includes('string') && node['maxLength'] === undefined && node['format'] === undefined) {
      places.push(path);
    }
    if (types.includes('array') && node['maxItems'] === undefined) places.push(path);
  });
  return places;
}

/** Names of the root's properties that have no description, which a model would have to guess. */
export function undescribedProperties(schema: unknown): string[] {
  if (!isJsonObject(schema) || !isJsonObject(schema['properties'])) return [];
  return Object.entries(schema['properties'])
    .filter(([, property]) => !isJsonObject(property) || !property['description'])
    .map(([name]) => name);
}
