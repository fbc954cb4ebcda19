import { ENUMS } from './enums.js';
import { EVENT_TYPES } from './event.js';

type FieldKind = 'text' | 'count' | 'flag' | 'texts' | 'object' | 'any';

const KINDS: Readonly<Record<FieldKind, string>> = {
  text:
    'type timestamp eventId sessionId threadId runId turnId runtimeId messageId partId taskId attemptId stepId agentId ' +
    'subagentId agentName agentRole agentSource teamId teamName parentSessionId parentThreadId toolCallId actionId ' +
    'artifactId artifactKind artifactStatus artifactVersionId artifactExportId artifactReadRef artifactDiffRef ' +
    'evidenceId evidencePackRef replayRef reviewRef traceId spanId reviewId handoffId workItemId ' +
    'workerNotificationId remoteTaskId diagnosticId transcriptRef metricName runtimeEntity runtimeStatus ' +
    'latestTurnStatus teamPhase queueReason providerConcurrencyGroup owner scope phase surface persistence control ' +
    'topology rawEventRef schemaVersion',
  count: 'sequence teamParallelBudget teamActiveCount teamQueuedCount queuedTurnCount providerParallelBudget',
  flag: 'retryableOverload',
  texts: 'sourceRefs evidenceRefs',
  object: 'workerUsage teamPolicy',
  any: 'payload refs artifactPreview',
};

/** Every field of the envelope (§1.1) and what it must be. */
export const ENVELOPE_FIELDS: Readonly<Record<string, FieldKind>> = Object.fromEntries(
  Object.entries(KINDS).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as FieldKind])),
);

const SHAPES: Readonly<Record<FieldKind, object>> = {
  text: { type: 'string', minLength: 1 },
  count: { type: 'integer', minimum: 0 },
  flag: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string', minLength: 1 } },
  object: { type: ['object', 'null'] },
  any: {},
};

const ID = 'urn:oui-elements:agent-ui-event:0.6';

/**
 * JSON Schema (2020-12) of an Agent UI event, as plain JSON. `open` takes any class and any word, which become
 * diagnostics; `strict` takes the 52 classes and the standard's words only. Unknown keys are taken by both.
 */
export function eventSchema(mode: 'open' | 'strict' = 'open'): Readonly<Record<string, unknown>> {
  const properties: Record<string, object> = {};
  for (const [name, kind] of Object.entries(ENVELOPE_FIELDS)) {
    const words = ENUMS[name] && [...ENUMS[name]];
    if (!words) properties[name] = SHAPES[kind];
    else properties[name] = mode === 'strict' ? { enum: words } : { ...SHAPES[kind], examples: words };
  }
  properties['type'] =
    mode === 'strict' ? { enum: [...EVENT_TYPES] } : { ...SHAPES.text, examples: [...EVENT_TYPES] };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: mode === 'strict' ? `${ID}:strict` : ID,
    title: 'Agent UI event, v0.6',
    type: 'object',
    required: ['type'],
    properties,
    additionalProperties: true,
  };
}
