import { expect } from 'chai';
import { AgentSession, type ClientToolCall, type SessionSnapshot } from 'oui-elements/agent-ui';
import { langgraph, type LangGraphOptions } from 'oui-elements/agent-ui/adapters/langgraph';
import { LangGraphPeer } from './langgraph-peer.js';
import { until } from './socket-server.js';

describe('docs/connect-langgraph.md: a graph of LangGraph’s own package on loopback', function () {
  this.timeout(8_000);
  let peer: LangGraphPeer;
  let sessions: AgentSession[];

  beforeEach(async () => {
    peer = await LangGraphPeer.start();
    sessions = [];
  });

  afterEach(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    await peer.stop();
  });

  function open(
    more: ConstructorParameters<typeof AgentSession>[1] = {},
    options: Partial<LangGraphOptions> = {},
  ) {
    const session = new AgentSession(langgraph({ url: peer.origin, ...options }), more);
    sessions.push(session);
    return session;
  }

  async function ended(session: AgentSession, runs = 1): Promise<SessionSnapshot> {
    return until(() => {
      const snapshot = session.snapshot();
      const over = snapshot.runs.filter(({ outcome }) => outcome !== undefined);
      return over.length >= runs && over.length === snapshot.runs.length ? snapshot : undefined;
    });
  }

  const answers = ({ messages }: SessionSnapshot) =>
    messages.filter(({ role, text }) => role === 'assistant' && text !== '').map(({ text }) => text);

  const codes = ({ diagnostics }: SessionSnapshot) => diagnostics.map(({ code }) => code);

  it('issue 8, 3: send and stream', async () => {
    expect(peer.lines).to.be.below(90);
    const session = open();
    expect(await session.send({ text: 'Grüße 👋' })).to.deep.equal({ status: 'accepted' });
    const snapshot = await ended(session);
    expect(answers(snapshot)).to.deep.equal(['You said: Grüße 👋']);
    expect(snapshot.runs[0]).to.deep.include({ outcome: 'success' });
    expect(snapshot.messages.filter(({ role }) => role === 'user')).to.have.length(1);
    expect(codes(snapshot)).to.deep.equal([]);
  });

  it('issue 8, 3: a tool of the server', async () => {
    const session = open();
    await session.send({ text: 'weather?' });
    const snapshot = await ended(session);
    expect(snapshot.tools[0]).to.deep.include({
      name: 'weather',
      args: { city: 'Bern' },
      state: 'output-available',
    });
    expect(answers(snapshot)).to.deep.equal(['Result: clear in Bern.']);
    expect(codes(snapshot)).to.deep.equal([]);
  });

  it('issue 8, 3: one approval yes, and one no', async () => {
    const session = open();
    await session.send({ text: 'delete both' });
    const { approvals, runs } = await ended(session);
    expect(runs[0]).to.deep.include({ outcome: 'interrupt' });
    expect(approvals.map(({ state, toolName }) => [state, toolName])).to.deep.equal([
      ['pending', 'delete_file'],
      ['pending', 'delete_file'],
    ]);
    const [yes, no] = approvals.map(({ actionId }) => String(actionId));
    await session.respond(yes!, 'approve');
    await session.respond(no!, 'reject', { reason: 'keep it' });
    const snapshot = await ended(session, 2);
    expect(answers(snapshot)).to.deep.equal(['Result: deleted a.txt and declined: keep it.']);
    expect(snapshot.tools.map(({ state }) => state)).to.deep.equal(['output-available', 'output-error']);
    expect(snapshot.approvals.map(({ state, decision }) => [state, decision])).to.deep.equal([
      ['resolved', 'approved'],
      ['resolved', 'rejected'],
    ]);
    expect(snapshot.turns).to.have.length(1);
    expect(codes(snapshot)).to.deep.equal([]);
  });

  it('issue 8, 3: interrupt', async () => {
    const session = open();
    await session.send({ text: 'slow' });
    await until(() => answers(session.snapshot())[0]);
    expect(await session.interrupt()).to.deep.equal({ status: 'accepted' });
    expect((await ended(session)).runs[0]).to.deep.include({ outcome: 'cancelled' });
  });

  it('issue 8, 3: a failure is the server’s word for it, and can be tried again', async () => {
    const session = open();
    await session.send({ text: 'fail' });
    const { runs } = await ended(session);
    expect(runs[0]).to.deep.include({ outcome: 'failed' });
    expect(String((runs[0]!['error'] as { message: string }).message)).to.contain('overloaded');
  });

  it('issue 8, 3: a page that is loaded again with an open approval', async () => {
    const before = open({ sessionId: 'thread-1' });
    await before.send({ text: 'delete both' });
    await ended(before);
    await before.close();

    const session = open({ sessionId: 'thread-1' });
    const { approvals, messages } = await until(() => {
      const snapshot = session.snapshot();
      return snapshot.approvals.length === 2 ? snapshot : undefined;
    });
    expect(messages[0]).to.deep.include({ role: 'user', text: 'delete both' });
    for (const { actionId } of approvals) await session.respond(String(actionId), 'approve');
    const snapshot = await ended(session);
    expect(answers(snapshot)).to.deep.equal(['Result: deleted a.txt and deleted b.txt.']);
    expect(snapshot.turns).to.have.length(1);
  });

  it('issue 8, 3: a tool of the page', async () => {
    const calls: ClientToolCall[] = [];
    const session = open({
      clientTools: {
        offer: () => ({
          tools: [
            {
              name: 'add_todo',
              description: 'Adds an item.',
              parameters: { type: 'object', properties: {} },
            },
          ],
          context: [],
          titleOf: () => undefined,
          run: async (call) => (calls.push(call), { content: { added: true } }),
        }),
      },
    });
    await session.send({ text: 'add milk' });
    const snapshot = await ended(session, 2);
    expect(calls.map(({ name, argumentsText }) => [name, argumentsText])).to.deep.equal([
      ['add_todo', '{"title":"milk"}'],
    ]);
    expect(answers(snapshot)).to.deep.equal(['Result: {"added":true}.']);
    expect(snapshot.tools[0]).to.deep.include({ name: 'add_todo', state: 'output-available' });
    expect(codes(snapshot)).to.deep.equal([]);
  });

  it('issue 8: a connection that breaks off comes back, and goes on after its last event', async () => {
    const session = open();
    await session.send({ text: 'slow' });
    await until(() => answers(session.snapshot())[0]);
    peer.cut();
    await until(() => session.view('runtime_status').get().connection === 'reconnecting');
    await until(() => session.view('runtime_status').get().connection === 'live');
    await session.interrupt();
    const snapshot = await ended(session);
    expect(snapshot.runs[0]).to.deep.include({ outcome: 'cancelled' });
    expect(answers(snapshot)).to.deep.equal(['word ']);
  });
});
