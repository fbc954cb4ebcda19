import { expect, fixture, html } from '@open-wc/testing';
import type { PartView } from 'oui-elements/agent-ui';
import type { AgentConversation } from 'oui-elements/components/agent-conversation';
import type { AgentRetryRequestEvent } from '../../../components/agent-conversation/agent-conversation.events.js';
import 'oui-elements/define/agent-conversation';
import { setDevWarnings } from 'oui-elements/oui';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

async function page(script = new ScriptedSession()) {
  const element = await fixture<AgentConversation>(
    html`<agent-conversation lang="en" .session=${script.session}></agent-conversation>`,
  );
  return { script, element };
}

/** Everything that a transcript can show. */
function everything(script: ScriptedSession): void {
  script.start('Add milk, then delete it');
  script.emit('reasoning.delta', { partId: 'p' }, { delta: 'Two steps.' });
  script.emit('reasoning.summary', { partId: 'p' }, { summary: 'Planned two steps' });
  script.tool('c1');
  script.emit('tool.result', { toolCallId: 'c1' }, { outputPreview: { id: 1 }, durationMs: 300 });
  script.say(
    'Added **milk**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1;\n```\n\n- [x] done\n\n[docs](https://example.com) ![c](https://example.com/c.png)',
  );
  script.tool('c2', { title: 'Delete an item' });
  script.ask(
    'a1',
    { severity: 'high', consequence: 'It is gone.', input: { title: 'milk', deep: { a: 1 } } },
    { toolCallId: 'c2' },
  );
  script.emit('tool.started', { toolCallId: 'c3' }, { name: 'add_todo' });
  script.emit('tool.failed', { toolCallId: 'c3' }, { error: 'No room', code: 'EXECUTION_ERROR' });
}

