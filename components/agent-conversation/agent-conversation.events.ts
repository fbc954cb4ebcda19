/** A person wants a failed run tried again. Cancelable: `preventDefault()` means that the host does it. */
export class AgentRetryRequestEvent extends Event {
  static readonly type = 'agent-retry-request';

  constructor(
    /** The turn whose run failed. */
    readonly turnId: string,
  ) {
    super(AgentRetryRequestEvent.type, { bubbles: true, composed: true, cancelable: true });
  }
}

/** A person wants what lies before the oldest turn. Cancelable: `preventDefault()` means that the host does it. */
export class AgentLoadOlderRequestEvent extends Event {
  static readonly type = 'agent-load-older-request';

  constructor() {
    super(AgentLoadOlderRequestEvent.type, { bubbles: true, composed: true, cancelable: true });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-load-older-request': AgentLoadOlderRequestEvent;
    'agent-retry-request': AgentRetryRequestEvent;
  }
}
