import type { EventOf, Open } from './envelope.js';

export type StateSnapshot = EventOf<
  'state.snapshot',
  { version?: unknown; updatedAt?: string; state?: unknown }
>;
export type StateDelta = EventOf<
  'state.delta',
  {
    baseVersion?: unknown;
    /** RFC 6902. */
    patch?: readonly unknown[];
    /** RFC 7396. */
    merge?: unknown;
  }
>;

export interface SnapshotMessage {
  id?: string;
  role?: string;
  text?: string;
  turnId?: string;
  parts?: readonly { type?: string; id?: string; text?: string; toolCallId?: string }[];
}

export type MessagesSnapshot = EventOf<
  'messages.snapshot',
  {
    messages?: readonly SnapshotMessage[];
    cursor?: string;
    truncated?: boolean;
    version?: unknown;
    mode?: Open<'window' | 'repair' | 'older'>;
  }
>;
export type StateEvent = StateSnapshot | StateDelta | MessagesSnapshot;
