import { expect } from 'chai';
import type { ToolAnswer } from 'oui-elements/bridges/webmcp';
import type { Page } from 'puppeteer-core';
import { servedBundle } from '../package/package-root.js';
import { openStaticPage, type StaticPage } from '../package/static-page.js';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title>
<script src="/page.js"></script>
<script type="module" src="/cdn/oui-surface.js"></script>
<oui-surface surface-id="note-list" name="Notes" description="Short notes.">
  <oui-action action-id="add_note" for="add" description="Adds a note."></oui-action>
  <oui-action action-id="show_help" for="help" effect="view" description="Opens the help."></oui-action>
  <oui-action action-id="wipe_all" for="wipe" confirm tags="destructive" description="Removes all notes."></oui-action>
  <oui-observation observation-id="count" for="count" property="textContent" description="How many."></oui-observation>
  <form id="add"><label>Note <input name="note" required maxlength="20"></label>
    <label>Password <input type="password" name="password" value="hunter2"></label><button>Add</button></form>
  <details id="help"><summary>Help</summary>Write notes.</details>
  <button id="wipe">Wipe</button> <output id="count">0</output>
</oui-surface>
<oui-transport type="webmcp"></oui-transport>`;

/** The page's own: counts its notes. It knows nothing of agents. */
const SCRIPT = `
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const count = document.getElementById('count');
  count.textContent = String(Number(count.textContent) + 1);
});
document.addEventListener('click', ({ target }) => {
  if (target.id === 'wipe') document.getElementById('count').textContent = '0';
});`;

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html";

describe('a static page with a strict policy, worked by Chromium’s own WebMCP', () => {
  let opened: StaticPage;
  let page: Page;
  /** Everything that crossed to the browser's side. */
  const crossed: string[] = [];

  before(async () => {
    const files = {
      '/': ['text/html', PAGE],
      '/page.js': ['text/javascript', SCRIPT],
      ...servedBundle('oui-surface', '/cdn'),
    } as const;
    opened = await openStaticPage(files, { 'content-security-policy': CSP });
    ({ page } = opened);
    await page.waitForSelector('oui-transport:state(connected)');
    await page.waitForFunction('document.modelContext.getTools().then((tools) => tools.length === 5)');
  });

  after(() => opened.close());

  async function call(name: string, input: object = {}): Promise<ToolAnswer> {
    const script = `(async () => {
      const tool = (await document.modelContext.getTools()).find((one) => one.name === ${JSON.stringify(name)});
      return document.modelContext.executeTool(tool, ${JSON.stringify(input)});
    })()`;
    const text = (await page.evaluate(script)) as string;
    crossed.push(text);
    return JSON.parse(text) as ToolAnswer;
  }

  it('neighbours §2 its markup is its tools', async () => {
    const script = `document.modelContext.getTools().then((tools) =>
      JSON.stringify(tools.map(({ name, description, inputSchema, annotations }) =>
        ({ name, description, inputSchema, annotations }))))`;
    const text = (await page.evaluate(script)) as string;
    crossed.push(text);
    const tools = JSON.parse(text) as {
      name: string;
      inputSchema: { properties: object };
      annotations: { readOnlyHint: boolean; consequentialHint: boolean };
    }[];
    expect(
      tools.map(({ name, annotations: { readOnlyHint, consequentialHint } }) => [
        name,
        readOnlyHint,
        consequentialHint,
      ]),
    ).to.deep.equal([
      ['note-list_add_note', false, false],
      ['note-list_show_help', true, false],
      ['note-list_wipe_all', false, true],
      ['oui_describe', true, false],
      ['oui_read', true, false],
    ]);
    expect(Object.keys(tools[0].inputSchema.properties)).to.deep.equal(['note']);
  });

  it('neighbours §2.8, §2.12 a form is filled and submitted, and the result says what the page looks like then', async () => {
    const { structuredContent } = await call('note-list_add_note', { note: 'milk' });
    expect(structuredContent.success, JSON.stringify(structuredContent)).to.equal(true);
    expect(structuredContent.observations).to.have.nested.property('note-list.count', '1');
    const wrong = await call('note-list_add_note', { note: 'x'.repeat(21) });
    expect(wrong.structuredContent.error?.code).to.equal('VALIDATION_ERROR');
    await call('note-list_show_help');
    expect(await page.$eval('details', ({ open }) => open)).to.equal(true);
  });

  it('neighbours §2.7 what is destructive waits for a person at the page', async () => {
    const declined = call('note-list_wipe_all');
    await page.waitForSelector('oui-confirm:state(asking)');
    await page.waitForSelector('oui-confirm >>> dialog[open]');
    await page.keyboard.press('Escape');
    expect((await declined).structuredContent.error?.code).to.equal('ACTION_DENIED');
    expect(await page.$eval('#count', ({ textContent }) => textContent)).to.equal('1');

    const allowed = call('note-list_wipe_all');
    await page.waitForSelector('oui-confirm:state(asking)');
    const yes = (await page.waitForSelector('oui-confirm >>> button[part~="yes"]'))!;
    // A click that comes with the question is nobody's answer: a person clicks again.
    let done = false;
    void allowed.then(() => (done = true));
    while (!done) {
      await yes.click().catch(() => {});
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    expect((await allowed).isError).to.equal(false);
    expect(await page.$eval('#count', ({ textContent }) => textContent)).to.equal('0');
  });

  it('OUI-X2, known-failure 41 no secret crossed, and the policy was not violated', async () => {
    const all = [await call('oui_describe'), await call('oui_describe', { surfaceId: 'note-list' })];
    expect(all.every(({ isError }) => !isError)).to.equal(true);
    expect(crossed.length).to.be.above(5);
    expect(crossed.join()).not.to.include('hunter2').and.not.include('password":{"type');
    expect(await page.evaluate('window.violations')).to.deep.equal([]);
    expect(opened.output.filter((line) => line.startsWith('uncaught'))).to.deep.equal([]);
  });
});
