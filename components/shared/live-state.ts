import { isServer, noChange } from 'lit';
import { live } from 'lit/directives/live.js';

/** `live` for what is on or off, such as `.checked`: a server would write `checked="false"`, and that is on. */
export function liveState(on: boolean): unknown {
  return isServer && !on ? noChange : live(on);
}
