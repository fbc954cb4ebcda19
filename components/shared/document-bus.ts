import { VERSION } from '../../src/base/version.js';
import { SurfaceBus } from '../../src/oui/index.js';
import { followPath } from './location-path.js';
import { warnOfTwoCopies } from './two-copies.js';

const KEY = Symbol.for('oui.bus');

interface BusHolder {
  [KEY]?: { readonly version: string; readonly bus: SurfaceBus };
}

/**
 * The one bus of a document: every surface element registers here, every transport element connects here. Its
 * path follows the location. It is found under `Symbol.for('oui.bus')`, so that two copies of the library share
 * it (§8, 1).
 * @param doc the page's own document by default
 */
export function documentBus(doc: Document = document): SurfaceBus {
  const holder = doc as Document & BusHolder;
  const existing = holder[KEY];
  if (existing) {
    if (existing.version !== VERSION) warnOfTwoCopies(existing.version);
    return existing.bus;
  }
  const bus = new SurfaceBus();
  Object.defineProperty(holder, KEY, { value: { version: VERSION, bus } });
  if (doc.defaultView) followPath(doc.defaultView, (path) => (bus.path = path));
  return bus;
}
