import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import { redact, redactText } from '../../../base/redact.js';
import type { Fact } from '../fact.js';
import { keep } from '../keep.js';
import { isBefore } from '../order.js';
import {
  assignKnown,
  errorCodeOf,
  errorTextOf,
  flagOf,
  numberOf,
  rawTextOf,
  textOf,
  textsOf,
} from '../payload.js';
import type { ToolAttempt, ToolRecord } from '../records.js';
import { StatusLog, type Mark } from '../status-log.js';
import { TextLog } from '../text-pieces.js';

/** §5.5: what is kept of a live output, and of an argument in short. */
const OUTPUT_TAIL_CHARS = 2048;
const SUMMARY_CHARS = 256;

/** `tool.*`: one row for one call, whatever comes in whatever order (§2.3). */
export function reduceTool(fact: Fact): void {
  const { event } = fact;
  if (event.toolCallId === undefined) {
    fact.diagnose('warn', 'tool.id_missing', `${event.type} without a toolCallId is not shown`);
    return;
  }
  const tool = toolOf(fact, event.toolCallId);
  const { payload } = event;
  const { sessionId, runId, agentId, stepId, evidenceRefs, evidenceId } = event;
  if (fact.isFirstOf(tool)) assignKnown(tool, { sessionId, runId, agentId });
  const evidence = evidenceRefs ?? (evidenceId === undefined ? undefined : [evidenceId]);
  if (stepId !== undefined || evidence) fact.set(tool, { stepId, evidenceRefs: evidence });
  switch (event.type) {
    case 'tool.started':
      started(fact, tool, payload);
      break;
    case 'tool.args':
      args(fact, tool, payload);
      break;
    case 'tool.progress':
      progress(fact, tool, payload);
      break;
    case 'tool.output.delta':
      outputDelta(fact, tool, payload);
      break;
    case 'tool.result':
      if (payload['status'] === 'error') failed(fact, tool, payload);
      else result(fact, tool, payload);
      break;
    case 'tool.failed':
      failed(fact, tool, payload);
      break;
  }
  fact.markIn('tools', tool);
}

function toolOf(fact: Fact, toolCallId: string): ToolRecord {
  const { state, event, stamp } = fact;
  const known = state.tools.get(toolCallId);
  const turn = fact.turn(known?.turnId);
  turn.log.refer('tool_call', toolCallId, stamp, event.agentId);
  if (known) return known;
  const tool: ToolRecord = {
    version: 0,
    first: fact.stamp,
    last: fact.stamp,
    stamps: {},
    toolCallId,
    turnId: turn.turnId,
    log: new StatusLog(),
    state: 'pending',
    outputPieces: [],
    // A record that gains its fields one by one is a slow one; these most calls have.
    sessionId: undefined,
    runId: undefined,
    agentId: undefined,
    name: undefined,
    title: undefined,
    inputSummary: undefined,
    startedAt: undefined,
    stateStamp: undefined,
    argsText: undefined,
    argsComplete: undefined,
    args: undefined,
    end: undefined,
    output: undefined,
    outputRef: undefined,
    error: undefined,
    declined: undefined,
    exitCode: undefined,
    endedAt: undefined,
    durationMs: undefined,
    attemptId: undefined,
    attempts: undefined,
  };
  state.tools.set(toolCallId, tool);
  if (!fact.snapshot && (event.type === 'tool.result' || event.type === 'tool.failed'))
    fact.diagnose(
      'warn',
      'tool.orphan_result',
      'a result came for a call that nobody had started',
      toolCallId,
    );
  return tool;
}

/** Notes an attempt or an end; what is shown, and what ended before it, is what the log then says. */
function note(tool: ToolRecord, mark: Mark): void {
  tool.log.add(mark);
  const { end, attempt, past } = tool.log.value;
  const { state, ...detail } = (end?.detail ?? {}) as Partial<End>;
  for (const key of END_FACTS) tool[key] = detail[key] as never;
  tool.end = state;
  tool.attemptId = attempt;
  tool.attempts = past.length > 0 ? past.map(attemptOf) : undefined;
}

function attemptOf({ attempt, detail }: Mark): ToolAttempt {
  const { state, error, output, outputRef, durationMs } = detail as unknown as End;
  return { attemptId: attempt, state, error, output, outputRef, durationMs };
}

function setState(fact: Fact, tool: ToolRecord, state: string): void {
  if (tool.stateStamp && isBefore(fact.stamp, tool.stateStamp)) return;
  tool.state = state;
  tool.stateStamp = fact.stamp;
}

function started(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  const { event, stamp } = fact;
  if (event.attemptId !== undefined) note(tool, { stamp, attempt: event.attemptId });
  const refs = isJsonObject(event.refs) ? event.refs : payload;
  fact.set(tool, {
    name: textOf(payload, 'name') ?? textOf(payload, 'toolName'),
    title: textOf(payload, 'title'),
    kind: textOf(payload, 'kind'),
    executor: textOf(payload, 'executor'),
    risk: textOf(payload, 'risk'),
    retryOf: textOf(refs, 'retryOf'),
    inputSummary: textOf(payload, 'inputSummary')?.slice(0, SUMMARY_CHARS),
    startedAt: textOf(payload, 'startedAt') ?? event.timestamp,
  });
  setState(fact, tool, payload['status'] === 'proposed' ? 'pending' : 'running');
}

