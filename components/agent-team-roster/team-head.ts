import { html, nothing, type TemplateResult } from 'lit';
import type {
  CapacityFacts,
  TeammateView,
  TeamRosterView,
  TeamView,
} from '../../src/agent-ui/projection/view-models.js';
import { inWords } from '../shared/approval-facts.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { teammateLook } from '../shared/teammate-look.js';
import { topologyMark } from '../shared/teammate-topology.js';

/** Each team with how it works together and its limits; then the ways of working that belong to no team. */
export function teamHeads({ teams, topologies }: TeamRosterView, wording: Wording): TemplateResult {
  const shown = new Set(teams.map(({ topology }) => topology));
  const others = topologies.filter((topology) => !shown.has(topology));
  return html`${teams.map((team) => head(team, wording))}
  ${
    others.length > 0
      ? html`<div class="team" part="team">${others.map((topology) => topologyMark(topology, wording))}</div>`
      : nothing
  }`;
}

function head(team: TeamView, wording: Wording): unknown {
  const { t } = wording;
  const { key, teamName, topology, memoryRefs, teamPolicy } = team;
  const name = teamName ?? team.teamId;
  const facts = [
    ...capacityWords(team, wording),
    teamPolicy == null ? undefined : t('team.policyOf', { policy: inWords(teamPolicy) }),
    memoryRefs?.length ? t('team.memory', { count: memoryRefs.length }) : undefined,
  ].filter((text) => text !== undefined);
  // Without a name, a way of working and limits there is nothing to say that the list does not.
  if (name === undefined && topology === undefined && facts.length === 0) return nothing;
  return html`<div
    class="team"
    part="team"
    data-id=${key}
    data-state=${team.teamPhase ?? team.status ?? 'unknown'}
    data-fallback=${topology === undefined ? 'unknown' : nothing}
  >
    ${name === undefined ? nothing : html`<span class="team-name" dir="auto">${name}</span>`}
    ${topologyMark(topology, wording)}
    ${(team.teamPhase ?? team.status) ? html`<span class="meta" dir="auto">${phase(team, wording)}</span>` : nothing}
    ${facts.length > 0 ? html`<p class="capacity" part="capacity" dir="auto">${facts.join(SEPARATOR)}</p>` : nothing}
  </div>`;
}

const PHASES = new Set([
  'forming',
  'active',
  'waiting',
  'merging',
  'done',
  'fanout',
  'fanin',
  'partial_failure',
]);

/** Other words of its owner stand as they are (agent-ui section 2.3). */
function phase({ teamPhase, status }: TeamView, { t }: Wording): string {
  const told = teamPhase ?? status ?? '';
  return PHASES.has(told) ? t(`team.phase.${told}` as 'team.phase.active') : told;
}

/** Counts and limits are facts, not failures (SF-TR-3). */
export function capacityWords(facts: CapacityFacts, { t }: Wording): string[] {
  const { teamActiveCount: active, teamParallelBudget: budget } = facts;
  return [
    active === undefined
      ? budget === undefined
        ? undefined
        : t('team.budget', { n: budget })
      : budget === undefined
        ? t('capsule.countRunning', { count: active })
        : t('team.active', { n: active, budget }),
    facts.teamQueuedCount === undefined
      ? undefined
      : t('capsule.countQueued', { count: facts.teamQueuedCount }),
    facts.queuedTurnCount === undefined ? undefined : t('team.queuedTurns', { count: facts.queuedTurnCount }),
    facts.providerParallelBudget === undefined
      ? undefined
      : t('team.providerBudget', { n: facts.providerParallelBudget }),
    facts.providerConcurrencyGroup === undefined
      ? undefined
      : t('team.group', { group: facts.providerConcurrencyGroup }),
    facts.queueReason === undefined ? undefined : t('team.queueReason', { reason: facts.queueReason }),
    facts.retryableOverload ? t('team.overload') : undefined,
  ].filter((text) => text !== undefined);
}

/** "5 teammates, 2 need you, 1 failed, 1 running": the whole team in a line. */
export function teamCounts(members: readonly TeammateView[], { t }: Wording): string[] {
  const looks = members.map(({ state, pendingActions, ended }) =>
    teammateLook(state, pendingActions.length > 0 && !ended),
  );
  const count = (...statuses: readonly string[]) =>
    looks.filter(({ status }) => statuses.includes(status)).length;
  const [waiting, failed, running] = [
    count('needs-you'),
    count('failed', 'timed-out'),
    count('running', 'preparing'),
  ];
  return [
    t('team.count', { count: members.length }),
    ...(waiting > 0 ? [t('approval.pending', { count: waiting })] : []),
    ...(failed > 0 ? [t('capsule.countFailed', { count: failed })] : []),
    ...(running > 0 ? [t('capsule.countRunning', { count: running })] : []),
  ];
}
