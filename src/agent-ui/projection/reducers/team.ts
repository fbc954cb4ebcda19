import { objects, type Fact } from '../fact.js';
import { spec } from '../keep.js';

const KEYS = spec({ text: 'selectedTeam status', texts: 'memoryRefs' });

/**
 * `team.changed`: the team's own facts. Rows of its roster and its board are facts about agents and work items, and
 * go where those are kept.
 */
export function reduceTeam(fact: Fact, reduce: (fact: Fact) => void): void {
  const { payload, teamId, teamName, sessionId } = fact.event;
  const id = teamId ?? teamName ?? sessionId;
  if (id === undefined) {
    fact.diagnose('warn', 'team.id_missing', 'team.changed names no team and no session');
    return;
  }
  fact.entity('teams', id, 'teamId', KEYS);
  const rows = (list: unknown, type: string, idKey: string, ids: object) => {
    for (const row of objects(list)) {
      const own = row[idKey] ?? row['subagentId'] ?? row['id'];
      const of = fact.derive(type, { ...ids, teamId: id, [idKey]: own }, row);
      if (of) reduce(of);
    }
  };
  rows(payload['roster'], 'agent.changed', 'agentId', teamName === undefined ? {} : { teamName });
  rows(payload['board'], 'task.changed', 'workItemId', { runtimeEntity: 'work_item' });
}
