import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { CLOSES_ALL, CLOSES_OWN, type Verifier } from './stream-mapper.js';
import { ownerOf, type WireEvent } from './wire.js';

/** What each event must have, as `key` (a text), `key[]` (a list) or `key{}` (an object). */
const REQUIRED: Readonly<Record<string, string>> = {
  RUN_STARTED: 'threadId runId',
  RUN_FINISHED: 'threadId runId',
  RUN_ERROR: 'message',
  STEP_STARTED: 'stepName',
  STEP_FINISHED: 'stepName',
  TEXT_MESSAGE_START: 'messageId',
  TEXT_MESSAGE_CONTENT: 'messageId delta',
  TEXT_MESSAGE_END: 'messageId',
  TOOL_CALL_START: 'toolCallId toolCallName',
  TOOL_CALL_ARGS: 'toolCallId delta',
  TOOL_CALL_END: 'toolCallId',
  TOOL_CALL_RESULT: 'messageId toolCallId',
  STATE_DELTA: 'delta[]',
  MESSAGES_SNAPSHOT: 'messages[]',
  ACTIVITY_SNAPSHOT: 'messageId activityType content{}',
  ACTIVITY_DELTA: 'messageId activityType patch[]',
  REASONING_START: 'messageId',
  REASONING_END: 'messageId',
  REASONING_MESSAGE_START: 'messageId',
  REASONING_MESSAGE_CONTENT: 'messageId delta',
  REASONING_MESSAGE_END: 'messageId',
  REASONING_ENCRYPTED_VALUE: 'subtype entityId encryptedValue',
  SUBAGENT_STARTED: 'subagentRunId name',
  SUBAGENT_FINISHED: 'subagentRunId',
  SUBAGENT_ERROR: 'subagentRunId message',
  CUSTOM: 'name',
};

/** The events that open, go on with and close something, and what that is. */
const BRACKETS: Readonly<Record<string, readonly [kind: Kind, part: 'start' | 'content' | 'end']>> = {
  TEXT_MESSAGE_START: ['text message', 'start'],
  TEXT_MESSAGE_CONTENT: ['text message', 'content'],
  TEXT_MESSAGE_END: ['text message', 'end'],
  TOOL_CALL_START: ['tool call', 'start'],
  TOOL_CALL_ARGS: ['tool call', 'content'],
  TOOL_CALL_END: ['tool call', 'end'],
  REASONING_MESSAGE_START: ['reasoning message', 'start'],
  REASONING_MESSAGE_CONTENT: ['reasoning message', 'content'],
  REASONING_MESSAGE_END: ['reasoning message', 'end'],
  REASONING_START: ['reasoning span', 'start'],
  REASONING_END: ['reasoning span', 'end'],
  SUBAGENT_STARTED: ['subagent', 'start'],
  SUBAGENT_FINISHED: ['subagent', 'end'],
  SUBAGENT_ERROR: ['subagent', 'end'],
};

type Kind = 'text message' | 'tool call' | 'reasoning message' | 'reasoning span' | 'subagent' | 'step';

const CHUNKS: Readonly<Record<string, Kind>> = {
  TEXT_MESSAGE_CHUNK: 'text message',
  TOOL_CALL_CHUNK: 'tool call',
  REASONING_MESSAGE_CHUNK: 'reasoning message',
};

interface Lane {
  kind: Kind;
  id: string;
  said: JsonObject;
}

/** The rules of AG-UI 1.0 (§1.3) as its own client keeps them: the first breach ends the run. */
export class StrictVerifier implements Verifier {
  #run: 'none' | 'open' | 'finished' | 'failed' = 'none';
  /** By kind and id, with the agent that opened it. */
  #open = new Map<string, string | undefined>();
  readonly #owners = new Map<string, string | undefined>();
  #over = new Set<string>();
  readonly #lanes = new Map<string, Lane>();