function args(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  const { stamp } = fact;
  if (payload['args'] !== undefined) {
    // The unredacted text has served its purpose.
    tool.argsText = undefined;
    fact.set(tool, { args: redact(argsValue(payload['args'])) });
    setState(fact, tool, 'input-available');
    return;
  }
  const delta = rawTextOf(payload, 'delta');
  const text = delta ?? rawTextOf(payload, 'partial');
  const given = tool.stamps['args'] !== undefined;
  if (!given && text !== undefined)
    (tool.argsText ??= new TextLog()).add({ stamp, text, replaces: delta === undefined });
  tool.argsComplete ||= payload['state'] === 'input-available';
  // Complete by its own word: what the pieces say, also those that come late.
  if (!given && tool.argsComplete && tool.argsText) tool.args = redact(argsValue(tool.argsText.value.text));
  setState(fact, tool, payload['state'] === 'input-available' ? 'input-available' : 'input-streaming');
}

function argsValue(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const parsed = parseJson(given);
  return parsed === undefined ? given : parsed;
}

function progress(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  const said = {
    percent: numberOf(payload, 'percent'),
    done: numberOf(payload, 'done'),
    total: numberOf(payload, 'total'),
    phase: textOf(payload, 'phase'),
    message: textOf(payload, 'message'),
  };
  const counted = said.percent ?? said.done ?? said.message;
  const { acknowledged } = payload;
  const progress: NonNullable<ToolRecord['progress']> = { ...tool.progress };
  fact.write(tool, progress, said);
  tool.progress = progress;
  fact.set(tool, {
    acknowledged: redact(acknowledged),
    partialOutput: keep(payload['outputPreview']),
    partialRef: textOf(payload, 'partialOutputRef') ?? textOf(payload, 'outputRef'),
    sizeBytes: numberOf(payload, 'sizeBytes'),
    truncated: flagOf(payload, 'truncated'),
  });
  setState(fact, tool, counted === undefined && acknowledged === undefined ? 'running' : 'progress');
}

function outputDelta(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  const { stamp } = fact;
  const chunk = rawTextOf(payload, 'chunk') ?? '';
  const pieces = tool.outputPieces;
  let at = pieces.length;
  while (at > 0 && isBefore(stamp, pieces[at - 1]!.stamp)) at--;
  pieces.splice(at, 0, { stamp, chunk: chunk.slice(-2 * OUTPUT_TAIL_CHARS) });
  let kept = pieces.reduce((sum, piece) => sum + piece.chunk.length, 0);
  while (kept - pieces[0]!.chunk.length >= 2 * OUTPUT_TAIL_CHARS) kept -= pieces.shift()!.chunk.length;
  fact.set(tool, { partialRef: textOf(payload, 'outputRef'), truncated: flagOf(payload, 'truncated') });
  setState(fact, tool, 'progress');
}

/** The last of a live output. Redacted as a whole: a secret may have come in two pieces. */
export function outputTail({ outputPieces }: ToolRecord): string | undefined {
  const text = redactText(outputPieces.map(({ chunk }) => chunk).join(''));
  return text.slice(-OUTPUT_TAIL_CHARS) || undefined;
}

/** What an end says; a new attempt starts without it. */
type End = { state: NonNullable<ToolRecord['end']> } & Pick<ToolRecord, (typeof END_FACTS)[number]>;
const END_FACTS = ['output', 'outputRef', 'error', 'declined', 'exitCode', 'endedAt', 'durationMs'] as const;

/** R5: the first end stands, in the owner's order whatever the order of arrival. */
function end(fact: Fact, tool: ToolRecord, state: End['state'], detail: Partial<End> & JsonObject): void {
  const { event, stamp } = fact;
  const known = tool.log.value.end;
  if (known && tool.end !== state && event.attemptId === tool.attemptId)
    fact.diagnose(
      'warn',
      'tool.end_conflict',
      `call ended as ${tool.end}, then as ${state}`,
      tool.toolCallId,
    );
  const { payload, timestamp } = event;
  const all = { state, endedAt: timestamp, durationMs: numberOf(payload, 'durationMs'), ...detail };
  note(tool, { stamp, status: state, end: true, attempt: event.attemptId, detail: all });
  fact.set(tool, {
    name: textOf(payload, 'name') ?? textOf(payload, 'toolName'),
    sizeBytes: numberOf(payload, 'sizeBytes'),
    shape: textOf(payload, 'shape'),
    artifactIds: textsOf(payload, 'artifactIds'),
    sourceRefs: event.sourceRefs ?? textsOf(payload, 'sourceRefs'),
  });
}

function result(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  const preview = payload['outputPreview'] ?? payload['preview'];
  end(fact, tool, 'output-available', {
    output: keep(preview),
    outputRef: textOf(payload, 'outputRef'),
    exitCode: numberOf(payload, 'exitCode'),
  });
}

function failed(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  const cancelled = flagOf(payload, 'cancelled') === true;
  const timedOut = flagOf(payload, 'timedOut') === true;
  const inner = isJsonObject(payload['error']) ? payload['error']['details'] : undefined;
  const stderr = rawTextOf(payload, 'stderr');
  end(fact, tool, cancelled ? 'cancelled' : timedOut ? 'timed-out' : 'output-error', {
    declined: flagOf(payload, 'declined'),
    outputRef: textOf(payload, 'outputRef'),
    exitCode: numberOf(payload, 'exitCode'),
    error: {
      message: errorTextOf(payload) ?? '',
      code: errorCodeOf(payload),
      details: keep(payload['details'] ?? inner),
      stderr: stderr === undefined ? undefined : redactText(stderr).slice(-OUTPUT_TAIL_CHARS),
      category: textOf(payload, 'category'),
      retryable: flagOf(payload, 'retryable'),
      recovery: textOf(payload, 'recovery'),
    },
  });
}
