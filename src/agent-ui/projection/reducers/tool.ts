import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import { redact, redactText } from '../../../base/redact.js';
import type { Fact } from '../fact.js';
import { isBefore } from '../order.js';
import { assignKnown, errorCodeOf, errorTextOf, flagOf, numberOf, textOf, textsOf } from '../payload.js';
import type { ToolRecord } from '../records.js';
import { TextPieces } from '../text-pieces.js';

/** §5.5: what is kept of a live output, and of an argument in short. */
const OUTPUT_TAIL_CHARS = 2048;
const SUMMARY_CHARS = 256;
/** Larger previews stay with their owner; the row says the size and offers the detail (N-011). */
const PREVIEW_CHARS = 8192;

/** `tool.*`: one row for one call, whatever comes in whatever order (§2.3). */
export function reduceTool(fact: Fact): void {
  const { event } = fact;
  if (event.toolCallId === undefined) {
    fact.diagnose('warn', 'tool.id_missing', `${event.type} without a toolCallId is not shown`);
    return;
  }
  const tool = toolOf(fact, event.toolCallId);
  const { payload } = event;
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
  const entry = { kind: 'tool', stamp, toolCallId, agentId: event.agentId } as const;
  if (known) {
    if (fact.late) fact.turn(known.turnId).log.mention(entry);
    return known;
  }
  const turn = fact.turn();
  const tool: ToolRecord = {
    version: 0,
    toolCallId,
    turnId: turn.turnId,
    runId: event.runId,
    agentId: event.agentId,
    argsText: new TextPieces(),
    argsLog: [],
    state: 'pending',
    outputTail: '',
  };
  state.tools.set(toolCallId, tool);
  turn.log.add(entry);
  if (event.type === 'tool.result' || event.type === 'tool.failed') {
    fact.diagnose(
      'warn',
      'tool.orphan_result',
      'a result came for a call that nobody had started',
      toolCallId,
    );
  }
  return tool;
}

function setState(fact: Fact, tool: ToolRecord, state: string): void {
  if (tool.stateStamp && isBefore(fact.stamp, tool.stateStamp)) return;
  tool.state = state;
  tool.stateStamp = fact.stamp;
}

function started(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  attempt(fact, tool);
  assignKnown(tool, {
    name: textOf(payload, 'name') ?? textOf(payload, 'toolName'),
    title: textOf(payload, 'title'),
    kind: textOf(payload, 'kind'),
    executor: textOf(payload, 'executor'),
    risk: textOf(payload, 'risk'),
    inputSummary: summary(textOf(payload, 'inputSummary')),
    startedAt: textOf(payload, 'startedAt') ?? fact.event.timestamp,
  });
  setState(fact, tool, payload['status'] === 'proposed' ? 'pending' : 'running');
}

function summary(text: string | undefined): string | undefined {
  return text === undefined ? undefined : redactText(text).slice(0, SUMMARY_CHARS);
}

function args(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  if (payload['args'] !== undefined) {
    tool.args = redact(argsValue(payload['args']));
    // The unredacted text has served its purpose.
    tool.argsText = new TextPieces();
    tool.argsLog = [];
    setState(fact, tool, 'input-available');
    return;
  }
  const delta = textOf(payload, 'delta');
  const partial = textOf(payload, 'partial');
  if (tool.args === undefined && (delta !== undefined || partial !== undefined)) {
    appendArgs(fact, tool, delta ?? partial!, delta === undefined);
  }
  if (payload['state'] === 'input-available') {
    if (tool.args === undefined) tool.args = redact(argsValue(tool.argsText.text));
    setState(fact, tool, 'input-available');
  } else {
    setState(fact, tool, 'input-streaming');
  }
}

/** Argument text in the order in which it was written, not in which it came. */
function appendArgs(fact: Fact, tool: ToolRecord, text: string, replaces: boolean): void {
  const { stamp } = fact;
  const log = tool.argsLog;
  const last = log[log.length - 1];
  log.push({ stamp, text, replaces });
  if (last && isBefore(stamp, last.stamp)) {
    log.sort((a, b) => (isBefore(a.stamp, b.stamp) ? -1 : 1));
    tool.argsText = new TextPieces();
    for (const piece of log) write(tool.argsText, piece);
  } else {
    write(tool.argsText, { text, replaces });
  }
}

