import type { EventOf, Open } from './envelope.js';

export type DiagnosticChanged = EventOf<
  'diagnostic.changed',
  {
    level?: Open<'debug' | 'info' | 'warn' | 'error'>;
    code?: string;
    /** Safe: no payloads, no secrets. */
    message?: string;
    count?: number;
  }
>;
export type MetricChanged = EventOf<
  'metric.changed',
  { value?: number; unit?: string; tags?: Readonly<Record<string, unknown>> }
>;
export type DiagnosticEvent = DiagnosticChanged | MetricChanged;
