import { isJsonObject, type JsonObject } from '../../base/json.js';
import { normalizeEvent, type NormalEvent } from '../events/normalize-event.js';
import type {
  ApprovalRecord,
  Entity,
  EntityList,
  Ordered,
  ProjectionState,
  RunRecord,
  ToolRecord,
  TurnRecord,
  Versioned,
} from './records.js';
import type { Changes } from './changes.js';
import { keep, taken, type Spec } from './keep.js';
import { isBefore, type Stamp } from './order.js';
import { StatusLog } from './status-log.js';
import { TurnLog, type RefType } from './turn-log.js';

/** The lists that panels watch; a signal for each is set once a frame. */
export type Slice =
  EntityList | 'runs' | 'messages' | 'turns' | 'tools' | 'approvals' | 'queue' | 'diagnostics';

/** §1.1: the envelope facts that any entity keeps, so that everything can be joined to everything (M-004). */
const ENVELOPE_FACTS = new Set(
  (
    'sessionId threadId runId turnId runtimeId taskId attemptId stepId agentId agentName agentRole agentSource ' +
    'teamId teamName parentSessionId parentThreadId toolCallId actionId artifactId evidenceId evidencePackRef ' +
    'replayRef reviewRef traceId sourceRefs evidenceRefs reviewId handoffId workItemId workerNotificationId ' +
    'remoteTaskId transcriptRef workerUsage teamPolicy runtimeEntity runtimeStatus latestTurnStatus teamPhase ' +
    'teamParallelBudget teamActiveCount teamQueuedCount queuedTurnCount providerParallelBudget queueReason ' +
    'providerConcurrencyGroup retryableOverload topology rawEventRef'
  ).split(' '),
);

/**
 * One event on its way into the records: what it says, where it stands, and how a reducer marks what it
 * changed. Everything here costs the same however much is stored already.
 */
export class Fact {
  constructor(
    readonly state: ProjectionState,
    readonly event: NormalEvent,
    readonly stamp: Stamp,
    private readonly changes: Changes,
    /** It is a section of a snapshot: newer than what it speaks of, and not an event of its own (R6). */
    readonly snapshot = false,
  ) {}

  /** The same moment, said in another event class: a section of a snapshot, a row of a board. */
  derive(type: string, ids: JsonObject, payload: JsonObject, snapshot = this.snapshot): Fact | undefined {
    const { sessionId, threadId, timestamp } = this.event;
    const context: JsonObject = { sessionId, threadId, timestamp, ...ids };
    // What the row itself says wins over what stands around it.
    for (const key in payload) delete context[key];
    const event = normalizeEvent({ ...context, type, payload });
    if (typeof event !== 'string') return new Fact(this.state, event, this.stamp, this.changes, snapshot);
    this.diagnose('warn', 'event.malformed', event, event);
    return undefined;
  }

  mark(slice: Slice, record?: Versioned): void {
    this.changes.mark(slice, record);
  }

  /** Reports something odd once for each `code` and `entity`, with a count (R9). */
  diagnose(level: 'info' | 'warn', code: string, message: string, entity = ''): void {
    const diagnosticId = entity ? `${code}:${entity.slice(0, 200)}` : code;
    const known = this.state.diagnostics.get(diagnosticId);
    if (known) known.count++;
    else addDiagnostic(this.state, { diagnosticId, level, code, message, count: 1 });
    this.mark('diagnostics');
  }

  /** Writes the fields that are there; of two words about a field the later in the owner's order stands. */
  set<T extends object>(record: Ordered & T, facts: Partial<T>): void {
    this.write(record, record, facts as JsonObject);
  }

  write(record: Ordered, target: object, facts: JsonObject): void {
    this.touch(record);
    for (const key in facts)
      if (facts[key] !== undefined) this.put(record, target as JsonObject, key, facts[key]);
  }

  private put({ stamps, last }: Ordered, target: JsonObject, key: string, value: unknown): void {
    const { stamp } = this;
    // The last word about a record is the last about each of its fields.
    if (last !== stamp && stamps[key] && isBefore(stamp, stamps[key])) return;
    target[key] = value;
    stamps[key] = stamp;
  }

