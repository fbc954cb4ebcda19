import { controlKey, type WorkTarget } from '../../src/agent-ui/events/control-request.js';
import type { StringKey, Wording } from './localize.js';
import {
  AgentPauseRequestEvent,
  AgentTeammateCloseRequestEvent,
  AgentWaitRequestEvent,
} from './team-request-events.js';
import { controlTrouble, type WantedControl, type WorkControl } from './work-control.js';
import {
  AgentResumeRequestEvent,
  AgentStopRequestEvent,
  AgentWorkRetryRequestEvent,
} from './work-request-events.js';

/** W8: ends a teammate or a task, with those that it started, or (W24) so that it does not wake again. */
export function stops(
  work: WorkTarget,
  word: StringKey,
  how: { cascade?: true; mode?: 'terminate' } = {},
): WantedControl {
  return {
    word,
    request: { kind: 'stop', ...work, ...how },
    event: () => new AgentStopRequestEvent(work),
  };
}

/** W24: it can go on afterwards. */
export function pauses(work: WorkTarget): WantedControl {
  return {
    word: 'team.pause',
    request: { kind: 'stop', mode: 'pause', ...work },
    event: () => new AgentPauseRequestEvent(work),
  };
}

/** W24 */
export function resumes(work: WorkTarget, word: StringKey = 'capsule.resume'): WantedControl {
  return {
    word,
    request: { kind: 'continue_agent', mode: 'resume', ...work },
    event: () => new AgentResumeRequestEvent(work),
  };
}

/** W20 */
export function retries(work: { agentId: string } | { taskId: string }): WantedControl {
  return {
    word: 'capsule.retry',
    request: { kind: 'retry', ...work },
    event: () => new AgentWorkRetryRequestEvent(work),
  };
}

/** W8: for good. */
export function closes(agentId: string): WantedControl {
  return {
    word: 'team.close',
    request: { kind: 'close', agentId },
    event: () => new AgentTeammateCloseRequestEvent(agentId),
  };
}

/** W7: the run goes on when these have ended. */
export function waitsFor(whom: { agentIds?: string[]; taskIds?: string[] }, word: StringKey): WantedControl {
  return { word, request: { kind: 'wait', ...whom }, event: () => new AgentWaitRequestEvent(whom) };
}

/** What became of the last requests: to pause and to stop are one, and its answer is told once. */
export function teammateTrouble(controls: readonly WorkControl[], wording: Wording): unknown {
  const unique = new Map(controls.map((control) => [controlKey(control.request), control]));
  return controlTrouble([...unique.values()], wording);
}
