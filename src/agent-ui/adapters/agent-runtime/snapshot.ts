import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { evidenceRow } from './evidence-pack.js';
import { queuedRows } from './queued-rows.js';
import { compact, note, Said, type Row } from './said.js';
import { questionOf } from './tool-events.js';
import { spawned, taskRow } from './work-events.js';

/** Turn states in the standard's stages. */
const STAGES: Readonly<Record<string, string>> = { submitted: 'accepted', canceled: 'cancelled' };
const ACTIVE_TOOL = { running: 'running', completed: 'completed', failed: 'failed' } as const;

const said = (payload: JsonObject) => new Said({ payload });
const rowsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** A row's ids and facts in one object, as a section of `state.snapshot` has them. */
function flat({ type: _, payload, ...ids }: Row, more: JsonObject = {}): JsonObject {
  return compact({ ...more, ...ids, ...payload });
}

/**
 * A ThreadReadModel (§9.3) as one `state.snapshot`: each section that is there becomes facts, and one that is absent
 * says nothing. Its version is when the runtime made it, so that an older one changes nothing.
 */
export function snapshotRows(snapshot: JsonObject): Row[] {
  const whole = said(snapshot);
  const threads = rowsOf(snapshot['threads']);
  const rows: Row[] = [];
  const tasks = [...rowsOf(snapshot['tasks']), ...threads.flatMap((thread) => rowsOf(thread['tasks']))];
  const every = (name: string) =>
    threads.flatMap((thread) =>
      rowsOf(thread[name]).map((row) => ({ threadId: thread['threadId'], ...row })),
    );
  const has = (name: string) => threads.some((thread) => Array.isArray(thread[name]));

  const runs = threads.flatMap((thread) => runsOf(thread, snapshot));
  const pending = [...every('pendingRequests'), ...every('actions')];
  const agents = [...every('subagents'), ...rowsOf(whole.object('subagentJobSummary')?.['subagents'])];
  const toolCalls = every('toolCalls').map(toolOf);
  const evidence = evidenceOf(snapshot, threads);
  const permissions = [snapshot, ...threads].map(permissionOf).filter((row) => row !== undefined);

  rows.push({
    type: 'state.snapshot',
    ...compact({ runtimeId: whole.text('runtimeId'), sessionId: whole.text('sessionId') }),
    payload: compact({
      version: whole.text('updatedAt'),
      updatedAt: whole.text('updatedAt'),
      session: compact({
        sessionId: whole.text('sessionId'),
        workspace: whole.text('workspaceId'),
        status: threads.length === 1 ? threads[0]!['status'] : undefined,
        stale: threads.some((thread) => thread['status'] === 'stale') ? true : undefined,
        cursor: whole.object('historySummary')?.['cursor'],
        truncated: whole.object('historySummary')?.['truncated'],
      }),
      runs: threads.length > 0 ? runs : undefined,
      pendingActions: has('pendingRequests') || has('actions') ? pending.map(actionOf) : undefined,
      queued: has('queuedTurns') ? queuedRows(every('queuedTurns')) : undefined,
      toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
      tasks: tasks.length > 0 || Array.isArray(snapshot['tasks']) ? tasks.map(taskOf) : undefined,
      agents: agents.length > 0 ? agents.map(agentOf) : undefined,
      evidence: evidence.length > 0 ? evidence : undefined,
      permissions: permissions.length > 0 ? permissions : undefined,
      ...whole.pick('taskSummary', 'taskGraph', 'deliveryState'),
    }),
  });
  for (const incident of every('incidents')) rows.push(incidentOf(incident));
  rows.push({
    type: 'session.hydrated',
    payload: { stage: 'H3', messages: 'unavailable', timeline: 'deferred', artifacts: 'deferred' },
  });
  for (const name of ['routingLimitSummary', 'telemetrySummary', 'evidenceRefs']) {
    if (snapshot[name] === undefined) {
      rows.push(
        note('info', 'agent-runtime.section_missing', `The snapshot says nothing of ${name}.`, {
          section: name,
        }),
      );
    }
  }
  return rows;
}

