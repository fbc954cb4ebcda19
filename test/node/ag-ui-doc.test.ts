import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { agUi } from 'oui-elements/agent-ui/adapters/ag-ui';
import { FakeTools } from '../src/agent-ui/adapters/ag-ui-driver.js';
import { documentedServer, type DocumentedServer } from './ag-ui-documented-server.js';
import { until } from './socket-server.js';

describe('docs/connect-ag-ui.md', () => {
  let server: DocumentedServer;
  const open: AgentSession[] = [];

  before(async () => {
    server = await documentedServer();
  });

  after(async () => {
    await Promise.all(open.map((session) => session.close()));
    await server.stop();
  });

  function session(sessionId: string): AgentSession {
    const { origin } = server;
    const adapter = agUi({
      url: `${origin}/agent`,
      connectUrl: `${origin}/agent/connect`,
      strict: true,
      capabilities: { custom: { agentui: { controls: ['request_review'] } } },
    });
    const made = new AgentSession(adapter, {
      sessionId,
      clientTools: new FakeTools(() => ({ content: 'done' }), ['todo_add_todo']),
    });
    open.push(made);
    return made;
  }

  const said = (of: AgentSession) =>
    of
      .snapshot()
      .messages.filter(({ role }) => role === 'assistant')
      .map(({ text }) => text);

  it('issue 8: the server that is written there answers, uses the page and tells what AG-UI has no event for', async () => {
    const made = session('one');
    await until(() => made.history.state === 'complete' || undefined);
    expect(await made.send({ text: 'Grüße' })).to.deep.equal({ status: 'accepted' });
    await until(() => made.snapshot().runs[0]?.['outcome']);
    expect(said(made)).to.deep.equal(['You said: Grüße']);
    expect(JSON.stringify(made.snapshot().context)).to.contain('notes.md');
    await made.send({ text: 'add milk' });
    await until(() => said(made).some((text) => String(text).startsWith('The page answered')) || undefined);
    expect(said(made).at(-1)).to.equal('The page answered {"ok":true,"value":"done"}');
    await made.requestReview('doc');
    await until(() => made.snapshot().reviews[0]);
    await made.send({ text: 'fail' });
    await until(() => made.snapshot().runs.find(({ outcome }) => outcome === 'failed'));
  });

  it('issue 8, 3: a question stays open over a reload, and its answer is heard', async () => {
    const before = session('two');
    await until(() => before.history.state === 'complete' || undefined);
    await before.send({ text: 'delete a.txt' });
    await until(() => before.snapshot().approvals[0]);
    await before.close();

    const after = session('two');
    const [question] = await until(() => {
      const { approvals } = after.snapshot();
      return approvals.length > 0 ? approvals : undefined;
    });
    expect(question).to.deep.include({ state: 'pending', title: 'Delete a.txt?' });
    expect(after.snapshot().messages[0]).to.deep.include({ role: 'user', text: 'delete a.txt' });
    expect(await after.respond(String(question!['actionId']), 'reject')).to.deep.equal({
      status: 'accepted',
    });
    await until(() => said(after).includes('It was kept.') || undefined);
    await after.close();

    const again = session('two');
    await until(() => again.history.state === 'complete' || undefined);
    expect(again.snapshot().approvals[0]).to.deep.include({ state: 'resolved', decision: 'rejected' });
    expect(said(again)).to.include('It was kept.');
    expect(again.snapshot().tools[0]).to.deep.include({ state: 'output-available', output: 'kept' });
  });
});
