import { expect } from 'chai';
import fc from 'fast-check';
import { Driver, finished, frame, started, text, toolCall, type Wire } from './ag-ui-driver.js';
import { cases } from '../../../cases.js';

/** What these events come to when they are all that the server sends. */
async function stream(...events: Wire[]): Promise<Driver> {
  const driver = await Driver.connect();
  driver.answer(...events);
  await driver.send();
  return driver;
}

const run = (...events: Wire[]) => stream(started(), ...events, finished());
const texts = (driver: Driver) => driver.of('text.final').map(({ payload }) => payload?.['text']);

describe('AG-UI streams that break the rules', () => {
  it('known-failure 19: content before a start opens its message', async () => {
    const driver = await run(
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'hi' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{}' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'hm' },
    );
    expect(texts(driver)).to.deep.equal(['hi']);
    expect(driver.of('tool.started', 'reasoning.delta').map(({ type }) => type)).to.include('tool.started');
    expect(driver.codes()).to.include('ag-ui.content_without_start');
    expect(driver.ending).to.equal('run.finished success');
  });

  it('known-failure 19: arguments after the end of a call change nothing', async () => {
    const driver = await run(...toolCall('c', 'search', '{"a":1}'), {
      type: 'TOOL_CALL_ARGS',
      toolCallId: 'c',
      delta: '{"b":2}',
    });
    const args = driver.of('tool.args').map(({ payload }) => payload?.['args']);
    expect(args.filter((value) => value !== undefined)).to.deep.equal([{ a: 1 }]);
    expect(driver.codes()).to.include('ag-ui.content_after_end');
  });

  it('known-failure 19: ends that nothing began are left out', async () => {
    const driver = await run(
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      { type: 'STEP_FINISHED', stepName: 's' },
      { type: 'REASONING_MESSAGE_END', messageId: 'r' },
    );
    expect(driver.of('text.final', 'tool.args', 'reasoning.summary')).to.have.length(0);
    expect(driver.codes()).to.deep.equal(Array.from({ length: 4 }, () => 'ag-ui.end_without_start'));
  });

  it('AG-UI P6: content after the end goes on, as a new part', async () => {
    const driver = await run(...text('m', 'one'), {
      type: 'TEXT_MESSAGE_CONTENT',
      messageId: 'm',
      delta: 'two',
    });
    expect(texts(driver)).to.deep.equal(['one', 'two']);
    expect(driver.codes()).to.include.members(['ag-ui.content_after_end', 'ag-ui.open_at_end']);
  });

  it('AG-UI P6: what is open when the run finishes is closed', async () => {
    const [open, said] = text('m', 'hello');
    const driver = await run(
      open!,
      said!,
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'search' },
      { type: 'STEP_STARTED', stepName: 's' },
    );
    expect(texts(driver)).to.deep.equal(['hello']);
    expect(driver.of('tool.args').pop()?.payload).to.deep.equal({ args: {}, state: 'input-available' });
    expect(driver.codes().filter((code) => code === 'ag-ui.open_at_end')).to.have.length(3);
  });

  it('AG-UI 1.3: a message or call started twice goes on once', async () => {
    const [open, said, end] = text('m', 'hello');
    const driver = await run(
      open!,
      open!,
      said!,
      end!,
      ...toolCall('c', 'search', '{}').flatMap((event) => [event, event]),
    );
    expect(texts(driver)).to.deep.equal(['hello']);
    expect(driver.of('tool.started')).to.have.length(1);
    expect(driver.codes()).to.include('ag-ui.already_open');
  });

  it('AG-UI 1.3: events before RUN_STARTED begin the run', async () => {
    const driver = await stream(...text('m', 'hi'), started(), finished());
    expect(driver.of('run.started').map(({ payload }) => payload?.['clientId'])[0]).to.equal('client-1');
    expect(texts(driver)).to.deep.equal(['hi']);
    expect(driver.codes()).to.include('ag-ui.not_started');
    expect(driver.ending).to.equal('run.finished success');
  });

  it('AG-UI 1.3: a run inside a run ends the outer one', async () => {
    const driver = await stream(
      started('r1'),
      ...text('a', 'one'),
      started('r2'),
      ...text('b', 'two'),
      finished(),
    );
    expect(driver.of('run.finished').map(({ payload }) => payload?.['outcome'])).to.deep.equal([
      'unknown',
      'success',
    ]);
    expect(texts(driver)).to.deep.equal(['one', 'two']);
    expect(driver.codes()).to.deep.equal(['ag-ui.nested_run']);
  });

  it('AG-UI P5: a run that is told again in the same stream is not doubled', async () => {
    const whole = [started('r1'), ...text('m', 'hi'), finished()];
    const driver = await stream(...whole, ...whole);
    expect(texts(driver)).to.deep.equal(['hi']);
    expect(driver.of('run.started')).to.have.length(1);
    expect(driver.codes()).to.deep.equal(['ag-ui.run_replayed']);
  });

  it('known-failure 19: what comes after the end is added, and ends nothing twice', async () => {
    const driver = await stream(started(), finished(), ...text('m', 'late'), finished(), {
      type: 'RUN_ERROR',
      message: 'while flushing',
    });
    expect(texts(driver)).to.deep.equal(['late']);
    expect(driver.of('run.finished', 'run.failed')).to.have.length(1);
    expect(driver.codes()).to.include.members(['ag-ui.after_end', 'ag-ui.late_error']);
  });

  it('AG-UI 2.5: fields of a wrong type are left out, never thrown at', async () => {
    const driver = await run(
      { type: 'TEXT_MESSAGE_START', messageId: 7, role: 'robot' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 7, delta: { no: 'text' } },
      { type: 'TEXT_MESSAGE_CONTENT', delta: 'still here' },
      { type: 'TEXT_MESSAGE_END' },
      { type: 'TOOL_CALL_START' },
      { type: 'TOOL_CALL_RESULT', content: null },
      { type: 'STATE_DELTA', delta: 'x' },
      { type: 'STATE_SNAPSHOT' },
      { type: 'MESSAGES_SNAPSHOT', messages: [null, { id: 'x' }, 4] },
      { type: 'MESSAGES_SNAPSHOT' },
      { type: 'CUSTOM' },
      { type: 'RUN_FINISHED', outcome: ['odd'] },
    );
    expect(texts(driver)).to.deep.equal(['still here']);
    expect(driver.of('state.snapshot', 'state.delta')).to.have.length(0);
    expect(
      driver
        .codes()
        .every((code) =>
          /^ag-ui\.(malformed|unmapped|open_at_end|unanswered_call|after_end|result_before_end)$/.test(code),
        ),
    ).to.equal(true);
    expect(driver.ending).to.equal('run.finished success');
  });

  it('AG-UI 1.3: chunks that contradict themselves, or name nothing, are reported and read', async () => {
    const driver = await run(
      { type: 'TEXT_MESSAGE_CHUNK', delta: 'no id ' },
      { type: 'TEXT_MESSAGE_CHUNK', role: 'user', delta: 'other role ' },
      { type: 'CUSTOM', name: 'manually_emit_state' },
      { type: 'TEXT_MESSAGE_CHUNK', delta: 'after a break' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c', delta: '{}' },
    );
    expect(texts(driver)).to.deep.equal(['no id other role ', 'after a break']);
    expect(driver.codes()).to.include.members(['ag-ui.malformed', 'ag-ui.chunk_conflict']);
    expect(driver.of('tool.started')[0]?.payload).to.deep.equal({ executor: 'agent', status: 'proposed' });
  });

  it('AG-UI P2: a stream that ends before its run is truncated, and keeps what was said', async () => {
    const [open, half] = text('m', 'Transferring $50,0');
    const driver = await stream(started(), open!, half!);
    expect(driver.of('text.delta').pop()?.payload).to.deep.equal({ delta: 'Transferring $50,0' });
    expect(driver.of('run.failed')[0]?.payload).to.deep.include({ code: 'truncated', retryable: true });
    expect(driver.of('text.final')).to.have.length(0);
  });

  it('AG-UI P3: an empty stream is truncated, and what the person said stands', async () => {
    const driver = await stream();
    expect(driver.story.filter((line) => line.startsWith('run'))).to.deep.equal([
      'run.started',
      'run.failed truncated',
    ]);
    expect(driver.of('run.started')[0]?.payload).to.deep.include({ clientId: 'client-1' });
  });

  it('AG-UI P4: a connection lost in mid-stream keeps what was read, then fails the run', async () => {
    const driver = await Driver.connect();
    await driver.send();
    const [open, half] = text('m', 'half');
    await driver.stream.send(started(), open!, half!);
    await driver.stream.break();
    expect(driver.of('text.delta').pop()?.payload).to.deep.equal({ delta: 'half' });
    expect(driver.of('run.failed')[0]?.payload).to.deep.include({ code: 'network', retryable: true });
    expect(driver.states.pop()).to.deep.equal(['failed', 'The connection to the agent server was lost.']);
    driver.answer(started(), finished());
    await driver.send('again', 'client-2');
    expect(driver.states.pop()).to.deep.equal(['live']);
  });

  it('AG-UI P2: a connection lost after the end of the run changes nothing', async () => {
    const driver = await Driver.connect();
    await driver.send();
    await driver.stream.send(started(), finished());
    await driver.stream.break();
    expect(driver.ending).to.equal('run.finished success');
    expect(driver.states).to.deep.equal([['live']]);
  });

  it('known-failure 19: shuffled, doubled and cut streams throw nothing and end their run', async () => {
    const whole: Wire[] = [
      started(),
      { type: 'STEP_STARTED', stepName: 's' },
      ...text('m', 'a', 'b'),
      { type: 'REASONING_START', messageId: 'r' },
      { type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'hm' },
      { type: 'REASONING_MESSAGE_END', messageId: 'r' },
      { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'r', encryptedValue: 'x' },
      ...toolCall('c', 'search', '{"q":1}', 'm'),
      { type: 'TOOL_CALL_RESULT', messageId: 'cr', toolCallId: 'c', content: 'ok' },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'k', delta: 'x' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'd', toolCallName: 'search', delta: '{' },
      { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } },
      { type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/b' }] },
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [
          { id: 'u', role: 'user', content: 'hello' },
          {
            id: 'm2',
            role: 'assistant',
            content: 'ab',
            toolCalls: [{ id: 'c', type: 'function', function: { name: 'search', arguments: '{}' } }],
          },
          { id: 'cr', role: 'tool', toolCallId: 'c', content: 'ok' },
        ],
      },
      { type: 'CUSTOM', name: 'on_interrupt', value: '{"question":"?"}' },
      { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'x' },
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'a', activityType: 'PLAN', content: { steps: ['one'] } },
      {
        type: 'ACTIVITY_DELTA',
        messageId: 'a',
        activityType: 'PLAN',
        patch: [{ op: 'remove', path: '/steps/0' }],
      },
      { type: 'SUBAGENT_STARTED', subagentRunId: 'g', name: 'helper', parentSubagentRunId: 'nobody' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 'g', result: [1] },
      { type: 'SUBAGENT_ERROR', subagentRunId: 'h', message: 'No.' },
      {
        type: 'CUSTOM',
        name: 'PredictState',
        value: [{ state_key: 'k', tool: 'search', tool_argument: 'q' }],
      },
      { type: 'CUSTOM', name: 'agentui/action.required', value: { actionId: 'q', payload: {} } },
      { type: 'RAW', event: null, metadata: { agentui: [{ type: 'evidence.changed', evidenceId: 'e' }, 1] } },
      { type: 'STEP_FINISHED', stepName: 's' },
      finished({ outcome: { type: 'interrupt', interrupts: [{ id: 'i', reason: 'confirmation' }] } }),
      { type: 'RUN_ERROR', message: 'late' },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...whole, ...whole], { minLength: 0 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (events, cut) => {
          const wire = events.map(frame).join('');
          const driver = await Driver.connect();
          driver.answerText(wire.slice(0, Math.ceil(wire.length * cut)));
          const receipt = await driver.send();
          expect(receipt.status).to.equal('accepted');
          const { runId } = driver.last;
          const ends = driver.of('run.finished', 'run.failed').filter((fact) => fact.runId === runId);
          expect(ends).to.have.length(1);
          expect(JSON.stringify(driver.facts)).not.to.contain('The client failed');
        },
      ),
      { numRuns: cases(10_000) },
    );
  }).timeout(60_000);
});
