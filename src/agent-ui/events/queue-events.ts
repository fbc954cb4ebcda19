import type { EventOf, Open } from './envelope.js';

export interface QueuedItem {
  id?: string;
  preview?: string;
  position?: number;
  mode?: Open<'queue' | 'steer' | 'new-task' | 'blocked'>;
  state?: Open<'queued' | 'promoted' | 'started' | 'removed' | 'failed'>;
  editable?: boolean;
  removable?: boolean;
  createdAt?: string;
}

export interface SteerItem {
  id?: string;
  targetRunId?: string;
  text?: string;
  state?: Open<'pending' | 'accepted' | 'rejected' | 'cancelled'>;
  reason?: string;
}

export type QueueChanged = EventOf<
  'queue.changed',
  {
    /** The whole queue, in order. */
    queued?: readonly QueuedItem[];
    removed?: readonly string[];
    steer?: readonly SteerItem[];
    reason?: string;
  }
>;
