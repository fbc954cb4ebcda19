import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { AgentUiEvent } from '../../events/event.js';
import type { FrameMapper } from '../agent-events/frame-mapper.js';
import { SessionName } from '../agent-events/session-name.js';
import { CONTENT_EVENTS } from './content-events.js';
import { evidencePackRow, type EvidencePack } from './evidence-pack.js';
import { RUN_EVENTS, type Mapping } from './run-events.js';
import { compact, note, Said, type Row } from './said.js';
import { snapshotRows } from './snapshot.js';
import { TOOL_EVENTS } from './tool-events.js';
import { taskRow, WORK_EVENTS } from './work-events.js';

const MAPPINGS: Readonly<Record<string, Mapping>> = {
  ...RUN_EVENTS,
  ...TOOL_EVENTS,
  ...WORK_EVENTS,
  ...CONTENT_EVENTS,
};

/** All that the profile names, and the two of a channel's peer that only its prose does. */
export const RUNTIME_EVENT_TYPES: readonly string[] = Object.keys(MAPPINGS);

const PROFILE = 'lime-profile-0.4.0';

/** Ids and refs that both sides have under the same name (M-004). */
const SHARED = [
  'timestamp',
  'sequence',
  'sessionId',
  'threadId',
  'turnId',
  'runtimeId',
  'taskId',
  'attemptId',
  'stepId',
  'toolCallId',
  'actionId',
  'artifactId',
  'evidenceId',
  'traceId',
  'parentSessionId',
  'parentThreadId',
];

/** The runtime's ids that the standard has no field for; they stay a way to find the same thing there. */
const CORRELATED = [
  'requestId',
  'processId',
  'modelRequestId',
  'queueId',
  'channelId',
  'jobId',
  'spanId',
  'runId',
];

/** Sizes of outputs that are elsewhere: the result that names one does not repeat it. */
const MAX_SIZES = 500;

/**
 * Agent Runtime's events and read models as Agent UI facts (§9). The host says that a source speaks this dialect; many
 * of its type names are the standard's own, and nothing is guessed from them (§9.1).
 */
export class RuntimeMapper implements FrameMapper {
  readonly #sizes = new Map<string, number>();
  readonly #ended = new Set<string>();
  #toldVersion = false;
  #made = 0;

  readonly #session: SessionName | undefined;

  /** @param session of events that name none */
  constructor(session?: SessionName | string) {
    this.#session = typeof session === 'string' ? new SessionName(session, true) : session;
  }

  /** A frame of a stream: an event, or an object that names what it holds. */
  map(value: JsonObject): readonly AgentUiEvent[] | undefined {
    if (typeof value['type'] === 'string') return this.event(value);
    if (isJsonObject(value['snapshot'])) return this.snapshot(value['snapshot']);
    if (isJsonObject(value['task'])) return this.task(value['task']);
    if (isJsonObject(value['evidencePack'])) return this.evidencePack(value['evidencePack']);
    return undefined;
  }

  /** A RuntimeEvent. */
  event(event: JsonObject): readonly AgentUiEvent[] {
    const said = this.#agentClosed(new Said(event));
    this.#session?.hear(event['sessionId']);
    const mapping = Object.hasOwn(MAPPINGS, said.type) ? MAPPINGS[said.type] : undefined;
    const rows: Row[] = mapping
      ? [...mapping(said)]
      : [
          note(
            'info',
            'adapter.unmapped',
            `"${said.type.slice(0, 80)}" is no event of the Agent Runtime profile.`,
          ),
        ];
    this.#rememberSize(said, rows);
    const version = said.text('schemaVersion');
    if (version !== PROFILE && !this.#toldVersion) {
      this.#toldVersion = true;
      rows.push(
        note(
          'info',
          'adapter.schema_version',
          `Read as ${PROFILE}; the source says ${version ?? 'nothing'}.`,
        ),
      );
    }
    return this.#stamped(rows, idsOf(said), said.text('eventId'));
  }

  /** A ThreadReadModel: the session with its threads. */
  snapshot(snapshot: JsonObject): readonly AgentUiEvent[] {
    const said = new Said(snapshot);
    this.#session?.hear(snapshot['sessionId']);
    const at = said.text('updatedAt');
    const ids = compact({
      sessionId: said.text('sessionId'),
      runtimeId: said.text('runtimeId'),
      timestamp: at,
    });
    return this.#stamped(snapshotRows(snapshot), ids, at === undefined ? undefined : `snapshot:${at}`);
  }

  /** A TaskSnapshot. */
  task(task: JsonObject): readonly AgentUiEvent[] {
    const said = new Said({ payload: task, ...task });
    return this.#stamped([taskRow(said)], idsOf(said), undefined);
  }

  evidencePack(pack: EvidencePack | JsonObject): readonly AgentUiEvent[] {
    return this.#stamped([evidencePackRow(pack as EvidencePack)], {}, undefined);
  }

  /** Adds what all facts of one event share. Each is an event of its own, and so has an id of its own (R2). */
  #stamped(rows: readonly Row[], ids: JsonObject, eventId: string | undefined): readonly AgentUiEvent[] {
    return rows.map((row, at) => {
      const { type } = row;
      const id = eventId === undefined ? undefined : at === 0 ? eventId : `${eventId}#${at}`;
      const own =
        type === 'diagnostic.changed'
          ? { diagnosticId: `${row.payload?.['code']}:${id ?? ++this.#made}` }
          : {};
      return compact({
        sessionId: this.#session?.current,
        eventId: id,
        ...ids,
        ...own,
        ...compact(row),
      }) as AgentUiEvent;
    });
  }

  #rememberSize(said: Said, rows: readonly Row[]): void {
    const ref = said.text('outputRef');
    if (ref === undefined) return;
    const size = said.number('sizeBytes');
    if (size !== undefined) {
      this.#sizes.set(ref, size);
      if (this.#sizes.size > MAX_SIZES) this.#sizes.delete(this.#sizes.keys().next().value!);
      return;
    }
    const known = this.#sizes.get(ref);
    const result = rows.find((row) => row.type === 'tool.result');
    if (known !== undefined && result?.payload) result.payload['sizeBytes'] = known;
  }

  /** Closing a child that has ended changes it; it does not end it again. */
  #agentClosed(said: Said): Said {
    const agentId = said.text('subagentId');
    if (agentId === undefined || !said.type.startsWith('subagent.')) return said;
    if (said.type === 'subagent.closed' && this.#ended.has(agentId)) {
      return new Said({
        ...said.event,
        type: 'subagent.status',
        payload: { ...said.payload, status: 'closed' },
      });
    }
    if (['subagent.completed', 'subagent.failed'].includes(said.type)) this.#ended.add(agentId);
    return said;
  }
}

/**
 * What the facts of an event are about. A run of the standard is what a person sees and can stop: a turn here. The
 * runtime's own `runId` names an attempt of a task, and stays that (C45).
 */
function idsOf(said: Said): JsonObject {
  const { event } = said;
  const ids = Object.fromEntries(SHARED.map((name) => [name, event[name]]));
  const refs = compact(Object.fromEntries(CORRELATED.map((name) => [name, event[name]])));
  const ofTask = /^task\.(?!profile\.)/.test(String(event['type'] ?? 'task.'));
  return compact({
    ...ids,
    agentId: event['agentId'] ?? event['subagentId'],
    subagentId: event['subagentId'],
    runId: ofTask ? event['runId'] : undefined,
    refs: Object.keys(refs).length > 0 ? refs : undefined,
  });
}
