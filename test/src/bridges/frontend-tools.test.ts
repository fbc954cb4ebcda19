import { expect } from 'chai';
import { pageTools, type PageTools } from 'oui-elements/bridges/frontend-tools';
import { OuiError, SurfaceBus, type ActionHandler, type SurfaceManifest } from 'oui-elements/oui';
import type { AgentUiEvent, ClientToolConfirmation, ClientToolOffer } from 'oui-elements/agent-ui';
import { flush } from '../../fake-runtime.js';

const MANIFEST: SurfaceManifest = {
  id: 'todo-list',
  name: 'To-do list',
  description: 'The list of a person.',
  metadata: { locale: 'en' },
  actions: [
    {
      id: 'add_todo',
      title: 'Add an item',
      description: 'Adds an item.',
      input: {
        type: 'object',
        properties: { title: { type: 'string', maxLength: 200, description: 'What to do.' } },
        required: ['title'],
      },
    },
    {
      id: 'clear_done',
      description: 'Removes finished items.',
      input: { type: 'object' },
      confirm: true,
      tags: ['destructive'],
    },
    { id: 'rename_list', description: 'Renames it.', input: { type: 'object' }, confirm: true },
    { id: 'finish_all', description: 'Finishes all.', input: { type: 'object' }, async: true },
    { id: 'break', description: 'Fails on purpose.', input: { type: 'object' } },
  ],
  observations: [{ id: 'open_count', description: 'How many are open.', schema: { type: 'integer' } }],
};

const HANDLERS: Record<string, ActionHandler> = {
  add_todo: ({ title }) => ({ added: title }),
  clear_done: () => ({ removed: 2 }),
  rename_list: () => undefined,
  finish_all: async (_params, { acknowledge, progress }) => {
    acknowledge({ jobId: 'j1' });
    progress({ done: 1, total: 3, message: 'One of three' });
    progress(50);
    progress('nearly');
    return { finished: 3 };
  },
  break: () => {
    throw new OuiError('app:quota_exceeded', 'No room left', { limit: 3 });
  },
};

/** A page with one surface, and an agent's tools for it. */
async function page() {
  const bus = new SurfaceBus({ settle: { quietMs: 0, deadlineMs: 0 } });
  const surface = bus.register(MANIFEST, HANDLERS);
  surface.publish('open_count', 3);
  const tools = pageTools(bus);
  await flush();
  return { bus, surface, tools };
}

interface Heard {
  asked: ClientToolConfirmation[];
  reported: AgentUiEvent[];
}

function call(
  offer: ClientToolOffer,
  name: string,
  argumentsText: string,
  answer = true,
  signal?: AbortSignal,
) {
  const heard: Heard = { asked: [], reported: [] };
  const outcome = offer.run({
    toolCallId: 'c',
    name,
    argumentsText,
    signal: signal ?? new AbortController().signal,
    confirm: async (request) => {
      heard.asked.push(request);
      return answer;
    },
    report: (event) => heard.reported.push(event),
  });
  return { outcome, heard };
}

