import type { HandoffView } from '../../src/agent-ui/projection/view-models.js';
import type { StringKey, Wording } from '../shared/localize.js';
import type { Status } from '../shared/status.js';
import { AgentHandoffRequestEvent } from '../shared/team-request-events.js';
import type { WantedControl } from '../shared/work-control.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';

const LOOKS: Readonly<Record<string, readonly [Status, StringKey]>> = {
  handoff_requested: ['queued', 'handoff.requested'],
  accepted: ['done', 'handoff.accepted'],
  active: ['running', 'handoff.active'],
  returned: ['done', 'handoff.returned'],
  resumed: ['done', 'handoff.resumed'],
  declined: ['declined', 'status.declined'],
};

/** @param asks the person can say yes or no to it */
export function handoffLook(state: string, asks: boolean, { t }: Wording): readonly [Status, string] {
  if (asks) return ['needs-you', t('status.needsYou')];
  const [status, word] = LOOKS[state] ?? ['unknown', undefined];
  return [status, word ? t(word) : state];
}

export function isRequested({ state }: HandoffView): boolean {
  return state === 'handoff_requested';
}

/** Over, one way or the other: it folds away when there are more. */
export function isPast({ state }: HandoffView): boolean {
  return state === 'returned' || state === 'resumed' || state === 'declined';
}

/** W17, where the hand-off is no question of its own. */
export function handoffControls(handoff: HandoffView, reason: string): WantedControl[] {
  if (!isRequested(handoff)) return [];
  const { handoffId } = handoff;
  const control = (decision: 'accept' | 'decline', word: StringKey): WantedControl => {
    const answer = { handoffId, decision, ...(reason.trim() ? { reason: reason.trim() } : {}) };
    return {
      word,
      request: { kind: 'respond.handoff', ...answer },
      event: () => new AgentHandoffRequestEvent(answer),
    };
  };
  return [control('decline', 'approval.decline'), control('accept', 'approval.accept')];
}

const PLACES = /^(artifact|evidence|agent|turn|tool):(.+)$/;

/** Where the work goes on, if that is a place that can be shown. */
export function placeOf(target: string): readonly [AgentOpenRequestEvent['kind'], string] | undefined {
  const found = PLACES.exec(target);
  return found ? [found[1] as AgentOpenRequestEvent['kind'], found[2]!] : undefined;
}
