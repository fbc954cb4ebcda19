import type { TransportState } from '../../src/oui/index.js';

/** A connection has come or gone. Bubbles. */
export class OuiConnectionChangeEvent extends Event {
  constructor(readonly state: TransportState) {
    super('oui-connection-change', { bubbles: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'oui-connection-change': OuiConnectionChangeEvent;
  }
}
