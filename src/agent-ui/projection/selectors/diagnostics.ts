import { sorted } from '../entity-facts.js';
import type { DiagnosticsView } from '../view-models.js';
import type { SelectorContext } from './selector-context.js';

/** `session.view('diagnostics')` (§3.21). */
export function diagnostics({ state }: SelectorContext): DiagnosticsView {
  return {
    diagnostics: [...state.diagnostics.values()].map(({ diagnosticId, ...note }) => ({
      id: diagnosticId,
      ...note,
    })),
    metrics: sorted(state.metrics).map(({ id, facts: { value, unit, tags } }) => ({
      name: id,
      value,
      unit: unit as string | undefined,
      tags,
    })),
  };
}
