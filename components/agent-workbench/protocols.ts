import { a2a } from '../../src/agent-ui/adapters/a2a.js';
import { acp } from '../../src/agent-ui/adapters/acp.js';
import type { RuntimeAdapter } from '../../src/agent-ui/adapters/adapter.js';
import { agentEvents } from '../../src/agent-ui/adapters/agent-events.js';
import { agUi, type HeaderSource } from '../../src/agent-ui/adapters/ag-ui.js';
import { aiSdk } from '../../src/agent-ui/adapters/ai-sdk.js';
import { langgraph } from '../../src/agent-ui/adapters/langgraph.js';

interface Address {
  url: string;
  headers: HeaderSource;
  /** Where the past of the session is. */
  historyUrl: string | undefined;
}

type MakeAdapter = (address: Address) => RuntimeAdapter;

/** What `protocol` may say, and the adapter that speaks it; each fetches what it is made of when it connects. */
const PROTOCOLS: Readonly<Record<string, MakeAdapter>> = {
  'ag-ui': ({ historyUrl: connectUrl, ...options }) => agUi({ ...options, connectUrl }),
  'ai-sdk': ({ historyUrl: messages, ...options }) => aiSdk({ ...options, messages }),
  langgraph,
  acp,
  a2a,
  'agent-events': agentEvents,
  'agent-runtime': (options) =>
    lazy('agent-runtime', async () => {
      const { agentRuntime } = await import('../../src/agent-ui/adapters/agent-runtime.js');
      return agentRuntime(options);
    }),
};

/** An adapter that is fetched when it is first used: most pages speak one protocol. Their servers name the session. */
function lazy(id: string, load: () => Promise<RuntimeAdapter>): RuntimeAdapter {
  return { id, namesSession: true, connect: async (sink, options) => (await load()).connect(sink, options) };
}

export const KNOWN_PROTOCOLS = Object.keys(PROTOCOLS);

/** The adapter for a protocol; undefined for one that we do not speak. */
export function adapterFor(protocol: string, address: Address): RuntimeAdapter | undefined {
  return Object.hasOwn(PROTOCOLS, protocol) ? PROTOCOLS[protocol]!(address) : undefined;
}