  touch(record: Ordered): void {
    if (isBefore(this.stamp, record.first)) record.first = this.stamp;
    else if (!isBefore(this.stamp, record.last)) record.last = this.stamp;
  }

  /** No fact about the record stands before this one; takes note of it. */
  isFirstOf(record: Ordered): boolean {
    this.touch(record);
    return record.first === this.stamp;
  }

  /** The entity of this id with what the event says of it. Made when it is new. */
  entity(list: EntityList, id: string, idKey: string, keys: Spec): Entity {
    const known = this.state[list].get(id);
    const entity: Entity = known ?? {
      version: 0,
      first: this.stamp,
      last: this.stamp,
      stamps: {},
      id,
      facts: { [idKey]: id },
      turnId: undefined,
      status: undefined,
    };
    if (!known) this.state[list].set(id, entity);
    this.touch(entity);
    const { event } = this;
    const { payload } = event;
    for (const key in event) {
      if (!ENVELOPE_FACTS.has(key)) continue;
      const value: unknown = event[key as keyof NormalEvent];
      if (value === undefined) continue;
      if (key === 'sourceRefs' || key === 'evidenceRefs')
        entity.facts[key] = united(entity.facts[key], value);
      else this.put(entity, entity.facts, key, typeof value === 'string' ? value : keep(value));
    }
    for (const key in payload) {
      const value = taken(payload, key, keys);
      if (value !== undefined && !ENVELOPE_FACTS.has(key)) this.put(entity, entity.facts, key, value);
    }
    this.mark(list, entity);
    return entity;
  }

  /** A row of a list that only grows: a version, an export, an attempt. */
  sub(entity: Entity, name: string, id: string, facts: JsonObject): Entity {
    const subs = ((entity.subs ??= {})[name] ??= new Map());
    let row = subs.get(id);
    if (!row) {
      row = { version: 0, first: this.stamp, last: this.stamp, stamps: {}, id, facts: {} };
      subs.set(id, row);
    }
    this.write(row, row.facts, facts);
    return row;
  }

  /** R5: where it stands, in the owner's order. Only `end` closes, and only a new attempt opens again. */
  standing(entity: Entity, status: unknown, end: boolean, detail?: JsonObject): void {
    const { event, stamp, snapshot } = this;
    if (typeof status !== 'string' && !end) return;
    status = keep(status);
    const log = (entity.status ??= new StatusLog());
    const ended = log.value.end;
    log.add({
      stamp,
      status: typeof status === 'string' ? status : undefined,
      end,
      attempt: event.attemptId,
      run: event.runId,
      reopens: status === 'retrying' || (snapshot && !end),
      detail,
    });
    if (snapshot && !end && ended) this.diagnose('info', 'repair', 'a snapshot opened it again', entity.id);
    if (end && ended && ended.status !== status && log.value.end === ended)
      this.diagnose(
        'warn',
        'status.conflict',
        `ended as ${ended.status}, then as ${String(status)}`,
        entity.id,
      );
  }

  /** Gives an entity its place in the turn it is first mentioned in (§2.5). */
  refer(type: RefType, entity: Entity): void {
    const { event } = this;
    if ((event.turnId ?? event.runId) === undefined) return;
    const turn = this.turn(entity.turnId);
    entity.turnId = turn.turnId;
    turn.log.refer(type, entity.id, this.stamp, event.agentId);
    this.mark('turns', turn);
  }

  /** A value outside its list: kept as it is, shown as unknown, told once (§1.2). */
  unrecognised(field: string, value: unknown): void {
    const word = String(value).slice(0, 80);
    this.diagnose(
      'info',
      'enum.unrecognised',
      `${field} "${word}" is not one of the standard's`,
      `${field}:${word}`,
    );
  }

