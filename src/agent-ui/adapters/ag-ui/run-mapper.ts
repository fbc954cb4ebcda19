import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import type { Phase } from '../../events/enums.js';
import type { RunStage } from '../../events/run-events.js';
import type { RunRef } from '../fact-writer.js';
import type { HistoryCall } from './history.js';
import type { Mapping, RunFailure } from './mapping.js';
import { LATE } from './late-parts.js';
import type { Question } from './open-questions.js';
import { pendingCalls } from './pending-calls.js';
import { checkVersion } from './protocol-version.js';
import { readOutcome, type RunEnd } from './run-end.js';
import type { StreamParts } from './stream-parts.js';
import { tellUsage } from './usage.js';
import { idField } from './wire.js';

const PHASES: Partial<Record<RunStage, Phase>> = {
  accepted: 'accepted',
  streaming: 'producing',
  tool_running: 'acting',
};

/** RUN_* and STEP_* → `run.*`: where the current run stands, and what follows when it ends. */
export class RunMapper {
  /** `replay`: a run that had ended is told again; nothing of it is news. */
  state: 'waiting' | 'open' | 'ended' | 'replay' = 'waiting';
  /** Of the last run that ended. */
  end: RunEnd | undefined;
  readonly #seen = new Set<string>();
  #nativeId: string | undefined;
  #status = '';
  #title = '';
  #interrupts: unknown[] = [];
  /** Nobody has heard its beginning. */
  #assumed = false;
  /** The run that broke off, until it is told again. */
  #wanted: RunRef | undefined;
  /** It ends because its stream does. */
  #broke = false;

  constructor(
    private readonly mapping: Mapping,
    private readonly content: StreamParts,
  ) {}

  /** The stream began without saying so. */
  assume(type: string): void {
    const text = 'Events came before RUN_STARTED; the run counts as begun.';
    this.mapping.facts.diagnose('not_started', type, text);
    // Somebody else has heard its beginning.
    this.mapping.thread.stale = true;
    this.#assumed = true;
    this.#begin({});
    this.mapping.onBegun(true);
  }

