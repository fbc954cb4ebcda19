import { expect } from 'chai';
import { A2aDriver, frame, result, said, task } from './a2a-driver.js';

const run = ({ facts }: A2aDriver) => facts.runs[0]!;

describe('A2A: other agents', () => {
  it('A2A 3.4: an agent that refuses 1.0 is spoken to in 0.3 from then on', async () => {
    const driver = await A2aDriver.connect({ cardUrl: false });
    driver.willAnswer('SendStreamingMessage', { error: { code: -32009, message: 'Version not supported' } });
    void driver.send();
    await driver.settle();
    await driver.stream.text(
      frame(result({ kind: 'task', id: 'T', contextId: 'C', status: { state: 'working' } })) +
        frame(
          result({
            kind: 'artifact-update',
            taskId: 'T',
            contextId: 'C',
            artifact: {
              artifactId: 'f',
              parts: [
                { kind: 'file', file: { uri: 'https://x.example/f', mimeType: 'image/png', name: 'f' } },
              ],
            },
          }),
        ),
    );
    await driver.settle();
    expect(driver.codes).to.deep.equal(['a2a.version']);
    expect(driver.facts.artifacts[0]).to.deep.include({
      kind: 'image',
      title: 'f',
      readRef: 'https://x.example/f',
    });
    await driver.session.interrupt();
    expect(driver.of('tasks/cancel')).to.have.length(1);
  });

  it('A2A 3.4: an agent that streams nothing is asked how it goes, until it is over', async () => {
    const card = { name: 'Slow', capabilities: { streaming: false } };
    const driver = await A2aDriver.connect({ setUp: (made) => (made.card = card) });
    driver.willAnswer('SendMessage', { result: task('SUBMITTED') });
    driver.willAnswer('GetTask', {
      result: { id: 'T', contextId: 'C', status: { state: 'TASK_STATE_WORKING' } },
    });
    driver.willAnswer('GetTask', {
      result: { id: 'T', contextId: 'C', status: { state: 'TASK_STATE_COMPLETED' } },
    });
    expect((await driver.session.send({ text: 'hello' })).status).to.equal('accepted');
    expect(driver.of('SendMessage')[0]!.params['configuration']).to.deep.equal({ returnImmediately: true });
    await driver.runtime.advance(100);
    await driver.settle();
    expect(run(driver)['outcome']).to.equal(undefined);
    await driver.runtime.advance(200);
    await driver.settle();
    expect(run(driver)['outcome']).to.equal('success');
    await driver.session.close();
    expect(driver.runtime.timers).to.equal(0);
  });

  it('A2A 6: a task that cannot be listened to any more is asked for', async () => {
    const driver = await A2aDriver.connect();
    driver.willAnswer('SubscribeToTask', {
      error: { code: -32004, message: 'Task T is in a terminal state' },
    });
    driver.willAnswer('GetTask', {
      result: {
        id: 'T',
        contextId: 'C',
        status: { state: 'TASK_STATE_COMPLETED', message: said('m', 'Done.') },
      },
    });
    await driver.send();
    await driver.say(task('WORKING'));
    await driver.stream.break();
    await driver.settle();
    expect(run(driver)['outcome']).to.equal('success');
    expect(driver.facts.sessions[0]!['stale']).to.equal(false);
  });

  it('A2A 6: a task that nobody can find again is no success, and the session stays stale', async () => {
    const driver = await A2aDriver.connect();
    const gone = { error: { code: -32001, message: 'Task not found' } };
    driver.willAnswer('SubscribeToTask', gone).willAnswer('GetTask', gone);
    await driver.send();
    await driver.say(task('WORKING'));
    await driver.stream.break();
    await driver.settle();
    await driver.runtime.advance(1_000);
    await driver.settle();
    expect(run(driver)['outcome']).to.equal('unknown');
    expect(driver.facts.sessions[0]!['stale']).to.equal(true);
    await driver.session.close();
    expect(driver.runtime.timers).to.equal(0);
  });

  it('A2A 6: a server that is away is tried again, later each time', async () => {
    const driver = await A2aDriver.connect();
    const away = () => Promise.reject(new TypeError('refused'));
    driver.answers['SubscribeToTask']!.push(away, away);
    await driver.send();
    await driver.say(task('WORKING'));
    await driver.stream.break();
    await driver.settle();
    for (const ms of [100, 200]) {
      await driver.runtime.advance(ms);
      await driver.settle();
    }
    expect(driver.of('SubscribeToTask')).to.have.length(3);
    await driver.say(task('COMPLETED'));
    expect(run(driver)['outcome']).to.equal('success');
    expect(driver.facts.sessions[0]!['stale']).to.equal(false);
  });

  it('H2 a page that is loaded anew finds its open question, and answers it', async () => {
    const open = {
      id: 'T',
      contextId: 'C',
      status: {
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: said('q', 'Which?'),
        timestamp: '2026-01-01T00:00:02Z',
      },
      history: [said('u', 'write', 'ROLE_USER'), said('q', 'Which?')],
    };
    const older = {
      id: 'S',
      contextId: 'C',
      status: {
        state: 'TASK_STATE_COMPLETED',
        message: said('d', 'Earlier.'),
        timestamp: '2026-01-01T00:00:01Z',
      },
      history: [said('v', 'first', 'ROLE_USER')],
    };
    const driver = await A2aDriver.connect({
      named: 'C',
      setUp: (made) =>
        made.willAnswer('ListTasks', { result: { tasks: [open, older], nextPageToken: 'more' } }),
    });
    expect(driver.of('ListTasks')[0]!.params).to.deep.equal({
      contextId: 'C',
      includeArtifacts: true,
      pageSize: 50,
    });
    expect(driver.facts.messages.map(({ text }) => text)).to.deep.equal(['first', 'Earlier.', 'write']);
    expect(driver.facts.sessions[0]).to.deep.include({ truncated: true });
    void driver.session.respond('T/q', 'answer', { text: 'Q3' });
    await driver.settle();
    expect(driver.of('SendStreamingMessage')[0]!.params['message']).to.deep.include({
      taskId: 'T',
      contextId: 'C',
    });
  });

  it('H2 an agent that keeps no list has no history, and says so', async () => {
    const driver = await A2aDriver.connect({ named: 'C' });
    expect(driver.session.history.state).to.equal('unavailable');
    const other = await A2aDriver.connect({
      named: 'C',
      setUp: (made) => made.willAnswer('ListTasks', { error: { code: -32603, message: 'Disk is full' } }),
    });
    expect(other.session.history).to.deep.equal({ state: 'failed', reason: 'Disk is full' });
  });

  it('known-failure: closing ends what is read, and leaves nothing behind', async () => {
    const driver = await A2aDriver.connect();
    await driver.send();
    await driver.say(task('WORKING'));
    await driver.session.close();
    await driver.settle();
    expect(driver.stream.cancelled).to.equal(true);
    expect(driver.runtime.timers).to.equal(0);
  });
});
