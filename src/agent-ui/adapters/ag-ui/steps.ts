import type { JsonObject } from '../../../base/json.js';
import type { Mapping } from './mapping.js';
import { idField, ownerOf } from './wire.js';

interface Step {
  owner: string | undefined;
  name: string;
  taskId: string;
}

/** STEP_*: what the run is at, and a task for each occurrence. The wire gives steps no id, so they are counted. */
export class Steps {
  #open: Step[] = [];
  #counts = new Map<string, number>();
  #last: Step | undefined;

  constructor(private readonly mapping: Mapping) {}

  /** The name of the step that began last and is not over. */
  get title(): string {
    return this.#open.at(-1)?.name ?? '';
  }

  reset(): void {
    this.#open = [];
    this.#last = undefined;
    this.#counts = new Map();
  }

  started(event: JsonObject): void {
    const owner = ownerOf(event);
    const name = idField(event, 'stepName') ?? '';
    const last = this.#last;
    // Graph engines begin the same node again and again; that is one step going on.
    const again = last && last.owner === owner && last.name === name && !this.#open.includes(last);
    const step = again ? last : { owner, name, taskId: this.#newId(owner, name) };
    this.#open.push(step);
    this.#last = step;
    this.#tell(step, 'running');
  }

  /** False: no such step is open. */
  finished(event: JsonObject): boolean {
    const owner = ownerOf(event);
    const name = idField(event, 'stepName') ?? '';
    const at = this.#open.findLastIndex((step) => step.owner === owner && step.name === name);
    if (at < 0) return false;
    const [step] = this.#open.splice(at, 1);
    this.#tell(step!, 'completed');
    return true;
  }

  /** The run is over, and nobody has said how these ended. */
  closeAll(): boolean {
    const any = this.#open.length > 0;
    for (const step of this.#open) this.#tell(step, 'unknown');
    this.#open = [];
    return any;
  }

  #newId(owner: string | undefined, name: string): string {
    const place = `${owner ?? 'agent'}:${name}`;
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    return `step:${this.mapping.run.runId}:${place}#${count}`;
  }

  #tell({ owner, name, taskId }: Step, status: 'running' | 'completed' | 'unknown'): void {
    const { facts, run } = this.mapping;
    facts.add(run, {
      type: 'task.changed',
      taskId,
      runtimeEntity: 'agent_turn',
      ...(owner === undefined ? {} : { agentId: owner }),
      // Where a run stands is said by its status; among the person's tasks a step is no task.
      payload: { title: name, status, taskKind: 'step', visibility: 'internal', currentRunId: run.runId },
    });
  }
}
