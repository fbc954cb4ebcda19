import type { RunFailure } from './mapping.js';
import { Turn } from './turn.js';
import type { RunnerParts, TurnRunner } from './turn-runner.js';

/**
 * Reads the whole thread at `connectUrl`: what is known of it is not told again, and a run that goes on is joined.
 * Settles with why not, once the past is there.
 */
export async function loadThread(
  runner: TurnRunner,
  parts: RunnerParts,
  signal: AbortSignal,
): Promise<RunFailure | undefined> {
  const { options, thread, facts } = parts;
  const runId = options.runtime.uuid();
  const turn = new Turn({ runId, turnId: runId });
  const { last } = runner;
  runner.current = runner.last = turn;
  turn.offer = runner.offer();
  const stop = () => runner.stop(turn);
  signal.addEventListener('abort', stop, { once: true });
  const answer = await runner.connect(turn);
  signal.removeEventListener('abort', stop);
  if ('failure' in answer || turn.over) {
    if ('stream' in answer) answer.stream.cancel();
    runner.last = last;
    runner.leave(turn);
    return 'failure' in answer ? answer.failure : undefined;
  }
  turn.accepted = turn.retold = turn.loaded = true;
  turn.stream = answer.stream;
  await new Promise<void>((resolve) => {
    turn.onRead = (open) => open && resolve();
    void runner.follow(turn).then(resolve);
  });
  turn.onRead = undefined;
  if (last && !turn.begun) runner.last = last;
  if (runner.current !== turn) settleLeft(parts, turn);
  thread.stale = false;
  facts.flush();
  return undefined;
}

/** Calls that the page of before has left without an answer: a model refuses a history with those. */
function settleLeft({ thread, facts }: RunnerParts, { pending }: Turn): void {
  const error = 'The page was left before the call was answered.';
  for (const call of thread.history.calls.values()) {
    if (!call.client || call.result || pending.includes(call) || thread.questions?.asksAbout(call.toolCallId))
      continue;
    const { toolCallId, runId, turnId } = call;
    const content = JSON.stringify({ ok: false, error: { code: 'CANCELLED', message: error } });
    call.result = { id: `${toolCallId}:result`, content, error };
    facts.add({ runId, turnId }, { type: 'tool.failed', toolCallId, payload: { error, cancelled: true } });
  }
  facts.flush();
}
