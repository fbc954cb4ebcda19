import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { RunRef } from '../fact-writer.js';
import type { CallMapper } from './call-mapper.js';
import { turnOf, type Thread } from './thread.js';
import {
  blocksOf,
  contentText,
  given,
  kindOf,
  listOf,
  plainMessage,
  textField,
  type GraphEvent,
} from './wire.js';

type PartKind = 'text' | 'reasoning';

interface OpenBlock {
  type: string;
  pieces: string[];
  toolCallId?: string;
}

/** A message that is being written. */
interface OpenMessage {
  readonly id: string;
  readonly agentId: string | undefined;
  /** Nobody has said its id: the stream was joined in the middle of it. */
  readonly made: boolean;
  readonly role: string;
  readonly blocks: Map<string, OpenBlock>;
}

/** Messages, as they are written and as lists have them → `text.*`, `reasoning.*`, `tool.*`, `messages.snapshot`. */
export class MessageMapper {
  readonly #open = new Map<string, OpenMessage>();
  /** Messages of which everything has been told. */
  readonly #settled = new Set<string>();
  /** What was told of a part's words. */
  readonly #told = new Map<string, string | true>();
  readonly #madeUp: OpenMessage[] = [];

  constructor(
    private readonly thread: Thread,
    private readonly calls: CallMapper,
  ) {}

  /** What a person said from here is known before any server has it. */
  said(id: string): void {
    this.#settled.add(id);
  }

  /** The messages channel of version 3: messages in blocks. */
  event(event: GraphEvent, data: JsonObject): void {
    const { facts } = this.thread;
    const lane = `${event.namespace.join('|')}:${textField(data, 'run_id') ?? event.node ?? ''}`;
    const index = String(data['index'] ?? 0);
    switch (data['event']) {
      case 'message-start':
        this.#start(lane, textField(data, 'id'), event, textField(data, 'role') ?? 'ai');
        break;
      case 'content-block-start':
        this.#blockStart(this.#message(lane, event), index, data['content']);
        break;
      case 'content-block-delta':
        this.#blockDelta(this.#message(lane, event), index, data['delta']);
        break;
      case 'content-block-finish':
        this.#blockFinish(this.#message(lane, event), index, data['content']);
        break;
      case 'usage':
        this.#usage(data['usage']);
        break;
      case 'message-finish':
        this.#usage(data['usage']);
        this.#finish(lane);
        break;
      case 'error':
        facts.diagnose('model_error', 'messages', 'A model failed while it was answering.');
        this.#open.delete(lane);
        break;
      default:
        facts.diagnose(
          'unmapped',
          `messages ${String(data['event'])}`,
          'This version does not show this event.',
          'info',
        );
    }
  }

  /** The messages mode of a classic stream: a chunk of a message, or a whole one. */
  chunk(event: GraphEvent, item: JsonObject): void {
    const message = plainMessage(item);
    const id = textField(message, 'id');
    const kind = kindOf(message);
    const streamed = 'tool_call_chunks' in message || /Chunk$/.test(String(message['type']));
    if (kind !== 'ai' || !streamed || id === undefined) {
      this.list([message], event);
      return;
    }
    if (this.#settled.has(id)) return;
    const open = this.#open.get(id) ?? this.#start(id, id, event, 'ai');
    for (const { block, index } of blocksOf(message['content'])) {
      const type = textField(block, 'type') ?? 'text';
      if (!open.blocks.has(index)) this.#blockStart(open, index, { type });
      if (type === 'text') this.#append(open, index, 'text', block['text']);
      else if (type === 'reasoning') this.#append(open, index, 'reasoning', block['reasoning']);
    }
    for (const part of listOf(message['tool_call_chunks'])) {
      const index = `call-${String(part['index'] ?? 0)}`;
      if (!open.blocks.has(index))
        this.#blockStart(open, index, { ...part, type: 'tool_call_chunk', args: '' });
      this.#callArgs(open, index, part['args']);
    }
  }

  /**
   * A list of messages: what is new in it is told, and what was told otherwise is put right. `whole`: it is all of
   * them, so what nobody could name is in it.
   */
  list(list: readonly JsonObject[], event: GraphEvent | undefined, whole = false): void {
    if (whole) this.#retractMadeUp();
    let { run } = this.thread;
    for (const item of list) {
      const message = plainMessage(item);
      const id = textField(message, 'id');
      const kind = kindOf(message);
      if (kind === 'human' && id !== undefined) {
        const turnId = this.thread.turns.get(id) ?? turnOf(id);
        run = turnId === this.thread.run.turnId ? this.thread.run : { turnId };
        if (!this.#settled.has(id)) this.#human(id, message, turnId);
      } else if (kind === 'ai' && id !== undefined) this.#answer(id, message, event, run);
      else if (kind === 'tool') {
        const toolCallId = textField(message, 'tool_call_id');
        if (toolCallId !== undefined) this.calls.output(toolCallId, message, run, textField(message, 'name'));
      }
    }
  }

  /** The run is over: what is still open is as complete as it will be. */
  close(how: 'complete' | 'cut'): void {
    for (const [lane, message] of this.#open) {
      if (how === 'complete') for (const index of message.blocks.keys()) this.#final(message, index);
      this.#open.delete(lane);
    }
  }

  #start(lane: string, id: string | undefined, event: GraphEvent, role: string): OpenMessage {
    const agentId = this.thread.agentOf(event.namespace)?.agentId;
    const made = id === undefined;
    const message = { id: id ?? `unknown:${lane}`, agentId, made, role, blocks: new Map() };
    this.#open.set(lane, message);
    if (made) this.#madeUp.push(message);
    return message;
  }

  /** A delta of a message that nobody has started opens one: the stream was joined in the middle. */
  #message(lane: string, event: GraphEvent): OpenMessage {
    const open = this.#open.get(lane);
    if (open) return open;
    this.thread.facts.diagnose(
      'content_without_start',
      'messages',
      'Content came for a message that nobody had started.',
    );
    this.thread.gap();
    return this.#start(lane, undefined, event, 'ai');
  }

