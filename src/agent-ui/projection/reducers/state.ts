import { applyPatch } from '../../../base/json-patch.js';
import { copyJson, isJsonObject, type JsonObject } from '../../../base/json.js';
import { redact } from '../../../base/redact.js';
import { objects, type Fact } from '../fact.js';
import { spec } from '../keep.js';
import { isBefore } from '../order.js';
import { OrderedLog } from '../ordered-log.js';
import type { SharedDocument, StateChange } from '../records.js';

const KEYS = spec({ text: 'updatedAt status', any: 'version' });

/** The sections that a snapshot may have, each a fact of another family about each of its rows. */
const SECTIONS: Readonly<Record<string, string>> = {
  session: 'session.updated',
  thread: 'session.updated',
  run: 'run.status',
  runs: 'run.status',
  pendingActions: 'action.required',
  actions: 'action.required',
  toolCalls: 'tool.started',
  tasks: 'task.changed',
  agents: 'agent.changed',
  subagents: 'agent.changed',
  team: 'team.changed',
  teams: 'team.changed',
  handoffs: 'agent.handoff',
  reviews: 'review.requested',
  artifacts: 'artifact.changed',
  evidence: 'evidence.changed',
  permissions: 'permission.changed',
  context: 'context.changed',
};

/** What older changes of the shared state are let go of once a snapshot has replaced them. */
const KEPT = 512;

/** `state.*`: the application's state by version, and a snapshot's summaries of everything else. */
export function reduceState(fact: Fact, reduce: (fact: Fact) => void): void {
  const { event, stamp } = fact;
  const id = event.sessionId ?? event.threadId;
  if (id === undefined) {
    fact.diagnose('warn', 'state.id_missing', `${event.type} names no session and no thread`);
    return;
  }
  const snapshot = event.type === 'state.snapshot';
  const record = fact.entity('state', id, 'stateId', snapshot ? KEYS : NOTHING);
  const log = (record.document ??= new DocumentLog());
  const change: StateChange = { stamp, snapshot, payload: own(event.payload) };
  log.add(change);
  // A log that only grows forgets what a snapshot has replaced.
  if (log.entries.length > KEPT && log.entries[KEPT / 2]!.snapshot) log.entries.splice(0, KEPT / 2);
  if (change.fault)
    fact.diagnose(
      'warn',
      `state.${change.fault}`,
      'a change of the shared state did not fit; ask for a snapshot',
      id,
    );
  if (snapshot && change.fault === undefined) sections(fact, id, reduce);
}

const NOTHING = spec({});

/** Only what the state itself is made of, safe, and nobody else's to change. */
function own(payload: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const key of ['version', 'baseVersion', 'state', 'patch', 'merge'])
    if (payload[key] !== undefined) kept[key] = redact(payload[key]);
  return kept;
}

export class DocumentLog extends OrderedLog<StateChange, SharedDocument> {
  protected empty(): SharedDocument {
    return { value: {} };
  }

  protected step(now: SharedDocument, change: StateChange): void {
    const { payload, snapshot } = change;
    const { version, baseVersion, patch, merge } = payload;
    change.fault = undefined;
    if (snapshot) {
      if (isOlder(version, now.base)) {
        change.fault = 'older_version';
        return;
      }
      // Patches write into the document: a log that is read again starts from an untouched one.
      if (payload['state'] !== undefined) now.value = copyJson(payload['state']);
      now.version = now.base = version;
      now.stale = undefined;
      return;
    }
    if (baseVersion !== undefined && baseVersion !== now.version && baseVersion !== now.base) {
      now.stale = change.fault = 'base_mismatch';
      return;
    }
    try {
      if (Array.isArray(patch)) now.value = applyPatch(now.value, patch);
      else if (merge !== undefined) now.value = merged(now.value, copyJson(merge));
      now.version = version ?? (typeof baseVersion === 'number' ? baseVersion + 1 : now.version);
    } catch {
      now.stale = change.fault = 'patch_failed';
    }
  }
}

/** Versions that can be compared: numbers, or texts such as times. */
function isOlder(version: unknown, than: unknown): boolean {
  return typeof version === typeof than && (version as number) < (than as number);
}

/** RFC 7396. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result: JsonObject = isJsonObject(target) ? target : {};
  for (const [key, value] of Object.entries(patch))
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  return result;
}

/** Each section that is there becomes facts; one that is absent says nothing, an empty one that there is none. */
function sections(fact: Fact, session: string, reduce: (fact: Fact) => void): void {
  const { payload } = fact.event;
  const { type: _type, payload: _payload, sequence: _sequence, eventId: _eventId, ...context } = fact.event;
  const listed = new Set<string>();
  let summary = false;
  const tell = (type: string, row: JsonObject) => {
    summary = true;
    const { agentId: _agent, ...ids } = context;
    const said = fact.derive(type, ids, row, true);
    if (!said) return;
    const { actionId, toolCallId } = said.event;
    for (const id of [actionId, toolCallId]) if (id !== undefined) listed.add(id);
    reduce(said);
  };
  for (const key in SECTIONS) {
    const given = payload[key];
    if (given === undefined) continue;
    summary = true;
    const rows = isJsonObject(given) ? [given] : objects(given);
    for (const row of rows) {
      const type = typeOf(SECTIONS[key]!, row);
      tell(
        type,
        type === 'run.finished' ? { outcome: OUTCOMES[String(row['stage'] ?? row['status'])], ...row } : row,
      );
    }
  }
  const { queued, steer } = payload;
  if (queued !== undefined || steer !== undefined) tell('queue.changed', { queued, steer });
  const known = fact.state.listed.get(session);
  if (!summary || (known && isBefore(fact.stamp, known.stamp))) return;
  fact.state.listed.set(session, { stamp: fact.stamp, ids: listed });
  fact.mark('approvals');
  fact.mark('tools');
}

const OUTCOMES: Readonly<Record<string, string>> = {
  completed: 'success',
  cancelled: 'cancelled',
  interrupted: 'interrupt',
};

/** A row that says how it ended is its end. */
function typeOf(type: string, row: JsonObject): string {
  const { state, status, stage, decision, verdict } = row;
  if (type === 'action.required' && (decision !== undefined || state === 'resolved'))
    return 'action.resolved';
  if (type === 'review.requested' && verdict !== undefined) return 'review.completed';
  if (type === 'run.status') {
    const word = String(stage ?? status);
    return word === 'failed' ? 'run.failed' : Object.hasOwn(OUTCOMES, word) ? 'run.finished' : type;
  }
  if (type === 'tool.started' && (state === 'output-error' || status === 'failed')) return 'tool.failed';
  return type === 'tool.started' && (state === 'output-available' || status === 'completed')
    ? 'tool.result'
    : type;
}
