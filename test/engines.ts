import { existsSync } from 'node:fs';
import { chromeLauncher } from '@web/test-runner-chrome';
import type { BrowserLauncher } from '@web/test-runner';
import { BROWSER_FLAGS, findBrowser } from './find-browser.js';
import { WebKitLauncher } from './webkit-launcher.js';

/** What the suite runs in. Chromium is needed; the others are used where they are installed. */
export type EngineName = 'Chromium' | 'Firefox' | 'WebKit';

export interface Engine {
  readonly name: EngineName;
  /** How to get it. */
  readonly get: string;
  /** A launcher, or nothing if it is not installed. */
  launcher(): BrowserLauncher | undefined;
}

const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];
const WEBKIT_BROWSER = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
];

const first = (places: readonly string[]) => places.find((place) => existsSync(place));

// A window for each page: a tab behind another one is hidden, and gets no frames.
const createPage: NonNullable<Parameters<typeof chromeLauncher>[0]>['createPage'] = async ({ context }) =>
  (await context.browser().createBrowserContext()).newPage();

export const ENGINES: readonly Engine[] = [
  {
    name: 'Chromium',
    get: 'Debian, Ubuntu: sudo apt-get install -y chromium',
    launcher: () =>
      chromeLauncher({
        launchOptions: { executablePath: findBrowser(), args: [...BROWSER_FLAGS] },
        createPage,
      }),
  },
  {
    name: 'Firefox',
    get: 'Debian: sudo apt-get install -y firefox-esr; elsewhere: set FIREFOX_PATH',
    launcher: () => {
      const executablePath = process.env['FIREFOX_PATH'] ?? first(FIREFOX);
      if (!executablePath) return undefined;
      // One window: only the one in front gets keys, and the focus.
      return chromeLauncher({
        launchOptions: { browser: 'firefox', executablePath },
        createPage,
        concurrency: 1,
      });
    },
  },
  {
    name: 'WebKit',
    get: 'Debian: sudo apt-get install -y webkit2gtk-driver xvfb',
    launcher: () => {
      const driver = first(['/usr/bin/WebKitWebDriver']);
      const browser = first(WEBKIT_BROWSER);
      const screen = first(['/usr/bin/Xvfb']);
      return driver && browser && screen ? new WebKitLauncher({ driver, browser, screen }) : undefined;
    },
  },
];

/** What `ENGINES` asks for: `all` that are found, or names (`ENGINES=chromium,webkit`), and then those are needed. */
export function findEngines(asked = process.env['ENGINES'] ?? 'chromium'): {
  readonly launchers: BrowserLauncher[];
  readonly missing: readonly Engine[];
} {
  const names = asked.toLowerCase().split(/[\s,]+/);
  const wanted = ENGINES.filter(({ name }) => names.includes('all') || names.includes(name.toLowerCase()));
  if (wanted.length === 0)
    throw new Error(`ENGINES=${asked} names none of ${ENGINES.map(({ name }) => name).join(', ')}.`);
  const launchers: BrowserLauncher[] = [];
  const missing: Engine[] = [];
  for (const engine of wanted) {
    const launcher = engine.launcher();
    if (launcher) launchers.push(Object.assign(launcher, { name: engine.name }));
    else if (names.includes('all')) missing.push(engine);
    else throw new Error(`ENGINES asks for ${engine.name}, which is not installed. ${engine.get}`);
  }
  return { launchers, missing };
}
