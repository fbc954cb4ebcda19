import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { expect } from 'chai';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { buildSite, type BuiltSite } from '../../demo/site/build.js';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';
import { serveSite, type SiteServer } from './site-server.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One page of each kind. */
const KINDS = [
  'index.html',
  'zh/index.html',
  'guides/agent-ready.html',
  'docs/readme.html',
  'api/oui-surface.html',
  'conformance/index.html',
  'playground/index.html',
];

describe('the site', function () {
  this.timeout(240_000);
  let folder: string;
  let site: BuiltSite;
  let server: SiteServer;
  let browser: Browser;
  let page: Page;
  /** Every HTML file, by its path. */
  let files: Map<string, string>;
  let complaints: string[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'oui-site-'));
    site = await buildSite(folder);
    files = new Map(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
    );
    server = await serveSite(folder);
    browser = await launch({ executablePath: findBrowser(), args: ['--headless=new', ...BROWSER_FLAGS] });
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${String(error)}`));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${page.url()}: ${response.status()} ${response.url()}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(server.address) && !request.url().startsWith('data:'))
        complaints.push(`${page.url()}: asks for ${request.url()}`);
    });
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`violation: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
  });
  beforeEach(() => {
    complaints = [];
  });
  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const visit = (path: string) => page.goto(server.address + path, { waitUntil: 'load' });
  const look = async (width: number, scheme: 'light' | 'dark') => {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  };

  it('issue 9: every page has a title of its own, its language, and a twin that knows it', () => {
    expect(site.pages.length).to.be.above(45);
    const titles = site.pages.map(({ title, lang }) => `${lang} ${title}`);
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).to.deep.equal([]);
    for (const { path, lang, twin, description } of site.pages) {
      const html = files.get(path)!;
      expect(html, path).to.contain(`<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}">`);
      expect(html.match(/<h1[ >]/g), path).to.have.length(1);
      expect(description, path).to.not.equal('');
      const languages = [...html.matchAll(/rel="alternate" hreflang="([^"]+)"/g)].map(([, each]) => each);
      expect(languages, path).to.deep.equal(twin ? ['en', 'zh-Hans', 'x-default'] : []);
      if (twin) expect(site.pages.find((other) => other.path === twin)?.twin, path).to.equal(path);
    }
    const chinese = site.pages.filter(({ lang }) => lang === 'zh').map(({ path }) => path);
    expect(chinese).to.include.members([
      'zh/index.html',
      'zh/guides/agent-ready.html',
      'zh/guides/show-your-agent.html',
    ]);
  });

  it('issue 9: no link and no anchor is dead, and none needs the site to be at the root', () => {
    expect(site.faults).to.deep.equal([]);
    const dead: string[] = [];
    let followed = 0;
    for (const [path, html] of files) {
      for (const [, written = ''] of html.matchAll(/\s(?:href|src|data-index|data-root)="([^"]*)"/g)) {
        const link = written.replace(/&amp;/g, '&');
        // What a code sample shows is text, and has no quotes here.
        if (/^[a-z]+:/.test(link) || link === '' || link.endsWith('../')) continue;
        followed++;
        const [target = '', anchor] = link.split('#');
        const [place = ''] = target.split('?');
        const file = place === '' ? path : posix.join(posix.dirname(path), place);
        const there = files.get(file) ?? read(file);
        if (link.startsWith('/') || there === undefined) dead.push(`${path}: ${link}`);
        else if (anchor && !there.includes(` id="${decodeURIComponent(anchor)}"`))
          dead.push(`${path}: ${link}`);
      }
    }
    expect(dead).to.deep.equal([]);
    expect(followed).to.be.above(1000);
  });

  function read(file: string): string | undefined {
    try {
      return readFileSync(join(folder, file), 'utf8');
    } catch {
      return undefined;
    }
  }

  it('issue 9: every page: accessible in light and dark, from 320 px on, and quiet under a strict policy', async () => {
    const found: string[] = [];
    const paths = [
      ...site.pages.map(({ path }) => path),
      'demo/gallery/index.html',
      'demo/scenarios/index.html',
      'demo/inspector/index.html',
    ];
    for (const path of paths) {
      await look(1280, 'light');
      await visit(path);
      await page.evaluate(AXE);
      // A long table and coloured code look alike on every page, and take the most time: of others than these the beginning.
      const what = KINDS.includes(path) ? 'document' : "{ exclude: [['pre'], ['tr:nth-child(n + 4)']] }";
      const rules = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']";
      found.push(...(await faults(rules, what)).map((fault) => `${path}: ${fault}`));
      // The demo's own pages have their own choice of colours, and were seen with each by their own tests.
      if (path.startsWith('demo/')) continue;
      await look(320, 'dark');
      // Colours come from one style sheet: in the dark, one page of each kind is enough.
      if (KINDS.includes(path))
        found.push(
          ...(await faults("{ type: 'rule', values: ['color-contrast'] }")).map(
            (fault) => `${path} dark: ${fault}`,
          ),
        );
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found.push(`${path}: ${wide} px wider than 320 px`);
    }
    expect(found).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  /** What axe finds on the page, in one line each. */
  const faults = (runOnly: string, what = 'document') =>
    page.evaluate(
      `axe.run(${what}, { runOnly: ${runOnly}, resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + JSON.stringify(target))))`,
    ) as Promise<string[]>;

  const titles = () => page.$$eval('#items .title', (all) => all.map((each) => each.textContent));
  const has = (title: string, is = true) =>
    page.waitForFunction(
      (text, wanted) =>
        [...document.querySelectorAll('#items .title')].some((each) => each.textContent === text) === wanted,
      {},
      title,
      is,
    );
  /** `visible` has it looked for in each frame: what changes within a shadow root is no change of the document. */
  const within = (selector: string) =>
    page.waitForSelector(`agent-workbench >>> ${selector}`, { visible: true });
  const start = async (prompt: string) => (await within(`[data-prompt="${prompt}"]`))!.click();
  const answered = (text: string) =>
    page.waitForFunction(
      (wanted) =>
        document
          .querySelector('agent-workbench')!
          .session!.snapshot()
          .messages.some(
            (message) => message['role'] === 'assistant' && String(message['text']).includes(wanted),
          ),
      {},
      text,
    );
  const say = async (text: string) => {
    const field = await within('textarea');
    await field!.click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };

  it('issue 9: the start page is laid out before anything is loaded, and nothing jumps', async () => {
    await look(1280, 'light');
    await visit('index.html');
    await within('[part~="starter"]');
    const jumped = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true });
          // There is no report where nothing has moved; two frames later there would have been.
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(0))));
        }),
    );
    expect(jumped).to.be.below(0.01);
    expect(complaints).to.deep.equal([]);
  });

  it('issue 9: the example works end to end in the page: tools run, the list changes, a question waits for the person', async () => {
    await look(1280, 'light');
    await visit('index.html');
    await start('add milk and bread');
    await has('milk');
    await has('bread');
    await answered('Added');
    await say('delete stamps');
    const yes = await within('[data-decision="approve"]');
    expect(await titles()).to.include('Stamps');
    await yes!.click();
    // What cannot be undone asks once more.
    await (await within('.danger[data-decision="approve"]'))!.press('Enter');
    await has('Stamps', false);
    await answered('Deleted');
    await say('add call the bank, high priority, due tomorrow and finish milk');
    await has('call the bank');
    await answered('Added “call the bank” (high priority, due tomorrow). Finished “milk”.');
    await page.waitForFunction(() => document.querySelectorAll('#items :checked').length === 1);
    expect(await page.$eval('#open', (each) => each.textContent)).to.equal('4');
    expect(complaints).to.deep.equal([]);
  });

  it('issue 9: the example in Chinese', async () => {
    await look(1280, 'light');
    await visit('zh/index.html');
    await start('添加牛奶和面包');
    await has('牛奶');
    await has('面包');
    await answered('已添加');
    await say('删除邮票');
    await (await within('[data-decision="reject"]'))!.click();
    await answered('您拒绝了');
    expect(await titles()).to.include('邮票');
    await say('全部完成');
    await page.waitForFunction(() => document.querySelector('#open')!.textContent === '0');
    expect(complaints).to.deep.equal([]);
  });

  it('issue 9: the playground runs an action of the page that was written there, and no script', async () => {
    await look(1280, 'light');
    await visit('playground/index.html');
    await page.waitForFunction(() => document.querySelectorAll('#tool option').length === 2);
    await page.$eval(
      '#arguments',
      (each) => ((each as HTMLTextAreaElement).value = '{"name":"Ada","food":"vegan"}'),
    );
    await page.click('#call button');
    await page.waitForFunction(() =>
      document.querySelector('#result')!.textContent!.includes('"success": true'),
    );
    await page.waitForFunction(() =>
      document.querySelector('#observations')!.textContent!.includes('Ada, vegan'),
    );
    await page.$eval('#source', (each) => {
      (each as HTMLTextAreaElement).value =
        `<script>document.title = 'run'</script><b onclick="x()">&lt;b&gt;</b>
        <oui-surface surface-id="mine" name="Mine" description="Mine."><oui-action action-id="press" for="go" description="Presses."></oui-action>
        <p>One<p>Two<button id="go">Go</button></oui-surface>`;
    });
    await page.click('#run');
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('#tool')!.value === 'mine_press',
    );
    expect(await page.$eval('#notes', (each) => each.textContent)).to.equal(
      'Left out, markup only: <script>, onclick.',
    );
    expect(await page.$eval('#stage', (each) => each.shadowRoot!.querySelector('b')!.outerHTML)).to.equal(
      '<b>&lt;b&gt;</b>',
    );
    expect(await page.$eval('#stage', (each) => each.shadowRoot!.querySelectorAll('p').length)).to.equal(2);
    expect(await page.title()).to.contain('Playground');
    await page.waitForFunction(() =>
      document.querySelector('oui-inspector')!.shadowRoot!.textContent!.includes('Mine'),
    );
    expect(complaints).to.deep.equal([]);
  });

  it('issue 9: the search finds a heading, and goes there', async () => {
    await visit('api/oui-action.html');
    await page.type('#query', 'write a transp');
    const first = await page.waitForSelector('#found a');
    expect(await first!.evaluate((each) => each.firstChild!.textContent)).to.equal('Write a transport');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).to.equal(`${server.address}guides/write-a-transport.html`);
    expect(complaints).to.deep.equal([]);
  });

  it('issue 9: the conformance report is of a run, and everything passed', () => {
    const report = files.get('conformance/index.html')!;
    expect(report).to.match(/<p class="lead">(\d+) of \1 scenarios pass\.<\/p>/);
    expect(report).to.not.contain('class="failed"');
  });
});
