import { setDevWarnings, SurfaceBus } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import {
  CONFORMANCE_AGENT_OPTIONS,
  conformanceAgent,
  conformancePage,
  linkedTransports,
  runAcceptance,
  runConformance,
  sessionPeer,
  type OpenPeer,
} from 'oui-elements/testing';
import { escape } from './html.js';
import { tableBlock } from './markdown-page.js';
import type { LinkGroup, SitePage } from './site-page.js';

interface Result {
  id: string;
  title: string;
  rules: readonly string[];
  passed: boolean;
  fault?: string;
}

interface Suite {
  id: string;
  title: string;
  about: string;
  results: readonly Result[];
}

/** Both suites of the package, run now against the package itself, both ends in this process. */
async function runSuites(): Promise<Suite[]> {
  // The suites send what is wrong on purpose; nobody needs to be told.
  const warn = setDevWarnings(undefined);
  const [page, agent, store] = await Promise.all([
    runConformance(openPage, { side: 'page', concurrency: 16, slack: 4 }),
    runConformance(openAgent, { side: 'agent', concurrency: 16, slack: 4 }),
    runAcceptance(sessionPeer, { withinMs: 0 }),
  ]);
  setDevWarnings(warn);
  return [
    {
      id: 'page',
      title: 'OUI, the page',
      about: 'A surface bus with the pages that the suite asks for; the suite plays the agent.',
      results: page.scenarios,
    },
    {
      id: 'agent',
      title: 'OUI, the agent',
      about: 'An agent runtime; the suite plays the page.',
      results: agent.scenarios,
    },
    {
      id: 'store',
      title: 'Agent UI',
      about: 'A session and its store; the suite plays the runtime, and reads the facts.',
      results: store.scenarios,
    },
  ];
}

function openPage(): OpenPeer {
  const [mine, runners] = linkedTransports();
  const bus = new SurfaceBus();
  conformancePage(bus);
  const connection = bus.connect(mine);
  return { transport: runners, close: () => connection.disconnect() };
}

function openAgent(): OpenPeer {
  const [runners, mine] = linkedTransports();
  const agent = new AgentRuntime(CONFORMANCE_AGENT_OPTIONS);
  conformanceAgent(agent);
  void agent.connect(mine);
  return { transport: runners, close: () => agent.disconnect() };
}

/** The report, of a run that is made for it. */
export async function conformanceReport(version: string, groups: readonly LinkGroup[]): Promise<SitePage> {
  const suites = await runSuites();
  const headings = suites.map(({ id, title }) => ({ id, text: title, depth: 2 }));
  const all = suites.flatMap(({ results }) => results);
  const passed = all.filter((result) => result.passed).length;
  return {
    path: 'conformance/index.html',
    title: 'Conformance',
    description: `${passed} of ${all.length} scenarios pass: the suites of the package, run when this page was made.`,
    lang: 'en',
    section: 'conformance',
    kind: 'doc',
    headings,
    groups,
    body: `<article><h1>Conformance</h1>
<p class="lead">${passed} of ${all.length} scenarios pass.</p>
<p>The suites are plain JSON and in the package: <a href="../conformance.json">conformance.json</a> for OUI, <a href="../acceptance.json">acceptance.json</a> for Agent UI. They were run when this page was made, on oui-elements ${escape(version)} in Node ${escape(process.versions.node)}, both ends in one process. Run them against your own page, agent or store with <code>runConformance</code> and <code>runAcceptance</code> of <code>oui-elements/testing</code>.</p>
<p>The corpus of AG-UI has <a href="../docs/ag-ui-conformance.html">a report of its own</a>.</p>
${suites.map(section).join('\n')}</article>`,
  };
}

function section({ id, title, about, results }: Suite): string {
  const rows = results.map(
    ({ id: name, title: what, rules, passed, fault }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${escape(what)}${fault ? `<br><strong>${escape(fault)}</strong>` : ''}</td><td>${rules.map(escape).join(', ')}</td><td class="${passed ? 'passed' : 'failed'}">${passed ? 'passed' : 'failed'}</td></tr>`,
  );
  const passed = results.filter((result) => result.passed).length;
  return `<h2 id="${id}">${title}: ${passed} of ${results.length}</h2><p>${about}</p>
${tableBlock(`<thead><tr><th>Scenario</th><th>What must be so</th><th>Rules</th><th>Result</th></tr></thead><tbody>${rows.join('\n')}</tbody>`)}`;
}