  check(event: WireEvent): string | undefined {
    const { type } = event;
    // What a later release adds is left out, and breaks no rule of this one.
    if (!(type in REQUIRED) && !(type in CHUNKS) && !/^(?:STATE_SNAPSHOT|RAW|THINKING_\w+)$/.test(type)) {
      return undefined;
    }
    const malformed = fieldFault(event);
    if (malformed !== undefined) return malformed;
    if (type === 'MESSAGES_SNAPSHOT') stripParts(event['messages'] as unknown[]);
    if (type === 'CUSTOM' && event['name'] === 'run.accepted' && this.#run === 'none') return undefined;
    return this.#orderFault(type) ?? this.#contentFault(event);
  }

  #orderFault(type: string): string | undefined {
    const starts = type === 'RUN_STARTED';
    const fails = type === 'RUN_ERROR';
    if (this.#run === 'none' && !starts && !fails) return `First event must be 'RUN_STARTED', not '${type}'.`;
    if (this.#run === 'open' && starts) return `Cannot send 'RUN_STARTED' while a run is still active.`;
    if (this.#run === 'finished' && !starts && !fails) {
      return `Cannot send '${type}': The run has already finished with 'RUN_FINISHED'.`;
    }
    if (this.#run === 'failed' && !starts) {
      return `Cannot send '${type}': The run has already errored with 'RUN_ERROR'.`;
    }
    return undefined;
  }

  #contentFault(event: WireEvent): string | undefined {
    const { type } = event;
    if (CLOSES_ALL.test(type)) for (const lane of [...this.#lanes.keys()]) this.#close(lane);
    else if (CLOSES_OWN.test(type)) this.#close(ownerOf(event) ?? '');
    if (type in CHUNKS) return this.#chunkFault(event, CHUNKS[type]!);
    if (type === 'RUN_STARTED') {
      this.#run = 'open';
      this.#open = new Map();
      this.#over = new Set();
    } else if (type === 'RUN_ERROR') this.#run = 'failed';
    else if (type === 'RUN_FINISHED') return this.#finishFault();
    else if (type.startsWith('STEP_')) return this.#stepFault(event);
    else if (type.startsWith('ACTIVITY_')) return this.#ownerFault(`activity:${idOf(event)}`, event);
    const bracket = BRACKETS[type];
    return bracket && this.#bracketFault(event, ...bracket);
  }

  #bracketFault(
    event: WireEvent,
    kind: Kind,
    part: 'start' | 'content' | 'end',
    id = idOf(event),
  ): string | undefined {
    const key = `${kind}:${id}`;
    if (part !== 'start') {
      if (!this.#open.has(key)) {
        return `Cannot send '${event.type}' event: No active ${kind} found with ID '${id}'.`;
      }
      const fault = kind === 'subagent' ? undefined : this.#ownerFault(key, event);
      if (part === 'end') {
        this.#open.delete(key);
        this.#over.add(key);
      }
      return fault;
    }
    if (this.#open.has(key))
      return `Cannot send '${event.type}' event: A ${kind} '${id}' is already in progress.`;
    if (kind === 'subagent') {
      if (this.#over.has(key)) return `The subagent '${id}' has already ended.`;
      const parent = event['parentSubagentRunId'];
      if (
        typeof parent === 'string' &&
        !this.#open.has(`subagent:${parent}`) &&
        !this.#over.has(`subagent:${parent}`)
      ) {
        return `The parent subagent '${parent}' was not started.`;
      }
    }
    this.#open.set(key, ownerOf(event));
    if (kind === 'tool call' && typeof event['parentMessageId'] === 'string') {
      const parent = `text message:${event['parentMessageId']}`;
      const owner = ownerOf(event);
      if (owner !== undefined && this.#owners.has(parent) && this.#owners.get(parent) !== owner) {
        return `The subagentRunId '${owner}' of a tool call does not match its message's.`;
      }
    }
    return this.#ownerFault(key, event);
  }

  /** What one agent has begun, no other goes on with; an untagged event is always fine. */
  #ownerFault(key: string, event: JsonObject): string | undefined {
    const owner = ownerOf(event);
    if (!this.#owners.has(key)) this.#owners.set(key, owner);
    const first = this.#owners.get(key);
    if (owner === undefined || owner === first) return undefined;
    return `The subagentRunId '${owner}' does not match '${first ?? 'the parent agent'}', who began it.`;
  }

  #stepFault(event: WireEvent): string | undefined {
    const key = `step:${ownerOf(event) ?? ''}:${event['stepName'] as string}`;
    if (event.type === 'STEP_STARTED') {
      if (this.#open.has(key)) return `Step '${event['stepName'] as string}' is already active.`;
      this.#open.set(key, undefined);
      return undefined;
    }
    if (this.#open.delete(key)) return undefined;
    return `Cannot send 'STEP_FINISHED' for step '${event['stepName'] as string}' that was not started.`;
  }

  #finishFault(): string | undefined {
    this.#run = 'finished';
    const left = [...this.#open.keys()];
    if (left.length === 0) return undefined;
    const kinds = [...new Set(left.map((key) => `${key.slice(0, key.indexOf(':'))}s`))].join(', ');
    return `Cannot send 'RUN_FINISHED' while ${kinds} are still active: ${left.join(', ')}.`;
  }

  #chunkFault(event: WireEvent, kind: Kind): string | undefined {
    const given = event[kind === 'tool call' ? 'toolCallId' : 'messageId'];
    const id = typeof given === 'string' && given !== '' ? given : undefined;
    const owner = ownerOf(event) ?? '';
    const fitting = [...this.#lanes].filter(([, lane]) => lane.kind === kind);
    const mine = this.#lanes.get(owner)?.kind === kind;
    if (id === undefined && owner === '' && !mine && fitting.length > 1) {
      return `An untagged ${event.type} could continue more than one stream.`;
    }
    const name = id === undefined && owner === '' && !mine && fitting.length === 1 ? fitting[0]![0] : owner;
    const lane = this.#lanes.get(name);
    if (lane?.kind === kind && (id === undefined || id === lane.id)) {
      for (const key of ['role', 'name', 'toolCallName']) {
        const said = event[key];
        if (
          said === undefined ||
          said === null ||
          said === (lane.said[key] ?? (key === 'role' ? 'assistant' : ''))
        )
          continue;
        return `The ${key} of a ${event.type} does not match the open stream's ${key}.`;
      }
      return this.#ownerFault(`${kind}:${lane.id}`, event);
    }
    this.#close(name);
    if (id === undefined) {
      return `First ${event.type} must have a ${kind === 'tool call' ? 'toolCallId' : 'messageId'}.`;
    }
    if (kind === 'tool call' && typeof event['toolCallName'] !== 'string') {
      return `First TOOL_CALL_CHUNK must have a toolCallName.`;
    }
    const fault = this.#bracketFault(event, kind, 'start', id);
    this.#lanes.set(name, { kind, id, said: event });
    return fault;
  }

  #close(name: string): void {
    const lane = this.#lanes.get(name);
    if (lane) this.#open.delete(`${lane.kind}:${lane.id}`);
    this.#lanes.delete(name);
  }
}

const PARTS = new Set<unknown>(['text', 'image', 'audio', 'video', 'document', 'binary']);

/** A list survives what it has of an unknown kind; that element does not. */
function stripParts(messages: readonly unknown[]): void {
  for (const message of messages) {
    if (!isJsonObject(message) || !Array.isArray(message['content'])) continue;
    message['content'] = message['content'].filter((part) => isJsonObject(part) && PARTS.has(part['type']));
  }
}

function idOf(event: JsonObject): string {
  const { type } = event as WireEvent;
  const key = type.startsWith('TOOL_')
    ? 'toolCallId'
    : type.startsWith('SUBAGENT_')
      ? 'subagentRunId'
      : 'messageId';
  return String(event[key]);
}

function fieldFault(event: WireEvent): string | undefined {
  const { type } = event;
  const wrong = (key: string, wanted: string) => `${type}.${key} must be ${wanted}.`;
  for (const field of (REQUIRED[type] ?? '').split(' ').filter(Boolean)) {
    const key = field.replace(/\W+$/, '');
    const value = event[key];
    if (field.endsWith('[]')) {
      if (!Array.isArray(value)) return wrong(key, 'a list');
    } else if (field.endsWith('{}')) {
      if (!isJsonObject(value)) return wrong(key, 'an object');
    } else if (typeof value !== 'string') return wrong(key, 'a text');
  }
  for (const key of ['messageId', 'toolCallId', 'toolCallName', 'delta', 'name', 'subagentRunId']) {
    const value = event[key];
    if (value === undefined || (key === 'delta' && type === 'STATE_DELTA')) continue;
    // Absence was once written as null (§1.10); of whom an event is never was.
    if (value === null ? key !== 'subagentRunId' : typeof value === 'string') continue;
    return wrong(key, 'a text');
  }
  const { outcome, role } = event;
  if (type === 'REASONING_MESSAGE_START' && role !== 'reasoning')
    return wrong('role', 'expected "reasoning"');
  if (type === 'RUN_FINISHED' && outcome !== undefined && outcome !== null && !isJsonObject(outcome)) {
    return wrong('outcome', 'an object');
  }
  if (type === 'STATE_SNAPSHOT' && !Object.hasOwn(event, 'snapshot')) return wrong('snapshot', 'there');
  return undefined;
}
