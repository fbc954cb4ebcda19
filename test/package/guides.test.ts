import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { launch, type Browser } from 'puppeteer-core';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';
import { pageBeside } from '../node/page-beside.js';
import { blocksOf, CHECK, checked, flat, piecesOf, promises, type Block } from './guide-blocks.js';
import { read, ROOT, servedBundle } from './package-root.js';

const GUIDES = readdirSync(join(ROOT, 'docs/guides'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/guides/${file}`)
  .sort();
/** Pages that only lead on, or compare: nothing in them can be run. */
const WITHOUT_CODE = /(?:comparison|connect-your-back-end)\.md$/;

/** A page of a guide, with the server that its guide wrote before it and what is then typed into its console. */
interface Scene {
  page: Block | undefined;
  server: Block | undefined;
  typed: Block[];
}

function scenesOf(blocks: readonly Block[]): Scene[] {
  const scenes: Scene[] = [];
  let server: Block | undefined;
  for (const block of blocks) {
    if (block.info === 'run server') server = block;
    else if (block.language === 'html' && block.info === 'run')
      scenes.push({ page: block, server, typed: [] });
    else if (block.info === 'run page') scenes.at(-1)?.typed.push(block);
    else if (/^run(?: file=.+)?$/.test(block.info)) scenes.push({ page: undefined, server, typed: [block] });
  }
  return scenes;
}

const proseOf = (path: string) => read(path).replace(/^```[\s\S]*?^```$/gm, '');

describe('what is written down', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .concat('README.md', 'CONTRIBUTING.md');

  it('issue 9: every page has one title, and its links lead somewhere', () => {
    for (const page of pages) {
      const prose = proseOf(page);
      expect(prose.match(/^# .+$/gm), page).to.have.length(1);
      for (const [, target] of prose.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#[^)]*)?\)/g)) {
        if (target === '') continue;
        const path = join(ROOT, normalize(join(dirname(page), target)));
        expect(existsSync(path), `${page} leads to ${target}`).to.equal(true);
      }
    }
  });

  it('issue 9: every decision has its four parts in under 40 lines, and is in the list', () => {
    const records = pages.filter((page) => /decisions\/\d{4}-/.test(page));
    expect(records).to.have.length.within(8, 99);
    const list = read('docs/decisions/README.md');
    for (const record of records) {
      const parts = [...read(record).matchAll(/^## (.+)$/gm)].map(([, part]) => part);
      expect(parts, record).to.deep.equal(['Context', 'Decision', 'What it costs', 'What would change it']);
      expect(read(record).split('\n').length, record).to.be.below(41);
      expect(list).to.contain(`](${record.slice('docs/decisions/'.length)})`);
    }
  });
});

describe('the guides', function () {
  this.timeout(60_000);
  let browser: Browser;
  let folder: string;
  const bundle = servedBundle('oui-elements', '');

  // What a suite provokes on purpose is told in Node's console; a page's console is looked at.
  let warnings: ReturnType<typeof setDevWarnings>;

  before(async () => {
    warnings = setDevWarnings(undefined);
    // Within the package, whose own name can be imported there.
    folder = mkdtempSync(join(ROOT, 'dist/guides-'));
    browser = await launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  });

  after(async () => {
    setDevWarnings(warnings);
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  let written = 0;
  /** Imports a block as a module of Node's. */
  async function inNode(block: Block): Promise<Record<string, unknown>> {
    const name = /^run file=(.+)$/.exec(block.info)?.[1] ?? `block-${++written}.mjs`;
    const file = join(folder, name);
    const beginning = promises(block.code) > 0 ? `const check = ${CHECK};\n` : '';
    writeFileSync(file, beginning + checked(block));
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  }

  async function play({ page: block, server, typed }: Scene): Promise<void> {
    process.env['PORT'] = '0';
    const served = server && ((await inNode(server))['server'] as Server);
    delete process.env['PORT'];
    if (served && !served.listening) await once(served, 'listening');
    try {
      if (!block) for (const code of typed) await inNode(code);
      else await inPage(block, typed, served);
    } finally {
      served?.closeAllConnections();
      served?.close();
    }
  }

  async function inPage(block: Block, typed: readonly Block[], served: Server | undefined): Promise<void> {
    const port = (served?.address() as { port: number } | null | undefined)?.port ?? 1;
    const host = await pageBeside(`http://127.0.0.1:${port}`, {
      ...bundle,
      '/': ['text/html; charset=utf-8', block.code],
      '/favicon.ico': ['image/x-icon', ''],
    });
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (['warn', 'error'].includes(message.type())) faults.push(message.text());
      });
      await page.goto(`${host.origin}/`);
      // Nobody types into a console before that.
      await page.waitForFunction(
        () => !document.querySelector(':not(:defined), oui-surface:not(:state(active))'),
      );
      // One console: what a block has named, the next ones know.
      await page.evaluate(`(async (check) => {\n${typed.map(checked).join('\n')}\n})(${CHECK})`);
      expect(faults).to.deep.equal([]);
    } finally {
      await context.close();
      await host.close();
    }
  }

  for (const guide of GUIDES) {
    const blocks = blocksOf(read(guide));

    if (guide.includes('/zh/')) {
      it(`issue 9: ${guide}: its code is that of the English guide`, () => {
        const shown = (all: readonly Block[]) => all.map(({ line: _, ...block }) => block);
        expect(shown(blocks)).to.deep.equal(shown(blocksOf(read(guide.replace('/zh/', '/')))));
      });
      continue;
    }

    for (const scene of scenesOf(blocks)) {
      const { line } = (scene.page ?? scene.typed[0])!;
      it(`issue 9: ${guide}, line ${line}: works as it is written`, () => play(scene));
    }

    for (const { info, code, line } of blocks.filter(({ info }) => info.startsWith('from='))) {
      it(`issue 9: ${guide}, line ${line}: is in ${info.slice(5)}`, () => {
        const source = flat(read(info.slice(5)));
        for (const piece of piecesOf(code)) expect(source).to.contain(piece);
      });
    }

    it(`issue 9: ${guide}: what claims to work is run`, () => {
      const infos = blocks.map(({ info }) => info.replace(/=.*/, ''));
      for (const info of infos)
        expect(info).to.be.oneOf(['', 'run', 'run page', 'run server', 'run file', 'from']);
      if (WITHOUT_CODE.test(guide)) return;
      expect(infos.filter((info) => info !== '')).not.to.deep.equal([]);
    });
  }
});
