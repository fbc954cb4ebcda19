import type { Runtime } from '../../base/runtime.js';
import type { AgentUiEvent } from '../events/event.js';
import type { MetricName } from './metric-names.js';
import { StreamGauge } from './stream-gauge.js';
import { SubmitTimer } from './submit-timer.js';

/** What a session can measure by itself (agent-ui §7); panels measure the rest. */
export class SessionMetrics {
  readonly submit: SubmitTimer;
  readonly stream: StreamGauge;

  constructor(runtime: Runtime, record: (name: MetricName, value: number | string, runId?: string) => void) {
    this.submit = new SubmitTimer(runtime, record);
    this.stream = new StreamGauge(runtime, record);
  }

  observe(event: AgentUiEvent): void {
    this.submit.observe(event);
    this.stream.observe(event);
  }
}
