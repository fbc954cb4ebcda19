import { expect, fixture, html } from '@open-wc/testing';
import type { AgentConversation } from 'oui-elements/components/agent-conversation';
import 'oui-elements/define/agent-conversation';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

async function page(script = new ScriptedSession()) {
  const element = await fixture<AgentConversation>(
    html`<agent-conversation lang="en" .session=${script.session}></agent-conversation>`,
  );
  return { script, element };
}

function done(script: ScriptedSession, id: string): void {
  script.tool(id);
  script.emit('tool.result', { toolCallId: id }, { outputPreview: `result ${id}`, durationMs: 1000 });
}

const folded = (element: Element) => find(element, '.folded');
const rowsIn = (node: Element) =>
  [...node.querySelectorAll('.tool')].map((row) => row.getAttribute('data-id'));

describe('neighbouring calls in the conversation', () => {
  it('§3.2 calls that are over fold into one line when something follows them, and the text goes on below', async () => {
    const { script, element } = await page();
    script.start();
    done(script, 'c1');
    done(script, 'c2');
    await drawn();
    expect(findAll(element, '.group-line'), 'while more may come').to.have.length(0);
    script.say('Both are done.');
    await drawn();
    expect(textOf(find(element, '.group-line'))).to.match(/2/);
    expect(rowsIn(folded(element))).to.deep.equal(['c1', 'c2']);
    expect(folded(element).checkVisibility({ contentVisibilityAuto: true })).to.equal(false);
    find<HTMLButtonElement>(element, '.group-line').click();
    await drawn();
    expect(find(element, '.group-line').getAttribute('aria-expanded')).to.equal('true');
    const rows = findAll(element, '.tool');
    expect(rows.map((row) => row.checkVisibility())).to.deep.equal([true, true]);
  });

  it('§3.2 a call that failed stays in sight, and so does one that somebody opened', async () => {
    const { script, element } = await page();
    script.start();
    done(script, 'c1');
    script.tool('c2');
    script.emit('tool.failed', { toolCallId: 'c2' }, { error: 'No room' });
    done(script, 'c3');
    script.say('One of them failed.');
    await drawn();
    expect(rowsIn(folded(element))).to.deep.equal(['c1', 'c3']);
    const open = findAll(element, '.tool').filter((row) => row.checkVisibility());
    expect(open.map((row) => row.dataset['id'])).to.deep.equal(['c2']);
  });

  it('workbench-ux find-in-page reaches what is folded, and opens it', async () => {
    const { script, element } = await page();
    script.start();
    done(script, 'c1');
    done(script, 'c2');
    script.say('Done.');
    await drawn();
    expect(folded(element).getAttribute('hidden')).to.equal('until-found');
    folded(element).dispatchEvent(new Event('beforematch', { bubbles: true }));
    await drawn();
    expect(findAll(element, '.tool').every((row) => row.checkVisibility())).to.equal(true);
  });
});

describe('files in the conversation', () => {
  const attachments = [
    {
      id: 'f-1',
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      size: 1_200_000,
      url: 'https://files.example/p.pdf',
    },
    { id: 'f-2', name: 'x.png', mimeType: 'image/png', url: 'javascript:alert(1)' },
    { id: 'f-3', name: '<img src=x onerror=alert(1)>.txt' },
  ];

  it('§3.2 files stand with the words that they came with, by name and size; nothing of them is loaded', async () => {
    const { script, element } = await page();
    script.emit('run.started', {}, { userMessage: { id: 'u-1', text: 'Look', attachments } });
    await drawn();
    const files = findAll(element, '.attachment');
    expect(files.map(textOf)).to.deep.equal(['plan.pdf 1.2 MB', 'x.png', '<img src=x onerror=alert(1)>.txt']);
    expect(files.map((file) => file.dataset['id'])).to.deep.equal(['f-1', 'f-2', 'f-3']);
    expect(findAll(element, 'img')).to.have.length(0);
    const links = findAll<HTMLAnchorElement>(element, '.attachment a');
    expect(links.map(({ href, rel, target }) => [href, rel, target])).to.deep.equal([
      ['https://files.example/p.pdf', 'noopener noreferrer nofollow', '_blank'],
    ]);
  });

  it('SF-COMP-1 files of a message that is on its way show at once, also where nothing was written', async () => {
    const { script, element } = await page();
    void script.session.send({ text: '', attachments: [{ id: 'f-1', name: 'plan.pdf' }] });
    await drawn();
    expect(textOf(find(element, '.attachment'))).to.equal('plan.pdf');
    expect(findAll(element, '.user-text')).to.have.length(0);
  });
});
