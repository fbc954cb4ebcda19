import { existsSync } from 'node:fs';

/** Where Chromium and its relatives are usually found. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Flags that make Chromium start in a container and keep to itself. Give copies: puppeteer takes features out of its list. */
export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--expose-gc',
  // `document.modelContext`, for the bridge to it.
  '--enable-features=WebMCP',
];

/** The browser for the tests, or an error that says how to get one. */
export function findBrowser(): string {
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROME_PATH names ${named}, and there is no such file.`);
  }
  const found = PLACES.find((place) => existsSync(place));
  if (found) return found;
  throw new Error(
    'The tests need Chromium, Chrome or Edge, and none was found.\n' +
      '  Debian, Ubuntu: sudo apt-get install -y chromium\n' +
      '  macOS:          brew install --cask chromium\n' +
      '  elsewhere:      set CHROME_PATH to the browser’s executable',
  );
}
