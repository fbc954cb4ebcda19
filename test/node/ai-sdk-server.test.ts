import { expect } from 'chai';
import { AgentSession, type ClientToolCall, type SessionSnapshot } from 'oui-elements/agent-ui';
import { aiSdk, type AiSdkOptions } from 'oui-elements/agent-ui/adapters/ai-sdk';
import { AiSdkPeer } from './ai-sdk-peer.js';
import { until } from './socket-server.js';

describe('the AI SDK’s own server on loopback', function () {
  this.timeout(8_000);
  let peer: AiSdkPeer;
  let sessions: AgentSession[];

  beforeEach(async () => {
    peer = await AiSdkPeer.start();
    sessions = [];
  });

  afterEach(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    await peer.stop();
  });

  function open(
    options: Partial<AiSdkOptions> = {},
    more: ConstructorParameters<typeof AgentSession>[1] = {},
  ) {
    const session = new AgentSession(aiSdk({ url: `${peer.origin}/api/chat`, ...options }), more);
    sessions.push(session);
    return session;
  }

  const resumable = (): Partial<AiSdkOptions> => ({
    resume: true,
    stopUrl: `${peer.origin}/api/stop`,
    messages: `${peer.origin}/api/messages`,
  });

  async function ended(session: AgentSession, runs = 1): Promise<SessionSnapshot> {
    return until(() => {
      const snapshot = session.snapshot();
      const over = snapshot.runs.filter(({ outcome }) => outcome !== undefined);
      return over.length >= runs && over.length === snapshot.runs.length ? snapshot : undefined;
    });
  }

  const answers = ({ messages }: SessionSnapshot) =>
    messages.filter(({ role }) => role === 'assistant').map(({ text }) => text);

  it('issue 8, 3: send and stream', async () => {
    const session = open();
    expect(await session.send({ text: 'Grüße 👋' })).to.deep.equal({ status: 'accepted' });
    const snapshot = await ended(session);
    expect(answers(snapshot)).to.deep.equal(['You said: Grüße 👋']);
    expect(snapshot.runs[0]).to.deep.include({ outcome: 'success' });
    expect(snapshot.metrics.find(({ metricName }) => metricName === 'usage.inputTokens')?.['value']).to.equal(
      7,
    );
    expect(snapshot.diagnostics).to.deep.equal([]);
  });

  it('issue 8, 3: a tool of the server', async () => {
    const session = open();
    await session.send({ text: 'weather?' });
    const snapshot = await ended(session);
    expect(snapshot.tools[0]).to.deep.include({
      name: 'weather',
      args: { city: 'Bern' },
      output: { city: 'Bern', sky: 'clear' },
      state: 'output-available',
    });
    expect(answers(snapshot)).to.deep.equal(['Result: weather {"city":"Bern","sky":"clear"}.']);
    expect(snapshot.diagnostics).to.deep.equal([]);
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
    expect(snapshot.tools.map(({ state, output, declined }) => [state, output, declined])).to.deep.equal([
      ['output-available', { deleted: 'a.txt' }, undefined],
      ['cancelled', undefined, true],
    ]);
    expect(snapshot.approvals.map(({ decision }) => decision)).to.deep.equal(['approved', 'rejected']);
    expect(snapshot.runs.at(-1)).to.deep.include({ outcome: 'success' });
    expect(snapshot.turns).to.have.length(1);
    expect(snapshot.diagnostics).to.deep.equal([]);
  });

  it('issue 8, 3: interrupt, by letting go and by the server’s own way', async () => {
    const session = open();
    await session.send({ text: 'slow' });
    await until(() => answers(session.snapshot())[0] || undefined);
    await session.interrupt();
    expect(session.snapshot().runs[0]).to.deep.include({ outcome: 'cancelled' });

    const kept = open(resumable());
    await kept.send({ text: 'slow' });
    await until(() => answers(kept.snapshot())[0] || undefined);
    expect(await kept.interrupt()).to.deep.equal({ status: 'accepted' });
    expect((await ended(kept)).runs[0]).to.deep.include({ outcome: 'cancelled' });
  });

  it('issue 8, 3: a failure is the server’s word for it', async () => {
    const session = open();
    await session.send({ text: 'fail' });
    const { runs } = await ended(session);
    expect(runs[0]).to.deep.include({ outcome: 'failed' });
    expect(runs[0]!['error']).to.deep.include({ message: 'The model is overloaded.' });
    await session.send({ text: 'and now?' });
    expect(answers(await ended(session, 2)).at(-1)).to.equal('You said: and now?');
  });

  it('issue 8, 3: a page that is loaded again with an open approval', async () => {
    const before = open(resumable(), { sessionId: 'chat-1' });
    await before.send({ text: 'delete both' });
    await ended(before);
    await before.close();

    const session = open(resumable(), { sessionId: 'chat-1' });
    const { approvals, messages } = await until(() => {
      const snapshot = session.snapshot();
      return snapshot.approvals.length === 2 ? snapshot : undefined;
    });
    expect(messages.map(({ text }) => text)).to.deep.include('delete both');
    for (const { actionId } of approvals) await session.respond(String(actionId), 'approve');
    const snapshot = await ended(session);
    expect(snapshot.tools.map(({ output }) => output)).to.deep.equal([
      { deleted: 'a.txt' },
      { deleted: 'b.txt' },
    ]);
    expect(snapshot.turns).to.have.length(1);
  });

  it('issue 8, 3: a tool of the page', async () => {
    const calls: ClientToolCall[] = [];
    const session = open(
      {},
      {
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
      },
    );
    await session.send({ text: 'add milk' });
    const snapshot = await ended(session, 2);
    expect(calls.map(({ name, argumentsText }) => [name, argumentsText])).to.deep.equal([
      ['add_todo', '{"title":"milk"}'],
    ]);
    expect(answers(snapshot)).to.deep.equal(['Result: add_todo {"added":true}.']);
    expect(snapshot.diagnostics).to.deep.equal([]);
  });

  it('issue 8: a connection that breaks off comes back, and the run goes on where it was', async () => {
    const session = open(resumable());
    await session.send({ text: 'slow' });
    await until(() => answers(session.snapshot())[0] || undefined);
    peer.cut();
    await until(() => session.view('runtime_status').get().connection === 'reconnecting' || undefined);
    await until(() => session.view('runtime_status').get().connection === 'live' || undefined);
    expect(session.snapshot().runs[0]!['outcome']).to.equal(undefined);
    await session.interrupt();
    const snapshot = await ended(session);
    expect(snapshot.runs[0]).to.deep.include({ outcome: 'cancelled' });
    expect(answers(snapshot)).to.deep.equal(['word ']);
  });
});
