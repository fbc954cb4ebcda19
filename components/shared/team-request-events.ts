import type { ControlRequest, WorkTarget } from '../../src/agent-ui/events/control-request.js';
import { RequestEvent } from './request-event.js';

/** What of a control a request carries: all but its kind. */
type Of<K extends ControlRequest['kind']> = Omit<Extract<ControlRequest, { kind: K }>, 'kind'>;

/** Gives a piece of work to a new teammate (W5). */
export class AgentDelegateRequestEvent extends RequestEvent {
  static readonly type = 'agent-delegate-request';
  constructor(readonly work: Omit<Of<'delegate'>, 'clientId'>) {
    super(AgentDelegateRequestEvent.type);
  }
}

/** Says something to a teammate (W6). */
export class AgentContinueRequestEvent extends RequestEvent {
  static readonly type = 'agent-continue-request';
  constructor(readonly input: Of<'continue_agent'>) {
    super(AgentContinueRequestEvent.type);
  }
}

/** Has the run wait for teammates or tasks (W7). */
export class AgentWaitRequestEvent extends RequestEvent {
  static readonly type = 'agent-wait-request';
  constructor(readonly whom: Of<'wait'>) {
    super(AgentWaitRequestEvent.type);
  }
}

/** Pauses a teammate or a task (W24). */
export class AgentPauseRequestEvent extends RequestEvent {
  static readonly type = 'agent-pause-request';
  constructor(readonly work: WorkTarget) {
    super(AgentPauseRequestEvent.type);
  }
}

/** Closes a teammate for good (W8). */
export class AgentTeammateCloseRequestEvent extends RequestEvent {
  static readonly type = 'agent-teammate-close-request';
  constructor(readonly agentId: string) {
    super(AgentTeammateCloseRequestEvent.type);
  }
}

/** Gives a work item to somebody, or moves it (W9). */
export class AgentAssignRequestEvent extends RequestEvent {
  static readonly type = 'agent-assign-request';
  constructor(readonly change: Of<'assign'>) {
    super(AgentAssignRequestEvent.type);
  }
}

/** Asks somebody to look at an artifact, a task or evidence (W10). */
export class AgentReviewRequestEvent extends RequestEvent {
  static readonly type = 'agent-review-request';
  constructor(readonly review: Of<'request_review'>) {
    super(AgentReviewRequestEvent.type);
  }
}

/** Records a person's verdict on a review (W26). */
export class AgentVerdictRequestEvent extends RequestEvent {
  static readonly type = 'agent-verdict-request';
  constructor(readonly verdict: Of<'request_review.decide'>) {
    super(AgentVerdictRequestEvent.type);
  }
}

/** Takes a hand-off or not, where it is no question of its own (W17). */
export class AgentHandoffRequestEvent extends RequestEvent {
  static readonly type = 'agent-handoff-request';
  constructor(readonly answer: Of<'respond.handoff'>) {
    super(AgentHandoffRequestEvent.type);
  }
}

/** Saves a change of an artifact's version (W12). */
export class AgentEditRequestEvent extends RequestEvent {
  static readonly type = 'agent-edit-request';
  constructor(readonly edit: Of<'edit'>) {
    super(AgentEditRequestEvent.type);
  }
}

/** Makes a copy of an artifact that goes its own way (W23). */
export class AgentForkRequestEvent extends RequestEvent {
  static readonly type = 'agent-fork-request';
  constructor(readonly fork: Of<'edit.fork'>) {
    super(AgentForkRequestEvent.type);
  }
}

/** Has an artifact or an answer made anew (W23). */
export class AgentRegenerateRequestEvent extends RequestEvent {
  static readonly type = 'agent-regenerate-request';
  constructor(readonly what: Of<'edit.regenerate'>) {
    super(AgentRegenerateRequestEvent.type);
  }
}

/** Has an artifact written out in a format (W22). */
export class AgentExportRequestEvent extends RequestEvent {
  static readonly type = 'agent-export-request';
  constructor(readonly what: Of<'export'>) {
    super(AgentExportRequestEvent.type);
  }
}

/** Has a replay made of evidence (W26). */
export class AgentReplayRequestEvent extends RequestEvent {
  static readonly type = 'agent-replay-request';
  constructor(readonly evidenceId: string) {
    super(AgentReplayRequestEvent.type);
  }
}

/** Goes back to a version of an artifact, or to a message (W21). */
export class AgentRollbackRequestEvent extends RequestEvent {
  static readonly type = 'agent-rollback-request';
  constructor(readonly to: Of<'rollback'>) {
    super(AgentRollbackRequestEvent.type);
  }
}

/** Asks for another policy for a teammate (W25). */
export class AgentPolicyRequestEvent extends RequestEvent {
  static readonly type = 'agent-policy-request';
  constructor(readonly change: Of<'edit.policy'>) {
    super(AgentPolicyRequestEvent.type);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-delegate-request': AgentDelegateRequestEvent;
    'agent-continue-request': AgentContinueRequestEvent;
    'agent-wait-request': AgentWaitRequestEvent;
    'agent-pause-request': AgentPauseRequestEvent;
    'agent-teammate-close-request': AgentTeammateCloseRequestEvent;
    'agent-assign-request': AgentAssignRequestEvent;
    'agent-review-request': AgentReviewRequestEvent;
    'agent-verdict-request': AgentVerdictRequestEvent;
    'agent-handoff-request': AgentHandoffRequestEvent;
    'agent-edit-request': AgentEditRequestEvent;
    'agent-fork-request': AgentForkRequestEvent;
    'agent-regenerate-request': AgentRegenerateRequestEvent;
    'agent-export-request': AgentExportRequestEvent;
    'agent-replay-request': AgentReplayRequestEvent;
    'agent-rollback-request': AgentRollbackRequestEvent;
    'agent-policy-request': AgentPolicyRequestEvent;
  }
}
