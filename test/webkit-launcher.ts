import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { BrowserLauncher, SessionResult } from '@web/test-runner';
import { WebKitPage } from './webkit-page.js';
import { focusWindows } from './x-focus.js';
import { freePort } from './free-port.js';

/** Where Debian and its relatives put the browser that WebKitWebDriver starts. */
export interface WebKitPlaces {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/**
 * Runs tests in WebKitGTK, several pages at a time: WebKitWebDriver has one browser with one window, so each
 * page has a driver to itself, and a screen, for only one window of a screen has the focus. All are children in process
 * groups of their own, and go when the tests are over or this process ends.
 */
export class WebKitLauncher implements BrowserLauncher {
  readonly name = 'WebKit';
  /** The runner's commands (`sendKeys`, `setViewport`, …) speak to what `getPage` gives in puppeteer's words. */
  readonly type = 'puppeteer';
  readonly #places: WebKitPlaces;
  readonly #children: ChildProcess[] = [];
  readonly #idle: WebKitPage[] = [];
  readonly #pages = new Map<string, WebKitPage>();

  constructor(places: WebKitPlaces) {
    this.#places = places;
    process.on('exit', () => this.#killAll());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => process.exit(1));
  }

  async startSession(id: string, url: string): Promise<void> {
    const page = this.#idle.pop() ?? (await this.#newPage());
    this.#pages.set(id, page);
    await page.setViewport({ width: 800, height: 600 });
    await page.goto(url);
  }

  isActive(id: string): boolean {
    return this.#pages.has(id);
  }

  getBrowserUrl(id: string): Promise<string> {
    return this.getPage(id).url();
  }

  async stopSession(id: string): Promise<SessionResult> {
    const page = this.getPage(id);
    await page.goto('about:blank');
    this.#pages.delete(id);
    this.#idle.push(page);
    return {};
  }

  startDebugSession(): Promise<void> {
    throw new Error('Debug in WebKit by opening the page in a browser of its family.');
  }

  getPage(id: string): WebKitPage {
    const page = this.#pages.get(id);
    if (!page) throw new Error(`No page for session ${id}`);
    return page;
  }

  async stop(): Promise<void> {
    await Promise.allSettled([...this.#idle, ...this.#pages.values()].map((page) => page.close()));
    this.#killAll();
  }

  /** On a screen of its own, under the first free number, which the screen says through a pipe. */
  async #newPage(): Promise<WebKitPage> {
    const size = ['-screen', '0', '1600x1200x24'];
    const screen = this.#start(this.#places.screen, ['-displayfd', '3', '-nolisten', 'tcp', ...size]);
    const [number] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
    const DISPLAY = `:${number.toString().trim()}`;
    const port = await freePort();
    // Without compositing a page is drawn in two thirds of the time; layout, and what scripts see, is the same.
    const quiet = { GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
    const env = { ...process.env, ...quiet, DISPLAY };
    this.#start(this.#places.driver, [`--port=${port}`, '--host=127.0.0.1'], env);
    const page = await WebKitPage.open(`http://127.0.0.1:${port}`, this.#places.browser);
    await focusWindows(DISPLAY);
    return page;
  }

  #start(command: string, args: string[], env = process.env): ChildProcess {
    // Detached means a process group of its own: the browser and its processes go with their driver.
    const child = spawn(command, args, {
      detached: true,
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    this.#children.push(child);
    return child;
  }

  #killAll(): void {
    for (const { pid } of this.#children.splice(0).reverse()) {
      try {
        process.kill(-pid!, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    }
  }
}
