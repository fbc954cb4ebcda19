import type { ControlKind, ControlRequest } from '../events/control-request.js';
import type { AgentUiEvent, EventType } from '../events/event.js';

/** A row of the write table (agent-ui §4.2). */
interface ControlRule {
  /** Facts without which it has no meaning: of each list, one must be there. */
  readonly needs: readonly (readonly string[])[];
  /** The owner's facts that are its effect. */
  readonly confirmedBy: readonly EventType[];
  /** The owner's facts that say that it came to nothing. */
  readonly failedBy?: readonly EventType[];
  /** A teammate or task that only moves has not been stopped: these statuses mean that it has. */
  readonly statuses?: readonly string[];
}

const ENDED = ['completed', 'failed', 'killed', 'closed', 'cancelled', 'aborted', 'interrupted'];
const PARKED = [...ENDED, 'paused', 'idle', 'waiting'];
const TEXT = ['text'];
const SAID = ['text', 'attachments'];

/** What each write needs, and what its owner says when it is done. */
const RULES: Record<ControlKind, ControlRule> = {
  send: { needs: [SAID], confirmedBy: ['run.started', 'run.status', 'run.failed', 'messages.snapshot'] },
  queue: { needs: [SAID], confirmedBy: ['queue.changed'] },
  'queue.edit': { needs: [['itemId'], TEXT], confirmedBy: ['queue.changed'] },
  'queue.remove': { needs: [['itemId']], confirmedBy: ['queue.changed'] },
  'queue.promote': { needs: [['itemId']], confirmedBy: ['queue.changed', 'run.started'] },
  steer: { needs: [['runId'], SAID], confirmedBy: ['queue.changed', 'run.status'] },
  'steer.cancel': { needs: [['steerId']], confirmedBy: ['queue.changed'] },
  interrupt: { needs: [], confirmedBy: ['run.finished', 'run.failed'] },
  delegate: { needs: [['prompt']], confirmedBy: ['agent.spawned', 'task.changed'] },
  continue_agent: {
    needs: [
      ['agentId', 'taskId'],
      ['text', 'mode'],
    ],
    confirmedBy: ['agent.changed', 'agent.completed', 'task.changed'],
  },
  wait: {
    needs: [['agentIds', 'taskIds']],
    confirmedBy: ['task.changed', 'agent.changed', 'agent.completed', 'team.changed'],
  },
  stop: {
    needs: [['agentId', 'taskId']],
    confirmedBy: ['agent.completed', 'agent.changed', 'task.changed'],
    statuses: PARKED,
  },
  close: {
    needs: [['agentId', 'taskId']],
    confirmedBy: ['agent.completed', 'agent.changed', 'task.changed'],
    statuses: ENDED,
  },
  assign: {
    needs: [['workItemId'], ['assignee', 'status', 'blocker']],
    confirmedBy: ['task.changed', 'team.changed'],
  },
  request_review: { needs: [['targetId']], confirmedBy: ['review.requested'] },
  'request_review.decide': { needs: [['reviewId'], ['verdict']], confirmedBy: ['review.completed'] },
  respond: { needs: [['actionId'], ['decision']], confirmedBy: ['action.resolved'] },
  'respond.handoff': {
    needs: [['handoffId'], ['decision']],
    confirmedBy: ['agent.handoff', 'action.resolved'],
    statuses: ['accepted', 'active', 'declined', 'returned', 'resumed'],
  },
  edit: {
    needs: [['artifactId'], ['versionId'], ['content', 'patch']],
    confirmedBy: ['artifact.version.created', 'artifact.updated', 'artifact.changed'],
    failedBy: ['artifact.failed'],
  },
  'edit.fork': { needs: [['artifactId']], confirmedBy: ['artifact.created'], failedBy: ['artifact.failed'] },
  'edit.regenerate': {
    needs: [['artifactId', 'messageId']],
    confirmedBy: ['run.started', 'artifact.version.created', 'artifact.updated'],
    failedBy: ['artifact.failed'],
  },
  'edit.policy': {
    needs: [['agentId'], ['change']],
    confirmedBy: ['permission.changed', 'team.changed', 'agent.changed'],
  },
  export: {
    needs: [['artifactId']],
    confirmedBy: ['artifact.export.started', 'artifact.export.completed'],
    failedBy: ['artifact.failed'],
  },
  'export.evidence': { needs: [], confirmedBy: ['evidence.changed'] },
  'export.replay': { needs: [['evidenceId']], confirmedBy: ['evidence.changed'] },
  retry: {
    needs: [['runId', 'toolCallId', 'artifactId', 'agentId', 'taskId']],
    confirmedBy: [
      'run.started',
      'tool.started',
      'artifact.created',
      'artifact.updated',
      'agent.spawned',
      'agent.changed',
      'task.changed',
    ],
  },
  rollback: {
    needs: [['artifactId', 'messageId']],
    confirmedBy: ['artifact.version.created', 'artifact.updated', 'messages.snapshot', 'session.hydrated'],
    failedBy: ['artifact.failed'],
  },
};

