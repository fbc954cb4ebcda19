import { messageOf } from './coded-error.js';
import type { WarningSink } from './dev-warning.js';

/**
 * What `#dev-warning` is under the export condition `production`: see `dev-warning.ts`. Says nothing, and a bundler drops
 * the calls.
 */
export function devWarning(_code: string, _sentence: () => string): void {}

const reported = new Set<string>();

/** Reports what was thrown, once for each sentence, to whoever listens for the page's errors. */
export function reportThrown(code: string, _where: string, thrown: unknown): void {
  const key = `${code} ${messageOf(thrown)}`;
  if (reported.has(key)) return;
  if (reported.size > 100) reported.clear();
  reported.add(key);
  // Browsers and workers have it, Node has not.
  if (typeof reportError === 'function') reportError(thrown);
  else console.error(thrown);
}

export function devWarningsWanted(): boolean {
  return false;
}

export function setDevWarnings(_to: WarningSink | undefined): WarningSink | undefined {
  return undefined;
}
