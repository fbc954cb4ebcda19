import type { ManifestFault, SurfaceState } from '../../src/oui/index.js';

/** A surface has another state. Bubbles, out of shadow roots too. */
export class OuiSurfaceChangeEvent extends Event {
  constructor(
    readonly surfaceId: string,
    readonly state: SurfaceState,
  ) {
    super('oui-surface-change', { bubbles: true, composed: true });
  }
}

/**
 * A surface has other faults than before; an empty list means that they are mended. Bubbles, out of shadow
 * roots too.
 */
export class OuiFaultEvent extends Event {
  constructor(
    readonly surfaceId: string,
    readonly faults: readonly ManifestFault[],
  ) {
    super('oui-fault', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'oui-surface-change': OuiSurfaceChangeEvent;
    'oui-fault': OuiFaultEvent;
  }
}