describe('<agent-conversation>', () => {
  it('SF-MSG-6 SF-INL-3 user text, reasoning, tools and answer stand in the order of events', async () => {
    const { script, element } = await page();
    script.start();
    script.say('First. ', 'm');
    script.tool('c1');
    script.say('Second.', 'm');
    await drawn();
    const parts = findAll(element, '.turn > *').map((part) => part.getAttribute('part') ?? part.className);
    expect(parts).to.deep.equal(['user-message', 'answer', 'tool-row', 'answer']);
    expect(findAll(element, '.answer').map(textOf)).to.deep.equal(['First.', 'Second.']);
  });

  it('SF-INL-1 SF-INL-2 a thought is open while it comes and closed afterwards, its title never half a stream', async () => {
    const { script, element } = await page();
    script.start();
    script.emit('reasoning.delta', { partId: 'p' }, { delta: '**Checking the' });
    await drawn();
    expect(textOf(find(element, '.reasoning .verb'))).to.equal('Thinking…');
    expect(textOf(find(element, '.reasoning-body'))).to.equal('Checking the');
    script.emit('reasoning.delta', { partId: 'p' }, { delta: '** list' });
    script.emit('reasoning.summary', { partId: 'p' }, { summary: 'Checked the list' });
    script.say('Done.');
    await drawn();
    expect(element.shadowRoot!.querySelector('.reasoning-body')).to.equal(null);
    expect(textOf(find(element, '.reasoning .verb'))).to.equal('Checked the list');
    find(element, '.reasoning button').click();
    await drawn();
    expect(textOf(find(element, '.reasoning-body'))).to.equal('Checking the list');
  });

  it('M-015 SF-INL-4 a thought is open in one panel at a time: taken by another, taken back, and given up', async () => {
    const { script, element } = await page();
    script.start();
    script.emit('reasoning.delta', { partId: 'p' }, { delta: 'Two steps.' });
    await drawn();
    const body = () => element.shadowRoot!.querySelector('.reasoning-body');
    const inline = () => script.session.view('inline_process').get().turns[0]!.steps[0]!;
    expect(body()).not.to.equal(null);
    script.session.expand('reasoning:p', 'timeline_evidence');
    await drawn();
    expect(body()).to.equal(null);
    expect(textOf(find(element, '.reasoning .tool-state'))).to.equal('Open in another panel');
    find(element, '.reasoning button').click();
    await drawn();
    expect(body()).not.to.equal(null);
    expect(inline().expanded).to.equal(true);
    find(element, '.reasoning button').click();
    await drawn();
    expect(body()).to.equal(null);
    expect(inline().expanded).to.equal(false);
  });

  it('SF-INL-2 C40 what was opened while a turn ran closes when it ends, once', async () => {
    const { script, element } = await page();
    script.start();
    script.emit('reasoning.delta', { partId: 'p' }, { delta: 'Two steps.' });
    script.emit('reasoning.summary', { partId: 'p' }, { summary: 'Two steps', complete: true });
    script.tool('c1');
    script.emit('tool.result', { toolCallId: 'c1' }, { outputPreview: 1, durationMs: 3 });
    script.say('Done.');
    await drawn();
    const lines = () => findAll(element, ':is(.reasoning, .tool) > button');
    const open = () => lines().map((line) => line.getAttribute('aria-expanded'));
    for (const line of lines()) line.click();
    await drawn();
    expect(open()).to.deep.equal(['true', 'true']);
    script.emit('text.final', { messageId: 'm' }, {});
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    expect(open()).to.deep.equal(['false', 'false']);
    lines()[0]!.click();
    await drawn();
    script.emit('context.changed', { turnId: 't9', runId: 'r9' }, {});
    await drawn();
    expect(open()).to.deep.equal(['true', 'false']);
  });

  it('SF-MSG-4 an artifact is mentioned in its place with what is known of it, and asks to be opened', async () => {
    const { script, element } = await page();
    script.start();
    script.say('Here it is.');
    script.emit(
      'artifact.created',
      { artifactId: 'a1' },
      { title: 'Report.md', kind: 'document', status: 'ready', content: 'SECRET BODY' },
    );
    await drawn();
    const row = find(element, '.artifact-card');
    expect(row.dataset['id']).to.equal('a1');
    expect(textOf(row)).to.equal('Report.md Document Ready');
    expect(element.shadowRoot!.textContent).not.to.contain('SECRET BODY');
    const asked: unknown[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => asked.push([kind, id]));
    row.querySelector('button')!.click();
    expect(asked).to.deep.equal([['artifact', 'a1']]);
  });

  it('known-failure 9 closed blocks keep their DOM nodes through all later deltas', async () => {
    const { script, element } = await page();
    script.start();
    script.say('# Title\n\nFirst **paragraph**.\n\n- a\n- b\n\n```js\nlet x;\n```\n\nLast');
    await drawn();
    const nodes = [...find(element, '.answer .chunk').children].slice(0, 4);
    expect(nodes.map((node) => node.tagName)).to.deep.equal(['H3', 'P', 'UL', 'DIV']);
    for (let round = 0; round < 20; round++) {
      script.say(` words\n\nparagraph ${round}`);
      await drawn();
    }
    script.emit('text.final', { messageId: 'm' }, {});
    await drawn();
    for (const [index, node] of nodes.entries())
      expect(find(element, '.answer .chunk').children[index]).to.equal(node);
  });

  it('known-failure 3 500 deltas are drawn at most once a frame, and the text never gets shorter', async () => {
    const { script, element } = await page();
    script.start();
    script.say('Words. ');
    await drawn();
    let updates = 0;
    const { requestUpdate } = element;
    element.requestUpdate = (...args) => {
      updates++;
      return requestUpdate.apply(element, args);
    };
    const scroller = find(element, '.scroller');
    let height = scroller.scrollHeight;
    let frames = 0;
    for (let round = 0; round < 500; round++) {
      script.say(`and ${round}${round % 9 === 0 ? '\n\n' : ' '}`);
      if (round % 5 > 0) continue;
      await new Promise(requestAnimationFrame);
      frames++;
      expect(scroller.scrollHeight).to.be.at.least(height);
      height = scroller.scrollHeight;
    }
    expect(updates).to.be.at.most(frames + 1);
  });

  it('SF-COMP-1 what a person sends stands there at once, and is marked when it never got there', async () => {
    const { script, element } = await page();
    script.receipt = new Promise(() => undefined);
    void script.session.send({ text: 'Hello <b>you</b>' });
    await drawn();
    const message = find(element, '.user-message');
    expect(message.dataset['state']).to.equal('optimistic');
    expect(textOf(message)).to.equal('You said: Hello <b>you</b>');
    script.receipt = { status: 'rejected', reason: 'no' };
    await script.session.send({ text: 'Again' });
    await drawn();
    expect(findAll(element, '.not-sent')).to.have.length(1);
  });

  it('known-failure 10 text selected in a closed or an open block stays selected while more arrives', async () => {
    const { script, element } = await page();
    script.start();
    script.say('Closed paragraph.\n\nOpen paragraph that **grows');
    await drawn();
    const [closed, open] = findAll(element, '.answer p').map((paragraph) => {
      const text = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const range = document.createRange();
      range.setStart(text, 2);
      range.setEnd(text, 6);
      return range;
    });
    const before = [closed!.toString(), open!.toString()];
    for (let round = 0; round < 100; round++) {
      script.say(` x${round}`);
      if (round % 10 === 0) await drawn();
    }
    await drawn();
    expect([closed!.toString(), open!.toString()]).to.deep.equal(before);
    expect(before).to.deep.equal(['osed', 'en p']);
  });

  it('known-failure 25 two clicks in one task send one answer, and the buttons return when it fails', async () => {
    const script = new ScriptedSession();
    let answer!: (receipt: { status: 'rejected'; reason: string }) => void;
    script.receipt = new Promise((resolve) => (answer = resolve));
    const { element } = await page(script);
    script.start();
    script.tool('c1');
    script.ask('a1', {}, { toolCallId: 'c1' });
    await drawn();
    const buttons = () => findAll<HTMLButtonElement>(element, '.tool .card button');
    const approve = buttons().find(({ dataset }) => dataset['decision'] === 'approve')!;
    approve.click();
    approve.click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'respond', actionId: 'a1', decision: 'approve', payload: undefined },
    ]);
    expect(buttons().every(({ disabled }) => disabled)).to.equal(true);
    answer({ status: 'rejected', reason: 'the runtime is busy' });
    await drawn();
    expect(buttons().some(({ disabled }) => disabled)).to.equal(false);
    expect(textOf(find(element, '.trouble'))).to.contain('the runtime is busy');
  });

  it('M-022 an approval stays a question until its owner says that it is answered; its record stands in the row', async () => {
    const { script, element } = await page();
    script.start();
    script.tool('c1');
    script.ask('a1', {}, { toolCallId: 'c1' });
    await drawn();
    find(element, '.card [data-decision="reject"]').click();
    await drawn();
    expect(find(element, '.card').dataset['state']).to.equal('pending');
    script.emit(
      'action.resolved',
      { actionId: 'a1', toolCallId: 'c1' },
      { decision: 'reject', resolvedBy: 'user' },
    );
    script.emit('tool.failed', { toolCallId: 'c1' }, { declined: true });
    await drawn();
    const row = find(element, '.tool');
    expect(row.dataset['status']).to.equal('declined');
    expect(textOf(find(element, '.tool .outcome'))).to.contain('Declined by you');
    expect(row.textContent).not.to.match(/Running|Waiting for you/);
  });

  it('SF-STAT-4 W20 a failed run keeps its partial text, says why once, and can be tried again', async () => {
    const { script, element } = await page();
    script.start();
    script.say('The weather in');
    script.emit('run.failed', {}, { error: 'The server went away.', code: 'network', retryable: true });
    await drawn();
    expect(textOf(find(element, '.answer'))).to.contain('The weather in');
    expect(textOf(find(element, '.run-error'))).to.contain('The server went away. network');
    const asked: string[] = [];
    element.addEventListener('agent-retry-request', (event: AgentRetryRequestEvent) =>
      asked.push(event.turnId),
    );
    find(element, '.run-error button').click();
    expect(asked).to.deep.equal(['t']);
    await drawn();
    expect(script.requests.map(({ kind }) => kind)).to.deep.equal(['retry']);
  });

  it('preventDefault() of a request means that the host does it', async () => {
    const { script, element } = await page();
    script.start();
    script.ask('a1');
    await drawn();
    element.addEventListener('agent-respond-request', (event) => event.preventDefault());
    find(element, '[data-decision="approve"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([]);
  });

  it('known-failure 34 says once that it responds, once how it ended, and never a token', async () => {
    const { script, element } = await page();
    const polite = find(element, '[aria-live="polite"]');
    const said: string[] = [];
    new MutationObserver(() => said.push(textOf(polite))).observe(polite, { childList: true });
    script.start();
    for (let round = 0; round < 30; round++) {
      script.say(`word${round} `);
      if (round % 10 === 0) await drawn();
    }
    script.emit('text.final', { messageId: 'm' }, { text: 'It is **done**.' });
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    while (said.length < 2) await drawn();
    expect(said).to.deep.equal(['The agent is responding', 'Answer: It is done.']);
  });

  it('known-failure 34 announces a question at once, assertively, and only once', async () => {
    const { script, element } = await page();
    const assertive = find(element, '[aria-live="assertive"]');
    let changes = 0;
    new MutationObserver(() => changes++).observe(assertive, { childList: true });
    script.start();
    script.ask('a1');
    while (textOf(assertive) === '') await drawn();
    expect(textOf(assertive)).to.equal('The agent asks: Delete “milk”?');
    script.say('More text, and the same question.');
    await drawn();
    expect(changes).to.equal(1);
    expect(document.activeElement === element, 'focus does not move to it').to.equal(false);
  });

  it('known-failure 34 headings begin at the level that the page gives', async () => {
    const { script, element } = await page();
    element.headingLevel = 2;
    script.start();
    script.say('# One\n\n## Two\n\nText');
    await drawn();
    expect(findAll(element, '.answer :is(h2, h3)').map(textOf)).to.deep.equal(['One', 'Two']);
  });

  it('shows that work goes on while nothing moves, and stops when the run ends', async () => {
    const { script, element } = await page();
    script.start();
    await drawn();
    expect(find(element, '.waiting').textContent).to.contain('Working');
    script.say('Answer');
    await drawn();
    expect(element.shadowRoot!.querySelector('.waiting')).to.equal(null);
  });

  it('an empty transcript says what fills it', async () => {
    const { element } = await page();
    expect(element.matches(':state(empty)')).to.equal(true);
    expect(textOf(find(element, '.empty'))).to.equal('What you and the agent say appears here.');
  });

  it('known-failure 38 a move within the page keeps the text, what is open, and its subscription', async () => {
    const { script, element } = await page();
    script.start();
    script.tool('c1');
    await drawn();
    find(element, '.tool-line').click();
    await drawn();
    const box = document.createElement('div');
    element.parentElement!.append(box);
    box.append(element);
    script.say('Later');
    await drawn();
    expect(find(element, '.tool-line').getAttribute('aria-expanded')).to.equal('true');
    expect(textOf(find(element, '.answer'))).to.equal('Later');
  });

  it('SF-MSG-1 SF-MSG-2 the answer is copied as the Markdown that it is, without reasoning and tools', async () => {
    const { script, element } = await page();
    everything(script);
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    let copied = '';
    const { clipboard } = navigator;
    const writeText = clipboard.writeText;
    clipboard.writeText = async (text) => void (copied = text);
    try {
      find(element, '.turn-footer button').click();
      await drawn();
    } finally {
      clipboard.writeText = writeText;
    }
    expect(copied).to.match(/^Added \*\*milk\*\*\.\n\n\| a \| b \|/);
    expect(copied).not.to.match(/Two steps|Delete/);
    expect(find(element, '.turn-footer button').getAttribute('aria-label')).to.equal('Copied');
  });

  it('known-failure 15 known-failure 17 the same events again, and a snapshot of them, add no node and move nothing', async () => {
    const { script, element } = await page();
    const seen: unknown[] = [];
    const { sink } = (void script.session, script);
    const push = sink.push.bind(sink);
    sink.push = (events) => (seen.push(...events), push(events));
    everything(script);
    script.emit('text.final', { messageId: 'm' }, {});
    await drawn();
    const text = textOf(find(element, '.turns'));
    const { scrollTop } = find(element, '.scroller');
    let changes = 0;
    new MutationObserver(
      (records) => (changes += records.filter(({ addedNodes }) => addedNodes.length > 0).length),
    ).observe(find(element, '.turns'), { childList: true, subtree: true });
    push(seen as Parameters<typeof push>[0]);
    const said = script.session.snapshot().messages.map(({ messageId, role, text: words }) => ({
      id: messageId,
      role,
      text: words,
      turnId: 't',
    }));
    script.emit('messages.snapshot', { sessionId: 's' }, { messages: said });
    await drawn();
    expect(textOf(find(element, '.turns'))).to.equal(text);
    expect(changes).to.equal(0);
    expect(find(element, '.scroller').scrollTop).to.equal(scrollTop);
  });

  it('known-failure 48 each block has its own direction, and code is always left to right', async () => {
    const { script, element } = await page();
    script.start();
    script.say('שלום עולם\n\nHello\n\n- שלום\n\n```js\nlet x;\n```');
    await drawn();
    const blocks = findAll(element, '.answer :is(p, li, .code)');
    expect(blocks.map((block) => getComputedStyle(block).direction)).to.deep.equal([
      'rtl',
      'ltr',
      'rtl',
      'ltr',
    ]);
  });

  it('known-failure 35 what is drawn can be styled from outside, part by part', async () => {
    const sheet = document.createElement('style');
    const { script, element } = await page();
    everything(script);
    const parts = [
      'scroller',
      'turn',
      'user-message',
      'answer',
      'reasoning',
      'tool-row',
      'approval',
      'jump',
      'code',
      'load-image',
      'copy-button',
    ];
    sheet.textContent = parts
      .map((part) => `agent-conversation::part(${part}) { color: rgb(1, 2, 3); }`)
      .join('');
    document.head.append(sheet);
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    const colours = parts.map((part) => getComputedStyle(find(element, `[part="${part}"]`)).color);
    sheet.remove();
    expect(new Set(colours)).to.deep.equal(new Set(['rgb(1, 2, 3)']));
  });

  it('known-failure 37 properties set again to the same keep everything; another value takes effect at once', async () => {
    const { script, element } = await page();
    everything(script);
    await drawn();
    const turn = find(element, '.turn');
    const scroller = find(element, '.scroller');
    find(element, '.reasoning button').click();
    await drawn();
    const { scrollTop } = scroller;
    element.session = script.session;
    element.renderers = {};
    element.renderers = { add_todo: () => document.createTextNode('mine') };
    await drawn();
    expect(find(element, '.turn')).to.equal(turn);
    expect(scroller.scrollTop).to.equal(scrollTop);
    expect(find(element, '.reasoning button').getAttribute('aria-expanded')).to.equal('true');
  });

  it('issue 6: a host draws parts of a type by itself, and a renderer that throws gives ours', async () => {
    const { script, element } = await page();
    everything(script);
    const bold = (part: PartView) => {
      const node = document.createElement('b');
      node.textContent = 'text' in part ? part.text.toUpperCase() : part.type;
      return node;
    };
    element.renderers = { assistant_text: bold };
    await drawn();
    const own = find(element, '[data-id] > b');
    expect(own.textContent).to.equal(own.textContent.toUpperCase()).and.not.equal('');
    expect(element.shadowRoot!.querySelector('.answer')).to.equal(null);
    const old = setDevWarnings(() => undefined);
    element.renderers = {
      assistant_text: () => {
        throw new Error('mine');
      },
    };
    await drawn();
    setDevWarnings(old);
    find(element, '.answer');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`known-failure E is accessible in ${colorScheme}`, async () => {
      document.documentElement.style.colorScheme = colorScheme;
      document.documentElement.style.background = 'Canvas';
      const { script, element } = await page();
      everything(script);
      await drawn();
      await expect(element).to.be.accessible();
      script.emit('run.failed', {}, { error: 'It broke', retryable: true });
      await drawn();
      for (const line of findAll(element, '.tool-line[aria-expanded="false"]')) line.click();
      await drawn();
      await expect(element).to.be.accessible();
    });
  }
});
