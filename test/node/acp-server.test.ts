import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { acp } from 'oui-elements/agent-ui/adapters/acp';
import { WebSocket } from 'ws';
import { FakeTools } from '../src/agent-ui/adapters/ag-ui-driver.js';
import { AcpPeer } from './acp-peer.js';
import { until } from './socket-server.js';

describe('ACP over a WebSocket on loopback, with an agent of its own SDK', () => {
  let peer: AcpPeer;
  let session: AgentSession;
  const open: AgentSession[] = [];
  const connect = (sessionId?: string) => {
    const adapter = acp({
      url: peer.url,
      headers: { authorization: 'Bearer t' },
      WebSocket: WebSocket as never,
      backoff: { initialMs: 5, maxMs: 20 },
    });
    const clientTools = new FakeTools((call) => ({
      content: { added: JSON.parse(call.argumentsText) as unknown },
    }));
    const made = new AgentSession(adapter, { clientTools, ...(sessionId ? { sessionId } : {}) });
    open.push(made);
    return made;
  };

  beforeEach(async () => {
    peer = await AcpPeer.start();
    session = connect();
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((made) => made.close()));
    await peer.stop();
  });

  const outcome = () => until(() => session.snapshot().runs.at(-1)?.['outcome']);
  const texts = (of = session) => of.snapshot().messages.map(({ role, text }) => [role, text]);
  const pending = (of = session) =>
    until(() => of.snapshot().approvals.find(({ state }) => state === 'pending')?.['actionId'] as string);

  it('ACP: sends, and streams what comes', async () => {
    expect(await session.send({ text: 'Grüße 👋' })).to.deep.equal({ status: 'accepted' });
    expect(await outcome()).to.equal('success');
    expect(texts()).to.deep.equal([
      ['user', 'Grüße 👋'],
      ['assistant', 'You said: Grüße 👋'],
    ]);
    expect(session.sessionId).to.equal('s1');
    expect(peer.tokens).to.deep.equal(['dA']);
    const usage = session.snapshot().metrics.find(({ metricName }) => metricName === 'usage.totalTokens');
    expect(usage?.['value']).to.equal(7);
  });

  it('ACP: a tool call is a row, with its result', async () => {
    await session.send({ text: 'tool' });
    expect(await outcome()).to.equal('success');
    expect(session.snapshot().tools[0]).to.deep.include({
      name: 'Read a.txt',
      state: 'output-available',
      args: { path: '/w/a.txt' },
      output: 'the body',
    });
  });

  for (const [decision, state, answer] of [
    ['approve', 'output-available', 'Deleted.'],
    ['reject', 'output-error', 'Left alone.'],
  ] as const) {
    it(`ACP: an approval: ${decision}`, async () => {
      await session.send({ text: 'approve' });
      await session.respond(await pending(), decision);
      expect(await outcome()).to.equal('success');
      const { tools, approvals } = session.snapshot();
      expect([tools[0]!['state'], texts().at(-1)![1]]).to.deep.equal([state, answer]);
      expect(approvals[0]!['decision']).to.equal(decision === 'approve' ? 'approved' : 'rejected');
    });
  }

  it('ACP: interrupt is the agent’s to confirm', async () => {
    await session.send({ text: 'slow' });
    await until(() => texts().length === 2);
    expect((await session.interrupt()).status).to.equal('accepted');
    expect(await outcome()).to.equal('cancelled');
  });

  it('ACP: a failure, and an answer that was cut off, are no success', async () => {
    await session.send({ text: 'fail' });
    expect(await outcome()).to.equal('failed');
    const [failed] = session.snapshot().runs;
    expect((failed!['error'] as { message: string }).message).to.contain('the model is away');
    await session.send({ text: 'cut' });
    await until(() => session.snapshot().runs.length === 2 && session.snapshot().runs[1]!['outcome']);
    expect(session.snapshot().runs[1]!['outcome']).to.equal('failed');
  });

  it('ACP: a tool of the page is found and called over the same connection', async () => {
    await session.send({ text: 'page' });
    expect(await outcome()).to.equal('success');
    expect(texts().at(-1)).to.deep.equal(['assistant', 'The page says {"added":{"title":"milk"}}']);
    expect(session.snapshot().tools[0]).to.deep.include({ name: 'add', state: 'output-available' });
  });

  it('ACP: a page that is loaded anew while an approval is open finds it, and answers it', async () => {
    await session.send({ text: 'approve' });
    await pending();
    await session.close();
    const later = connect('s1');
    await later.respond(await pending(later), 'approve');
    await until(() => later.snapshot().messages.length === 2);
    expect(texts(later)).to.deep.equal([
      ['user', 'approve'],
      ['assistant', 'Deleted.'],
    ]);
    expect(peer.answers).to.deep.equal(['once']);
    expect(later.snapshot().tools[0]!['state']).to.equal('output-available');
  });

  it('ACP 6: a line that breaks in mid-turn comes back, and loads what is there', async () => {
    await session.send({ text: 'slow' });
    await until(() => texts().length === 2);
    peer.drop();
    await until(() => session.snapshot().sessions[0]?.['stale'] === true);
    await until(() => session.snapshot().sessions[0]?.['stale'] === false);
    expect(texts()).to.deep.equal([
      ['user', 'slow'],
      ['assistant', 'Working '],
    ]);
    expect(await outcome()).to.equal('unknown');
    expect((await session.send({ text: 'hello' })).status).to.equal('accepted');
    await until(() => texts().at(-1)?.[1] === 'You said: hello');
  });

  for (const status of [401, 200]) {
    it(`ACP: a server that answers with a page (${status}) is a refusal, and is tried again`, async () => {
      await session.close();
      peer.refuseWith = status;
      session = connect();
      const receipt = await session.send({ text: 'x' });
      expect(receipt.reason).to.contain('refuses it');
      peer.refuseWith = undefined;
      await until(() => session.snapshot().sessions.length > 0);
      expect((await session.send({ text: 'hello' })).status).to.equal('accepted');
    });
  }
});
