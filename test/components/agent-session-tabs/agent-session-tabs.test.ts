import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentSessionTabs } from 'oui-elements/components/agent-session-tabs';
import { AgentSession } from 'oui-elements/agent-ui';
import 'oui-elements/define/agent-session-tabs';
import { inEveryLook } from '../every-look.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

/** A session fed by hand. */
function fed(sessionId: string, ...events: object[]): AgentSession {
  const session = new AgentSession();
  session.dispatch([
    { type: 'session.opened', sessionId, payload: { title: `Title ${sessionId}` } },
    ...events.map((event) => ({ sessionId, ...event }) as never),
  ]);
  return session;
}

const running = (runId: string) => ({ type: 'run.started', runId, turnId: `t-${runId}` });
const question = (runId: string, actionId: string) => ({
  type: 'action.required',
  runId,
  turnId: `t-${runId}`,
  actionId,
  payload: { actionType: 'clarification', title: 'Which?', decisions: ['answer'] },
});

async function page(sessions: readonly AgentSession[], more: Partial<AgentSessionTabs> = {}) {
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-session-tabs lang="en" .sessions=${sessions}></agent-session-tabs>
    </div>`,
  );
  const element = box.querySelector('agent-session-tabs')!;
  Object.assign(element, more);
  await drawn();
  return element;
}

const tab = (element: Element, id: string) => find(element, `[role="tab"][data-id="${id}"]`);
const ids = (element: Element) => findAll(element, '[role="tab"]').map(({ dataset }) => dataset['id']);
const selected = (element: Element) => find(element, '[aria-selected="true"]').dataset['id'];

describe('<agent-session-tabs>', () => {
  it('SF-SES-1 title and cached preview stand before any detail has come', async () => {
    const script = new ScriptedSession('ses-old');
    const element = await page([script.session]);
    script.sink.push([
      {
        type: 'session.opened',
        sessionId: 'ses-old',
        payload: { title: 'Old work', preview: 'Done.', status: 'restoring' },
      } as never,
    ]);
    await drawn();
    const old = tab(element, 'ses-old');
    expect([textOf(old), old.dataset['state'], old.dataset['hydration']]).to.deep.equal([
      'Old work Opening again Done.',
      'restoring',
      undefined,
    ]);
    script.sink.push([
      { type: 'session.hydrated', sessionId: 'ses-old', payload: { stage: 'H3', status: 'active' } } as never,
    ]);
    await drawn();
    expect(tab(element, 'ses-old').dataset['hydration']).to.equal('H3');
  });

  it('SF-SES-1 a session that nobody has named has a word made of its id, marked as unknown', async () => {
    const session = new AgentSession(undefined, { sessionId: '12345678-9' });
    const element = await page([session]);
    const only = tab(element, '12345678-9');
    expect(textOf(only)).to.equal('Session 12345678');
    expect(only.dataset['fallback']).to.equal('unknown');
  });

  it('SF-SES-2 an older snapshot changes no tab, and what is said of one session changes no other', async () => {
    const a = fed('a');
    const b = fed('b');
    const element = await page([a, b]);
    const snapshot = (version: number, title: string) =>
      ({ type: 'state.snapshot', sessionId: 'a', payload: { version, session: { title } } }) as never;
    a.dispatch([snapshot(5, 'New'), snapshot(4, 'Older')]);
    await drawn();
    expect(findAll(element, '.name').map(textOf)).to.deep.equal(['New', 'Title b']);
    expect(selected(element)).to.equal('a');
  });

  it('SF-SES-3 a session that is not shown keeps its counts, and its tab says what it waits for', async () => {
    const a = fed('a');
    const b = fed('b', running('r1'), question('r1', 'q1'), question('r1', 'q2'));
    const element = await page([a, b]);
    const other = tab(element, 'b');
    expect(other.dataset['status']).to.equal('needs-you');
    expect(textOf(find(element, '[data-id="b"] .said'))).to.equal('Waiting for you · 2 need you');
    expect(element.matches(':state(attention)')).to.equal(true);
    b.dispatch([
      { type: 'action.resolved', sessionId: 'b', actionId: 'q1', payload: { decision: 'answer' } },
      { type: 'action.resolved', sessionId: 'b', actionId: 'q2', payload: { decision: 'answer' } },
    ] as never);
    await drawn();
    expect(tab(element, 'b').dataset['status']).to.equal('running');
    expect(element.matches(':state(attention)')).to.equal(false);
  });

  it('SF-SES-4 a pinned session stands first and keeps its state when it is put away', async () => {
    const a = fed('a');
    const b = fed('b', running('r1'), question('r1', 'q1'), {
      type: 'session.updated',
      payload: { pinned: true, status: 'discarded' },
    });
    const element = await page([a, b]);
    expect(ids(element)).to.deep.equal(['b', 'a']);
    expect(tab(element, 'b').dataset['state']).to.equal('discarded');
    expect(textOf(tab(element, 'b'))).to.equal('Pinned Title b Waiting for you');
  });

  it('SF-SES-5 older history comes when a person asks, a page at a time, and never by itself', async () => {
    const script = new ScriptedSession('a');
    const asked: (string | undefined)[] = [];
    const session = new AgentSession(
      {
        ...script.adapter,
        connect: async (sink, options) => ({
          ...(await script.adapter.connect(sink, options)),
          hydrate: async (page) => {
            if (page?.before !== undefined) asked.push(page.before);
            return { status: 'accepted' };
          },
        }),
      },
      { sessionId: 'a' },
    );
    const element = await page([session, fed('b')]);
    script.emit(
      'session.hydrated',
      { sessionId: 'a', runId: undefined },
      { title: 'A', truncated: true, cursor: 'c-50' },
    );
    await drawn();
    expect(asked).to.deep.equal([]);
    find(element, '[aria-label="Load earlier messages of A"]').click();
    await until(() => asked.length > 0);
    expect(asked).to.deep.equal(['c-50']);
    tab(element, 'b').click();
    await drawn();
    expect(findAll(element, '[aria-label^="Load earlier"]'), 'b has none').to.have.length(0);
  });

  it('a pin is a request; without a host it holds on this page', async () => {
    const element = await page([fed('a'), fed('b')]);
    const asked: string[] = [];
    element.addEventListener('agent-pin-request', (event) =>
      asked.push(`${event.sessionId} ${String(event.pinned)} ${String(event.session !== undefined)}`),
    );
    tab(element, 'b').click();
    await drawn();
    find(element, '[aria-label="Pin Title b"]').click();
    await drawn();
    expect(asked).to.deep.equal(['b true true']);
    expect(ids(element)).to.deep.equal(['b', 'a']);
    expect(find(element, '[aria-label="Unpin Title b"]').getAttribute('aria-pressed')).to.equal('true');
  });

  it('choosing is a request that a host may refuse', async () => {
    const element = await page([fed('a'), fed('b')]);
    element.addEventListener('agent-activate-request', (event) => event.preventDefault(), { once: true });
    tab(element, 'b').click();
    await drawn();
    expect(selected(element)).to.equal('a');
    tab(element, 'b').click();
    await drawn();
    expect(selected(element)).to.equal('b');
  });

  it('what has changed since a session was looked at is marked, also when its owner says so', async () => {
    const b = fed('b');
    const c = fed('c', { type: 'session.updated', payload: { unread: true } });
    const element = await page([fed('a'), b, c]);
    const unread = () => findAll(element, '[data-unread]').map(({ dataset }) => dataset['id']);
    expect(unread()).to.deep.equal(['c']);
    b.dispatch([
      { sessionId: 'b', ...running('r1') },
      { type: 'run.finished', sessionId: 'b', runId: 'r1', payload: { outcome: 'success' } },
    ] as never);
    await drawn();
    expect(unread()).to.deep.equal(['b', 'c']);
    tab(element, 'b').click();
    await drawn();
    expect(unread()).to.deep.equal(['c']);
  });

  it('workbench-ux: a tablist with roving focus; Enter chooses, Delete closes and the focus goes on', async () => {
    const element = await page([fed('a'), fed('b'), fed('c')]);
    const active = () => (element.shadowRoot!.activeElement as HTMLElement).dataset['id'];
    expect(findAll(element, '[role="tab"][tabindex="0"]')).to.have.length(1);
    tab(element, 'a').focus();
    await sendKeys({ press: 'ArrowRight' });
    expect(active()).to.equal('b');
    await sendKeys({ press: 'End' });
    expect(active()).to.equal('c');
    await sendKeys({ press: 'ArrowRight' });
    expect(active()).to.equal('a');
    await sendKeys({ press: 'ArrowLeft' });
    expect([active(), selected(element)]).to.deep.equal(['c', 'a']);
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(selected(element)).to.equal('c');
    await sendKeys({ press: 'Delete' });
    await drawn();
    expect([ids(element), selected(element), active()]).to.deep.equal([['a', 'b'], 'b', 'b']);
  });

  it('right to left the arrows turn round, and in a list they go up and down', async () => {
    const element = await page([fed('a'), fed('b')]);
    const active = () => (element.shadowRoot!.activeElement as HTMLElement).dataset['id'];
    element.parentElement!.dir = 'rtl';
    tab(element, 'a').focus();
    await sendKeys({ press: 'ArrowLeft' });
    expect(active()).to.equal('b');
    element.orientation = 'vertical';
    await drawn();
    await sendKeys({ press: 'ArrowUp' });
    expect(active()).to.equal('a');
    expect(find(element, '[role="tablist"]').getAttribute('aria-orientation')).to.equal('vertical');
  });

  it('a closed tab can be opened again; the session is not touched', async () => {
    const script = new ScriptedSession('b');
    const element = await page([fed('a'), script.session]);
    find(element, '[data-id="b"] + .close').click();
    await drawn();
    expect(ids(element)).to.deep.equal(['a']);
    expect(script.closed).to.equal(0);
    const fold = find(element, '.closed [aria-expanded]');
    expect(textOf(fold)).to.equal('1 closed');
    fold.click();
    await drawn();
    find(element, '.closed li button').click();
    await drawn();
    expect([ids(element), selected(element)]).to.deep.equal([['a', 'b'], 'b']);
  });

  it('a stale session says so and can be read again', async () => {
    const script = new ScriptedSession('a');
    const element = await page([script.session]);
    script.emit('session.updated', { sessionId: 'a' }, { title: 'A', stale: true });
    await drawn();
    expect(tab(element, 'a').dataset['fallback']).to.equal('stale');
    let asked = 0;
    element.addEventListener('agent-refresh-request', () => asked++);
    find(element, '[aria-label="Refresh A"]').click();
    expect(asked).to.equal(1);
  });

  it('without `sessions` it shows what the runtime tells of', async () => {
    const script = new ScriptedSession('a');
    const element = await fixture<AgentSessionTabs>(
      html`<agent-session-tabs lang="en" .session=${script.session}></agent-session-tabs>`,
    );
    script.emit('session.opened', { sessionId: 'a' }, { title: 'A' });
    script.emit('session.opened', { sessionId: 'b' }, { title: 'B', runningCount: 2, queuedCount: 1 });
    await drawn();
    expect(findAll(element, '[role="tab"]').map(textOf)).to.deep.equal([
      'A',
      'B Running · 2 running · 1 queued',
    ]);
    expect(selected(element)).to.equal('a');
  });

  it('another session that waits for the person is told once, politely', async () => {
    const b = fed('b');
    const element = await page([fed('a'), b]);
    b.dispatch([
      { sessionId: 'b', ...running('r1') },
      { sessionId: 'b', ...question('r1', 'q') },
    ] as never);
    const region = find(element, '[aria-live="polite"]');
    while (textOf(region) === '') await drawn();
    expect(textOf(region)).to.equal('Title b: 1 needs you');
  });

  it('says what fills it while there is no session', async () => {
    const element = await page([]);
    expect(textOf(find(element, '.empty'))).to.equal('Your sessions appear here.');
    expect(element.matches(':state(empty)')).to.equal(true);
  });

  it('known-failure E is accessible in every look', async () => {
    const element = await page([
      fed('a', { type: 'session.updated', payload: { stale: true, preview: 'Hello' } }),
      fed('b', running('r'), question('r', 'q')),
      fed('c', { type: 'session.closed', payload: { reason: 'closed' } }),
    ]);
    find(element, '.closed [aria-expanded]').click();
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
