import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import { ActivityMapper } from './activity-mapper.js';
import { AgentMapper } from './agent-mapper.js';
import { ChunkLanes } from './chunk-lanes.js';
import { CustomMapper } from './custom-mapper.js';
import { tellRider } from './foreign.js';
import { mergeMetadata } from './history.js';
import type { Mapping, RunFailure } from './mapping.js';
import { MessageMapper } from './message-mapper.js';
import { PredictedState } from './predicted-state.js';
import { RunMapper } from './run-mapper.js';
import { SnapshotMapper } from './snapshot-mapper.js';
import { ToolMapper } from './tool-mapper.js';
import { Twins } from './twins.js';
import { idField, ownerOf, type WireEvent } from './wire.js';

/** Types that may come before the run begins, and after it has ended. */
const OUT_OF_BAND = new Set(['RUN_STARTED', 'RUN_ERROR', 'CUSTOM', 'RAW']);
/** Types that end the open chunks of all agents, and those that end the open chunks of their own. */
export const CLOSES_ALL = /^(?:RUN_|MESSAGES_SNAPSHOT$)/;
export const CLOSES_OWN =
  /^(?!.*_CHUNK$)(?:TEXT_|TOOL_|REASONING_(?!ENCRYPTED)|THINKING_|STATE_|STEP_|CUSTOM$|SUBAGENT_(?!STARTED))/;
