import type { ContextRef } from '../../src/agent-ui/events/control-request.js';
import { RequestEvent } from '../shared/request-event.js';

/** Puts an artifact beside the next message, for the agent to read. Without a host that does it, the composer has it then. */
export class AgentAttachRequestEvent extends RequestEvent {
  static readonly type = 'agent-attach-request';
  constructor(readonly ref: ContextRef) {
    super(AgentAttachRequestEvent.type);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-attach-request': AgentAttachRequestEvent;
  }
}
