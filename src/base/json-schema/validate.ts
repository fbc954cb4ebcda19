import { messageOf } from '../coded-error.js';
import type { FieldFault } from './field-fault.js';
import type * as Room from './interpret.js';

/** A schema as authors write it: Draft 2020-12, an object or a boolean. */
export type AnySchema = { readonly [key: string]: unknown } | boolean;

/**
 * What is wrong with `value` under `schema`, the first 100 faults; empty when nothing is. `value` must be JSON.
 * Formats are asserted. Never throws: a schema that cannot be used is one fault with the constraint `$schema`.
 */
export type Validate = (schema: AnySchema, value: unknown) => FieldFault[];

let loaded: typeof Room | undefined;
let loading: Promise<Validate> | undefined;

/** The validator, if it has been loaded: it is a third of the protocol's code, and the first page can do without. */
export function validatorNow(): Validate | undefined {
  return loaded?.interpret;
}

/**
 * Loads the validator, once. Never rejects: when the network fails, what it resolves with finds every value at
 * fault (nothing passes unchecked), and the next call tries again.
 */
export function validatorReady(): Promise<Validate> {
  loading ??= import('./interpret.js').then(
    (room) => {
      loaded = room;
      return room.interpret;
    },
    (thrown: unknown) => {
      loading = undefined;
      return () => [unusable(`the validator could not be loaded: ${messageOf(thrown)}`)];
    },
  );
  return loading;
}

/**
 * A copy of a value that has been found right, in which members that are missing have their schema's `default`
 * (OUI-S6), at every depth where the schema always applies; of alternatives (`oneOf`, `anyOf`, `if`) none is chosen.
 */
export function withDefaults(schema: AnySchema, value: unknown): unknown {
  return loaded ? loaded.fillDefaults(schema, value) : value;
}

/** The fault of a schema, or of this library, rather than of a value. */
export function unusable(reason: string): FieldFault {
  return { field: '', constraint: '$schema', expected: 'a usable schema', actual: reason, message: reason };
}
