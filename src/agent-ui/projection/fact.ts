import type { NormalEvent } from '../events/normalize-event.js';
import type {
  ApprovalRecord,
  ProjectionState,
  RunRecord,
  ToolRecord,
  TurnRecord,
  Versioned,
} from './records.js';
import type { Stamp } from './order.js';
import { isBefore } from './order.js';
import { TurnLog } from './turn-log.js';

/** The lists that panels watch; a signal for each is set once a frame. */
export type Slice = 'sessions' | 'runs' | 'turns' | 'tools' | 'approvals' | 'queue' | 'diagnostics';

/**
 * One event on its way into the records: what it says, where it stands, and how a reducer marks what it
 * changed. Everything here costs the same however much is stored already.
 */
export class Fact {
  constructor(
    readonly state: ProjectionState,
    readonly event: NormalEvent,
    readonly stamp: Stamp,
    /** Others of its stream with a greater sequence came before it. */
    readonly late: boolean,
    private readonly dirty: Set<Slice>,
  ) {}

  mark(slice: Slice, record?: Versioned): void {
    if (record) record.version++;
    this.dirty.add(slice);
  }

  /** Reports something odd once for each `code` and `entity`, with a count (R9). */
  diagnose(level: 'info' | 'warn', code: string, message: string, entity = ''): void {
    const diagnosticId = entity ? `${code}:${entity}` : code;
    const known = this.state.diagnostics.get(diagnosticId);
    if (known) known.count++;
    else this.state.diagnostics.set(diagnosticId, { diagnosticId, level, code, message, count: 1 });
    this.mark('diagnostics');
  }

  /** The turn this event belongs to, by its own word, else by its run. Made when it is new. */
  turn(known?: string): TurnRecord {
    const { event, state } = this;
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
      if (this.late && isBefore(this.stamp, existing.first)) this.#moveForward(existing);
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
      first: this.stamp,
    };
    state.turns.set(turnId, turn);
    this.#place(turn);
    return turn;
  }

  #moveForward(turn: TurnRecord): void {
    turn.first = this.stamp;
    this.state.turnOrder.splice(this.state.turnOrder.indexOf(turn), 1);
    this.#place(turn);
  }

  /** At the end, but before the later turns of its own stream. */
  #place(turn: TurnRecord): void {
    const { turnOrder } = this.state;
    let at = turnOrder.length;
    while (at > 0 && isBefore(turn.first, turnOrder[at - 1]!.first)) at--;
    turnOrder.splice(at, 0, turn);
    this.mark('turns', turn);
  }

  /** The run this event names; without a run id, the turn or the task stands for it. */
  run(): RunRecord | undefined {
    const { event, state } = this;
    const runId = event.runId ?? event.turnId ?? event.taskId ?? this.#onlyActiveRun();
    if (runId === undefined) return undefined;
    const existing = state.runs.get(runId);
    if (existing) return existing;
    const turn = this.turn();
    const run: RunRecord = {
      version: 0,
      runId,
      turnId: turn.turnId,
      sessionId: event.sessionId,
      threadId: event.threadId,
      taskId: event.taskId,
      agentId: event.agentId,
      stage: 'unknown',
    };
    state.runs.set(runId, run);
    turn.runIds.push(runId);
    return run;
  }

  #onlyActiveRun(): string | undefined {
    const active = [...this.state.runs.values()].filter((run) => run.outcome === undefined);
    return active.length === 1 ? active[0]!.runId : undefined;
  }

  /** Marks a record and the turn in which it is shown. */
  markIn(slice: 'runs' | 'tools' | 'approvals', record: RunRecord | ToolRecord | ApprovalRecord): void {
    this.mark(slice, record);
    const turn = this.state.turns.get(record.turnId);
    if (turn) this.mark('turns', turn);
  }
}
