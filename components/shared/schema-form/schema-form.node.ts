import * as module from './schema-form.js';

/** As that of `late-schema-form.ts`, at once. */
export function schemaForm(): object | Promise<object> {
  return module;
}
