import type { SentControl } from '../../events/control-request.js';
import type { RuntimeAdapter } from '../adapter.js';
import { sessionNameOf, type AgentEventsOptions } from '../agent-events.js';

export type AgentRuntimeOptions = AgentEventsOptions;

/**
 * The Agent Runtime profile (`lime-profile-0.4.0`) over the same wires as `agent-events`: a frame is a RuntimeEvent, or
 * an object that names what it holds: `{snapshot}` (a ThreadReadModel), `{task}` (a TaskSnapshot), `{evidencePack}`.
 * With a transport of your own, a `RuntimeMapper` turns each into events for `session.dispatch`.
 *
 * The runtime's turns are the standard's runs; its own runs are attempts of a task, so to interrupt is said of a turn.
 *
 * @example new AgentSession(agentRuntime({ url: '/runtime/events', controlUrl: '/runtime/commands' }))
 */
export function agentRuntime(options: AgentRuntimeOptions): RuntimeAdapter {
  return {
    id: 'agent-runtime',
    namesSession: true,
    async connect(sink, adapterOptions) {
      const [{ FeedConnection }, { RuntimeMapper }] = await Promise.all([
        import('../agent-events/feed-connection.js'),
        import('./runtime-mapper.js'),
      ]);
      const session = sessionNameOf(options, adapterOptions);
      const mapper = new RuntimeMapper(session);
      const parts = { source: 'agent-runtime', session, mapper, say: ofTurns };
      return new FeedConnection(options, parts, sink, adapterOptions);
    },
  };
}

/** What we call a run is a turn there. */
function ofTurns(request: SentControl): object {
  if (!('runId' in request)) return request;
  const { runId, ...rest } = request;
  return { ...rest, turnId: runId };
}
