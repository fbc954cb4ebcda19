import type { JsonObject } from '../../../base/json.js';
import type { MessageAttachment } from '../../events/control-request.js';

/** A chunk of the stream, or a part of a message: only its `type` is known to be a text. */
export type UiPart = JsonObject & { type: string };

/** A message as it travels, in either direction. */
export interface UiMessage {
  id: string;
  role: string;
  metadata?: unknown;
  parts: UiPart[];
}

/** A call of a tool: the part that stands for it, and the argument text while that is being written. */
export interface UiCall {
  readonly toolCallId: string;
  readonly part: UiPart;
  readonly message: UiMessage;
  pieces: string[];
}

/** Everything that was said, as the server must be sent it back: all messages, with all their parts. */
export class Chat {
  messages: UiMessage[] = [];
  readonly calls = new Map<string, UiCall>();
  /** The turn that each message belongs to. */
  readonly turns = new Map<string, string>();
  /** What a person said and no server has taken yet. */
  #unaccepted: UiMessage | undefined;

  addUser(id: string, text: string, attachments: readonly MessageAttachment[] = []): UiMessage {
    this.dropUnaccepted();
    const parts: UiPart[] = [...attachments.map(fileOf), ...(text === '' ? [] : [{ type: 'text', text }])];
    const message = { id, role: 'user', parts };
    this.messages.push(message);
    this.turns.set(id, turnOf(id));
    this.#unaccepted = message;
    return message;
  }

  accept(): void {
    this.#unaccepted = undefined;
  }

  /** What never reached the server is not sent after all: its text went back to the person's draft. */
  dropUnaccepted(): void {
    if (this.#unaccepted && this.messages.at(-1) === this.#unaccepted) this.messages.pop();
    this.#unaccepted = undefined;
  }

  find(id: string): UiMessage | undefined {
    return this.messages.findLast((message) => message.id === id);
  }

  get lastAnswer(): UiMessage | undefined {
    const last = this.messages.at(-1);
    return last?.role === 'assistant' ? last : undefined;
  }

  addAnswer(id: string, turnId: string): UiMessage {
    const message = { id, role: 'assistant', parts: [] };
    this.messages.push(message);
    this.turns.set(id, turnId);
    return message;
  }

  addCall(toolCallId: string, part: UiPart, message: UiMessage): UiCall {
    const call = { toolCallId, part, message, pieces: [] };
    this.calls.set(toolCallId, call);
    message.parts.push(part);
    return call;
  }

  /** Lets go of the parts of a message from one on: they are made anew. */
  cutParts(message: UiMessage, from: number): UiPart[] {
    const cut = message.parts.splice(from);
    for (const part of cut) if (typeof part['toolCallId'] === 'string') this.calls.delete(part['toolCallId']);
    return cut;
  }

  /** Goes back to before a message. */
  rewind(message: UiMessage): void {
    for (const gone of this.messages.splice(this.messages.indexOf(message))) this.cutParts(gone, 0);
  }

  /** Takes over what the server has kept, and answers what it has not; what a person said last stays. */
  replace(list: readonly UiMessage[]): UiMessage[] {
    const listed = new Set(list.map(({ id }) => id));
    const gone = this.messages.filter(({ id }) => !listed.has(id));
    const newer = gone.filter((message) => message.role === 'user' && message === this.messages.at(-1));
    this.calls.clear();
    this.messages = [...list, ...newer];
    let turnId: string | undefined;
    for (const message of this.messages) {
      if (message.role === 'user' || turnId === undefined) turnId = turnOf(message.id);
      this.turns.set(message.id, this.turns.get(message.id) ?? turnId);
      turnId = this.turns.get(message.id);
      for (const part of message.parts) {
        const { toolCallId } = part;
        if (typeof toolCallId === 'string')
          this.calls.set(toolCallId, { toolCallId, part, message, pieces: [] });
      }
    }
    return gone;
  }

  /**
   * A run that was cut leaves calls that nobody will answer, and a model refuses a history with those: they are
   * answered with `why`.
   */
  settleCut(why: string, except: ReadonlySet<UiPart>): void {
    for (const part of this.lastAnswer?.parts ?? []) {
      const { state } = part;
      const open =
        state === 'input-available' || state === 'approval-requested' || state === 'approval-responded';
      const half = state === 'output-available' && part['preliminary'] === true;
      if (!isCall(part) || except.has(part) || !(open || half)) continue;
      for (const key of ['approval', 'output', 'preliminary']) delete part[key];
      Object.assign(part, { state: 'output-error', errorText: why });
    }
  }
}

/** The turn that a person's message begins. */
export function turnOf(userMessageId: string): string {
  return `turn:${userMessageId}`;
}

export function isCall(part: UiPart): boolean {
  return typeof part['toolCallId'] === 'string';
}

/** The name of the tool that a part of a message calls. */
export function toolNameOf({ type, toolName }: UiPart): string | undefined {
  if (typeof toolName === 'string') return toolName;
  return type.startsWith('tool-') ? type.slice('tool-'.length) : undefined;
}

function fileOf({ id, name, mimeType, url }: MessageAttachment): UiPart {
  return {
    type: 'file',
    mediaType: mimeType ?? 'application/octet-stream',
    url: url ?? id,
    ...(name === undefined ? {} : { filename: name }),
  };
}
