import type { BackoffOptions } from '../../base/backoff.js';
import type { JsonObject } from '../../base/json.js';
import type { WebSocketConstructor } from '../../base/web-socket.js';
import type { RuntimeAdapter } from './adapter.js';
import type { HeaderSource } from './http-answer.js';

export interface AcpOptions {
  /** `wss:` (`ws:` on a loopback host). A relative or `http(s):` address is resolved against the page's. */
  url: string | URL;
  /**
   * A page can send no header with a WebSocket: of these only a bearer token travels, as the subprotocol
   * `acp.token.<base64url>` beside `acp.v1`. Cookies travel by themselves.
   */
  headers?: HeaderSource;
  /** Instead of the global one. */
  WebSocket?: WebSocketConstructor;
  backoff?: BackoffOptions;
  /** Milliseconds that the agent may take to introduce itself, and to open or load a session. Default 30 000. */
  timeoutMs?: number;
  /** The agent's session to go on with. Default: the session's id, where the host has named it; else a new one. */
  sessionId?: string;
  /** The working directory at the agent, an absolute path. Default `/`. */
  cwd?: string;
  /** MCP servers for the agent to use, in the protocol's words. Default: none. */
  mcpServers?: readonly JsonObject[];
  /** Which of the agent's `authMethods` to sign in with, before a session is opened. Default: none. */
  authMethod?: string;
  /** Also asks for the agent's other sessions, for tabs; where it can list them. Default `false`. */
  listSessions?: boolean;
}

/**
 * Agent Client Protocol v1 (JSON-RPC) over a WebSocket; updates of the drafts are understood too.
 *
 * The session is opened, or loaded, at once: its id becomes the session's, and its mode and history are facts. A
 * connection that is lost comes back by itself and loads the session anew; what cannot be made good is marked
 * stale, and an answer that went under ends its run as `unknown`, never as a success. The page's tools are offered
 * as an MCP server over the same connection, to agents that say `mcpCapabilities.acp`.
 *
 * What an agent sends is never a reason to throw; oddities become `diagnostic.changed` with a code that begins
 * with `acp.`: `malformed`, `unmapped`, `unstarted`, `after_end`, `unknown_request`, `repeated`, `duplicates`, `late_reply`, `not_loaded`,
 * `context_lost`, `notice`, `network`, `refused`, `insecure_url`, `no_websocket`, `headers_failed`, `timeout`,
 * `auth_required`, `version`, `rpc_<code>`.
 *
 * @example new AgentSession(acp({ url: 'wss://agents.example/acp', headers: async () => ({ authorization: await token() }) }))
 */
export function acp(options: AcpOptions): RuntimeAdapter {
  return {
    id: 'acp',
    namesSession: true,
    async connect(sink, adapterOptions) {
      // What speaks it is fetched with the first session.
      const { AcpConnection } = await import('./acp/acp-connection.js');
      return new AcpConnection(options, sink, adapterOptions);
    },
  };
}
