import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import type { ServerFailure } from '../http-answer.js';
import { Late } from '../late.js';
import { isCall, type UiCall, type UiMessage, type UiPart } from './chat.js';
import { FrameLog } from './frame-log.js';
import { given, textField, type Mapping } from './mapping.js';
import type { PartMapper } from './part-mapper.js';
import { PartPlaces } from './part-places.js';
import { retract, TextMapper } from './text-mapper.js';
import { ToolMapper } from './tool-mapper.js';
import { tellUsage } from './usage.js';

/** How a run ended, and what this client has to do about it. */
export interface RunEnd {
  outcome: 'success' | 'unknown' | 'interrupt' | 'cancelled' | 'failed';
  /** Calls that this page must run and answer, in order. */
  pending: readonly UiCall[];
}

type Handler = (chunk: UiPart) => void;

/** Sources, files, data: what a run of text and calls does without. */
export const PARTS = new Late(() => import('./part-mapper.js'));

/** Whether a frame may need them; they must be there before it is taken. */
export function needsParts(frame: string): boolean {
  return /"citations"|"type"\s*:\s*"(?:data-|source-|file|reasoning-file|custom|steering-)/.test(frame);
}

/** Finish reasons of an answer that is whole. */
const WHOLE = new Set<unknown>([undefined, null, 'stop', 'tool-calls']);
const SHORT: Readonly<Record<string, string>> = {
  length: 'The answer was cut off at the limit of its length.',
  'content-filter': 'The answer was cut off by a content filter.',
};

/**
 * Maps the chunks of one run. Whatever comes, nothing is thrown: what breaks a rule is repaired and reported, what is
 * not mapped is reported once for each type.
 */
export class StreamMapper {
  /** Set when the run has ended, by the server's word or without it. */
  end: RunEnd | undefined;
  /** The server has said that the answer is finished; data may follow. */
  finished = false;
  readonly #log = new FrameLog();
  readonly #texts: TextMapper;
  readonly #tools: ToolMapper;
  #parts: PartMapper | undefined;
  readonly #places = new PartPlaces();
  readonly #handlers: ReadonlyMap<string, Handler>;
  #begun = false;
  #message: UiMessage | undefined;
  /** The stream was joined in the middle of an answer, and nobody has said which. */
  #nameless = false;
  /** Where this run's own parts begin. */
  #from = 0;
  /** Data that came before its message. */
  #early: UiPart[] = [];
  #reason: unknown;
  /** The server tells the run again from its beginning. */
  #replays = false;

  constructor(private readonly mapping: Mapping) {
    const message = () => this.#answer();
    this.#texts = new TextMapper(mapping, message);
    this.#tools = new ToolMapper(mapping, message);
    this.#handlers = new Map(Object.entries(this.#table()));
    this.#replays = mapping.resumed;
  }

