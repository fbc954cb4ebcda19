import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { KnownEvent } from '../../events/event.js';
import { previewOutput } from '../output-preview.js';
import { isCall, toolNameOf, type UiCall, type UiMessage } from './chat.js';
import { given, textField, type Mapping } from './mapping.js';
import { answerText, NestedAnswers } from './nested-answer.js';

/** Of a call, and of what came of it: kept for the way back. */
const KEPT = ['title', 'providerExecuted', 'toolMetadata'] as const;

/** A call that the model wrote wrongly: no tool was run. */
export const INVALID = { code: 'INVALID_INPUT', category: 'input' } as const;

/** `tool-*` → `tool.*` and `action.*`. */
export class ToolMapper {
  readonly #nested = new NestedAnswers();

  constructor(
    private readonly mapping: Mapping,
    private readonly message: () => UiMessage,
  ) {}

  inputStart(chunk: JsonObject): void {
    const toolCallId = this.#idOf(chunk);
    const known = this.mapping.chat.calls.get(toolCallId);
    if (known) {
      this.mapping.facts.diagnose(
        'already_open',
        'tool-input-start',
        'A call was started twice; it goes on.',
      );
      return;
    }
    this.#open(toolCallId, chunk);
  }

  inputDelta(chunk: JsonObject): void {
    const call = this.#known(chunk);
    const { inputTextDelta: delta } = chunk;
    if (typeof delta !== 'string') {
      const text = 'A delta that is no text was left out.';
      this.mapping.facts.diagnose('malformed', 'tool-input-delta.inputTextDelta', text);
      return;
    }
    if (delta === '' || call.part['state'] !== 'input-streaming') return;
    call.pieces.push(delta);
    this.#fact(call, { type: 'tool.args', payload: { delta, state: 'input-streaming' } });
  }

