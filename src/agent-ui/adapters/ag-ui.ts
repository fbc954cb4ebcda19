import type { JsonObject } from '../../base/json.js';
import type { RuntimeAdapter } from './adapter.js';
import type { HeaderSource } from './ag-ui/post-run.js';

export type { HeaderSource };

export interface AgUiOptions {
  /** Where runs are requested by POST. A relative address is resolved against the page's. */
  url: string | URL;
  /** Sent with every request; a function is asked before each, and may be asynchronous. */
  headers?: HeaderSource;
  /** As of `fetch`; `include` sends cookies to another origin. */
  credentials?: RequestCredentials;
  /** Instead of the global one. */
  fetch?: typeof fetch;
  /** The conversation's id at the server. Default: the session's id. */
  threadId?: string;
  /** The agent's id in facts that name no subagent. Default: none. */
  agentId?: string;
  /** Handed to the agent untouched, with each run. */
  forwardedProps?: JsonObject;
}

/**
 * AG-UI 1.0 over HTTP and server-sent events; servers since 0.0.39 are understood too.
 *
 * Each request carries the whole history. What a server sends is never a reason to throw: violations are
 * repaired and reported as `diagnostic.changed` with a code that begins with `ag-ui.`; a stream that breaks
 * off fails its run (`run.failed`; codes `truncated`, `network`, `frame_too_large`, `bad_content_type`,
 * `http_<status>`, `headers_failed`, `too_many_continuations`, or the server's own).
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
      sink.capabilities({
        controls: {
          send: 'native',
          interrupt: 'native',
          respond: 'native',
          retry: 'native',
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
