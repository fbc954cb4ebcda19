import type {
  ContextRef,
  MessageAttachment,
  MessageExtras,
} from '../../src/agent-ui/events/control-request.js';

/** A person asks for something. Cancelable: `preventDefault()` means that the host does it itself. */
class ComposerRequestEvent extends Event {
  constructor(type: string) {
    super(type, { bubbles: true, composed: true, cancelable: true });
  }
}

/** What a person has written, with what goes with it. */
class MessageRequestEvent extends ComposerRequestEvent {
  /** Files that have arrived where `upload` has put them. */
  readonly attachments: readonly MessageAttachment[];
  /** Resolved ones only (N-024). */
  readonly contextRefs: readonly ContextRef[];
  /** The id of the mode that was chosen, where the host offers modes. */
  readonly mode: string | undefined;

  constructor(
    type: string,
    readonly text: string,
    { attachments = [], contextRefs = [], mode }: MessageExtras = {},
  ) {
    super(type);
    this.attachments = attachments;
    this.contextRefs = contextRefs;
    this.mode = mode;
  }
}

/** Starts a run with what the person wrote. */
export class AgentSendRequestEvent extends MessageRequestEvent {
  static readonly type = 'agent-send-request';
  constructor(text: string, extras?: MessageExtras) {
    super(AgentSendRequestEvent.type, text, extras);
  }
}

/** To be sent when the run that is active has ended. */
export class AgentQueueRequestEvent extends MessageRequestEvent {
  static readonly type = 'agent-queue-request';
  constructor(text: string, extras?: MessageExtras) {
    super(AgentQueueRequestEvent.type, text, extras);
  }
}

/** Steers the run that is active. */
export class AgentSteerRequestEvent extends MessageRequestEvent {
  static readonly type = 'agent-steer-request';
  constructor(text: string, extras?: MessageExtras) {
    super(AgentSteerRequestEvent.type, text, extras);
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

/** Sends a queued message next. */
export class AgentQueuePromoteRequestEvent extends ComposerRequestEvent {
  static readonly type = 'agent-queue-promote-request';
  constructor(readonly itemId: string) {
    super(AgentQueuePromoteRequestEvent.type);
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
    'agent-queue-promote-request': AgentQueuePromoteRequestEvent;
  }
}
