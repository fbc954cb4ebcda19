import type { PolicyView } from '../../src/agent-ui/projection/view-models.js';
import { clockTime } from '../shared/duration.js';
import type { StringKey, Wording } from '../shared/localize.js';
import type { Status } from '../shared/status.js';

/** N-001: a policy is shown as what it is; only its owner's decision is a grant. */
const LOOKS: Readonly<Record<string, readonly [Status, StringKey]>> = {
  'policy-preview': ['queued', 'policy.preview'],
  requested: ['needs-you', 'policy.requested'],
  granted: ['done', 'policy.granted'],
  denied: ['declined', 'policy.denied'],
  expired: ['cancelled', 'approval.expired'],
  revoked: ['cancelled', 'policy.revoked'],
};

export function policyLook({ state, pendingActions }: PolicyView): readonly [Status, StringKey | undefined] {
  const [status, word] = (Object.hasOwn(LOOKS, state) && LOOKS[state]) || ['unknown' as const, undefined];
  return pendingActions.length > 0 ? ['needs-you', 'status.needsYou'] : [status, word];
}

/** SF-TP-2: how far a decision reaches and until when is said of decisions only. */
export function isDecided({ state }: PolicyView): boolean {
  return state !== 'policy-preview' && state !== 'requested';
}

/** `14:02`, with its day where that is another one. */
export function until(iso: string, wording: Wording, now = new Date()): string {
  const time = new Date(iso);
  const clock = clockTime(iso, wording);
  if (clock === undefined) return iso;
  return time.toDateString() === now.toDateString()
    ? clock
    : `${new Intl.DateTimeFormat(wording.lang, { dateStyle: 'medium' }).format(time)} ${clock}`;
}

/** Facts of a policy, with their words; the first are those that may be asked for anew. */
export const POLICY_WORDS = {
  mode: 'policy.mode',
  approval: 'policy.approval',
  sandbox: 'policy.sandbox',
  planMode: 'policy.planMode',
  budget: 'policy.budget',
  limits: 'policy.limits',
  risk: 'policy.risk',
  waiver: 'policy.waiver',
  retention: 'policy.retention',
} as const satisfies Readonly<Record<string, StringKey>>;

export type PolicyFact = keyof typeof POLICY_WORDS;

export function factWord(name: string, { t }: Wording): string {
  return Object.hasOwn(POLICY_WORDS, name) ? t(POLICY_WORDS[name as PolicyFact]) : name;
}
