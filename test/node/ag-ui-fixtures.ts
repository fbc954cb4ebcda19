import { readdirSync, readFileSync } from 'node:fs';
import type { Wire } from '../src/agent-ui/adapters/ag-ui-driver.js';

/** From `dist/test/node`. */
const FIXTURES = new URL('../../../test/fixtures/', import.meta.url);

function read(path: string): string {
  return readFileSync(new URL(path, FIXTURES), 'utf8').replace(/^\uFEFF/, '');
}

/** The events of a recorded run. */
export function recording(name: string): Wire[] {
  const text = read(`ag-ui/${name}`);
  if (!name.endsWith('.jsonl')) return JSON.parse(text) as Wire[];
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Wire);
}

export const RECORDINGS = readdirSync(new URL('ag-ui/', FIXTURES)).filter((name) => /\.jsonl?$/.test(name));

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