  /** Takes the data of one frame. */
  take(frame: string): void {
    const chunk = parseJson(frame);
    if (!isJsonObject(chunk) || typeof chunk['type'] !== 'string') {
      const text = 'A frame is no chunk: an object with a type.';
      this.mapping.facts.diagnose('malformed', 'frame', text);
      return;
    }
    const { type } = chunk;
    switch (this.#log.next(frame, type)) {
      case 'again':
        if (this.#log.doubled)
          this.mapping.facts.diagnose('doubled', 'stream', 'Every chunk comes twice.', 'info');
        return;
      case 'diverged': {
        const skipped = this.#log.skipped();
        if (this.#replays) this.#restart();
        this.#replays = false;
        for (const known of skipped) this.#chunk(parseJson(known) as UiPart);
        this.#log.next(frame, type);
        break;
      }
    }
    this.#chunk(chunk as UiPart);
  }

  /** The connection broke, and the server now tells the run again (or, with `tail`, what came since). */
  resume(how: 'replay' | 'tail'): void {
    this.#replays = how === 'replay';
    if (how === 'replay') this.#log.replay();
    else this.mapping.gap();
  }

  /** The connection is lost for good; the answer was read from what the server keeps. */
  repaired(): void {
    if (this.end) return;
    const { facts, run } = this.mapping;
    this.#begin();
    this.#texts.closeAll('cut');
    const detail = 'The connection was lost; the answer is what the server has kept.';
    facts.add(run, { type: 'run.finished', phase: 'completed', payload: { outcome: 'unknown', detail } });
    this.#ended({ outcome: 'unknown', pending: [] });
  }

  /** The stream is over. `done`: the server has said so; `failure` says how it broke. */
  finish(done: boolean, failure?: ServerFailure): void {
    if (this.end) return;
    if (!this.finished && !(done && !failure)) {
      this.#fail(
        failure ?? {
          code: 'truncated',
          message: 'The agent server closed the connection before the answer was finished.',
          retryable: true,
        },
      );
      return;
    }
    this.#begin();
    this.#texts.closeAll('done');
    this.#finished();
  }

  #table(): Record<string, Handler> {
    const texts = this.#texts;
    const tools = this.#tools;
    return {
      start: (chunk) => this.#start(chunk),
      'start-step': () => this.#stepStarted(),
      'finish-step': () => texts.closeAll('done'),
      'reset-step': () => this.#resetStep(),
      'text-start': (chunk) => texts.start('text', chunk),
      'text-delta': (chunk) => texts.delta('text', chunk),
      'text-end': (chunk) => {
        const partId = texts.end('text', chunk);
        if (partId !== undefined)
          PARTS.value?.citations(this.mapping, this.#answer().id, partId, chunk['citations']);
      },
      'reasoning-start': (chunk) => texts.start('reasoning', chunk),
      'reasoning-delta': (chunk) => texts.delta('reasoning', chunk),
      'reasoning-end': (chunk) => void texts.end('reasoning', chunk),
      'tool-input-start': (chunk) => tools.inputStart(chunk),
      'tool-input-delta': (chunk) => tools.inputDelta(chunk),
      'tool-input-available': (chunk) => tools.inputAvailable(chunk),
      'tool-input-error': (chunk) => tools.inputError(chunk),
      'tool-output-available': (chunk) => tools.output(chunk),
      'tool-output-error': (chunk) => tools.outputError(chunk),
      'tool-output-denied': (chunk) => tools.outputDenied(chunk),
      'tool-approval-request': (chunk) => tools.approvalRequest(chunk),
      'tool-approval-response': (chunk) => tools.approvalResponse(chunk),
      'message-metadata': (chunk) => this.#metadata(chunk),
      finish: (chunk) => this.#finish(chunk),
      error: (chunk) => this.#error(chunk),
      abort: (chunk) => this.#aborted(chunk),
    };
  }

  #chunk(chunk: UiPart): void {
    const { type } = chunk;
    const data = type.startsWith('data-');
    if (!this.#begun) this.#begin();
    if (!data && type !== 'start' && this.#message === undefined && this.mapping.resumed) this.mapping.gap();
    const handler = this.#handlers.get(type);
    if (handler) handler(chunk);
    else if (data && chunk['transient'] === true) this.#tellPart('', chunk, 0);
    else if (data && this.#message === undefined) {
      this.#early.push(chunk);
      this.#tellPart('', chunk, 0);
    } else this.#part(chunk);
  }

  #part(chunk: UiPart): void {
    const { facts } = this.mapping;
    if (
      /^(?:source-(?:url|document)|file|reasoning-file|custom|steering-message|data-.*)$/.test(chunk.type)
    ) {
      const message = this.#answer();
      const index = PARTS.value!.keepPart(message, chunk);
      // Of an answer that has no name yet, only data can be told; the rest comes with what the server keeps.
      if (this.#nameless && this.mapping.kept && !chunk.type.startsWith('data-')) return;
      this.#tellPart(message.id, chunk, index);
    } else {
      facts.diagnose(
        'unmapped',
        chunk.type,
        `This version does not show ${chunk.type.slice(0, 80)}.`,
        'info',
      );
    }
  }

  #tellPart(messageId: string, chunk: UiPart, index: number): void {
    this.#parts ??= new PARTS.value!.PartMapper();
    this.#parts.tell(this.mapping, messageId, chunk, index);
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const { facts, run, announce, onBegun } = this.mapping;
    facts.add(run, { type: 'run.started', payload: announce });
    onBegun();
  }

  #start(chunk: UiPart): void {
    const id = textField(chunk, 'messageId');
    if (id === undefined) this.#answer();
    else if (this.#message?.id !== id) {
      const message = this.#messageOf(id);
      // A resumed stream tells an answer that is here already: it is told anew, unless it goes on after its calls.
      const last = message.parts.at(-1);
      const anew = this.#replays && last !== undefined && !isCall(last);
      this.#setMessage(message);
      if (anew) this.#restart(0);
    }
    this.#metadata(chunk);
  }

