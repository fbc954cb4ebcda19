import { messageOf } from './coded-error.js';
import { VERSION } from './version.js';

/** Takes a warning's code and sentence. */
export type WarningSink = (code: string, message: string) => void;

/** Where `docs/warnings.md` of exactly this version can be read; a code's heading there is its name without the colon. */
const PAGE = `https://unpkg.com/oui-elements@${VERSION}/docs/warnings.md`;

const seen = new Set<string>();
const toConsole: WarningSink = (code, message) =>
  console.warn(`[oui-elements] ${code}: ${message}\nSee ${PAGE}#${code.replace(':', '')}`);
let sink: WarningSink | undefined = toConsole;

/**
 * Tells the page's author, once for each code and sentence, what is wrong and what would be right. Never
 * put a value from a form or a message into the sentence: it may be a secret.
 *
 * This module is imported as `#dev-warning`. Under the export condition `production` another one stands for it, in which
 * this function is empty: a bundler then drops each call. It can do so because the sentence is in a function of its own,
 * whose making has no effect.
 */
export function devWarning(code: string, sentence: () => string): void {
  if (!sink) return;
  const message = sentence();
  const key = `${code} ${message}`;
  if (seen.has(key)) return;
  if (seen.size > 500) seen.clear();
  seen.add(key);
  sink(code, message);
}

/**
 * Something threw where it must not take the library down with it: the author's own code, or the loading of a part. In
 * production that is reported to the page, as an uncaught error is: whoever watches over the page must hear of it.
 * @param where the name of what threw, such as `onInterim()`; the code says the rest, so that no sentence is kept
 */
export function reportThrown(code: string, where: string, thrown: unknown): void {
  devWarning(code, () => `${where}: ${messageOf(thrown)}`);
}

/** False when nobody would read a warning, so that nobody need work one out. */
export function devWarningsWanted(): boolean {
  return sink !== undefined;
}

/**
 * Sends warnings elsewhere (tests, an inspector), or nowhere with `undefined`. Returns the old sink. Under the export
 * condition `production` there are no warnings, and nothing is sent.
 */
export function setDevWarnings(to: WarningSink | undefined): WarningSink | undefined {
  const old = sink;
  sink = to;
  seen.clear();
  return old;
}