  inputAvailable(chunk: JsonObject): void {
    const call = this.#known(chunk, 'may begin here');
    const { input } = chunk;
    this.#keep(call, chunk, 'callProviderMetadata');
    if (call.part['state'] !== 'input-streaming') return;
    Object.assign(call.part, { state: 'input-available', input });
    this.#complete(call);
    if (this.#isOffered(call)) return;
    this.#fact(call, { type: 'tool.progress', payload: { phase: 'executing' } });
  }

  /** The model wrote a call that is none: nothing was run. */
  inputError(chunk: JsonObject): void {
    const call = this.#known(chunk, 'may begin here');
    const { input } = chunk;
    const error = textField(chunk, 'errorText') ?? 'The arguments of the call are not right.';
    this.#keep(call, chunk, 'callProviderMetadata');
    const dynamic = call.part.type === 'dynamic-tool';
    Object.assign(
      call.part,
      { state: 'output-error', errorText: error },
      dynamic ? { input } : { rawInput: input },
    );
    this.#fact(call, { type: 'tool.args', payload: { args: input ?? {}, state: 'input-available' } });
    this.#fact(call, { type: 'tool.failed', payload: { error, ...INVALID } });
  }

  output(chunk: JsonObject): void {
    const call = this.#known(chunk);
    const { output, preliminary } = chunk;
    this.#keep(call, chunk, 'resultProviderMetadata');
    Object.assign(call.part, { state: 'output-available', output });
    if (preliminary === true) {
      call.part['preliminary'] = true;
      this.#progress(call, output);
      return;
    }
    delete call.part['preliminary'];
    this.#nested.forget(call.toolCallId);
    this.#settle(call);
    this.#fact(call, outputFact(output));
  }

  outputError(chunk: JsonObject): void {
    const call = this.#known(chunk);
    const error = textField(chunk, 'errorText') ?? 'The tool failed.';
    this.#keep(call, chunk, 'resultProviderMetadata');
    delete call.part['output'];
    delete call.part['preliminary'];
    Object.assign(call.part, { state: 'output-error', errorText: error });
    this.#settle(call);
    this.#fact(call, { type: 'tool.failed', payload: { error } });
  }

  outputDenied(chunk: JsonObject): void {
    const call = this.#known(chunk);
    call.part['state'] = 'output-denied';
    this.#settle(call);
    this.#fact(call, deniedFact(call));
  }

  approvalRequest(chunk: JsonObject): void {
    const call = this.#known(chunk);
    const { approvalDescriptor, inputSchemaInput, signature, isAutomatic, reason } = chunk;
    const id = textField(chunk, 'approvalId') ?? `${call.toolCallId}:approval`;
    call.part['state'] = 'approval-requested';
    call.part['approval'] = {
      id,
      ...given('requestReason', reason),
      ...given('descriptor', approvalDescriptor),
      ...given('isAutomatic', isAutomatic),
      // Opaque: it goes back as it came.
      ...given('signature', signature),
      ...given('inputSchemaInput', inputSchemaInput),
    };
    const { facts, questions, run } = this.mapping;
    questions.askApproval(facts, call, run);
  }

  /** Only what nobody was asked here is answered on the wire: by a rule of the server, or at the provider. */
  approvalResponse(chunk: JsonObject): void {
    const { facts, chat, now } = this.mapping;
    const { approvalId, approved, providerExecuted } = chunk;
    const call = [...chat.calls.values()].find(({ part }) => {
      return isJsonObject(part['approval']) && part['approval']['id'] === approvalId;
    });
    if (!call) {
      facts.diagnose(
        'unknown_approval',
        'tool-approval-response',
        'An answer came to what nobody had asked.',
      );
      return;
    }
    const reason = textField(chunk, 'reason');
    call.part['state'] = 'approval-responded';
    Object.assign(call.part['approval'] as JsonObject, {
      approved: approved === true,
      ...given('reason', reason),
    });
    this.#fact(call, {
      type: 'action.resolved',
      actionId: String(approvalId),
      payload: {
        decision: approved === true ? 'approve' : 'reject',
        resolvedBy: providerExecuted === true ? 'provider' : 'policy',
        resolvedAt: now(),
        ...given('reason', reason),
      },
    });
  }

  /** Calls of an answer's last step that nobody has answered: this page runs them, or a person does. */
  unanswered(message: UiMessage): { page: UiCall[]; others: UiCall[] } {
    const from = message.parts.findLastIndex(({ type }) => type === 'step-start') + 1;
    const page: UiCall[] = [];
    const others: UiCall[] = [];
    for (const part of message.parts.slice(from)) {
      if (!isCall(part) || part['state'] !== 'input-available' || part['providerExecuted'] === true) continue;
      const call = this.mapping.chat.calls.get(part['toolCallId'] as string)!;
      if (!this.#isOffered(call)) others.push(call);
      else if (!this.mapping.hasRun(call.toolCallId)) page.push(call);
    }
    return { page, others };
  }

  #idOf(chunk: JsonObject): string {
    const id = textField(chunk, 'toolCallId');
    if (id !== undefined) return id;
    const { facts, run } = this.mapping;
    facts.diagnose('malformed', `${String(chunk['type'])}.toolCallId`, 'A chunk names no tool call.');
    return `${run.runId}:call`;
  }

  /** A call that nobody had started: the stream was joined in the middle, unless it may begin with this chunk. */
  #known(chunk: JsonObject, where?: 'may begin here'): UiCall {
    const toolCallId = this.#idOf(chunk);
    const known = this.mapping.chat.calls.get(toolCallId);
    if (known) return known;
    if (where === undefined) {
      const text = 'A chunk is about a call that nobody had started.';
      this.mapping.facts.diagnose('content_without_start', 'tool', text);
      this.mapping.gap();
    }
    return this.#open(toolCallId, chunk);
  }

  #open(toolCallId: string, chunk: JsonObject): UiCall {
    const { chat, offer } = this.mapping;
    const name = textField(chunk, 'toolName');
    const dynamic = chunk['dynamic'] === true || name === undefined;
    const part = {
      ...(dynamic ? { type: 'dynamic-tool', toolName: name ?? 'unknown' } : { type: `tool-${name}` }),
      toolCallId,
      state: 'input-streaming',
    };
    const call = chat.addCall(toolCallId, part, this.message());
    this.#keep(call, chunk, 'callProviderMetadata');
    const title = textField(chunk, 'title') ?? (name === undefined ? undefined : offer?.titleOf(name));
    this.#fact(call, {
      type: 'tool.started',
      payload: {
        ...given('name', name),
        ...given('title', title),
        executor: this.#isOffered(call) ? 'client' : 'agent',
        status: 'proposed',
      },
    });
    return call;
  }

  #keep(
    { part }: UiCall,
    chunk: JsonObject,
    metadata: 'callProviderMetadata' | 'resultProviderMetadata',
  ): void {
    for (const key of KEPT) if (chunk[key] !== undefined) part[key] = chunk[key];
    if (isJsonObject(chunk['providerMetadata'])) part[metadata] = chunk['providerMetadata'];
  }

  #complete(call: UiCall): void {
    this.#fact(call, {
      type: 'tool.args',
      payload: { args: call.part['input'] ?? {}, state: 'input-available' },
    });
  }

  /** An output so far takes the place of the one before. */
  #progress(call: UiCall, output: unknown): void {
    const grown = this.#nested.grown(call.toolCallId, output);
    if (grown === undefined) {
      this.#fact(call, { type: 'tool.progress', payload: { phase: 'executing', ...previewOutput(output) } });
    } else if (grown !== '') {
      this.#fact(call, { type: 'tool.output.delta', payload: { channel: 'log', chunk: grown } });
    }
  }

  /** What the server does about a call shows that it has the person's answer. */
  #settle({ toolCallId }: UiCall): void {
    const { facts, questions, now } = this.mapping;
    questions.settle(facts, now(), toolCallId);
  }

  #isOffered({ part }: UiCall): boolean {
    const name = toolNameOf(part);
    return this.mapping.offer?.tools.some((tool) => tool.name === name) === true;
  }

  #fact({ toolCallId }: UiCall, fact: KnownEvent): void {
    this.mapping.facts.add(this.mapping.run, { toolCallId, ...fact });
  }
}

/** A tool of an MCP server says in its output that it failed. */
export function outputFact(output: unknown): KnownEvent {
  if (isJsonObject(output) && output['isError'] === true && Array.isArray(output['content'])) {
    const error = output['content']
      .map((part: unknown) => (isJsonObject(part) ? textField(part, 'text') : undefined))
      .filter((text) => text !== undefined)
      .join('\n');
    return {
      type: 'tool.failed',
      payload: { error: error === '' ? 'The tool failed.' : error, details: output },
    };
  }
  return { type: 'tool.result', payload: { ...previewOutput(answerText(output) ?? output), status: 'ok' } };
}

export function deniedFact({ part }: Pick<UiCall, 'part'>): KnownEvent {
  const { approval } = part;
  const reason = isJsonObject(approval) ? textField(approval, 'reason') : undefined;
  const error = reason ?? 'The call was not allowed.';
  return {
    type: 'tool.failed',
    phase: 'cancelled',
    payload: { error, code: 'DENIED', cancelled: true, declined: true },
  };
}
