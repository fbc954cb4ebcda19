import { RequestEvent } from '../shared/request-event.js';

/** Sends once more what failed, or was never confirmed. */
export class AgentWriteRetryRequestEvent extends RequestEvent {
  static readonly type = 'agent-write-retry-request';
  constructor(
    /** See `controlKey`. */
    readonly key: string,
  ) {
    super(AgentWriteRetryRequestEvent.type);
  }
}

/** Lets go of what failed, or was never confirmed. */
export class AgentWriteDismissRequestEvent extends RequestEvent {
  static readonly type = 'agent-write-dismiss-request';
  constructor(readonly key: string) {
    super(AgentWriteDismissRequestEvent.type);
  }
}

/** Saves the log as a file. */
export class AgentLogExportRequestEvent extends RequestEvent {
  static readonly type = 'agent-log-export-request';
  constructor(
    /** The log, redacted, as JSON. */
    readonly text: string,
  ) {
    super(AgentLogExportRequestEvent.type);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-write-retry-request': AgentWriteRetryRequestEvent;
    'agent-write-dismiss-request': AgentWriteDismissRequestEvent;
    'agent-log-export-request': AgentLogExportRequestEvent;
  }
}
