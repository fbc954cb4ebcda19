import { redact, redactText } from '../../../base/redact.js';
import { isJsonObject } from '../../../base/json.js';
import type { Fact } from '../fact.js';
import { isBefore } from '../order.js';
import { assignKnown, errorCodeOf, errorTextOf, flagOf, numberOf, textOf } from '../payload.js';
import type { RunRecord } from '../records.js';

/** `run.started`, `run.status`, `run.finished`, `run.failed` (§2.1, §2.3). */
export function reduceRun(fact: Fact): void {
  const { event } = fact;
  const run = fact.run();
  if (!run) {
    fact.diagnose('warn', 'run.unattributed', `${event.type} names no run, and not exactly one is active`);
    return;
  }
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

function started(fact: Fact, run: RunRecord): void {
  const { event } = fact;
  const { payload } = event;
  assignKnown(run, {
    runtimeEntity: event.runtimeEntity,
    label: textOf(payload, 'label') ?? textOf(payload, 'objective'),
    startedAt: textOf(payload, 'startedAt') ?? event.timestamp,
  });
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
  fact.state.messages.set(messageId, { version: 0, messageId, role: 'user', turnId, runId, clientId, text });
  fact.turn(turnId).log.add({ kind: 'user', stamp, messageId });
}

function status(fact: Fact, run: RunRecord): void {
  const { payload } = fact.event;
  const stage = textOf(payload, 'stage') ?? fromCoarse(fact.event.runtimeStatus);
  assignKnown(run, {
    title: textOf(payload, 'title'),
    detail: textOf(payload, 'detail') ?? textOf(payload, 'reason'),
    model: textOf(payload, 'model'),
    retryCount: numberOf(payload, 'retryCount'),
  });
  if (stage === undefined) {
    fact.diagnose('info', 'run.stage_missing', 'run.status says no stage; the last one stays', run.runId);
    return;
  }
  if (
    run.outcome !== undefined &&
    stage === 'retrying' &&
    run.outcomeStamp &&
    isBefore(run.outcomeStamp, fact.stamp)
  ) {
    // R5 (b): only the owner, saying that it tries again, opens a run that had ended.
    run.outcome = run.outcomeStamp = run.error = run.finishedAt = undefined;
  }
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
function latch(fact: Fact, run: RunRecord, outcome: string): boolean {
  const { event, stamp } = fact;
  if (run.outcomeStamp && !isBefore(stamp, run.outcomeStamp)) {
    if (run.outcome !== outcome) {
      fact.diagnose(
        'warn',
        'run.outcome_conflict',
        `run ended as ${run.outcome}, then as ${outcome}`,
        run.runId,
      );
    }
    return false;
  }
  run.outcome = outcome;
  run.outcomeStamp = stamp;
  run.finishedAt = textOf(event.payload, 'finishedAt') ?? event.timestamp;
  run.error = undefined;
  return true;
}

function finished(fact: Fact, run: RunRecord): void {
  const { payload } = fact.event;
  latch(fact, run, textOf(payload, 'outcome') ?? 'unknown');
  assignKnown(run, {
    usage: redact(payload['usage']),
    summary: textOf(payload, 'summary'),
    continues: flagOf(payload, 'continues'),
  });
}

function failed(fact: Fact, run: RunRecord): void {
  const { payload } = fact.event;
  // A request that was refused has no run.started: its failure says what had been asked.
  said(fact, run);
  if (!latch(fact, run, 'failed')) return;
  run.error = {
    message: redactText(errorTextOf(payload) ?? ''),
    code: errorCodeOf(payload),
    category: textOf(payload, 'category'),
    retryable: flagOf(payload, 'retryable'),
  };
}
