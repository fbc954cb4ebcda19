import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import { mergeMetadata } from './history.js';
import { LATE, neededBy, type LateName } from './late-parts.js';
import type { Mapping, RunFailure } from './mapping.js';
import { MessageMapper } from './message-mapper.js';
import { RunMapper } from './run-mapper.js';
import type { StreamParts } from './stream-parts.js';
import { ToolMapper } from './tool-mapper.js';
import { Twins } from './twins.js';
import { idField, ownerOf, type WireEvent } from './wire.js';

/** Types that may come before the run begins, and after it has ended. */
const OUT_OF_BAND = new Set(['RUN_STARTED', 'RUN_ERROR', 'CUSTOM', 'RAW']);
/** Types that end the open chunks of all agents, and those that end the open chunks of their own. */
export const CLOSES_ALL = /^(?:RUN_|MESSAGES_SNAPSHOT$)/;
export const CLOSES_OWN =
  /^(?!.*_CHUNK$)(?:TEXT_|TOOL_|REASONING_(?!ENCRYPTED)|THINKING_|STATE_|STEP_|CUSTOM$|SUBAGENT_(?!STARTED))/;

/** Knows the rules of the protocol, and which one an event breaks. */
export interface Verifier {
  check(event: WireEvent): string | undefined;
}

type Handler = (event: WireEvent) => void;

/**
 * Maps the events of one stream. Whatever comes, nothing is thrown: what breaks a rule is repaired and
 * reported, what is not mapped is reported once for each type.
 */
export class StreamMapper {
  readonly run: RunMapper;
  readonly #messages: MessageMapper;
  readonly #tools: ToolMapper;
  /** What has been needed so far. */
  readonly #parts: StreamParts;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #twins = new Twins();
  /** Strict mode: why no event counts any more. */
  violation: RunFailure | undefined;

