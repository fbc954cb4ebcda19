import type { JsonObject } from '../../../base/json.js';
import type { Mapping } from './mapping.js';

/** Token counts of the end of a run → a metric for each provider and model. Totals, and their parts beside them. */
export function tellUsage({ facts, run }: Mapping, { usage }: JsonObject): void {
  if (!Array.isArray(usage)) return;
  for (const entry of usage as unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { provider, model, ...counts } = entry as JsonObject;
    const who = [provider, model].filter((part) => typeof part === 'string').join('/');
    for (const [key, value] of Object.entries(counts)) {
      if (typeof value !== 'number') continue;
      facts.add(run, {
        type: 'metric.changed',
        metricName: who === '' ? `usage.${key}` : `usage.${key}:${who}`,
        payload: { value, unit: 'tokens', tags: { provider, model } },
      });
    }
  }
}
