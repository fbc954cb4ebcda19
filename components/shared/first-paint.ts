import { isServer } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';

/**
 * A server draws an element without knowing the reader: not their language, time zone, clock or window. The browser that
 * takes the drawing over must draw the same once, or lit cannot find its places in it; then it draws what it knows.
 */
let taking = false;

/** True on a server, and while what it drew is taken over: nothing may depend on the reader. */
export function isFirstPaint(): boolean {
  return isServer || taking;
}

/** Draws as the server drew. */
export function asFirstPaint<T>(draw: () => T): T {
  taking = true;
  try {
    return draw();
  } finally {
    taking = false;
  }
}

/** Has facts and no runtime, as on a server: what a runtime can do a server cannot know. */
export function hasOnlyFacts(session: AgentSession | undefined): boolean {
  if (!session) return true;
  const { connection } = session.view('runtime_status').get();
  return connection === 'live' && Object.keys(session.capabilities.controls ?? {}).length === 0;
}

/** Goes up from an element that is drawn for the first time: the nearest element of ours with a `lang` answers. */
export class LanguageRequestEvent extends Event {
  static readonly type = 'oui-language';
  lang: string | undefined;

  constructor() {
    super(LanguageRequestEvent.type, { bubbles: true, composed: true });
  }
}
