import { Signal } from '../../src/base/signals.js';

/** Calls back, in a microtask, after each change of a signal. Returns the end of it. */
export function followSignal(signal: { get(): unknown }, changed: () => void): () => void {
  let ended = false;
  // What it is, and what it throws, is for whoever reads it.
  const computed = new Signal.Computed(() => {
    try {
      return signal.get();
    } catch {
      return undefined;
    }
  });
  const watcher = new Signal.subtle.Watcher(() =>
    queueMicrotask(() => {
      if (ended) return;
      watcher.watch();
      computed.get();
      changed();
    }),
  );
  watcher.watch(computed);
  computed.get();
  return () => {
    ended = true;
    watcher.unwatch(computed);
  };
}
