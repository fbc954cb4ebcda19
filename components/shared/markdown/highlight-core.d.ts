/** highlight.js ships no types for its core. `__emitter` is how its makers let others take the tokens. */
declare module 'highlight.js/lib/core' {
  import type { HLJSApi } from 'highlight.js';
  const core: HLJSApi & { configure(options: { __emitter: new () => unknown }): void };
  export default core;
}
