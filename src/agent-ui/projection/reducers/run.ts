import { redact } from '../../../base/redact.js';
import { isJsonObject } from '../../../base/json.js';
import type { Fact } from '../fact.js';
import { isBefore } from '../order.js';
import { keep } from '../keep.js';
import { attachmentsOf, errorCodeOf, errorTextOf, flagOf, numberOf, textOf } from '../payload.js';
import type { RunRecord } from '../records.js';
import type { Mark } from '../status-log.js';

/** `run.started`, `run.status`, `run.finished`, `run.failed` (§2.1, §2.3). */
export function reduceRun(fact: Fact): void {
  const { event } = fact;
  const run = fact.run();
  if (!run) {
    fact.diagnose('warn', 'run.unattributed', `${event.type} names no run, and not exactly one is active`);
    return;
  }
  const { sessionId, threadId, taskId, agentId, runtimeId, traceId, runtimeEntity, topology } = event;
  const { runtimeStatus } = event;
  fact.set(run, {
    sessionId,
    threadId,
    taskId,
    agentId,
    runtimeId,
    traceId,
    runtimeEntity,
    topology,
    runtimeStatus,
  });
  switch (event.type) {
    case 'run.started':
      started(fact, run);
      break;
    case 'run.status':
      status(fact, run);
      break;
    case 'run.finished':
      finished(fact, run);
      break;
    case 'run.failed':
      failed(fact, run);
      break;
  }
  fact.markIn('runs', run);
}

/** Notes an end, or what may open it again; whether it has ended is what the log then says. */
function note({ state }: Fact, run: RunRecord, mark: Mark): void {
  run.log.add(mark);
  const { end } = run.log.value;
  const detail = end?.detail as Pick<RunRecord, 'error' | 'finishedAt'> | undefined;
  run.outcome = end?.status;
  run.error = detail?.error;
  run.finishedAt = detail?.finishedAt;
  if (end) state.activeRuns.delete(run);
  else state.activeRuns.add(run);
}

function started(fact: Fact, run: RunRecord): void {
  const { event } = fact;
  const { payload } = event;
  fact.set(run, {
    label: textOf(payload, 'label') ?? textOf(payload, 'objective'),
    startedAt: textOf(payload, 'startedAt') ?? event.timestamp,
  });
  // R5 (c): what was only interrupted may go on under the same id.
  note(fact, run, { stamp: fact.stamp, resumes: true });
  setStage(fact, run, 'accepted');
  said(fact, run);
}

/** What the person asked for, when the runtime repeats it: a message of their own (C17, R10). */
function said(fact: Fact, run: RunRecord): void {
  const { event, stamp } = fact;
  const clientId = textOf(event.payload, 'clientId');
  if (clientId !== undefined) {
    run.clientId = clientId;
    fact.state.clientIds.add(clientId);
  }
  const message = event.payload['userMessage'];
  if (!isJsonObject(message) || typeof message['text'] !== 'string') return;
  const messageId = textOf(message, 'id') ?? `user:${run.runId}`;
  if (fact.state.messages.has(messageId)) return;
  const { runId, turnId } = run;
  const { text } = message;
  fact.state.messages.set(messageId, {
    version: 0,
    first: fact.stamp,
    last: fact.stamp,
    stamps: {},
    messageId,
    role: 'user',
    turnId,
    sessionId: run.sessionId,
    runId,
    clientId,
    text,
    attachments: attachmentsOf(message),
  });
  fact.mark('messages');
  fact.turn(turnId).log.add({ kind: 'user', stamp, messageId });
}

function status(fact: Fact, run: RunRecord): void {
  const { payload } = fact.event;
  const said = textOf(payload, 'stage');
  // C2: one published list says `done`.
  const stage = said === 'done' ? 'completed' : (said ?? fromCoarse(fact.event.runtimeStatus));
  fact.set(run, {
    model: textOf(payload, 'model'),
    detail: textOf(payload, 'detail') ?? textOf(payload, 'reason'),
    title: textOf(payload, 'title'),
    retryCount: numberOf(payload, 'retryCount'),
    queuePosition: numberOf(payload, 'queuePosition'),
    activeToolCallId: fact.event.toolCallId ?? textOf(payload, 'activeToolCallId'),
  });
  if (stage === undefined) {
    fact.diagnose('info', 'run.stage_missing', 'run.status says no stage; the last one stays', run.runId);
    return;
  }
  const again = stage === 'retrying' || fact.snapshot;
  if (again && fact.snapshot && run.outcome !== undefined)
    fact.diagnose('info', 'repair', 'a snapshot says that a run goes on which had ended', run.runId);
  if (again) note(fact, run, { stamp: fact.stamp, status: stage, reopens: true });
  setStage(fact, run, stage);
}

/** §2.3: the coarse `runtimeStatus` where no stage is given. */
function fromCoarse(runtimeStatus: string | undefined): string | undefined {
  switch (runtimeStatus) {
    case 'needs_input':
      return 'action_required';
    case 'aborted':
      return 'cancelled';
    case 'closed':
    case 'idle':
    case 'not_found':
      return 'unknown';
    default:
      return runtimeStatus;
  }
}

function setStage(fact: Fact, run: RunRecord, stage: string): void {
  if (run.stageStamp && isBefore(fact.stamp, run.stageStamp)) return;
  run.stage = stage;
  run.stageStamp = fact.stamp;
}

/** R5: a terminal fact latches; a second one adds detail and changes nothing. */
function latch(fact: Fact, run: RunRecord, outcome: string, error?: RunRecord['error']): void {
  const { event, stamp } = fact;
  if (run.outcome !== undefined && run.outcome !== outcome)
    fact.diagnose(
      'warn',
      'run.outcome_conflict',
      `run ended as ${run.outcome}, then as ${outcome}`,
      run.runId,
    );
  const finishedAt = textOf(event.payload, 'finishedAt') ?? event.timestamp;
  note(fact, run, { stamp, status: outcome, end: true, detail: { error, finishedAt } });
}

function finished(fact: Fact, run: RunRecord): void {
  const { payload } = fact.event;
  latch(fact, run, textOf(payload, 'outcome') ?? 'unknown');
  fact.set(run, {
    model: textOf(payload, 'model'),
    detail: textOf(payload, 'detail'),
    usage: redact(payload['usage']),
    summary: textOf(payload, 'summary'),
    continues: flagOf(payload, 'continues'),
    resumeBookmark: keep(payload['resumeBookmark']),
  });
}

function failed(fact: Fact, run: RunRecord): void {
  const { payload } = fact.event;
  // A request that was refused has no run.started: its failure says what had been asked.
  said(fact, run);
  fact.set(run, {
    diagnosticRef: textOf(payload, 'diagnosticRef'),
    model: textOf(payload, 'model'),
    detail: textOf(payload, 'detail'),
  });
  latch(fact, run, 'failed', {
    message: errorTextOf(payload) ?? '',
    code: errorCodeOf(payload),
    category: textOf(payload, 'category'),
    retryable: flagOf(payload, 'retryable'),
  });
}
