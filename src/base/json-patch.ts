import { CodedError } from './coded-error.js';
import { deepEqual } from './deep-equal.js';
import { copyJson, isJsonObject, isPollutingKey, type JsonObject } from './json.js';

/** Deeper documents could not be written as JSON any more. */
const MAX_DEPTH = 200;
/** Values that the copies of one patch may make: each may double the document. */
const MAX_COPIED = 200_000;
const INDEX = /^(?:0|[1-9]\d*)$/;

/** The document, held by an object, so that its root has a place like any other value. */
interface Patched {
  readonly root: { '': unknown };
  /** What takes back what was done, in order. */
  readonly undo: (() => void)[];
  copied: number;
}

/**
 * Applies RFC 6902 operations in place, in order, and returns the new root. All or nothing: at the first operation
 * that does not fit, those before it are undone and a `CodedError` (`PATCH_FAILED`) is thrown. It costs what the
 * operations touch, not what the document weighs. Values are copied in.
 */
export function applyPatch(root: unknown, operations: readonly unknown[]): unknown {
  const patched: Patched = { root: { '': root }, undo: [], copied: 0 };
  operations.forEach((operation, at) => {
    try {
      apply(patched, operation);
    } catch (error) {
      for (const step of patched.undo.reverse()) step();
      throw new CodedError('PATCH_FAILED', `operation ${at} of the patch does not fit: ${String(error)}`);
    }
  });
  return patched.root[''];
}

function apply(patched: Patched, operation: unknown): void {
  if (!isJsonObject(operation)) throw new TypeError('it is no object');
  const { op, path, from, value } = operation;
  const keys = keysOf(path);
  switch (op) {
    case 'add':
      return add(patched, keys, copyJson(given(value)));
    case 'remove':
      return void remove(patched, keys);
    case 'replace':
      return replace(patched, keys, copyJson(given(value)));
    case 'test':
      if (!deepEqual(valueAt(patched, keys), given(value))) throw new TypeError('the test failed');
      return;
    case 'copy':
      return add(patched, keys, copyJson(counted(patched, valueAt(patched, keysOf(from)))));
    case 'move':
      if (String(path).startsWith(`${String(from)}/`)) throw new TypeError('it moves a value into itself');
      return add(patched, keys, remove(patched, keysOf(from)));
    default:
      throw new TypeError('it has no known op');
  }
}

function counted(patched: Patched, value: unknown): unknown {
  if (++patched.copied > MAX_COPIED) throw new TypeError('it copies too much');
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) counted(patched, member);
  return value;
}

function given(value: unknown): unknown {
  if (value === undefined) throw new TypeError('it has no value');
  return value;
}

/** RFC 6901: the keys of a pointer, the first of which is that of the root. */
function keysOf(pointer: unknown): string[] {
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/')))
    throw new TypeError('a pointer begins with "/"');
  const keys = pointer.split('/');
  if (pointer.includes('~'))
    keys.forEach((key, at) => (keys[at] = key.replaceAll('~1', '/').replaceAll('~0', '~')));
  if (keys.length > MAX_DEPTH || keys.some(isPollutingKey))
    throw new TypeError('it names a key or a depth that is not allowed');
  return keys;
}

function valueAt({ root }: Patched, keys: readonly string[], length = keys.length): unknown {
  let value: unknown = root;
  for (let at = 0; at < length; at++) value = member(value, keys[at]!);
  return value;
}

/** What stands under a key of an object, or at an index of a list. */
function member(parent: unknown, key: string): unknown {
  if (Array.isArray(parent) ? !INDEX.test(key) : !isJsonObject(parent)) throw new TypeError(NOTHING);
  if (!Object.hasOwn(parent as object, key)) throw new TypeError(NOTHING);
  return (parent as JsonObject)[key];
}

const NOTHING = 'it points at nothing';

function add(patched: Patched, keys: readonly string[], value: unknown): void {
  const parent = valueAt(patched, keys, keys.length - 1);
  const key = keys[keys.length - 1]!;
  if (Array.isArray(parent)) {
    const at = key === '-' ? parent.length : INDEX.test(key) ? Number(key) : Infinity;
    if (at > parent.length) throw new TypeError(NOTHING);
    if (at === parent.length) parent.push(value);
    else parent.splice(at, 0, value);
    patched.undo.push(() => parent.splice(at, 1));
  } else if (!isJsonObject(parent)) throw new TypeError(NOTHING);
  else if (Object.hasOwn(parent, key)) replace(patched, keys, value);
  else {
    parent[key] = value;
    patched.undo.push(() => delete parent[key]);
  }
}

function replace(patched: Patched, keys: readonly string[], value: unknown): void {
  const parent = valueAt(patched, keys, keys.length - 1) as JsonObject;
  const key = keys[keys.length - 1]!;
  const old = member(parent, key);
  parent[key] = value;
  patched.undo.push(() => (parent[key] = old));
}

function remove(patched: Patched, keys: readonly string[]): unknown {
  const parent = valueAt(patched, keys, keys.length - 1) as JsonObject;
  const key = keys[keys.length - 1]!;
  const old = member(parent, key);
  if (Array.isArray(parent)) {
    parent.splice(Number(key), 1);
    patched.undo.push(() => parent.splice(Number(key), 0, old));
  } else {
    // Of a document that is removed, nothing is left.
    if (keys.length === 1) parent[key] = null;
    else delete parent[key];
    patched.undo.push(() => (parent[key] = old));
  }
  return old;
}
