import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { RunRef } from '../fact-writer.js';
import { contentText, type WireMessage } from './wire.js';

export type MessageKind = 'text' | 'reasoning';

/** One message of the thread. Text is kept in pieces, so that a delta costs the same at any length. */
export interface HistoryMessage {
  /** What the server calls it. */
  id: string;
  /** What facts call it: the first id it had. */
  readonly shownId: string;
  readonly kind: MessageKind;
  role: string;
  pieces: string[];
  /** Content in parts, in place of `pieces`. */
  parts?: readonly unknown[];
  name?: string;
  readonly calls: HistoryCall[];
  /** A subagent's. */
  owner?: string;
  /** The run that made it; absent when it is older than this connection. */
  runId?: string;
  turnId?: string;
  /** Ours, and no snapshot of the server has shown it yet. */
  local: boolean;
  /** False: the server never took the request that carries it. */
  accepted: boolean;
  /** Made up from events that name no message: a server would not know it. */
  unnamed: boolean;
  /** How many parts of it were shown. */
  partCount: number;
  /** Being streamed now. */
  open: boolean;
  encryptedValue?: string;
  metadata?: JsonObject;
}

/** A call of a tool, with its result. */
export interface HistoryCall {
  readonly toolCallId: string;
  name: string | undefined;
  pieces: string[];
  message: HistoryMessage;
  readonly runId?: string;
  readonly turnId?: string;
  owner?: string;
  /** Its arguments are still being written. */
  open: boolean;
  /** Of a run that ended while the arguments were being written: not to be sent back. */
  broken: boolean;
  /** This page runs it. */
  client: boolean;
  result?: CallResult;
  encryptedValue?: string;
  metadata?: JsonObject;
}

export interface CallResult {
  /** Of the tool message. */
  id: string;
  content: unknown;
  error?: string;
}

/** What the server must be sent back at each run: indexed, and made into messages only then. */
export class History {
  order: HistoryMessage[] = [];
  readonly #byId = new Map<string, HistoryMessage>();
  readonly calls = new Map<string, HistoryCall>();
  /** Results of calls that nobody knows, by message id. */
  readonly #orphans = new Map<string, WireMessage>();

  find(kind: MessageKind, id: string): HistoryMessage | undefined {
    return this.#byId.get(`${kind}:${id}`);
  }

  add(kind: MessageKind, id: string, role: string, run?: RunRef): HistoryMessage {
    const message = this.make(kind, id, role, run);
    this.order.push(message);
    return message;
  }

  /** As `add`, but its place in the order is the caller's affair. */
  make(kind: MessageKind, id: string, role: string, run?: RunRef): HistoryMessage {
    const message: HistoryMessage = {
      id,
      shownId: id,
      kind,
      role,
      pieces: [],
      calls: [],
      runId: run?.runId,
      turnId: run?.turnId,
      local: false,
      accepted: true,
      unnamed: false,
      partCount: 0,
      open: false,
    };
    this.#byId.set(`${kind}:${id}`, message);
    return message;
  }

  /** The server has given a message that is known a new id; facts keep the first. */
  rename(message: HistoryMessage, id: string): void {
    if (message.id !== message.shownId) this.#byId.delete(`${message.kind}:${message.id}`);
    message.id = id;
    this.#byId.set(`${message.kind}:${id}`, message);
  }

  addUser(id: string, text: string, parts?: readonly JsonObject[]): HistoryMessage {
    const message = this.add('text', id, 'user');
    message.pieces.push(text);
    if (parts) message.parts = parts;
    message.local = true;
    message.accepted = false;
    return message;
  }

  accept(): void {
    for (let at = this.order.length - 1; at >= 0 && !this.order[at]!.accepted; at--) {
      this.order[at]!.accepted = true;
    }
  }

  /** What never reached the server is not sent after all: its text went back to the person's draft. */
  dropUnaccepted(): void {
    while (this.order.length > 0 && !this.order[this.order.length - 1]!.accepted) {
      this.forget(this.order.pop()!);
    }
  }

  addCall(toolCallId: string, name: string | undefined, message: HistoryMessage, run?: RunRef): HistoryCall {
    const call: HistoryCall = {
      toolCallId,
      name,
      pieces: [],
      message,
      runId: run?.runId,
      turnId: run?.turnId,
      open: false,
      broken: false,
      client: false,
    };
    this.calls.set(toolCallId, call);
    message.calls.push(call);
    return call;
  }

