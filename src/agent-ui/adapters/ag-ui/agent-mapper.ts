import type { JsonObject } from '../../../base/json.js';
import { previewOutput } from '../output-preview.js';
import type { Mapping } from './mapping.js';
import { idField } from './wire.js';

/** One invocation of a subagent, as far as it has been told. */
export interface KnownAgent {
  name?: string;
  /** `implicit`: only events of it have come, and nobody has announced it; that is legal (1.0, subagents). */
  state: 'open' | 'implicit' | 'suspended' | 'over';
  /** The run that it last worked in. */
  runId: string;
}

/** SUBAGENT_* → `agent.*`, its task, and what it hands back. A subagent that fails fails no run. */
export class AgentMapper {
  constructor(private readonly mapping: Mapping) {}

  /** Something of this agent comes. */
  seen(agentId: string): void {
    const { agents, facts, run } = this.mapping;
    if (agents.has(agentId)) return;
    agents.set(agentId, { state: 'implicit', runId: run.runId });
    facts.add(run, {
      type: 'agent.spawned',
      agentId,
      agentSource: 'implicit',
      payload: { status: 'running', source: 'implicit' },
    });
  }

  started(event: JsonObject): void {
    const { agents, facts, run } = this.mapping;
    const agentId = this.#idOf(event);
    if (agentId === undefined) return;
    const known = agents.get(agentId);
    if (known?.state === 'open' || (known?.state === 'over' && known.runId === run.runId)) {
      facts.diagnose('already_open', 'subagent', 'A subagent was started twice; it goes on.');
      return;
    }
    const name = idField(event, 'name');
    if (name === undefined) facts.diagnose('malformed', 'SUBAGENT_STARTED.name', 'A subagent has no name.');
    const parentAgentId = idField(event, 'parentSubagentRunId');
    if (parentAgentId !== undefined && !agents.has(parentAgentId)) {
      facts.diagnose('unknown_parent', 'subagent', 'A subagent names a parent that nobody has started.');
    }
    agents.set(agentId, { name, state: 'open', runId: run.runId });
    const toolCallId = idField(event, 'parentToolCallId');
    const messageId = idField(event, 'parentMessageId');
    const currentTask = idField(event, 'description');
    facts.add(run, {
      type: 'agent.spawned',
      agentId,
      ...(name === undefined ? {} : { agentName: name }),
      ...(toolCallId === undefined ? {} : { toolCallId }),
      ...(messageId === undefined ? {} : { messageId }),
      taskId: taskOf(agentId),
      runtimeEntity: 'subagent_turn',
      payload: {
        status: 'running',
        ...(parentAgentId === undefined ? {} : { parentAgentId }),
        ...(currentTask === undefined ? {} : { currentTask }),
      },
    });
    this.#task(agentId, 'running', { title: currentTask ?? name });
  }

  finished(event: JsonObject): void {
    const known = this.#ending(event);
    if (!known) return;
    const { agentId, agent } = known;
    const { facts, run } = this.mapping;
    const outcome = event['outcome'] as { type?: unknown; interruptIds?: unknown } | null | undefined;
    if (outcome?.type === 'suspended') {
      const refs = Array.isArray(outcome.interruptIds) ? outcome.interruptIds : [];
      agent.state = 'suspended';
      facts.add(run, {
        type: 'agent.changed',
        agentId,
        runtimeStatus: 'needs_input',
        refs,
        phase: 'waiting',
        payload: { status: 'needs_input', pendingInput: refs },
      });
      this.#task(agentId, 'needs_input');
      return;
    }
    const { result } = event;
    this.#complete(agentId, agent, 'completed');
    if (result === undefined || result === null) return;
    const { outputPreview } = previewOutput(result);
    facts.add(run, {
      type: 'worker.notification',
      workerNotificationId: `${agentId}:result`,
      agentId,
      taskId: taskOf(agentId),
      payload: {
        status: 'completed',
        summary: typeof outputPreview === 'string' ? outputPreview : JSON.stringify(outputPreview),
      },
    });
  }

  failed(event: JsonObject): void {
    const known = this.#ending(event);
    if (!known) return;
    const error = idField(event, 'message') ?? 'The subagent failed.';
    const code = idField(event, 'code');
    this.#complete(known.agentId, known.agent, 'failed', { error, ...(code === undefined ? {} : { code }) });
    this.mapping.facts.diagnose('subagent_failed', known.agentId, 'A subagent failed; the run goes on.');
  }

  /** The run is over. Nobody has said how these ended, so nobody knows. */
  closeAll(how: 'close' | 'leave'): boolean {
    const { agents, run } = this.mapping;
    let announced = false;
    for (const [agentId, agent] of agents) {
      if (agent.runId !== run.runId || (agent.state !== 'open' && agent.state !== 'implicit')) continue;
      announced ||= agent.state === 'open';
      this.#complete(agentId, agent, how === 'leave' ? 'cancelled' : 'unknown');
    }
    return announced;
  }

  #idOf(event: JsonObject): string | undefined {
    const agentId = idField(event, 'subagentRunId');
    if (agentId === undefined) {
      const text = 'A subagent event names no subagent.';
      this.mapping.facts.diagnose('malformed', `${event['type'] as string}.subagentRunId`, text);
    }
    return agentId;
  }

  #ending(event: JsonObject): { agentId: string; agent: KnownAgent } | undefined {
    const agentId = this.#idOf(event);
    if (agentId === undefined) return undefined;
    if (this.mapping.agents.get(agentId)?.state === 'implicit' || !this.mapping.agents.has(agentId)) {
      this.mapping.facts.diagnose('end_without_start', 'subagent', 'A subagent ended that nobody started.');
      this.seen(agentId);
    }
    const agent = this.mapping.agents.get(agentId)!;
    if (agent.state === 'over') {
      this.mapping.facts.diagnose('end_without_start', 'subagent', 'A subagent ended twice.');
      return undefined;
    }
    return { agentId, agent };
  }

  #complete(
    agentId: string,
    agent: KnownAgent,
    status: 'completed' | 'failed' | 'cancelled' | 'unknown',
    more: JsonObject = {},
  ): void {
    const { facts, run } = this.mapping;
    const implicit = agent.state === 'implicit';
    agent.state = 'over';
    facts.add(run, {
      type: 'agent.completed',
      agentId,
      ...(agent.name === undefined ? {} : { agentName: agent.name }),
      payload: { status, ...more },
    });
    if (!implicit) this.#task(agentId, status);
  }

  #task(agentId: string, status: string, more: { title?: string } = {}): void {
    const { facts, run } = this.mapping;
    facts.add(run, {
      type: 'task.changed',
      taskId: taskOf(agentId),
      agentId,
      runtimeEntity: 'subagent_turn',
      payload: { status, assignee: agentId, currentRunId: run.runId, ...more },
    });
  }
}

function taskOf(agentId: string): string {
  return `subagent:${agentId}`;
}
