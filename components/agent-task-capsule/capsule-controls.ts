import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import {
  controlKey,
  type ControlRequest,
  type WriteState,
} from '../../src/agent-ui/events/control-request.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { CapsuleView } from '../../src/agent-ui/projection/view-models.js';
import {
  AgentInterruptRequestEvent,
  AgentQueueRemoveRequestEvent,
} from '../agent-composer/agent-composer.events.js';
import type { StringKey } from '../shared/localize.js';
import {
  AgentEvidenceExportRequestEvent,
  AgentResumeRequestEvent,
  AgentSteerCancelRequestEvent,
  AgentStopRequestEvent,
  AgentWorkRetryRequestEvent,
} from '../shared/work-request-events.js';

/** Something that a person can ask for about a capsule. */
export interface CapsuleControl {
  word: StringKey;
  request: ControlRequest;
  event(): Event;
  /** On its way: asking again is the same request. */
  pending: boolean;
  /** What became of the last request, until its owner has confirmed it. */
  write: WriteState | undefined;
}

type Wanted = Omit<CapsuleControl, 'pending' | 'write'>;

/**
 * What can be asked for now; what the runtime cannot do is not offered.
 * @param writes the last request of each key
 */
export function capsuleControls(
  capsule: CapsuleView,
  session: AgentSession,
  writes: ReadonlyMap<string, WriteRecord>,
): CapsuleControl[] {
  const controls: CapsuleControl[] = [];
  for (const control of wanted(capsule)) {
    const availability = session.availability(control.request);
    const pending = !availability.available && availability.token === 'loading';
    if (!availability.available && !pending) continue;
    controls.push({ ...control, pending, write: writeOf(writes.get(controlKey(control.request))) });
  }
  return controls;
}

function writeOf(last: WriteRecord | undefined): WriteState | undefined {
  return last && last.state !== 'confirmed' ? { state: last.state, reason: last.reason } : undefined;
}

function wanted(capsule: CapsuleView): Wanted[] {
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

function stopRun(runId: string | undefined): Wanted {
  return {
    word: 'capsule.stop',
    request: { kind: 'interrupt', ...(runId === undefined ? {} : { runId }) },
    event: () => new AgentInterruptRequestEvent(),
  };
}

type Work = { taskId: string } | { agentId: string };

function stopWork(work: Work): Wanted {
  return {
    word: 'capsule.stop',
    request: { kind: 'stop', ...work },
    event: () => new AgentStopRequestEvent(work),
  };
}

function resume(work: Work): Wanted {
  return {
    word: 'capsule.resume',
    request: { kind: 'continue_agent', mode: 'resume', ...work },
    event: () => new AgentResumeRequestEvent(work),
  };
}

function queued({ id, removable, fallbacks }: CapsuleView): Wanted[] {
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

function failed({ retryable, runId, taskId }: CapsuleView, work: Work | { runId: string }): Wanted[] {
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
