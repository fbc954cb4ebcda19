import type { ActionRequired } from '../../events/action-events.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { Activity } from './activity-mapper.js';
import type { KnownAgent } from './agent-mapper.js';
import { History } from './history.js';
import type { OpenQuestions } from './open-questions.js';
import type { SharedState } from './shared-state.js';

/** A question that came as `agentui/action.required`: it blocks nothing, and its answer goes into the next run. */
export interface Asked {
  fact: ActionRequired;
  run: RunRef;
  /** What the person said, until the run that carries it has begun. */
  decision?: string;
}

/** What is known of the thread, whichever run it came with. */
export class Thread {
  readonly history = new History();
  /** What agent and page share; none before the agent has told one. */
  state: SharedState | undefined;
  /** What waits for a person; none before the first question. */
  questions: OpenQuestions | undefined;
  /** By message id. */
  readonly activities = new Map<string, Activity>();
  /** By `subagentRunId`. */
  readonly agents = new Map<string, KnownAgent>();
  /** How many characters of a part or of a call's arguments have been told: what is told anew goes on from there. */
  readonly told = new Map<string, number>();
  /** Runs that were asked for here, by what the server calls them. */
  readonly runs = new Map<string, RunRef>();
  /** What the server calls the runs whose whole story has been told. */
  readonly ended = new Set<string>();
  /** By action id. */
  readonly asked = new Map<string, Asked>();
  #stale = false;

  constructor(private readonly facts: FactWriter) {}

  /** Something of it has not been heard, and may have changed what is shown. */
  get stale(): boolean {
    return this.#stale;
  }

  set stale(stale: boolean) {
    if (this.#stale === stale) return;
    this.#stale = stale;
    this.facts.add(undefined, { type: 'session.updated', payload: { stale } });
  }

  /** The run that carries the answers has begun. */
  settleAsked(resolvedAt: string): void {
    for (const [actionId, { decision, run }] of this.asked) {
      if (decision === undefined) continue;
      this.asked.delete(actionId);
      const payload = { decision, resolvedBy: 'user', resolvedAt };
      this.facts.add(run, { type: 'action.resolved', actionId, payload });
    }
  }
}
