import type { JsonObject } from '../../base/json.js';
import type { WebSocketConstructor } from '../../base/web-socket.js';
import type { RuntimeAdapter } from './adapter.js';
import type { AgentCapabilities } from './ag-ui/capabilities.js';
import type { OpenEvent, OpenEventMapper } from './ag-ui/foreign.js';
import type { HeaderSource } from './ag-ui/post-run.js';

export type { AgentCapabilities, HeaderSource, OpenEvent, OpenEventMapper };

export interface AgUiOptions {
  /**
   * Where runs are requested by POST; the answer is server-sent events, or lines of JSON (`application/x-ndjson`). A
   * relative address is resolved against the page's. At `wss:` (`ws:` on a loopback host) each run has a WebSocket of
   * its own: the input is the first message, and each message of the answer is an event.
   */
  url: string | URL;
  /**
   * Sent with every request; a function is asked before each, and may be asynchronous. With a WebSocket only a bearer
   * token travels, as the subprotocol `ag-ui.token.<base64url>` beside `ag-ui.v1`.
   */
  headers?: HeaderSource;
  /** As of `fetch`; `include` sends cookies to another origin. */
  credentials?: RequestCredentials;
  /** Instead of the global one. */
  fetch?: typeof fetch;
  /** Instead of the global one. */
  WebSocket?: WebSocketConstructor;
  /** The conversation's id at the server. Default: the session's id. */
  threadId?: string;
  /** The agent's id in facts that name no subagent. Default: none. */
  agentId?: string;
  /** Handed to the agent untouched, with each run. */
  forwardedProps?: JsonObject;
  /**
   * Where the thread can be had again: a POST of the same input without messages, answered with the thread's events,
   * one run after the other or as `MESSAGES_SNAPSHOT`, and with the run that goes on. With it a page that is loaded
   * again has its past and its open questions, and a run that breaks off is read again. Default: the server keeps none.
   */
  connectUrl?: string | URL;
  /**
   * Where a stream with `id:` lines that broke off goes on: a GET with `Last-Event-ID`. Without such ids it is never
   * asked. Default: `url`.
   */
  resumeUrl?: string | URL;
  /**
   * What the agent says of itself, or where that is asked, once. `tools.clientProvided: false` offers it no tools of the
   * page; `custom.agentui.controls` names further controls that it takes. Default: what every agent can.
   */
  capabilities?: AgentCapabilities | (() => AgentCapabilities | Promise<AgentCapabilities>);
  /** What the application's own activities, CUSTOM and RAW events say, in Agent UI events. */
  onOpenEvent?: OpenEventMapper;
  /**
   * A stream that breaks a rule of AG-UI 1.0 fails its run with `protocol_violation`, as the protocol's own client
   * does; for those who test a server. Default: it is repaired and reported.
   */
  strict?: boolean;
}

/**
 * AG-UI 1.0 over HTTP (server-sent events or lines of JSON) or a WebSocket; servers since 0.0.39 are understood too. `docs/connect-ag-ui.md` has a
 * server, and how it says what AG-UI has no event for.
 *
 * Each request carries the whole history. What a server sends is never a reason to throw: violations are
 * repaired and reported as `diagnostic.changed` with a code that begins with `ag-ui.`; a stream that breaks
 * off fails its run (`run.failed`; codes `truncated`, `network`, `frame_too_large`, `bad_content_type`,
 * `http_<status>`, `headers_failed`, `insecure_url`, `no_websocket`, `refused`, `too_many_continuations`, `protocol_violation`, or the server's own).
 *
 * @example new AgentSession(agUi({ url: '/agent', headers: async () => ({ authorization: await token() }) }))
 */
export function agUi(options: AgUiOptions): RuntimeAdapter {
  return {
    id: 'ag-ui',
    async connect(sink, adapterOptions) {
      // What speaks it is fetched with the first session.
      const { AgUiConnection } = await import('./ag-ui/ag-ui-connection.js');
      const connection = new AgUiConnection(options, sink, adapterOptions);
      // What the application finds out about its agent may come late.
      void connection.announce();
      if (!adapterOptions.signal.aborted) sink.state('live');
      return connection;
    },
  };
}
