import type { Invocation } from '../../src/oui/index.js';

/** What became of an invocation, as people sort it. */
export type LogOutcome = 'running' | 'succeeded' | 'failed' | 'denied';

export const LOG_OUTCOMES: readonly LogOutcome[] = ['running', 'succeeded', 'failed', 'denied'];

/** What is asked for; an empty text asks for nothing. */
export interface LogFilter {
  text: string;
  surfaceId: string;
  actionId: string;
  outcome: LogOutcome | '';
}

export const NO_FILTER: LogFilter = { text: '', surfaceId: '', actionId: '', outcome: '' };

/** A no is nothing that broke. */
export function outcomeOf({ state, error }: Invocation): LogOutcome {
  if (state === 'succeeded') return 'succeeded';
  if (state !== 'failed') return 'running';
  return error?.code === 'ACTION_DENIED' || error?.code === 'APPROVAL_REQUIRED' ? 'denied' : 'failed';
}

/** What the filter leaves, newest first. */
export function filterLog(log: readonly Invocation[], filter: LogFilter): Invocation[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return log
    .filter(
      (entry) =>
        (!filter.surfaceId || entry.surfaceId === filter.surfaceId) &&
        (!filter.actionId || entry.actionId === filter.actionId) &&
        (!filter.outcome || outcomeOf(entry) === filter.outcome) &&
        contains(entry, words),
    )
    .reverse();
}

function contains(entry: Invocation, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = JSON.stringify(entry).toLowerCase();
  return words.every((word) => text.includes(word));
}
