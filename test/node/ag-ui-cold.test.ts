import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { told } from './ag-ui-cold-run.js';

const EVENTS = [
  {
    type: 'RUN_STARTED',
    threadId: 't',
    runId: 'r',
    input: { messages: [{ id: 'h', role: 'user', content: 'hi' }] },
  },
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'one ' },
  { type: 'STEP_STARTED', stepName: 'plan' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'two' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
  { type: 'STATE_SNAPSHOT', snapshot: { rows: [] } },
  { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/rows/-', value: 1 }] },
  { type: 'SUBAGENT_STARTED', subagentRunId: 'sub', name: 'helper' },
  { type: 'TEXT_MESSAGE_CHUNK', messageId: 'c', delta: 'from it', subagentRunId: 'sub' },
  { type: 'SUBAGENT_FINISHED', subagentRunId: 'sub' },
  { type: 'ACTIVITY_SNAPSHOT', messageId: 'a', activityType: 'PLAN', content: { steps: [{ title: 'x' }] } },
  { type: 'TOOL_CALL_START', toolCallId: 'call', toolCallName: 'look_up' },
  { type: 'TOOL_CALL_END', toolCallId: 'call' },
  { type: 'TOOL_CALL_RESULT', toolCallId: 'call', messageId: 'res', content: 'found' },
  { type: 'STEP_FINISHED', stepName: 'plan' },
  {
    type: 'RUN_FINISHED',
    threadId: 't',
    runId: 'r',
    outcome: { type: 'interrupt', interrupts: [{ id: 'q', reason: 'confirmation', message: 'Go on?' }] },
  },
];

/** In a thread of its own nothing has been fetched before. */
async function toldCold(reads: readonly (readonly object[])[]): Promise<string[]> {
  const worker = new Worker(new URL('./ag-ui-cold-run.js', import.meta.url), { workerData: reads });
  const [facts] = (await once(worker, 'message')) as [string[]];
  await worker.terminate();
  return facts;
}

describe('AG-UI code that is fetched when it is first needed', function () {
  this.timeout(20_000);

  it('issue 8, 6: what an event needs is there before it is told, and nothing overtakes it', async () => {
    const together = [EVENTS];
    const apart = EVENTS.map((event) => [event]);
    const cold = await toldCold(together);
    expect(cold.length).to.be.above(EVENTS.length);
    expect(cold.at(-1)).to.contain('run.finished');
    await told(together);
    expect(cold).to.deep.equal(await told(together));
    expect(await toldCold(apart)).to.deep.equal(cold);
  });
});
