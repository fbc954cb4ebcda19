import type { FactWriter, RunRef } from '../fact-writer.js';

/** What the mappers of a thread share. */
export interface Thread {
  readonly facts: FactWriter;
  /** The run that events belong to now. */
  run: Partial<RunRef>;
  /** Names of nodes that are teammates; others are steps of a graph. */
  readonly agents: Set<string>;
  /** The turns that people's messages began. */
  readonly turns: Map<string, string>;
  /** The teammate that an event of this place is of. */
  agentOf(namespace: readonly string[]): { agentId: string; agentName: string } | undefined;
  /** What the page calls a tool that it has offered; `undefined`: it has offered none of that name. */
  pageTool(name: string): { title?: string } | undefined;
  /** Something is missing: what is shown of the session may be older than what is. */
  gap(): void;
}

export function turnOf(messageId: string): string {
  return `turn:${messageId}`;
}
