import {
  ENUMS,
  type Control,
  type Owner,
  type Persistence,
  type Phase,
  type Scope,
  type Surface,
  type Topology,
} from './enums.js';
import { isKnownEvent } from './event.js';
import { ruleOf } from './event-rules.js';

/** §1.2: who owns a fact, what it is about, and where it belongs. */
export interface Classification {
  owner: Owner;
  scope: Scope;
  phase: Phase;
  surface: Surface;
  persistence: Persistence;
  /** What a person may do about it, where the event says so. */
  control: Control;
  topology: Topology;
}

/**
 * What an event says of itself where it uses the standard's words, else what its class says; `unknown` where neither
 * does. The surface is a hint: it chooses among the places of the class and no others (N-030, C43).
 */
export function classifyEvent(event: { readonly type: string }): Classification {
  const facts = event as Readonly<Record<string, unknown>>;
  const rule = isKnownEvent(event) ? ruleOf(event.type) : undefined;
  const word = <T extends string>(field: keyof Classification, byDefault: T | undefined): T => {
    // C6: the demo and the layers say `process`.
    const said = field === 'surface' && facts[field] === 'process' ? 'inline_process' : facts[field];
    return (typeof said === 'string' && ENUMS[field]!.has(said) ? said : (byDefault ?? 'unknown')) as T;
  };
  const hint = word<Surface>('surface', rule?.surfaces[0]);
  return {
    owner: word('owner', rule?.owner),
    scope: word('scope', rule?.scope),
    phase: word('phase', rule?.phase),
    surface: !rule || rule.surfaces.includes(hint) ? hint : rule.surfaces[0]!,
    persistence: word('persistence', rule?.persistence),
    control: word<Control>('control', facts['control'] === undefined ? 'none' : undefined),
    topology: word<Topology>('topology', undefined),
  };
}
