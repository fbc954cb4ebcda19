import type { Metric } from './intervals.js';

/** How many values of a metric are drawn. */
const MAX_VALUES = 60;

/** The course of each metric since this panel has been looking: facts keep only the last value. */
export class MetricCourses {
  readonly #values = new Map<string, number[]>();
  #last: readonly Metric[] | undefined;

  /** Takes note of what is new; the same view twice is no news. */
  look(metrics: readonly Metric[]): void {
    if (metrics === this.#last) return;
    const old = new Map(this.#last?.map((metric) => [metric.name, metric]));
    for (const metric of metrics) {
      const { name, value } = metric;
      if (typeof value !== 'number' || !Number.isFinite(value) || old.get(name) === metric) continue;
      const values = this.#values.get(name) ?? [];
      values.push(value);
      if (values.length > MAX_VALUES) values.shift();
      this.#values.set(name, values);
    }
    this.#last = metrics;
  }

  of(name: string): readonly number[] {
    return this.#values.get(name) ?? [];
  }

  /** Another session. */
  forget(): void {
    this.#values.clear();
    this.#last = undefined;
  }
}