  #blockStart(message: OpenMessage, index: string, content: unknown): void {
    const block = isJsonObject(content) ? content : {};
    const type = (textField(block, 'type') ?? 'text').replace(/^server_/, '');
    const toolCallId = textField(block, 'id');
    message.blocks.set(index, { type, pieces: [], ...(toolCallId === undefined ? {} : { toolCallId }) });
    if (this.#settled.has(message.id)) return;
    if (type === 'text') this.#append(message, index, 'text', block['text'], true);
    else if (type === 'reasoning') this.#append(message, index, 'reasoning', block['reasoning'], true);
    else if (type === 'tool_call_chunk' && toolCallId !== undefined) {
      this.calls.propose(toolCallId, textField(block, 'name'), message.agentId, this.thread.run);
      this.#callArgs(message, index, block['args']);
    }
  }

  #blockDelta(message: OpenMessage, index: string, delta: unknown): void {
    const said = isJsonObject(delta) ? delta : {};
    if (!message.blocks.has(index)) {
      this.thread.gap();
      const type = { 'reasoning-delta': 'reasoning', 'tool-call-delta': 'tool_call_chunk' }[
        String(said['type'])
      ];
      this.#blockStart(message, index, { type: type ?? 'text' });
    }
    switch (said['type']) {
      case 'text-delta':
        this.#append(message, index, 'text', said['text']);
        break;
      case 'reasoning-delta':
        this.#append(message, index, 'reasoning', said['reasoning']);
        break;
      case 'tool-call-delta':
        this.#callArgs(message, index, said['args']);
        break;
      case 'block-delta':
      case 'data-delta':
        // What they change comes whole at the end of the block.
        break;
      default:
        this.thread.facts.diagnose(
          'unmapped',
          `delta ${String(said['type'])}`,
          'This version does not know this delta.',
          'info',
        );
    }
  }

  #append(message: OpenMessage, index: string, kind: PartKind, delta: unknown, opens = false): void {
    if (typeof delta !== 'string' || message.role !== 'ai' || this.#settled.has(message.id)) return;
    if (delta === '' && !opens) return;
    message.blocks.get(index)!.pieces.push(delta);
    const ids = this.#ids(message, index);
    this.#told.set(ids.partId, true);
    const type = kind === 'text' ? 'text.delta' : 'reasoning.delta';
    this.thread.facts.add(this.thread.run, { type, ...ids, payload: { delta } });
  }

  #callArgs(message: OpenMessage, index: string, args: unknown): void {
    const { toolCallId } = message.blocks.get(index) ?? {};
    if (toolCallId !== undefined && typeof args === 'string')
      this.calls.args(toolCallId, args, this.thread.run);
  }

  #blockFinish(message: OpenMessage, index: string, content: unknown): void {
    const block = isJsonObject(content) ? content : {};
    if (!message.blocks.has(index)) this.#blockStart(message, index, { type: block['type'] });
    const { run } = this.thread;
    const type = (textField(block, 'type') ?? '').replace(/^server_/, '');
    const toolCallId = textField(block, 'id');
    const open = message.blocks.get(index)!;
    if (type === 'text' && typeof block['text'] === 'string') open.pieces = [block['text']];
    if (type === 'tool_call' && toolCallId !== undefined) {
      this.calls.complete(toolCallId, textField(block, 'name'), block['args'], message.agentId, run);
    } else if (type === 'invalid_tool_call') {
      this.calls.invalid(toolCallId ?? `${message.id}/${index}`, block, message.agentId);
    } else if (type === 'tool_result') this.#serverResult(block);
    else if (/^(?:image|audio|video|file)$/.test(type)) this.#file(message, index, type, block);
    else this.#final(message, index, block);
    message.blocks.delete(index);
  }

  #serverResult(block: JsonObject): void {
    const toolCallId = textField(block, 'tool_call_id');
    if (toolCallId === undefined) return;
    const failed = block['status'] === 'error';
    const output = failed
      ? { type: 'tool', status: 'error', content: JSON.stringify(block['output'] ?? '') }
      : block['output'];
    this.calls.output(toolCallId, output, this.thread.run);
  }

  #final(message: OpenMessage, index: string, block: JsonObject = {}): void {
    const { type, pieces } = message.blocks.get(index)!;
    if (message.role !== 'ai' || this.#settled.has(message.id)) return;
    const text = pieces.join('');
    if (type === 'text') this.#tellText(this.#ids(message, index), text, this.thread.run);
    else if (type === 'reasoning') {
      const payload = { complete: true };
      this.thread.facts.add(this.thread.run, {
        type: 'reasoning.summary',
        ...this.#ids(message, index),
        payload,
      });
    }
    this.#citations(message.id, index, block['annotations']);
  }

  #finish(lane: string): void {
    const message = this.#open.get(lane);
    this.#open.delete(lane);
    if (!message) return;
    for (const index of message.blocks.keys()) this.#final(message, index);
    if (!message.made && message.role === 'ai') this.#settled.add(message.id);
  }

  #human(id: string, message: JsonObject, turnId: string): void {
    this.#settled.add(id);
    this.thread.turns.set(id, turnId);
    const said = { id, role: 'user', text: contentText(message['content']), turnId };
    this.thread.facts.add(
      { turnId },
      { type: 'messages.snapshot', payload: { messages: [said], mode: 'repair' } },
    );
  }

  #answer(id: string, message: JsonObject, event: GraphEvent | undefined, run: Partial<RunRef>): void {
    if (this.#settled.has(id)) return;
    this.#settled.add(id);
    this.#open.delete(id);
    const agentId = event && this.thread.agentOf(event.namespace)?.agentId;
    for (const { block, index } of blocksOf(message['content'])) {
      const ids = { messageId: id, partId: `${id}/${index}`, ...given('agentId', agentId) };
      const type = textField(block, 'type') ?? 'text';
      if (type === 'text' && typeof block['text'] === 'string') {
        this.#tellText(ids, block['text'], run);
        this.#citations(id, index, block['annotations']);
      } else if (type === 'reasoning' && typeof block['reasoning'] === 'string') {
        if (!this.#told.has(ids.partId)) {
          this.thread.facts.add(run, {
            type: 'reasoning.delta',
            ...ids,
            payload: { delta: block['reasoning'] },
          });
        }
        this.thread.facts.add(run, { type: 'reasoning.summary', ...ids, payload: { complete: true } });
      }
    }
    for (const call of listOf(message['tool_calls'])) {
      const toolCallId = textField(call, 'id');
      if (toolCallId === undefined) continue;
      this.calls.complete(toolCallId, textField(call, 'name'), call['args'], agentId, run);
    }
    this.#usage(message['usage_metadata']);
  }

  #tellText(ids: { messageId: string; partId: string }, text: string, run: Partial<RunRef>): void {
    if (this.#told.get(ids.partId) === text) return;
    this.#told.set(ids.partId, text);
    this.thread.facts.add(run, { type: 'text.final', ...ids, payload: { text } });
  }

  /** What nobody could name is in a list by its name now. */
  #retractMadeUp(): void {
    for (const message of this.#madeUp.splice(0)) {
      for (const [partId] of this.#told) {
        if (!partId.startsWith(`${message.id}/`)) continue;
        this.#told.delete(partId);
        const ids = { messageId: message.id, partId };
        this.thread.facts.add(this.thread.run, { type: 'text.final', ...ids, payload: { text: '' } });
      }
    }
  }

  #file(message: OpenMessage, index: string, kind: string, block: JsonObject): void {
    const artifactId = `${message.id}/${index}`;
    const readRef = textField(block, 'url') ?? textField(block, 'file_id');
    const mimeType = textField(block, 'mime_type');
    this.thread.facts.add(this.thread.run, {
      type: 'artifact.created',
      artifactId,
      messageId: message.id,
      payload: {
        kind,
        status: 'ready',
        title: mimeType ?? kind,
        ...given('readRef', readRef),
        ...given('mimeType', mimeType),
      },
    });
  }

  #citations(messageId: string, index: string, annotations: unknown): void {
    listOf(annotations).forEach((cited, at) => {
      if (cited['type'] !== 'citation') return;
      const id = textField(cited, 'id') ?? `${index}#${at + 1}`;
      const title = textField(cited, 'title') ?? textField(cited, 'url');
      const sources = [{ id, ...given('title', title), ...given('anchor', cited['url']) }];
      this.thread.facts.add(this.thread.run, {
        type: 'evidence.changed',
        messageId,
        evidenceId: `${messageId}/${id}`,
        payload: { kind: 'source', status: 'ready', ...given('title', title), sources },
      });
    });
  }

  #usage(usage: unknown): void {
    if (!isJsonObject(usage)) return;
    for (const [key, value] of Object.entries(usage)) {
      if (typeof value !== 'number') continue;
      const payload = { value, unit: 'tokens', tags: {} };
      this.thread.facts.add(this.thread.run, { type: 'metric.changed', metricName: `usage.${key}`, payload });
    }
  }

  #ids({ id, agentId }: OpenMessage, index: string) {
    return { messageId: id, partId: `${id}/${index}`, ...(agentId === undefined ? {} : { agentId }) };
  }
}
