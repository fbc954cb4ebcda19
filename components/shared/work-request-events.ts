import type { RetryTarget, WorkTarget } from '../../src/agent-ui/events/control-request.js';

import { RequestEvent } from './request-event.js';

/** Stops a task or a teammate. */
export class AgentStopRequestEvent extends RequestEvent {
  static readonly type = 'agent-stop-request';
  constructor(readonly work: WorkTarget) {
    super(AgentStopRequestEvent.type);
  }
}

/** Lets a task or a teammate go on that was paused, sleeps, or was lost sight of. */
export class AgentResumeRequestEvent extends RequestEvent {
  static readonly type = 'agent-resume-request';
  constructor(readonly work: WorkTarget) {
    super(AgentResumeRequestEvent.type);
  }
}

/** Does again what failed, as a new attempt: a run, a task, a tool call. */
export class AgentWorkRetryRequestEvent extends RequestEvent {
  static readonly type = 'agent-work-retry-request';
  constructor(readonly work: RetryTarget) {
    super(AgentWorkRetryRequestEvent.type);
  }
}

/** Takes back what a run has not taken up yet. */
export class AgentSteerCancelRequestEvent extends RequestEvent {
  static readonly type = 'agent-steer-cancel-request';
  constructor(readonly steerId: string) {
    super(AgentSteerCancelRequestEvent.type);
  }
}

/** Has the evidence of a run or of a task packed up. */
export class AgentEvidenceExportRequestEvent extends RequestEvent {
  static readonly type = 'agent-evidence-export-request';
  constructor(readonly of: { runId?: string; taskId?: string }) {
    super(AgentEvidenceExportRequestEvent.type);
  }
}

/** Fetches the whole of what a row shows a part of. Nothing is fetched before a person asks. */
export class AgentDetailRequestEvent extends RequestEvent {
  static readonly type = 'agent-detail-request';
  constructor(readonly ref: string) {
    super(AgentDetailRequestEvent.type);
  }
}

/** Opens the place where a secret is entered: never the conversation. The question stays until its owner answers it. */
export class AgentSettingsRequestEvent extends RequestEvent {
  static readonly type = 'agent-settings-request';
  constructor(readonly actionId: string) {
    super(AgentSettingsRequestEvent.type);
  }
}

/** Shows a thing where it stands. Nobody leaves the page for it; without a host that knows the place, nothing happens. */
export class AgentOpenRequestEvent extends RequestEvent {
  static readonly type = 'agent-open-request';
  constructor(
    readonly kind: 'turn' | 'artifact' | 'evidence' | 'agent' | 'tool',
    readonly id: string,
  ) {
    super(AgentOpenRequestEvent.type);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-stop-request': AgentStopRequestEvent;
    'agent-resume-request': AgentResumeRequestEvent;
    'agent-work-retry-request': AgentWorkRetryRequestEvent;
    'agent-steer-cancel-request': AgentSteerCancelRequestEvent;
    'agent-evidence-export-request': AgentEvidenceExportRequestEvent;
    'agent-detail-request': AgentDetailRequestEvent;
    'agent-settings-request': AgentSettingsRequestEvent;
    'agent-open-request': AgentOpenRequestEvent;
  }
}
