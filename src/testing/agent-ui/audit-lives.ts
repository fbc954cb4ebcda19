import { isJsonObject, type JsonObject } from '../../base/json.js';
import type { AuditFault } from './audit-log.js';

/** What is known of one thing that begins and ends. */
interface Life {
  /** Where it was first spoken of. */
  line: number;
  begun: boolean;
  /** How it ended. */
  end?: string;
  runId?: string;
}

const ARTIFACT_USES = /^artifact\.(?:version|diff|export|preview)\./;

/** Beginnings and ends: what ends without having begun, ends twice, or never (§2.3). */
export class LifeAudit {
  readonly #runs = new Map<string, Life>();
  readonly #tools = new Map<string, Life>();
  readonly #actions = new Map<string, Life>();
  readonly #messages = new Map<string, Life>();
  readonly #artifacts = new Set<string>();
  readonly #agents = new Set<string>();

  take(event: JsonObject, line: number): AuditFault[] {
    const type = event['type'] as string;
    const id = (...names: string[]) =>
      names.map((name) => event[name]).find((value) => typeof value === 'string');
    const payload = isJsonObject(event['payload']) ? event['payload'] : {};
    const said = (name: string) => payload[name] ?? event[name];
    const run = id('runId', 'turnId', 'taskId');
    const fault = (level: AuditFault['level'], code: string, message: string): AuditFault[] => [
      { level, code, type, message },
    ];

    if (type.startsWith('run.') && run !== undefined) {
      const unknown = type !== 'run.started' && !this.#runs.has(run);
      const life = lifeOf(this.#runs, run, line);
      if (type === 'run.started') life.begun = true;
      const how = endOf(type, said('outcome'));
      const differs = how !== undefined && life.end !== undefined && life.end !== how;
      life.end ??= how;
      if (unknown) return fault('warning', 'run.unstarted', 'its run has no run.started before it');
      if (differs) return fault('warning', 'run.ended_twice', 'its run has ended otherwise before');
    } else if (type.startsWith('tool.')) {
      const call = id('toolCallId');
      if (call === undefined) return [];
      const life = lifeOf(this.#tools, call, line);
      life.runId ??= run;
      if (type === 'tool.started' || type === 'tool.args') life.begun = true;
      if (type !== 'tool.result' && type !== 'tool.failed') return [];
      life.end = type;
      if (!life.begun) return fault('warning', 'tool.unstarted', 'its call has no tool.started before it');
    } else if (type.startsWith('action.')) {
      const action = id('actionId');
      if (action === undefined) return [];
      const life = lifeOf(this.#actions, action, line);
      if (type === 'action.required') life.begun = true;
      else if (type === 'action.resolved') {
        const decision = String(said('decision'));
        if (!life.begun)
          return fault('warning', 'action.unasked', 'its question has no action.required before it');
        if (life.end !== undefined && life.end !== decision)
          return fault('warning', 'action.answered_twice', 'its question was answered otherwise before');
        life.end ??= decision;
      }
    } else if (type === 'text.delta' || type === 'text.final') {
      const life = lifeOf(this.#messages, id('messageId') ?? `of ${run}`, line);
      life.runId ??= run;
      if (type === 'text.final') life.end = type;
    } else if (type === 'artifact.created' || type === 'artifact.changed') {
      const artifact = id('artifactId');
      if (artifact !== undefined) this.#artifacts.add(artifact);
    } else if (ARTIFACT_USES.test(type)) {
      const artifact = id('artifactId');
      if (artifact !== undefined && !this.#artifacts.has(artifact)) {
        this.#artifacts.add(artifact);
        return fault('warning', 'artifact.uncreated', 'its artifact has no artifact.created before it');
      }
    } else if (type === 'agent.spawned' || type === 'agent.completed') {
      const agent = id('agentId', 'subagentId');
      if (type === 'agent.completed' && agent !== undefined && !this.#agents.has(agent)) {
        return fault('note', 'agent.unspawned', 'its agent has no agent.spawned before it');
      }
      if (agent !== undefined) this.#agents.add(agent);
    }
    return [];
  }

  /** What is still open when the log ends. */
  end(): (AuditFault & { line: number })[] {
    const open = (lives: ReadonlyMap<string, Life>) =>
      [...lives.values()].filter((life) => life.end === undefined && life.begun);
    const over = ({ runId }: Life) => runId !== undefined && this.#runs.get(runId)?.end !== undefined;
    const messages = [...this.#messages.values()].filter((life) => life.end === undefined && over(life));
    return [
      ...open(this.#runs).map(({ line }) =>
        told('note', 'run.open', 'run.started', 'its run has no end in this log', line),
      ),
      ...open(this.#tools)
        .filter(over)
        .map(({ line }) =>
          told('warning', 'tool.open', 'tool.started', 'its run is over, and its call has no end', line),
        ),
      ...open(this.#actions).map(({ line }) =>
        told('note', 'action.open', 'action.required', 'its question is not answered in this log', line),
      ),
      ...messages.map(({ line }) =>
        told(
          'note',
          'text.unfinished',
          'text.delta',
          'its run is over, and its message has no text.final',
          line,
        ),
      ),
    ];
  }
}

function endOf(type: string, outcome: unknown): string | undefined {
  if (type === 'run.failed') return 'failed';
  return type === 'run.finished' ? String(outcome) : undefined;
}

function lifeOf(lives: Map<string, Life>, id: string, line: number): Life {
  let life = lives.get(id);
  if (!life) lives.set(id, (life = { line, begun: false }));
  return life;
}

function told(level: AuditFault['level'], code: string, type: string, message: string, line: number) {
  return { level, code, type, message, line };
}
