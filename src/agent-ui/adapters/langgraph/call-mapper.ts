import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import type { KnownEvent } from '../../events/event.js';
import type { RunRef } from '../fact-writer.js';
import { previewOutput } from '../output-preview.js';
import type { Thread } from './thread.js';
import { contentText, given, kindOf, plainMessage, textField } from './wire.js';

interface Call {
  readonly toolCallId: string;
  name: string | undefined;
  agentId: string | undefined;
  complete: boolean;
  ended: boolean;
  /** A failure whose words are still to come. */
  failed: boolean;
}

/** Calls of tools, from messages, from the tools channel and from lists of messages → `tool.*`. Each fact once. */
export class CallMapper {
  readonly #calls = new Map<string, Call>();

  constructor(private readonly thread: Thread) {}

  /** The model begins to write a call. */
  propose(
    toolCallId: string,
    name: string | undefined,
    agentId: string | undefined,
    run: Partial<RunRef>,
  ): void {
    this.#call(toolCallId, name, agentId, run);
  }

  args(toolCallId: string, delta: string, run: Partial<RunRef>): void {
    const call = this.#calls.get(toolCallId);
    if (!call || call.complete || delta === '') return;
    this.#tell(call, { type: 'tool.args', payload: { delta, state: 'input-streaming' } }, run);
  }

  /** The call is written. */
  complete(
    toolCallId: string,
    name: string | undefined,
    args: unknown,
    agentId: string | undefined,
    run: Partial<RunRef>,
  ): void {
    const call = this.#call(toolCallId, name, agentId, run);
    if (call.complete) return;
    call.complete = true;
    const value = typeof args === 'string' ? (parseJson(args) ?? args) : args;
    this.#tell(call, { type: 'tool.args', payload: { args: value ?? {}, state: 'input-available' } }, run);
  }

