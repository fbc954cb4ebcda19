import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { createDemoServer, type DemoServer } from '../../demo/server.js';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Choice {
  panel: string;
  story: string;
  scheme?: string;
  lang?: string;
  dir?: string;
  width?: string;
  layout?: string;
}

/** Every look is seen with every story, though not with every panel. */
const LOOKS: readonly Partial<Choice>[] = [
  {},
  { scheme: 'dark' },
  { lang: 'zh', width: 'narrow' },
  { dir: 'rtl', scheme: 'dark', width: 'narrow' },
];

describe('the gallery', function () {
  this.timeout(300_000);
  let browser: Browser;
  let server: DemoServer;
  let page: Page;
  let address: string;
  const complaints: string[] = [];
  const requested: string[] = [];

  before(async () => {
    browser = await launch({ executablePath: findBrowser(), args: ['--headless=new', ...BROWSER_FLAGS] });
    server = createDemoServer();
    address = await server.listen(0);
    page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('dialog', (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => requested.push(request.url()));
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`violation: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await page.goto(`${address}/demo/gallery/index.html`);
    await page.waitForFunction('document.body.dataset.shown !== undefined');
    await page.evaluate(AXE);
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  /** The choices of one select. */
  const optionsOf = (name: string) =>
    page.$$eval(`[name="${name}"] option`, (all) => all.map((option) => (option as HTMLOptionElement).value));

  async function show(choice: Partial<Choice>): Promise<void> {
    await page.evaluate((values) => {
      const form = document.querySelector<HTMLFormElement>('#choice')!;
      form.reset();
      for (const [name, value] of Object.entries(values)) {
        (form.elements.namedItem(name) as HTMLSelectElement).value = value;
      }
      delete document.body.dataset['shown'];
      form.dispatchEvent(new Event('input'));
    }, choice);
    await page.waitForFunction('document.body.dataset.shown !== undefined');
    // Two frames: one for the facts, one for what was loaded for them.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  /** What axe finds on the stage, in one line each. */
  const faults = () =>
    page.evaluate(
      `axe.run('#stage', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + JSON.stringify(target))))`,
    ) as Promise<string[]>;

  it('known-failure E M-062 every panel shows every story: accessible, under a strict policy, and nothing leaves the page', async () => {
    const [panels, stories] = [await optionsOf('panel'), await optionsOf('story')];
    expect(panels.length).to.be.above(19);
    expect(stories.length).to.be.above(50);
    const common = stories.filter((story) => !story.includes('/'));
    const found: string[] = [];
    let look = 0;
    const see = async (choice: Choice) => {
      await show(choice);
      found.push(...(await faults()).map((fault) => `${JSON.stringify(choice)}: ${fault}`));
    };
    for (const panel of panels) {
      const own = stories.filter((story) => story.startsWith(`${panel}/`));
      // What is of no concern to a panel it shows as nothing: two of those are enough.
      for (const story of [...own, ...(own.length > 0 ? ['empty', 'hostile'] : common)])
        await see({ panel, story, ...LOOKS[look++ % LOOKS.length] });
    }
    for (const story of stories.filter((name) => name.includes('/')))
      await see({ panel: 'agent-workbench', story, layout: 'team', ...LOOKS[look++ % LOOKS.length] });
    expect(found).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
    const own = new URL(address).origin;
    expect(requested.filter((url) => new URL(url).origin !== own)).to.deep.equal([]);
  });
});
