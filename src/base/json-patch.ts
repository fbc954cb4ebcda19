import { applyOperation, getValueByPointer, type Operation } from 'fast-json-patch/module/core.mjs';
import { CodedError } from './coded-error.js';
import { isJsonObject, isPollutingKey } from './json.js';

/** Deeper documents could not be written as JSON any more. */
const MAX_DEPTH = 200;
const OPERATIONS = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/**
 * Applies RFC 6902 operations in place, in order, and returns the new root. All or nothing: at the first operation
 * that does not fit, those before it are undone and a `CodedError` (`PATCH_FAILED`) is thrown. It costs what the
 * operations touch, not what the document weighs. Values become part of the document, so give it its own.
 */
export function applyPatch(root: unknown, operations: readonly unknown[]): unknown {
  const undo: Operation[] = [];
  let document = root;
  const run = (operation: Operation) => {
    const inverse = inverseOf(document, operation);
    const { newDocument, removed, index } = applyOperation(document, operation, true);
    document = newDocument;
    if (inverse) undo.push(inverse(removed, index));
  };
  operations.forEach((operation, at) => {
    try {
      for (const step of stepsOf(document, operation)) run(step);
    } catch (error) {
      for (const step of undo.reverse()) document = applyOperation(document, step, false).newDocument;
      const why = error instanceof TypeError ? error.message : (error as { name: string }).name;
      throw new CodedError('PATCH_FAILED', `operation ${at} of the patch does not fit: ${why}`);
    }
  });
  return document;
}

/** An operation as those that have a plain inverse: a move is a removal and an addition. */
function stepsOf(document: unknown, operation: unknown): Operation[] {
  if (!isJsonObject(operation) || !OPERATIONS.has(operation['op'] as string))
    throw new TypeError('it has no known op');
  const { op, from, path } = operation;
  for (const pointer of [from, path]) {
    const keys = typeof pointer === 'string' ? pointer.split('/') : [];
    if (keys.length > MAX_DEPTH || keys.some(isPollutingKey))
      throw new TypeError('it names a key or a depth that is not allowed');
  }
  if (op !== 'move' && op !== 'copy') return [operation as unknown as Operation];
  if (typeof from !== 'string' || typeof path !== 'string')
    throw new TypeError('it says not from where to where');
  if (op === 'move' && path.startsWith(`${from}/`)) throw new TypeError('it moves a value into itself');
  const value = getValueByPointer(document, from);
  if (value === undefined) throw new TypeError('it points at nothing');
  return op === 'copy'
    ? [{ op: 'add', path, value: structuredClone(value) }]
    : [
        { op: 'remove', path: from },
        { op: 'add', path, value },
      ];
}

/** What undoes an operation, as far as the document before it decides that. */
function inverseOf(
  document: unknown,
  { op, path }: Operation,
): ((removed: unknown, index?: number) => Operation) | undefined {
  if (op === 'test' || typeof path !== 'string') return undefined;
  if (path === '') return () => ({ op: 'replace', path, value: document });
  if (op !== 'add') return (value) => ({ op: op === 'remove' ? 'add' : 'replace', path, value });
  const cut = path.lastIndexOf('/');
  const parent = getValueByPointer(document, path.slice(0, cut));
  if (Array.isArray(parent)) return (_, index) => ({ op: 'remove', path: `${path.slice(0, cut)}/${index}` });
  const old = getValueByPointer(document, path);
  return () => (old === undefined ? { op: 'remove', path } : { op: 'replace', path, value: old });
}
