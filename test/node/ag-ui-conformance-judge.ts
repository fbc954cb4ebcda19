import { Driver, finished, started, type Wire } from '../src/agent-ui/adapters/ag-ui-driver.js';
import type { ConformanceCase } from './ag-ui-fixtures.js';

/** What a client holds after a stream of the corpus, and what it had to say about it. */
export interface Outcome {
  /** Of strict mode: whether the stream was rejected, and why. */
  violation: string | undefined;
  /** Of diagnostics, but for the one that says that the corpus speaks 1.1. */
  codes: string[];
  messages: Record<string, unknown>[];
  state: unknown;
  request: Record<string, unknown>;
  runErrors: string[];
  /** Runs of the stream that began and have no end. */
  openRuns: number;
}

export async function replay({ stream }: ConformanceCase, strict: boolean): Promise<Outcome> {
  const driver = await Driver.connect({ strict });
  await driver.answer(...stream).send();
  await driver.ended();
  const late = driver.codes().filter((code) => code === 'ag-ui.late_error');
  const runErrors = driver
    .of('run.failed')
    .map(({ payload }) => String(payload?.['error']))
    .concat(late);
  const begun = new Set(driver.of('run.started').map(({ runId }) => runId));
  for (const { runId } of driver.of('run.finished', 'run.failed')) begun.delete(runId);
  const note = driver
    .of('diagnostic.changed')
    .find(({ payload }) => payload?.['code'] === 'ag-ui.protocol_violation');
  const request = driver.requests[0]!.body as unknown as Record<string, unknown>;
  // What the client holds is what it sends back; only activities never travel.
  driver.answer(started(), finished());
  const [question] = driver.of('action.required');
  if (question) await driver.respond(question.actionId!, 'approve');
  else await driver.send('next', 'client-2');
  // A change of the state that does not fit is found when the state is asked for.
  const codes = [...new Set(driver.codes())].filter((code) => code !== 'ag-ui.protocol_version');
  const held = driver.last.messages.filter(({ content }) => content !== 'hello' && content !== 'next');
  return {
    violation: note && String(note.payload?.['message']),
    codes,
    messages: [...held, ...activities(driver)],
    state: driver.last.state,
    request,
    runErrors,
    openRuns: begun.size,
  };
}

/** Activities as their last facts show them. */
function activities(driver: Driver): Record<string, unknown>[] {
  const byId = new Map<string, Record<string, unknown>>();
  for (const { taskId, payload } of driver.of('task.changed')) {
    const { taskKind, content } = payload as Wire;
    if (content === undefined) continue;
    byId.set(taskId!, { id: taskId, role: 'activity', activityType: taskKind, content });
  }
  return [...byId.values()];
}

/** Every named key is there and equal; lists have the same length (FORMAT.md, "subset match"). */
export function contains(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, at) => contains(actual[at], item))
    );
  }
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  return Object.entries(expected).every(([key, value]) =>
    contains((actual as Record<string, unknown> | undefined)?.[key], value),
  );
}

/** Files whose expectation is not the specification's, or not for every client (FORMAT.md, 3 and 4). */
export const APART: Readonly<Record<string, string>> = {
  'unknown-enum-value-role-fatal':
    'admitted gap: the specification wants the bad role left out and the run alive',
  'truncated-run-reported-as-completed':
    'admitted gap: the specification forbids success; the run fails as `truncated`, its messages are as asked',
  'current-peer-declares-protocol-version':
    'the version is the client’s own: 1.0 here, and the corpus’ is 1.1',
  'era-0-0-39-flattens-content': 'no `maxProtocolVersion` here: only the verdict is judged',
  'era-0-0-45-thinking-translated':
    'reasoning without an id is shown, and not sent back: its server would not know it',
  'era-0-0-47-upgrades-binary-content': 'no `maxProtocolVersion` here: only the verdict is judged',
  'era-0-0-57-subagent-dropped-with-warning':
    'no `maxProtocolVersion` here: the subagent is shown, which old peers may send too',
  'era-pinned-peer-omits-protocol-version':
    'no `maxProtocolVersion` here; in tolerant mode nothing is declared before the server declares',
  'era-current-peer-keeps-modern-content': 'starts from messages of before; only the verdict is judged',
};

/** The wording of zod, in the name of the field that it is about (FORMAT.md, 5). */
const REASONS: Readonly<Record<string, string>> = {
  'reasoning-message-wrong-role-fatal': 'expected "reasoning"',
  'unknown-outcome-array-fatal': 'outcome',
};

/** What of an expectation nobody can see from outside of this client: the events after its own expansion of chunks. */
const UNSEEN = ['eventTypes', 'eventTypesAbsent', 'eventPaths', 'eventAbsentPaths'];

export function unseen({ expect: wanted }: ConformanceCase): string[] {
  return UNSEEN.filter((key) => key in wanted);
}

export type Mark = 'yes' | 'no' | 'apart' | '-';

export interface Verdict {
  verdict: Mark;
  messages: Mark;
  state: Mark;
}

/** What FORMAT.md makes of a replay in strict mode. */
export function judge({ name, expect: wanted }: ConformanceCase, outcome: Outcome): Verdict {
  const { violation, messages, state, runErrors, request } = outcome;
  const mark = (right: boolean): Mark => (right ? 'yes' : 'no');
  const reason = REASONS[name] ?? wanted.errorContains ?? '';
  const rejected = violation !== undefined && violation.includes(reason);
  const error = wanted.runError;
  const erred =
    error === undefined ||
    runErrors.some((text) => error === true || text.includes(String(error)) || text === 'ag-ui.late_error');
  let verdict: Mark;
  if (name === 'unknown-enum-value-role-fatal') verdict = violation === undefined ? 'apart' : 'no';
  else if (name === 'truncated-run-reported-as-completed') verdict = runErrors.length === 1 ? 'apart' : 'no';
  else if (name === 'current-peer-declares-protocol-version')
    verdict = mark(violation === undefined && request['protocolVersion'] === '1.0');
  else if (wanted.outcome === 'failed') verdict = mark(rejected);
  else verdict = mark(violation === undefined && erred);
  const skipped = name.startsWith('era-');
  const counted = wanted.messageCount === undefined || messages.length === wanted.messageCount;
  const right = () => counted && contains(messages, wanted.messages ?? []);
  return {
    verdict,
    messages:
      wanted.messages === undefined || wanted.outcome === 'failed' ? '-' : skipped ? 'apart' : mark(right()),
    state: 'state' in wanted ? mark(contains(state, wanted.state)) : '-',
  };
}