  /** The turn this event belongs to, by its own word, else by its run. Made when it is new. */
  turn(known?: string): TurnRecord {
    const { event, state, stamp } = this;
    const turnId =
      known ??
      event.turnId ??
      (event.runId !== undefined ? (state.turnOfRun.get(event.runId) ?? event.runId) : undefined) ??
      event.taskId ??
      `turn:${event.threadId ?? event.sessionId ?? ''}`;
    if (event.runId !== undefined && !state.turnOfRun.has(event.runId))
      state.turnOfRun.set(event.runId, turnId);
    const live = event.type !== 'messages.snapshot';
    const existing = state.turns.get(turnId);
    if (existing) {
      existing.live ||= live;
      if (isBefore(stamp, existing.first)) this.moveForward(existing);
      return existing;
    }
    const turn: TurnRecord = {
      version: 0,
      turnId,
      sessionId: event.sessionId,
      threadId: event.threadId,
      runIds: [],
      live,
      log: new TurnLog(),
      textAt: new Map(),
      first: stamp,
    };
    state.turns.set(turnId, turn);
    this.place(turn);
    return turn;
  }

  /** Turns that are there already stand in another order now. */
  reorder(): void {
    this.changes.reorder();
  }

  private moveForward(turn: TurnRecord): void {
    this.reorder();
    turn.first = this.stamp;
    this.state.turnOrder.splice(this.state.turnOrder.lastIndexOf(turn), 1);
    this.place(turn);
  }

  /** At the end, but before the later turns of its own stream. */
  private place(turn: TurnRecord): void {
    const { turnOrder } = this.state;
    let at = turnOrder.length;
    while (at > 0 && isBefore(turn.first, turnOrder[at - 1]!.first)) at--;
    if (at < turnOrder.length) this.reorder();
    turnOrder.splice(at, 0, turn);
    this.mark('turns', turn);
  }

  /** The run this event names; without a run id, the turn or the task stands for it. */
  run(): RunRecord | undefined {
    const { event, state, stamp } = this;
    const { activeRuns } = state;
    const only = activeRuns.size === 1 ? [...activeRuns][0]!.runId : undefined;
    const runId = event.runId ?? event.turnId ?? event.taskId ?? only;
    if (runId === undefined) return undefined;
    const existing = state.runs.get(runId);
    const turn = this.turn(existing?.turnId);
    if (existing) return existing;
    const run: RunRecord = {
      version: 0,
      first: stamp,
      last: stamp,
      stamps: {},
      runId,
      turnId: turn.turnId,
      sessionId: event.sessionId,
      threadId: event.threadId,
      taskId: event.taskId,
      agentId: event.agentId,
      stage: 'unknown',
      log: new StatusLog(),
      // A record that gains its fields one by one is a slow one; these most runs have.
      stageStamp: undefined,
      startedAt: undefined,
      finishedAt: undefined,
      outcome: undefined,
      error: undefined,
      runtimeId: undefined,
      runtimeStatus: undefined,
      clientId: undefined,
      label: undefined,
      usage: undefined,
    };
    state.runs.set(runId, run);
    activeRuns.add(run);
    turn.runIds.push(runId);
    return run;
  }

  /** Marks a record and the turn in which it is shown. */
  markIn(slice: 'runs' | 'tools' | 'approvals', record: RunRecord | ToolRecord | ApprovalRecord): void {
    this.mark(slice, record);
    const turn = this.state.turns.get(record.turnId);
    if (turn) this.mark('turns', turn);
  }
}

/** Provenance only ever grows; sorted, so that it does not matter which came first. */
function united(known: unknown, more: unknown): unknown[] {
  return [...new Set([known, more].flatMap((list) => (Array.isArray(list) ? (keep(list) as unknown[]) : [])))]
    .sort()
    .slice(0, MAX_REFS);
}

/** References kept of one record. */
const MAX_REFS = 200;

/** §5.5: the oldest go when there are more. */
const MAX_DIAGNOSTICS = 500;

export function addDiagnostic(
  { diagnostics }: ProjectionState,
  note: ProjectionState['diagnostics'] extends Map<string, infer Note extends { diagnosticId: string }>
    ? Note
    : never,
): void {
  diagnostics.set(note.diagnosticId, note);
  if (diagnostics.size > MAX_DIAGNOSTICS) diagnostics.delete(diagnostics.keys().next().value!);
}

/** The objects of a list that somebody else wrote. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
