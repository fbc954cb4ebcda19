import { randomUUID } from 'node:crypto';

/** What a client sends to start a run (AG-UI `RunAgentInput`), as far as this demo reads it. */
export interface RunInput {
  threadId: string;
  runId: string;
  messages: readonly RunMessage[];
  tools: readonly RunTool[];
  context: readonly { description: string; value: string }[];
}

export interface RunMessage {
  role: string;
  content?: unknown;
  toolCalls?: readonly { id: string; function: { name: string; arguments: string } }[];
  toolCallId?: string;
  /** Of a tool message: the call failed. */
  error?: string;
}

export interface RunTool {
  name: string;
  description: string;
  parameters?: unknown;
}

/** Answers one run by writing to it. What it throws ends the run with an error. */
export type RunAgent = (input: RunInput, run: RunWriter, signal: AbortSignal) => Promise<void>;

export type AgUiEvent = { type: string } & Record<string, unknown>;

/** Writes the events of one run in an order that AG-UI allows: whatever is open is closed before the next begins. */
export class RunWriter {
  #open: { kind: 'text' | 'reasoning'; messageId: string } | undefined;
  /** The assistant message that the run's text and tool calls belong to. */
  #messageId: string = randomUUID();
  readonly #calls: string[] = [];
  readonly #openCalls = new Set<string>();
  #ended = false;

  constructor(
    private readonly input: Pick<RunInput, 'threadId' | 'runId'>,
    private readonly send: (event: AgUiEvent) => void,
  ) {}

  start(): void {
    this.send({ type: 'RUN_STARTED', ...this.#ids(), protocolVersion: '1.0' });
  }

  reasoning(delta: string): void {
    if (this.#open?.kind !== 'reasoning') {
      this.#closeMessage();
      const messageId = randomUUID();
      this.#open = { kind: 'reasoning', messageId };
      this.send({ type: 'REASONING_START', messageId });
      this.send({ type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' });
    }
    this.send({ type: 'REASONING_MESSAGE_CONTENT', messageId: this.#open.messageId, delta });
  }

  text(delta: string): void {
    if (this.#open?.kind !== 'text') {
      this.#closeMessage();
      if (this.#calls.length > 0) this.#messageId = randomUUID();
      this.#open = { kind: 'text', messageId: this.#messageId };
      this.send({ type: 'TEXT_MESSAGE_START', messageId: this.#messageId, role: 'assistant' });
    }
    this.send({ type: 'TEXT_MESSAGE_CONTENT', messageId: this.#open.messageId, delta });
  }

  callTool(toolCallName: string, toolCallId: string = randomUUID()): string {
    this.#closeMessage();
    this.#calls.push(toolCallId);
    this.#openCalls.add(toolCallId);
    this.send({ type: 'TOOL_CALL_START', toolCallId, toolCallName, parentMessageId: this.#messageId });
    return toolCallId;
  }

  toolArguments(toolCallId: string, delta: string): void {
    this.send({ type: 'TOOL_CALL_ARGS', toolCallId, delta });
  }

  endTool(toolCallId: string): void {
    if (this.#openCalls.delete(toolCallId)) this.send({ type: 'TOOL_CALL_END', toolCallId });
  }

  /** Ends the run. Calls that it made are the client's now: their results come with the next run. */
  finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#closeMessage();
    for (const toolCallId of [...this.#openCalls]) this.endTool(toolCallId);
    const pendingToolCallIds = this.#calls.length > 0 ? [...this.#calls] : undefined;
    this.send({
      type: 'RUN_FINISHED',
      ...this.#ids(),
      outcome: { type: 'success', ...(pendingToolCallIds && { pendingToolCallIds }) },
    });
  }

  fail(message: string, code?: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.send({ type: 'RUN_ERROR', message, ...(code && { code }) });
  }

  #ids(): { threadId: string; runId: string } {
    return { threadId: this.input.threadId, runId: this.input.runId };
  }

  #closeMessage(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const { kind, messageId } = open;
    this.send({ type: kind === 'text' ? 'TEXT_MESSAGE_END' : 'REASONING_MESSAGE_END', messageId });
    if (kind === 'reasoning') this.send({ type: 'REASONING_END', messageId });
  }
}

/** The text of a message, also when its content comes in parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { type?: string; text?: string }) => (part.type === 'text' ? (part.text ?? '') : ''))
    .join('');
}
