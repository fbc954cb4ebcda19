import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { RequestEvent } from '../shared/request-event.js';

/** A person asks for something about a session. Cancelable: `preventDefault()` means that the host does it itself. */
class SessionRequestEvent extends RequestEvent {
  constructor(
    type: string,
    readonly sessionId: string,
    /** The session itself, where this page has it; else only its runtime knows it. */
    readonly session: AgentSession | undefined,
  ) {
    super(type);
  }
}

/** Shows another session. */
export class AgentActivateRequestEvent extends SessionRequestEvent {
  static readonly type = 'agent-activate-request';
  constructor(sessionId: string, session?: AgentSession) {
    super(AgentActivateRequestEvent.type, sessionId, session);
  }
}

/** Keeps a session at the front, and in memory; or no longer. */
export class AgentPinRequestEvent extends SessionRequestEvent {
  static readonly type = 'agent-pin-request';
  constructor(
    sessionId: string,
    session: AgentSession | undefined,
    readonly pinned: boolean,
  ) {
    super(AgentPinRequestEvent.type, sessionId, session);
  }
}

/** Takes a tab away. The session goes on; its tab can be opened again. */
export class AgentCloseRequestEvent extends SessionRequestEvent {
  static readonly type = 'agent-close-request';
  constructor(sessionId: string, session?: AgentSession) {
    super(AgentCloseRequestEvent.type, sessionId, session);
  }
}

/** Opens the tab of a closed session again. */
export class AgentRestoreRequestEvent extends SessionRequestEvent {
  static readonly type = 'agent-restore-request';
  constructor(sessionId: string, session?: AgentSession) {
    super(AgentRestoreRequestEvent.type, sessionId, session);
  }
}

/** Puts a session into the archive. Without a host that does it, nothing happens. */
export class AgentArchiveRequestEvent extends SessionRequestEvent {
  static readonly type = 'agent-archive-request';
  constructor(sessionId: string, session?: AgentSession) {
    super(AgentArchiveRequestEvent.type, sessionId, session);
  }
}

/** Asks a session's runtime for its newest window. */
export class AgentRefreshRequestEvent extends SessionRequestEvent {
  static readonly type = 'agent-refresh-request';
  constructor(sessionId: string, session?: AgentSession) {
    super(AgentRefreshRequestEvent.type, sessionId, session);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-activate-request': AgentActivateRequestEvent;
    'agent-pin-request': AgentPinRequestEvent;
    'agent-close-request': AgentCloseRequestEvent;
    'agent-restore-request': AgentRestoreRequestEvent;
    'agent-archive-request': AgentArchiveRequestEvent;
    'agent-refresh-request': AgentRefreshRequestEvent;
  }
}
