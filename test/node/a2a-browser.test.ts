import { expect } from 'chai';
import type { AgentWorkbench } from 'oui-elements/components/agent-workbench';
import { A2aPeer } from './a2a-peer.js';
import { WorkbenchPage } from './workbench-page.js';

describe('A2A in a browser, with an agent of its own SDK', function () {
  this.timeout(60_000);
  let peer: A2aPeer;
  let page: WorkbenchPage;

  beforeEach(async () => {
    peer = new A2aPeer();
    page = await WorkbenchPage.open(
      `<agent-workbench src="/rpc" protocol="a2a"></agent-workbench>`,
      peer.routes,
    );
  });

  afterEach(async () => {
    expect(page.complaints).to.deep.equal([]);
    await page.close();
    await peer.stop();
  });

  const ended = (...wanted: string[]) =>
    page.until(({ runs }) => {
      const outcomes = runs.map(({ outcome }) => outcome);
      return outcomes.length === wanted.length && outcomes.every((outcome, at) => outcome === wanted[at]);
    });

  it('issue 8: sends, streams, shows a tool call, asks twice, stops, and tells a failure', async () => {
    await page.say('Hello there');
    await ended('success');
    await page.shows('You said: Hello there');
    await page.say('tool');
    await ended('success', 'success');
    expect((await page.snapshot()).tools[0]).to.deep.include({
      state: 'output-available',
      output: 'the body',
    });
    await page.say('ask');
    await page.decide('approve');
    await ended('success', 'success', 'success');
    await page.say('ask again');
    await page.decide('reject');
    await ended('success', 'success', 'success', 'success');
    expect(peer.texts.slice(2)).to.deep.equal(['ask', 'approve', 'ask again', 'reject']);
    await page.say('slow');
    await page.until(({ notifications }) => notifications.some(({ summary }) => summary === 'Working'));
    await page.page.evaluate(() =>
      document.querySelector<AgentWorkbench>('agent-workbench')!.session!.interrupt(),
    );
    await ended('success', 'success', 'success', 'success', 'cancelled');
    await page.say('fail');
    await ended('success', 'success', 'success', 'success', 'cancelled', 'failed');
    await page.shows('the model is away');
  });

  it('issue 8: a page of markup alone that is loaded again finds its open question', async () => {
    await page.close();
    const markup = '<agent-workbench src="/rpc" protocol="a2a" session-id="mine"></agent-workbench>';
    page = await WorkbenchPage.open(markup, peer.routes);
    await page.say('ask');
    await page.until(({ approvals }) => approvals.length === 1);
    await page.page.reload();
    await page.decide('approve');
    await ended('success');
    expect((await page.snapshot()).messages.map(({ text }) => text)).to.deep.equal([
      'ask',
      'approve',
      'Deleted.',
    ]);
  });
});
