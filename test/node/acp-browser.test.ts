import { expect } from 'chai';
import type { AgentWorkbench } from 'oui-elements/components/agent-workbench';
import { AcpPeer } from './acp-peer.js';
import { WorkbenchPage } from './workbench-page.js';

const TODO = `
  <oui-surface surface-id="todo" name="To-do" description="Things to do.">
    <oui-action action-id="add" for="form" description="Add an item."></oui-action>
    <form id="form"><input name="title" required></form>
  </oui-surface>
  <ul id="list"></ul>`;

describe('ACP in a browser, with an agent of its own SDK', function () {
  this.timeout(60_000);
  let peer: AcpPeer;
  let page: WorkbenchPage;
  const open = (attributes = '') =>
    WorkbenchPage.open(
      `<agent-workbench src="${peer.url}" protocol="acp" ${attributes}></agent-workbench>${TODO}`,
    );

  beforeEach(async () => {
    peer = await AcpPeer.start();
  });

  afterEach(async () => {
    expect(page.complaints).to.deep.equal([]);
    await page.close();
    await peer.stop();
  });

  const ended = (runs: number) =>
    page.until(({ runs: all }) => {
      const outcomes = all.map(({ outcome }) => outcome as string | undefined);
      return outcomes.length === runs && outcomes.every(Boolean) && outcomes;
    });

  it('issue 8: sends, streams, shows a tool call, asks twice, stops, and tells a failure', async () => {
    page = await open();
    await page.say('Hello there');
    await ended(1);
    await page.shows('You said: Hello there');
    await page.say('tool');
    await ended(2);
    expect((await page.snapshot()).tools[0]).to.deep.include({
      state: 'output-available',
      output: 'the body',
    });
    await page.say('approve');
    await page.decide('allow_once');
    await ended(3);
    await page.say('approve again');
    await page.decide('reject_once');
    await ended(4);
    expect(peer.answers).to.deep.equal(['once', 'no']);
    await page.say('slow');
    await page.until(({ messages }) => messages.at(-1)?.['text'] === 'Working ');
    await page.page.evaluate(() =>
      document.querySelector<AgentWorkbench>('agent-workbench')!.session!.interrupt(),
    );
    await ended(5);
    await page.say('fail');
    expect(await ended(6)).to.deep.equal(['success', 'success', 'success', 'success', 'cancelled', 'failed']);
    await page.shows('the model is away');
  });

  it('issue 8: a page that is loaded anew finds its open approval', async () => {
    page = await open();
    await page.say('approve');
    await page.until(({ approvals }) => approvals.length === 1);
    await page.close();
    // The agent gives the id; a page that is made for this session names it.
    page = await open('session-id="s1"');
    await page.page.reload();
    await page.decide('allow_once');
    await page.until(({ messages }) => messages.at(-1)?.['text'] === 'Deleted.');
    expect((await page.snapshot()).messages.map(({ text }) => text)).to.deep.equal(['approve', 'Deleted.']);
  });

  it('issue 8: an action of the page is a tool of the agent', async () => {
    page = await open('page-tools');
    await page.page.waitForSelector('oui-surface:state(active)');
    await page.page.evaluate(() => {
      document.querySelector('oui-surface')!.addEventListener('oui-invoke', (event) => {
        const { params } = event as unknown as { params: { title: string } };
        document.querySelector('#list')!.append(params.title);
        (event as unknown as { respondWith(value: unknown): void }).respondWith({ added: params.title });
      });
    });
    await page.say('page');
    expect(await ended(1)).to.deep.equal(['success']);
    expect(await page.page.$eval('#list', (list) => list.textContent)).to.equal('milk');
    expect((await page.snapshot()).messages.at(-1)!['text']).to.contain('milk');
  });
});
