/**
 * A person answers an approval. Cancelable: who calls `preventDefault()` answers it themselves, with
 * `session.respond()` or by dispatching `action.resolved`. Until then its card stays closed for two seconds.
 */
export class AgentRespondRequestEvent extends Event {
  static readonly type = 'agent-respond-request';

  constructor(
    readonly actionId: string,
    /** `approve`, `reject`, or another word that the question listed. */
    readonly decision: string,
    /** `{ reason }` of a rejection, or the text of an answer. */
    readonly payload: unknown,
  ) {
    super(AgentRespondRequestEvent.type, { bubbles: true, composed: true, cancelable: true });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-respond-request': AgentRespondRequestEvent;
  }
}
