import type { JsonObject } from '../../../base/json.js';
import type { KnownEvent } from '../../events/event.js';
import type { ClientToolOffer } from '../client-tools.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { Chat, UiMessage } from './chat.js';
import type { FileStore } from './file-store.js';
import type { Questions } from './questions.js';

/** A `data-NAME` part, as an application reads it. */
export interface DataPart {
  /** Without `data-`. */
  name: string;
  id?: string;
  data: unknown;
  /** It is shown now and kept nowhere. */
  transient: boolean;
}

/** What an application's own part says, in Agent UI events; nothing where it says nothing of the kind. */
export type DataMapper = (part: DataPart) => KnownEvent | readonly KnownEvent[] | undefined;

/** What the mappers of one stream share, and what they must know of the session around it. */
export interface Mapping {
  readonly facts: FactWriter;
  readonly chat: Chat;
  readonly questions: Questions;
  readonly files: FileStore;
  /** Parts of text and of reasoning that facts have spoken of, and how many characters of them. */
  readonly told: Map<string, number>;
  /** The server keeps the chat: what cannot be joined to its message will be read from there. */
  readonly kept: boolean;
  readonly onData: DataMapper | undefined;
  /** What the page offered when the run was requested. */
  readonly offer: ClientToolOffer | undefined;
  readonly run: RunRef;
  /** Payload of `run.started`: what the run is to the person. */
  readonly announce: JsonObject;
  /** The answer that goes on in this run, if one does. */
  readonly continued: UiMessage | undefined;
  /** The stream was not asked for by this page's words: it is the rest, or the repetition, of another. */
  readonly resumed: boolean;
  /** False: no further run may follow by itself. */
  readonly mayContinue: boolean;
  onBegun(): void;
  hasRun(toolCallId: string): boolean;
  now(): string;
  uuid(): string;
  /** The run was cut: what it left open is settled, with `why`. */
  cut(why: string): void;
  /** Something is missing: what is shown of the session may be older than what is. */
  gap(): void;
}

/** A field that must be a text of at least one character to be of use. */
export function textField(chunk: JsonObject, key: string): string | undefined {
  const value = chunk[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A key with its value, where there is one. */
export function given(key: string, value: unknown): JsonObject {
  return value === undefined || value === null ? {} : { [key]: value };
}
