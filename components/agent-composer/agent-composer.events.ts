/** A person asks for something. Cancelable: `preventDefault()` means that the host does it itself. */
class ComposerRequestEvent extends Event {
  constructor(type: string) {
    super(type, { bubbles: true, composed: true, cancelable: true });
  }
}

/** Starts a run with what the person wrote. */
export class AgentSendRequestEvent extends ComposerRequestEvent {
  static readonly type = 'agent-send-request';
  constructor(readonly text: string) {
    super(AgentSendRequestEvent.type);
  }
}

/** To be sent when the run that is active has ended. */
export class AgentQueueRequestEvent extends ComposerRequestEvent {
  static readonly type = 'agent-queue-request';
  constructor(readonly text: string) {
    super(AgentQueueRequestEvent.type);
  }
}

/** Steers the run that is active. */
export class AgentSteerRequestEvent extends ComposerRequestEvent {
  static readonly type = 'agent-steer-request';
  constructor(readonly text: string) {
    super(AgentSteerRequestEvent.type);
  }
}

/** Stops the run that is active. */
export class AgentInterruptRequestEvent extends ComposerRequestEvent {
  static readonly type = 'agent-interrupt-request';
  constructor() {
    super(AgentInterruptRequestEvent.type);
  }
}

/** Changes the text of a queued message. */
export class AgentQueueEditRequestEvent extends ComposerRequestEvent {
  static readonly type = 'agent-queue-edit-request';
  constructor(
    readonly itemId: string,
    readonly text: string,
  ) {
    super(AgentQueueEditRequestEvent.type);
  }
}

/** Takes a message out of the queue. */
export class AgentQueueRemoveRequestEvent extends ComposerRequestEvent {
  static readonly type = 'agent-queue-remove-request';
  constructor(readonly itemId: string) {
    super(AgentQueueRemoveRequestEvent.type);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-send-request': AgentSendRequestEvent;
    'agent-queue-request': AgentQueueRequestEvent;
    'agent-steer-request': AgentSteerRequestEvent;
    'agent-interrupt-request': AgentInterruptRequestEvent;
    'agent-queue-edit-request': AgentQueueEditRequestEvent;
    'agent-queue-remove-request': AgentQueueRemoveRequestEvent;
  }
}
