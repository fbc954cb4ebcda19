import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launch, type Page } from 'puppeteer-core';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';

/** A page from a static server, open in a browser. What the server does not know is not there. */
export interface StaticPage {
  page: Page;
  /** What the page wrote to its console, and its uncaught errors. */
  output: string[];
  close(): Promise<void>;
}

/** `page.example` is this server as well: for what depends on where a page comes from. */
const ELSEWHERE = ['--host-resolver-rules=MAP page.example 127.0.0.1'];

/** @param files path → content type and content */
export async function openStaticPage(
  files: Readonly<Record<string, readonly [string, string]>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<StaticPage> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    response.writeHead(file ? 200 : 404, { 'content-type': file?.[0] ?? 'text/plain', ...headers });
    response.end(file?.[1] ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS, ...ELSEWHERE] });
  const page = await browser.newPage();
  const output: string[] = [];
  page.on('console', (message) => output.push(message.text()));
  page.on('pageerror', (error) => output.push(`uncaught ${String(error)}`));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    output,
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
