import { expect } from 'chai';
import { argsHash, type ActionManifest, type ApprovalQuestion, type ConnectOptions } from 'oui-elements/oui';
import { flush } from '../../../fake-runtime.js';
import {
  collectWarnings,
  deferred,
  manifestWith,
  scriptedClient,
  until,
  restoreWarnings,
} from '../linked-page.js';

const INPUT = {
  type: 'object',
  properties: { id: { type: 'string', maxLength: 9 }, force: { type: 'boolean', default: false } },
};
const ACTIONS: ActionManifest[] = [
  { id: 'peek', description: 'Looks.', input: INPUT },
  { id: 'remove', title: 'Remove a note', description: 'Removes it.', input: INPUT, confirm: true },
  { id: 'pay', description: 'Pays.', input: INPUT, effect: 'transaction' },
  { id: 'purge', description: 'Purges.', input: INPUT, confirm: true, async: true },
];

async function pageWith(connect: ConnectOptions, options = {}) {
  const client = await scriptedClient(options, connect);
  const calls: [string, unknown][] = [];
  const handlers = Object.fromEntries(
    ACTIONS.map(({ id }) => [id, (params: unknown) => void calls.push([id, params])]),
  );
  const surface = client.bus.register(manifestWith({ actions: ACTIONS }), handlers);
  return { ...client, calls, surface };
}

