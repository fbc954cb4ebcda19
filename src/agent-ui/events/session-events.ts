import type { EventOf, Open } from './envelope.js';

type SessionFlags = {
  title?: string;
  workspace?: string;
  status?: string;
  unread?: boolean;
  pinned?: boolean;
  stale?: boolean;
  cursor?: string;
  lastActivity?: string;
};

export type SessionOpened = EventOf<'session.opened', SessionFlags>;
export type SessionHydrated = EventOf<
  'session.hydrated',
  {
    stage?: Open<'H0' | 'H1' | 'H2' | 'H3' | 'H4' | 'H5'>;
    cursor?: string;
    truncated?: boolean;
    counts?: Readonly<Record<string, number>>;
    timeline?: Open<'included' | 'deferred'>;
    artifacts?: Open<'included' | 'deferred'>;
  }
>;
export type SessionUpdated = EventOf<'session.updated', SessionFlags>;
export type SessionClosed = EventOf<'session.closed', { reason?: Open<'closed' | 'frozen' | 'archived'> }>;
export type SessionEvent = SessionOpened | SessionHydrated | SessionUpdated | SessionClosed;
