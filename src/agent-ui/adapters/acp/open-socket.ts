import type { AcpOptions } from '../acp.js';
import { dial, type DialAnswer } from '../dial.js';

/** Opens the WebSocket to an agent, or says why it cannot be. */
export function openSocket(settings: AcpOptions, signal: AbortSignal): Promise<DialAnswer> {
  return dial(settings, socketUrl(settings.url), 'acp', signal);
}

/** Absolute and of a WebSocket; what cannot be made so is left for the check that follows to refuse. */
function socketUrl(url: string | URL): string {
  try {
    return new URL(url, globalThis.location?.href).href.replace(/^http/i, 'ws');
  } catch {
    return String(url);
  }
}
