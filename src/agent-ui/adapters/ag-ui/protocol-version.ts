import type { Mapping } from './mapping.js';
import { PROTOCOL_VERSION } from './wire.js';

/** A server may be newer than this client, or say so in a way that nobody can read; neither stops a run. */
export function checkVersion({ facts }: Mapping, version: unknown): void {
  if (version === undefined || version === null || version === PROTOCOL_VERSION) return;
  const said = typeof version === 'string' ? /^(\d+)\.(\d+)$/.exec(version) : null;
  if (!said) {
    facts.diagnose('protocol_version', 'unclear', 'The server declares an unclear version.', 'info');
  } else if (Number(said[1]) > 1 || (Number(said[1]) === 1 && Number(said[2]) > 0)) {
    const text = `The server speaks AG-UI ${said[0]}; this client knows ${PROTOCOL_VERSION}.`;
    facts.diagnose('protocol_version', said[0], text, 'info');
  }
}
