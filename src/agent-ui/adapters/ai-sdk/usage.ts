import { isJsonObject } from '../../../base/json.js';
import type { FactWriter, RunRef } from '../fact-writer.js';

/** Metadata is the application's; what it calls `usage` or `totalUsage` are counts of tokens. */
export function tellUsage(facts: FactWriter, run: Partial<RunRef>, metadata: unknown): void {
  if (!isJsonObject(metadata)) return;
  const { usage = metadata['totalUsage'], model } = metadata;
  if (!isJsonObject(usage)) return;
  for (const [key, value] of Object.entries(usage)) {
    const counts = isJsonObject(value) ? Object.entries(value) : [['', value] as const];
    for (const [inner, count] of counts) {
      if (typeof count !== 'number') continue;
      facts.add(run, {
        type: 'metric.changed',
        metricName: inner === '' ? `usage.${key}` : `usage.${key}.${inner}`,
        payload: { value: count, unit: 'tokens', tags: typeof model === 'string' ? { model } : {} },
      });
    }
  }
}
