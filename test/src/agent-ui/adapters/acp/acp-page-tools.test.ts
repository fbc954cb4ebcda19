import { expect } from 'chai';
import { FakeTools } from '../ag-ui-driver.js';
import { AcpDriver, CAPABILITIES, chunk, type Json } from './acp-driver.js';

const serverOf = (driver: AcpDriver): Json =>
  ((driver.asked('session/new')[0]!['params'] as Json)['mcpServers'] as Json[])[0]!;

describe('ACP: the page’s tools', () => {
  let driver: AcpDriver;
  let tools: FakeTools;

  beforeEach(async () => {
    tools = new FakeTools((call) => ({ content: { heard: call.argumentsText } }));
    driver = await AcpDriver.connect({ clientTools: tools });
    await driver.prompt();
    await driver.update(chunk('Let me see.'));
  });

  afterEach(() => driver.session.close());

  const mcp = async (id: unknown, method: string, params: Json = {}) => {
    await driver.request(id, 'mcp/message', {
      serverId: serverOf(driver)['serverId'],
      requestId: `r-${String(id)}`,
      method,
      params,
    });
    await driver.settle();
    return driver.answered(id)?.['result'] as Json;
  };

  it('ACP: are a server over the agent’s own connection, for agents that can speak to one', async () => {
    expect(serverOf(driver)).to.deep.include({ type: 'acp', name: 'page' });
    const other = await AcpDriver.connect({
      clientTools: tools,
      setUp: (made) => (made.capabilities = { ...CAPABILITIES, mcpCapabilities: {} }),
    });
    expect((other.asked('session/new')[0]!['params'] as Json)['mcpServers']).to.deep.equal([]);
  });

  it('ACP: are found, listed and called, and every call is a row', async () => {
    const found = (await mcp(1, 'server/discover'))['result'] as Json;
    expect(found['supportedVersions']).to.deep.equal(['2026-07-28']);
    const listed = (await mcp(2, 'tools/list'))['result'] as Json;
    expect((listed['tools'] as Json[]).map(({ name, inputSchema }) => [name, inputSchema])).to.deep.equal(
      ['add', 'remove'].map((name) => [name, { type: 'object', properties: {} }]),
    );
    const called = (await mcp(3, 'tools/call', { name: 'add', arguments: { n: 1 } }))['result'] as Json;
    expect(called).to.deep.equal({
      resultType: 'complete',
      content: [{ type: 'text', text: '{"heard":"{\\"n\\":1}"}' }],
      structuredContent: { heard: '{"n":1}' },
      isError: false,
    });
    const [row] = driver.facts.tools;
    expect(row).to.deep.include({
      name: 'add',
      title: 'Title of add',
      executor: 'client',
      state: 'output-available',
      args: { n: 1 },
      turnId: 'sess-1:turn:1',
    });
  });

  it('ACP: an agent that names its own call has one row for it', async () => {
    await driver.update({
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'page: add',
      status: 'pending',
    });
    await mcp(1, 'tools/call', { name: 'add', arguments: {}, _meta: { agentui: { toolCallId: 't' } } });
    expect(driver.facts.tools.map(({ toolCallId }) => toolCallId)).to.deep.equal(['t']);
  });

  it('§5.6 what a person denies is an error for the agent, and a call that it takes back is stopped', async () => {
    let stopped = false;
    driver.session.clientTools = new FakeTools(async (call) => {
      if (call.name === 'remove') {
        const yes = await call.confirm({ title: 'Sure?', explanation: 'Sure?', severity: 'high', input: {} });
        return yes
          ? { content: 1 }
          : { content: undefined, error: { code: 'ACTION_DENIED', message: 'No.' } };
      }
      await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()));
      stopped = true;
      return { content: 1 };
    });
    await driver.end();
    await driver.prompt('and now', 'c2');
    const asked = mcp(1, 'tools/call', { name: 'remove', arguments: {} });
    await driver.settle();
    await driver.session.respond(String(driver.facts.approvals[0]!['actionId']), 'reject');
    await asked;
    await driver.settle();
    const denied = (driver.answered(1)!['result'] as Json)['result'] as Json;
    expect(denied).to.deep.include({ isError: true });
    expect(driver.facts.tools[0]).to.deep.include({ state: 'output-error', declined: true });
    await mcp(2, 'tools/call', { name: 'add', arguments: {} });
    driver.socket.say({ method: '$/cancel_request', params: { requestId: 2 } });
    await driver.settle();
    expect(stopped).to.equal(true);
    expect(driver.facts.tools[1]!['state']).to.equal('cancelled');
  });

  it('N-027: an unknown method, and another server’s, are answered', async () => {
    expect(((await mcp(1, 'resources/list'))['error'] as Json)['code']).to.equal(-32601);
    await driver.request(2, 'mcp/message', { serverId: 'other', requestId: 'x', method: 'tools/list' });
    expect((driver.answered(2)!['error'] as Json)['code']).to.equal(-32601);
  });

  it('issue 9: an agent that lists them while their code is being fetched hears of them when it is there', async () => {
    let arrive!: () => void;
    const ready = new Promise<void>((resolve) => (arrive = resolve));
    const there = tools.offer();
    let offered: typeof there = { ...there, tools: [] };
    const late = await AcpDriver.connect({ clientTools: { ready, offer: () => offered } });
    await late.request(1, 'mcp/message', {
      serverId: serverOf(late)['serverId'],
      requestId: 'r-1',
      method: 'tools/list',
    });
    const call = { serverId: serverOf(late)['serverId'], requestId: 'r-2', method: 'tools/call' };
    await late.request(2, 'mcp/message', { ...call, params: { name: 'add', arguments: {} } });
    await late.settle();
    expect(late.answered(1)).to.equal(undefined);
    late.socket.say({ method: '$/cancel_request', params: { requestId: 2 } });
    offered = there;
    arrive();
    await late.settle();
    const listed = (late.answered(1)!['result'] as Json)['result'] as Json;
    expect(listed['tools']).to.have.length(2);
    expect((late.answered(2)!['error'] as Json)['code'], 'taken back meanwhile').to.equal(-32800);
    expect(late.facts.tools).to.deep.equal([]);
  });

  it('ACP: what the page shows goes with the prompt to agents that take texts', () => {
    const prompt = (driver.asked('session/prompt')[0]!['params'] as Json)['prompt'] as Json[];
    expect(prompt.map(({ type }) => type)).to.deep.equal(['text', 'resource']);
  });
});
