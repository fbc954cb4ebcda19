import { devWarning, devWarningsWanted } from '#dev-warning';
import { VERSION } from '../../src/base/version.js';

/** Where the copies of a page know of one another: the page's author is told once, whichever notices first. */
const SAID = Symbol.for('oui.two-copies');

/** @param other the version of the copy that was there before this one */
export function warnOfTwoCopies(other: string): void {
  const page = globalThis as { [SAID]?: true };
  if (page[SAID] || !devWarningsWanted()) return;
  page[SAID] = true;
  devWarning(
    'elements:two_copies',
    () =>
      `This page has loaded oui-elements twice, in versions ${other} and ${VERSION}; both share one bus. Load it once.`,
  );
}
