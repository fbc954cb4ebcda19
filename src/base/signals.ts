import { Signal as Polyfill } from 'signal-polyfill';

/** Signals of two copies of `signal-polyfill` do not see each other, silently: the first on a page serves all copies of ours. */
const SHARED = Symbol.for('oui.signals.0.2');

const page = globalThis as { [SHARED]?: typeof Polyfill };

/** This is the only file that names the signals library. */
export const Signal: typeof Polyfill = (page[SHARED] ??= Polyfill);

/* eslint-disable @typescript-eslint/no-namespace -- of types alone: nothing is left of it */
export namespace Signal {
  export type State<T> = Polyfill.State<T>;
  export type Computed<T> = Polyfill.Computed<T>;
  export namespace subtle {
    export type Watcher = Polyfill.subtle.Watcher;
  }
}
