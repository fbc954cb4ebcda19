import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { commonjs, nodeResolve } from './bundler.js';
import { ROOT } from './package-root.js';
import { openStaticPage, type StaticPage } from './static-page.js';

/** A chat as a host's own bundler makes it, with a session that the test speaks for. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Late parts</title><link rel="icon" href="data:,">
<agent-workbench layout="chat"></agent-workbench>
<script type="module" src="/app/app.js"></script>`;

const APP = `
import { AgentSession } from 'oui-elements/agent-ui';
import { AgentConversation } from 'oui-elements/components/agent-conversation';
import 'oui-elements/define/agent-workbench';
window.EarlyConversation = class extends AgentConversation {};
const session = (window.session = new AgentSession(undefined, { sessionId: 's' }));
let sequence = 0;
window.tell = (type, payload, fields = {}) =>
  session.dispatch([{ type, sessionId: 's', runId: 'r', turnId: 't', sequence: ++sequence, ...fields, payload }]);
window.ask = () => tell('run.started', { userMessage: { id: 'u', text: 'Asked' } });
window.call = () => tell('tool.started', { name: 'add', title: 'Add an item', status: 'running' }, { toolCallId: 'c' });
window.say = (delta) => tell('text.delta', { delta }, { messageId: 'm' });
const workbench = document.querySelector('agent-workbench');
workbench.session = session;
await workbench.updateComplete;
const conversation = (window.conversation = workbench.shadowRoot.querySelector('agent-conversation'));
await conversation.updateComplete;
window.shown = () => conversation.shadowRoot.querySelector('.turns').innerText;
window.everShown = [];
new MutationObserver(() => everShown.push(shown())).observe(conversation.shadowRoot, {
  subtree: true, childList: true, characterData: true,
});
window.isBold = () => conversation.shadowRoot.querySelector('.answer strong')?.textContent;
window.isOpen = true;`;

/** As an app in development loads it: what is needed later is in files of its own. */
async function bundled(): Promise<Record<string, readonly [string, string]>> {
  const folder = join(ROOT, 'dist/test/package/late-parts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'app.js'), APP);
  const bundle = await rollup({
    input: join(folder, 'app.js'),
    logLevel: 'silent',
    plugins: [nodeResolve({ browser: true, exportConditions: ['development'] }), commonjs()],
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  return Object.fromEntries(
    output.flatMap((file) =>
      file.type === 'chunk' ? [[`/app/${file.fileName}`, ['text/javascript', file.code]] as const] : [],
    ),
  );
}

describe('what a chat fetches when it is first needed', function () {
  this.timeout(120_000);
  let opened: StaticPage;
  /** The path of the part that holds that code, and the requests for it; `answer` says what becomes of one. */
  let part = '';
  let asked: HTTPRequest[] = [];
  let answer: (request: HTTPRequest) => void;
  let files: Awaited<ReturnType<typeof bundled>>;

  const goOn = (request: HTTPRequest) => void request.continue();
  const fail = (request: HTTPRequest) => void request.abort();
  const value = (expression: string) => opened.page.evaluate(expression);
  const until = (expression: string) => opened.page.waitForFunction(expression, { timeout: 20_000 });

  /** What the browser tells of a page comes a little after it. */
  async function heard(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  }
  const warned = (of: string) => heard(() => opened.output.join().includes(`elements:not_loaded: ${of}`));

  async function open(code: string): Promise<void> {
    [part] = Object.entries(files).find(([, [, text]]) => text.includes(code))!;
    asked = [];
    opened.output.length = 0;
    await opened.page.goto(new URL('/chat', opened.page.url()).href);
    await until('window.isOpen');
  }

  before(async () => {
    files = await bundled();
    opened = await openStaticPage({
      '/': ['text/html', '<!doctype html><link rel="icon" href="data:,">'],
      '/chat': ['text/html', PAGE],
      ...files,
    });
    const { page } = opened;
    await page.setCacheEnabled(false);
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== part) return goOn(request);
      asked.push(request);
      answer(request);
    });
  });

  after(() => opened.close());

  it('issue 9: an empty chat fetches no Markdown; it comes once, with what a person says, and nobody sees it raw', async () => {
    answer = () => undefined;
    await open('class MarkdownDocument');
    expect(asked).to.deep.equal([]);
    await value('ask()');
    await until("shown().includes('Asked')");
    await value("say('An **answer**')");
    await until('conversation.isUpdatePending');
    await value('window.drawn = conversation.updateComplete.then(isBold), undefined');
    expect(await value('shown()')).not.to.contain('answer');
    await heard(() => asked.length === 1);
    await asked[0].continue();
    expect(await value('drawn'), 'updateComplete').to.equal('answer');
    await value("say(', *whole*'), tell('run.finished', { outcome: 'success' })");
    await until("conversation.shadowRoot.querySelector('.answer em')");
    expect(await value("everShown.filter((text) => text.includes('*'))")).to.deep.equal([]);
    expect(asked).to.have.length(1);
    expect(opened.output.filter((line) => !line.startsWith('Lit is in dev mode'))).to.deep.equal([]);
  });

  it('issue 9: a conversation that has its session before its tag is defined waits as well', async () => {
    answer = goOn;
    await open('class MarkdownDocument');
    expect(asked).to.deep.equal([]);
    await value(`(async () => {
      const early = document.createElement('early-conversation');
      early.session = session;
      document.body.append(early);
      ask(), say('An **answer**');
      customElements.define('early-conversation', EarlyConversation);
      await early.updateComplete;
      window.early = early.shadowRoot.querySelector('.answer').textContent.trim();
    })()`);
    expect(await value('early')).to.equal('An answer');
  });

  it('issue 9: where Markdown cannot be fetched the text is shown as it came, and the page is told; then it is tried again', async () => {
    answer = fail;
    await open('class MarkdownDocument');
    await value("ask(), say('An **answer**')");
    await until("shown().includes('An **answer**')");
    await warned('Markdown');
    answer = goOn;
    await value("say(', whole')");
    await until("isBold() === 'answer'");
    expect(await value('shown()')).to.contain('An answer, whole');
  });

  it('issue 9: where Markdown does not come, the text is shown as it came after a while, and drawn anew when it does', async () => {
    answer = () => undefined;
    await open('class MarkdownDocument');
    await value("ask(), say('An **answer**')");
    await until("shown().includes('An **answer**')");
    await asked[0].continue();
    await until("isBold() === 'answer'");
    expect(asked).to.have.length(1);
    expect(opened.output.filter((line) => !line.startsWith('Lit is in dev mode'))).to.deep.equal([]);
  });

  it('issue 9: what a person says stands while the code that draws the agent’s part comes, and stays', async () => {
    answer = () => undefined;
    await open('function folded(');
    expect(asked).to.deep.equal([]);
    await value('ask()');
    await until("shown().includes('Asked')");
    await value("window.said = conversation.shadowRoot.querySelector('.user-message'), call()");
    await until('conversation.isUpdatePending');
    await heard(() => asked.length === 1);
    await asked[0].continue();
    await until("conversation.shadowRoot.querySelector('[part~=tool-row]')");
    expect(await value("said === conversation.shadowRoot.querySelector('.user-message')")).to.equal(true);
    expect(asked).to.have.length(1);
  });

  it('issue 9: where that code cannot be fetched, what was said and done is shown as text until it can be', async () => {
    answer = fail;
    await open('function folded(');
    await value("ask(), call(), say('An answer')");
    await warned('What draws a turn');
    for (const text of ['Asked', 'Add an item', 'An answer']) await until(`shown().includes('${text}')`);
    answer = goOn;
    await value("say(', whole')");
    await until("conversation.shadowRoot.querySelector('[part~=tool-row]')");
    expect(await value('shown()')).to.contain('An answer, whole');
  });

  it('issue 9: where the page’s tools cannot be fetched the page is told; they are there once they can be', async () => {
    answer = fail;
    await open('function pageTools(');
    const workbench = "document.querySelector('agent-workbench')";
    expect(asked, 'without the wish').to.deep.equal([]);
    await value(`${workbench}.pageTools = true`);
    await warned('page-tools');
    await until('!session.clientTools');
    answer = goOn;
    await value(`${workbench}.requestUpdate()`);
    await until('session.clientTools');
    expect(
      await value('session.clientTools.ready.then(() => session.clientTools.offer().tools)'),
    ).to.deep.equal([]);
    expect(asked.length).to.be.above(1);
  });
});
