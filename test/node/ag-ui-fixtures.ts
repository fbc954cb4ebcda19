import { readdirSync, readFileSync } from 'node:fs';
import type { Wire } from '../src/agent-ui/adapters/ag-ui-driver.js';

/** From `dist/test/node`. */
const FIXTURES = new URL('../../../test/fixtures/', import.meta.url);

function read(path: string): string {
  return readFileSync(new URL(path, FIXTURES), 'utf8').replace(/^\uFEFF/, '');
}

/** The events of a recorded run. A file may hold the runs of a whole journey, each of them an answer: `file#1` is its first. */
export function recording(name: string): Wire[] {
  const [file = '', number] = name.split('#');
  const text = read(`ag-ui/${file}`);
  const lines = file.endsWith('.jsonl') ? text.split('\n').filter((line) => line.trim() !== '') : [];
  const events =
    lines.length > 0 ? lines.map((line) => JSON.parse(line) as Wire) : (JSON.parse(text) as Wire[]);
  return number === undefined ? events : runsOf(events)[Number(number) - 1]!;
}

function runsOf(events: readonly Wire[]): Wire[][] {
  const runs: Wire[][] = [];
  for (const event of events) {
    if (event.type === 'RUN_STARTED') runs.push([]);
    runs.at(-1)!.push(event);
  }
  return runs;
}

/** Every recorded answer. */
export const RECORDINGS: readonly string[] = readdirSync(new URL('ag-ui/', FIXTURES))
  .filter((name) => /\.jsonl?$/.test(name))
  .flatMap((name) => {
    const runs = runsOf(recording(name));
    return runs.length === 1 ? [name] : runs.map((_, index) => `${name}#${index + 1}`);
  });

export interface ConformanceCase {
  name: string;
  area: string;
  stream: Wire[];
  client?: { maxProtocolVersion?: string };
  input?: { messages?: unknown[] };
  expect: {
    outcome: 'completed' | 'failed';
    errorContains?: string;
    noWarnings?: boolean;
    warnings?: string[];
    messageCount?: number;
    messages?: Record<string, unknown>[];
    state?: unknown;
    runError?: boolean | string;
    request?: Record<string, unknown>;
    eventTypes?: string[];
    eventPaths?: Record<string, unknown>;
  };
}

export const CONFORMANCE: readonly ConformanceCase[] = readdirSync(new URL('ag-ui-conformance/', FIXTURES))
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(read(`ag-ui-conformance/${name}`)) as ConformanceCase);
