import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { CapsuleView } from '../../src/agent-ui/projection/view-models.js';
import {
  AgentInterruptRequestEvent,
  AgentQueueRemoveRequestEvent,
} from '../agent-composer/agent-composer.events.js';
import { workControls, type WantedControl, type WorkControl } from '../shared/work-control.js';
import {
  AgentEvidenceExportRequestEvent,
  AgentResumeRequestEvent,
  AgentSteerCancelRequestEvent,
  AgentStopRequestEvent,
  AgentWorkRetryRequestEvent,
} from '../shared/work-request-events.js';

/** What can be asked for now about a capsule. */
export function capsuleControls(
  capsule: CapsuleView,
  session: AgentSession,
  writes: ReadonlyMap<string, WriteRecord>,
): WorkControl[] {
  return workControls(wanted(capsule), session, writes);
}

function wanted(capsule: CapsuleView): WantedControl[] {
  const { kind, id, state, runId, taskId, agentId } = capsule;
  const work = kind === 'agent' ? { agentId: agentId ?? id } : { taskId: taskId ?? id };
  const ends = kind === 'run' ? stopRun(runId) : stopWork(work);
  switch (state) {
    case 'running':
      return kind === 'evidence' ? [] : [ends];
    case 'needs_input':
    case 'plan_ready':
    case 'permission_required':
    case 'blocked':
      return [ends];
    case 'stale':
      return [resume(work), ends];
    case 'paused':
    case 'sleeping':
      return [resume(work), ends];
    case 'queued':
      return kind === 'queued' ? queued(capsule) : [ends];
    case 'steering':
      return [
        {
          word: 'capsule.cancelSteer',
          request: { kind: 'steer.cancel', steerId: id, ...(runId === undefined ? {} : { runId }) },
          event: () => new AgentSteerCancelRequestEvent(id),
        },
      ];
    case 'failed':
      return failed(capsule, kind === 'run' ? { runId: runId ?? id } : work);
    default:
      return [];
  }
}

function stopRun(runId: string | undefined): WantedControl {
  return {
    word: 'capsule.stop',
    request: { kind: 'interrupt', ...(runId === undefined ? {} : { runId }) },
    event: () => new AgentInterruptRequestEvent(),
  };
}

type Work = { taskId: string } | { agentId: string };

function stopWork(work: Work): WantedControl {
  return {
    word: 'capsule.stop',
    request: { kind: 'stop', ...work },
    event: () => new AgentStopRequestEvent(work),
  };
}

function resume(work: Work): WantedControl {
  return {
    word: 'capsule.resume',
    request: { kind: 'continue_agent', mode: 'resume', ...work },
    event: () => new AgentResumeRequestEvent(work),
  };
}

function queued({ id, removable, fallbacks }: CapsuleView): WantedControl[] {
  // Without an id of its owner's there is nothing to speak of (§2.2).
  if (removable === false || fallbacks?.['id']) return [];
  return [
    {
      word: 'capsule.remove',
      request: { kind: 'queue.remove', itemId: id },
      event: () => new AgentQueueRemoveRequestEvent(id),
    },
  ];
}

function failed({ retryable, runId, taskId }: CapsuleView, work: Work | { runId: string }): WantedControl[] {
  const of = taskId === undefined ? { runId } : { taskId };
  return [
    // Only what its owner says can be done again (§2.2).
    ...(retryable
      ? [
          {
            word: 'capsule.retry' as const,
            request: { kind: 'retry' as const, ...work },
            event: () => new AgentWorkRetryRequestEvent(work),
          },
        ]
      : []),
    {
      word: 'capsule.export',
      request: { kind: 'export.evidence', ...of },
      event: () => new AgentEvidenceExportRequestEvent(of),
    },
  ];
}
