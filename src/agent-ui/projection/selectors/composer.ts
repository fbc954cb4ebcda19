import { isJsonObject } from '../../../base/json.js';
import { writeKey } from '../../events/control-request.js';
import type { Entity } from '../records.js';
import type { ComposerView, Fallback } from '../view-models.js';
import { text } from './cells.js';
import { currentRun } from './runtime-status.js';
import type { SelectorContext } from './selector-context.js';
import { isActive, queueOf } from './stage.js';
import { policyState } from './team.js';

/** `session.view('composer')` (§3.1). The draft is not here: it belongs to the person. */
export function composer(context: SelectorContext): ComposerView {
  const { state, capabilities, optimistic, sessionId } = context;
  const queue = queueOf(context);
  const run = currentRun(state);
  const busy =
    (run !== undefined && isActive(run)) || optimistic.some((message) => message.state === 'optimistic');
  const failed = optimistic.find((message) => message.state === 'failed');
  const ours = (entity: Entity) =>
    entity.facts['sessionId'] === sessionId && entity.facts['agentId'] === undefined;
  const told = [...state.context.values()].find(
    (entity) => ours(entity) && entity.facts['contextId'] !== undefined,
  );
  const permission = [...state.permissions.values()].find(ours);
  const missing = told?.facts['missing'] as ComposerView['missing'] | undefined;
  const blocking = missing?.find((item) => isJsonObject(item) && item.blocking);
  const fallbacks: Record<string, Fallback> = {};
  if (!permission) fallbacks['policy'] = { token: 'unknown', reason: 'policy.missing' };
  if (!told?.facts['budget']) fallbacks['budget'] = { token: 'unavailable', reason: 'budget.missing' };
  if (blocking) fallbacks['context'] = { token: 'blocked', reason: 'context.missing' };
  else if (missing?.length) fallbacks['context'] = { token: 'unknown', reason: 'context.missing' };
  return {
    busy,
    blocked: blocking && (blocking.label ?? blocking.id ?? ''),
    queued: queue?.items ?? [],
    steers: queue?.steers ?? [],
    queueReason: queue?.reason,
    context: told?.facts['refs'] as ComposerView['context'],
    missing,
    budget: told?.facts['budget'] as ComposerView['budget'],
    policy: permission && {
      mode: text(permission, 'mode'),
      risk: text(permission, 'risk'),
      sandbox: permission.facts['sandbox'],
      state: policyState(state, permission),
    },
    fallbacks,
    capabilities,
    canInterrupt: busy && capabilities.controls.interrupt !== undefined,
    interrupt: busy ? context.write(writeKey('interrupt', run?.runId)) : undefined,
    failed: failed && { clientId: failed.clientId, text: failed.text, reason: failed.reason ?? '' },
  };
}
