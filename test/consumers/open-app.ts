import type { Browser, Page } from 'puppeteer-core';

type Found<T> = T | undefined | false | null;

/** Until `read` gives something; fails with `what` when it does not within 15 s. */
export async function until<T>(what: string, read: () => Found<T> | Promise<Found<T>>): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Development servers load the development build of Lit. */
const EXPECTED = /^Lit is in dev mode/;

/** An app, open in a browser. */
export class OpenApp {
  /** Warnings and errors of its console, and its uncaught errors. */
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {}

  static async open(browser: Browser, url: string): Promise<OpenApp> {
    const page = await browser.newPage();
    const app = new OpenApp(page);
    page.on('pageerror', (error) => app.complaints.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      const isComplaint = message.type() === 'error' || message.type() === 'warn';
      if (!isComplaint || EXPECTED.test(text) || message.location().url?.endsWith('/favicon.ico')) return;
      app.complaints.push(text);
    });
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`violation of ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
      });
    });
    await page.goto(url);
    return app;
  }

  text(selector: string): Promise<string> {
    return this.page.$eval(selector, (element) => element.textContent ?? '');
  }

  async shows(selector: string, text: string): Promise<void> {
    await this.page.waitForFunction(
      (selector, text) => document.querySelector(selector)?.textContent === text,
      {},
      selector,
      text,
    );
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
