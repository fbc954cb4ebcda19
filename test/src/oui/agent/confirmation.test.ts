import { expect } from 'chai';
import type { ConnectOptions } from 'oui-elements/oui';
import type { ConfirmationRequest } from 'oui-elements/oui/agent';
import { todoApp } from '../../../fixtures/todo-app.manifest.js';
import { flush } from '../../../fake-runtime.js';
import {
  collectWarnings,
  deferred,
  linkedPage,
  scriptedPage,
  restoreWarnings,
  until,
} from '../linked-page.js';

/** A page with the to-do list, and an agent that asks with `confirm`. */
async function todoPage(
  confirm?: (request: ConfirmationRequest) => Promise<boolean>,
  connect: ConnectOptions = {},
) {
  const linked = await linkedPage({}, { confirm }, connect);
  const deleted: unknown[] = [];
  linked.bus.path = '/todos';
  linked.bus.register(todoApp, { delete_todo: ({ todoId }) => deleted.push(todoId) });
  await flush();
  return { ...linked, deleted };
}

describe('confirmation', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-R5 asks, and says which action, with which parameters and what it will do', async () => {
    const asked: ConfirmationRequest[] = [];
    const { agent, deleted, runtime } = await todoPage(async (request) => {
      asked.push(request);
      return true;
    });
    const call = agent.invoke('todo-app', 'delete_todo', { todoId: 't1' });
    await runtime.advance(0);
    expect(asked).to.deep.equal([
      {
        surfaceId: 'todo-app',
        actionId: 'delete_todo',
        title: 'Delete an item',
        description: 'Removes an item for good.',
        params: { todoId: 't1' },
        destructive: true,
      },
    ]);
    expect(deleted).to.deep.equal(['t1']);
    expect((await call).success).to.equal(true);
  });

  it('OUI-R5 with nobody to ask the answer is no, and nothing is sent', async () => {
    const { agent, deleted } = await todoPage();
    const result = await agent.invoke('todo-app', 'delete_todo', { todoId: 't1' });
    expect(result.error?.code).to.equal('ACTION_DENIED');
    await flush();
    expect(deleted).to.deep.equal([]);
  });

  it('OUI-R5 only a plain yes is a yes', async () => {
    const answers: (() => Promise<unknown>)[] = [
      async () => false,
      async () => undefined,
      async () => 'true',
      async () => 1,
      () => Promise.reject(new Error('closed')),
      () => {
        throw new Error('broken');
      },
    ];
    for (const answer of answers) {
      const { agent, deleted } = await todoPage(answer as never);
      const result = await agent.invoke('todo-app', 'delete_todo', { todoId: 't1' });
      expect(result.error?.code).to.equal('ACTION_DENIED');
      await flush();
      expect(deleted).to.deep.equal([]);
    }
  });

  it('OUI-R5 sends nothing while nobody has answered', async () => {
    const { agent, deleted, runtime } = await todoPage(() => new Promise(() => {}));
    void agent.invoke('todo-app', 'delete_todo', { todoId: 't1' });
    await runtime.advance(600_000);
    expect(deleted).to.deep.equal([]);
  });

  it('OUI-R5 a person who never answers has said no after five minutes', async () => {
    const { agent, deleted, runtime } = await todoPage(() => new Promise(() => {}));
    const call = agent.invoke('todo-app', 'delete_todo', { todoId: 't1' });
    await runtime.advance(300_000);
    expect((await call).error?.code).to.equal('ACTION_DENIED');
    expect(deleted).to.deep.equal([]);
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-E2 where the page asks, the agent asks nobody, and waits as long as a person may take', async () => {
    let asked = 0;
    const ownPerson = async () => ++asked < 0;
    const yes = deferred<boolean>();
    const { agent, deleted, runtime } = await todoPage(ownPerson, {
      confirmBy: 'page',
      confirm: () => yes.promise,
    });
    const call = agent.invoke('todo-app', 'delete_todo', { todoId: 't1' });
    await until(runtime, () => agent.log.length === 1);
    await runtime.advance(29_000);
    yes.resolve(true);
    await until(runtime, () => deleted.length > 0);
    expect((await call).success).to.equal(true);
    expect(asked).to.equal(0);
  });

  it('OUI-E2 where the page wants a grant, the agent asks nobody, and is told what is missing', async () => {
    let asked = 0;
    const { agent, runtime } = await todoPage(async () => ++asked > 0, { confirmBy: 'grant' });
    let code: string | undefined;
    void agent.invoke('todo-app', 'delete_todo', { todoId: 't1' }).then(({ error }) => (code = error?.code));
    await until(runtime, () => code !== undefined);
    expect([code, asked]).to.deep.equal(['APPROVAL_REQUIRED', 0]);
  });

  it('OUI-E2 a page that says nothing, or something else, leaves the asking to the agent', async () => {
    const { agent, register } = await scriptedPage();
    const actions = [{ id: 'wipe', description: 'Wipes.', input: { type: 'object' }, confirm: true }];
    const board = { id: 'board', name: 'Board', description: 'A board.', actions };
    await register(board, { confirmBy: 'nobody' });
    expect((await agent.invoke('board', 'wipe')).error?.code).to.equal('ACTION_DENIED');
    await register({ ...board, name: 'Board 2' });
    expect((await agent.invoke('board', 'wipe')).error?.code).to.equal('ACTION_DENIED');
  });

  it('OUI-R5 does not ask for what needs no confirmation, or has wrong params', async () => {
    let asked = 0;
    const { agent, runtime } = await todoPage(async () => ++asked > 0);
    void agent.invoke('todo-app', 'add_todo', { title: 'milk' });
    void agent.invoke('todo-app', 'delete_todo', { todoId: 7 });
    await runtime.advance(0);
    expect(asked).to.equal(0);
  });

  it('OUI-R5 the confirm of one call asks instead of the general one', async () => {
    const { agent, deleted, runtime } = await todoPage(async () => true);
    const confirm = async () => false;
    const denied = await agent.invoke('todo-app', 'delete_todo', { todoId: 't1' }, { confirm });
    expect(denied.error?.code).to.equal('ACTION_DENIED');
    await runtime.advance(0);
    expect(deleted).to.deep.equal([]);
  });

  it('OUI-E1 a transaction always asks', async () => {
    const { agent, register } = await scriptedPage();
    const input = { type: 'object' };
    await register({
      id: 'bank',
      name: 'Bank',
      description: 'Money.',
      actions: [{ id: 'pay', description: 'Pays.', input, effect: 'transaction', confirm: false }],
    });
    expect((await agent.invoke('bank', 'pay')).error?.code).to.equal('ACTION_DENIED');
    expect(agent.tools()[0]).to.include({ confirm: true });
  });

  it('OUI-R7 a surface that leaves while somebody is asked answers by itself, and a late yes is nothing', async () => {
    const yes = deferred<boolean>();
    const { agent, bus, deleted, runtime } = await todoPage(() => yes.promise);
    const call = agent.invoke('todo-app', 'delete_todo', { todoId: 't1' });
    await flush();
    bus.path = '/elsewhere';
    await flush();
    expect((await call).error?.code).to.equal('SURFACE_UNAVAILABLE');
    bus.path = '/todos';
    yes.resolve(true);
    await runtime.advance(0);
    expect(deleted).to.deep.equal([]);
  });

  it('OUI-R5 while one action is being asked about, the surface stays free for others', async () => {
    const { agent, bus, runtime } = await todoPage(() => new Promise(() => {}));
    void agent.invoke('todo-app', 'delete_todo', { todoId: 't1' });
    const added = agent.invoke('todo-app', 'add_todo', { title: 'milk' });
    await runtime.advance(0);
    expect((await added).requestId).to.equal(bus.log[0]?.requestId);
  });
});