/** RFC 6902. */
const OPERATIONS = new Set<unknown>(['add', 'remove', 'replace', 'move', 'copy', 'test']);

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
  readonly #chunks: ChunkLanes;
  readonly #snapshots: SnapshotMapper;
  readonly #agents: AgentMapper;
  readonly #activities: ActivityMapper;
  readonly #predicted: PredictedState;
  readonly #custom: CustomMapper;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #twins = new Twins();
  #thinking = 0;
  /** Strict mode: why no event counts any more. */
  violation: RunFailure | undefined;

  constructor(
    private readonly mapping: Mapping,
    private readonly verifier?: Verifier,
  ) {
    this.#messages = new MessageMapper(mapping);
    this.#tools = new ToolMapper(mapping);
    this.#chunks = new ChunkLanes(mapping, this.#messages, this.#tools, (event, id) =>
      this.#toolStart(event, id),
    );
    this.#agents = new AgentMapper(mapping);
    this.#activities = new ActivityMapper(mapping);
    this.#predicted = new PredictedState(mapping);
    this.#snapshots = new SnapshotMapper(mapping, this.#tools, this.#activities);
    this.run = new RunMapper(mapping, {
      messages: this.#messages,
      tools: this.#tools,
      agents: this.#agents,
      activities: this.#activities,
      predicted: this.#predicted,
    });
    this.#custom = new CustomMapper(mapping, this.run, this.#predicted);
    this.#handlers = new Map(Object.entries(this.#table()));
  }

  /** Takes the data of one frame. */
  take(data: string): void {
    if (data === '' || this.violation || this.#twins.isTwin(data)) return;
    const event = parseJson(data);
    if (!isJsonObject(event) || typeof event['type'] !== 'string') {
      this.mapping.facts.diagnose('malformed', 'frame', 'A frame is no event: an object with a type.');
      return;
    }
    const fault = this.verifier?.check(event as WireEvent);
    if (fault === undefined) this.event(event as WireEvent);
    else {
      this.violation = { code: 'protocol_violation', message: fault, retryable: false };
      this.mapping.facts.diagnose('protocol_violation', String(event['type']), fault);
    }
  }

  /** The run broke off, and the thread is told again from its beginning. */
  retell(): void {
    this.#chunks.drop();
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
    if (CLOSES_ALL.test(type)) this.#chunks.closeAll();
    else if (CLOSES_OWN.test(type)) this.#chunks.close(ownerOf(event) ?? '');
    const owner = ownerOf(event);
    if (owner !== undefined && !type.startsWith('SUBAGENT_')) this.#agents.seen(owner);
    const handler = this.#handlers.get(type);
    if (handler) handler(event);
    else
      this.mapping.facts.diagnose(
        'unmapped',
        type,
        `This version does not show ${type.slice(0, 80)}.`,
        'info',
      );
    if (event['metadata'] !== undefined) tellRider(this.mapping, event, owner);
  }

  /** The stream is over; `failure` says how, when it broke. */
  finish(failure?: RunFailure): void {
    const { run, mapping } = this;
    this.#chunks.drop();
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
      TEXT_MESSAGE_CHUNK: (event) => {
        run.stage('streaming');
        this.#chunks.take('text', event);
      },
      REASONING_START: () => run.stage('running', { phase: 'reasoning' }),
      REASONING_END: () => {},
      REASONING_MESSAGE_START: (event) => {
        run.stage('running', { phase: 'reasoning' });
        messages.start('reasoning', event);
      },
      REASONING_MESSAGE_CONTENT: (event) => messages.content('reasoning', event),
      REASONING_MESSAGE_END: (event) => messages.end('reasoning', event),
      REASONING_MESSAGE_CHUNK: (event) => {
        run.stage('running', { phase: 'reasoning' });
        this.#chunks.take('reasoning', event);
      },
      REASONING_ENCRYPTED_VALUE: (event) => this.#encryptedValue(event),
      ...this.#thinkingTable(),
      TOOL_CALL_START: (event) => this.#toolStart(event),
      TOOL_CALL_ARGS: (event) => {
        tools.args(event);
        this.#predicted.written(idField(event, 'toolCallId') ?? '', false);
      },
      TOOL_CALL_END: (event) => this.#toolEnd(event),
      TOOL_CALL_CHUNK: (event) => this.#chunks.take('tool', event),
      TOOL_CALL_RESULT: (event) => {
        tools.result(event);
        run.stage('running');
      },
      MESSAGES_SNAPSHOT: (event) => this.#snapshots.take(event['messages'], 'snapshot'),
      STATE_SNAPSHOT: (event) => this.#stateSnapshot(event),
      STATE_DELTA: (event) => this.#stateDelta(event),
      ACTIVITY_SNAPSHOT: (event) => this.#activities.snapshot(event),
      ACTIVITY_DELTA: (event) => this.#activities.delta(event),
      SUBAGENT_STARTED: (event) => this.#agents.started(event),
      SUBAGENT_FINISHED: (event) => this.#agents.finished(event),
      SUBAGENT_ERROR: (event) => this.#agents.failed(event),
      RAW: (event) => this.#custom.raw(event),
      CUSTOM: (event) => this.#custom.custom(event),
    };
  }

  /** Peers before REASONING_*: they name no message, and have a title, which they would lose. */
  #thinkingTable(): Record<string, Handler> {
    const { run } = this;
    let title: string | undefined;
    const id = () => `${this.mapping.run.runId}:thinking:${this.#thinking}`;
    const start = (event: WireEvent) => {
      this.#thinking++;
      this.#messages.start('reasoning', { ...event, role: undefined, name: title }, id());
      this.mapping.history.find('reasoning', id())!.unnamed = true;
    };
    return {
      THINKING_START: (event) => {
        title = idField(event, 'title');
        run.stage('running', { phase: 'reasoning' });
      },
      THINKING_END: () => {},
      THINKING_TEXT_MESSAGE_START: start,
      THINKING_TEXT_MESSAGE_CONTENT: (event) => {
        if (!this.#messages.isOpen('reasoning', id())) start(event);
        this.#messages.content('reasoning', event, id());
      },
      THINKING_TEXT_MESSAGE_END: (event) => this.#messages.end('reasoning', event, id()),
    };
  }

  #seed(input: JsonObject): void {
    if (Array.isArray(input['messages'])) this.#snapshots.take(input['messages'], 'seed');
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
    if (call) this.#predicted.written(call.toolCallId, true);
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

  #stateSnapshot(event: WireEvent): void {
    const { facts, state, run } = this.mapping;
    // `null`, `0` and `""` are states too; only absence is not.
    if (!Object.hasOwn(event, 'snapshot')) {
      facts.diagnose('malformed', 'STATE_SNAPSHOT.snapshot', 'A state snapshot has no snapshot.');
      return;
    }
    state.snapshot(event['snapshot']);
    this.#predicted.confirmed();
    facts.add(run, { type: 'state.snapshot', payload: { state: event['snapshot'] } });
  }

  #stateDelta(event: WireEvent): void {
    const { facts, state, run } = this.mapping;
    const { delta } = event;
    if (!Array.isArray(delta)) {
      facts.diagnose('malformed', 'STATE_DELTA.delta', 'A state delta is no list of operations.');
      return;
    }
    const patch = delta.filter((operation) => isJsonObject(operation) && OPERATIONS.has(operation['op']));
    if (patch.length < delta.length) {
      facts.diagnose('malformed', 'STATE_DELTA.op', 'An operation of no known kind was left out of a delta.');
    }
    state.delta(patch);
    facts.add(run, { type: 'state.delta', payload: { patch } });
  }
}
