import { devWarningsWanted } from '#dev-warning';
import type { SurfaceManifest } from '../protocol/manifest.js';

/**
 * Points out, once, what is legal in a manifest and yet a risk (§1, OUI-X3, OUI-X4). Only where warnings are
 * wanted: in production, after `setDevWarnings(undefined)`, the advice is not even loaded.
 */
export function adviseAuthor(manifest: SurfaceManifest): void {
  if (!devWarningsWanted()) return;
  // Without the advice the page works as well.
  import('./advice.js').then(
    ({ advise }) => advise(manifest),
    () => {},
  );
}
