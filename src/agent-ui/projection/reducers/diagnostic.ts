import { addDiagnostic, type Fact } from '../fact.js';
import { spec } from '../keep.js';
import { numberOf, textOf } from '../payload.js';

const METRIC = spec({ text: 'unit', any: 'value tags' });

/** `diagnostic.changed`, `metric.changed`: never in the conversation (M-059). */
export function reduceDiagnostic(fact: Fact): void {
  const { event, state } = fact;
  const { payload, metricName } = event;
  if (event.type === 'metric.changed') {
    if (metricName === undefined)
      fact.diagnose('warn', 'metric.name_missing', 'metric.changed without a metricName');
    else fact.entity('metrics', metricName, 'metricName', METRIC);
    return;
  }
  const code = textOf(payload, 'code') ?? 'unknown';
  const diagnosticId = event.diagnosticId ?? code;
  const known = state.diagnostics.get(diagnosticId);
  addDiagnostic(state, {
    diagnosticId,
    level: textOf(payload, 'level') ?? 'info',
    code,
    message: textOf(payload, 'message') ?? '',
    count: numberOf(payload, 'count') ?? (known?.count ?? 0) + 1,
    ref: event.rawEventRef,
  });
  fact.mark('diagnostics');
}
