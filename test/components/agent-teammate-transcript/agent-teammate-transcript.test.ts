import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentTeammateTranscript } from 'oui-elements/components/agent-teammate-transcript';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import 'oui-elements/define/agent-teammate-transcript';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

const said = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    id: `m-${from + i}`,
    role: i % 2 ? 'assistant' : 'user',
    text: `Message ${from + i}`,
  }));

async function page(controls: readonly ControlKind[] = ['continue_agent', 'respond']) {
  const script = new ScriptedSession('s', controls);
  const fetched: string[] = [];
  /** What each reference gives; a promise holds it back. */
  const store = new Map<string, unknown>();
  script.session.detail = async (ref, { signal } = {}) => {
    fetched.push(ref);
    const held = await store.get(ref);
    signal?.throwIfAborted();
    if (held instanceof Error) throw held;
    return {
      contentType: 'application/json',
      text: typeof held === 'string' ? held : JSON.stringify(held ?? []),
    };
  };
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-teammate-transcript lang="en" .session=${script.session}></agent-teammate-transcript>
    </div>`,
  );
  const element = box.querySelector<AgentTeammateTranscript>('agent-teammate-transcript')!;
  const teammate = (agentId: string, payload: object = {}, fields: object = {}) =>
    script.emit(
      'agent.changed',
      { agentId, runId: undefined, turnId: undefined, ...fields },
      { status: 'running', ...payload },
    );
  return { script, element, box, teammate, fetched, store };
}

const messages = (element: Element) =>
  findAll(element, '.message').map((each) => textOf(each.lastElementChild!));
const frame = (element: Element) => find(element, '.frame');
const loadOlder = (element: Element) => findAll<HTMLButtonElement>(element, '[part="load-older"]')[0];

async function type(element: Element, text: string): Promise<HTMLInputElement> {
  const field = find<HTMLInputElement>(element, '.say input');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await drawn();
  return field;
}

describe('<agent-teammate-transcript>', () => {
  it('SF-TT-1 known-failure B nothing is fetched before it is opened, and then at most the window', async () => {
    const { element, teammate, fetched, store } = await page();
    store.set('tr://a', said(0, 90));
    teammate('a', {}, { agentName: 'Ada', transcriptRef: 'tr://a' });
    await drawn();
    expect(fetched).to.deep.equal([]);
    find(element, '.teammate-line').click();
    await until(() => findAll(element, '.message').length > 0);
    expect(fetched).to.deep.equal(['tr://a']);
    expect(messages(element)).to.deep.equal(said(70, 90).map(({ text }) => text));
    expect(element.matches(':state(open)')).to.equal(true);
    expect(element.agentId).to.equal('a');
  });

  it('SF-TT-1 more is fetched when a person asks, a window at a time, and keeps what is read in its place', async () => {
    const { element, teammate, fetched, store } = await page();
    element.style.height = '300px';
    element.windowSize = 30;
    store.set('tr://a', { messages: said(50, 90), cursor: 'tr://a/1' });
    store.set('tr://a/1', { messages: said(20, 50) });
    teammate('a', {}, { transcriptRef: 'tr://a' });
    element.agentId = 'a';
    await until(() => findAll(element, '.message').length === 30);
    const box = find(element, '.messages');
    expect(box.scrollTop + box.clientHeight, 'the end is in view').to.be.closeTo(box.scrollHeight, 1);
    box.scrollTop = 0;
    const top = () => find(element, '[data-id="m-60"]').getBoundingClientRect().top;
    await drawn();
    const before = top();
    loadOlder(element)!.click();
    await until(() => findAll(element, '.message').length === 40);
    expect(top()).to.be.closeTo(before, 2);
    loadOlder(element)!.click();
    await until(() => findAll(element, '.message').length === 70);
    expect(fetched).to.deep.equal(['tr://a', 'tr://a', 'tr://a/1']);
    expect(messages(element)[0]).to.equal('Message 20');
    expect(loadOlder(element), 'that was the beginning').to.equal(undefined);
  });

  it('SF-TT-2 closing lets go of it, and leads back to where it was opened', async () => {
    const { element, teammate, fetched, store } = await page();
    store.set('tr://a', said(0, 3));
    teammate('a', {}, { agentName: 'Ada', transcriptRef: 'tr://a' });
    teammate('b', {}, { agentName: 'Bo' });
    await drawn();
    find(element, '[data-id="a"] .teammate-line').click();
    await until(() => findAll(element, '.message').length === 3);
    const closed: string[] = [];
    element.addEventListener('agent-transcript-close-request', ({ agentId }) => closed.push(agentId));
    find(element, '.back').click();
    await drawn();
    expect(closed).to.deep.equal(['a']);
    expect(findAll(element, '.message')).to.have.length(0);
    expect(element.shadowRoot!.activeElement).to.equal(find(element, '[data-id="a"] .teammate-line'));
    element.agentId = 'a';
    await until(() => findAll(element, '.message').length === 3);
    expect(fetched, 'nothing was kept').to.deep.equal(['tr://a', 'tr://a']);
  });

  it('M-055 what comes when it is closed, or another is open, changes nothing', async () => {
    const { element, teammate, store } = await page();
    let answer!: (messages: unknown) => void;
    store.set('tr://a', new Promise((resolve) => (answer = resolve)));
    store.set('tr://b', [{ id: 'x', role: 'assistant', text: 'From Bo' }]);
    teammate('a', {}, { transcriptRef: 'tr://a' });
    teammate('b', {}, { transcriptRef: 'tr://b' });
    element.agentId = 'a';
    await drawn();
    expect(frame(element).dataset['fallback']).to.equal('loading');
    element.agentId = 'b';
    await until(() => findAll(element, '.message').length === 1);
    answer([{ id: 'y', role: 'assistant', text: 'From Ada' }]);
    await drawn();
    expect(messages(element)).to.deep.equal(['From Bo']);
  });

  it('known-failure 38 a removed transcript lets go; a moved one keeps it', async () => {
    const { element, box, teammate, fetched, store } = await page();
    store.set('tr://a', said(0, 3));
    teammate('a', {}, { transcriptRef: 'tr://a' });
    element.agentId = 'a';
    await until(() => findAll(element, '.message').length === 3);
    box.append(element);
    await drawn();
    expect([findAll(element, '.message').length, fetched.length]).to.deep.equal([3, 1]);
    element.remove();
    await drawn();
    expect(findAll(element, '.message')).to.have.length(0);
    box.append(element);
    await until(() => findAll(element, '.message').length === 3);
    expect(fetched).to.have.length(2);
  });

  it('§3.17 what has been said since is added once; what is known needs no fetching', async () => {
    const { element, teammate, fetched, store } = await page();
    store.set('tr://a', said(0, 3));
    teammate('a', { recentMessages: said(1, 3) }, { transcriptRef: 'tr://a' });
    teammate('b', { recentMessages: [{ role: 'assistant', text: 'I am done.' }] });
    element.agentId = 'b';
    await drawn();
    expect(messages(element)).to.deep.equal(['I am done.']);
    expect(fetched).to.deep.equal([]);
    element.agentId = 'a';
    await until(() => findAll(element, '.message').length === 3);
    teammate('a', { recentMessages: said(1, 5) }, { transcriptRef: 'tr://a' });
    await drawn();
    expect(messages(element)).to.deep.equal(said(0, 5).map(({ text }) => text));
    expect(fetched).to.deep.equal(['tr://a']);
  });

  it('SF-TT-3 M-036 parent ids resolve when the parent becomes known', async () => {
    const { script, element, teammate } = await page();
    teammate('a', {}, { parentSessionId: 'ses-1', parentThreadId: 'thr-1' });
    element.agentId = 'a';
    await drawn();
    const parent = () => find(element, '[data-fact="parent"]');
    expect([textOf(parent()), parent().dataset['ref']]).to.deep.equal(['Part of ses-1', 'ses-1']);
    script.emit('session.opened', { sessionId: 'ses-1', runId: undefined }, { title: 'Renovation' });
    await drawn();
    expect(textOf(parent())).to.equal('Part of Renovation');
    teammate('lead', {}, { agentName: 'Lead' });
    teammate('b', { parentAgentId: 'lead' });
    teammate('c');
    element.agentId = 'c';
    await drawn();
    expect(parent().dataset['fallback']).to.equal('unknown');
    element.agentId = 'b';
    await drawn();
    element.addEventListener(
      'agent-open-request',
      (event) => {
        expect([event.kind, event.id]).to.deep.equal(['agent', 'lead']);
        event.preventDefault();
      },
      { once: true },
    );
    find(element, '[data-fact="parent"] .link').click();
    expect(element.agentId, 'a host may show it elsewhere').to.equal('b');
    find(element, '[data-fact="parent"] .link').click();
    await drawn();
    expect([element.agentId, textOf(find(element, '.who strong'))]).to.deep.equal(['lead', 'Lead']);
  });

  it('M-057 no reference is unavailable, a failure says why and can be tried again', async () => {
    const { element, teammate, fetched, store } = await page();
    teammate('a');
    store.set('tr://b', new Error('The archive is closed.'));
    teammate('b', {}, { transcriptRef: 'tr://b' });
    element.agentId = 'a';
    await drawn();
    expect(frame(element).dataset['fallback']).to.equal('unavailable');
    expect(textOf(find(element, '.none'))).to.equal('This runtime keeps no transcript of it.');
    element.agentId = 'b';
    await until(() => findAll(element, '.trouble').length > 0);
    expect(textOf(find(element, '.trouble'))).to.contain('The archive is closed.');
    expect(frame(element).dataset['fallback']).to.equal('failed');
    store.set('tr://b', said(0, 1));
    loadOlder(element)!.click();
    await until(() => findAll(element, '.message').length === 1);
    expect(fetched).to.deep.equal(['tr://b', 'tr://b']);
    element.agentId = 'nobody';
    await drawn();
    expect([frame(element).dataset['fallback'], findAll(element, '.back').length]).to.deep.equal([
      'unknown',
      1,
    ]);
  });

  it('W6 what is said to a teammate goes out once, and stays in the field until its owner has it', async () => {
    const { script, element, teammate } = await page();
    teammate('a', {}, { agentName: 'Ada' });
    element.agentId = 'a';
    await drawn();
    const field = await type(element, 'Leave out the makers');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    await drawn();
    expect(script.requests, 'known-failure 30').to.deep.equal([]);
    field.focus();
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'continue_agent', agentId: 'a', text: 'Leave out the makers' },
    ]);
    expect(field.value).to.equal('Leave out the makers');
    teammate('a', { pendingInput: [{ id: 'p-1', text: 'Leave out the makers' }] });
    await drawn();
    expect(field.value).to.equal('');
    expect(textOf(find(element, '.pending li'))).to.equal('Leave out the makers Queued');
  });

  it('M-023 a refusal keeps what was written, also while another transcript is open', async () => {
    const { script, element, teammate } = await page();
    script.receipt = { status: 'rejected', reason: 'Ada has gone home' };
    teammate('a');
    teammate('b');
    element.agentId = 'a';
    await drawn();
    await type(element, 'Wait');
    find(element, '.say button').click();
    await drawn();
    expect(textOf(find(element, '.trouble'))).to.equal('That did not work: Ada has gone home');
    element.agentId = 'b';
    await drawn();
    expect(find<HTMLInputElement>(element, '.say input').value).to.equal('');
    element.agentId = 'a';
    await drawn();
    expect(find<HTMLInputElement>(element, '.say input').value).to.equal('Wait');
  });

  it('a runtime that takes no words gets no field; a host can take over', async () => {
    const without = await page([]);
    without.teammate('a');
    without.element.agentId = 'a';
    await drawn();
    expect(findAll(without.element, '.say')).to.have.length(0);
    const { script, element, teammate, fetched } = await page();
    element.addEventListener('agent-detail-request', (event) => event.preventDefault());
    element.addEventListener('agent-continue-request', (event) => {
      expect(event.input).to.deep.equal({ agentId: 'a', text: 'Hello' });
      event.preventDefault();
    });
    teammate('a', {}, { transcriptRef: 'tr://a' });
    element.agentId = 'a';
    await drawn();
    await type(element, 'Hello');
    find(element, '.say button').click();
    await drawn();
    expect([script.requests, fetched]).to.deep.equal([[], []]);
  });

  it('M-024 M-038 who asks stands first in the list, and its question is answered in its transcript', async () => {
    const { script, element, teammate } = await page();
    teammate('a', {}, { agentName: 'Ada' });
    teammate('b', { status: 'idle' }, { agentName: 'Bo' });
    teammate('c', {}, { agentName: 'Cy' });
    script.ask(
      'ac-1',
      { actionType: 'delegated_permission', title: 'May I push?' },
      { agentId: 'c', agentName: 'Cy', runId: undefined },
    );
    await drawn();
    expect(findAll(element, '.teammate').map(({ dataset }) => dataset['id'])).to.deep.equal(['c', 'a', 'b']);
    expect(textOf(find(element, '[data-id="c"] .state'))).to.equal('Waiting for you');
    find(element, '[data-id="c"] .teammate-line').click();
    await drawn();
    expect(textOf(find(element, '.card'))).to.contain('Asked by Cy');
    find(element, '.card [data-decision="approve"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'respond', actionId: 'ac-1', decision: 'approve', payload: undefined },
    ]);
    element.agentId = 'a';
    await drawn();
    expect(findAll(element, '.card'), 'it is Cy’s').to.have.length(0);
  });

  it('§3.17 what it does just now, and under which policy', async () => {
    const { script, element, teammate } = await page();
    teammate('a', {
      toolActivity: { name: 'Reads', status: 'page 14' },
      policy: { mode: 'ask-before-write' },
    });
    script.emit('tool.started', { toolCallId: 'tc', agentId: 'a' }, { name: 'read', title: 'Read it' });
    script.emit('tool.started', { toolCallId: 'other', agentId: 'b' }, { name: 'read', title: 'Read that' });
    element.agentId = 'a';
    await drawn();
    expect(textOf(find(element, '[data-fact="policy"]'))).to.equal('Policy: mode ask-before-write');
    expect(findAll(element, '.doing').map(textOf)).to.deep.equal(['Reads · page 14', 'Read it Running']);
    const asked: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => asked.push(`${kind} ${id}`));
    find(element, 'button.doing').click();
    expect(asked).to.deep.equal(['tool tc']);
  });

  it('known-failure 1 known-failure 2 what is read stays where it is while more is said', async () => {
    const { element, teammate } = await page();
    element.style.height = '260px';
    teammate('a', { recentMessages: said(0, 20) });
    element.agentId = 'a';
    await drawn();
    const box = find(element, '.messages');
    box.scrollTop -= 40;
    await drawn();
    const { scrollTop } = box;
    for (let n = 0; n < 5; n++) {
      teammate('a', { toolActivity: `step ${n}`, pendingInput: [`input ${n}`] });
      await drawn();
    }
    expect(box.scrollTop).to.be.closeTo(scrollTop, 1);
    box.scrollTop = box.scrollHeight;
    teammate('a', { toolActivity: { name: 'A step\n\nthat is long' }, recentMessages: said(0, 21) });
    await drawn();
    expect(box.scrollTop + box.clientHeight).to.be.closeTo(box.scrollHeight, 1);
  });

  it('two hundred teammates: a page of lines, keys lead through it, an update touches its own line', async () => {
    const { element, teammate } = await page();
    for (let n = 0; n < 200; n++) teammate(`a-${n}`, { recentMessages: said(0, 20) });
    await drawn();
    expect(findAll(element, '.teammate')).to.have.length(50);
    const touched = new Set<string | undefined>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const near = target instanceof Element ? target : target.parentElement!;
        touched.add(near.closest<HTMLElement>('.teammate')?.dataset['id']);
      }
    });
    observer.observe(element.shadowRoot!, { subtree: true, characterData: true, attributes: true });
    teammate('a-7', { recentMessages: said(0, 21) });
    await drawn();
    observer.disconnect();
    expect([...touched]).to.deep.equal(['a-7']);
    find(element, '.teammate-line').focus();
    await sendKeys({ press: 'j' });
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(element.agentId).to.equal('a-1');
    expect(element.shadowRoot!.activeElement).to.equal(find(element, '.back'));
  });

  it('a transcript is read in every shape in which it is kept', async () => {
    const { element, teammate, store } = await page();
    store.set('tr://lines', '{"role":"user","text":"One"}\n{"role":"assistant","content":"Two"}');
    store.set('tr://parts', { messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'Three' }] }] });
    store.set('tr://plain', 'Just words.');
    for (const shape of ['lines', 'parts', 'plain']) teammate(shape, {}, { transcriptRef: `tr://${shape}` });
    const shown: string[][] = [];
    for (const [shape, count] of [
      ['lines', 2],
      ['parts', 1],
      ['plain', 1],
    ] as const) {
      element.agentId = shape;
      await until(
        () =>
          findAll(element, `.frame[data-id="${shape}"]`).length === 1 &&
          findAll(element, '.message').length === count,
      );
      shown.push(messages(element));
    }
    expect(shown).to.deep.equal([['One', 'Two'], ['Three'], ['Just words.']]);
  });

  it('known-failure 42 known-failure 43 hostile words are words, and fetch nothing', async () => {
    const { element, teammate, store } = await page();
    let hits = 0;
    (window as unknown as { hit: () => void }).hit = () => hits++;
    store.set(
      'tr://h',
      HOSTILE.map((text, i) => ({ role: i % 2 ? 'assistant' : 'user', text, authorName: text })),
    );
    teammate(
      'h',
      { pendingInput: HOSTILE.slice(0, 9), toolActivity: HOSTILE[0], policy: HOSTILE[1] },
      { transcriptRef: 'tr://h' },
    );
    element.windowSize = 200;
    element.agentId = 'h';
    await until(() => findAll(element, '.message').length > 20);
    expect(findAll(element, 'script, iframe, img, object, embed, form, style')).to.have.length(0);
    for (const { href } of findAll<HTMLAnchorElement>(element, 'a'))
      expect(href).to.match(/^(?:https?|mailto|tel):|#/);
    expect(hits).to.equal(0);
  });

  it('says what fills it while there are no teammates', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('What teammates say and are told appears here.');
    expect(element.matches(':state(empty)')).to.equal(true);
  });

  it('known-failure E is accessible in every look', async () => {
    const { script, element, teammate, store } = await page();
    store.set('tr://a', { messages: said(0, 5), cursor: 'tr://a/1' });
    teammate(
      'a',
      { pendingInput: ['Wait'], toolActivity: 'Reads', policy: 'ask' },
      { agentName: 'Ada', transcriptRef: 'tr://a', parentSessionId: 's' },
    );
    teammate('b', { status: 'failed' });
    script.ask('ac-1', {}, { agentId: 'a', runId: undefined });
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
    element.agentId = 'a';
    await until(() => findAll(element, '.message').length === 5);
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
