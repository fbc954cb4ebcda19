import type { RuntimeAdapter } from '../../src/agent-ui/adapters/adapter.js';
import { agUi, type HeaderSource } from '../../src/agent-ui/adapters/ag-ui.js';

type MakeAdapter = (url: string, headers: HeaderSource) => RuntimeAdapter;

/** What `protocol` may say, and the adapter that speaks it. */
const PROTOCOLS: Readonly<Record<string, MakeAdapter>> = {
  'ag-ui': (url, headers) => agUi({ url, headers }),
  'ai-sdk': (url, headers) =>
    lazy('ai-sdk', async () => {
      const { aiSdk } = await import('../../src/agent-ui/adapters/ai-sdk.js');
      return aiSdk({ url, headers });
    }),
  langgraph: (url, headers) =>
    lazy('langgraph', async () => {
      const { langgraph } = await import('../../src/agent-ui/adapters/langgraph.js');
      return langgraph({ url, headers });
    }),
  'agent-events': (url, headers) =>
    lazy('agent-events', async () => {
      const { agentEvents } = await import('../../src/agent-ui/adapters/agent-events.js');
      return agentEvents({ url, headers });
    }),
  'agent-runtime': (url, headers) =>
    lazy('agent-runtime', async () => {
      const { agentRuntime } = await import('../../src/agent-ui/adapters/agent-runtime.js');
      return agentRuntime({ url, headers });
    }),
  acp: (url, headers) =>
    lazy('acp', async () => {
      const { acp } = await import('../../src/agent-ui/adapters/acp.js');
      return acp({ url, headers });
    }),
  a2a: (url, headers) =>
    lazy('a2a', async () => {
      const { a2a } = await import('../../src/agent-ui/adapters/a2a.js');
      return a2a({ url, headers });
    }),
};

/** An adapter that is fetched when it is first used: most pages speak one protocol. Their servers name the session. */
function lazy(id: string, load: () => Promise<RuntimeAdapter>): RuntimeAdapter {
  return { id, namesSession: true, connect: async (sink, options) => (await load()).connect(sink, options) };
}

export const KNOWN_PROTOCOLS = Object.keys(PROTOCOLS);

/** The adapter for a protocol; undefined for one that we do not speak. */
export function adapterFor(protocol: string, url: string, headers: HeaderSource): RuntimeAdapter | undefined {
  return Object.hasOwn(PROTOCOLS, protocol) ? PROTOCOLS[protocol]!(url, headers) : undefined;
}
