import type { Wording } from './localize.js';
import { ticking } from './ticking.js';

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "5 min. ago", kept up to date; nothing for what is no time. */
export function ago(iso: string, { lang }: Wording): unknown {
  if (Number.isNaN(Date.parse(iso))) return undefined;
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'narrow' });
  return ticking(iso, (ms) => {
    const [unit, length] = STEPS.find(([, step]) => ms >= step) ?? (['second', Infinity] as const);
    return format.format(length === Infinity ? 0 : -Math.floor(ms / length), unit);
  });
}
