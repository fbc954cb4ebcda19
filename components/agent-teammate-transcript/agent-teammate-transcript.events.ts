import { RequestEvent } from '../shared/request-event.js';

/** A person goes back from a teammate's transcript. Cancelable: `preventDefault()` means that the host shows something else. */
export class AgentTranscriptCloseRequestEvent extends RequestEvent {
  static readonly type = 'agent-transcript-close-request';
  constructor(
    /** Whose transcript it was. */
    readonly agentId: string,
  ) {
    super(AgentTranscriptCloseRequestEvent.type);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-transcript-close-request': AgentTranscriptCloseRequestEvent;
  }
}
