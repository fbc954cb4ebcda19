import { isJsonObject, isPollutingKey, type JsonObject } from '../../base/json.js';
import { ENUMS } from './enums.js';
import type { EventFields } from './envelope.js';

/** An event as reducers read it: ids where the envelope has them, everything else in `payload`. */
export interface NormalEvent extends EventFields {
  type: string;
  payload: JsonObject;
  /** Fields whose word is not in the standard's list. */
  unrecognised?: readonly string[];
}

/** Ids become keys of records: they must be non-empty texts and never reach a prototype (R12). */
const IDS =
  'sessionId threadId runId turnId messageId partId agentId toolCallId actionId taskId subagentId eventId teamId ' +
  'artifactId artifactVersionId artifactExportId evidenceId reviewId handoffId workItemId workerNotificationId ' +
  'remoteTaskId diagnosticId attemptId stepId runtimeId parentSessionId parentThreadId metricName teamName';
/** Other facts that may stand at the top or in the payload (§1.1); the reducers read them at the top. */
const FACTS =
  'agentName agentRole agentSource evidencePackRef replayRef reviewRef traceId sourceRefs evidenceRefs ' +
  'transcriptRef workerUsage teamPolicy runtimeEntity runtimeStatus latestTurnStatus teamPhase ' +
  'teamParallelBudget teamActiveCount teamQueuedCount queuedTurnCount providerParallelBudget queueReason ' +
  'providerConcurrencyGroup retryableOverload topology';
/** Words that mean something else inside a payload. */
const TOP_ONLY =
  'type payload sequence timestamp owner scope phase surface persistence control refs rawEventRef schemaVersion ' +
  'spanId artifactKind artifactStatus artifactReadRef artifactDiffRef artifactPreview';

/** Every envelope key (§1.1); any other top-level key belongs into the payload. */
const ENVELOPE = new Map(
  Object.entries({ id: IDS, fact: FACTS, top: TOP_ONLY }).flatMap(([kind, names]) =>
    names
      .split(' ')
      .map((name): [string, string] => [name, kind === 'top' && Object.hasOwn(ENUMS, name) ? 'word' : kind]),
  ),
);

const NO_PAYLOAD: JsonObject = Object.freeze({});

/** §1.1, C6, C21, C23: other spellings of the standard's own words. */
const BARE_PAYLOAD: Readonly<Record<string, string>> = {
  'text.delta': 'delta',
  'text.final': 'text',
  'reasoning.delta': 'delta',
  'reasoning.summary': 'summary',
  'plan.delta': 'delta',
};

/** C23: other pages' names of the same marks. Their intervals of another kind keep their names. */
const METRIC_ALIASES: Readonly<Record<string, string>> = {
  submit_to_status_ms: 'first_runtime_status_ms',
  submitToStatusMs: 'first_runtime_status_ms',
  submit_to_first_event_ms: 'first_event_ms',
  submit_to_first_text_ms: 'first_text_delta_ms',
  submitToFirstTextMs: 'first_text_delta_ms',
  historyClickToShellMs: 'session.click_to_shell_ms',
  historyClickToRecentMessagesMs: 'session.messages_hydrate_ms',
};

/**
 * Reads anything as an event, or says in a sentence why it cannot be one. Lenient: payload keys at top level are
 * taken into the payload and ids inside the payload out of it, an id that is a number becomes its text, a
 * `subagentId` stands for `agentId`, and artifacts may spell their facts in four ways (C12).
 */
export function normalizeEvent(input: unknown): NormalEvent | string {
  if (!isJsonObject(input)) return 'an event must be an object';
  const { type } = input;
  if (typeof type !== 'string' || type === '') return 'an event needs a type';
  const given = input['payload'];
  let payload = isJsonObject(given) ? given : NO_PAYLOAD;
  if (given !== undefined && given !== null && payload === NO_PAYLOAD)
    payload = { [BARE_PAYLOAD[type] ?? 'value']: given };
  let ids: JsonObject | undefined;
  let unrecognised: string[] | undefined;
  for (const key in input) {
    const kind = ENVELOPE.get(key);
    const value = input[key];
    if (kind === 'id') {
      if (typeof value !== 'string' || value === '') {
        if (value !== undefined) (ids ??= {})[key] = typeof value === 'number' ? String(value) : undefined;
      } else if (isPollutingKey(value)) return `${key} must not be "${value}"`;
    } else if (kind === undefined) {
      if (isPollutingKey(key)) continue;
      if (payload === given || payload === NO_PAYLOAD) payload = { ...payload };
      if (!Object.hasOwn(payload, key)) payload[key] = value;
    } else if (kind !== 'top' && typeof value === 'string' && ENUMS[key]?.has(value) === false)
      (unrecognised ??= []).push(key);
  }
  if (type.startsWith('artifact.')) payload = artifactFacts(input, payload);
  for (const key in payload) {
    const kind = ENVELOPE.get(key);
    if ((kind !== 'id' && kind !== 'fact') || Object.hasOwn(input, key)) continue;
    const value = payload[key];
    if (kind === 'id' && typeof value === 'string' && isPollutingKey(value))
      return `${key} must not be "${value}"`;
    const fits = kind === 'fact' || (typeof value === 'string' && value !== '');
    (ids ??= {})[key] = fits ? value : typeof value === 'number' ? String(value) : undefined;
  }
  const { agentId, subagentId } = (ids ?? input) as EventFields;
  if (agentId === undefined && subagentId !== undefined && input['agentId'] === undefined)
    (ids ??= {})['agentId'] = subagentId;
  if (type === 'metric.changed') {
    const name = (ids ?? input)['metricName'];
    if (typeof name === 'string' && Object.hasOwn(METRIC_ALIASES, name))
      (ids ??= {})['metricName'] = METRIC_ALIASES[name];
  }
  // Most events are well formed, and need no copy.
  return (ids || unrecognised || payload !== given
    ? { ...input, ...ids, payload, unrecognised }
    : input) as unknown as NormalEvent;
}

/**
 * C12: `artifact.kind`, `artifactKind`, `{ artifact: { kind } }`, `kind` and `read_ref` say the same in four ways; here
 * all become `kind`, `readRef`, … in the payload. What stands nearest to the event wins.
 */
function artifactFacts(event: JsonObject, payload: JsonObject): JsonObject {
  const facts: JsonObject = {};
  const nested = payload['artifact'];
  for (const source of [isJsonObject(nested) ? nested : NO_PAYLOAD, payload, event]) {
    for (const key in source) {
      if (source === event && !key.startsWith('artifact')) continue;
      const bare = bareName(key);
      if (isPollutingKey(bare) || source[key] === undefined) continue;
      facts[bare === 'id' ? 'artifactId' : bare] = source[key];
    }
  }
  const { version } = facts;
  if (isJsonObject(version)) facts['versionId'] ??= version['id'];
  else if (typeof version === 'string') facts['versionId'] ??= version;
  return facts;
}

const BARE = new Map<string, string>();

function bareName(key: string): string {
  let bare = BARE.get(key);
  if (bare === undefined) {
    bare = key
      .replace(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase())
      .replace(/^artifact([A-Z])/, (_, letter: string) => letter.toLowerCase());
    // Only so many names are worth remembering: producers may make them up.
    if (BARE.size < 500) BARE.set(key, bare);
  }
  return bare;
}
