export { AgentSession, type AgentSessionOptions } from './agent-session.js';
export type { WriteRecord } from './controls/writes.js';
export type { HistoryState } from './hydration/history.js';
export { METRICS, type MetricName } from './metrics/metric-names.js';
export type {
  AdapterConnection,
  AdapterOptions,
  AdapterSink,
  Detail,
  HydrateOptions,
  RuntimeAdapter,
} from './adapters/adapter.js';
export type {
  ClientToolCall,
  ClientToolConfirmation,
  ClientToolDefinition,
  ClientToolOffer,
  ClientToolOutcome,
  ClientTools,
} from './adapters/client-tools.js';
export type {
  AdapterCapabilities,
  Availability,
  ConnectionState,
  ContextRef,
  ControlKind,
  ControlReceipt,
  ControlRequest,
  MessageAttachment,
  MessageExtras,
  MessageInput,
  RetryTarget,
  SentControl,
  WorkTarget,
  WriteState,
} from './events/control-request.js';
export type * from './events/enums.js';
export type * from './events/action-events.js';
export type * from './events/agent-events.js';
export type * from './events/artifact-events.js';
export type * from './events/context-events.js';
export type * from './events/diagnostic-events.js';
export type * from './events/evidence-events.js';
export type * from './events/plan-events.js';
export type * from './events/queue-events.js';
export type * from './events/reasoning-events.js';
export type * from './events/review-events.js';
export type * from './events/run-events.js';
export type * from './events/session-events.js';
export type * from './events/state-events.js';
export type * from './events/task-events.js';
export type * from './events/team-events.js';
export type * from './events/text-events.js';
export type * from './events/tool-events.js';
export type { EventFields } from './events/envelope.js';
export {
  EVENT_TYPES,
  isKnownEvent,
  type AgentUiEvent,
  type EventFamily,
  type EventType,
  type KnownEvent,
  type UnknownEvent,
} from './events/event.js';
export type { SessionSnapshot, SnapshotRecord } from './projection/snapshot.js';
export type * from './projection/view-models.js';