  #messageOf(id: string): UiMessage {
    const { chat, run } = this.mapping;
    return chat.find(id) ?? chat.addAnswer(id, run.turnId);
  }

  /** The answer that parts go into; one is made for a stream that names none. */
  #answer(): UiMessage {
    if (!this.#message) {
      const { chat, continued, run, uuid } = this.mapping;
      this.#setMessage(continued ?? chat.addAnswer(uuid(), run.turnId));
      this.#nameless = this.mapping.resumed;
    }
    return this.#message!;
  }

  #setMessage(message: UiMessage): void {
    this.#message = message;
    for (const part of this.#early) PARTS.value!.keepPart(message, part);
    this.#early = [];
    this.#from = message.parts.length;
  }

  /** What this run has made of its answer is made anew. */
  #restart(from = this.#from): void {
    const { chat } = this.mapping;
    this.#texts.closeAll('cut');
    this.finished = false;
    if (this.#message) chat.cutParts(this.#message, from);
    this.#from = from;
  }

  #stepStarted(): void {
    const { facts, run, questions, now } = this.mapping;
    // The outputs of the step before have come: the server has all answers.
    questions.settle(facts, now());
    this.#texts.closeAll('done');
    const message = this.#answer();
    message.parts.push({ type: 'step-start' });
    const stepId = `${message.id}/${this.#places.step(message)}`;
    facts.add(run, { type: 'run.status', stepId, payload: { stage: 'running' } });
  }

  /** The model begins its step anew: what it had said in it does not count. */
  #resetStep(): void {
    const { facts, run, chat } = this.mapping;
    const message = this.#answer();
    this.#texts.closeAll('cut');
    const step = this.#places.step(message);
    const from = message.parts.findLastIndex(({ type }) => type === 'step-start') + 1;
    let texts = 0;
    for (const part of chat.cutParts(message, from)) {
      const { toolCallId } = part;
      if (part.type === 'text')
        retract(this.mapping, run, message.id, `${message.id}/${step}/text-${++texts}`);
      else if (typeof toolCallId === 'string') {
        const payload = { error: 'The model began its step anew.', code: 'RESET', cancelled: true };
        facts.add(run, { type: 'tool.failed', toolCallId, phase: 'cancelled', payload });
      }
    }
  }

  #metadata({ messageMetadata }: JsonObject): void {
    if (messageMetadata === undefined || messageMetadata === null) return;
    const message = this.#answer();
    const { metadata } = message;
    message.metadata =
      isJsonObject(metadata) && isJsonObject(messageMetadata)
        ? { ...metadata, ...messageMetadata }
        : messageMetadata;
    tellUsage(this.mapping.facts, this.mapping.run, messageMetadata);
  }

  #finish(chunk: UiPart): void {
    this.#metadata(chunk);
    this.#texts.closeAll('done');
    this.finished = true;
    this.#reason = chunk['finishReason'];
  }

  #error(chunk: UiPart): void {
    const message = textField(chunk, 'errorText') ?? 'The agent failed.';
    this.#fail({ code: 'error', message, retryable: true });
  }

  #aborted(chunk: UiPart): void {
    const { facts, run, cut } = this.mapping;
    if (this.end) return;
    this.finished = true;
    this.#texts.closeAll('cut');
    cut('The run was stopped before there was a result.');
    const payload = { outcome: 'cancelled', ...given('summary', chunk['reason']) };
    facts.add(run, { type: 'run.finished', phase: 'cancelled', payload });
    this.#ended({ outcome: 'cancelled', pending: [] });
  }

  /** The run ends as failed; what it said stays, incomplete. */
  #fail({ code, message, retryable }: ServerFailure): void {
    if (this.end) return;
    const { facts, run, cut } = this.mapping;
    // The server took the request, so what the person said stands, whatever became of it.
    this.#begin();
    this.#texts.closeAll('cut');
    cut('The run was cut off before there was a result.');
    facts.add(run, { type: 'run.failed', payload: { error: message, code, retryable } });
    this.#ended({ outcome: 'failed', pending: [] });
  }

  #finished(): void {
    const { facts, run, questions, chat, now } = this.mapping;
    const reason = this.#reason;
    if (reason === 'error') {
      this.#fail({ code: 'error', message: 'The agent failed.', retryable: true });
      return;
    }
    questions.settle(facts, now());
    const message = this.#message ?? chat.lastAnswer;
    const { page, others } = message ? this.#tools.unanswered(message) : { page: [], others: [] };
    for (const call of others) questions.askOutput(facts, call, run);
    if (questions.size > 0) {
      // Calls that wait are not over because the run that made them is.
      const payload = { outcome: 'interrupt', continues: true };
      facts.add(run, { type: 'run.finished', phase: 'waiting', payload });
      this.#ended({ outcome: 'interrupt', pending: page });
    } else if (page.length > 0 && this.mapping.mayContinue) {
      facts.add(run, {
        type: 'run.finished',
        phase: 'completed',
        payload: { outcome: 'success', continues: true },
      });
      this.#ended({ outcome: 'success', pending: page });
    } else if (page.length > 0) {
      this.#refuse(page);
    } else {
      const outcome = WHOLE.has(reason) ? 'success' : 'unknown';
      const summary = typeof reason === 'string' ? SHORT[reason] : undefined;
      const payload = { outcome, ...given('finishReason', reason), ...given('detail', summary) };
      facts.add(run, { type: 'run.finished', phase: 'completed', payload });
      this.#ended({ outcome, pending: [] });
    }
  }

  /** The agent has gone on by itself often enough (agent-ui §5.6, 5). */
  #refuse(page: readonly UiCall[]): void {
    const { facts, run } = this.mapping;
    const message = 'The agent went on calling tools of this page without an end; it was stopped.';
    for (const { toolCallId } of page) {
      const payload = { error: message, code: 'too_many_continuations', cancelled: true };
      facts.add(run, { type: 'tool.failed', toolCallId, payload });
    }
    this.#fail({ code: 'too_many_continuations', message, retryable: true });
  }

  #ended(end: RunEnd): void {
    this.end = end;
    this.mapping.facts.settleDiagnostics();
  }
}