  constructor(
    private readonly mapping: Mapping,
    private readonly verifier?: Verifier,
  ) {
    this.#messages = new MessageMapper(mapping);
    this.#tools = new ToolMapper(mapping);
    this.#parts = { messages: this.#messages, tools: this.#tools };
    this.run = new RunMapper(mapping, this.#parts);
    this.#handlers = new Map(Object.entries(this.#table()));
  }

  /**
   * Takes the data of the frames of one network read. A promise: something must be fetched before.
   *
   * @param over nobody wants them any more, once they could be taken
   */
  take(batch: readonly string[], over: () => boolean): void | Promise<void> {
    const events: unknown[] = [];
    const needed = new Set<LateName>();
    for (const data of batch) {
      if (data === '' || this.#twins.isTwin(data)) continue;
      const event = parseJson(data);
      events.push(event);
      if (isEvent(event)) for (const name of neededBy(event, this.mapping.retold)) needed.add(name);
    }
    const missing = [...needed].filter((name) => !LATE[name].value);
    const go = () => {
      if (over()) return;
      for (const name of needed) this.#make(name);
      for (const event of events) this.#take(event);
    };
    if (missing.length === 0) return go();
    return Promise.all(missing.map((name) => LATE[name].load())).then(go);
  }

  #take(event: unknown): void {
    if (this.violation) return;
    if (!isEvent(event)) {
      this.mapping.facts.diagnose('malformed', 'frame', 'A frame is no event: an object with a type.');
      return;
    }
    const fault = this.verifier?.check(event);
    if (fault === undefined) this.event(event);
    else {
      this.violation = { code: 'protocol_violation', message: fault, retryable: false };
      this.mapping.facts.diagnose('protocol_violation', String(event['type']), fault);
    }
  }

  #make(name: LateName): void {
    const { mapping, run } = this;
    const parts = this.#parts;
    if (name === 'agents') parts.agents ??= new LATE.agents.value!.AgentMapper(mapping);
    else if (name === 'steps') parts.steps ??= new LATE.steps.value!.Steps(mapping);
    else if (name === 'open') parts.open ??= new LATE.open.value!.OpenMapper(mapping, run);
    else if (name === 'state') parts.state ??= new LATE.state.value!.StateMapper(mapping);
    else if (name === 'snapshots')
      parts.snapshots ??= new LATE.snapshots.value!.SnapshotMapper(mapping, parts);
    else if (name === 'chunks') {
      const startTool = (event: JsonObject, id: string) => this.#toolStart(event, id);
      const { ChunkMapper } = LATE.chunks.value!;
      parts.chunks ??= new ChunkMapper(mapping, this.#messages, this.#tools, run, startTool);
    }
  }

  /** The run broke off, and the thread is told again from its beginning. */
  retell(): void {
    this.#parts.chunks?.lanes.drop();
    this.run.retell();
  }

  event(event: WireEvent): void {
    const { type } = event;
    if (this.run.state === 'replay') {
      if (type === 'RUN_FINISHED' || type === 'RUN_ERROR') this.run.replayed();
      return;
    }
    if (!OUT_OF_BAND.has(type)) {
      if (this.run.state === 'waiting') this.run.assume(type);
      else if (this.run.state === 'ended' && type !== 'RUN_FINISHED') {
        this.mapping.facts.diagnose('after_end', type, 'An event came after its run had ended.');
      }
    }
    const owner = ownerOf(event);
    const { chunks, agents, open } = this.#parts;
    if (chunks) {
      if (CLOSES_ALL.test(type)) chunks.lanes.closeAll();
      else if (CLOSES_OWN.test(type)) chunks.lanes.close(owner ?? '');
    }
    if (owner !== undefined && !type.startsWith('SUBAGENT_')) agents!.seen(owner);
    const handler = this.#handlers.get(type);
    if (handler) handler(event);
    else
      this.mapping.facts.diagnose(
        'unmapped',
        type,
        `This version does not show ${type.slice(0, 80)}.`,
        'info',
      );
    if (event['metadata'] !== undefined) open?.rider(event, owner);
  }

  /** The stream is over; `failure` says how, when it broke. */
  finish(failure?: RunFailure): void {
    const { run, mapping } = this;
    this.#parts.chunks?.lanes.drop();
    // A thread that was only read again may have nothing to tell.
    if (mapping.loaded && run.state === 'waiting') return;
    run.missed();
    if (run.state === 'waiting') {
      mapping.facts.diagnose('not_started', 'end of stream', 'The stream ended before RUN_STARTED.');
    }
    if (run.state === 'waiting' || run.state === 'open') {
      run.fail(
        failure ?? {
          code: 'truncated',
          message: 'The agent server closed the connection before the run had ended.',
          retryable: true,
        },
        true,
      );
    }
    run.close();
    mapping.facts.settleDiagnostics();
  }

  #table(): Record<string, Handler> {
    const messages = this.#messages;
    const tools = this.#tools;
    const { run } = this;
    const parts = this.#parts;
    const chunk: Handler = (event) => parts.chunks!.chunk(event);
    const thinking: Handler = (event) => parts.chunks!.thinking(event);
    return {
      RUN_STARTED: (event) => {
        run.started(event);
        if (run.state === 'open' && isJsonObject(event['input'])) this.#seed(event['input']);
      },
      RUN_FINISHED: (event) => run.finished(event),
      RUN_ERROR: (event) => run.error(event),
      STEP_STARTED: (event) => run.stepStarted(event),
      STEP_FINISHED: (event) => run.stepFinished(event),
      TEXT_MESSAGE_START: (event) => {
        run.stage('streaming');
        messages.start('text', event);
      },
      TEXT_MESSAGE_CONTENT: (event) => messages.content('text', event),
      TEXT_MESSAGE_END: (event) => messages.end('text', event),
      TEXT_MESSAGE_CHUNK: chunk,
      REASONING_START: () => run.stage('running', { phase: 'reasoning' }),
      REASONING_END: () => {},
      REASONING_MESSAGE_START: (event) => {
        run.stage('running', { phase: 'reasoning' });
        messages.start('reasoning', event);
      },
      REASONING_MESSAGE_CONTENT: (event) => messages.content('reasoning', event),
      REASONING_MESSAGE_END: (event) => messages.end('reasoning', event),
      REASONING_MESSAGE_CHUNK: chunk,
      REASONING_ENCRYPTED_VALUE: (event) => this.#encryptedValue(event),
      THINKING_START: thinking,
      THINKING_END: thinking,
      THINKING_TEXT_MESSAGE_START: thinking,
      THINKING_TEXT_MESSAGE_CONTENT: thinking,
      THINKING_TEXT_MESSAGE_END: thinking,
      TOOL_CALL_START: (event) => this.#toolStart(event),
      TOOL_CALL_ARGS: (event) => {
        tools.args(event);
        parts.open?.predicted.written(idField(event, 'toolCallId') ?? '', false);
      },
      TOOL_CALL_END: (event) => this.#toolEnd(event),
      TOOL_CALL_CHUNK: chunk,
      TOOL_CALL_RESULT: (event) => {
        tools.result(event);
        run.stage('running');
      },
      MESSAGES_SNAPSHOT: (event) => parts.snapshots!.take(event['messages'], 'snapshot'),
      STATE_SNAPSHOT: (event) => {
        if (parts.state!.snapshot(event)) parts.open?.predicted.confirmed();
      },
      STATE_DELTA: (event) => parts.state!.delta(event),
      ACTIVITY_SNAPSHOT: (event) => parts.open!.activities.snapshot(event),
      ACTIVITY_DELTA: (event) => parts.open!.activities.delta(event),
      SUBAGENT_STARTED: (event) => parts.agents!.started(event),
      SUBAGENT_FINISHED: (event) => parts.agents!.finished(event),
      SUBAGENT_ERROR: (event) => parts.agents!.failed(event),
      RAW: (event) => parts.open!.custom.raw(event),
      CUSTOM: (event) => parts.open!.custom.custom(event),
    };
  }

