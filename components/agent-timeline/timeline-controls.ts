import type { EvidenceView, ProcessTurn } from '../../src/agent-ui/projection/view-models.js';
import { AgentReplayRequestEvent, AgentReviewRequestEvent } from '../shared/team-request-events.js';
import type { WantedControl } from '../shared/work-control.js';
import {
  AgentEvidenceExportRequestEvent,
  AgentWorkRetryRequestEvent,
} from '../shared/work-request-events.js';

/** W13: of a run, or of the whole session. */
export function exportControl(runId?: string): WantedControl {
  const of = runId === undefined ? {} : { runId };
  return {
    word: 'capsule.export',
    request: { kind: 'export.evidence', ...of },
    event: () => new AgentEvidenceExportRequestEvent(of),
  };
}

/** W20, W13: what can be asked for about a turn that is over; a run is tried again only where its owner says so. */
export function turnControls({ runIds, error }: ProcessTurn): WantedControl[] {
  const runId = runIds.at(-1);
  if (runId === undefined) return [];
  const retry: WantedControl = {
    word: 'capsule.retry',
    request: { kind: 'retry', runId },
    event: () => new AgentWorkRetryRequestEvent({ runId }),
  };
  return [...(error?.retryable ? [retry] : []), exportControl(runId)];
}

/** W26, W10: what can be asked for about evidence. What is still being packed up has nothing to replay. */
export function evidenceControls({ evidenceId, replayRef, status }: EvidenceView): WantedControl[] {
  const review = { targetId: evidenceId, targetKind: 'evidence' };
  const replay: WantedControl = {
    word: 'timeline.makeReplay',
    request: { kind: 'export.replay', evidenceId },
    event: () => new AgentReplayRequestEvent(evidenceId),
  };
  return [
    ...(replayRef === undefined && status !== 'exporting' && status !== 'pending' ? [replay] : []),
    {
      word: 'timeline.requestReview',
      request: { kind: 'request_review', ...review },
      event: () => new AgentReviewRequestEvent(review),
    },
  ];
}