function write(pieces: TextPieces, { text, replaces }: { text: string; replaces: boolean }): void {
  if (replaces) pieces.set(text);
  else pieces.append(text);
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
  if (payload['acknowledged'] !== undefined) tool.acknowledged = redact(payload['acknowledged']);
  const counted = said.percent ?? said.done ?? said.message;
  if (!(tool.stateStamp && isBefore(fact.stamp, tool.stateStamp))) {
    const merged = { ...tool.progress };
    assignKnown(merged, said);
    tool.progress = merged;
  }
  assignKnown(tool, { outputRef: textOf(payload, 'partialOutputRef') });
  setState(
    fact,
    tool,
    counted === undefined && payload['acknowledged'] === undefined ? 'running' : 'progress',
  );
}

function outputDelta(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  const chunk = textOf(payload, 'chunk') ?? '';
  tool.outputTail = redactText(tool.outputTail + chunk).slice(-OUTPUT_TAIL_CHARS);
  assignKnown(tool, { outputRef: textOf(payload, 'outputRef') });
  setState(fact, tool, 'progress');
}

/** R5: the first end stands, in the owner's order whatever the order of arrival. */
function end(fact: Fact, tool: ToolRecord, state: NonNullable<ToolRecord['end']>): boolean {
  if (tool.endStamp && !isBefore(fact.stamp, tool.endStamp)) {
    if (tool.end !== state) {
      fact.diagnose(
        'warn',
        'tool.end_conflict',
        `call ended as ${tool.end}, then as ${state}`,
        tool.toolCallId,
      );
    }
    return false;
  }
  const { event } = fact;
  tool.end = state;
  tool.endStamp = fact.stamp;
  tool.endedAt = event.timestamp;
  tool.durationMs = numberOf(event.payload, 'durationMs');
  tool.output = tool.error = tool.declined = undefined;
  return true;
}

/** A new attempt of the same call opens it again; the one before stays as it ended (N-015). */
function attempt(fact: Fact, tool: ToolRecord): void {
  const { attemptId } = fact.event;
  if (attemptId === undefined || attemptId === tool.attemptId) return;
  if (tool.end !== undefined && tool.endStamp && isBefore(tool.endStamp, fact.stamp)) {
    const { attemptId: ended, end: state, error, output, outputRef, durationMs } = tool;
    tool.attempts = [
      ...(tool.attempts ?? []),
      { attemptId: ended, state, error, output, outputRef, durationMs },
    ];
    tool.end = tool.endStamp = tool.endedAt = tool.durationMs = undefined;
    tool.output = tool.error = tool.outputRef = undefined;
  }
  tool.attemptId = attemptId;
}

function result(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  if (!end(fact, tool, 'output-available')) return;
  const preview = payload['outputPreview'] ?? payload['preview'];
  assignKnown(tool, {
    name: textOf(payload, 'name') ?? tool.name,
    output: boundedPreview(preview),
    outputRef: textOf(payload, 'outputRef'),
    sizeBytes: numberOf(payload, 'sizeBytes'),
    exitCode: numberOf(payload, 'exitCode'),
    artifactIds: textsOf(payload, 'artifactIds'),
  });
}

function boundedPreview(preview: unknown): unknown {
  const safe = redact(preview);
  const text = typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? '');
  if (text.length <= PREVIEW_CHARS) return safe;
  return `${text.slice(0, PREVIEW_CHARS)}…`;
}

function failed(fact: Fact, tool: ToolRecord, payload: JsonObject): void {
  const cancelled = flagOf(payload, 'cancelled') === true;
  const timedOut = flagOf(payload, 'timedOut') === true;
  const state = cancelled ? 'cancelled' : timedOut ? 'timed-out' : 'output-error';
  if (!end(fact, tool, state)) return;
  const inner = isJsonObject(payload['error']) ? payload['error']['details'] : undefined;
  tool.declined = flagOf(payload, 'declined');
  const stderr = textOf(payload, 'stderr');
  tool.error = {
    message: redactText(errorTextOf(payload) ?? ''),
    code: errorCodeOf(payload),
    details: redact(payload['details'] ?? inner),
    stderr: stderr === undefined ? undefined : redactText(stderr).slice(-OUTPUT_TAIL_CHARS),
    category: textOf(payload, 'category'),
    retryable: flagOf(payload, 'retryable'),
  };
}