  #seed(input: JsonObject): void {
    if (Array.isArray(input['messages'])) this.#parts.snapshots!.take(input['messages'], 'seed');
    const { context } = input;
    if (!Array.isArray(context) || context.length === 0) return;
    // What it says may be long, and was ours to begin with.
    const refs = context.filter(isJsonObject).map((item, index) => {
      const label = idField(item, 'description') ?? `Context ${index + 1}`;
      return { id: label, label };
    });
    this.mapping.facts.add(this.mapping.run, { type: 'context.changed', payload: { refs } });
  }

  #toolStart(event: WireEvent | JsonObject, id?: string): void {
    const owner = ownerOf(event);
    this.#messages.break(owner, 'text');
    this.#messages.break(owner, 'reasoning');
    this.#tools.start(event, id);
  }

  #toolEnd(event: WireEvent): void {
    this.#tools.end(event);
    const toolCallId = idField(event, 'toolCallId');
    const call = toolCallId === undefined ? undefined : this.mapping.history.calls.get(toolCallId);
    if (call) this.#parts.open?.predicted.written(call.toolCallId, true);
    if (call && !call.client) this.run.stage('tool_running', { activeToolCallId: toolCallId });
  }

  /** Kept for the way back and shown to nobody. */
  #encryptedValue(event: WireEvent): void {
    const { history, facts } = this.mapping;
    const { subtype, encryptedValue } = event;
    const id = idField(event, 'entityId') ?? '';
    const target =
      subtype === 'tool-call'
        ? history.calls.get(id)
        : (history.find('reasoning', id) ?? history.find('text', id));
    if (target && typeof encryptedValue === 'string') target.encryptedValue = encryptedValue;
    else
      facts.diagnose('unknown_entity', 'REASONING_ENCRYPTED_VALUE', 'A value is for nothing known.', 'info');
    if (target) mergeMetadata(target, event);
  }
}

function isEvent(value: unknown): value is WireEvent {
  return isJsonObject(value) && typeof value['type'] === 'string';
}
