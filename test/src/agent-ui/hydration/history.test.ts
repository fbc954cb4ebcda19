import { expect } from 'chai';
import { AgentSession, type ControlReceipt } from 'oui-elements/agent-ui';
import { flush } from '../../../fake-runtime.js';
import { Owner } from '../controls/owner.js';

interface Asked {
  before?: string;
  limit?: number;
  signal: AbortSignal;
  answer(receipt: ControlReceipt): void;
}

/** A runtime that keeps history, and answers when the test says so. */
function keeper() {
  const owner = new Owner();
  const asked: Asked[] = [];
  owner.more = {
    hydrate: (options = {}) =>
      new Promise((answer) => {
        asked.push({ ...options, signal: options.signal!, answer });
      }),
  };
  const page = (mode: string, ids: readonly string[], more: object) =>
    owner.say({
      type: 'messages.snapshot',
      sessionId: 's',
      payload: { mode, messages: ids.map((id) => ({ id, role: 'user', text: id })), ...more },
    });
  return { owner, asked, page };
}

const textsOf = (messages: readonly Readonly<Record<string, unknown>>[]) => messages.map(({ text }) => text);

describe('history', () => {
  it('M-053 M-054 an old session asks for its newest window, as long as it was told', async () => {
    const { owner, asked, page } = keeper();
    const session = owner.session({ sessionId: 's', historyLimit: 20 });
    await flush();
    expect(asked.map(({ before, limit }) => ({ before, limit }))).to.deep.equal([
      { before: undefined, limit: 20 },
    ]);
    expect(session.history).to.deep.equal({ state: 'loading' });
    page('window', ['m-3', 'm-4'], { cursor: 'c-1', truncated: true });
    asked[0].answer({ status: 'accepted' });
    await flush();
    expect(session.history).to.deep.equal({ state: 'idle' });
    expect(textsOf(session.snapshot().messages)).to.deep.equal(['m-3', 'm-4']);
  });

  it('N-022 nothing waits for the past: while it is on its way, what comes is shown and what is asked for is sent', async () => {
    const { owner, asked, page } = keeper();
    const session = owner.session({ sessionId: 's' });
    await flush();
    expect(session.history.state).to.equal('loading');
    expect(session.view('composer').get().busy).to.equal(false);
    expect((await session.send({ text: 'hello' })).status).to.equal('accepted');
    owner.say(
      { type: 'run.started', sessionId: 's', runId: 'r', turnId: 't', sequence: 1 },
      {
        type: 'text.delta',
        sessionId: 's',
        runId: 'r',
        turnId: 't',
        sequence: 2,
        messageId: 'm',
        payload: { delta: 'Hi' },
      },
    );
    expect(session.snapshot().messages.some(({ text }) => text === 'Hi')).to.equal(true);
    // The window comes late, and stands where it belongs.
    page('older', ['m-1'], {});
    asked[0].answer({ status: 'accepted' });
    await flush();
    expect(textsOf(session.snapshot().messages)).to.deep.equal(['m-1', 'Hi', 'hello']);
  });

  it('M-054 a new session asks for nothing', async () => {
    const { owner, asked } = keeper();
    owner.session();
    await flush();
    expect(asked).to.deep.equal([]);
  });

  it('W14 older pages come when they are asked for, one at a time, before what is here, until there is nothing older', async () => {
    const { owner, asked, page } = keeper();
    const session = owner.session({ sessionId: 's' });
    await flush();
    page('window', ['m-3'], { cursor: 'c-1' });
    owner.say({ type: 'session.hydrated', sessionId: 's', payload: { stage: 'H2', cursor: 'c-1' } });
    asked[0].answer({ status: 'accepted' });
    await flush();
    const twice = [session.loadOlder(), session.loadOlder()];
    await flush();
    expect(asked).to.have.length(2);
    expect(asked[1]).to.include({ before: 'c-1', limit: 50 });
    page('older', ['m-1', 'm-2'], {});
    owner.say({ type: 'session.hydrated', sessionId: 's', payload: { stage: 'H5', complete: true } });
    asked[1].answer({ status: 'accepted' });
    expect((await Promise.all(twice)).map(({ status }) => status)).to.deep.equal(['accepted', 'accepted']);
    expect(textsOf(session.snapshot().messages)).to.deep.equal(['m-1', 'm-2', 'm-3']);
    expect(session.history).to.deep.equal({ state: 'complete' });
    expect((await session.loadOlder()).status).to.equal('rejected');
    expect(asked).to.have.length(2);
  });

  it('W14 a page that cannot be had leaves the window as it is, says why, and can be asked for again', async () => {
    const { owner, asked, page } = keeper();
    const session = owner.session({ sessionId: 's' });
    await flush();
    page('window', ['m-3'], {});
    owner.say({ type: 'session.hydrated', sessionId: 's', payload: { stage: 'H2', cursor: 'c-1' } });
    asked[0].answer({ status: 'accepted' });
    await flush();
    const before = session.snapshot().messages;
    const failing = session.loadOlder();
    await flush();
    asked[1].answer({ status: 'rejected', reason: 'the archive is closed' });
    expect(await failing).to.deep.equal({ status: 'rejected', reason: 'the archive is closed' });
    expect(session.history).to.deep.equal({ state: 'failed', reason: 'the archive is closed' });
    expect(session.snapshot().messages).to.deep.equal(before);
    void session.loadOlder();
    await flush();
    expect(asked).to.have.length(3);
  });

  it('M-055 what was asked for before the session was left is given up, and its answer changes nothing', async () => {
    const { owner, asked } = keeper();
    const session = owner.session({ sessionId: 's' });
    await flush();
    void session.deactivate();
    expect(asked[0].signal.aborted).to.equal(true);
    expect(session.history).to.deep.equal({ state: 'idle' });
    const opened = session.activate();
    await flush();
    expect(asked[1].signal.aborted).to.equal(false);
    asked[0].answer({ status: 'rejected', reason: 'late' });
    await flush();
    expect(session.history).to.deep.equal({ state: 'loading' });
    asked[1].answer({ status: 'accepted' });
    expect(await opened).to.deep.equal({ status: 'accepted' });
  });

  it('M-056 an inactive session puts its records away, keeps what its tab shows, and has lost nothing when it is looked at', async () => {
    const { owner, page } = keeper();
    const session = owner.session({ sessionId: 's' });
    await flush();
    page('window', ['m-1', 'm-2'], { cursor: 'c-1' });
    owner.say({ type: 'session.updated', sessionId: 's', payload: { title: 'Holidays' } });
    const [tabs, conversation] = [session.view('session_tabs'), session.view('conversation')];
    const before = { tabs: tabs.get(), conversation: conversation.get(), all: session.snapshot() };
    await session.deactivate();
    expect(session.suspended).to.equal(true);
    expect(tabs.get()).to.deep.equal(before.tabs);
    expect(session.suspended, 'a look at the tab brings nothing back').to.equal(true);
    // Something happens in it.
    owner.say({ type: 'session.updated', sessionId: 's', payload: { unread: true } });
    expect(session.suspended).to.equal(false);
    expect(tabs.get().tabs[0]).to.include({ title: 'Holidays', unread: true });
    await session.deactivate();
    void session.activate();
    expect(conversation.get()).to.deep.equal(before.conversation);
    expect(session.snapshot().messages).to.deep.equal(before.all.messages);
    expect(session.snapshot().metrics.map(({ metricName }) => metricName)).to.include(
      'background.restore_count',
    );
  });

  it('M-056 a session that is pinned, at work, or kept warm, keeps everything', async () => {
    const { owner } = keeper();
    const session = owner.session({ sessionId: 's' });
    await flush();
    await session.deactivate({ keepWarm: true });
    expect(session.suspended).to.equal(false);
    owner.say({ type: 'run.started', sessionId: 's', runId: 'r', sequence: 1 });
    await session.deactivate();
    expect(session.suspended).to.equal(false);
    owner.say({
      type: 'run.finished',
      sessionId: 's',
      runId: 'r',
      sequence: 2,
      payload: { outcome: 'success' },
    });
    owner.say({ type: 'session.updated', sessionId: 's', payload: { pinned: true } });
    await session.deactivate();
    expect(session.suspended).to.equal(false);
    owner.say({ type: 'session.updated', sessionId: 's', payload: { pinned: false } });
    await session.deactivate();
    expect(session.suspended).to.equal(true);
    expect(AgentSession.restore(session.serialize()).snapshot()).to.deep.equal(session.snapshot());
  });

  it('M-057 a runtime that keeps no history, or none in reach, is said as such', async () => {
    const owner = new Owner();
    const session = owner.session({ sessionId: 's' });
    await flush();
    expect(session.history).to.deep.equal({ state: 'unavailable' });
    expect((await session.loadOlder()).status).to.equal('rejected');
    await session.detail('ref').then(
      () => expect.fail('there are no details'),
      (error: { code: string }) => expect(error.code).to.equal('unsupported'),
    );
  });

  it('W27 a detail is fetched by its reference, measured, and kept in no store', async () => {
    const owner = new Owner();
    owner.more = { detail: async (ref) => ({ contentType: 'text/plain', text: `all of ${ref}` }) };
    const session = owner.session();
    await flush();
    expect(await session.detail('ref-1')).to.deep.equal({ contentType: 'text/plain', text: 'all of ref-1' });
    const snapshot = session.snapshot();
    expect(JSON.stringify(snapshot)).to.not.contain('all of');
    expect(snapshot.metrics.map(({ metricName }) => metricName)).to.deep.equal(['session.detail_request_ms']);
  });
});
