import type { BackoffOptions } from '../../base/backoff.js';
import type { RuntimeAdapter } from './adapter.js';
import type { HttpSettings } from './http-answer.js';

export interface A2aOptions extends HttpSettings {
  /** Where the agent answers JSON-RPC. A relative address is resolved against the page's. */
  url: string | URL;
  /**
   * Where the agent's card is; `false`: nowhere. Default: `/.well-known/agent-card.json` beside `url`. Headers go with
   * the request for it only where it is of the same origin as `url`.
   */
  cardUrl?: string | URL | false;
  /** Which protocol the agent speaks there. Default: what its card says of `url`, else 1.0; an agent that refuses 1.0 is asked in 0.3. */
  protocolVersion?: '1.0' | '0.3';
  /** The agent's context (conversation) to go on with. Default: the session's id, where the host has named it. */
  contextId?: string;
  /** The agent's id in facts. Default: `a2a:` and the name on its card. */
  agentId?: string;
  backoff?: BackoffOptions;
  /** Milliseconds that the agent may take for an answer that is no stream. Default 30 000. */
  timeoutMs?: number;
}

/**
 * A2A 1.0 over JSON-RPC and server-sent events; 0.3 is understood too.
 *
 * What a person says begins a task of the agent, or goes on with the one that asks for something. Each task is a turn and
 * a run; it waits where the agent asks, and is over only when the agent says so: the end of a stream is no end of
 * a task. A stream that breaks off is subscribed to again; the task as the agent then tells it stands, and until then the
 * session is stale.
 *
 * What a server sends is never a reason to throw; oddities become `diagnostic.changed` with a code that begins with
 * `a2a.`: `malformed`, `unmapped`, `repeated`, `duplicates`, `late`, `no_card`, `version`, `network`, `frame_too_large`,
 * `bad_content_type`, `http_<status>`, `rpc_<code>`, `headers_failed`, `timeout`.
 *
 * @example new AgentSession(a2a({ url: '/a2a', headers: async () => ({ authorization: await token() }) }))
 */
export function a2a(options: A2aOptions): RuntimeAdapter {
  return {
    id: 'a2a',
    namesSession: true,
    async connect(sink, adapterOptions) {
      // What speaks it is fetched with the first session.
      const { A2aConnection } = await import('./a2a/a2a-connection.js');
      return new A2aConnection(options, sink, adapterOptions);
    },
  };
}
