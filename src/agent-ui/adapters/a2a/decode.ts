import { isJsonObject, type JsonObject } from '../../../base/json.js';
import {
  objects,
  textAt,
  type Answer,
  type Artifact,
  type Message,
  type Part,
  type Task,
  type TaskState,
  type TaskStatus,
  type TaskUpdate,
} from './wire.js';

const STATES: ReadonlySet<string> = new Set(
  'SUBMITTED WORKING INPUT_REQUIRED AUTH_REQUIRED COMPLETED FAILED CANCELED REJECTED UNSPECIFIED'.split(' '),
);

/** Reads a result of 1.0 or of 0.3, which says by `kind` what it is; `undefined` when it is neither. */
export function decodeAnswer(value: unknown): Answer | undefined {
  if (!isJsonObject(value)) return undefined;
  const { kind } = value;
  const task = decodeTask(kind === 'task' ? value : value['task']);
  if (task) return { task };
  const message = decodeMessage(kind === 'message' ? value : value['message']);
  if (message) return { message };
  const status = kind === 'status-update' ? value : value['statusUpdate'];
  const artifact = kind === 'artifact-update' ? value : value['artifactUpdate'];
  const update = updateOf(status ?? artifact);
  if (!update) return undefined;
  if (isJsonObject(status)) {
    const now = decodeStatus(status['status']);
    return now && { statusUpdate: { ...update, status: now } };
  }
  const { append, lastChunk } = artifact as JsonObject;
  const part = decodeArtifact((artifact as JsonObject)['artifact']);
  return (
    part && {
      artifactUpdate: { ...update, artifact: part, append: append === true, lastChunk: lastChunk === true },
    }
  );
}

export function decodeTask(value: unknown): Task | undefined {
  const id = isJsonObject(value) ? textAt(value, 'id') : undefined;
  if (!isJsonObject(value) || id === undefined) return undefined;
  return {
    id,
    contextId: textAt(value, 'contextId'),
    status: decodeStatus(value['status']),
    artifacts: objects(value['artifacts']).flatMap((item) => decodeArtifact(item) ?? []),
    history: objects(value['history']).flatMap((item) => decodeMessage(item) ?? []),
    metadata: metadataOf(value),
  };
}

function updateOf(value: unknown): TaskUpdate | undefined {
  const taskId = isJsonObject(value) ? textAt(value, 'taskId') : undefined;
  if (!isJsonObject(value) || taskId === undefined) return undefined;
  return { taskId, contextId: textAt(value, 'contextId'), metadata: metadataOf(value) };
}

function decodeStatus(value: unknown): TaskStatus | undefined {
  if (!isJsonObject(value)) return undefined;
  const nativeState = textAt(value, 'state') ?? 'unknown';
  const name = nativeState
    .replace(/^TASK_STATE_/, '')
    .replaceAll('-', '_')
    .toUpperCase();
  return {
    state: STATES.has(name) ? (name as TaskState) : 'UNSPECIFIED',
    nativeState,
    message: decodeMessage(value['message']),
    timestamp: textAt(value, 'timestamp'),
  };
}

function decodeMessage(value: unknown): Message | undefined {
  const messageId = isJsonObject(value) ? textAt(value, 'messageId') : undefined;
  if (!isJsonObject(value) || messageId === undefined) return undefined;
  return {
    messageId,
    contextId: textAt(value, 'contextId'),
    taskId: textAt(value, 'taskId'),
    role: /^(?:ROLE_USER|user)$/.test(String(value['role'])) ? 'user' : 'agent',
    parts: objects(value['parts']).map(decodePart),
    metadata: metadataOf(value),
  };
}

function decodeArtifact(value: unknown): Artifact | undefined {
  const artifactId = isJsonObject(value) ? textAt(value, 'artifactId') : undefined;
  if (!isJsonObject(value) || artifactId === undefined) return undefined;
  return {
    artifactId,
    name: textAt(value, 'name'),
    description: textAt(value, 'description'),
    parts: objects(value['parts']).map(decodePart),
    metadata: metadataOf(value),
  };
}

/** In 0.3 a file stands in an object of its own. */
function decodePart(value: JsonObject): Part {
  const file = isJsonObject(value['file']) ? value['file'] : {};
  const { text, data } = value;
  return {
    text: typeof text === 'string' ? text : undefined,
    data,
    url: textAt(value, 'url') ?? textAt(file, 'uri'),
    raw: textAt(value, 'raw') ?? textAt(file, 'bytes'),
    mediaType: textAt(value, 'mediaType') ?? textAt(file, 'mimeType'),
    filename: textAt(value, 'filename') ?? textAt(file, 'name'),
  };
}

function metadataOf(value: JsonObject): JsonObject | undefined {
  return isJsonObject(value['metadata']) ? value['metadata'] : undefined;
}
