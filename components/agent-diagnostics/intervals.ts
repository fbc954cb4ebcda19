import type { DiagnosticsView } from '../../src/agent-ui/projection/view-models.js';
import type { StringKey } from '../shared/localize.js';

export type Metric = DiagnosticsView['metrics'][number];

/** A stretch of time between two things that were measured (agent-ui §7, SF-DX-2). */
export interface Interval {
  name: string;
  word: StringKey;
  /** Milliseconds after the click; only of the answer to a click. */
  start: number;
  /** Milliseconds; absent when one of its ends was not measured. */
  ms: number | undefined;
}

/** Marks after a click, in their order: each interval ends with one and begins with the one before. */
const MARKS: readonly (readonly [string, StringKey])[] = [
  ['listener.bound_ms', 'diagnostics.intervalBound'],
  ['submit.accepted_ms', 'diagnostics.intervalAccepted'],
  ['first_event_ms', 'diagnostics.intervalEvent'],
  ['first_runtime_status_ms', 'diagnostics.intervalStatus'],
  ['first_text_delta_ms', 'diagnostics.intervalDelta'],
  ['first_text_paint_ms', 'diagnostics.intervalPaint'],
];

/** Times that are measured as such. */
const SPANS: readonly (readonly [string, StringKey])[] = [
  ['text_delta.oldest_unrendered_age_ms', 'diagnostics.intervalBacklog'],
  ['session.click_to_shell_ms', 'diagnostics.intervalShell'],
  ['session.messages_hydrate_ms', 'diagnostics.intervalHydrate'],
  ['history.page_load_ms', 'diagnostics.intervalHistory'],
  ['session.detail_request_ms', 'diagnostics.intervalDetail'],
  ['timeline.idle_hydrate_ms', 'diagnostics.intervalTimeline'],
];

/** Other names of the same (§7). */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  first_event_ms: ['submit_to_first_event_ms'],
  first_runtime_status_ms: ['submit_to_status_ms', 'submitToStatusMs'],
  first_text_delta_ms: ['submit_to_first_text_ms', 'submitToFirstTextMs'],
  'session.click_to_shell_ms': ['historyClickToShellMs', 'submitToShellMs'],
  'session.messages_hydrate_ms': ['historyClickToRecentMessagesMs'],
};

export function intervals(metrics: readonly Metric[]): Interval[] {
  const byName = new Map(metrics.map(({ name, value }) => [name, value]));
  const of = (name: string) => {
    const value = [name, ...(ALIASES[name] ?? [])]
      .map((each) => byName.get(each))
      .find((each) => each !== undefined);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  let before: number | undefined = 0;
  const answer = MARKS.map(([name, word]): Interval => {
    const at = of(name);
    const start = before;
    before = at;
    // Marks of two runs are in no order: what cannot be is not said.
    const ms = at === undefined || start === undefined || at < start ? undefined : at - start;
    return { name, word, start: start ?? 0, ms };
  });
  return [...answer, ...SPANS.map(([name, word]): Interval => ({ name, word, start: 0, ms: of(name) }))];
}
