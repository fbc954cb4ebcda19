import { nothing, svg, html, type TemplateResult } from 'lit';
import type { Wording } from '../shared/localize.js';

/** A small line of the course of a number, with its words for those who do not see it. */
export function sparkline(name: string, values: readonly number[], { t, lang }: Wording): unknown {
  if (values.length < 2) return nothing;
  const min = Math.min(...values);
  const max = Math.max(...values);
  const height = max - min || 1;
  const points = values
    .map(
      (value, i) => `${round((100 * i) / (values.length - 1))},${round(19 - (18 * (value - min)) / height)}`,
    )
    .join(' ');
  const say = (value: number) => value.toLocaleString(lang, { maximumFractionDigits: 1 });
  const label = t('diagnostics.chart', {
    name,
    first: say(values[0]!),
    last: say(values.at(-1)!),
    min: say(min),
    max: say(max),
  });
  return html`<svg
    class="spark"
    part="chart"
    viewBox="0 0 100 20"
    preserveAspectRatio="none"
    role="img"
    aria-label=${label}
  >
    ${svg`<polyline points=${points}></polyline>`}
  </svg>`;
}

/** A bar from `start`, in parts of `whole`. The number stands beside it. */
export function bar(start: number, length: number, whole: number): TemplateResult {
  const scale = whole > 0 ? 100 / whole : 0;
  return html`<svg class="bar" part="chart" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect x=${round(start * scale)} y="0" width=${round(Math.max(0.8, length * scale))} height="8"></rect>`}
  </svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
