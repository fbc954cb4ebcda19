import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import type { AgentWorkbench } from 'oui-elements/components/agent-workbench';
import { launch, type Page } from 'puppeteer-core';
import { rollup, type Plugin } from 'rollup';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';
import { ROOT } from '../package/package-root.js';

type Snapshot = ReturnType<NonNullable<AgentWorkbench['session']>['snapshot']>;
type PluginModule = { default: (options?: object) => Plugin };
// Its types are written for CommonJS, its code is a module.
const { default: commonjs } = (await import('@rollup/plugin-commonjs')) as unknown as PluginModule;

let files: Promise<ReadonlyMap<string, string>> | undefined;

/** The elements as a browser can load them, made once for all tests of a process. */
function bundle(): Promise<ReadonlyMap<string, string>> {
  return (files ??= (async () => {
    const made = await rollup({
      input: join(ROOT, 'dist/components/define.js'),
      plugins: [nodeResolve({ browser: true, exportConditions: ['production'] }), commonjs()],
      onwarn: () => {},
    });
    const { output } = await made.generate({ format: 'es' });
    await made.close();
    return new Map(
      output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code] as const] : [])),
    );
  })());
}

/** A page with nothing but a workbench, in a real browser, in front of a real server of some protocol. */
export class WorkbenchPage {
  private constructor(
    readonly page: Page,
    /** Whatever the page complained of. */
    readonly complaints: readonly string[],
    private readonly stop: () => Promise<void>,
  ) {}

  /**
   * @param markup of the page's body, with one `<agent-workbench>`
   * @param handle what else the page's own server answers
   */
  static async open(markup: string, handle?: RequestListener): Promise<WorkbenchPage> {
    const scripts = await bundle();
    const server = createServer((request, response) => {
      const path = request.url ?? '/';
      const script = scripts.get(path);
      if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      else if (path === '/' || path.startsWith('/?')) {
        const head = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">';
        const html = `${head}<script type="module" src="/define.js"></script>${markup}`;
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      } else if (handle) handle(request, response);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const opened = new WorkbenchPage(page, complaints, async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    await page.waitForFunction(
      () => document.querySelector<AgentWorkbench>('agent-workbench')?.session !== undefined,
    );
    return opened;
  }

  /** A person writes this into the composer, and sends it. */
  async say(text: string): Promise<void> {
    const composer = await this.page.waitForSelector('agent-workbench >>> agent-composer >>> textarea');
    await composer!.click();
    await composer!.type(text);
    await this.page.keyboard.press('Enter');
  }

  /** A person presses the button of an open question. */
  async decide(decision: string): Promise<void> {
    const button = `agent-workbench >>> button[data-decision="${decision}"]`;
    await (await this.page.waitForSelector(button, { visible: true }))!.click();
  }

  snapshot(): Promise<Snapshot> {
    return this.page.evaluate(() =>
      document.querySelector<AgentWorkbench>('agent-workbench')!.session!.snapshot(),
    );
  }

  /** Waits until facts are so. */
  async until<T>(read: (snapshot: Snapshot) => T | undefined | false): Promise<T> {
    for (;;) {
      const value = read(await this.snapshot());
      if (value) return value;
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }

  /** Waits until a person can read this in the workbench. */
  async shows(text: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted: string) => {
        const read = (node: Node): string => {
          if (node instanceof Element && node.localName === 'style') return '';
          if (node instanceof Element && node.shadowRoot) return read(node.shadowRoot);
          if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
          return [...node.childNodes].map(read).join('');
        };
        return read(document.querySelector('agent-workbench')!).includes(wanted);
      },
      {},
      text,
    );
  }

  close(): Promise<void> {
    return this.stop();
  }
}
