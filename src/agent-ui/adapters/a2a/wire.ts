import { isJsonObject, type JsonObject } from '../../../base/json.js';

/** Where a task stands, in the words of 1.0 without their prefix. */
export type TaskState =
  | 'SUBMITTED'
  | 'WORKING'
  | 'INPUT_REQUIRED'
  | 'AUTH_REQUIRED'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELED'
  | 'REJECTED'
  | 'UNSPECIFIED';

/** Content of a message or an artifact, whichever version it came in. */
export interface Part {
  text?: string;
  data?: unknown;
  url?: string;
  /** Base64. */
  raw?: string;
  mediaType?: string;
  filename?: string;
}

export interface Message {
  messageId: string;
  contextId?: string;
  taskId?: string;
  role: 'user' | 'agent';
  parts: readonly Part[];
  metadata?: JsonObject;
}

export interface TaskStatus {
  state: TaskState;
  /** As it came, where it is none of the known ones. */
  nativeState: string;
  message?: Message;
  /** ISO 8601. */
  timestamp?: string;
}

export interface Artifact {
  artifactId: string;
  name?: string;
  description?: string;
  parts: readonly Part[];
  metadata?: JsonObject;
}

export interface Task {
  id: string;
  contextId?: string;
  status?: TaskStatus;
  artifacts: readonly Artifact[];
  history: readonly Message[];
  metadata?: JsonObject;
}

export interface TaskUpdate {
  taskId: string;
  contextId?: string;
  metadata?: JsonObject;
}

/** What an agent sends. */
export type Answer =
  | { task: Task }
  | { message: Message }
  | { statusUpdate: TaskUpdate & { status: TaskStatus } }
  | { artifactUpdate: TaskUpdate & { artifact: Artifact; append: boolean; lastChunk: boolean } };

/** After these a task never changes again. */
export const TERMINAL: ReadonlySet<TaskState> = new Set(['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED']);
/** In these a task waits for a person. */
export const INTERRUPTED: ReadonlySet<TaskState> = new Set(['INPUT_REQUIRED', 'AUTH_REQUIRED']);

export function textAt(value: JsonObject, key: string): string | undefined {
  const text = value[key];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The text of what was said; other content says nothing in words. */
export function textOf(parts: readonly Part[]): string {
  return parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}

export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
