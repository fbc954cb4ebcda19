import { isJsonObject, type JsonObject } from '../json.js';
import { atPointer, decode } from './resolve-ref.js';
import { forEachSchema } from './walk-schema.js';

/** A schema without an `$id` has to be somewhere for relative references to be read. */
const NOWHERE = 'https://schema.invalid/';

export interface SchemaPlace {
  node: unknown;
  path: string;
  depth: number;
  /** Where the `$ref` of this node leads: a schema, or `undefined` when that is not in here. */
  ref?: unknown;
  /** The same of `$dynamicRef`, as far as it can be told without running: its first target. */
  dynamicRef?: unknown;
}

/** Every schema in a schema, also those that only a reference reaches, with what each refers to. Never throws. */
export function schemaPlaces(schema: unknown): SchemaPlace[] {
  const places: SchemaPlace[] = [];
  const resources = new Map<string, unknown>([[NOWHERE, schema]]);
  const anchors = new Map<string, unknown>();
  const seen = new Set<unknown>();
  const pending: { place: SchemaPlace; base: string }[] = [];
  const enter = (root: unknown, at: string, from: string) => {
    forEachSchema(
      root,
      (node, path, above) => {
        const place: SchemaPlace = { node, path, depth: above.length };
        places.push(place);
        if (!isJsonObject(node)) return;
        seen.add(node);
        const base = [...above, node].reduce<string>(baseBelow, from);
        if (typeof node['$id'] === 'string') resources.set(base, node);
        for (const key of ['$anchor', '$dynamicAnchor']) {
          if (typeof node[key] === 'string') anchors.set(`${base}#${node[key]}`, node);
        }
        if (node['$ref'] !== undefined || node['$dynamicRef'] !== undefined) pending.push({ place, base });
      },
      at,
    );
  };
  const resolve = (reference: unknown, base: string): unknown => {
    if (typeof reference !== 'string') return undefined;
    const [resource, fragment] = absolute(reference, base);
    const target =
      fragment === '' || fragment.startsWith('/')
        ? atPointer(resources.get(resource), fragment)
        : anchors.get(`${resource}#${fragment}`);
    if (typeof target !== 'boolean' && !isJsonObject(target)) return undefined;
    if (isJsonObject(target) && !seen.has(target))
      enter(target, fragment.slice(1).replaceAll('/', '.'), resource);
    return target;
  };
  enter(schema, '', NOWHERE);
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { $ref, $dynamicRef } = next.place.node as JsonObject;
    next.place.ref = resolve($ref, next.base);
    next.place.dynamicRef = resolve($dynamicRef, next.base);
  }
  return places;
}

function baseBelow(base: string, node: unknown): string {
  const id = isJsonObject(node) ? node['$id'] : undefined;
  return typeof id === 'string' ? absolute(id, base)[0] : base;
}

function absolute(reference: string, base: string): [resource: string, fragment: string] {
  const hash = reference.indexOf('#');
  const address = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? '' : decode(reference.slice(hash + 1));
  if (address === '') return [base, fragment];
  try {
    return [new URL(address, base).href, fragment];
  } catch {
    return [address, fragment];
  }
}
