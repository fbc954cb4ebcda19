import type { AdapterOptions, RuntimeAdapter } from './adapter.js';
import type { FeedConnectionSettings } from './agent-events/feed-connection.js';
import { SessionName } from './agent-events/session-name.js';

export interface AgentEventsOptions extends FeedConnectionSettings {
  /** Where the events are; `http(s):` or relative for SSE and NDJSON, `wss:` for a WebSocket. */
  url: string | URL;
  /** The session's id at the server. Default: the session's id, or the one of the first event where it has none. */
  sessionId?: string;
}

/**
 * Agent UI v0.6 envelopes as they are: over server-sent events or newline-delimited JSON, as the response's
 * content type says, or over a WebSocket, as the address says. `docs/agent-events.md` has the wire, and
 * `serveAgentEvents` of `oui-elements/node` is the other end.
 *
 * A lost connection comes back by itself, and goes on after the last event (`Last-Event-ID`). What a server sends
 * is never a reason to throw; oddities become `diagnostic.changed` with a code that begins with `agent-events.`:
 * `malformed`, `gap`, `no_resume`, `ended`, `network`, `bad_content_type`, `frame_too_large`, `http_<status>`,
 * `headers_failed`, `insecure_url`, `no_websocket`, `refused`. A wrong content type and a status of 4xx are not
 * tried again until somebody asks for something.
 *
 * @example new AgentSession(agentEvents({ url: '/agent', headers: async () => ({ authorization: await token() }) }))
 */
export function agentEvents(options: AgentEventsOptions): RuntimeAdapter {
  return {
    id: 'agent-events',
    namesSession: true,
    async connect(sink, adapterOptions) {
      const [{ FeedConnection }, { EnvelopeMapper }] = await Promise.all([
        import('./agent-events/feed-connection.js'),
        import('./agent-events/frame-mapper.js'),
      ]);
      const session = sessionNameOf(options, adapterOptions);
      const mapper = new EnvelopeMapper(session);
      return new FeedConnection(options, { source: 'agent-events', session, mapper }, sink, adapterOptions);
    },
  };
}

export function sessionNameOf(
  options: AgentEventsOptions,
  { sessionId, sessionNamed }: AdapterOptions,
): SessionName {
  return new SessionName(
    options.sessionId ?? sessionId,
    options.sessionId !== undefined || sessionNamed !== false,
  );
}