/** A run of the standard is a turn here; the runtime's own runs are attempts of a task (C45). */
function runsOf(thread: JsonObject, snapshot: JsonObject): JsonObject[] {
  const { activeTurnId, threadId } = thread;
  const turns = rowsOf(thread['turns']);
  const model = said({
    ...said(snapshot).object('routingLimitSummary'),
    ...said(thread).object('modelRouting'),
  });
  return turns.map((turn, at) => {
    const status = typeof turn['status'] === 'string' ? turn['status'] : undefined;
    const latest = turn['turnId'] === activeTurnId || at === turns.length - 1;
    return compact({
      threadId,
      turnId: turn['turnId'],
      taskId: turn['taskId'],
      attemptId: turn['attemptId'] ?? turn['runId'],
      runtimeEntity: 'agent_turn',
      stage: status === undefined ? undefined : (STAGES[status] ?? status),
      error: said(turn).error('lastError', 'error'),
      ...(latest ? routingOf(model) : {}),
    });
  });
}

function routingOf(model: Said): JsonObject {
  const single = model.flag('singleCandidate');
  return compact({
    model: model.text('selectedModel', 'model'),
    candidateCount: model.number('candidateCount'),
    singleCandidate: single,
    detail: single === true ? 'single candidate' : undefined,
  });
}

function actionOf(request: JsonObject): JsonObject {
  const asked = said(request);
  return compact({
    ...asked.pick('threadId', 'turnId', 'toolCallId', 'taskId', 'agentId', 'agentName', 'decision', 'state'),
    actionId: asked.text('actionId', 'requestId', 'id'),
    ...questionOf(asked),
  });
}

function toolOf(call: JsonObject): JsonObject {
  const status = call['status'];
  return compact({
    ...said(call).pick(
      'threadId',
      'turnId',
      'toolCallId',
      'stepId',
      'outputRef',
      'sizeBytes',
      'exitCode',
      'error',
    ),
    name: call['toolName'] ?? call['name'],
    outputPreview: call['preview'],
    status: typeof status === 'string' && status in ACTIVE_TOOL ? status : undefined,
  });
}

function taskOf(task: JsonObject): JsonObject {
  return flat(taskRow(said(task)), said(task).pick('taskId', 'sessionId', 'threadId', 'turnId', 'agentId'));
}

function agentOf(agent: JsonObject): JsonObject {
  const [row] = spawned(said(agent));
  const agentId = agent['subagentId'] ?? agent['agentId'];
  return flat(row!, { agentId, ...said(agent).pick('taskId') });
}

function evidenceOf(snapshot: JsonObject, threads: readonly JsonObject[]): JsonObject[] {
  const rows = new Map<string, JsonObject>();
  const add = (refs: unknown, summary: JsonObject) => {
    for (const ref of Array.isArray(refs) ? refs : []) {
      if (typeof ref === 'string')
        rows.set(ref, { ...flat(evidenceRow(said(summary))), ...rows.get(ref), evidenceId: ref });
    }
  };
  for (const thread of threads) {
    const summary = said(thread).object('evidenceSummary') ?? {};
    add(summary['evidenceRefs'], { ...summary, telemetrySummary: snapshot['telemetrySummary'] });
  }
  add(snapshot['evidenceRefs'], { telemetrySummary: snapshot['telemetrySummary'] });
  return [...rows.values()];
}

function permissionOf(state: JsonObject): JsonObject | undefined {
  const permission = said(state).object('permissionState');
  const sandbox = said(state).object('sandboxState');
  if (!permission && !sandbox) return undefined;
  const facts = said(permission ?? {}).pick('mode', 'risk', 'scope', 'expiresAt', 'waiver', 'retention');
  return compact({ threadId: state['threadId'], ...facts, sandbox });
}

function incidentOf(incident: JsonObject): Row {
  const it = said(incident);
  const message = it.error('message', 'summary', 'error') ?? 'The runtime reports an incident.';
  return {
    ...note('warn', it.text('code', 'kind') ?? 'incident', message),
    diagnosticId: it.text('incidentId', 'id'),
    threadId: it.text('threadId'),
  };
}