  invalid(toolCallId: string, block: JsonObject, agentId: string | undefined): void {
    const { run } = this.thread;
    const call = this.#call(toolCallId, textField(block, 'name'), agentId, run);
    const error = textField(block, 'error') ?? 'The model wrote a call that is none.';
    this.#end(
      call,
      { type: 'tool.failed', payload: { error, code: 'INVALID_INPUT', category: 'input' } },
      run,
    );
  }

  /** The tools channel, of either way. */
  event(data: JsonObject, agentId: string | undefined): void {
    const { facts, run } = this.thread;
    const toolCallId = textField(data, 'tool_call_id') ?? textField(data, 'toolCallId');
    const event = (textField(data, 'event') ?? '').replace(/^on_tool_/, '').replace(/^tool-/, '');
    if (toolCallId === undefined) {
      facts.diagnose('malformed', `tools ${event}`, 'An event of a tool names no call.');
      return;
    }
    const name = textField(data, 'tool_name') ?? textField(data, 'name');
    const call = this.#call(toolCallId, name, agentId, run);
    switch (event) {
      case 'started':
      case 'start':
        if (!call.complete) this.complete(toolCallId, name, data['input'], agentId, run);
        this.#tell(call, { type: 'tool.progress', payload: { phase: 'executing' } }, run);
        break;
      case 'output-delta':
      case 'event': {
        const said = data['delta'] ?? data['data'];
        const chunk = typeof said === 'string' ? said : JSON.stringify(said ?? '');
        if (!call.ended)
          this.#tell(call, { type: 'tool.output.delta', payload: { channel: 'log', chunk } }, run);
        break;
      }
      case 'finished':
      case 'end':
        this.output(toolCallId, data['output'], run);
        break;
      case 'error': {
        const error = errorText(data['message'] ?? data['error']);
        if (error === undefined) call.failed = true;
        else
          this.#end(call, { type: 'tool.failed', payload: { error, ...given('code', data['code']) } }, run);
        break;
      }
      default:
        facts.diagnose(
          'unmapped',
          `tools ${event}`,
          'This version does not show this event of a tool.',
          'info',
        );
    }
  }

  /** A result: any value, or a message that says itself whether it is a failure. */
  output(toolCallId: string, output: unknown, run: Partial<RunRef>, name?: string): void {
    const known = this.#calls.get(toolCallId);
    if (known?.ended) return;
    const call = known ?? this.#call(toolCallId, name, undefined, run);
    const said = isJsonObject(output) ? plainMessage(output) : undefined;
    const message = said && kindOf(said) === 'tool' ? said : undefined;
    if (message?.['status'] === 'error' || call.failed) {
      const error = contentText(message?.['content']) || 'The tool failed.';
      this.#end(call, { type: 'tool.failed', payload: { error } }, run);
      return;
    }
    const content = message ? message['content'] : output;
    const shown = Array.isArray(content) ? contentText(content) || content : content;
    this.#end(call, { type: 'tool.result', payload: { ...previewOutput(shown), status: 'ok' } }, run);
  }

  /** Whether a call is known to be over, so that nobody need be told again. */
  ended(toolCallId: string): boolean {
    return this.#calls.get(toolCallId)?.ended === true;
  }

  nameOf(toolCallId: string): string | undefined {
    return this.#calls.get(toolCallId)?.name;
  }

  /** The only call that is at work, for words that name none. */
  get onlyActive(): string | undefined {
    const active = [...this.#calls.values()].filter(({ complete, ended }) => complete && !ended);
    return active.length === 1 ? active[0]!.toolCallId : undefined;
  }

  /** The run is over: a failure whose words never came is one all the same. */
  settle(): void {
    for (const call of this.#calls.values()) {
      if (call.failed && !call.ended)
        this.#end(call, { type: 'tool.failed', payload: { error: 'The tool failed.' } }, this.thread.run);
    }
  }

  #call(
    toolCallId: string,
    name: string | undefined,
    agentId: string | undefined,
    run: Partial<RunRef>,
  ): Call {
    const known = this.#calls.get(toolCallId);
    if (known) {
      if (name !== undefined && known.name === undefined) {
        known.name = name;
        this.#tell(known, { type: 'tool.started', payload: { name, executor: 'agent' } }, run);
      }
      return known;
    }
    const call: Call = { toolCallId, name, agentId, complete: false, ended: false, failed: false };
    this.#calls.set(toolCallId, call);
    const page = name === undefined ? undefined : this.thread.pageTool(name);
    const payload = {
      ...given('name', name),
      ...given('title', page?.title),
      executor: page ? 'client' : 'agent',
      status: 'proposed',
    };
    this.#tell(call, { type: 'tool.started', payload }, run);
    return call;
  }

  #end(call: Call, fact: KnownEvent, run: Partial<RunRef>): void {
    if (call.ended) return;
    call.ended = true;
    this.#tell(call, fact, run);
    this.#handoff(call, run);
  }

  /** Hand-offs have no word of their own: a tool of this name is one by convention, and its reason is unknown. */
  #handoff({ name = '', toolCallId, agentId }: Call, run: Partial<RunRef>): void {
    const [, back, to] = /^transfer_(back_)?to_(.+)$/.exec(name) ?? [];
    if (to === undefined) return;
    this.thread.agents.add(to);
    const from = agentId?.split(':')[0] ?? 'agent';
    this.thread.facts.add(run, {
      type: 'agent.handoff',
      handoffId: toolCallId,
      payload: { from, to, state: back ? 'returned' : 'active', inferredFrom: name },
    });
  }

  #tell({ toolCallId, agentId }: Call, fact: KnownEvent, run: Partial<RunRef>): void {
    this.thread.facts.add(run, { toolCallId, ...(agentId === undefined ? {} : { agentId }), ...fact });
  }
}

export function errorText(error: unknown): string | undefined {
  if (typeof error === 'string') return error === '' ? undefined : error;
  return isJsonObject(error) ? (textField(error, 'message') ?? textField(error, 'error')) : undefined;
}
