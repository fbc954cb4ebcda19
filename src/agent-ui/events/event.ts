import type { ActionEvent } from './action-events.js';
import type { AgentEvent } from './agent-events.js';
import type { ArtifactEvent } from './artifact-events.js';
import type { ContextEvent } from './context-events.js';
import type { DiagnosticEvent } from './diagnostic-events.js';
import type { EventFields } from './envelope.js';
import type { EvidenceChanged } from './evidence-events.js';
import type { PlanEvent } from './plan-events.js';
import type { QueueChanged } from './queue-events.js';
import type { ReasoningEvent } from './reasoning-events.js';
import type { ReviewEvent } from './review-events.js';
import type { RunEvent } from './run-events.js';
import type { SessionEvent } from './session-events.js';
import type { StateEvent } from './state-events.js';
import type { TaskChanged } from './task-events.js';
import type { TeamChanged } from './team-events.js';
import type { TextEvent } from './text-events.js';
import type { ToolEvent } from './tool-events.js';

/** One of the 52 event classes of Agent UI v0.6 (§2.1). */
export type KnownEvent =
  | SessionEvent
  | RunEvent
  | PlanEvent
  | TextEvent
  | ReasoningEvent
  | ToolEvent
  | ActionEvent
  | QueueChanged
  | TaskChanged
  | AgentEvent
  | TeamChanged
  | ReviewEvent
  | ArtifactEvent
  | EvidenceChanged
  | StateEvent
  | ContextEvent
  | DiagnosticEvent;

export type EventType = KnownEvent['type'];

/** A type outside the list is legal input and becomes a diagnostic (R9, C1). */
export interface UnknownEvent extends EventFields {
  type: string & {};
  payload?: unknown;
}

/** An Agent UI fact. */
export type AgentUiEvent = KnownEvent | UnknownEvent;

/** The family of each class; a reducer exists for each family. */
const FAMILIES = {
  'session.opened': 'session',
  'session.hydrated': 'session',
  'session.updated': 'session',
  'session.closed': 'session',
  'run.started': 'run',
  'run.status': 'run',
  'run.finished': 'run',
  'run.failed': 'run',
  'plan.delta': 'plan',
  'plan.final': 'plan',
  'text.delta': 'text',
  'text.final': 'text',
  'reasoning.delta': 'reasoning',
  'reasoning.summary': 'reasoning',
  'tool.started': 'tool',
  'tool.args': 'tool',
  'tool.progress': 'tool',
  'tool.output.delta': 'tool',
  'tool.result': 'tool',
  'tool.failed': 'tool',
  'action.required': 'action',
  'action.resolved': 'action',
  'queue.changed': 'queue',
  'task.changed': 'task',
  'agent.spawned': 'agent',
  'agent.changed': 'agent',
  'agent.completed': 'agent',
  'agent.handoff': 'agent',
  'worker.notification': 'agent',
  'team.changed': 'team',
  'review.requested': 'review',
  'review.completed': 'review',
  'artifact.created': 'artifact',
  'artifact.updated': 'artifact',
  'artifact.preview.ready': 'artifact',
  'artifact.version.created': 'artifact',
  'artifact.diff.ready': 'artifact',
  'artifact.export.started': 'artifact',
  'artifact.export.completed': 'artifact',
  'artifact.failed': 'artifact',
  'artifact.deleted': 'artifact',
  'artifact.changed': 'artifact',
  'evidence.changed': 'evidence',
  'state.snapshot': 'state',
  'state.delta': 'state',
  'messages.snapshot': 'messages',
  'context.changed': 'context',
  'context.compaction.started': 'context',
  'context.compaction.completed': 'context',
  'permission.changed': 'context',
  'diagnostic.changed': 'diagnostic',
  'metric.changed': 'diagnostic',
} as const satisfies Record<EventType, string>;

export type EventFamily = (typeof FAMILIES)[EventType];

/** All 52, in the standard's order of families. */
export const EVENT_TYPES = Object.keys(FAMILIES) as readonly EventType[];

export function isKnownEvent(event: { type: string }): event is KnownEvent {
  return Object.hasOwn(FAMILIES, event.type);
}

export function familyOf(type: EventType): EventFamily {
  return FAMILIES[type];
}
