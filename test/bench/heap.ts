import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Report } from './measure.js';
import { WORKLOADS } from './steps.js';

/** Bytes of heap, over what there was without the session. */
export interface HeapUse {
  /** All events taken in. */
  full: number;
  /** And read by the conversation's view. */
  shown: number;
  /** After `deactivate()`. */
  inactive: number;
  suspended: boolean;
  /** After `close()`, and when nobody holds it any more. */
  left: number;
}

const EVENTS = 100_000;
const MAX_MB = 60;

/** What a session of 100,000 events weighs, each in a process of its own. */
export async function benchHeap(report: Report): Promise<void> {
  report.heading('Heap of a session of 100,000 events');
  const child = fileURLToPath(new URL('./heap-child.js', import.meta.url));
  for (const { name, history } of WORKLOADS) {
    if (history) continue;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      child,
      name,
      String(EVENTS),
    ]);
    const { full, shown, inactive, suspended, left } = JSON.parse(stdout) as HeapUse;
    report.line(name, mb(full), `under ${MAX_MB} MB`, full < MAX_MB * 1e6);
    report.line('  and shown', mb(shown));
    report.line('  inactive', suspended ? `${mb(inactive)}, ${part(inactive, full)}` : 'not put away');
    report.line(
      '  closed and dropped',
      `${mb(left)}, ${part(left, full)}`,
      'at most 10 %',
      left <= full / 10,
    );
  }
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const part = (of: number, whole: number) => `${((of / whole) * 100).toFixed(0)} %`;