describe('page tools from OUI surfaces', () => {
  let bus: SurfaceBus;
  let tools: PageTools;
  let surface: Awaited<ReturnType<typeof page>>['surface'];

  beforeEach(async () => ({ bus, surface, tools } = await page()));
  afterEach(() => tools.close());

  it('OUI-R1: offers every action under the name of its surface and itself', () => {
    const offer = tools.offer();
    expect(offer.tools.map(({ name }) => name)).to.deep.equal([
      'todo-list_add_todo',
      'todo-list_clear_done',
      'todo-list_rename_list',
      'todo-list_finish_all',
      'todo-list_break',
    ]);
    expect(offer.tools[0]).to.deep.equal({
      name: 'todo-list_add_todo',
      description: 'Adds an item.',
      parameters: MANIFEST.actions[0]?.input,
      metadata: { oui: { surfaceId: 'todo-list', actionId: 'add_todo', confirm: false } },
    });
    for (const { parameters } of offer.tools) expect(parameters).to.include({ type: 'object' });
    expect(offer.titleOf('todo-list_add_todo')).to.equal('Add an item');
    expect(offer.titleOf('todo-list_clear_done')).to.equal('Clear done');
    expect(offer.titleOf('search')).to.equal(undefined);
  });

  it('AG-UI 5.6: tells what the page shows now as context', () => {
    expect(tools.offer().context).to.deep.equal([
      { description: 'OUI surface todo-list: To-do list', value: '{"open_count":3}' },
      { description: 'OUI surface todo-list: metadata', value: '{"locale":"en"}' },
    ]);
    surface.publish('open_count', 4);
    expect(tools.offer().context[0]?.value).to.equal('{"open_count":4}');
  });

  it('AG-UI 5.6: an offer is frozen; the next one is fresh', async () => {
    const before = tools.offer();
    surface.setActive(false);
    await flush();
    expect(before.tools).to.have.length(5);
    expect(tools.offer().tools).to.have.length(0);
    const { outcome } = call(before, 'todo-list_add_todo', '{"title":"milk"}');
    expect((await outcome).error?.code).to.equal('SURFACE_UNAVAILABLE');
  });

  it('OUI-S10: runs the action and answers with its data', async () => {
    const { outcome, heard } = call(tools.offer(), 'todo-list_add_todo', '{"title":"milk"}');
    expect(await outcome).to.deep.equal({ content: { added: 'milk' } });
    expect(heard.asked).to.have.length(0);
    expect(bus.log.map(({ actionId, state }) => [actionId, state])).to.deep.equal([
      ['add_todo', 'succeeded'],
    ]);
  });

  it('OUI-S6: arguments that are no JSON object, or break the schema, name the fault; none at all are {}', async () => {
    const offer = tools.offer();
    const broken = (await call(offer, 'todo-list_add_todo', '{"title":').outcome).error;
    expect(broken).to.deep.include({ code: 'VALIDATION_ERROR' });
    const list = (await call(offer, 'todo-list_add_todo', '[1]').outcome).error;
    expect(list?.details).to.deep.equal([
      { field: '', constraint: 'type', expected: 'object', actual: 'array' },
    ]);
    const missing = (await call(offer, 'todo-list_add_todo', ' ').outcome).error;
    expect(missing?.code).to.equal('VALIDATION_ERROR');
    expect(missing?.message).to.contain('title');
    expect(bus.log.every(({ state }) => state !== 'succeeded')).to.equal(true);
  });

  it('OUI-R5: asks with what it will do, how grave it is and with which parameters', async () => {
    const { outcome, heard } = call(tools.offer(), 'todo-list_clear_done', '{"all":true}');
    expect(await outcome).to.deep.equal({ content: { removed: 2 } });
    expect(heard.asked).to.deep.equal([
      {
        title: 'Clear done',
        explanation: 'Removes finished items.',
        severity: 'high',
        input: { all: true },
        scope: 'To-do list',
      },
    ]);
    const mild = call(tools.offer(), 'todo-list_rename_list', '');
    await mild.outcome;
    expect(mild.heard.asked[0]?.severity).to.equal('medium');
  });

  it('OUI-R5: a no runs nothing', async () => {
    const { outcome } = call(tools.offer(), 'todo-list_clear_done', '{}', false);
    expect((await outcome).error?.code).to.equal('ACTION_DENIED');
    expect(bus.log).to.have.length(0);
  });

  it('OUI-S11: reports the acknowledgement and the progress of an async action, then its one result', async () => {
    const { outcome, heard } = call(tools.offer(), 'todo-list_finish_all', '{}');
    expect(await outcome).to.deep.equal({ content: { finished: 3 } });
    expect(heard.reported).to.deep.equal([
      { type: 'tool.progress', payload: { acknowledged: { jobId: 'j1' } } },
      { type: 'tool.progress', payload: { done: 1, total: 3, message: 'One of three' } },
      { type: 'tool.progress', payload: { percent: 50 } },
      { type: 'tool.progress', payload: { message: 'nearly' } },
    ]);
  });

  it('OUI-S7: an action that fails tells its code, sentence and details', async () => {
    expect(await call(tools.offer(), 'todo-list_break', '{}').outcome).to.deep.equal({
      content: undefined,
      error: { code: 'app:quota_exceeded', message: 'No room left', details: { limit: 3 } },
    });
  });

  it('OUI-S5: a name that was not offered is not found', async () => {
    expect((await call(tools.offer(), 'todo-list_drop_tables', '{}').outcome).error?.code).to.equal(
      'ACTION_NOT_FOUND',
    );
  });

  it('AG-UI 5.6: what a person has switched off is not offered', async () => {
    bus.setEnabled('todo-list', 'clear_done', false);
    await flush();
    expect(tools.offer().tools.map(({ name }) => name)).not.to.include('todo-list_clear_done');
  });

  it('AG-UI 5.6: after close nothing is offered', () => {
    tools.close();
    expect(tools.offer().tools).to.deep.equal([]);
  });
});
