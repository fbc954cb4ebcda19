import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { pageTools } from 'oui-elements/bridges/frontend-tools';
import { ouiActivity } from 'oui-elements/bridges/oui-activity';
import { OuiError, SurfaceBus, type ActionHandler, type SurfaceManifest } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { flush } from '../../fake-runtime.js';

const input = { type: 'object' };
const MANIFEST: SurfaceManifest = {
  id: 'todo-list',
  name: 'To-do list',
  description: 'The list of a person.',
  actions: [
    { id: 'add_todo', title: 'Add an item', description: 'Adds an item.', input },
    { id: 'finish_all', description: 'Finishes all.', input, async: true },
    { id: 'fail_now', description: 'Fails on purpose.', input },
  ],
};
const HANDLERS: Record<string, ActionHandler> = {
  add_todo: ({ title }) => ({ added: title }),
  finish_all: async (_params, { acknowledge, progress }) => {
    acknowledge({ jobId: 'j1' });
    progress({ done: 1, total: 3, message: 'One of three' });
    return { finished: 3 };
  },
  fail_now: () => {
    throw new OuiError('app:quota_exceeded', 'No room left', { limit: 3 });
  },
};

/** A page, an agent from outside that works it, and a session that shows what it does. */
async function page() {
  const bus = new SurfaceBus({ settle: { quietMs: 0, deadlineMs: 0 } });
  bus.register(MANIFEST, HANDLERS);
  const [pageEnd, agentEnd] = linkedTransports();
  const agent = new AgentRuntime();
  bus.connect(pageEnd, { name: 'Helper' });
  await agent.connect(agentEnd);
  await flush();
  const session = new AgentSession();
  const tools = () => session.snapshot().tools;
  return { bus, agent, session, tools };
}

describe('what agents do to this page, shown in a session', () => {
  it('OUI-R12 a call is a tool call, with the author’s words, its input and its result', async () => {
    const { bus, agent, session, tools } = await page();
    ouiActivity(bus, session);
    await agent.invoke('todo-list', 'add_todo', { title: 'milk' });
    const [tool] = tools();
    expect(tool).to.deep.include({
      name: 'todo-list.add_todo',
      title: 'Add an item',
      state: 'output-available',
      args: { title: 'milk' },
      output: { added: 'milk' },
    });
    expect(tool!['durationMs']).to.be.a('number');
    expect(session.view('tool_ui').get().tools).to.have.length(1);
  });

  it('OUI-R12 an action without a title has its id as words; an acknowledgement is no end', async () => {
    const { bus, agent, session, tools } = await page();
    ouiActivity(bus, session);
    const seen: unknown[] = [];
    await agent.invoke('todo-list', 'finish_all', {}, { onInterim: () => seen.push(tools()[0]!['state']) });
    expect(tools()[0]).to.deep.include({
      title: 'Finish all',
      acknowledged: { jobId: 'j1' },
      output: { finished: 3 },
    });
    expect(seen).to.deep.equal(['progress', 'progress']);
  });

  it('OUI-R12 a failure keeps its code and details, and a person’s no is one', async () => {
    const { bus, agent, session, tools } = await page();
    ouiActivity(bus, session);
    await agent.invoke('todo-list', 'fail_now', {});
    expect(tools()[0]).to.include({ state: 'output-error' });
    expect(tools()[0]!['error']).to.deep.include({
      code: 'app:quota_exceeded',
      message: 'No room left',
      details: { limit: 3 },
    });
  });

  it('OUI-R12 what the log has already comes first; a secret is in neither', async () => {
    const { bus, agent, session, tools } = await page();
    await agent.invoke('todo-list', 'add_todo', { title: 'milk', password: 'hunter2' });
    ouiActivity(bus, session);
    expect(tools()).to.have.length(1);
    expect(JSON.stringify(session.snapshot())).not.to.contain('hunter2');
  });

  it('OUI-R12 calls of one client soon after another stand in one turn, and another client has its own', async () => {
    const { bus, agent, session } = await page();
    ouiActivity(bus, session);
    await agent.invoke('todo-list', 'add_todo', { title: 'a' });
    await agent.invoke('todo-list', 'add_todo', { title: 'b' });
    const [pageEnd, agentEnd] = linkedTransports();
    const other = new AgentRuntime();
    bus.connect(pageEnd, { name: 'Other' });
    await other.connect(agentEnd);
    await flush();
    await other.invoke('todo-list', 'add_todo', { title: 'c' });
    const turns = session.view('conversation').get().turns;
    expect(turns.map(({ parts }) => parts.length)).to.deep.equal([2, 1]);
  });

  it('OUI-R12 the page’s own tools, which the session shows as its agent’s, are not shown again', async () => {
    const { bus, session, tools } = await page();
    const own = pageTools(bus);
    await flush();
    const end = ouiActivity(bus, session, { except: [own.client] });
    const call = { toolCallId: 'tc', name: own.offer().tools[0]!.name, argumentsText: '{"title":"x"}' };
    await own.offer().run({
      ...call,
      signal: new AbortController().signal,
      report: () => {},
      confirm: async () => true,
    } as never);
    expect(bus.log).to.have.length(1);
    expect(tools()).to.deep.equal([]);
    end();
    own.close();
  });

  it('OUI-R12 nothing more is shown when it has ended', async () => {
    const { bus, agent, session, tools } = await page();
    ouiActivity(bus, session)();
    await agent.invoke('todo-list', 'add_todo', { title: 'milk' });
    expect(tools()).to.deep.equal([]);
  });
});
