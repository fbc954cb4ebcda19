import { isJsonObject } from '../json.js';
import { isExplosive } from './guard-pattern.js';
import { forEachSchema } from './walk-schema.js';

/** Places of strings without `maxLength` and of arrays without `maxItems` (OUI-X3). */
export function unboundedPlaces(schema: unknown): string[] {
  const places: string[] = [];
  forEachSchema(schema, (node, path) => {
    if (!isJsonObject(node) || node['enum'] !== undefined || node['const'] !== undefined) return;
    const types = [node['type']].flat();
    const bounded = node['maxLength'] ?? node['format'] ?? (isBounded(node['pattern']) || undefined);
    if (types.includes('string') && bounded === undefined) {
      places.push(path);
    }
    if (types.includes('array') && node['maxItems'] === undefined) places.push(path);
  });
  return places;
}

/** A whole pattern that repeats nothing without end, such as that of a time. */
function isBounded(pattern: unknown): boolean {
  if (typeof pattern !== 'string' || !/^\^.*\$$/s.test(pattern)) return false;
  let rest = pattern.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, '');
  if (/[*+]|\{\d+,\}/.test(rest)) return false;
  // Of alternatives outside of every group, the anchors hold one end each.
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replace(/\([^()]*\)/g, '')];
  return !rest.includes('|');
}

/** Names of the root's properties that have no description, which a model would have to guess. */
export function undescribedProperties(schema: unknown): string[] {
  if (!isJsonObject(schema) || !isJsonObject(schema['properties'])) return [];
  return Object.entries(schema['properties'])
    .filter(([, property]) => !isJsonObject(property) || !property['description'])
    .map(([name]) => name);
}

/** Places of patterns that are matched against short texts only. */
export function explosivePatterns(schema: unknown): string[] {
  const places: string[] = [];
  forEachSchema(schema, (node, path) => {
    if (!isJsonObject(node)) return;
    const patterns = isJsonObject(node['patternProperties']) ? Object.keys(node['patternProperties']) : [];
    if (typeof node['pattern'] === 'string') patterns.push(node['pattern']);
    if (patterns.some(isExplosive)) places.push(path ? `${path}.pattern` : 'pattern');
  });
  return places;
}
