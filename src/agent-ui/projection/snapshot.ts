import { entityFacts, sorted } from './entity-facts.js';
import { compareNamed } from './order.js';
import { ENTITY_LISTS, type EntityList, type ProjectionState, type TurnRecord } from './records.js';
import { outputTail } from './reducers/tool.js';
import type { OptimisticMessage } from './selectors/selector-context.js';
import { isStale, isTurnActive, runsOf, stageOf, toolState } from './selectors/stage.js';

/** A plain record with the standard's ids; absent facts are absent keys. */
export type SnapshotRecord = Readonly<Record<string, unknown>>;

type Lists = Readonly<Record<EntityList, readonly SnapshotRecord[]>>;

/** The whole projection as plain JSON: the same whatever the order in which its events came. */
export interface SessionSnapshot extends Lists {
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
  diagnostics: readonly SnapshotRecord[];
}

/** What a record keeps for itself. */
const PRIVATE = new Set(
  (
    'version first last stamps log stageStamp stateStamp resolvedStamp argsText argsComplete partialRef partialOutput ' +
    'outputPieces end required finalStamp'
  ).split(' '),
);

export function takeSnapshot(
  state: ProjectionState,
  optimistic: readonly OptimisticMessage[],
): SessionSnapshot {
  const lists = Object.fromEntries(
    ENTITY_LISTS.map((list) => [
      list,
      sorted(state[list], compareNamed).map((entity) => plain(entityFacts(entity))),
    ]),
  ) as unknown as Lists;
  const place = new Map(state.turnOrder.map(({ turnId }, i) => [turnId, i]));
  const queues = [...state.queues.values()].map(({ sessionId, log }) => ({ sessionId, ...log.value }));
  return {
    ...lists,
    runs: sorted(state.runs, compareNamed).map((run) =>
      plain({ ...facts(run), stage: stageOf(state, run), runtimeStage: run.stage }),
    ),
    messages: [
      // As they are read: an older page stands before what came first.
      ...sorted(state.messages, compareNamed)
        .sort((a, b) => place.get(a.turnId)! - place.get(b.turnId)!)
        .map((message) =>
          plain(
            message.role === 'assistant' ? { ...facts(message), ...answer(state, message) } : facts(message),
          ),
        ),
      ...optimistic.map(({ clientId, text, attachments, state }) =>
        plain({
          messageId: clientId,
          clientId,
          role: 'user',
          text,
          attachments,
          origin: 'optimistic',
          state,
        }),
      ),
    ],
    turns: state.turnOrder.map((turn) => turnRecord(state, turn)),
    tools: sorted(state.tools, compareNamed).map((tool) =>
      plain({
        ...facts(tool),
        outputRef: tool.outputRef ?? tool.partialRef,
        outputTail: outputTail(tool),
        state: toolState(state, tool),
        stale: (tool.end === 'output-error' && isStale(state, tool, tool.toolCallId)) || undefined,
      }),
    ),
    approvals: sorted(state.approvals, compareNamed).map((approval) =>
      plain({
        ...facts(approval),
        stale: (approval.state === 'pending' && isStale(state, approval, approval.actionId)) || undefined,
      }),
    ),
    queue: queues.flatMap(({ sessionId, items }) => items.map((item) => plain({ sessionId, ...item }))),
    steers: queues.flatMap(({ sessionId, steers }) => steers.map((item) => plain({ sessionId, ...item }))),
    diagnostics: [...state.diagnostics.values()].map(plain),
  };
}

/** A deep copy without absent keys, so that nobody outside holds a record. */
function plain(value: object): SnapshotRecord {
  return JSON.parse(JSON.stringify(value)) as SnapshotRecord;
}

function facts(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !PRIVATE.has(key)));
}

function answer(state: ProjectionState, message: { messageId: string; turnId: string }): object {
  const { log } = state.turns.get(message.turnId)!;
  const { messageId } = message;
  const segments = log.parts.filter((part) => part.type === 'assistant_text' && part.messageId === messageId);
  return { text: segments.map((part) => part.text.text).join(''), reconciled: log.reconciled(messageId) };
}

function turnRecord(state: ProjectionState, turn: TurnRecord): SnapshotRecord {
  return plain({
    turnId: turn.turnId,
    sessionId: turn.sessionId,
    threadId: turn.threadId,
    runIds: runsOf(state, turn).map(({ runId }) => runId),
    active: isTurnActive(state, turn),
    parts: turn.log.parts.map((part) => ({
      partId: part.partId,
      type: part.type,
      agentId: part.agentId,
      messageId: part.messageId,
      entityId: part.entityId,
      toolCallId: part.type === 'tool_call' ? part.entityId : undefined,
      actionId: part.type === 'action_required' ? part.entityId : undefined,
      text: part.messageId === undefined || part.type === 'assistant_text' ? part.text.text : undefined,
      title: part.title,
      reconciled: part.type === 'assistant_text' ? part.reconciled : undefined,
    })),
  });
}
