import { withPages } from './bench-pages.js';

const PANELS = [
  'agent-team-roster',
  'agent-work-board',
  'agent-delegation-graph',
  'agent-handoff-lane',
  'agent-worker-notifications',
  'agent-review-lane',
  'agent-background-teammates',
  'agent-remote-teammates',
  'agent-team-policy',
  'agent-timeline',
  'agent-artifact-workspace',
  'agent-conversation',
];
const AGENTS = 200;
const ITEMS = 2000;
const EVENTS = 50_000;

/** A team of 200 in Chromium: each panel opens, and goes on while facts come; closing gives the memory back. */
export async function benchTeam(): Promise<void> {
  console.log(
    `\n${AGENTS} agents, ${ITEMS} work items, ${EVENTS} events`.padEnd(45),
    ...['open', 'longest task', 'updating', 'nodes', 'heap, and after'].map((word) => word.padStart(15)),
  );
  await withPages('./team-page.js', '', async (open) => {
    for (const tag of PANELS) {
      const page = await open();
      await page.waitForFunction(() => 'team' in window);
      const heap = async () => {
        await page.evaluate('gc()');
        return (await page.metrics()).JSHeapUsedSize! / 2 ** 20;
      };
      const before = await heap();
      const seen = await page.evaluate((...given) => window.team(...given), tag, AGENTS, ITEMS, EVENTS);
      const full = await heap();
      await page.evaluate(() => window.leave());
      // Some timers hold an element for a moment longer.
      let after = await heap();
      for (let n = 0; n < 20 && after - before > (full - before) / 4; n++) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        after = await heap();
      }
      const task = (ms: number) => (ms === 0 ? 'under 50 ms' : `${ms.toFixed(0)} ms`).padStart(15);
      console.log(
        `  ${tag}`.padEnd(44),
        `${seen.open.toFixed(0)} ms`.padStart(15),
        task(seen.longestOpening),
        task(seen.longestUpdating),
        String(seen.nodes).padStart(15),
        `${(full - before).toFixed(0)} / ${(after - before).toFixed(0)} MiB`.padStart(15),
      );
      await page.close();
    }
  });
}
