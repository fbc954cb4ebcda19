import type { Fact } from '../fact.js';
import { spec } from '../keep.js';
import { textOf } from '../payload.js';
import type { Entity } from '../records.js';

const KEYS = spec({
  text:
    'title workspace status cursor lastActivity preview activationToken messages timeline artifacts evidence reviewState ' +
    'restoreRef updatedAt',
  flag: 'unread pinned stale truncated complete',
  number: 'runningCount queuedCount pendingCount artifactCount',
  any: 'counts version',
});

/** §2.3: the words that are a lifecycle; any other status is kept as it is. */
const LIFECYCLE = new Set('restoring active recent suspended discarded archived closed'.split(' '));

/** `session.*`: the tab's facts. A lifecycle is what its owner said last. */
export function reduceSession(fact: Fact): void {
  const { event } = fact;
  const { payload, type } = event;
  if (event.sessionId === undefined) {
    fact.diagnose('warn', 'session.id_missing', `${type} without a sessionId`);
    return;
  }
  const session = sessionOf(fact, event.sessionId);
  const status = textOf(payload, 'status') ?? '';
  const lifecycle =
    type === 'session.closed'
      ? (textOf(payload, 'reason') ?? 'closed')
      : LIFECYCLE.has(status)
        ? status
        : type === 'session.opened'
          ? 'active'
          : undefined;
  const hydration = type === 'session.hydrated' ? textOf(payload, 'stage') : undefined;
  fact.write(session, session.facts, { lifecycle, hydration });
}

/** The session of an event, with what the payload says of it. */
export function sessionOf(fact: Fact, sessionId: string): Entity {
  return fact.entity('sessions', sessionId, 'sessionId', KEYS);
}
