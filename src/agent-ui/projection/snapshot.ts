import type { OptimisticMessage } from './selectors/selector-context.js';
import { isTurnActive, stageOf, toolState } from './selectors/stage.js';
import type { MessageRecord, ProjectionState, RunRecord, TurnRecord } from './records.js';
import type { Reconciled } from './turn-log.js';

/** A plain record with the standard's ids; absent facts are absent keys. */
export type SnapshotRecord = Readonly<Record<string, unknown>>;

/**
 * The whole projection as plain JSON. A list whose family is not projected yet is empty; the README says
 * which those are.
 */
export interface SessionSnapshot {
  sessions: readonly SnapshotRecord[];
  /** With `stage` and, once over, `outcome`. */
  runs: readonly SnapshotRecord[];
  /** `text` is the answer, or what the person said. */
  messages: readonly SnapshotRecord[];
  /** Each with its ordered `parts`. */
  turns: readonly SnapshotRecord[];
  tools: readonly SnapshotRecord[];
  approvals: readonly SnapshotRecord[];
  queue: readonly SnapshotRecord[];
  steers: readonly SnapshotRecord[];
  tasks: readonly SnapshotRecord[];
  agents: readonly SnapshotRecord[];
  teams: readonly SnapshotRecord[];
  handoffs: readonly SnapshotRecord[];
  notifications: readonly SnapshotRecord[];
  reviews: readonly SnapshotRecord[];
  artifacts: readonly SnapshotRecord[];
  evidence: readonly SnapshotRecord[];
  plans: readonly SnapshotRecord[];
  context: readonly SnapshotRecord[];
  permissions: readonly SnapshotRecord[];
  state: readonly SnapshotRecord[];
  diagnostics: readonly SnapshotRecord[];
  metrics: readonly SnapshotRecord[];
}

export function takeSnapshot(
  state: ProjectionState,
  optimistic: readonly OptimisticMessage[],
): SessionSnapshot {
  return {
    sessions: list(state.sessions, ({ version: _, ...session }) => session),
    runs: list(state.runs, (run) => runRecord(state, run)),
    messages: [
      ...list(state.messages, (message) => messageRecord(state, message)),
      ...optimistic.map(({ clientId, text, state: sent }) => ({
        messageId: clientId,
        clientId,
        role: 'user',
        text,
        origin: 'optimistic',
        state: sent,
      })),
    ],
    turns: state.turnOrder.map((turn) => turnRecord(state, turn)),
    tools: list(
      state.tools,
      ({
        version: _,
        argsText: _text,
        argsLog: _log,
        stateStamp: _stamp,
        end: _end,
        endStamp: _endStamp,
        ...tool
      }) => ({
        ...tool,
        outputTail: tool.outputTail || undefined,
        state: toolState(state, state.tools.get(tool.toolCallId)!),
      }),
    ),
    approvals: list(
      state.approvals,
      ({ version: _, required: _required, resolvedStamp: _stamp, ...approval }) => approval,
    ),
    queue: state.queue.items.map(plain),
    steers: state.queue.steers.map(plain),
    tasks: [],
    agents: [],
    teams: [],
    handoffs: [],
    notifications: [],
    reviews: [],
    artifacts: [],
    evidence: [],
    plans: [],
    context: [],
    permissions: [],
    state: [],
    diagnostics: list(state.diagnostics, (diagnostic) => diagnostic),
    metrics: list(state.metrics, (metric) => metric),
  };
}

function list<T>(records: ReadonlyMap<string, T>, make: (record: T) => object): SnapshotRecord[] {
  return [...records.values()].map((record) => plain(make(record)));
}

/** A deep copy without absent keys, so that nobody outside holds a record. */
function plain(value: object): SnapshotRecord {
  return JSON.parse(JSON.stringify(value)) as SnapshotRecord;
}

function runRecord(state: ProjectionState, run: RunRecord): object {
  const {
    version: _,
    stage: _stage,
    stageStamp: _stamp,
    textStamp: _text,
    outcomeStamp: _end,
    ...facts
  } = run;
  return { ...facts, stage: stageOf(state, run), runtimeStage: run.stage };
}

function messageRecord(state: ProjectionState, message: MessageRecord): object {
  const { version: _, ...facts } = message;
  if (message.role !== 'assistant') return facts;
  const turn = state.turns.get(message.turnId)!;
  const segments = turn.log.parts.filter(
    (part) => part.type === 'assistant_text' && part.messageId === message.messageId,
  );
  const reconciled: Reconciled = turn.log.reconciled(message.messageId);
  return { ...facts, text: segments.map((part) => part.text.text).join(''), reconciled };
}

function turnRecord(state: ProjectionState, turn: TurnRecord): SnapshotRecord {
  return plain({
    turnId: turn.turnId,
    sessionId: turn.sessionId,
    threadId: turn.threadId,
    runIds: turn.runIds,
    active: isTurnActive(state, turn),
    parts: turn.log.parts.map((part) => ({
      partId: part.partId,
      type: part.type,
      agentId: part.agentId,
      messageId: part.messageId,
      toolCallId: part.type === 'tool_call' ? part.entityId : undefined,
      actionId: part.type === 'action_required' ? part.entityId : undefined,
      text: part.messageId === undefined || part.type === 'assistant_text' ? part.text.text : undefined,
      title: part.title,
      reconciled: part.type === 'assistant_text' ? part.reconciled : undefined,
    })),
  });
}
