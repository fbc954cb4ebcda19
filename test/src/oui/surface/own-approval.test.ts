import { expect } from 'chai';
import { argsHash, type ActionContext, type ActionManifest, type ConnectOptions } from 'oui-elements/oui';
import { collectWarnings, manifestWith, restoreWarnings, scriptedClient } from '../linked-page.js';

const ACTIONS: ActionManifest[] = [
  { id: 'peek', description: 'Looks.', input: { type: 'object' } },
  { id: 'send_form', description: 'Fills a form.', input: { type: 'object' }, confirm: true },
  { id: 'remove', description: 'Removes.', input: { type: 'object' }, confirm: true },
];

/** A page where `send_form` waits for the person by itself. */
async function pageWith(connect: ConnectOptions, act: (context: ActionContext) => unknown = () => undefined) {
  const client = await scriptedClient({}, connect);
  const calls: [string, ActionContext['approval']][] = [];
  const handlers = Object.fromEntries(
    ACTIONS.map(({ id }) => [
      id,
      (_: unknown, context: ActionContext) => {
        calls.push([id, context.approval]);
        return act(context);
      },
    ]),
  );
  const surface = client.bus.register(manifestWith({ actions: ACTIONS }), handlers, {
    asksItself: (id) => id === 'send_form',
  });
  return { ...client, calls, surface };
}

describe('actions that ask the person themselves', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-E2 where the page asks, such an action is not asked about before, and knows that it owes the yes', async () => {
    const asked: string[] = [];
    const page = await pageWith({
      confirmBy: 'page',
      confirm: async ({ actionId }) => asked.push(actionId) > 0,
    });
    for (const { id } of ACTIONS) await page.ask('notes', id);
    expect(asked).to.deep.equal(['remove']);
    expect(page.calls).to.deep.equal([
      ['peek', undefined],
      ['send_form', 'owed'],
      ['remove', 'given'],
    ]);
  });

  it('OUI-E2 where the runtime asks, the page has had no yes, and says so', async () => {
    const page = await pageWith({});
    for (const { id } of ACTIONS) await page.ask('notes', id);
    expect(page.calls.map(([, approval]) => approval)).to.deep.equal([undefined, undefined, undefined]);
  });

  it('OUI-E3 a grant is asked for all the same, and is a yes', async () => {
    const page = await pageWith({ confirmBy: 'grant' });
    expect((await page.ask('notes', 'send_form')).error?.code).to.equal('APPROVAL_REQUIRED');
    const approval = { approvalId: 'a1', argsHash: await argsHash({}) };
    page.bus.grantApproval({ ...approval, expiresAt: page.runtime.now() + 1000 });
    expect((await page.ask('notes', 'send_form', {}, { approval }))['success']).to.equal(true);
    expect(page.calls).to.deep.equal([['send_form', 'given']]);
  });

  it('OUI-S13 an action that leaves the page answers at once, without the state of a page that is going', async () => {
    const page = await pageWith({}, ({ leaving }) => {
      leaving?.();
      return { navigated: true };
    });
    page.surface.hold();
    const id = page.request('notes', 'peek');
    // No time passes: the page is held open, and is not waited for.
    for (let turn = 0; turn < 50 && page.finals(id).length === 0; turn++) await Promise.resolve();
    const [result] = page.finals(id);
    expect(result).to.deep.include({ success: true, data: { navigated: true } });
    expect(result).to.not.have.any.keys('surfaces', 'observations', 'settled');
  });
});
