import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import type { RunRef } from '../fact-writer.js';
import { previewOutput } from '../output-preview.js';
import { mergeMetadata, type HistoryCall } from './history.js';
import type { Mapping } from './mapping.js';
import { contentText, idField, ownerOf } from './wire.js';

/** What comes as data longer than this is in no fact; the agent still has it. */
const MAX_REF_CHARS = 64 * 1024;

/** TOOL_CALL_* → `tool.*`. A call that starts is proposed: the model is still writing it. */
export class ToolMapper {
  readonly #open = new Set<HistoryCall>();
  /** Calls written again by a run that resumed, with what they said: their deltas would double what is shown. */
  readonly #again = new Map<HistoryCall, string>();
  /** Characters of the arguments that have come. */
  readonly #lengths = new WeakMap<HistoryCall, number>();
  #started: HistoryCall[] = [];

  constructor(private readonly mapping: Mapping) {}

  /** Calls that the current run has started, in order. */
  get started(): readonly HistoryCall[] {
    return this.#started;
  }

  runStarted(): void {
    this.#started = [];
  }

  isOpen(toolCallId: string): boolean {
    return this.mapping.history.calls.get(toolCallId)?.open === true;
  }

  start(event: JsonObject, toolCallId = this.#idFor(event)): void {
    const { facts, history, run } = this.mapping;
    const known = history.calls.get(toolCallId);
    if (known) {
      this.#restart(known, event);
      return;
    }
    const name = idField(event, 'toolCallName');
    if (name === undefined) facts.diagnose('malformed', 'toolCallName', 'A tool call names no tool.');
    const message = history.callerOf(toolCallId, idField(event, 'parentMessageId'), ownerOf(event), run);
    const call = history.addCall(toolCallId, name, message, run);
    call.owner = ownerOf(event) ?? message.owner;
    if (call.owner !== message.owner) {
      facts.diagnose('owner_mismatch', 'tool', 'A tool call and its message are said to be of two agents.');
    }
    call.client = this.#isOffered(call);
    mergeMetadata(call, event);
    this.#opened(call);
    this.announce(call);
  }

  /** Some servers only list their calls; those of the current turn count as started by its run. */
  adopt(call: HistoryCall): void {
    call.client = this.#isOffered(call);
    this.#started.push(call);
  }

