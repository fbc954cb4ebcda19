import type { RateLimit } from '../../src/oui/index.js';

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };

/** Reads `30/10s`, `5/1m`, `100/500ms` or `off`; `undefined` when it is none of these. */
export function parseRateLimit(text: string): RateLimit | 'off' | undefined {
  if (text === 'off') return 'off';
  const match = /^(\d+)\/(\d*)(ms|s|m)$/.exec(text.trim());
  if (!match) return undefined;
  const requests = Number(match[1]);
  const perMs = Number(match[2] || 1) * (UNITS[match[3] ?? ''] ?? 0);
  return requests > 0 && perMs > 0 ? { requests, perMs } : undefined;
}
