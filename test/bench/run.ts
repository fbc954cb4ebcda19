import { benchA2a } from './a2a-bench.js';
import { benchAcp } from './acp-bench.js';
import { benchAiSdk } from './ai-sdk-bench.js';
import { benchConversation } from './conversation-bench.js';
import { benchHeap } from './heap.js';
import { benchIngest } from './ingest.js';
import { benchLangGraph } from './langgraph-bench.js';
import { Report } from './measure.js';
import { benchOui } from './oui-bench.js';
import { benchTeam } from './team-bench.js';
import { benchThroughput } from './throughput.js';
import { benchFrame, benchViews } from './views.js';

/**
 * `npm run bench`: speed and memory, as ratios within one run, since times depend on the machine. Whatever is wanted
 * is printed beside what was seen. `-- --full` runs the others at the largest sizes too, which takes them many minutes;
 * `-- throughput ingest views heap oui adapters conversation team` runs only what is named.
 */
const full = process.argv.includes('--full');
const chosen = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const runs = (name: string) => chosen.length === 0 || chosen.includes(name);

const report = new Report();
if (runs('throughput')) await benchThroughput(report, full);
if (runs('ingest')) benchIngest(report);
if (runs('views')) {
  await benchFrame(report);
  benchViews(report);
}
if (runs('heap')) await benchHeap(report);
if (runs('oui')) await benchOui();
if (runs('adapters')) {
  await benchAiSdk(report);
  await benchLangGraph(report);
  await benchAcp(report);
  await benchA2a(report);
}
if (runs('conversation')) await benchConversation(full);
if (runs('team')) await benchTeam();
console.log(report.missed === 0 ? '\nEverything wanted was met.' : `\n${report.missed} wanted and MISSED.`);
process.exit(report.missed === 0 ? 0 : 1);
