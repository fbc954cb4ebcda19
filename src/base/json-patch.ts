import { CodedError } from './coded-error.js';
import { deepEqual } from './deep-equal.js';
import { isJsonObject, isPollutingKey } from './json.js';

/**
 * Applies RFC 6902 operations in place, in order, and returns the new root. Throws a `CodedError`
 * (`PATCH_FAILED`) at the first operation that does not fit; those before it have been applied.
 */
export function applyPatch(root: unknown, operations: readonly unknown[]): unknown {
  const box = { root };
  operations.forEach((operation, index) => apply(box, operation, index));
  return box.root;
}

function apply(box: { root: unknown }, operation: unknown, index: number): void {
  if (!isJsonObject(operation)) throw fault(index, 'is not an object');
  const { op, value } = operation;
  const path = tokens(operation['path'], index);
  switch (op) {
    case 'add':
      return add(box, path, value, index);
    case 'remove':
      return void remove(box, path, index);
    case 'replace':
      if (path.length > 0) remove(box, path, index);
      return add(box, path, value, index);
    case 'move':
      return add(box, path, remove(box, tokens(operation['from'], index), index), index);
    case 'copy':
      return add(box, path, structuredClone(read(box.root, tokens(operation['from'], index), index)), index);
    case 'test':
      if (!deepEqual(read(box.root, path, index), value)) throw fault(index, 'tests for another value');
      return;
    default:
      throw fault(index, 'has no known op');
  }
}

function fault(index: number, what: string): CodedError {
  return new CodedError('PATCH_FAILED', `operation ${index} of the patch ${what}`);
}

function tokens(pointer: unknown, index: number): string[] {
  if (pointer === '') return [];
  if (typeof pointer !== 'string' || !pointer.startsWith('/')) throw fault(index, 'has no JSON pointer');
  const path = pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (path.some(isPollutingKey)) throw fault(index, 'names a key that is not allowed');
  return path;
}

function read(root: unknown, path: readonly string[], index: number): unknown {
  let at = root;
  for (const token of path) {
    if (Array.isArray(at)) at = at[position(at, token, at.length - 1, index)] as unknown;
    else if (isJsonObject(at) && Object.hasOwn(at, token)) at = at[token];
    else throw fault(index, 'points at nothing');
  }
  return at;
}

function position(list: readonly unknown[], token: string, last: number, index: number): number {
  const at = /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
  if (at < 0 || at > last) throw fault(index, `points outside a list of ${list.length}`);
  return at;
}

function add(box: { root: unknown }, path: readonly string[], value: unknown, index: number): void {
  if (value === undefined) throw fault(index, 'has no value');
  const key = path[path.length - 1];
  if (key === undefined) {
    box.root = value;
    return;
  }
  const parent = read(box.root, path.slice(0, -1), index);
  if (Array.isArray(parent)) {
    parent.splice(key === '-' ? parent.length : position(parent, key, parent.length, index), 0, value);
  } else if (isJsonObject(parent)) {
    parent[key] = value;
  } else {
    throw fault(index, 'points at nothing');
  }
}

function remove(box: { root: unknown }, path: readonly string[], index: number): unknown {
  const key = path[path.length - 1];
  const old = read(box.root, path, index);
  if (key === undefined) {
    box.root = null;
    return old;
  }
  const parent = read(box.root, path.slice(0, -1), index);
  if (Array.isArray(parent)) parent.splice(position(parent, key, parent.length - 1, index), 1);
  else delete (parent as Record<string, unknown>)[key];
  return old;
}
