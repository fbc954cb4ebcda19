import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { EVENT_TYPES } from 'oui-elements/agent-ui/events';
import { auditLog } from 'oui-elements/testing';
import { createDemoServer, type DemoServer } from '../../demo/server.js';
import type { AdapterSink, RuntimeAdapter } from '../../src/agent-ui/adapters/adapter.js';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Scenario {
  id: string;
  title: string;
  topology?: string;
  steps: readonly (AgentUiEvent | { until: string; answers: Record<string, AgentUiEvent[]> })[];
}
interface Network {
  shuffle: boolean;
  duplicate: boolean;
  delay: boolean;
}
interface Player {
  readonly waiting?: { until: string; answers: Record<string, unknown> };
  readonly ended: boolean;
  readonly sent: readonly AgentUiEvent[];
  step(): boolean;
}
interface Runtime extends RuntimeAdapter {
  manner: string;
  latencyMs: number;
  player: Player;
  requests: readonly { kind: string }[];
  deliver(events: readonly AgentUiEvent[]): void;
  sink?: AdapterSink;
}

/** The demo is plain JavaScript beside the package, as a page loads it. */
const load = (path: string) => import(new URL(`../../../demo/scenarios/${path}`, import.meta.url).href);

describe('the recorded scenarios', function () {
  this.timeout(60_000);
  let scenarios: readonly Scenario[];
  let eventsOf: (scenario: Scenario, decide?: (answers: string[]) => string) => AgentUiEvent[];
  let surfacesOf: (session: AgentSession) => string[];
  let surfaces: readonly string[];
  let makePlayer: (scenario: Scenario, deliver: Runtime['deliver'], network: Network) => Player;
  let makeRuntime: (scenario: Scenario) => Runtime;

  before(async () => {
    ({ SCENARIOS: scenarios } = await load('logs/index.js'));
    ({ eventsOf } = await load('logs/recorded.js'));
    ({ surfacesOf, SURFACES: surfaces } = await load('surfaces.js'));
    const { Player } = await load('player.js');
    makePlayer = (scenario, deliver, network) => new Player(scenario, deliver, network);
    const { RecordedRuntime } = await load('recorded-runtime.js');
    makeRuntime = (scenario) => new RecordedRuntime(scenario);
  });

  const CLEAN: Network = { shuffle: false, duplicate: false, delay: false };

  /** A scenario as the page plays it, with a person who takes the `nth` of the decisions of the log. */
  async function played(scenario: Scenario, { network = CLEAN, nth = 0, manner = 'answers' } = {}) {
    const runtime = makeRuntime(scenario);
    Object.assign(runtime, { manner, latencyMs: 0 });
    runtime.player = makePlayer(scenario, (events) => runtime.deliver(events), network);
    const session = new AgentSession(runtime, { sessionId: scenario.id });
    const { player } = runtime;
    while (!runtime.sink) await Promise.resolve();
    for (let asked; !player.ended;) {
      if (player.step()) continue;
      const { until, answers } = player.waiting!;
      if (asked === until) break;
      asked = until;
      const decisions = Object.keys(answers);
      await session.respond(until, decisions[Math.min(nth, decisions.length - 1)]!);
      // What the runtime says of it follows its receipt.
      for (let i = 0; i < 10; i++) await Promise.resolve();
    }
    return { session, runtime, player };
  }

  /** That something came late is noted, and how long things took is measured: neither is a fact of the log. */
  const facts = (session: AgentSession) => ({ ...session.snapshot(), diagnostics: [], metrics: [] });
  const scenario = (id: string) => scenarios.find((each) => each.id === id)!;

  it("section 10.1 there are the standard's fourteen, and failure, old session, missing facts, hostile input and a large team", () => {
    expect(scenarios.map(({ id }) => id)).to.deep.equal([
      'full-run',
      'ordered-parts',
      'tool-lifecycle',
      'artifact-workspace',
      'evidence-replay',
      'context-policy',
      'diagnostics-repair',
      'coordinator-team',
      'parallel-workers',
      'specialist-handoff',
      'review-team',
      'human-agent-board',
      'background-teammate',
      'remote-teammate',
      'failure',
      'old-session',
      'missing-facts',
      'hostile-input',
      'large-team',
    ]);
  });

  it('section 10.2 B10 all 52 classes are sent', () => {
    const sent = new Set<string>(
      scenarios.flatMap(({ steps }) =>
        steps.flatMap((step) =>
          'answers' in step
            ? Object.values(step.answers).flatMap((all) => all.map(({ type }) => type))
            : [step.type],
        ),
      ),
    );
    expect(EVENT_TYPES.filter((type) => !sent.has(type))).to.deep.equal([]);
    expect(EVENT_TYPES).to.have.length(52);
  });

  it('section 10.3 all 21 surfaces have something to show', async () => {
    const shown = new Set<string>();
    for (const each of scenarios)
      for (const surface of surfacesOf((await played(each)).session)) shown.add(surface);
    expect(surfaces).to.have.length(21);
    expect(surfaces.filter((surface) => !shown.has(surface))).to.deep.equal([]);
  });

  it('section 1.6 all eight topologies are there', () => {
    const told = new Set(
      scenarios.flatMap((each) => eventsOf(each).map(({ topology }) => topology)).filter(Boolean),
    );
    expect([...told].sort()).to.deep.equal([
      'background_teammate',
      'coordinator_team',
      'human_agent_board',
      'parallel_workers',
      'remote_teammate',
      'review_team',
      'solo_run',
      'specialist_handoff',
    ]);
  });

  it('section 10.2 B2 B15 each log is sound: only hostile input, and a secret that must not be shown, is faulted', () => {
    const faults = scenarios
      .filter(({ id }) => id !== 'hostile-input')
      .flatMap((each) =>
        auditLog(eventsOf(each))
          .findings.filter(({ level }) => level === 'error')
          .map(({ code }) => `${each.id} ${code}`),
      );
    expect(faults).to.deep.equal(['tool-lifecycle secret.present']);
  });

  it('M-061 section 10.3 shuffled, sent twice and delayed, each comes to the same facts as in order', async () => {
    const networks: Network[] = [
      { ...CLEAN, shuffle: true },
      { ...CLEAN, duplicate: true },
      { ...CLEAN, delay: true },
      { shuffle: true, duplicate: true, delay: true },
    ];
    for (const each of scenarios)
      for (const network of networks) {
        const { session, player } = await played(each, { network });
        const inOrder = new AgentSession();
        inOrder.dispatch(player.sent);
        expect(facts(session), `${each.id} ${JSON.stringify(network)}`).to.deep.equal(facts(inOrder));
      }
  });

  it('section 10.2 B8 a rejection is never played over', async () => {
    for (const id of ['full-run', 'tool-lifecycle', 'context-policy', 'specialist-handoff']) {
      const { session } = await played(scenario(id), { nth: 1 });
      const { approvals, tools, permissions, handoffs } = session.snapshot();
      expect(
        approvals.map(({ decision }) => decision),
        id,
      ).to.deep.equal(['rejected']);
      expect(JSON.stringify(permissions), id).to.not.contain('"allow"');
      expect(
        handoffs.every(({ state }) => state === 'declined'),
        id,
      ).to.equal(true);
      const gated = tools.find(({ toolCallId }) => toolCallId === (id === 'full-run' ? 'tc-2' : 'tc-3'));
      if (gated) expect(gated['state'], id).to.equal('output-error');
    }
  });

  it('section 10.2 B7 B9 a runtime that refuses, and one that is silent: no fact changes, and the log waits', async () => {
    for (const manner of ['refuses', 'is silent']) {
      const { session, runtime, player } = await played(scenario('tool-lifecycle'), { manner });
      expect(runtime.requests.map(({ kind }) => kind)).to.deep.equal(['respond']);
      expect(player.waiting?.until).to.equal('ac-1');
      expect(session.snapshot().approvals[0]).to.include({ state: 'pending' });
      expect(session.writes.at(-1)).to.include({
        state: manner === 'refuses' ? 'failed' : 'awaiting-confirmation',
      });
    }
  });

  it('section 10.2 B17 what failed, and every report, stays after a retry', async () => {
    const { session } = await played(scenario('parallel-workers'));
    const south = session
      .view('team_roster')
      .get()
      .members.find(({ agentId }) => agentId === 'south')!;
    expect(south.state).to.equal('completed');
    expect(south.pastAttempts?.[0]).to.include({ status: 'failed' });
    const reports = (await played(scenario('coordinator-team'))).session.view('worker_notifications').get();
    expect(reports.notifications).to.have.length(3);
  });
});

