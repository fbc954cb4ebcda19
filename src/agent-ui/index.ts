export { AgentSession, type AgentSessionOptions } from './agent-session.js';
export type { AdapterConnection, AdapterOptions, AdapterSink, RuntimeAdapter } from './adapters/adapter.js';
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
  ConnectionState,
  ControlKind,
  ControlReceipt,
  ControlRequest,
  WriteState,
} from './events/control-request.js';
export type * from './events/enums.js';
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
