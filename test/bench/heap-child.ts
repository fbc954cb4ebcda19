import { AgentSession } from 'oui-elements/agent-ui';
import type { HeapUse } from './heap.js';
import { WORKLOADS } from './steps.js';
import { native } from './wires.js';

/** Run by heap.ts with `--expose-gc`: what a session of 100,000 events weighs, in bytes, printed as JSON. */
const collect = (globalThis as { gc?: () => void }).gc!;

async function heap(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** As from a connection: nobody but the session holds an event. */
function fill(session: AgentSession, name: string, events: number): void {
  const { steps, n, native: whole } = WORKLOADS.find((workload) => workload.name === name)!;
  // A team's events come in whole runs, so that it is at rest when they are over.
  let left = whole ? Infinity : events;
  // `n` counts what the workload counts; every workload has at least one event for each.
  for (const event of native(steps(Math.max(events, n)))) {
    if (left-- <= 0) break;
    session.dispatch(JSON.parse(JSON.stringify(event)));
  }
  session.dispatch({ type: 'run.finished', runId: 'r', sessionId: 's', payload: { outcome: 'success' } });
}

async function measure(name: string, events: number): Promise<HeapUse> {
  const before = await heap();
  let session: AgentSession | undefined = new AgentSession(undefined, { sessionId: 's' });
  fill(session, name, events);
  session.view('runtime_status').get();
  const full = (await heap()) - before;
  await session.deactivate();
  const { suspended } = session;
  const inactive = (await heap()) - before;
  if (session.snapshot().messages.length + session.snapshot().tools.length === 0 && !name.startsWith('state'))
    throw new Error('the session did not come back');
  session.view('conversation').get();
  const shown = (await heap()) - before;
  await session.close();
  session = undefined;
  return { full, shown, inactive, suspended, left: (await heap()) - before };
}

const [name, events] = [process.argv[2], Number(process.argv[3])];
await measure(name, 2_000);
console.log(JSON.stringify(await measure(name, events)));
process.exit(0);