  #isOffered({ name }: HistoryCall): boolean {
    return this.mapping.offer?.tools.some((tool) => tool.name === name) === true;
  }

  args(event: JsonObject, toolCallId = this.#idFor(event)): void {
    const { facts, history, run } = this.mapping;
    const { delta } = event;
    if (!this.isOpen(toolCallId)) {
      const known = history.calls.get(toolCallId);
      facts.diagnose(
        known ? 'content_after_end' : 'content_without_start',
        'tool',
        known ? 'Arguments came after the end of their call.' : 'Arguments came for an unknown call.',
      );
      if (known) return;
      this.start(event, toolCallId);
    }
    const call = history.calls.get(toolCallId)!;
    this.#checkOwner(call, event);
    mergeMetadata(call, event);
    if (typeof delta !== 'string') {
      facts.diagnose(
        'malformed',
        `${event['type'] as string}.delta`,
        'A delta that is no text was left out.',
      );
      return;
    }
    if (delta === '') return;
    call.pieces.push(delta);
    if (this.#again.has(call)) return;
    const { told } = this.mapping.thread;
    const key = `call:${toolCallId}`;
    const before = told.get(key) ?? 0;
    const length = (this.mapping.retold ? (this.#lengths.get(call) ?? 0) : before) + delta.length;
    this.#lengths.set(call, length);
    told.set(key, Math.max(before, length));
    const news = this.mapping.retold ? length - before : delta.length;
    if (news <= 0) return;
    const fresh = news < delta.length ? delta.slice(-news) : delta;
    facts.add(run, {
      type: 'tool.args',
      ...idsOf(call),
      payload: { delta: fresh, state: 'input-streaming' },
    });
  }

  end(event: JsonObject, toolCallId = this.#idFor(event)): void {
    const call = this.mapping.history.calls.get(toolCallId);
    if (!call?.open) {
      this.mapping.facts.diagnose('end_without_start', 'tool', 'The end of a call came that was not open.');
      return;
    }
    this.#checkOwner(call, event);
    mergeMetadata(call, event);
    this.#end(call);
  }

  result(event: JsonObject): void {
    const { facts, history } = this.mapping;
    const { content } = event;
    const toolCallId = this.#idFor(event);
    const call = history.calls.get(toolCallId);
    const id = idField(event, 'messageId') ?? `${toolCallId}:result`;
    if (!call) {
      facts.diagnose('orphan_result', 'tool', 'A result came for a call that nobody had started.');
      history.addOrphan(id, toolCallId, content);
      this.#showResult({ toolCallId }, content);
      return;
    }
    if (call.open) {
      facts.diagnose('result_before_end', 'tool', 'A result came before its call was complete.');
      this.#end(call);
    }
    // Servers repeat the results that we have sent them.
    if (call.result) return;
    if (typeof content !== 'string' && !Array.isArray(content)) {
      facts.diagnose('malformed', 'TOOL_CALL_RESULT.content', 'A result has no content.');
    }
    call.result = { id, content: content ?? '' };
    this.#showResult(idsOf(call), content);
  }

  /** A call is shown for the first time. */
  announce(call: HistoryCall, run: Partial<RunRef> = this.mapping.run): void {
    const { facts, offer } = this.mapping;
    const title = call.name === undefined ? undefined : offer?.titleOf(call.name);
    facts.add(run, {
      type: 'tool.started',
      ...idsOf(call),
      payload: {
        ...(call.name === undefined ? {} : { name: call.name }),
        ...(title === undefined ? {} : { title }),
        executor: call.client ? 'client' : 'agent',
        status: 'proposed',
      },
    });
  }

  showArgs(call: HistoryCall, run: Partial<RunRef> = this.mapping.run): void {
    const text = call.pieces.join('');
    const args = text === '' ? {} : (parseJson(text) ?? text);
    this.mapping.facts.add(run, {
      type: 'tool.args',
      ...idsOf(call),
      payload: { args, state: 'input-available' },
    });
  }

  /** A result that came in a list of messages, where one can be told to be a failure. */
  showAnswer(call: HistoryCall, run: Partial<RunRef> = this.mapping.run): void {
    const { content, error } = call.result!;
    if (error === undefined) {
      this.#showResult(idsOf(call), content, run);
      return;
    }
    this.mapping.facts.add(run, { type: 'tool.failed', ...idsOf(call), payload: { error } });
  }

  /** The run is over. A call that is still being written is complete, or, when the run was cut, never will be. */
  closeAll(how: 'close' | 'leave'): boolean {
    const any = this.#open.size > 0;
    if (how === 'close') for (const call of [...this.#open]) this.#end(call);
    this.#open.clear();
    return any;
  }

  #idFor(event: JsonObject): string {
    const given = idField(event, 'toolCallId');
    if (given !== undefined) return given;
    const { facts, run } = this.mapping;
    facts.diagnose('malformed', `${event['type'] as string}.toolCallId`, 'An event names no tool call.');
    return [...this.#open].pop()?.toolCallId ?? `${run.runId}:call:${this.#started.length + 1}`;
  }

  #opened(call: HistoryCall): void {
    call.open = true;
    this.#open.add(call);
    this.#started.push(call);
  }

  /** A run that resumes may write its call again, with other arguments; it is the same call. */
  #restart(call: HistoryCall, event: JsonObject): void {
    if (call.open || call.result) {
      this.mapping.facts.diagnose(
        call.open ? 'already_open' : 'call_repeated',
        'tool.start',
        call.open
          ? 'A call was started twice; it goes on.'
          : 'A call came again that has its result already.',
      );
      return;
    }
    mergeMetadata(call, event);
    this.#again.set(call, call.pieces.join(''));
    call.pieces = [];
    call.broken = false;
    this.#opened(call);
  }

  #end(call: HistoryCall): void {
    this.#open.delete(call);
    const before = this.#again.get(call);
    this.#again.delete(call);
    call.open = false;
    // What is only told again is no news, and does not run again.
    if (this.mapping.retold && before === call.pieces.join('')) return;
    this.showArgs(call);
    if (call.client) return;
    const { facts, run } = this.mapping;
    facts.add(run, { type: 'tool.progress', ...idsOf(call), payload: { phase: 'executing' } });
  }

  #checkOwner(call: HistoryCall, event: JsonObject): void {
    const owner = ownerOf(event);
    if (owner === undefined || owner === call.owner) return;
    this.mapping.facts.diagnose('owner_mismatch', 'tool', 'A tool call is said to be of two agents.');
  }

  #showResult(
    ids: { toolCallId: string; agentId?: string },
    content: unknown,
    run: Partial<RunRef> = this.mapping.run,
  ): void {
    const shown = Array.isArray(content) && content.every(isTextPart) ? contentText(content) : content;
    this.mapping.facts.add(run, {
      type: 'tool.result',
      ...ids,
      payload: { ...previewOutput(shown), status: 'ok' },
    });
    if (!Array.isArray(content)) return;
    for (const [index, part] of content.entries()) this.#showMedia(ids, part, index, run);
  }

  /** What is no text is a thing of its own, beside the call that made it. */
  #showMedia(
    ids: { toolCallId: string; agentId?: string },
    part: unknown,
    index: number,
    run: Partial<RunRef>,
  ) {
    const { type, source } = (isJsonObject(part) ? part : {}) as { type?: unknown; source?: unknown };
    if (typeof type !== 'string' || type === 'text' || !isJsonObject(source)) return;
    const value = idField(source, 'value');
    const mimeType = idField(source, 'mimeType');
    const readRef =
      source['type'] === 'data' && value !== undefined
        ? `data:${mimeType ?? 'application/octet-stream'};base64,${value}`
        : value;
    const known = readRef !== undefined && readRef.length <= MAX_REF_CHARS;
    this.mapping.facts.add(run, {
      type: 'artifact.created',
      artifactId: `${ids.toolCallId}/${index + 1}`,
      artifactKind: type,
      artifactStatus: 'ready',
      ...ids,
      payload: {
        kind: type,
        status: 'ready',
        ...(mimeType === undefined ? {} : { format: mimeType }),
        ...(known ? { readRef } : {}),
      },
    });
  }
}

function isTextPart(part: unknown): boolean {
  return typeof part === 'object' && part !== null && (part as JsonObject)['type'] === 'text';
}

function idsOf({ toolCallId, owner }: HistoryCall): { toolCallId: string; agentId?: string } {
  return owner === undefined ? { toolCallId } : { toolCallId, agentId: owner };
}
