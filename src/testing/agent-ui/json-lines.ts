import type { JsonObject } from '../../base/json.js';

/** What each event of a sequence has unless it says otherwise (§8.3). */
const CONTEXT = { sessionId: 'ses-1', threadId: 'thr-1', runId: 'run-1', turnId: 'turn-1' };

/** Sequences as the standard's digest writes them, one event a line, with the context that they share. */
export function jsonLines<Id extends string>(
  sequences: Readonly<Record<Id, string>>,
): Readonly<Record<Id, readonly JsonObject[]>> {
  const read = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => ({ ...CONTEXT, ...(JSON.parse(line) as JsonObject) }));
  return Object.fromEntries(
    Object.entries<string>(sequences).map(([id, text]) => [id, read(text)]),
  ) as unknown as Readonly<Record<Id, readonly JsonObject[]>>;
}
