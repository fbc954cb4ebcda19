import { expect } from 'chai';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';
import { servedBundle } from '../package/package-root.js';
import { LangGraphPeer } from './langgraph-peer.js';
import { pageBeside } from './page-beside.js';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Work</title>
<script type="module" src="/cdn/oui-elements.js"></script>
<script src="/page.js"></script>
<oui-surface surface-id="todo-list" name="To-do list" description="The list.">
  <oui-action action-id="add_todo" for="add" description="Adds an item."></oui-action>
  <form id="add"><label>Title <input name="title" required></label><button>Add</button></form>
  <output id="added"></output>
</oui-surface>`;

/** What the page itself does; its workbench is at the thread that the address names. */
const SCRIPT = `document.addEventListener('submit', (event) => {
  event.preventDefault();
  document.getElementById('added').textContent += new FormData(event.target).get('title');
});
document.addEventListener('DOMContentLoaded', () => {
  const workbench = document.createElement('agent-workbench');
  for (const [name, value] of Object.entries({ src: '/', protocol: 'langgraph', layout: 'chat', 'page-tools': '', 'session-id': location.hash.slice(1) }))
    workbench.setAttribute(name, value);
  document.body.append(workbench);
});`;

describe('a workbench in Chromium at a graph of LangGraph’s own package', function () {
  this.timeout(15_000);
  let peer: LangGraphPeer;
  let served: Awaited<ReturnType<typeof pageBeside>>;
  let browser: Browser;
  let page: Page;
  let threads = 0;

  before(async () => {
    peer = await LangGraphPeer.start();
    served = await pageBeside(peer.origin, {
      '/page': ['text/html', PAGE],
      '/page.js': ['text/javascript', SCRIPT],
      ...servedBundle('oui-elements', '/cdn'),
    });
    browser = await launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  });

  after(async () => {
    await browser.close();
    await served.close();
    await peer.stop();
  });

  beforeEach(() => open(`browser-${++threads}`));
  afterEach(() => page.close());

  async function open(thread: string): Promise<void> {
    page = await browser.newPage();
    await page.goto(`${served.origin}/page#${thread}`);
    await page.waitForFunction(
      `document.querySelector('agent-workbench')?.session?.history.state === 'complete'`,
    );
  }

  const session = `document.querySelector('agent-workbench').session`;
  const say = (text: string) => page.evaluate(`${session}.send({ text: ${JSON.stringify(text)} })`);
  const ended = (runs: number) =>
    page.waitForFunction(
      `((runs) => runs.length >= ${runs} && runs.every(({ outcome }) => outcome))(${session}.snapshot().runs)`,
    );
  const look = (expression: string) =>
    page.evaluate(`(({ runs, tools, messages, approvals }) => ${expression})(${session}.snapshot())`);
  const answer = async (decisions: readonly string[]) => {
    const ids = (await look('approvals.map(({ actionId }) => actionId)')) as string[];
    for (const [at, id] of ids.entries()) {
      await page.evaluate(`${session}.respond(${JSON.stringify(id)}, ${JSON.stringify(decisions[at])})`);
    }
  };

  it('issue 8, 3: send, stream and a tool call', async () => {
    await say('weather?');
    await ended(1);
    expect(await look('messages.at(-1).text')).to.equal('Result: clear in Bern.');
    expect(await look('tools[0].state')).to.equal('output-available');
  });

  it('issue 8, 3: approval, yes and no', async () => {
    await say('delete both');
    await ended(1);
    await answer(['approve', 'reject']);
    await ended(2);
    expect(await look('tools.map(({ state }) => state)')).to.deep.equal(['output-available', 'output-error']);
  });

  it('issue 8, 3: interrupt', async () => {
    await say('slow');
    await page.waitForFunction(`${session}.snapshot().messages.at(-1).text === 'word '`);
    await page.evaluate(`${session}.interrupt()`);
    await ended(1);
    expect(await look('runs[0].outcome')).to.equal('cancelled');
  });

  it('issue 8, 3: failure', async () => {
    await say('fail');
    await ended(1);
    expect(await look('runs[0].error.message')).to.contain('overloaded');
  });

  it('issue 8, 3: a tool of the page, on the page', async () => {
    await page.waitForFunction(`document.querySelector('oui-surface')?.matches(':state(active)')`);
    await say('add milk');
    await ended(2);
    expect(await page.evaluate(`document.getElementById('added').textContent`)).to.equal('milk');
    expect(await look('tools[0].state')).to.equal('output-available');
  });

  it('issue 8, 3: the page is loaded again with an open approval', async () => {
    await say('delete both');
    await ended(1);
    await page.close();
    await open(`browser-${threads}`);
    await page.waitForFunction(`${session}.snapshot().approvals.length === 2`);
    await answer(['approve', 'approve']);
    await ended(1);
    expect(await look('messages.at(-1).text')).to.equal('Result: deleted a.txt and deleted b.txt.');
  });
});
