import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { VERSION } from '../../../base/version.js';
import type { ClientToolOffer } from '../client-tools.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { LateCalls } from '../late-calls.js';
import { METHOD_NOT_FOUND, type RpcRequest } from './rpc-link.js';
import { objectAt, textAt } from './wire.js';

/** The revision of MCP that this binding carries, and the key under which each message names it. */
const MCP_VERSION = '2026-07-28';

/** The page's tools as an MCP server over the agent's own connection (`mcp/message`). */
export class PageServer {
  readonly #running = new Map<string, AbortController>();

  constructor(
    readonly serverId: string,
    private readonly facts: FactWriter,
    private readonly calls: LateCalls,
  ) {}

  /** What the agent is told of it when a session is opened. */
  get declaration(): JsonObject {
    return { type: 'acp', name: 'page', serverId: this.serverId };
  }

  take(request: RpcRequest, offer: ClientToolOffer | undefined, run: RunRef): void {
    const method = textAt(request.params, 'method') ?? '';
    const result = (value: JsonObject) =>
      request.answer({ result: { result: { resultType: 'complete', ...value } } });
    switch (method) {
      case 'server/discover':
        result({ supportedVersions: [MCP_VERSION], ...INTRODUCTION });
        break;
      case 'initialize':
        result({ protocolVersion: MCP_VERSION, ...INTRODUCTION });
        break;
      case 'ping':
        result({});
        break;
      case 'tools/list':
        result({ tools: (offer?.tools ?? []).map(describe) });
        break;
      case 'tools/call':
        void this.#call(request, offer, run, result);
        break;
      default: {
        const error = { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` };
        request.answer({ result: { error } });
      }
    }
  }

  /** The agent does not want the answer any more. */
  cancel(key: string): void {
    this.#running.get(key)?.abort();
  }

  cancelAll(): void {
    for (const running of this.#running.values()) running.abort();
  }

  async #call(
    request: RpcRequest,
    offer: ClientToolOffer | undefined,
    run: RunRef,
    result: (value: JsonObject) => void,
  ): Promise<void> {
    const params = objectAt(request.params, 'params') ?? {};
    const name = textAt(params, 'name') ?? '';
    const args = isJsonObject(params['arguments']) ? params['arguments'] : {};
    // An agent may say which of its own calls this is; else it is a row of its own.
    const meta =
      objectAt(objectAt(params, '_meta'), 'agentui') ??
      objectAt(objectAt(request.params, '_meta'), 'agentui');
    const toolCallId =
      (meta && textAt(meta, 'toolCallId')) ?? `page:${request.key}:${String(request.params['requestId'])}`;
    const title = offer?.titleOf(name);
    const started = {
      name,
      ...(title === undefined ? {} : { title }),
      executor: 'client',
      status: 'proposed',
    };
    this.facts.add(run, { type: 'tool.started', toolCallId, payload: started });
    this.facts.add(run, { type: 'tool.args', toolCallId, payload: { args, state: 'input-available' } });
    const abort = new AbortController();
    this.#running.set(request.key, abort);
    const call = { toolCallId, name, argumentsText: JSON.stringify(args) };
    const { content, error } = await this.calls.run(call, offer, run, abort.signal);
    this.#running.delete(request.key);
    this.facts.flush();
    const said = error ? { error } : content;
    const text = typeof said === 'string' ? said : (JSON.stringify(said) ?? 'null');
    result({
      content: [{ type: 'text', text }],
      ...(isJsonObject(said) ? { structuredContent: said } : {}),
      isError: error !== undefined,
    });
  }
}

const INTRODUCTION = {
  capabilities: { tools: {} },
  serverInfo: { name: 'oui-elements', version: VERSION },
};

function describe({ name, description, parameters }: ClientToolOffer['tools'][number]): JsonObject {
  return { name, description, inputSchema: parameters };
}
