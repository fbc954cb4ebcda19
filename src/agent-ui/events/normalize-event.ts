import { isJsonObject, isPollutingKey, type JsonObject } from '../../base/json.js';
import type { EventFields } from './envelope.js';

/** An event as reducers read it: ids where the envelope has them, everything else in `payload`. */
export interface NormalEvent extends EventFields {
  type: string;
  payload: JsonObject;
}

/** Every envelope key (§1.1); any other top-level key belongs into the payload. */
const ENVELOPE = new Set<string>([
  'type',
  'payload',
  'sequence',
  'timestamp',
  'eventId',
  'sessionId',
  'threadId',
  'runId',
  'turnId',
  'runtimeId',
  'messageId',
  'partId',
  'taskId',
  'attemptId',
  'stepId',
  'agentId',
  'subagentId',
  'agentName',
  'agentRole',
  'agentSource',
  'teamId',
  'teamName',
  'parentSessionId',
  'parentThreadId',
  'toolCallId',
  'actionId',
  'artifactId',
  'artifactKind',
  'artifactStatus',
  'artifactVersionId',
  'artifactExportId',
  'artifactReadRef',
  'artifactDiffRef',
  'artifactPreview',
  'evidenceId',
  'evidencePackRef',
  'replayRef',
  'reviewRef',
  'traceId',
  'spanId',
  'sourceRefs',
  'evidenceRefs',
  'reviewId',
  'handoffId',
  'workItemId',
  'workerNotificationId',
  'remoteTaskId',
  'diagnosticId',
  'transcriptRef',
  'metricName',
  'workerUsage',
  'teamPolicy',
  'runtimeEntity',
  'runtimeStatus',
  'latestTurnStatus',
  'teamPhase',
  'teamParallelBudget',
  'teamActiveCount',
  'teamQueuedCount',
  'queuedTurnCount',
  'providerParallelBudget',
  'queueReason',
  'providerConcurrencyGroup',
  'retryableOverload',
  'owner',
  'scope',
  'phase',
  'surface',
  'persistence',
  'control',
  'topology',
  'refs',
  'rawEventRef',
  'schemaVersion',
]);

/** Ids become keys of records: they must be non-empty texts and never reach a prototype (R12). */
const IDS = [
  'sessionId',
  'threadId',
  'runId',
  'turnId',
  'messageId',
  'partId',
  'agentId',
  'toolCallId',
  'actionId',
  'taskId',
] as const satisfies readonly (keyof EventFields)[];

const NO_PAYLOAD: JsonObject = Object.freeze({});

/**
 * Reads anything as an event, or says in a sentence why it cannot be one. Lenient: payload keys at top level
 * are taken into the payload, an id that is a number becomes its text, a `subagentId` stands for `agentId`.
 */
export function normalizeEvent(input: unknown): NormalEvent | string {
  if (!isJsonObject(input)) return 'an event must be an object';
  if (typeof input['type'] !== 'string' || input['type'] === '') return 'an event needs a type';
  const event = input as EventFields & JsonObject;
  const fault = idFault(event);
  if (fault) return fault;
  const payload = payloadOf(event);
  return cleaned(event, payload);
}

function idFault(event: JsonObject): string | undefined {
  for (const id of IDS) {
    const value = event[id];
    if (typeof value === 'string' && isPollutingKey(value)) return `${id} must not be "${value}"`;
  }
  return undefined;
}

function payloadOf(event: JsonObject): JsonObject {
  const given = event['payload'];
  let payload = isJsonObject(given) ? given : given === undefined ? NO_PAYLOAD : { value: given };
  let copied = false;
  for (const key in event) {
    if (ENVELOPE.has(key) || isPollutingKey(key)) continue;
    if (!copied) payload = { ...payload };
    copied = true;
    if (!Object.hasOwn(payload, key)) payload[key] = event[key];
  }
  return payload;
}

function cleaned(event: EventFields & JsonObject, payload: JsonObject): NormalEvent {
  let result = event as unknown as NormalEvent;
  if (event['payload'] !== payload) result = { ...(event as object), payload } as NormalEvent;
  for (const id of IDS) {
    const value: unknown = result[id];
    if (value === undefined || (typeof value === 'string' && value !== '')) continue;
    result = { ...result, [id]: typeof value === 'number' ? String(value) : undefined };
  }
  if (result.agentId === undefined && typeof result.subagentId === 'string') {
    result = { ...result, agentId: result.subagentId };
  }
  return result;
}