describe('approval', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-E2 by default the runtime asks: what arrives here runs', async () => {
    const page = await pageWith({});
    for (const id of ['peek', 'remove', 'pay'])
      expect((await page.ask('notes', id))['success']).to.equal(true);
  });

  it('OUI-E2 the page asks before the handler runs, and says what it would do', async () => {
    const answer = deferred<boolean>();
    const questions: ApprovalQuestion[] = [];
    const page = await pageWith({
      confirmBy: 'page',
      confirm: (question) => {
        questions.push(question);
        return answer.promise;
      },
    });
    const id = page.request('notes', 'remove', { id: 'n1' });
    await until(page.runtime, () => questions.length > 0);
    expect(page.calls).to.deep.equal([]);
    const { signal, ...question } = questions[0]!;
    expect(question).to.deep.equal({
      requestId: id,
      expiresAt: page.runtime.now() + 30_000,
      surfaceId: 'notes',
      actionId: 'remove',
      title: 'Remove a note',
      description: 'Removes it.',
      params: { id: 'n1', force: false },
      destructive: false,
    });
    // What was asked about is what runs, whatever becomes of the copy.
    question.params['id'] = 'n2';
    answer.resolve(true);
    await until(page.runtime, () => page.finals(id).length > 0);
    expect(page.calls).to.deep.equal([['remove', { id: 'n1', force: false }]]);
    expect(signal.aborted).to.equal(true);
  });

  it('OUI-E2 asks about what is gated, a transaction always, and nothing else', async () => {
    const asked: string[] = [];
    const confirm = async ({ actionId }: ApprovalQuestion) => asked.push(actionId) > 0;
    const page = await pageWith({ confirmBy: 'page', confirm });
    for (const { id } of ACTIONS) await page.ask('notes', id);
    expect(asked).to.deep.equal(['remove', 'pay', 'purge']);
    expect(page.calls.map(([id]) => id)).to.deep.equal(['peek', 'remove', 'pay', 'purge']);
  });

  it('OUI-E2 anything but a yes is a no', async () => {
    const answers: unknown[] = [false, undefined, 1, 'yes'];
    let count = 0;
    const confirm = async () => {
      const answer = answers[count++];
      if (count > answers.length) throw new Error('no dialog');
      return answer as boolean;
    };
    const page = await pageWith({ confirmBy: 'page', confirm });
    for (let each = 0; each <= answers.length; each++) {
      expect((await page.ask('notes', 'remove')).error?.code).to.equal('ACTION_DENIED');
    }
    expect(page.calls).to.deep.equal([]);
  });

  it('OUI-E2 with nobody to ask, a gated action never runs', async () => {
    const page = await pageWith({ confirmBy: 'page' });
    expect((await page.ask('notes', 'pay')).error?.code).to.equal('ACTION_DENIED');
    expect((await page.ask('notes', 'purge')).error?.code).to.equal('ACTION_DENIED');
    expect(page.calls).to.deep.equal([]);
  });

  it('OUI-E2 no answer in time is a no, takes the question back, and a late yes runs nothing', async () => {
    const answer = deferred<boolean>();
    let question: ApprovalQuestion | undefined;
    const confirm = (asked: ApprovalQuestion) => ((question = asked), answer.promise);
    const page = await pageWith({ confirmBy: 'page', confirm }, { confirmTimeoutMs: 5_000 });
    const id = page.request('notes', 'remove');
    await until(page.runtime, () => question !== undefined);
    await page.runtime.advance(4_999);
    expect(page.finals(id)).to.deep.equal([]);
    await page.runtime.advance(1);
    expect(page.finals(id)[0]?.['error']).to.include({ code: 'ACTION_DENIED' });
    expect(question?.signal.aborted).to.equal(true);
    answer.resolve(true);
    await page.runtime.advance(10_000);
    expect(page.calls).to.deep.equal([]);
    expect(page.finals(id)).to.have.length(1);
    expect(page.runtime.timers).to.equal(0);
  });

  it('OUI-E2 OUI-E10 a surface that leaves while a person thinks ends it once, and takes the question back', async () => {
    const answer = deferred<boolean>();
    let question: ApprovalQuestion | undefined;
    const page = await pageWith({
      confirmBy: 'page',
      confirm: (asked) => ((question = asked), answer.promise),
    });
    const id = page.request('notes', 'remove');
    await until(page.runtime, () => question !== undefined);
    page.surface.unregister();
    await page.runtime.advance(0);
    answer.resolve(true);
    await page.runtime.advance(2_000);
    expect(page.finals(id).map(({ error }) => (error as { code: string }).code)).to.deep.equal([
      'SURFACE_UNAVAILABLE',
    ]);
    expect(question?.signal.aborted).to.equal(true);
    expect(page.calls).to.deep.equal([]);
    expect(page.runtime.timers).to.equal(0);
  });

  it('OUI-E2 OUI-S11 others need not wait for an answer, and an async action is acknowledged meanwhile', async () => {
    const answer = deferred<boolean>();
    const page = await pageWith({ confirmBy: 'page', confirm: () => answer.promise });
    const id = page.request('notes', 'purge');
    await page.runtime.advance(1_000);
    expect((await page.ask('notes', 'peek'))['success']).to.equal(true);
    expect(page.results(id)[0]).to.deep.include({ interim: true });
    answer.resolve(true);
    await until(page.runtime, () => page.finals(id).length > 0);
    expect(page.finals(id)[0]).to.deep.include({ success: true, interim: false });
    expect((await page.ask('notes', 'peek'))['success']).to.equal(true);
  });

  it('OUI-E2 what was switched off while a person thought does not run', async () => {
    const answer = deferred<boolean>();
    const page = await pageWith({ confirmBy: 'page', confirm: () => answer.promise });
    const id = page.request('notes', 'remove');
    await page.runtime.advance(0);
    page.bus.setEnabled('notes', 'remove', false);
    answer.resolve(true);
    await until(page.runtime, () => page.finals(id).length > 0);
    expect(page.finals(id)[0]?.['error']).to.include({ code: 'ACTION_DENIED' });
    expect(page.calls).to.deep.equal([]);
  });

  it('OUI-E3 without a grant, a gated action is APPROVAL_REQUIRED', async () => {
    const page = await pageWith({ confirmBy: 'grant' });
    expect((await page.ask('notes', 'remove')).error?.code).to.equal('APPROVAL_REQUIRED');
    expect((await page.ask('notes', 'peek'))['success']).to.equal(true);
    expect(page.calls.map(([id]) => id)).to.deep.equal(['peek']);
  });

  it('OUI-E3 a grant admits one request with exactly these params, as they came', async () => {
    const page = await pageWith({ confirmBy: 'grant' });
    const params = { id: 'n1' };
    const approval = { approvalId: 'a1', argsHash: await argsHash(params) };
    page.bus.grantApproval({ ...approval, expiresAt: page.runtime.now() + 60_000 });
    const changed = { id: 'n2' };
    const refused = [
      await page.ask('notes', 'remove', changed, { approval }),
      await page.ask('notes', 'remove', changed, {
        approval: { approvalId: 'a1', argsHash: await argsHash(changed) },
      }),
      await page.ask('notes', 'remove', { id: 'n1', force: false }, { approval }),
      await page.ask('notes', 'remove', params, { approval: { ...approval, approvalId: 'a2' } }),
      await page.ask('notes', 'remove', params, { approval: { approvalId: 'a1' } }),
      await page.ask('notes', 'remove', params, { approval: 'a1' }),
      await page.ask('notes', 'remove', params, { approval: null }),
    ];
    expect(refused.map(({ error }) => error?.code)).to.deep.equal(refused.map(() => 'APPROVAL_REQUIRED'));
    expect(page.calls).to.deep.equal([]);
    expect((await page.ask('notes', 'remove', params, { approval }))['success']).to.equal(true);
    expect((await page.ask('notes', 'remove', params, { approval })).error?.code).to.equal(
      'APPROVAL_REQUIRED',
    );
    expect(page.calls).to.deep.equal([['remove', { id: 'n1', force: false }]]);
  });

  it('OUI-E3 two requests at once on one grant: one runs', async () => {
    const page = await pageWith({ confirmBy: 'grant' });
    const approval = { approvalId: 'a1', argsHash: await argsHash({}) };
    page.bus.grantApproval({ ...approval, expiresAt: page.runtime.now() + 60_000 });
    const answers = await Promise.all([1, 2, 3].map(() => page.ask('notes', 'remove', {}, { approval })));
    expect(answers.filter(({ success }) => success)).to.have.length(1);
    expect(page.calls).to.have.length(1);
  });

  it('OUI-E3 OUI-E10 what has ended while its grant was looked up does not run', async () => {
    const page = await pageWith({ confirmBy: 'grant' });
    const approval = { approvalId: 'a1', argsHash: await argsHash({}) };
    page.bus.grantApproval({ ...approval, expiresAt: page.runtime.now() + 60_000 });
    const answer = page.ask('notes', 'remove', {}, { approval });
    while (page.bus.log.length === 0) await Promise.resolve();
    page.bus.setEnabled('notes', false);
    expect((await answer).error?.code).to.equal('SURFACE_UNAVAILABLE');
    page.bus.setEnabled('notes', true);
    await page.runtime.advance(1_000);
    await flush();
    await page.runtime.advance(1_000);
    expect(page.calls).to.deep.equal([]);
  });

  it('OUI-E3 a grant is for the action that it names, and expires', async () => {
    const page = await pageWith({ confirmBy: 'grant' });
    const hash = await argsHash({});
    const granted = (approvalId: string, limits: object) => {
      const expiresAt = page.runtime.now() + 1_000;
      page.bus.grantApproval({ approvalId, argsHash: hash, expiresAt, ...limits });
      return { approval: { approvalId, argsHash: hash } };
    };
    const forPay = granted('a1', { surfaceId: 'notes', actionId: 'pay' });
    expect((await page.ask('notes', 'remove', {}, forPay)).error?.code).to.equal('APPROVAL_REQUIRED');
    const elsewhere = granted('a2', { surfaceId: 'other' });
    expect((await page.ask('notes', 'pay', {}, elsewhere)).error?.code).to.equal('APPROVAL_REQUIRED');
    expect((await page.ask('notes', 'pay', {}, forPay))['success']).to.equal(true);
    const late = granted('a3', {});
    await page.runtime.advance(1_000);
    expect((await page.ask('notes', 'pay', {}, late)).error?.code).to.equal('APPROVAL_REQUIRED');
    const endless = granted('a4', { expiresAt: Number.NaN });
    expect((await page.ask('notes', 'pay', {}, endless)).error?.code).to.equal('APPROVAL_REQUIRED');
  });

  it('OUI-E3 a request that claims an approval must have it, in every mode', async () => {
    const page = await pageWith({ confirmBy: 'page', confirm: async () => false });
    const approval = { approvalId: 'a1', argsHash: await argsHash({}) };
    expect((await page.ask('notes', 'peek', {}, { approval })).error?.code).to.equal('APPROVAL_REQUIRED');
    page.bus.grantApproval({ ...approval, expiresAt: page.runtime.now() + 1_000 });
    expect((await page.ask('notes', 'remove', {}, { approval }))['success']).to.equal(true);
    await flush();
  });
});
