import type { CompiledCheck } from './compile-schema.js';
import { setShortcut } from './interpret.js';
import type { PreparedSchema } from './prepare-schema.js';

/**
 * To compile a schema takes about as long as to interpret it so many times: 3 ms when the compiler is warm and 17
 * when it is not, against 0.12 to 0.28 for a list of twenty objects, and ajv has to be loaded first. Most schemas see
 * a handful of values; an observation that changes sees thousands.
 */
const WORTH_COMPILING = 60;

interface Use {
  times: number;
  check?: CompiledCheck;
}

/**
 * Lets schemas that are used often be compiled to JavaScript by ajv, which is loaded then. The results are the
 * same, thirty times as fast and more. It is for pages that publish much, and whose Content Security Policy has
 * `'unsafe-eval'`: whether a policy allows code generation cannot be found out without violating it, so a page
 * has to say so. Where the page was wrong the browser reports one violation, and interpreting goes on.
 * @example import { useCompiledSchemas } from 'oui-elements/compiled-schemas';
 */
export function useCompiledSchemas(): void {
  const uses = new WeakMap<PreparedSchema, Use>();
  setShortcut((schema, value) => {
    let use = uses.get(schema);
    if (!use) uses.set(schema, (use = { times: 0 }));
    // Never at once: nobody waits for the compiler.
    if (++use.times === WORTH_COMPILING) void compile(schema, use);
    return use.check?.(value) ?? false;
  });
}

async function compile(schema: PreparedSchema, use: Use): Promise<void> {
  try {
    const { compileSchema } = await import('./compile-schema.js');
    use.check = compileSchema(schema);
  } catch (thrown) {
    if (thrown instanceof EvalError) setShortcut(undefined);
  }
}
