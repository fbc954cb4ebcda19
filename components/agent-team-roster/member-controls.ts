import type { TeammateView } from '../../src/agent-ui/projection/view-models.js';
import { closes, pauses, resumes, retries, stops, waitsFor } from '../shared/teammate-controls.js';
import { AgentReviewRequestEvent } from '../shared/team-request-events.js';
import type { WantedControl } from '../shared/work-control.js';
import { lookOf } from './member-row.js';

/** What a person may want of a teammate as it stands; what the runtime cannot is left out later. */
export function memberControls(member: TeammateView, cascade: boolean): WantedControl[] {
  const { agentId, state, source, ended } = member;
  // People are asked, not operated.
  if (source === 'human') return [];
  if (ended) return over(member);
  const work = { agentId };
  const stop = stops(work, 'capsule.stop', cascade ? { cascade } : {});
  if (state === 'paused' || state === 'sleeping') return [resumes(work), stop, closes(agentId)];
  if (state === 'idle') return [stop, closes(agentId)];
  if (state === 'shutdown_requested') return [stop];
  return [waitsFor({ agentIds: [agentId] }, 'team.wait'), pauses(work), stop];
}

function over(member: TeammateView): WantedControl[] {
  const { agentId, taskId, state } = member;
  const { status } = lookOf(member);
  const wanted: WantedControl[] = [];
  if (status === 'failed' || status === 'timed-out') wanted.push(retries({ agentId }));
  if (status === 'done' && taskId !== undefined) {
    const review = { targetId: taskId, targetKind: 'task' };
    wanted.push({
      word: 'team.review',
      request: { kind: 'request_review', ...review },
      event: () => new AgentReviewRequestEvent(review),
    });
  }
  if (state !== 'closed') wanted.push(closes(agentId));
  return wanted;
}
