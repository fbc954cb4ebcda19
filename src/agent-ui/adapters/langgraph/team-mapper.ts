import { isJsonObject } from '../../../base/json.js';
import type { Thread } from './thread.js';
import { given, textField } from './wire.js';

interface Agent {
  agentId: string;
  agentName: string;
}

/** Teammates: places in the tree whose first segment has the name of one. Later segments are steps of its graph. */
export class TeamMapper {
  readonly #spawned = new Map<string, 'at work' | 'over'>();

  constructor(private readonly thread: Thread) {}

  agentOf([first]: readonly string[]): Agent | undefined {
    const agentName = first?.split(':')[0];
    return first !== undefined && agentName !== undefined && this.thread.agents.has(agentName)
      ? { agentId: first, agentName }
      : undefined;
  }

  lifecycle(namespace: readonly string[], event: string, cause: unknown, error: string | undefined): void {
    const agent = this.agentOf(namespace);
    if (!agent) return;
    if (event === 'started' || event === 'running') this.spawn(namespace, cause);
    else if (event === 'interrupted') {
      const payload = { status: 'waiting' };
      this.thread.facts.add(this.thread.run, { type: 'agent.changed', ...agent, payload });
    } else this.#complete(agent, event === 'failed' ? 'failed' : 'completed', error);
  }

  /** Something of a teammate is heard for the first time. */
  spawn(namespace: readonly string[], cause?: unknown): void {
    const agent = this.agentOf(namespace);
    if (!agent || this.#spawned.has(agent.agentId)) return;
    this.#spawned.set(agent.agentId, 'at work');
    const reason = isJsonObject(cause) ? textField(cause, 'type') : undefined;
    const toolCallId = isJsonObject(cause) ? textField(cause, 'tool_call_id') : undefined;
    this.thread.facts.add(this.thread.run, {
      type: 'agent.spawned',
      ...agent,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      payload: { status: 'running', ...given('spawnReason', reason) },
    });
  }

  /** The root has taken a step of this name: a teammate of that name is done. */
  stepped(node: string): void {
    for (const agentId of this.#spawned.keys()) {
      const agent = this.agentOf([agentId]);
      if (agent?.agentName === node) this.#complete(agent, 'completed');
    }
  }

  #complete(agent: Agent, status: 'completed' | 'failed', error?: string): void {
    if (this.#spawned.get(agent.agentId) !== 'at work') return;
    this.#spawned.set(agent.agentId, 'over');
    const payload = { status, ...given('error', error) };
    this.thread.facts.add(this.thread.run, { type: 'agent.completed', ...agent, payload });
  }
}
