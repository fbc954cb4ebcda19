import type { Fact } from '../fact.js';
import { assignKnown, flagOf, textOf } from '../payload.js';
import type { SessionRecord } from '../records.js';

/** `session.*`: the tab's facts. */
export function reduceSession(fact: Fact): void {
  const { event } = fact;
  const { payload } = event;
  if (event.sessionId === undefined) {
    fact.diagnose('warn', 'session.id_missing', `${event.type} without a sessionId`);
    return;
  }
  const session = sessionOf(fact, event.sessionId);
  assignKnown(session, {
    title: textOf(payload, 'title'),
    unread: flagOf(payload, 'unread'),
    pinned: flagOf(payload, 'pinned'),
    stale: flagOf(payload, 'stale'),
    cursor: textOf(payload, 'cursor'),
    truncated: flagOf(payload, 'truncated'),
    hydration: event.type === 'session.hydrated' ? textOf(payload, 'stage') : undefined,
  });
  if (event.type === 'session.closed') session.lifecycle = textOf(payload, 'reason') ?? 'closed';
  fact.mark('sessions', session);
}

export function sessionOf(fact: Fact, sessionId: string): SessionRecord {
  const known = fact.state.sessions.get(sessionId);
  if (known) return known;
  const session: SessionRecord = { version: 0, sessionId, lifecycle: 'active' };
  fact.state.sessions.set(sessionId, session);
  fact.mark('sessions', session);
  return session;
}
