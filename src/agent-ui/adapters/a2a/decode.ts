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
} from './wire.js';

const STATES: ReadonlySet<string> = new Set(
  'SUBMITTED WORKING INPUT_REQUIRED AUTH_REQUIRED COMPLETED FAILED CANCELED REJECTED UNSPECIFIED'.split(' '),
);

/** Reads a result of 1.0 or of 0.3, which says by `kind` what it is; `undefined` when it is neither. */
export function decodeAnswer(value: unknown): Answer | undefined {
  if (!isJsonObject(value)) return undefined;
  // Pieces of artifacts come by the thousand, so they are looked for first.
  const { artifactUpdate, statusUpdate, task, message, kind } = value;
  if (artifactUpdate !== undefined) return decodeArtifactUpdate(artifactUpdate);
  if (statusUpdate !== undefined) return decodeStatusUpdate(statusUpdate);
  if (task !== undefined || kind === 'task') {
    const found = decodeTask(task ?? value);
    return found && { task: found };
  }
  if (message !== undefined || kind === 'message') {
    const found = decodeMessage(message ?? value);
    return found && { message: found };
  }
  if (kind === 'artifact-update') return decodeArtifactUpdate(value);
  return kind === 'status-update' ? decodeStatusUpdate(value) : undefined;
}

function decodeArtifactUpdate(value: unknown): Answer | undefined {
  const taskId = isJsonObject(value) ? textAt(value, 'taskId') : undefined;
  const artifact = isJsonObject(value) ? decodeArtifact(value['artifact']) : undefined;
  if (!isJsonObject(value) || taskId === undefined || !artifact) return undefined;
  return {
    artifactUpdate: {
      taskId,
      contextId: textAt(value, 'contextId'),
      metadata: metadataOf(value),
      artifact,
      append: value['append'] === true,
      lastChunk: value['lastChunk'] === true,
    },
  };
}

function decodeStatusUpdate(value: unknown): Answer | undefined {
  const taskId = isJsonObject(value) ? textAt(value, 'taskId') : undefined;
  const status = isJsonObject(value) ? decodeStatus(value['status']) : undefined;
  if (!isJsonObject(value) || taskId === undefined || !status) return undefined;
  const contextId = textAt(value, 'contextId');
  return { statusUpdate: { taskId, contextId, metadata: metadataOf(value), status } };
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
    parts: decodeParts(value['parts']),
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
    parts: decodeParts(value['parts']),
    metadata: metadataOf(value),
  };
}

function decodeParts(value: unknown): Part[] {
  const parts: Part[] = [];
  if (Array.isArray(value)) for (const part of value) if (isJsonObject(part)) parts.push(decodePart(part));
  return parts;
}

/** In 0.3 a file stands in an object of its own. */
function decodePart(value: JsonObject): Part {
  const { text, data } = value;
  if (typeof text === 'string')
    return { text, mediaType: textAt(value, 'mediaType'), filename: textAt(value, 'filename') };
  const file = isJsonObject(value['file']) ? value['file'] : {};
  return {
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
