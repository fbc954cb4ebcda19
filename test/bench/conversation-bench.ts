import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { busy, withPages } from './bench-pages.js';

const ROUNDS = 3;

/** `deep-chat` as a candidate, where it is installed. */
const PEER = `
import 'deep-chat';
window.candidates['deep-chat'] = () => {
  const element = document.createElement('deep-chat');
  let signals;
  element.connect = { stream: true, handler: (_, given) => { signals = given; given.onOpen(); } };
  element.style.cssText = 'display: block; height: 600px';
  return {
    begin: async () => {
      const rendered = new Promise((resolve) => (element.onComponentRender = resolve));
      document.body.replaceChildren(element);
      await rendered;
      element.submitUserMessage({ text: 'go' });
      while (!signals) await new Promise(requestAnimationFrame);
    },
    say: (text) => signals.onResponse({ text }),
    text: () => element.shadowRoot.textContent,
  };
};`;

function isInstalled(name: string): boolean {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return places.some((place) => existsSync(`${place}/${name}/package.json`));
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const shown = (value: number, unit = ' ms') => `${value.toFixed(0)}${unit}`.padStart(12);

/**
 * The conversation in Chromium: ratios within one run; times depend on the machine.
 * @param full runs the others at 128 KB too, which takes them minutes
 */
export async function benchConversation(full = false): Promise<void> {
  const peers = isInstalled('deep-chat') ? PEER : '';
  await withPages('./conversation-page.js', peers, async (open) => {
    const fresh = async () => {
      const page = await open();
      await page.waitForFunction(() => 'typing' in window);
      return page;
    };
    await streaming(fresh, full);
    await opening(fresh);
    await typing(fresh);
  });
}

async function streaming(fresh: () => Promise<Page>, full: boolean): Promise<void> {
  const page = await fresh();
  const names = await page.evaluate(() => Object.keys(window.candidates));
  await page.close();
  console.log('\nan answer in deltas, main thread'.padEnd(33), ...names.map((name) => name.padStart(20)));
  const at8 = new Map<string, number>();
  for (const [kilobytes, deltas] of [
    [8, 128],
    [32, 512],
    [128, 2048],
  ] as const) {
    const cells: string[] = [];
    let base = 0;
    for (const [index, name] of names.entries()) {
      if (index > 0 && kilobytes > 32 && !full) continue;
      const times: number[] = [];
      let longest = 0;
      for (let round = 0; round < (kilobytes > 32 ? 1 : ROUNDS); round++) {
        const tab = await fresh();
        times.push(
          await busy(tab, async () => {
            const told = await tab.evaluate((...given) => window.stream(...given), name, kilobytes, deltas);
            longest = Math.max(longest, told.longest);
          }),
        );
        await tab.close();
      }
      const ms = median(times);
      base ||= ms;
      if (kilobytes === 8) at8.set(name, ms);
      const growth = ms / at8.get(name)!;
      cells.push(
        `${ms.toFixed(0)} ms ×${(ms / base).toFixed(1)} (${growth.toFixed(1)}; ${longest.toFixed(0)})`,
      );
    }
    console.log(`  ${kilobytes} KB in ${deltas}`.padEnd(32), ...cells.map((cell) => cell.padStart(20)));
  }
  console.log('  (× ours; in brackets the growth from 8 KB, and the longest task over 50 ms)');
}

async function opening(fresh: () => Promise<Page>): Promise<void> {
  console.log(
    '\nopening a session'.padEnd(33),
    'until shown'.padStart(12),
    'nodes'.padStart(12),
    'heap'.padStart(12),
  );
  for (const turns of [500, 5000]) {
    const page = await fresh();
    const { ms, nodes } = await page.evaluate((count) => window.openSession(count), turns);
    await page.evaluate('gc()');
    const { JSHeapUsedSize = 0 } = await page.metrics();
    console.log(
      `  ${turns} turns`.padEnd(32),
      shown(ms),
      shown(nodes, ''),
      shown(JSHeapUsedSize / 2 ** 20, ' MiB'),
    );
    await page.close();
  }
}

async function typing(fresh: () => Promise<Page>): Promise<void> {
  console.log('\na keystroke in the composer'.padEnd(33), 'main thread'.padStart(12));
  for (const turns of [10, 2000]) {
    const page = await fresh();
    await page.evaluate(async (count) => void (await window.typing(count)), turns);
    const text = 'the quick brown fox jumps over the lazy dog ';
    const ms = await busy(page, () => page.keyboard.type(text));
    console.log(`  beside ${turns} turns`.padEnd(32), `${(ms / text.length).toFixed(2)} ms`.padStart(12));
    await page.close();
  }
}