/** A field that a request lacks, as `missing_<field>`; nothing when all is there (§4.1, 1). */
export function missingFact(request: ControlRequest): string | undefined {
  const fields = request as { readonly [field: string]: unknown };
  const present = (name: string) => {
    const value = fields[name];
    return (
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
    );
  };
  const lacking = RULES[request.kind].needs.find((names) => !names.some(present));
  return lacking && `missing_${lacking[0]}`;
}

/** A failed export says nothing of an edit that is on its way, nor the other way round. */
function isOf({ kind }: ControlRequest, event: AgentUiEvent): boolean {
  const { operation } = payloadOf(event);
  return operation === undefined || (operation === 'export') === (kind === 'export');
}

/** What an event says of a request that awaits its fact. */
export function verdictOf(request: ControlRequest, event: AgentUiEvent): 'confirmed' | 'failed' | undefined {
  const { confirmedBy, failedBy, statuses } = RULES[request.kind];
  if (!isAbout(request, event)) return undefined;
  if (failedBy?.some((type) => type === event.type)) return isOf(request, event) ? 'failed' : undefined;
  if (!confirmedBy.some((type) => type === event.type)) return undefined;
  if (!statuses) return 'confirmed';
  const { status, state } = payloadOf(event);
  const said = [
    event.runtimeStatus,
    status,
    state,
    event.type === 'agent.completed' ? 'completed' : undefined,
  ];
  return said.some((word) => statuses.includes(word as string)) ? 'confirmed' : undefined;
}

/** Ids by which an event can be about something else than the request. */
const IDS = [
  'actionId',
  'artifactId',
  'handoffId',
  'reviewId',
  'evidenceId',
  'workItemId',
  'agentId',
  'taskId',
] as const;
/** New things are not called as what they were made from. */
const MAKES_NEW: readonly ControlKind[] = ['delegate', 'edit.fork'];

function isAbout(request: ControlRequest, event: AgentUiEvent): boolean {
  if (MAKES_NEW.includes(request.kind)) return true;
  const asked = request as { readonly [name: string]: unknown };
  const told = event as object as { readonly [name: string]: unknown };
  const differs = (name: string) =>
    asked[name] !== undefined && told[name] !== undefined && asked[name] !== told[name];
  if (IDS.some(differs)) return false;
  // A stop is of one run; what ends later is another.
  if (request.kind === 'interrupt' && differs('runId')) return false;
  const { clientId } = payloadOf(event);
  return clientId === undefined || asked['clientId'] === undefined || clientId === asked['clientId'];
}

function payloadOf(event: AgentUiEvent): { readonly [name: string]: unknown } {
  const { payload } = event as { payload?: unknown };
  return typeof payload === 'object' && payload !== null ? (payload as { [name: string]: unknown }) : {};
}
