import type {
  AdapterCapabilities,
  ConnectionState,
  MessageAttachment,
  WriteState,
} from '../../events/control-request.js';
import type { ProjectionState } from '../records.js';

/** A message that a person sent and that the runtime has not spoken of yet (R10). */
export interface OptimisticMessage {
  clientId: string;
  text: string;
  attachments?: readonly MessageAttachment[];
  state: 'optimistic' | 'failed';
  reason?: string;
}

/** What selectors read: facts, and beside them what only the interface knows. */
export interface SelectorContext {
  readonly state: ProjectionState;
  readonly sessionId: string;
  /** Sent messages that no fact has answered. */
  readonly optimistic: readonly OptimisticMessage[];
  readonly connection: { state: ConnectionState; detail?: string };
  readonly capabilities: AdapterCapabilities;
  /** Counts changes of requests. */
  readonly writesVersion: number;
  /** Where a request stands, by its idempotency key. */
  write(key: string): WriteState | undefined;
}
