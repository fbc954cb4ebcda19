import type { Interrupts } from './interrupts.js';
import type { TimedFacts } from './timed-facts.js';

/** What a graph's mapper must know of the thread around it. */
export interface GraphPorts {
  readonly facts: TimedFacts;
  readonly interrupts: Interrupts;
  /** Names of nodes that are teammates. */
  readonly agents: readonly string[];
  offered(name: string): boolean;
  titleOf(name: string): string | undefined;
  setStale(stale: boolean): void;
  now(): string;
  uuid(): string;
}
