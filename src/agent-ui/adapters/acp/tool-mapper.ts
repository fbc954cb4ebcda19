import type { JsonObject } from '../../../base/json.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { KeptDetails } from '../kept-details.js';
import { previewOutput } from '../output-preview.js';
import type { ContentMapper } from './content-mapper.js';
import { diffText } from './diff-text.js';
import { baseName, blocksText, listAt, objectAt, textAt } from './wire.js';

const KINDS: Readonly<Record<string, string>> = {
  read: 'file',
  edit: 'file',
  delete: 'file',
  move: 'file',
  search: 'search',
  execute: 'command',
  fetch: 'api',
};

interface Call {
  readonly toolCallId: string;
  readonly run: RunRef;
  readonly agentId: string | undefined;
  /** What the agent said last; each field replaces what it said before. */
  title?: string;
  name?: string;
  kind?: string;
  status: string;
  text: string;
  rawOutput?: unknown;
  sourceRefs: readonly string[];
  artifactIds: readonly string[];
  end?: 'completed' | 'failed';
}

/** `tool_call` and `tool_call_update` → `tool.*`, and `artifact.diff.ready` for what they changed. */
export class ToolMapper {
  readonly #calls = new Map<string, Call>();
  /** A person has said no to these. */
  readonly #declined = new Set<string>();

  constructor(
    private readonly facts: FactWriter,
    private readonly details: KeptDetails,
    private readonly content: ContentMapper,
  ) {}

  /** Answers the call; `undefined` when the update names none. `asks`: it came with a question about the call. */
  take(update: JsonObject, run: RunRef, agentId: string | undefined, asks = false): string | undefined {
    const toolCallId = textAt(update, 'toolCallId');
    if (toolCallId === undefined) {
      this.facts.diagnose('malformed', 'toolCallId', 'An update that names no tool call was left out.');
      return undefined;
    }
    let call = this.#calls.get(toolCallId);
    const isNew = !call;
    if (!call) {
      call = { toolCallId, run, agentId, status: 'pending', text: '', sourceRefs: [], artifactIds: [] };
      this.#calls.set(toolCallId, call);
      if (update['sessionUpdate'] === 'tool_call_update' && !asks)
        this.facts.diagnose(
          'unstarted',
          'tool',
          'An update came for a call that nobody had started.',
          'info',
        );
    }
    this.#head(call, update, isNew);
    if (update['rawInput'] !== undefined && update['rawInput'] !== null)
      this.#fact(call, 'tool.args', { args: update['rawInput'], state: 'input-available' });
    this.#body(call, update);
    this.#status(call, textAt(update, 'status'), update);
    return toolCallId;
  }

  /** Output as it comes, which drafts and some agents send. */
  output(toolCallId: string, chunk: string): void {
    const call = this.#calls.get(toolCallId);
    if (call) this.#fact(call, 'tool.output.delta', { channel: 'stdout', chunk });
  }

  /** What a person reads for a call. */
  titleOf(toolCallId: string): string | undefined {
    const call = this.#calls.get(toolCallId);
    return call?.title ?? call?.name;
  }

  decline(toolCallId: string): void {
    this.#declined.add(toolCallId);
  }

  /** The person stopped the turn: calls that have no end will get none (protocol, cancellation). */
  cancelOpen(turnId: string): void {
    for (const call of this.#calls.values()) {
      if (call.end || call.run.turnId !== turnId) continue;
      call.end = 'failed';
      const error = 'The person stopped the turn.';
      this.#fact(call, 'tool.failed', { error, code: 'CANCELLED', cancelled: true });
    }
  }

