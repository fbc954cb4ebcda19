import { isJsonObject, parseJson } from '../base/json.js';
import type {
  ClientToolCall,
  ClientToolOffer,
  ClientToolOutcome,
  ClientTools,
} from '../agent-ui/adapters/client-tools.js';
import type { ToolProgress } from '../agent-ui/events/tool-events.js';
import { AgentRuntime } from '../oui/agent/agent-runtime.js';
import type { AgentTool } from '../oui/agent/tool-catalog.js';
import type { SurfaceBus } from '../oui/bus/surface-bus.js';
import type { ActionResultPayload, WholeSnapshot } from '../oui/protocol/messages.js';
import { linkedTransports } from '../oui/transports/direct.js';
import { actionTitle } from './action-title.js';

let made = 0;

/** The page's own tools, and the end of them. */
export interface PageTools extends ClientTools {
  /** What the bus's log calls the client that these tools are. */
  readonly client: string;
  close(): void;
}

/**
 * Offers the actions of a page's surfaces to an agent as tools that run here. The bus sees one more client,
 * so limits, validation, switches and the log are the same as for an agent from outside (OUI-R10); what needs
 * a confirmation asks in the tool's own row.
 */
export function pageTools(bus: SurfaceBus): PageTools {
  const [pageEnd, agentEnd] = linkedTransports();
  const agent = new AgentRuntime();
  const client = `page-tools-${++made}`;
  const connection = bus.connect(pageEnd, { name: client });
  // Both ends are in this page: there is nothing that could refuse.
  const ready = agent.connect(agentEnd).catch(() => {});
  return {
    client,
    ready,
    offer: () => offerOf(agent, bus.snapshot()),
    close() {
      agent.disconnect();
      connection.disconnect();
    },
  };
}

function offerOf(agent: AgentRuntime, page: WholeSnapshot): ClientToolOffer {
  const tools = new Map(agent.tools().map((tool) => [tool.name, tool]));
  return {
    tools: [...tools.values()].map(
      ({ name, description, inputSchema, surfaceId, actionId, confirm, effect }) => ({
        name,
        description,
        parameters: inputSchema,
        metadata: { oui: { surfaceId, actionId, confirm, ...(effect ? { effect } : {}) } },
      }),
    ),
    context: contextOf(page),
    titleOf: (name) => {
      const tool = tools.get(name);
      return tool && titleOf(tool);
    },
    run: (call) => run(agent, tools.get(call.name), call, page),
  };
}

function contextOf({ surfaces, observations }: WholeSnapshot): { description: string; value: string }[] {
  return surfaces.flatMap(({ id, name, metadata }) => {
    const entries = [
      { description: `OUI surface ${id}: ${name}`, value: JSON.stringify(observations[id] ?? {}) },
    ];
    if (metadata)
      entries.push({ description: `OUI surface ${id}: metadata`, value: JSON.stringify(metadata) });
    return entries;
  });
}

function titleOf({ title, actionId }: AgentTool): string {
  return actionTitle(title, actionId);
}

function failed(code: string, message: string, details?: unknown): ClientToolOutcome {
  return { content: undefined, error: { code, message, ...(details === undefined ? {} : { details }) } };
}

async function run(
  agent: AgentRuntime,
  tool: AgentTool | undefined,
  call: ClientToolCall,
  page: WholeSnapshot,
): Promise<ClientToolOutcome> {
  if (!tool) return failed('ACTION_NOT_FOUND', `This page does not offer ${call.name}.`);
  const params = call.argumentsText.trim() === '' ? {} : parseJson(call.argumentsText);
  if (!isJsonObject(params)) {
    const faults = [{ field: '', constraint: 'type', expected: 'object', actual: typeName(params) }];
    return failed('VALIDATION_ERROR', 'The arguments must be one JSON object.', faults);
  }
  const result = await agent.invoke(tool.surfaceId, tool.actionId, params, {
    signal: call.signal,
    onInterim: (interim) => call.report({ type: 'tool.progress', payload: progressOf(interim) }),
    confirm: (request) =>
      call.confirm({
        title: titleOf(tool),
        explanation: request.description,
        severity: request.destructive ? 'high' : 'medium',
        input: request.params,
        scope: page.surfaces.find(({ id }) => id === tool.surfaceId)?.name,
      }),
  });
  if (result.success) return { content: result.data };
  const { code = 'INTERNAL_ERROR', message = 'The action failed.', details } = result.error ?? {};
  return failed(code, message, details);
}

function typeName(value: unknown): string {
  if (value === undefined) return 'no JSON';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** OUI leaves the form of `progress` open; what has a meaning for a person is read from it. */
function progressOf({ data, progress }: ActionResultPayload): NonNullable<ToolProgress['payload']> {
  const said = isJsonObject(progress) ? progress : {};
  const numbers = Object.fromEntries(
    ['percent', 'done', 'total']
      .filter((key) => typeof said[key] === 'number')
      .map((key) => [key, said[key]]),
  );
  const text = typeof progress === 'string' ? progress : said['message'];
  return {
    ...numbers,
    ...(typeof progress === 'number' ? { percent: progress } : {}),
    ...(typeof text === 'string' ? { message: text } : {}),
    ...(data === undefined ? {} : { acknowledged: data }),
  };
}
