import { CodedError } from './coded-error.js';

type Class = abstract new (...args: never[]) => object;

/** A value as JSON: what JSON has as it is, an object by its place in the list, the rest by name. */
type Ref = string | number | boolean | null | [place: number] | [word: string];
/** One object: a list, a map, a set, a plain object or one of a class, with its values. */
type Node =
  ['a', Ref[]] | ['m', [Ref, Ref][]] | ['s', Ref[]] | ['o', [string, Ref][]] | ['c', number, [string, Ref][]];

/**
 * Writes objects that hold one another, once each, as JSON: lists, maps, sets, plain objects, and objects of `classes`,
 * of which only fields are written. Not recursive, so no depth exhausts the stack.
 * @throws CodedError `unsaveable` for an object of another class, a function or a symbol
 */
export function saveGraph(root: unknown, classes: readonly Class[]): unknown {
  const places = new Map<object, number>();
  const objects: object[] = [];
  const refOf = (value: unknown): Ref => {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) ? value : [String(value)];
      case 'undefined':
        return ['undefined'];
      case 'object': {
        if (value === null) return null;
        let place = places.get(value);
        if (place === undefined) {
          place = objects.push(value) - 1;
          places.set(value, place);
        }
        return [place];
      }
      default:
        throw new CodedError('unsaveable', `A ${typeof value} cannot be saved.`);
    }
  };
  const fields = (value: object) =>
    Object.entries(value).map(([key, item]): [string, Ref] => [key, refOf(item)]);
  const nodeOf = (value: object): Node => {
    if (Array.isArray(value)) return ['a', value.map(refOf)];
    if (value instanceof Map)
      return ['m', Array.from(value, ([key, item]): [Ref, Ref] => [refOf(key), refOf(item)])];
    if (value instanceof Set) return ['s', Array.from(value, refOf)];
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return ['o', fields(value)];
    const index = classes.findIndex((known) => known.prototype === prototype);
    if (index < 0)
      throw new CodedError('unsaveable', `An object of ${value.constructor.name} cannot be saved.`);
    return ['c', index, fields(value)];
  };
  const first = refOf(root);
  const nodes: Node[] = [];
  for (let place = 0; place < objects.length; place++) nodes.push(nodeOf(objects[place]!));
  return { root: first, nodes };
}

const WORDS: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  NaN: Number.NaN,
  Infinity: Infinity,
  '-Infinity': -Infinity,
};

/**
 * Makes the objects again that `saveGraph` has written.
 * @throws CodedError `unreadable` for what it has not written
 */
export function loadGraph(saved: unknown, classes: readonly Class[]): unknown {
  try {
    const { root, nodes } = saved as { root: Ref; nodes: Node[] };
    const objects = nodes.map((node) => emptyOf(node, classes));
    const valueOf = (ref: Ref): unknown => {
      if (!Array.isArray(ref)) return ref;
      const [at] = ref;
      if (typeof at === 'number' && objects[at]) return objects[at];
      if (typeof at === 'string' && Object.hasOwn(WORDS, at)) return WORDS[at];
      throw new Error(`there is nothing at ${at}`);
    };
    nodes.forEach((node, place) => fill(objects[place]!, node, valueOf));
    return valueOf(root);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CodedError('unreadable', `This was not saved here, or is damaged: ${why}.`);
  }
}

function emptyOf(node: Node, classes: readonly Class[]): object {
  switch (node[0]) {
    case 'a':
      return [];
    case 'm':
      return new Map();
    case 's':
      return new Set();
    case 'o':
      return {};
    case 'c': {
      const known = classes[node[1]];
      if (!known) throw new Error(`there is no class ${node[1]}`);
      return Object.create(known.prototype as object) as object;
    }
    default:
      throw new Error('it has a node of no kind');
  }
}

function fill(object: object, node: Node, valueOf: (ref: Ref) => unknown): void {
  switch (node[0]) {
    case 'a':
      for (const item of node[1]) (object as unknown[]).push(valueOf(item));
      break;
    case 'm':
      for (const [key, item] of node[1]) (object as Map<unknown, unknown>).set(valueOf(key), valueOf(item));
      break;
    case 's':
      for (const item of node[1]) (object as Set<unknown>).add(valueOf(item));
      break;
    default:
      for (const [key, item] of node[0] === 'o' ? node[1] : node[2]) {
        // Defined, not set: no name can reach a prototype.
        Object.defineProperty(object, key, {
          value: valueOf(item),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
  }
}