  started(event: JsonObject): void {
    const { mapping } = this;
    const { facts } = mapping;
    const nativeId = idField(event, 'runId');
    if (this.state === 'open') {
      if (nativeId === this.#nativeId) {
        facts.diagnose('run_started_twice', 'RUN_STARTED', 'A run was started twice; it goes on.');
        return;
      }
      facts.diagnose('nested_run', 'RUN_STARTED', 'A run was started inside another, which counts as ended.');
      this.#closeOpen();
      this.#finish('unknown', {}, { outcome: 'success', pending: [], questions: [] });
    }
    if (nativeId !== undefined && this.#seen.has(nativeId)) {
      facts.diagnose('run_replayed', 'RUN_STARTED', 'A run that had ended was told again; it is left out.');
      this.state = 'replay';
      return;
    }
    const first = this.state === 'waiting';
    const known = nativeId === undefined ? undefined : mapping.thread.runs.get(nativeId);
    if (mapping.retold) {
      if (nativeId !== undefined && mapping.thread.ended.has(nativeId)) {
        this.state = 'replay';
        return;
      }
      this.#retell(event, nativeId, known, first);
      return;
    }
    // The first run of a stream is the one that was asked for, whatever the server calls it.
    if (!first) mapping.run = { runId: nativeId ?? mapping.uuid(), turnId: mapping.run.turnId };
    this.#nativeId = mapping.nativeRunId = nativeId;
    if (nativeId !== undefined) mapping.thread.runs.set(nativeId, mapping.run);
    checkVersion(mapping, event['protocolVersion']);
    this.#begin(
      nativeId !== undefined && nativeId !== mapping.run.runId ? { nativeRunId: nativeId } : {},
      first,
    );
    if (first) mapping.onBegun(true, idField(event, 'protocolVersion'));
  }

  /** A run of the thread that is read again: one of ours that broke off, or one that is new here. */
  #retell(event: JsonObject, nativeId: string | undefined, known: RunRef | undefined, first: boolean): void {
    const { mapping } = this;
    const { history, thread } = mapping;
    const resumes = isJsonObject(event['input']) ? event['input']['resume'] : undefined;
    const goesOn = this.end?.outcome === 'interrupt';
    const { saidBefore, tellAnswers } = LATE.retold.value!;
    tellAnswers(mapping, this.end?.questions ?? [], resumes);
    this.end = undefined;
    const runId = nativeId ?? mapping.uuid();
    const run = known ?? { runId, turnId: goesOn ? mapping.run.turnId : runId };
    mapping.run = run;
    if (known) history.rewind(run.runId);
    if (run.runId === this.#wanted?.runId) this.#wanted = undefined;
    this.#nativeId = mapping.nativeRunId = nativeId;
    thread.runs.set(runId, run);
    checkVersion(mapping, event['protocolVersion']);
    const said = known || goesOn ? undefined : saidBefore(mapping, event, run);
    this.#begin({ ...(said ? { userMessage: said } : {}), ...(goesOn ? { continues: true } : {}) });
    if (first || known) mapping.onBegun(known !== undefined, idField(event, 'protocolVersion'));
  }

  /** Its stream broke off, and is asked for again. */
  waitForStream(): void {
    if (this.state === 'open') this.#tell('retrying', 'reconciling');
  }

  /** Its stream goes on, where it was. */
  goOn(): void {
    if (this.state !== 'open') return;
    const [stage = 'running', activeToolCallId] = this.#status.split(' ');
    const known = (stage || 'running') as RunStage;
    this.#tell(known, PHASES[known], activeToolCallId === '' ? undefined : activeToolCallId);
  }

  #tell(stage: RunStage, phase: Phase | undefined, activeToolCallId?: string): void {
    this.mapping.facts.add(this.mapping.run, {
      type: 'run.status',
      phase,
      payload: { stage, ...(activeToolCallId === undefined ? {} : { activeToolCallId }) },
    });
  }

  /** A run that was told again is over again. */
  replayed(): void {
    this.state = 'ended';
  }

  stage(stage: RunStage, more: { phase?: Phase; activeToolCallId?: string } = {}): void {
    if (this.state === 'ended') return;
    const title = this.content.steps?.title ?? '';
    const { activeToolCallId, phase = PHASES[stage] } = more;
    const status = `${stage} ${activeToolCallId ?? ''} ${title}`;
    if (status === this.#status) return;
    const changed = title !== this.#title;
    this.#status = status;
    this.#title = title;
    this.mapping.facts.add(this.mapping.run, {
      type: 'run.status',
      phase,
      payload: {
        stage,
        // An empty title says that the step before is over.
        ...(changed ? { title } : {}),
        ...(activeToolCallId === undefined ? {} : { activeToolCallId }),
      },
    });
  }

  stepStarted(event: JsonObject): void {
    this.content.steps!.started(event);
    this.stage('running', { phase: 'acting' });
  }

  stepFinished(event: JsonObject): void {
    if (!this.content.steps!.finished(event)) {
      const text = 'A step was finished that had not been started.';
      this.mapping.facts.diagnose('end_without_start', 'step', text);
      return;
    }
    this.stage('running', { phase: 'acting' });
  }

  /** `CUSTOM on_interrupt` is held back: RUN_FINISHED may carry the same question. */
  interruptAnnounced(value: unknown): void {
    this.#interrupts.push(value);
  }

  finished(event: JsonObject): void {
    const { facts, run } = this.mapping;
    if (this.state === 'ended') {
      facts.diagnose('after_end', 'RUN_FINISHED', 'A run that had ended was finished again.');
      return;
    }
    const nativeId = idField(event, 'runId');
    if (this.#nativeId === undefined && nativeId !== undefined) {
      this.#nativeId = nativeId;
      this.mapping.thread.runs.set(nativeId, run);
    }
    this.#closeOpen();
    const said = readOutcome(event);
    if (said.malformed)
      facts.diagnose('malformed', 'RUN_FINISHED.outcome', 'The outcome of a run is unclear.');
    tellUsage(this.mapping, event);
    const payload = {
      ...(Array.isArray(event['usage']) ? { usage: event['usage'] } : {}),
      ...(event['result'] === undefined ? {} : { result: event['result'] }),
    };
    if (said.outcome === 'cancelled') {
      this.#cut('The run was cancelled.');
      this.#finish('cancelled', payload, { outcome: 'cancelled', pending: [], questions: [] });
      return;
    }
    const questions = this.#questions(said.interrupts);
    const pending = pendingCalls(
      this.mapping,
      this.content.tools.started,
      said.pendingToolCallIds,
      questions,
    );
    for (const { fact } of questions) LATE.questions.value!.tellQuestion(facts, run, fact);
    if (questions.length > 0) {
      this.#finish('interrupt', payload, { outcome: 'interrupt', pending, questions });
    } else if (pending.length === 0) {
      this.#finish('success', payload, { outcome: 'success', pending, questions });
    } else if (this.mapping.mayContinue) {
      const continues = { ...payload, continues: true };
      this.#finish('success', continues, { outcome: 'success', pending, questions });
    } else {
      this.#refuse(pending);
    }
  }

  error(event: JsonObject): void {
    const { facts } = this.mapping;
    if (this.state === 'ended') {
      facts.diagnose('late_error', 'RUN_ERROR', 'The server reported an error after the run had ended.');
      return;
    }
    const code = idField(event, 'code');
    const message = idField(event, 'message');
    if (message === undefined) facts.diagnose('malformed', 'RUN_ERROR.message', 'An error has no message.');
    tellUsage(this.mapping, event);
    this.fail({ code: code ?? 'run_error', message: message ?? 'The agent failed.', retryable: true });
  }

  /** The run ends as failed; what it said stays, incomplete. */
  fail({ code, message, retryable }: RunFailure, broke = false): void {
    const { facts, run } = this.mapping;
    this.#broke = broke;
    // The server took the request, so what the person said stands, whatever became of it.
    if (this.state === 'waiting') {
      this.#begin({});
      this.mapping.onBegun(false);
    }
    const { messages, tools, agents } = this.content;
    messages.closeAll('leave');
    tools.closeAll('leave');
    agents?.closeAll('leave');
    this.#settle();
    this.#cut('The run was cut off before there was a result.');
    facts.add(run, { type: 'run.failed', payload: { error: message, code, retryable } });
    this.#ended({ outcome: 'failed', pending: [], questions: [] });
  }

  /** The run broke off, and the thread is told again from its beginning. */
  retell(): void {
    this.content.messages.retell();
    this.content.tools.closeAll('leave');
    this.state = 'waiting';
    this.#wanted = this.mapping.run;
    this.#seen.clear();
    this.#status = '';
  }

  /** The server has told the thread again, and left out the run that it was asked for. */
  missed(): void {
    if (!this.#wanted || this.state === 'open') return;
    this.mapping.run = this.#wanted;
    this.state = 'waiting';
  }

  /** The stream is over. What came after the end of its run must not stay open. */
  close(): void {
    this.content.messages.closeAll('close');
    this.content.tools.closeAll('close');
  }

  #begin(more: JsonObject, first = true): void {
    const { facts, run, announce } = this.mapping;
    this.state = 'open';
    this.#status = this.#title = '';
    this.content.steps?.reset();
    this.#interrupts = [];
    this.content.tools.runStarted();
    facts.add(run, { type: 'run.started', payload: { ...(first ? announce : {}), ...more } });
  }

  #questions(interrupts: readonly unknown[]): Question[] {
    const { facts, history, run } = this.mapping;
    const argsOf = (toolCallId: string) => {
      const call = history.calls.get(toolCallId);
      return { name: call?.name, args: call ? parseJson(call.pieces.join('')) : undefined };
    };
    const asked = interrupts.length + this.#interrupts.length > 0 ? LATE.questions.value : undefined;
    if (!asked) return [];
    if (interrupts.length === 0) {
      return this.#interrupts.map((value, index) => asked.legacyQuestionOf(value, run, index));
    }
    return interrupts.map((interrupt, index) => {
      const { question, malformed } = asked.questionOf(interrupt, run, index, argsOf);
      if (malformed) facts.diagnose('malformed', 'interrupt', 'An interrupt lacks its id or its reason.');
      return question;
    });
  }

  /** The agent has gone on by itself often enough (§5.6, 5). */
  #refuse(pending: readonly HistoryCall[]): void {
    const { facts, run } = this.mapping;
    const message = 'The agent went on calling tools of this page without an end; it was stopped.';
    for (const { toolCallId } of pending) {
      const payload = { error: message, code: 'too_many_continuations', cancelled: true };
      facts.add(run, { type: 'tool.failed', toolCallId, payload });
    }
    this.fail({ code: 'too_many_continuations', message, retryable: true });
  }

  #closeOpen(): void {
    const { facts } = this.mapping;
    const { messages, tools, agents } = this.content;
    if (messages.closeAll('close')) {
      facts.diagnose('open_at_end', 'message', 'The run ended while a message was open; it was closed.');
    }
    if (tools.closeAll('close')) {
      facts.diagnose('open_at_end', 'tool', 'The run ended while a tool call was open; it was closed.');
    }
    if (agents?.closeAll('close')) {
      facts.diagnose('open_at_end', 'subagent', 'The run ended while a subagent was at work.');
    }
    if (this.#settle()) {
      facts.diagnose('open_at_end', 'step', 'The run ended while a step was open.');
    }
  }

  #settle(): boolean {
    this.content.open?.settle();
    return this.content.steps?.closeAll() === true;
  }

  #cut(why: string): void {
    this.mapping.history.settleCut(this.mapping.run.runId, why);
  }

  #finish(
    outcome: 'success' | 'interrupt' | 'cancelled' | 'unknown',
    payload: JsonObject,
    end: RunEnd,
  ): void {
    const phase =
      ({ interrupt: 'interrupted', cancelled: 'cancelled' } as const)[outcome as 'interrupt'] ?? 'completed';
    this.mapping.facts.add(this.mapping.run, {
      type: 'run.finished',
      phase,
      payload: { outcome, ...payload },
    });
    this.#ended(end);
  }

  #ended(end: RunEnd): void {
    this.state = 'ended';
    this.end = end;
    if (this.#nativeId !== undefined) {
      this.#seen.add(this.#nativeId);
      if (!this.#assumed && (end.outcome !== 'failed' || !this.#broke))
        this.mapping.thread.ended.add(this.#nativeId);
    }
    this.#broke = this.#assumed = false;
    this.mapping.facts.settleDiagnostics();
  }
}
