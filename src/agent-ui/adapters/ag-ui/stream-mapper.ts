import { isJsonObject, isPollutingKey, parseJson, type JsonObject } from '../../../base/json.js';
import { isKnownEvent, type KnownEvent } from '../../events/event.js';
import { ChunkLanes } from './chunk-lanes.js';
import { mergeMetadata } from './history.js';
import type { Mapping, RunFailure } from './mapping.js';
import { MessageMapper } from './message-mapper.js';
import { RunMapper } from './run-mapper.js';
import { SnapshotMapper } from './snapshot-mapper.js';
import { ToolMapper } from './tool-mapper.js';
import { idField, ownerOf, type WireEvent } from './wire.js';

/** Types that may come before the run begins, and after it has ended. */
const OUT_OF_BAND = new Set(['RUN_STARTED', 'RUN_ERROR', 'CUSTOM', 'RAW']);
/** Types that end the open chunks of all agents, and those that end the open chunks of their own. */
const CLOSES_ALL = /^(?:RUN_|MESSAGES_SNAPSHOT$)/;
const CLOSES_OWN =
  /^(?!.*_CHUNK$)(?:TEXT_|TOOL_|REASONING_(?!ENCRYPTED)|THINKING_|STATE_|STEP_|CUSTOM$|SUBAGENT_(?!STARTED))/;
/** LangGraph's helpers: what they say comes as typed events too. */
const MIRRORED = new Set(['manually_emit_message', 'manually_emit_tool_call', 'manually_emit_state']);

/** RFC 6902. */
const OPERATIONS = new Set<unknown>(['add', 'remove', 'replace', 'move', 'copy', 'test']);

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
  readonly #handlers: ReadonlyMap<string, Handler>;
  #thinking = 0;

  constructor(private readonly mapping: Mapping) {
    this.#messages = new MessageMapper(mapping);
    this.#tools = new ToolMapper(mapping);
    this.#chunks = new ChunkLanes(mapping, this.#messages, this.#tools, (event, id) =>
      this.#toolStart(event, id),
    );
    this.#snapshots = new SnapshotMapper(mapping, this.#tools);
    this.run = new RunMapper(mapping, this.#messages, this.#tools);
    this.#handlers = new Map(Object.entries(this.#table()));
  }

  /** Takes the data of one frame. */
  take(data: string): void {
    const event = parseJson(data);
    if (!isJsonObject(event) || typeof event['type'] !== 'string') {
      this.mapping.facts.diagnose('malformed', 'frame', 'A frame is no event: an object with a type.');
      return;
    }
    this.event(event as WireEvent);
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
    const handler = this.#handlers.get(type);
    if (handler) handler(event);
    else
      this.mapping.facts.diagnose(
        'unmapped',
        type,
        `This version does not show ${type.slice(0, 80)}.`,
        'info',
      );
  }

  /** The stream is over; `failure` says how, when it broke. */
  finish(failure?: RunFailure): void {
    const { run, mapping } = this;
    this.#chunks.drop();
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
      TOOL_CALL_ARGS: (event) => tools.args(event),
      TOOL_CALL_END: (event) => this.#toolEnd(event),
      TOOL_CALL_CHUNK: (event) => this.#chunks.take('tool', event),
      TOOL_CALL_RESULT: (event) => {
        tools.result(event);
        run.stage('running');
      },
      MESSAGES_SNAPSHOT: (event) => this.#snapshots.take(event['messages'], 'snapshot'),
      STATE_SNAPSHOT: (event) => this.#stateSnapshot(event),
      STATE_DELTA: (event) => this.#stateDelta(event),
      CUSTOM: (event) => this.#custom(event),
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

  #custom(event: WireEvent): void {
    const name = idField(event, 'name') ?? '';
    if (name === 'on_interrupt') this.run.interruptAnnounced(event['value']);
    else if (name === 'run.accepted') this.run.stage('accepted');
    else if (name.startsWith('agentui/')) this.#agentUi(name.slice('agentui/'.length), event['value']);
    else if (!MIRRORED.has(name)) {
      this.mapping.facts.diagnose(
        'unmapped',
        `CUSTOM ${name}`,
        'This version does not show this event.',
        'info',
      );
    }
  }

  /** Our own extension: the body of an Agent UI event. Its place in the stream is ours to say. */
  #agentUi(type: string, value: unknown): void {
    const { facts, run } = this.mapping;
    if (!isKnownEvent({ type }) || !isJsonObject(value)) {
      facts.diagnose(
        'malformed',
        `agentui/${type}`,
        'An agentui/… event is of no known class, or no object.',
      );
      return;
    }
    const fact: JsonObject = {};
    for (const [key, item] of Object.entries(value)) if (!isPollutingKey(key)) fact[key] = item;
    for (const key of ['sequence', 'timestamp', 'sessionId', 'threadId']) delete fact[key];
    // What the person chose on this page is no server's to write.
    if (fact['owner'] === 'ui_projection') delete fact['owner'];
    facts.add(run, { ...fact, type } as KnownEvent);
  }
}
