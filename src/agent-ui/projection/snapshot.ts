/** The whole projection as plain JSON; each list holds plain records with the standard's ids. */
export interface SessionSnapshot {
  sessions: readonly Record<string, unknown>[];
  runs: readonly Record<string, unknown>[];
  messages: readonly Record<string, unknown>[];
  turns: readonly Record<string, unknown>[];
  tools: readonly Record<string, unknown>[];
  approvals: readonly Record<string, unknown>[];
}
