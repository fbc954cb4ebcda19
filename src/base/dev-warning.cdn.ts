import { devWarningsWanted, reportThrown as warnOfThrown, setDevWarnings } from './dev-warning.js';
import { reportThrown as reportToPage } from './dev-warning.production.js';

/**
 * What `#dev-warning` is in the files for a script tag: they have one address for development and production. Their
 * warnings are said where the page comes from this machine; elsewhere only if `setDevWarnings` asks for them.
 */
export { devWarning, devWarningsWanted, setDevWarnings } from './dev-warning.js';

/** Whether a page of that address comes from this machine. */
export function isOfThisMachine({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'file:' || /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

if (!isOfThisMachine(location)) setDevWarnings(undefined);

export function reportThrown(code: string, where: string, thrown: unknown): void {
  (devWarningsWanted() ? warnOfThrown : reportToPage)(code, where, thrown);
}
