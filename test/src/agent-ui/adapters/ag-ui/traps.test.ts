import { expect } from 'chai';
import fc from 'fast-check';
import { flush } from '../../../../fake-runtime.js';
import { Driver, FakeTools, finished, frame, started, text, toolCall, type Wire } from '../ag-ui-driver.js';
import { PromptResponse } from '../../../../prompt-response.js';
import { cases } from '../../../../cases.js';

const numbered = (...events: Wire[]) => events.map((event, at) => `id: ${at + 1}\n${frame(event)}`);
const interrupt = (id: string): Wire =>
  finished({
    outcome: { type: 'interrupt', interrupts: [{ id, reason: 'confirmation', message: 'Go on?' }] },
  });
const said = (driver: Driver) =>
  driver
    .of('text.delta')
    .map(({ payload }) => payload?.['delta'])
    .join('');
const stale = (driver: Driver) => driver.of('session.updated').map(({ payload }) => payload?.['stale']);
const outcomes = (driver: Driver) =>
  driver.of('run.finished', 'run.failed').map(({ payload }) => payload?.['outcome'] ?? payload?.['code']);

describe('AG-UI traps', () => {
  it('AG-UI 4 #2, P16: a stream with ids that breaks off is asked for after the last one', async () => {
    const driver = await Driver.connect({ resumeUrl: '/resume' });
    const frames = numbered(started(), ...text('m', 'one ', 'two'), finished());
    await driver.send();
    await driver.stream.text(frames.slice(0, 3).join(''));
    // Half a frame does not count: it comes again.
    await driver.stream.text('id: 4\ndata: {"type":"TEXT_MESS');
    let asked: Headers | undefined;
    driver.answers.push(({ url, headers }) => {
      asked = headers;
      expect(url).to.equal('/resume');
      return new PromptResponse(frames.slice(2).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      });
    });
    await driver.stream.break();
    await driver.ended();
    expect(asked?.get('last-event-id')).to.equal('3');
    expect(said(driver)).to.equal('one two');
    expect(driver.ending).to.equal('run.finished success');
    expect(driver.states.map(([state]) => state)).to.deep.equal(['live', 'reconnecting', 'live']);
    const stages = driver.of('run.status').map(({ payload }) => payload?.['stage']);
    expect(stages).to.deep.equal(['streaming', 'retrying', 'streaming']);
  });

  it('AG-UI 4 #2: a server that does not go on fails the run, and leaves it marked stale', async () => {
    const driver = await Driver.connect();
    const frames = numbered(started(), ...text('m', 'one ', 'two'));
    driver.answerText(frames.slice(0, 3).join('')).answerText('gone', 'text/plain', 410);
    await driver.send();
    await driver.ended();
    expect(driver.ending).to.equal('run.failed truncated');
    expect(stale(driver)).to.deep.equal([true]);
  });

  it('AG-UI 4 #3: "Transferring $50,0" is no answer: what is cut is not final, and its run has failed', async () => {
    const driver = await Driver.connect();
    await driver.answer(started(), ...text('m', 'Transferring $50,0').slice(0, 2)).send();
    expect(driver.of('text.final')).to.deep.equal([]);
    expect(outcomes(driver)).to.deep.equal(['truncated']);
  });

  it('AG-UI 4 #4, #28: a thread of several runs, one of them with a call left open, is read to its end', async () => {
    const driver = await Driver.connect({ connectUrl: '/connect' });
    const run = (runId: string, ...events: Wire[]): Wire[] => {
      const messages = [{ id: `u-${runId}`, role: 'user', content: `ask ${runId}` }];
      return [{ ...started(runId), input: { messages } }, ...events, { ...finished(), runId }];
    };
    driver.answer(
      ...run('r1', ...toolCall('c', 'search', '{"q":').slice(0, 2)),
      ...run('r2', ...text('m', 'second')),
    );
    expect(await driver.connection.hydrate!()).to.deep.equal({ status: 'accepted' });
    expect(
      driver.of('run.started').map(({ runId, payload }) => [runId, payload?.['userMessage']]),
    ).to.deep.equal([
      ['r1', { id: 'u-r1', text: 'ask r1' }],
      ['r2', { id: 'u-r2', text: 'ask r2' }],
    ]);
    expect(said(driver)).to.equal('second');
    expect(driver.of('session.hydrated')[0]?.payload).to.deep.include({ complete: true });
    await driver.answer(started('r3'), finished()).send('third');
    expect(driver.last.messages.map(({ role, content }) => [role, content])).to.deep.include.members([
      ['user', 'ask r1'],
      ['user', 'ask r2'],
      ['assistant', 'second'],
      ['user', 'third'],
    ]);
  });

  it('AG-UI 4 #28: a thread that is read twice is told once; one that no server knows is empty', async () => {
    const driver = await Driver.connect({ connectUrl: '/connect' });
    const thread = [started('r1'), ...text('m', 'once'), { ...finished(), runId: 'r1' }];
    driver.answer(...thread).answer(...thread);
    await driver.connection.hydrate!();
    await driver.connection.hydrate!();
    expect(said(driver)).to.equal('once');
    const none = await Driver.connect({ connectUrl: '/connect' });
    none.answerText('', 'text/plain', 404);
    expect((await none.connection.hydrate!())?.status).to.equal('accepted');
    none.answerText('', 'text/plain', 500);
    expect((await none.connection.hydrate!())?.status).to.equal('rejected');
    const without = await Driver.connect();
    expect(await without.connection.hydrate!()).to.equal(undefined);
  });

  it('AG-UI 4 #28: what a person says while the thread is read is sent after it', async () => {
    const driver = await Driver.connect({ connectUrl: '/connect' });
    const loading = driver.connection.hydrate!();
    await flush();
    const sent = driver.send('quick');
    await driver.stream.send(started('r1'), ...text('m', 'old'), { ...finished(), runId: 'r1' });
    driver.answer(started('r2'), finished());
    await driver.stream.close();
    await loading;
    expect(await sent).to.deep.equal({ status: 'accepted' });
    expect(driver.last.messages.map(({ content }) => content)).to.deep.equal(['old', 'quick']);
  });

  it('AG-UI 4 #28: a run that goes on at the server is joined, and can be stopped', async () => {
    const driver = await Driver.connect({ connectUrl: '/connect' });
    const loading = driver.connection.hydrate!();
    await flush();
    await driver.stream.send(started('r1'), ...text('m', 'so ', 'far').slice(0, 3));
    expect(await loading).to.deep.equal({ status: 'accepted' });
    expect((await driver.send()).status, 'it is at work').to.equal('rejected');
    await driver.connection.control({ kind: 'interrupt' });
    expect(driver.stream.cancelled).to.equal(true);
    expect(driver.ending).to.equal('run.finished cancelled');
  });

  it('AG-UI 4 #5, #32: a change of the state that does not fit stops nothing', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/x/y', value: 1 }] },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/a', value: 2 }] },
      finished(),
    );
    await driver.send();
    expect(driver.ending).to.equal('run.finished success');
    await driver.answer(started(), finished()).send('next', 'client-2');
    expect(driver.last.state).to.deep.equal({ a: 2 });
    expect(driver.codes()).to.deep.equal(['ag-ui.state_patch']);
  });

  it('AG-UI 4 #6: an error in a thread hides no later turn', async () => {
    const driver = await Driver.connect({ connectUrl: '/connect' });
    driver.answer(
      started('r1'),
      { type: 'RUN_ERROR', message: 'No.' },
      started('r2'),
      ...text('m', 'later'),
      finished(),
    );
    await driver.connection.hydrate!();
    expect(outcomes(driver)).to.deep.equal(['run_error', 'success']);
    expect(said(driver)).to.equal('later');
  });

  it('AG-UI 4 #7, #8, #10: stopping is a cancellation of our own, lets go of the stream, and hears nothing late', async () => {
    const driver = await Driver.connect();
    await driver.send();
    await driver.stream.send(started(), ...text('m', 'half').slice(0, 2));
    await driver.connection.control({ kind: 'interrupt' });
    expect(driver.stream.cancelled).to.equal(true);
    expect(outcomes(driver)).to.deep.equal(['cancelled']);
    expect(driver.of('run.failed')).to.deep.equal([]);
    expect(driver.codes()).to.deep.equal([]);
  });

  it('AG-UI 4 #9, P13: a failure comes one way: the run fails, and no promise is left to reject', async () => {
    const driver = await Driver.connect();
    await driver.send();
    await driver.stream.send(started());
    await driver.stream.break();
    expect(outcomes(driver)).to.deep.equal(['network']);
    await driver.answer(started(), { type: 'RUN_ERROR', message: 'No.' }).send('again', 'client-2');
    expect(outcomes(driver)).to.deep.equal(['network', 'run_error']);
  });

  it('AG-UI 4 #20: success with an open call of the page is no dead end, whether or not the server lists it', async () => {
    for (const outcome of [undefined, { type: 'success' }, { type: 'success', pendingToolCallIds: ['c'] }]) {
      const driver = await Driver.connect({ clientTools: new FakeTools() });
      driver.answer(started(), ...toolCall('c', 'add', '{}'), finished({ outcome }));
      driver.answer(started('b'), finished());
      await driver.send();
      await driver.ended();
      expect(driver.last.messages.at(-1)).to.deep.include({ role: 'tool', toolCallId: 'c' });
    }
  });

  it('AG-UI 4 #21, P18: while a question is open nothing else is sent, and the reason is said', async () => {
    const driver = await Driver.connect();
    await driver.answer(started(), interrupt('i')).send();
    const receipt = await driver.send('something else', 'client-2');
    expect(receipt).to.deep.equal({
      status: 'rejected',
      reason: 'The agent waits for an answer; give that first.',
    });
    expect(driver.requests).to.have.length(1);
  });

  it('AG-UI 4 #23: progress of a call comes as an activity that names it, or as agentui/tool.progress', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      ...toolCall('c', 'index', '{}'),
      {
        type: 'ACTIVITY_SNAPSHOT',
        messageId: 'a',
        activityType: 'progress',
        content: { toolCallId: 'c', progress: 40 },
      },
      { type: 'CUSTOM', name: 'agentui/tool.progress', value: { toolCallId: 'c', payload: { percent: 80 } } },
      finished(),
    );
    await driver.send();
    expect(driver.of('tool.progress').map(({ payload }) => payload?.['percent'])).to.deep.equal([
      undefined,
      40,
      80,
    ]);
  });

  it('AG-UI 4 #24: a run cannot be steered; that is said, and the text can be queued', async () => {
    const driver = await Driver.connect();
    await driver.send();
    const steer = await driver.connection.control({ kind: 'steer', clientId: 'x', text: 'left' });
    expect(steer.status).to.equal('unsupported');
    expect(driver.capabilities?.controls).not.to.have.property('steer');
    await driver.connection.control({ kind: 'queue', clientId: 'x', text: 'left' });
    driver.answer(started('b'), finished());
    await driver.stream.send(started(), finished());
    await driver.stream.close();
    expect(driver.last.messages.at(-1)?.content).to.equal('left');
  });

  it('AG-UI 4 #36: the whole acknowledged history goes with each request', async () => {
    const driver = await Driver.connect();
    for (const turn of ['1', '2', '3']) {
      await driver.answer(started(turn), ...text(`m${turn}`, `answer ${turn}`), finished()).send(turn, turn);
    }
    expect(driver.requests.map(({ body }) => body.messages.length)).to.deep.equal([1, 3, 5]);
  });

  it('AG-UI P5: what is delivered twice is told once: by id, or where a run starts twice word for word', async () => {
    const events = [started(), ...text('m', 'ha', 'ha', 'ha'), finished()];
    const twice = <T>(list: readonly T[]) => list.flatMap((item) => [item, item]);
    for (const frames of [numbered(...events), events.map(frame)]) {
      const driver = await Driver.connect();
      await driver.answerText(twice(frames).join('')).send();
      expect(said(driver)).to.equal('hahaha');
    }
    const once = await Driver.connect();
    await once.answer(...events).send();
    expect(said(once), 'words that repeat are words').to.equal('hahaha');
  });

  it('AG-UI P7: [DONE] after the end of a run is nothing', async () => {
    const driver = await Driver.connect();
    await driver.answerText(`${[started(), finished()].map(frame).join('')}data: [DONE]\n\n`).send();
    expect(driver.ending).to.equal('run.finished success');
    expect(driver.codes()).to.deep.equal([]);
  });

  it('AG-UI P8: keys that nobody knows are no matter', async () => {
    const driver = await Driver.connect();
    const events = [started(), ...text('m', 'x'), finished()];
    await driver.answer(...events.map((event, seq) => ({ ...event, seq, future: { deep: [1] } }))).send();
    expect(driver.codes()).to.deep.equal([]);
    expect(said(driver)).to.equal('x');
  });

  it('AG-UI P11: what is said while a run goes on is queued and not lost', async () => {
    const driver = await Driver.connect();
    await driver.send();
    await driver.stream.send(started());
    await driver.connection.control({ kind: 'queue', clientId: 'later', text: 'later' });
    await driver.stream.send({ type: 'MESSAGES_SNAPSHOT', messages: [] });
    driver.answer(started('b'), finished());
    await driver.stream.send(finished());
    await driver.stream.close();
    expect(driver.last.messages.map(({ content }) => content)).to.include('later');
  });

  it('AG-UI P14: steps, subagents, CUSTOM and RAW leave a trace', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      { type: 'STEP_STARTED', stepName: 's' },
      { type: 'STEP_FINISHED', stepName: 's' },
      { type: 'SUBAGENT_STARTED', subagentRunId: 'a', name: 'helper' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 'a' },
      { type: 'CUSTOM', name: 'x', value: 1 },
      { type: 'RAW', event: {} },
      finished(),
    );
    await driver.send();
    const types = new Set(driver.facts.map(({ type }) => type));
    expect([...types]).to.include.members(['task.changed', 'agent.spawned', 'agent.completed']);
    expect(driver.codes()).to.deep.equal(['ag-ui.unmapped', 'ag-ui.raw']);
  });

  it('trap: a tool error that looks like success is not guessed from its words; a message can say so', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      ...toolCall('c', 'search', '{}'),
      { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content: 'Error: no such file' },
      ...toolCall('d', 'search', '{}'),
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [
          { id: 'u', role: 'user', content: 'hello' },
          {
            id: 'c',
            role: 'assistant',
            toolCalls: ['c', 'd'].map((id) => ({ id, function: { name: 'search', arguments: '{}' } })),
          },
          { id: 'r', role: 'tool', toolCallId: 'c', content: 'Error: no such file' },
          { id: 'e', role: 'tool', toolCallId: 'd', content: '', error: 'No such file.' },
        ],
      },
      finished(),
    );
    await driver.send();
    expect(driver.of('tool.result').map(({ toolCallId }) => toolCallId)).to.deep.equal(['c']);
    expect(driver.of('tool.failed').map(({ toolCallId, payload }) => [toolCallId, payload])).to.deep.equal([
      ['d', { error: 'No such file.' }],
    ]);
  });

  it('trap: a run that ends with open questions is interrupted, not complete', async () => {
    const driver = await Driver.connect();
    await driver.answer(started(), ...text('m', 'Done?'), interrupt('i')).send();
    expect(driver.of('run.finished')[0]).to.include({ phase: 'interrupted' });
    expect(driver.ending).to.equal('run.finished interrupt');
  });

  it('issue 8: a stream that is joined in its midst is marked stale, and read again where it can be', async () => {
    const driver = await Driver.connect({ connectUrl: '/connect' });
    const whole = [started(), ...text('m', 'from ', 'the ', 'beginning'), finished()];
    driver.answer(...whole.slice(3)).answer(...whole);
    await driver.send();
    await driver.until(() => stale(driver).length === 2);
    expect(stale(driver)).to.deep.equal([true, false]);
    expect(driver.of('text.final').at(-1)?.payload).to.deep.equal({ text: 'from the beginning' });
    expect(driver.requests[1]).to.deep.include({ url: '/connect' });
    expect(driver.requests[1]!.body.messages).to.deep.equal([]);
  });

  it('AG-UI 6: strict mode rejects what breaks a rule, says which, and lets go of the stream', async () => {
    const driver = await Driver.connect({ strict: true });
    await driver.send();
    await driver.stream.send(started(), ...text('m', 'x').slice(1));
    await driver.ended();
    expect(driver.of('run.failed')[0]?.payload).to.deep.include({
      code: 'protocol_violation',
      retryable: false,
    });
    expect(String(driver.of('run.failed')[0]?.payload?.['error'])).to.contain(
      "No active text message found with ID 'm'",
    );
    expect(driver.stream.cancelled).to.equal(true);
    expect(said(driver)).to.equal('');
  });

  it('known-failure 19: a thread that is told again in any order, cut anywhere, throws nothing and is over', async () => {
    const whole: Wire[] = [
      { ...started('r1'), input: { messages: [{ id: 'u', role: 'user', content: 'x' }], resume: [{}] } },
      ...text('m', 'a', 'b'),
      ...toolCall('c', 'add', '{}', 'm'),
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'k', delta: 'x', subagentRunId: 's' },
      interrupt('i'),
      started('r2'),
      { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content: 'ok' },
      { ...finished(), runId: 'r2' },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...whole, ...whole]),
        fc.shuffledSubarray([...whole, ...whole]),
        async (before, after) => {
          const driver = await Driver.connect({ connectUrl: '/connect', clientTools: new FakeTools() });
          driver.answer(...before).answer(...after);
          expect(await driver.connection.hydrate!()).to.deep.equal({ status: 'accepted' });
          // A run that goes on is joined; this one is cut at once.
          await flush();
          expect(await driver.connection.hydrate!()).to.deep.equal({ status: 'accepted' });
          await flush();
          expect(JSON.stringify(driver.facts)).not.to.contain('The client failed');
          const open = new Set(driver.of('run.started').map(({ runId }) => runId));
          for (const { runId } of driver.of('run.finished', 'run.failed')) open.delete(runId);
          expect([...open]).to.deep.equal([]);
        },
      ),
      { numRuns: cases(1_000) },
    );
  }).timeout(30_000);
});
