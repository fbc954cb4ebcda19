import type { JsonObject } from '../../base/json.js';
import type { RuntimeAdapter } from './adapter.js';
import type { DataMapper, DataPart } from './ai-sdk/mapping.js';
import type { HeaderSource } from './http-answer.js';

export type { DataMapper, DataPart, HeaderSource };

export interface AiSdkOptions {
  /** Where the chat is posted. A relative address is resolved against the page's. */
  url: string | URL;
  /** Sent with every request; a function is asked before each, and may be asynchronous. */
  headers?: HeaderSource;
  /** As of `fetch`; `include` sends cookies to another origin. */
  credentials?: RequestCredentials;
  /** Instead of the global one. */
  fetch?: typeof fetch;
  /** The chat's id at the server. Default: the session's id. */
  chatId?: string;
  /** The agent's id in facts. Default: none. */
  agentId?: string;
  /** Sent with each request, beside `id`, `messages`, `trigger` and `messageId`. */
  body?: JsonObject;
  /** The body to be posted instead of the usual one, for servers that want less, or want it otherwise. */
  prepareBody?: (body: JsonObject) => JsonObject | Promise<JsonObject>;
  /**
   * The server keeps the streams of its runs: a run that broke off, or that was going on when the page was loaded, is
   * asked for at `resumeUrl`. `true`: it is told again from its beginning, as the SDK's own client expects; `'tail'`:
   * only what comes from then on. Then letting go of the stream stops no run, so a run can be stopped only where
   * there is a `stopUrl`. Default: no.
   */
  resume?: boolean | 'tail';
  /** Default: `<url>/<chat id>/stream`. */
  resumeUrl?: string | URL;
  /** Where a run is stopped: by POST of `{ id }`. */
  stopUrl?: string | URL;
  /**
   * The chat's saved messages (`UIMessage[]`): where they are (GET, with `?id=<chat id>`; a list, or an object with
   * `messages`), or a function that finds them. Without it, the past of a chat is unknown here.
   */
  messages?: string | URL | (() => unknown);
  /** What the application's own `data-…` parts say, in Agent UI events. */
  onData?: DataMapper;
}

/**
 * The UI message stream of Vercel's AI SDK (versions 5, 6 and 7) over HTTP. `docs/connect-ai-sdk.md` has a server.
 *
 * Each request carries the whole chat. What a server sends is never a reason to throw: violations are repaired and
 * reported as `diagnostic.changed` with a code that begins with `ai-sdk.`; a stream that breaks off fails its run
 * (`run.failed`; codes `truncated`, `network`, `frame_too_large`, `bad_content_type`, `http_<status>`,
 * `headers_failed`, `prepare_failed`, `too_many_continuations`, and `error` for what the server calls one).
 *
 * A part `data-agentui` whose `data` is an Agent UI event is that event. Tools of the page go along as `tools`, by
 * name, with `description` and `parameters` (JSON Schema), and `context` beside them.
 *
 * @example new AgentSession(aiSdk({ url: '/api/chat', headers: async () => ({ authorization: await token() }) }))
 */
export function aiSdk(options: AiSdkOptions): RuntimeAdapter {
  return {
    id: 'ai-sdk',
    async connect(sink, adapterOptions) {
      // What speaks it is fetched with the first session.
      const { AiSdkConnection } = await import('./ai-sdk/ai-sdk-connection.js');
      const connection = new AiSdkConnection(options, sink, adapterOptions);
      const stops = !options.resume || options.stopUrl !== undefined;
      sink.capabilities({
        controls: {
          send: 'native',
          ...(stops ? { interrupt: 'native' } : {}),
          respond: 'native',
          retry: 'native',
          'edit.regenerate': 'native',
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
