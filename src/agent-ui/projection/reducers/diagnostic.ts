import { redactText } from '../../../base/redact.js';
import type { Fact } from '../fact.js';
import { numberOf, textOf } from '../payload.js';

/** §5.5: the oldest go when there are more. */
const MAX_DIAGNOSTICS = 500;

/** `diagnostic.changed`, `metric.changed`: never in the conversation (M-059). */
export function reduceDiagnostic(fact: Fact): void {
  const { event, state } = fact;
  const { payload } = event;
  if (event.type === 'metric.changed') {
    const { metricName } = event;
    if (metricName === undefined) {
      fact.diagnose('warn', 'metric.name_missing', 'metric.changed without a metricName');
      return;
    }
    state.metrics.set(metricName, { metricName, value: payload['value'], unit: textOf(payload, 'unit') });
  } else {
    const code = textOf(payload, 'code') ?? 'unknown';
    const diagnosticId = event.diagnosticId ?? code;
    const known = state.diagnostics.get(diagnosticId);
    state.diagnostics.set(diagnosticId, {
      diagnosticId,
      level: textOf(payload, 'level') ?? 'info',
      code,
      message: redactText(textOf(payload, 'message') ?? ''),
      count: numberOf(payload, 'count') ?? (known?.count ?? 0) + 1,
    });
    if (state.diagnostics.size > MAX_DIAGNOSTICS) {
      state.diagnostics.delete(state.diagnostics.keys().next().value!);
    }
  }
  fact.mark('diagnostics');
}
