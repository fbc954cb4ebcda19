import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { median, sinceMs, times, type Report } from './measure.js';
import { WORKLOADS } from './steps.js';
import { native } from './wires.js';

const ROUNDS = 7;
/** Events of a workload taken in before any is measured: code that runs as fast as it will in a long session. */
const WARM_UP = 100_000;
/** What comes in one read of a connection. */
const BATCH = 64;

/** What an event costs to take in, against `JSON.parse` of the same event. */
export function benchIngest(report: Report): void {
  report.heading('Ingest of an event, against JSON.parse of it');
  for (const { name, n, steps, history } of WORKLOADS) {
    if (history) continue;
    const lines = Array.from(native(steps(n)), (event) => JSON.stringify(event));
    for (let taken = 0; taken < WARM_UP; taken += lines.length) round(lines);
    const rounds = Array.from({ length: ROUNDS }, () => round(lines));
    const parse = median(rounds.map((each) => each.parse));
    const ingest = median(rounds.map((each) => each.ingest));
    const ratio = median(rounds.map((each) => each.ingest / each.parse));
    const micros = (ms: number) => ((ms * 1000) / lines.length).toFixed(2);
    report.line(
      `${name}: ${micros(ingest)} µs, JSON.parse ${micros(parse)} µs`,
      times(ratio),
      'at most 1×',
      ratio <= 1,
    );
  }
}

function round(lines: readonly string[]): { parse: number; ingest: number } {
  const session = new AgentSession(undefined, { sessionId: 's' });
  let [parse, ingest] = [0, 0];
  for (let at = 0; at < lines.length; at += BATCH) {
    const begin = process.cpuUsage();
    const events: AgentUiEvent[] = [];
    for (let i = at; i < Math.min(at + BATCH, lines.length); i++) events.push(JSON.parse(lines[i]));
    parse += sinceMs(begin);
    const parsed = process.cpuUsage();
    session.dispatch(events);
    ingest += sinceMs(parsed);
  }
  void session.close();
  return { parse, ingest };
}
