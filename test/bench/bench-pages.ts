import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import puppeteer, { type Page } from 'puppeteer-core';
import { rollup, type Plugin } from 'rollup';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';

/** Its types are for another way of loading modules. */
const toModules = commonjs as unknown as () => Plugin;

/** The page's modules, by file name. */
async function bundle(own: string, peers: string): Promise<Map<string, string>> {
  const path = new URL(own, import.meta.url).pathname;
  const sources: Record<string, string> = {
    'bench-page': `import ${JSON.stringify(path)};${peers && "import 'bench-peer';"}`,
    'bench-peer': peers,
  };
  const made = await rollup({
    input: { page: 'bench-page' },
    // Our package says that its tests have no side effects.
    treeshake: false,
    plugins: [
      {
        name: 'bench-page',
        resolveId: (id) => (id in sources ? id : null),
        load: (id) => sources[id] ?? null,
      },
      nodeResolve({ browser: true, exportConditions: ['production'] }),
      toModules(),
    ],
    onwarn: () => undefined,
  });
  const { output } = await made.generate({ format: 'es' });
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])));
}

/**
 * Serves a page of this folder to a browser.
 * @param own its module, such as `./conversation-page.js`
 * @param peers code of the others, after it
 */
export async function withPages(
  own: string,
  peers: string,
  work: (open: () => Promise<Page>) => Promise<void>,
): Promise<void> {
  const files = await bundle(own, peers);
  const server = createServer(({ url = '' }, response) => {
    const code = files.get(url);
    response.setHeader('content-type', code ? 'text/javascript' : 'text/html');
    response.end(code ?? '<!doctype html><body></body><script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const browser = await puppeteer.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  const { port } = server.address() as AddressInfo;
  try {
    await work(async () => {
      const page = await browser.newPage();
      page.on('pageerror', (error) => console.error(error));
      await page.setViewport({ width: 900, height: 700 });
      await page.goto(`http://localhost:${port}/`);
      return page;
    });
  } finally {
    await browser.close();
    server.close();
  }
}

/** Milliseconds that the main thread was busy while `work` ran. */
export async function busy(page: Page, work: () => Promise<unknown>): Promise<number> {
  const { TaskDuration: before = 0 } = await page.metrics();
  await work();
  const { TaskDuration: after = 0 } = await page.metrics();
  return (after - before) * 1000;
}
