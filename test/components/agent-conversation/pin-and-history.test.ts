import { expect, fixture, html } from '@open-wc/testing';
import type { AgentSession } from 'oui-elements/agent-ui';
import type { AgentConversation } from 'oui-elements/components/agent-conversation';
import 'oui-elements/define/agent-conversation';
import { AgentSession as Session } from 'oui-elements/agent-ui';
import type { AdapterSink } from '../../../src/agent-ui/adapters/adapter.js';
import type { ControlReceipt } from '../../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import type { ScrollMode } from '../../../components/agent-conversation/scroll-follow.js';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

async function show(session: AgentSession, scrollMode: ScrollMode = 'pin-to-end') {
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.style.blockSize = '400px';
  const element = document.createElement('agent-conversation') as AgentConversation;
  element.lang = 'en';
  element.session = session;
  element.scrollMode = scrollMode;
  element.style.blockSize = '100%';
  box.append(element);
  await drawn();
  return { element, scroller: find(element, '.scroller') };
}

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index}\n\n`).join('');
const toEnd = (scroller: Element) => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
const visible = (element: Element) => getComputedStyle(find(element, '.jump')).visibility === 'visible';

/** A conversation that fills the view; then the person says something. */
async function sent(scrollMode: ScrollMode) {
  const script = new ScriptedSession();
  const shown = await show(script.session, scrollMode);
  script.start('First');
  script.say(paragraphs(20));
  script.emit('run.finished', {}, { outcome: 'success' });
  await drawn();
  void script.session.send({ text: 'Second' });
  await drawn();
  const { clientId } = script.requests.find(({ kind }) => kind === 'send') as { clientId: string };
  const top = () => {
    const messages = findAll(shown.element, '.user-message');
    return messages.at(-1)!.getBoundingClientRect().top - shown.scroller.getBoundingClientRect().top;
  };
  const at = { turnId: 't2', runId: 'r2' };
  const begin = () => script.emit('run.started', at, { clientId, userMessage: { id: 'u2', text: 'Second' } });
  const say = (delta: string) => script.emit('text.delta', { ...at, messageId: 'm2' }, { delta });
  const end = () => script.emit('run.finished', at, { outcome: 'success' });
  return { ...shown, script, top, begin, say, end };
}

describe('<agent-conversation>: what was sent', () => {
  it('known-failure 4 pinned to the top, it stays there while the answer grows, at the end of the run, and the way down is shown', async () => {
    const { element, scroller, top, begin, say, end } = await sent('pin-to-sent');
    expect(top()).to.be.closeTo(12, 1);
    begin();
    await drawn();
    expect(top()).to.be.closeTo(12, 1);
    expect(visible(element)).to.equal(false);
    for (let round = 0; round < 40; round++) {
      say(`Paragraph ${round}\n\n`);
      await drawn();
      expect(top()).to.be.closeTo(12, 1);
    }
    expect(visible(element)).to.equal(true);
    end();
    await drawn();
    expect(top()).to.be.closeTo(12, 1);
    find(element, '.jump').click();
    await drawn();
    expect(toEnd(scroller)).to.be.at.most(1);
    expect(visible(element)).to.equal(false);
  });

  it('known-failure 4 a person who scrolls away from what they sent is left alone', async () => {
    const { scroller, begin, say } = await sent('pin-to-sent');
    begin();
    await drawn();
    scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -50 }));
    scroller.scrollTop -= 50;
    await drawn();
    const { scrollTop } = scroller;
    for (let round = 0; round < 10; round++) {
      say(paragraphs(3));
      await drawn();
    }
    expect(scroller.scrollTop).to.be.closeTo(scrollTop, 1);
  });

  it('known-failure 32 its element stays the same when its runtime names it', async () => {
    const { element, begin } = await sent('pin-to-end');
    const message = findAll(element, '.turn').at(-1);
    begin();
    await drawn();
    expect(findAll(element, '.turn').at(-1)).to.equal(message);
    expect(message!.dataset['id']).to.equal('t2');
  });

  it('SF-CONV with scroll-mode none nothing moves by itself, and the way down is shown', async () => {
    const { element, scroller, begin, say } = await sent('none');
    const { scrollTop } = scroller;
    begin();
    for (let round = 0; round < 10; round++) {
      say(paragraphs(3));
      await drawn();
    }
    expect(scroller.scrollTop).to.equal(scrollTop);
    expect(visible(element)).to.equal(true);
    find(element, '.jump').click();
    expect(toEnd(scroller)).to.be.at.most(1);
  });

  it('an unknown scroll-mode is the default', async () => {
    const { scroller } = await sent('sideways' as ScrollMode);
    expect(toEnd(scroller)).to.be.at.most(1);
  });
});

/** A runtime that keeps older pages. */
async function keeper() {
  let sink!: AdapterSink;
  let answer!: (receipt: ControlReceipt) => void;
  const asked: (string | undefined)[] = [];
  const say = (event: object) => sink.push([{ sessionId: 's', ...event } as AgentUiEvent]);
  const page = (mode: string, from: number, to: number) =>
    say({
      type: 'messages.snapshot',
      payload: {
        mode,
        messages: Array.from({ length: to - from }, (_, n) => [
          { id: `u${from + n}`, role: 'user', text: `Question ${from + n}` },
          { id: `m${from + n}`, role: 'assistant', text: paragraphs(3) },
        ]).flat(),
      },
    });
  const session = new Session(
    {
      id: 'keeper',
      connect: async (given) => {
        sink = given;
        sink.capabilities({ controls: {} });
        return {
          control: async () => ({ status: 'accepted' }),
          close: async () => undefined,
          hydrate: ({ before } = {}) => {
            asked.push(before);
            return new Promise((resolve) => (answer = resolve));
          },
        };
      },
    },
    { sessionId: 's' },
  );
  await drawn();
  page('window', 20, 30);
  say({ type: 'session.hydrated', payload: { stage: 'H2', cursor: 'c-1', truncated: true } });
  answer({ status: 'accepted' });
  const shown = await show(session);
  return { ...shown, session, asked, page, say, answer: (receipt: ControlReceipt) => answer(receipt) };
}

describe('<agent-conversation>: older messages', () => {
  it('W14 known-failure 7 they are asked for by a person, come once, and move nothing; the beginning is said', async () => {
    const { element, scroller, asked, page, say, answer } = await keeper();
    scroller.scrollTop = 0;
    await drawn();
    const button = () => find(element, '.load-older');
    expect(textOf(button())).to.equal('Load earlier messages');
    button().click();
    button().click();
    await drawn();
    expect(asked).to.deep.equal([undefined, 'c-1']);
    expect(button().getAttribute('aria-busy')).to.equal('true');
    const first = () => find(element, '[data-message="u20"]');
    const before = first().getBoundingClientRect().top;
    page('older', 0, 20);
    say({ type: 'session.hydrated', payload: { stage: 'H5', complete: true } });
    answer({ status: 'accepted' });
    await drawn();
    expect(first().getBoundingClientRect().top).to.be.closeTo(before, 2);
    expect(findAll(element, '.turn')).to.have.length(30);
    expect(element.shadowRoot!.querySelector('.load-older')).to.equal(null);
    expect(textOf(find(element, '.history'))).to.equal('The conversation begins here.');
  });

  it('W14 a page that cannot be had leaves everything as it is, says why, and can be asked for again', async () => {
    const { element, asked, answer } = await keeper();
    find(element, '.load-older').click();
    await drawn();
    answer({ status: 'rejected', reason: 'the archive is closed' });
    await drawn();
    const line = find(element, '.history');
    expect(textOf(line)).to.contain('could not be loaded').and.to.contain('the archive is closed');
    expect(line.dataset['fallback']).to.equal('failed');
    find(element, '.load-older').click();
    await drawn();
    expect(asked).to.have.length(3);
  });

  it('W14 preventDefault() of the request means that the host loads them', async () => {
    const { element, asked } = await keeper();
    element.addEventListener('agent-load-older-request', (event) => event.preventDefault());
    find(element, '.load-older').click();
    await drawn();
    expect(asked).to.deep.equal([undefined]);
  });
});
