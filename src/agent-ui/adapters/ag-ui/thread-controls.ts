import type { AdapterOptions, ControlReceipt, ControlRequest } from '../adapter.js';
import type { FactWriter } from '../fact-writer.js';
import { LateQueue } from '../late-queue.js';
import { ACCEPTED, rejected, unsupported } from '../receipts.js';
import type { Said } from './ag-ui-connection.js';
import type { Thread } from './thread.js';
import { Turn } from './turn.js';
import type { TurnRunner } from './turn-runner.js';

export interface ControlParts {
  options: AdapterOptions;
  facts: FactWriter;
  thread: Thread;
  runner: TurnRunner;
  newTurn(said: Said): Turn;
  /** Why nothing can be sent now, if so. */
  busy(): string | undefined;
  /** The agent has said that it takes this, which AG-UI has no word for. */
  takes(kind: ControlRequest['kind']): boolean;
}

/** What a person asks for beside saying something: answers, the queue, a second try, what only this agent knows. */
export class ThreadControls {
  readonly #queue: LateQueue;
  /** What the agent takes beyond AG-UI, and has not been told yet. */
  #carried: ControlRequest[] = [];

  constructor(private readonly parts: ControlParts) {
    this.#queue = new LateQueue(parts.facts, parts.options.runtime, () => void this.drain());
  }

  async control(request: ControlRequest): Promise<ControlReceipt> {
    const queued = await this.#queue.control(request);
    if (queued) return queued;
    switch (request.kind) {
      case 'respond':
        return this.#respond(request.actionId, request.decision, request.payload);
      case 'retry':
        return this.#retry(request.runId);
      case 'steer':
        return unsupported('AG-UI cannot steer a run. Queue the text, or stop the run first.');
      default:
        if (this.parts.takes(request.kind)) return this.#carry(request);
        return unsupported(`AG-UI has no word for ${request.kind}.`);
    }
  }

  /** Sends the next queued text, one for each turn. What cannot be sent waits on. */
  async drain(): Promise<void> {
    const { options, runner, thread, newTurn, busy } = this.parts;
    if (options.signal.aborted || busy() !== undefined) return;
    if (this.#carried.length > 0) {
      await this.#runCarried();
      return;
    }
    const item = this.#queue.take();
    if (!item) return;
    const { last } = runner;
    const turn = newTurn(item);
    const { status, reason = '' } = await runner.request(turn, 'keep silent');
    if (status === 'accepted' || turn.signal.aborted) return;
    runner.last = last;
    thread.history.dropUnaccepted();
    this.#queue.putBack(item, reason);
  }

  async #respond(actionId: string, decision: string, payload: unknown): Promise<ControlReceipt> {
    const { thread, runner, options } = this.parts;
    const asked = thread.asked.get(actionId);
    if (asked) {
      if (asked.decision !== undefined) return rejected('The answer is on its way already.');
      asked.decision = decision;
      return this.#carry({
        kind: 'respond',
        actionId,
        decision,
        ...(payload === undefined ? {} : { payload }),
      });
    }
    const { current, last } = runner;
    if (current) return rejected('The answer is on its way already, or nobody asks that any more.');
    const state = thread.questions?.answer(actionId, decision, payload, options.runtime.now()) ?? 'unknown';
    if (state === 'unknown' || !last) return rejected('Nobody asks that any more.');
    return state === 'waiting' ? ACCEPTED : this.#resume(last);
  }

  /** All questions are answered: first what this page owes, then one run with the answers. */
  async #resume(last: Turn): Promise<ControlReceipt> {
    const { options, thread, runner } = this.parts;
    const run = { runId: options.runtime.uuid(), turnId: last.run.turnId };
    const turn = new Turn(run, { continues: true }, thread.questions!.resumeInput(), undefined, last.carried);
    turn.offer = last.offer;
    turn.pending = last.pending;
    runner.current = runner.last = turn;
    await runner.runPending(turn);
    return turn.over ? ACCEPTED : runner.request(turn);
  }

  /** AG-UI has no word for it: it goes into the next run, which begins at once when nothing is at work. */
  #carry(request: ControlRequest): ControlReceipt | Promise<ControlReceipt> {
    this.#carried.push(request);
    return this.parts.busy() === undefined ? this.#runCarried() : ACCEPTED;
  }

  async #runCarried(): Promise<ControlReceipt> {
    const { options, thread, runner } = this.parts;
    const controls = this.#carried;
    this.#carried = [];
    const runId = options.runtime.uuid();
    const turnId = runner.last?.run.turnId ?? runId;
    const input = { forwardedProps: { agentui: { controls } } };
    const receipt = await runner.request(new Turn({ runId, turnId }, { continues: true }, input));
    if (receipt.status === 'accepted') return receipt;
    // Nobody heard them: what a person has answered can be answered again.
    for (const control of controls) {
      const asked = control.kind === 'respond' ? thread.asked.get(control.actionId) : undefined;
      if (asked) asked.decision = undefined;
    }
    return receipt;
  }

  async #retry(runId: string | undefined): Promise<ControlReceipt> {
    const { options, thread, runner, busy } = this.parts;
    const why = busy();
    if (why !== undefined) return rejected(why);
    const { last } = runner;
    if (!last) return rejected('There is nothing to retry.');
    const { run, announce, input, clientId, carried } = last;
    if (runId !== undefined && runId !== run.runId) return rejected('Only the last run can be retried.');
    thread.history.rewind(run.runId);
    const again = { runId: options.runtime.uuid(), turnId: run.turnId };
    return runner.request(new Turn(again, announce, input, clientId, carried));
  }
}