  #head(call: Call, update: JsonObject, isNew: boolean): void {
    const title = textAt(update, 'title') ?? call.title;
    const name = textAt(update, 'name') ?? call.name;
    const kind = textAt(update, 'kind') ?? call.kind;
    const same = title === call.title && name === call.name && kind === call.kind;
    Object.assign(call, { title, name, kind });
    if (!isNew && (same || call.end)) return;
    const running = isNew ? update['status'] === 'in_progress' : call.status === 'in_progress';
    this.#fact(call, 'tool.started', {
      name: name ?? title ?? 'unknown',
      ...(title === undefined ? {} : { title }),
      ...(kind === undefined ? {} : { kind: KINDS[kind] ?? 'custom' }),
      executor: 'agent',
      status: running ? 'running' : 'proposed',
    });
  }

  /** Content and places are told whole each time. */
  #body(call: Call, update: JsonObject): void {
    if (Array.isArray(update['locations']))
      call.sourceRefs = listAt(update, 'locations').flatMap((at) => {
        const path = textAt(at, 'path');
        if (path === undefined) return [];
        return [typeof at['line'] === 'number' ? `${path}:${at['line']}` : path];
      });
    if (update['rawOutput'] !== undefined && update['rawOutput'] !== null)
      call.rawOutput = update['rawOutput'];
    const live = objectAt(objectAt(update, '_meta'), 'terminal_output');
    if (typeof live?.['data'] === 'string') this.output(call.toolCallId, live['data']);
    if (!Array.isArray(update['content'])) return;
    const ids: string[] = [];
    const blocks: JsonObject[] = [];
    for (const item of listAt(update, 'content')) {
      if (item['type'] === 'diff') ids.push(...this.#diff(call, item));
      // A terminal is the client's own, and this one has none.
      if (item['type'] !== 'content') continue;
      const block = objectAt(item, 'content') ?? {};
      blocks.push(block);
      const isText = block['type'] === 'text';
      const id = isText ? undefined : this.content.show(block, call.run, call.agentId, call.toolCallId);
      if (id !== undefined) ids.push(id);
    }
    call.artifactIds = ids;
    const text = blocksText(blocks);
    if (text === call.text) return;
    call.text = text;
    const ends = update['status'] === 'completed' || update['status'] === 'failed';
    if (!call.end && !ends) this.#fact(call, 'tool.progress', { ...previewOutput(text), phase: 'executing' });
  }

  #diff(call: Call, item: JsonObject): string[] {
    const path = textAt(item, 'path');
    if (path === undefined || typeof item['newText'] !== 'string') {
      this.facts.diagnose('malformed', 'diff', 'A change without a path or a text is not shown.');
      return [];
    }
    const oldText = typeof item['oldText'] === 'string' ? item['oldText'] : undefined;
    const diffRef = `acp:diff:${call.toolCallId}:${path}`;
    const text = diffText(path, oldText, item['newText']);
    if (!this.details.put(diffRef, { contentType: 'text/x-diff', text })) return [path];
    const { toolCallId, run, agentId } = call;
    this.facts.add(run, {
      type: 'artifact.diff.ready',
      artifactId: path,
      toolCallId,
      ...(agentId === undefined ? {} : { agentId }),
      payload: {
        title: baseName(path),
        kind: 'file',
        diffRef,
        operation: oldText === undefined ? 'create' : 'edit',
      },
    });
    return [path];
  }

  #status(call: Call, status: string | undefined, update: JsonObject): void {
    if (status === undefined || call.end === status) return;
    if (call.end) {
      this.facts.diagnose('after_end', 'tool', 'A call that was over was told to be at work again.', 'info');
      return;
    }
    const before = call.status;
    call.status = status;
    if (status === 'in_progress' && before !== status && update['sessionUpdate'] !== 'tool_call')
      this.#fact(call, 'tool.progress', { phase: 'executing' });
    else if (status === 'completed') this.#completed(call);
    else if (status === 'failed') this.#failed(call);
    else if (status === 'cancelled') {
      call.end = 'failed';
      this.#fact(call, 'tool.failed', {
        error: 'The call was cancelled.',
        code: 'CANCELLED',
        cancelled: true,
      });
    } else if (status !== 'pending' && status !== 'in_progress')
      this.facts.diagnose('unmapped', `status ${status}`, 'A tool call has a status of an unknown name.');
  }

  #completed(call: Call): void {
    call.end = 'completed';
    const { toolCallId, text, rawOutput, artifactIds, sourceRefs } = call;
    const output = text !== '' ? text : rawOutput;
    this.#fact(call, 'tool.result', {
      ...(output === undefined ? {} : this.#output(toolCallId, output)),
      status: 'ok',
      ...(artifactIds.length > 0 ? { artifactIds } : {}),
      ...(sourceRefs.length > 0 ? { sourceRefs } : {}),
    });
    forget(call);
  }

  /** What a row shows of it; what it does not show is kept behind a reference. */
  #output(toolCallId: string, output: unknown): JsonObject {
    const preview = previewOutput(output);
    const whole = typeof output === 'string' ? output : (JSON.stringify(output, undefined, 2) ?? '');
    const { outputPreview } = preview;
    if (typeof outputPreview !== 'string' || outputPreview.length >= whole.length) return { ...preview };
    const outputRef = `acp:output:${toolCallId}`;
    this.details.put(outputRef, { contentType: 'text/plain', text: whole });
    return { ...preview, outputRef };
  }

  #failed(call: Call): void {
    call.end = 'failed';
    const { toolCallId, text, rawOutput } = call;
    const said =
      rawOutput === undefined ? '' : typeof rawOutput === 'string' ? rawOutput : JSON.stringify(rawOutput);
    const declined = this.#declined.has(toolCallId);
    this.#fact(call, 'tool.failed', {
      error: text || said || (declined ? 'The person declined it.' : 'The tool failed.'),
      ...(declined ? { declined } : {}),
    });
    forget(call);
  }

  #fact(
    { toolCallId, run, agentId }: Call,
    type:
      'tool.started' | 'tool.args' | 'tool.progress' | 'tool.output.delta' | 'tool.result' | 'tool.failed',
    payload: JsonObject,
  ): void {
    const ids = agentId === undefined ? { toolCallId } : { toolCallId, agentId };
    this.facts.add(run, { type, ...ids, payload });
  }
}

/** What a call came to is told; a long session has many. */
function forget(call: Call): void {
  call.text = '';
  call.rawOutput = undefined;
}
