import type { EngineDifference } from './engine-differences.js';

/** How one test ended in one engine. A page that fails as a whole is an outcome without a title. */
export interface Outcome {
  readonly engine: string;
  /** The file under `test/`, without its ending. */
  readonly file: string;
  readonly title: string;
  /** What it said when it failed. */
  readonly error?: string;
}

export interface Verdict {
  readonly passed: number;
  /** Tests that failed as the list says they do. */
  readonly known: readonly Outcome[];
  readonly failures: readonly string[];
}

/**
 * Excuses what the list of differences excuses. An entry that excuses nothing (its test passed, or is not there) is
 * a failure itself, so the list cannot grow old; entries of engines that did not run say nothing.
 */
export function judgeOutcomes(
  outcomes: readonly Outcome[],
  differences: readonly EngineDifference[],
  engines: readonly string[],
): Verdict {
  const known: Outcome[] = [];
  const failures: string[] = [];
  const met = new Map<EngineDifference, Outcome[]>();
  for (const outcome of outcomes) {
    const entry = differences.find(
      ({ engine, file, title }) =>
        engine === outcome.engine &&
        file === outcome.file &&
        (title === undefined || title === outcome.title),
    );
    if (entry) met.set(entry, [...(met.get(entry) ?? []), outcome]);
    if (outcome.error === undefined) continue;
    if (entry && outcome.error.includes(entry.error)) known.push(outcome);
    else failures.push(`${outcome.engine}: ${outcome.title || outcome.file}\n  ${outcome.error}`);
  }
  for (const entry of differences) {
    if (!engines.includes(entry.engine)) continue;
    const tests = met.get(entry) ?? [];
    const what = `${entry.engine}: ${entry.file}${entry.title ? ` > ${entry.title}` : ''}`;
    if (tests.length === 0)
      failures.push(`${what}\n  is in test/engine-differences.ts, and there is no such test`);
    for (const { title, error } of tests) {
      if (error === undefined)
        failures.push(`${what}\n  is in test/engine-differences.ts, and "${title}" passes`);
    }
  }
  return { passed: outcomes.filter(({ error }) => error === undefined).length, known, failures };
}