describe('the scenarios in a page', function () {
  this.timeout(240_000);
  let browser: Browser;
  let server: DemoServer;
  let page: Page;
  let address: string;
  const complaints: string[] = [];
  const requested: string[] = [];

  before(async () => {
    browser = await launch({ executablePath: findBrowser(), args: ['--headless=new', ...BROWSER_FLAGS] });
    server = createDemoServer();
    address = await server.listen(0);
    page = await browser.newPage();
    await page.setViewport({ width: 1440, height: 1000 });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('dialog', (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => requested.push(request.url()));
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`violation: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  /** Opens the page with nothing played; everything goes at once from here. */
  async function open(query = '') {
    await page.goto(`${address}/demo/scenarios/index.html${query}`);
    await page.waitForFunction('document.body.dataset.shown !== undefined');
    await page.select('#speed', '0');
    await page.select('[name="latency"]', '0');
  }

  /** `visible` has it looked for in each frame: what changes within a shadow root is no change of the document. */
  const within = (selector: string) =>
    page.waitForSelector(`agent-workbench >>> ${selector}`, { visible: true });
  const reject = async () => (await within('[data-decision="reject"]'))!.click();
  const place = (word: string) => page.waitForFunction(`document.body.dataset.place === '${word}'`);

  it('known-failure 41 E M-062 each plays to its end in a workbench, disturbed, accessible, under a strict policy, and nothing leaves the page', async () => {
    await open();
    await page.evaluate(AXE);
    const ids = await page.$$eval('[name="scenario"] option', (all) =>
      all.map((option) => (option as HTMLOptionElement).value),
    );
    for (const name of ['shuffle', 'duplicate', 'delay', 'decide']) await page.click(`[name="${name}"]`);
    const ends: Record<string, string | undefined> = {};
    const found: string[] = [];
    for (const id of ids) {
      await page.select('[name="scenario"]', id);
      await page.waitForFunction(`document.body.dataset.shown === ${JSON.stringify(id)}`);
      await page.click('#play');
      await place('end');
      ends[id] = await page.$eval('#same', (same) => (same as HTMLElement).dataset['same']);
      const faults = (await page.evaluate(
        `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) =>
          violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + JSON.stringify(target))))`,
      )) as string[];
      found.push(...faults.map((fault) => `${id}: ${fault}`));
    }
    expect(ends).to.deep.equal(Object.fromEntries(ids.map((id) => [id, 'true'])));
    expect(found).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
    const own = new URL(address).origin;
    expect(requested.filter((url) => new URL(url).origin !== own)).to.deep.equal([]);
  });

  it('section 10.2 B7 B8 a click goes to the runtime and comes back as a fact: what was rejected is not done', async () => {
    await open('?scenario=tool-lifecycle');
    await page.click('#play');
    await place('waiting');
    await reject();
    await place('end');
    // It may be folded away: it need not be visible.
    while (!(await page.$('agent-workbench >>> [data-state="output-error"]')))
      await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.$$('agent-workbench >>> ::-p-text(Deployed in 41 s)')).to.have.length(0);
    expect(await page.$eval('#same', (same) => (same as HTMLElement).dataset['same'])).to.equal('true');
  });

  it('section 10.2 B9 a runtime that refuses: the answer is marked as failed, and the log waits', async () => {
    await open('?scenario=tool-lifecycle');
    await page.select('[name="manner"]', 'refuses');
    await page.click('#play');
    await place('waiting');
    await reject();
    await within('.card .trouble');
    expect(await page.$eval('#place', (at) => (at as HTMLOutputElement).value)).to.equal(
      'waits for your answer',
    );
  });
});
