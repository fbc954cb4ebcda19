import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { a2a, type A2aOptions } from 'oui-elements/agent-ui/adapters/a2a';
import { A2aPeer } from './a2a-peer.js';
import { until } from './socket-server.js';

describe('A2A over HTTP on loopback, with an agent of its own SDK', () => {
  let peer: A2aPeer;
  let session: AgentSession;
  const open: AgentSession[] = [];
  const connect = (sessionId?: string, options: Partial<A2aOptions> = {}) => {
    const adapter = a2a({
      url: peer.url,
      headers: { authorization: 'Bearer t' },
      backoff: { initialMs: 5, maxMs: 20 },
      ...options,
    });
    const made = new AgentSession(adapter, sessionId ? { sessionId } : {});
    open.push(made);
    return made;
  };

  beforeEach(async () => {
    peer = await A2aPeer.start();
    session = connect();
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((made) => made.close()));
    await peer.stop();
  });

  const outcome = (of = session) => until(() => of.snapshot().runs.at(-1)?.['outcome']);
  const texts = (of = session) => of.snapshot().messages.map(({ role, text }) => [role, text]);
  const pending = (of = session) =>
    until(() => of.snapshot().approvals.find(({ state }) => state === 'pending')?.['actionId'] as string);

  it('A2A: sends, and streams what comes', async () => {
    expect(await session.send({ text: 'Grüße 👋' })).to.deep.equal({ status: 'accepted' });
    expect(await outcome()).to.equal('success');
    expect(texts()).to.deep.equal([
      ['user', 'Grüße 👋'],
      ['assistant', 'You said: Grüße 👋'],
    ]);
    const { artifacts, agents, tasks, notifications } = session.snapshot();
    expect(artifacts[0]).to.deep.include({
      title: 'answer.md',
      status: 'ready',
      preview: 'You said: Grüße 👋',
    });
    expect(agents[0]).to.deep.include({ agentName: 'Peer', agentSource: 'a2a-card' });
    expect(tasks[0]).to.deep.include({ status: 'completed', topology: 'remote_teammate' });
    expect(notifications[0]).to.deep.include({ summary: 'Thinking' });
    expect(session.sessionId).to.equal(tasks[0]!['sessionId']);
    expect(peer.authorizations).to.deep.equal(['Bearer t']);
    const whole = JSON.parse((await session.detail(`a2a:task:${String(tasks[0]!['taskId'])}`)).text) as {
      id: string;
    };
    expect(whole.id).to.equal(tasks[0]!['taskId']);
  });

  it('A2A: an answer without a task', async () => {
    await session.send({ text: 'quick' });
    expect(await outcome()).to.equal('success');
    expect(texts().at(-1)).to.deep.equal(['assistant', 'Hi there.']);
  });

  it('A2A convention: a tool call of an agent that knows Agent UI is a row', async () => {
    await session.send({ text: 'tool' });
    expect(await outcome()).to.equal('success');
    expect(session.snapshot().tools[0]).to.deep.include({
      name: 'read_file',
      state: 'output-available',
      args: { path: 'a.txt' },
      output: 'the body',
    });
  });

  for (const [decision, answer] of [
    ['approve', 'Deleted.'],
    ['reject', 'Left alone.'],
  ] as const) {
    it(`A2A: a question: ${decision}`, async () => {
      await session.send({ text: 'ask' });
      const actionId = await pending();
      expect(session.snapshot().runs[0]!['stage']).to.equal('action_required');
      await session.respond(actionId, decision);
      await until(() => session.snapshot().runs[0]?.['outcome'] === 'success');
      expect(texts().at(-1)).to.deep.equal(['assistant', answer]);
      expect(peer.texts).to.deep.equal(['ask', decision]);
      expect(session.snapshot().approvals).to.have.length(1);
    });
  }

  it('A2A: interrupt is the agent’s to confirm', async () => {
    await session.send({ text: 'slow' });
    await until(() => session.snapshot().notifications.length > 0);
    expect((await session.interrupt()).status).to.equal('accepted');
    expect(await outcome()).to.equal('cancelled');
  });

  it('A2A: a failure and a refusal are no success', async () => {
    await session.send({ text: 'fail' });
    expect(await outcome()).to.equal('failed');
    expect(session.snapshot().runs[0]!['error']).to.deep.include({ message: 'the model is away' });
    await session.send({ text: 'reject' });
    await until(
      () => session.snapshot().runs.length === 2 && session.snapshot().runs.every((run) => run['outcome']),
    );
    expect(
      session.snapshot().tasks.map(({ status, nativeStatus }) => [status, nativeStatus]),
    ).to.deep.include(['failed', 'TASK_STATE_REJECTED']);
  });

  it('A2A: a page that is loaded anew while a question is open finds it, and answers it', async () => {
    await session.send({ text: 'ask' });
    await pending();
    await session.close();
    const later = connect(session.sessionId);
    await later.respond(await pending(later), 'approve');
    await until(() => later.snapshot().runs[0]?.['outcome'] === 'success');
    // What was sent as an answer is a message of the task too.
    expect(texts(later)).to.deep.equal([
      ['user', 'ask'],
      ['user', 'approve'],
      ['assistant', 'Deleted.'],
    ]);
  });

  it('A2A 6: a line that breaks is subscribed to again, and the task comes to its end', async () => {
    await session.send({ text: 'slow' });
    await until(() => session.snapshot().notifications.length > 0);
    peer.drop();
    await until(() => session.snapshot().sessions[0]?.['stale'] === true);
    await until(() => session.snapshot().sessions[0]?.['stale'] === false);
    peer.release();
    expect(await outcome()).to.equal('success');
    expect(session.snapshot().artifacts[0]).to.deep.include({ preview: 'late work', status: 'ready' });
    expect(texts().at(-1)).to.deep.equal(['assistant', 'Done at last.']);
  });

  it('A2A 6: a task that ended while nobody listened is asked for', async () => {
    await session.send({ text: 'slow' });
    await until(() => session.snapshot().notifications.length > 0);
    peer.release();
    peer.drop();
    expect(await outcome()).to.equal('success');
    expect(session.snapshot().artifacts[0]).to.deep.include({ preview: 'late work' });
  });

  for (const [how, options] of [
    ['its card says so', {}],
    ['it refuses 1.0', { cardUrl: false as const }],
  ] as const) {
    it(`A2A 3.4: a server of 0.3 is spoken to in 0.3: ${how}`, async () => {
      await peer.stop();
      peer = await A2aPeer.start({ version: '0.3' });
      session = connect(undefined, options);
      await session.send({ text: 'hello' });
      expect(await outcome()).to.equal('success');
      expect(texts().at(-1)).to.deep.equal(['assistant', 'You said: hello']);
    });
  }

  it('A2A: a server that is not there is a refusal', async () => {
    await peer.stop();
    const receipt = await session.send({ text: 'x' });
    expect(receipt).to.deep.equal({ status: 'rejected', reason: 'The agent server could not be reached.' });
    peer = await A2aPeer.start();
  });
});
