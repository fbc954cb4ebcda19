import { writeKey, type ControlKind } from '../../events/control-request.js';
import type { JsonObject } from '../../../base/json.js';
import { entityFacts } from '../entity-facts.js';
import type { ApprovalRecord, Entity, ProjectionState } from '../records.js';
import type { Attention, Fallback, FallbackToken, WriteView } from '../view-models.js';
import type { SelectorContext } from './selector-context.js';
import { pendingApprovals } from './stage.js';

/**
 * A row: what is known, and for what is not its token and reason (§6). `missing` names the facts that the panel
 * shows, each with the token for "nobody said"; an explicit `null` says that the owner does not provide it (C27).
 */
export function row<T extends { key: string }>(
  context: SelectorContext,
  entity: Entity,
  missing: string,
  controls = '',
): T {
  const facts = entityFacts(entity);
  const fallbacks: Record<string, Fallback> = {};
  for (const slot of missing.split(' ')) {
    const [name, token] = slot.split(':') as [string, FallbackToken | undefined];
    if (facts[name] === null || facts[name] === undefined)
      fallbacks[name] = {
        token: facts[name] === null ? 'unavailable' : (token ?? 'unknown'),
        reason: `${name}.${facts[name] === null ? 'not_provided' : 'missing'}`,
      };
  }
  for (const name in facts) if (facts[name] === null) delete facts[name];
  return {
    ...facts,
    key: entity.id,
    fallbacks: some(fallbacks),
    writes: writesOf(context, entity.id, controls),
  } as never;
}

/** Requests about a row, by control: their idempotency keys are `<control>:<id>`. */
function writesOf(context: SelectorContext, id: string, controls: string): JsonObject | undefined {
  const writes: Record<string, WriteView> = {};
  for (const control of controls.split(' ')) {
    const write = context.write(writeKey(control as ControlKind, id));
    if (write) writes[control] = write;
  }
  return some(writes);
}

function some<T extends object>(found: T): T | undefined {
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Takes back the fallback of facts that were found in another place. */
export function told<T extends { fallbacks?: Readonly<Record<string, Fallback>> }>(
  view: T,
  ...names: (keyof T & string)[]
): void {
  const left = { ...view.fallbacks };
  for (const name of names) if (view[name] !== undefined) delete left[name];
  view.fallbacks = some(left);
}

export function addFallback(
  target: { fallbacks?: Readonly<Record<string, Fallback>> },
  name: string,
  token: FallbackToken,
  reason: string,
): void {
  target.fallbacks = { ...target.fallbacks, [name]: { token, reason } };
}

const RANKS: readonly Attention[] = ['high', 'medium', 'low', 'hidden'];

/** Attention first (M-038); those that ask for the same keep their order. */
export function byAttention<T extends { attention: Attention; ended?: boolean }>(rows: T[]): T[] {
  const rank = ({ attention, ended }: T) => RANKS.indexOf(attention) * 2 + (ended ? 1 : 0);
  return rows.sort((a, b) => rank(a) - rank(b));
}

export function text(entity: Entity | undefined, key: string): string | undefined {
  const value = entity?.facts[key];
  return typeof value === 'string' ? value : undefined;
}

export function nameOf({ agents }: ProjectionState, agentId: string | undefined): string | undefined {
  return agentId === undefined ? undefined : text(agents.get(agentId), 'agentName');
}

/** Questions that wait on behalf of an agent, or of its task: a question that names a task is about that one. */
export function pendingFor(
  state: ProjectionState,
  ids: Partial<Pick<ApprovalRecord, 'taskId' | 'remoteTaskId'>>,
  agentId?: string,
): ApprovalRecord[] {
  return pendingApprovals(state).filter((approval) => {
    if (agentId !== undefined && approval.agentId === agentId)
      return ids.taskId === undefined || approval.taskId === undefined || approval.taskId === ids.taskId;
    return (['taskId', 'remoteTaskId'] as const).some(
      (key) => ids[key] !== undefined && approval[key] === ids[key],
    );
  });
}
