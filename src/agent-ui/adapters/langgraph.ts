import type { JsonObject } from '../../base/json.js';
import type { RuntimeAdapter } from './adapter.js';
import type { HeaderSource } from './http-answer.js';

export type { HeaderSource };

export interface LangGraphOptions {
  /** Where the server's API begins: `/threads/…` is asked for below it. */
  url: string | URL;
  /** The graph that runs, by its id at the server. Default `agent`. */
  assistantId?: string;
  /**
   * `v3`, the default: the streaming protocol, one stream for the thread with commands beside it. `classic`: a stream for
   * each run in modes (`messages`, `updates`, `values`, …), for servers that do not speak the protocol.
   */
  protocol?: 'v3' | 'classic';
  /** Sent with every request; a function is asked before each, and may be asynchronous. */
  headers?: HeaderSource;
  /** As of `fetch`; `include` sends cookies to another origin. */
  credentials?: RequestCredentials;
  /** Instead of the global one. */
  fetch?: typeof fetch;
  /** The thread's id at the server. Default: the session's id. */
  threadId?: string;
  /** The agent's id in facts that name no teammate. Default: none. */
  agentId?: string;
  /** Names of nodes that are teammates: nothing on the wire tells them from the steps of a graph. */
  agents?: readonly string[];
  /** Of each run; `configurable` is joined with what the page offers. */
  config?: JsonObject;
  /** The graph's input, from the message that a person sends. Default: `{ messages: [message] }`. */
  inputOf?: (message: JsonObject) => unknown;
  /** Channels of the protocol. Default: all. */
  channels?: readonly string[];
  /** Modes of a classic stream. Default: `messages-tuple`, `updates`, `values`, `custom`. */
  streamModes?: readonly string[];
}

/**
 * LangGraph servers, over HTTP: the agent streaming protocol (version 3), or the classic API. `docs/connect-langgraph.md` has a
 * server.
 *
 * What a server sends is never a reason to throw: oddities become `diagnostic.changed` with a code that begins with
 * `langgraph.`; a stream that breaks off is asked for again, from where it was, and a run of which nothing more can be
 * learned fails (`run.failed`; codes `truncated`, `network`, `bad_content_type`, `http_<status>`, `headers_failed`, or the
 * protocol's own).
 *
 * Of the `custom` channel, `{ agentui: … }` with an Agent UI event is that event. The page's tools go along as
 * `config.configurable.page_tools` and come back as interrupts `{ type: 'tool', toolCall: { id, name, args } }`.
 *
 * @example new AgentSession(langgraph({ url: 'https://agents.example', assistantId: 'researcher' }))
 */
export function langgraph(options: LangGraphOptions): RuntimeAdapter {
  return {
    id: 'langgraph',
    async connect(sink, adapterOptions) {
      // What speaks it is fetched with the first session.
      const protocol = options.protocol !== 'classic';
      const [{ LangGraphConnection }, Transport] = await Promise.all([
        import('./langgraph/langgraph-connection.js'),
        protocol
          ? import('./langgraph/protocol-transport.js').then((module) => module.ProtocolTransport)
          : import('./langgraph/classic-transport.js').then((module) => module.ClassicTransport),
      ]);
      const settings = { assistantId: 'agent', ...options };
      const connection = new LangGraphConnection(settings, sink, adapterOptions, Transport);
      sink.capabilities({
        controls: {
          send: 'native',
          interrupt: 'native',
          respond: 'native',
          retry: 'native',
          ...(protocol ? { steer: 'native', continue_agent: 'native' } : {}),
          queue: 'emulated',
          'queue.edit': 'emulated',
          'queue.remove': 'emulated',
          'queue.promote': 'emulated',
        },
      });
      if (!adapterOptions.signal.aborted) sink.state('live');
      return connection;
    },
  };
}
