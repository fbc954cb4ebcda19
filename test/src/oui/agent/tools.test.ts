import { expect } from 'chai';
import { OuiError, type AgentTool } from 'oui-elements/oui/agent';
import { todoApp } from '../../../fixtures/todo-app.manifest.js';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, linkedPage, manifestWith, scriptedPage, restoreWarnings } from '../linked-page.js';

const ANY = { type: 'object', properties: {} };

async function todoPage() {
  const linked = await linkedPage();
  linked.bus.path = '/todos';
  linked.bus.register(todoApp, { add_todo: ({ title }) => ({ id: title, created: true }) });
  await flush();
  return linked;
}

describe('the tools of an agent', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-R1 offers the actions of active surfaces with description and input schema', async () => {
    const { agent, bus } = await todoPage();
    const tools = agent.tools();
    expect(tools.map(({ name }) => name)).to.deep.equal([
      'todo-app_add_todo',
      'todo-app_complete_todo',
      'todo-app_delete_todo',
      'todo-app_bulk_complete',
    ]);
    const [add, , remove, bulk] = todoApp.actions;
    expect(tools[0]).to.deep.equal({
      name: 'todo-app_add_todo',
      description: `${add!.description}\nTakes: instant`,
      inputSchema: add!.input,
      outputSchema: add!.output,
      surfaceId: 'todo-app',
      actionId: 'add_todo',
      confirm: false,
      async: false,
      tags: ['write', 'create'],
      estimatedDuration: 'instant',
    });
    expect(tools[2]).to.include({ title: remove!.title, confirm: true });
    expect(tools[3]).to.include({ actionId: bulk!.id, async: true });
    bus.path = '/elsewhere';
    await flush();
    expect(agent.tools()).to.deep.equal([]);
  });

  it('OUI-R1 does not offer what a person has switched off', async () => {
    const { agent, bus } = await todoPage();
    bus.setEnabled('todo-app', 'add_todo', false);
    await flush();
    expect(agent.tools().map(({ actionId }) => actionId)).not.to.include('add_todo');
  });

  it('OUI-R1 tells the model usage and preconditions', async () => {
    const { agent, register } = await scriptedPage();
    const action = { id: 'go', description: 'Goes.', input: true, usage: 'Often.', preconditions: 'Awake.' };
    await register(manifestWith({ actions: [action] }));
    expect(agent.tools()[0]).to.deep.include({
      description: 'Goes.\nUsage: Often.\nPreconditions: Awake.',
      inputSchema: ANY,
    });
  });

  it('OUI-R1 names stay within 64 of the allowed characters, differ, and lead back', async () => {
    const { agent, register, requests, result } = await scriptedPage();
    const long = 'a'.repeat(60);
    const actions = (ids: string[]) => ids.map((id) => ({ id, description: 'x', input: ANY }));
    await register({ ...manifestWith(), id: long, actions: actions([`${long}1`, `${long}2`]) });
    await register({ ...manifestWith(), id: 'a_b', actions: actions(['c']) });
    await register({ ...manifestWith(), id: 'a', actions: actions(['b_c', 'ü', 'ö']) });
    const tools = agent.tools();
    const names = tools.map(({ name }) => name);
    expect(new Set(names).size).to.equal(6);
    for (const name of names) expect(name).to.match(/^[A-Za-z0-9_-]{1,64}$/);
    expect(names[0]).to.match(/_[0-9a-f]{8}$/);
    expect(agent.tools().map(({ name }) => name)).to.deep.equal(names);
    for (const { name, surfaceId, actionId } of tools) {
      void agent.call(name, {});
      await flush();
      expect(requests().at(-1)).to.deep.include({ surfaceId, actionId });
      await result({ requestId: requests().at(-1)!['requestId'], success: true });
    }
  });

  it('OUI-R1 call() takes the arguments as an object or as the text of a model', async () => {
    const { agent, runtime } = await todoPage();
    const calls = [
      agent.call('todo-app_add_todo', { title: 'milk' }),
      agent.call('todo-app_add_todo', '{"title": "bread"}'),
    ];
    await runtime.advance(0);
    expect((await Promise.all(calls)).map(({ data }) => data)).to.deep.equal([
      { id: 'milk', created: true },
      { id: 'bread', created: true },
    ]);
    for (const wrong of ['{"title": ', '[1]', '3', [1], 7]) {
      expect((await agent.call('todo-app_add_todo', wrong)).error?.code, String(wrong)).to.equal(
        'VALIDATION_ERROR',
      );
    }
    for (const nothing of ['', undefined, null]) {
      const { error } = await agent.call('todo-app_add_todo', nothing);
      expect(error?.details, String(nothing)).to.have.nested.property('[0].field', 'title');
    }
  });

  it('OUI-R1 an unknown tool is ACTION_NOT_FOUND, and one that has left SURFACE_UNAVAILABLE', async () => {
    const { agent, bus } = await todoPage();
    expect((await agent.call('nothing', {})).error?.code).to.equal('ACTION_NOT_FOUND');
    agent.tools();
    bus.path = '/elsewhere';
    await flush();
    expect((await agent.call('todo-app_add_todo', { title: 'x' })).error?.code).to.equal(
      'SURFACE_UNAVAILABLE',
    );
  });

  it('OUI-R1 speaks the formats of OpenAI, Anthropic, MCP and AG-UI', async () => {
    const { agent } = await todoPage();
    const { name, description, inputSchema, outputSchema } = agent.tools()[0]!;
    expect(agent.tools({ format: 'openai' })[0]).to.deep.equal({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    });
    expect(agent.tools({ format: 'anthropic' })[0]).to.deep.equal({
      name,
      description,
      input_schema: inputSchema,
    });
    expect(agent.tools({ format: 'ag-ui' })[0]).to.deep.equal({ name, description, parameters: inputSchema });
    expect(agent.tools({ format: 'mcp' })[0]).to.deep.equal({
      name,
      description,
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: false, destructiveHint: false },
    });
    expect(agent.tools({ format: 'mcp' })[2]).to.deep.include({
      title: 'Delete an item',
      annotations: { title: 'Delete an item', readOnlyHint: false, destructiveHint: true },
    });
  });

  it('OUI-R1 speaks the format of AI SDK, whose tools run', async () => {
    const { agent, runtime } = await todoPage();
    const tool = agent.tools({ format: 'ai-sdk' })['todo-app_add_todo']!;
    expect(tool.inputSchema.jsonSchema).to.deep.equal(todoApp.actions[0]!.input);
    expect(tool.inputSchema).to.have.property(Symbol.for('vercel.ai.schema') as never, true);
    const done = tool.execute({ title: 'milk' });
    await runtime.advance(0);
    expect(await done).to.deep.equal({ id: 'milk', created: true });
    const failed = await tool.execute({}).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(OuiError);
    expect((failed as OuiError).code).to.equal('VALIDATION_ERROR');
  });

  it('OUI-E1 tells MCP what only reads', async () => {
    const { agent, register } = await scriptedPage();
    const action = (id: string, more: Partial<AgentTool>) => ({ id, description: 'x', input: ANY, ...more });
    await register(
      manifestWith({
        actions: [
          action('look', { effect: 'view' }),
          action('list', { tags: ['read-only'] }),
          action('pay', { effect: 'transaction' }),
        ],
      }),
    );
    expect(agent.tools({ format: 'mcp' }).map(({ annotations }) => annotations)).to.deep.equal([
      { readOnlyHint: true, destructiveHint: false },
      { readOnlyHint: true, destructiveHint: false },
      { readOnlyHint: false, destructiveHint: true },
    ]);
  });
});
