import type { RuntimeAdapter } from '../../src/agent-ui/adapters/adapter.js';
import { agUi, type HeaderSource } from '../../src/agent-ui/adapters/ag-ui.js';

type MakeAdapter = (url: string, headers: HeaderSource) => RuntimeAdapter;

/** What `protocol` may say, and the adapter that speaks it. */
const PROTOCOLS: Readonly<Record<string, MakeAdapter>> = {
  'ag-ui': (url, headers) => agUi({ url, headers }),
};

export const KNOWN_PROTOCOLS = Object.keys(PROTOCOLS);

/** The adapter for a protocol; undefined for one that we do not speak. */
export function adapterFor(protocol: string, url: string, headers: HeaderSource): RuntimeAdapter | undefined {
  return Object.hasOwn(PROTOCOLS, protocol) ? PROTOCOLS[protocol]!(url, headers) : undefined;
}
