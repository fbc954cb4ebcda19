import { expect } from 'chai';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';
import { servedBundle } from '../package/package-root.js';
import { AiSdkPeer } from './ai-sdk-peer.js';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Work</title>
<script type="module" src="/cdn/oui-elements.js"></script>
<oui-surface surface-id="todo-list" name="To-do list" description="The list.">
  <oui-action action-id="add_todo" for="add" description="Adds an item."></oui-action>
  <form id="add"><label>Title <input name="title" required></label><button>Add</button></form>
  <output id="added"></output>
</oui-surface>
<script src="/page.js"></script>
<agent-workbench src="/api/chat" protocol="ai-sdk" session-id="chat-1" layout="chat" page-tools></agent-workbench>`;

/** The same, where the server keeps chats. */
const KEPT_PAGE = PAGE.replace('page-tools', 'history-url="/api/messages"');

/** What the page itself does. */
const SCRIPT = `document.addEventListener('submit', (event) => {
  event.preventDefault();
  document.getElementById('added').textContent += new FormData(event.target).get('title');
});`;

describe('a workbench in Chromium at the AI SDK’s own server', function () {
  this.timeout(15_000);
  let peer: AiSdkPeer;
  let browser: Browser;
  let page: Page;

  before(async function () {
    this.timeout(30_000);
    peer = await AiSdkPeer.start({
      '/': ['text/html', PAGE],
      '/kept': ['text/html', KEPT_PAGE],
      '/page.js': ['text/javascript', SCRIPT],
      ...servedBundle('oui-elements', '/cdn'),
    });
    browser = await launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
    page = await browser.newPage();
  });

  after(async () => {
    await browser.close();
    await peer.stop();
  });

  beforeEach(async () => {
    peer.chats.clear();
    await page.goto(`${peer.origin}/`);
    await page.waitForFunction(`document.querySelector('agent-workbench')?.session`);
  });

  const SNAPSHOT = `document.querySelector('agent-workbench').session.snapshot()`;
  const session = `document.querySelector('agent-workbench').session`;
  const say = (text: string) => page.evaluate(`${session}.send({ text: ${JSON.stringify(text)} })`);
  const ended = (runs: number) =>
    page.waitForFunction(
      `((runs) => runs.length >= ${runs} && runs.every(({ outcome }) => outcome) && runs)(${SNAPSHOT}.runs)`,
    );
  const look = (expression: string) =>
    page.evaluate(`(({ runs, tools, messages, approvals }) => ${expression})(${SNAPSHOT})`);

  it('issue 8, 3: send, stream and a tool call', async () => {
    await say('weather?');
    await ended(1);
    expect(await look('messages.at(-1).text')).to.equal('Result: weather {"city":"Bern","sky":"clear"}.');
    expect(await look('tools[0].state')).to.equal('output-available');
  });

  it('issue 8, 3: approval, yes and no', async () => {
    await say('delete both');
    await ended(1);
    const ids = (await look('approvals.map(({ actionId }) => actionId)')) as string[];
    await page.evaluate(`${session}.respond(${JSON.stringify(ids[0])}, 'approve')`);
    await page.evaluate(`${session}.respond(${JSON.stringify(ids[1])}, 'reject')`);
    await ended(2);
    expect(await look('tools.map(({ state }) => state)')).to.deep.equal(['output-available', 'cancelled']);
  });

  it('issue 8, 3: interrupt', async () => {
    await say('slow');
    await page.waitForFunction(`${SNAPSHOT}.messages.at(-1).text === 'word '`);
    await page.evaluate(`${session}.interrupt()`);
    await ended(1);
    expect(await look('runs[0].outcome')).to.equal('cancelled');
  });

  it('issue 8, 3: failure', async () => {
    await say('fail');
    await ended(1);
    expect(await look('runs[0].error.message')).to.equal('The model is overloaded.');
  });

  it('issue 8, 3: a tool of the page, on the page', async () => {
    await page.waitForFunction(`document.querySelector('oui-surface')?.matches(':state(active)')`);
    await say('add milk');
    await ended(2);
    expect(await page.evaluate(`document.getElementById('added').textContent`)).to.equal('milk');
    expect(await look('tools[0].state')).to.equal('output-available');
  });

  it('issue 8, 3: the page is loaded again with an open approval', async () => {
    const load = async () => {
      await page.goto(`${peer.origin}/kept`);
      await page.waitForFunction(`document.querySelector('agent-workbench')?.session`);
    };
    await load();
    await say('delete both');
    await ended(1);
    await load();
    await page.waitForFunction(`${SNAPSHOT}.approvals.length === 2`);
    for (const id of (await look('approvals.map(({ actionId }) => actionId)')) as string[]) {
      await page.evaluate(`${session}.respond(${JSON.stringify(id)}, 'approve')`);
    }
    await ended(1);
    expect(await look('tools.map(({ state }) => state)')).to.deep.equal([
      'output-available',
      'output-available',
    ]);
  });
});