  /** The assistant message that a new call belongs to. */
  callerOf(toolCallId: string, parentId: string | undefined, owner: string | undefined, run: RunRef) {
    if (parentId !== undefined) {
      const parent = this.find('text', parentId);
      if (parent?.role === 'assistant') return parent;
      return this.#addCaller(parent ? toolCallId : parentId, owner, run);
    }
    // Calls without a parent that follow one another were made together.
    const last = this.order[this.order.length - 1];
    const together =
      last?.role === 'assistant' &&
      last.runId === run.runId &&
      last.owner === owner &&
      last.pieces.length === 0 &&
      last.calls.length > 0 &&
      !last.calls[last.calls.length - 1]!.result;
    return together ? last : this.#addCaller(toolCallId, owner, run);
  }

  #addCaller(id: string, owner: string | undefined, run: RunRef): HistoryMessage {
    const message = this.add('text', id, 'assistant', run);
    message.owner = owner;
    return message;
  }

  addOrphan(id: string, toolCallId: string, content: unknown): void {
    this.#orphans.set(id, { id, role: 'tool', toolCallId, content });
  }

  /** A retry starts from where its run started. */
  rewind(runId: string): void {
    this.order = this.order.filter((message) => {
      if (message.runId !== runId) {
        for (const call of message.calls) if (call.runId === runId) this.calls.delete(call.toolCallId);
        const kept = message.calls.filter((call) => call.runId !== runId);
        message.calls.splice(0, message.calls.length, ...kept);
        return true;
      }
      this.forget(message);
      return false;
    });
  }

  forget(message: HistoryMessage): void {
    for (const id of [message.id, message.shownId]) this.#byId.delete(`${message.kind}:${id}`);
    for (const call of message.calls) this.calls.delete(call.toolCallId);
  }

  /**
   * A run that was cut leaves calls that nobody will answer, and a model refuses a history with those. A
   * call whose arguments were never complete is left out, another is answered with `why`.
   */
  settleCut(runId: string, why: string): void {
    for (const message of this.order) if (message.runId === runId) message.open = false;
    for (const call of this.calls.values()) {
      if (call.runId !== runId || call.result) continue;
      if (call.open) {
        call.open = false;
        call.broken = true;
      } else {
        const content = JSON.stringify({ ok: false, error: { code: 'CANCELLED', message: why } });
        call.result = { id: `${call.toolCallId}:result`, content, error: why };
      }
    }
  }

  toWire(): WireMessage[] {
    const messages: WireMessage[] = [];
    for (const message of this.order) {
      const wire = toWire(message);
      if (!wire) continue;
      messages.push(wire);
      for (const { toolCallId, result, broken } of message.calls) {
        if (!result || broken) continue;
        messages.push({
          id: result.id,
          role: 'tool',
          toolCallId,
          content: result.content,
          ...errorOf(result),
        });
      }
    }
    return [...messages, ...this.#orphans.values()];
  }
}

/** Key by key, the last word counts. */
export function mergeMetadata(target: { metadata?: JsonObject }, event: JsonObject): void {
  if (isJsonObject(event['metadata'])) target.metadata = { ...target.metadata, ...event['metadata'] };
}

export function textOfMessage(message: HistoryMessage): string {
  return message.parts ? contentText(message.parts) : message.pieces.join('');
}

function errorOf(result: CallResult): { error?: string } {
  return result.error === undefined ? {} : { error: result.error };
}

function toWire(message: HistoryMessage): WireMessage | undefined {
  const { id, role, name, encryptedValue, metadata, owner } = message;
  if (message.unnamed) return undefined;
  const content = message.parts ?? message.pieces.join('');
  const toolCalls = message.calls.filter((call) => !call.broken).map(callToWire);
  if (role === 'assistant' && content.length === 0 && toolCalls.length === 0) return undefined;
  return {
    id,
    role,
    ...(content.length > 0 || toolCalls.length === 0 ? { content } : {}),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(name === undefined ? {} : { name }),
    ...(owner === undefined ? {} : { subagentRunId: owner }),
    ...(encryptedValue === undefined ? {} : { encryptedValue }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function callToWire(call: HistoryCall): JsonObject {
  const { toolCallId, name, pieces, encryptedValue, metadata } = call;
  return {
    id: toolCallId,
    type: 'function',
    function: { name: name ?? 'unknown', arguments: pieces.join('') || '{}' },
    ...(encryptedValue === undefined ? {} : { encryptedValue }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
