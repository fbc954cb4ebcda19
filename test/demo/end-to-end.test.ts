import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { AgentWorkbench } from 'oui-elements/components/agent-workbench';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import type { AgentRuntime } from 'oui-elements/oui/agent';
import type { linkedTransports } from 'oui-elements/oui/transports/direct';
import type { documentBus } from 'oui-elements/page';
import { launch, type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { createDemoServer, type DemoServer } from '../../demo/server.js';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';

type Snapshot = ReturnType<NonNullable<AgentWorkbench['session']>['snapshot']>;
/** What the script for a script tag exports by name, as far as it is used here. */
interface Library {
  AgentRuntime: typeof AgentRuntime;
  documentBus: typeof documentBus;
  linkedTransports: typeof linkedTransports;
}

const REMOTE_AGENT = fileURLToPath(new URL('../../demo/remote-agent.js', import.meta.url));

describe('the demo, end to end', function () {
  this.timeout(60_000);
  let browser: Browser;
  let server: DemoServer;
  let address: string;
  let page: Page;
  /** Whatever the page complained of. */
  let complaints: string[];

  before(async () => {
    browser = await launch({ executablePath: findBrowser(), args: ['--headless=new', ...BROWSER_FLAGS] });
  });

  after(() => browser.close());

  beforeEach(async () => {
    server = createDemoServer();
    address = await server.listen(0);
    complaints = [];
    page = await (await browser.createBrowserContext()).newPage();
    await page.setViewport({ width: 1280, height: 900 });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.evaluateOnNewDocument(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', (event) => {
        violations.push(`${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    await page.goto(`${address}/`);
    await page.waitForSelector('oui-surface:state(active)');
    await page.waitForSelector('oui-transport:state(connected)');
  });

  afterEach(async () => {
    await page.browserContext().close();
    await server.close();
  });

  async function violations(): Promise<string[]> {
    return page.evaluate(() => (window as unknown as { violations: string[] }).violations);
  }

  async function titles(): Promise<string[]> {
    return page.$$eval('.item-title', (all) => all.map((title) => title.textContent));
  }

  async function snapshot(): Promise<Snapshot> {
    return page.$eval('agent-workbench', (workbench) => (workbench as AgentWorkbench).session!.snapshot());
  }

  /** Types into the composer and presses Enter, as a person does. */
  async function say(text: string): Promise<void> {
    const field = (await page.waitForSelector('agent-workbench >>> agent-composer >>> textarea'))!;
    await field.type(text);
    await field.press('Enter');
  }

  /** The button with this label, in whatever shadow root of the workbench it is. */
  async function button(label: string): Promise<ElementHandle<HTMLButtonElement>> {
    const handle = await page.waitForFunction(
      (text) => {
        const find = (root: ParentNode): HTMLButtonElement | undefined => {
          for (const element of root.querySelectorAll('*')) {
            if (element.localName === 'button' && element.textContent.trim() === text)
              return element as HTMLButtonElement;
            const inner = element.shadowRoot && find(element.shadowRoot);
            if (inner) return inner;
          }
          return undefined;
        };
        return find(document);
      },
      {},
      label,
    );
    return handle as ElementHandle<HTMLButtonElement>;
  }

  async function press(label: string): Promise<void> {
    await (await button(label)).click();
  }

  async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 15_000;
    while (!(await condition())) {
      if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** A run that hands over to the page's tools has a continuation. */
  async function runEnds(): Promise<Snapshot> {
    await until('the run has ended', async () => {
      const last = (await snapshot()).runs.at(-1);
      return last?.outcome !== undefined && !last['continues'];
    });
    return snapshot();
  }

  /** What the workbench shows, shadow roots and all. */
  async function shown(): Promise<string> {
    return page.evaluate(() => {
      const textOf = (node: Node): string => {
        if (node instanceof HTMLStyleElement) return '';
        if (node instanceof HTMLSlotElement) {
          return (node.assignedNodes().length > 0 ? node.assignedNodes() : [...node.childNodes])
            .map(textOf)
            .join(' ');
        }
        const children =
          node instanceof Element && node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes;
        return node instanceof Text ? node.data : [...children].map(textOf).join(' ');
      };
      return textOf(document.querySelector('agent-workbench')!).replace(/\s+/g, ' ');
    });
  }

  async function sees(text: string): Promise<void> {
    await until(`the workbench says "${text}"`, async () => (await shown()).includes(text));
  }

  it('DEMO 1 "add milk and bread" streams, shows two tool rows running and done, and fills the list', async () => {
    await page.evaluate(() => {
      const states: Record<string, string[]> = {};
      Object.assign(window, { states });
      const look = (root: ParentNode) => {
        for (const element of root.querySelectorAll<HTMLElement>('*')) {
          const { id, state } = element.dataset;
          if (id && state && states[id]?.at(-1) !== state) (states[id] ??= []).push(state);
          if (element.shadowRoot) look(element.shadowRoot);
        }
      };
      const again = () => {
        look(document.querySelector('agent-workbench')!.shadowRoot!);
        requestAnimationFrame(again);
      };
      again();
    });
    await say('add milk and bread');
    await until('two items are in the list', async () => (await titles()).length === 2);
    const { tools, messages, runs } = await runEnds();
    expect(await titles()).to.deep.equal(['milk', 'bread']);
    expect(tools.map(({ state }) => state)).to.deep.equal(['output-available', 'output-available']);
    expect(messages.map(({ text }) => text)).to.include('Added “milk” and “bread”.');
    expect(runs.map(({ outcome }) => outcome)).to.deep.equal(['success', 'success']);

    const states = await page.evaluate(
      () => (window as unknown as { states: Record<string, string[]> }).states,
    );
    for (const { toolCallId } of tools) {
      expect(states[String(toolCallId)]!.slice(-2)).to.deep.equal(['running', 'output-available']);
    }
    const answers = Object.values(states).filter(([first]) => first === 'streaming');
    expect(answers.length).to.be.greaterThan(1);
    for (const answer of answers) expect(answer).to.include('complete');
    await sees('Added “milk” and “bread”.');
    expect(await violations()).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  it('DEMO 2 "delete bread" names what it would do; no leaves the list alone, yes deletes', async () => {
    await say('add milk and bread');
    await runEnds();
    await say('delete bread');
    await button('Reject');
    await sees('cannot be brought back');
    const asked = await shown();
    expect(asked).to.include('Delete an item').and.include('todoId').and.include('cannot be brought back');
    expect(asked).to.match(/bread-\w+/);
    expect(await titles()).to.deep.equal(['milk', 'bread']);
    await press('Reject');
    await runEnds();
    expect(await titles()).to.deep.equal(['milk', 'bread']);
    await sees('Declined by you');
    await sees('You declined: “bread” stays as it is.');

    await say('delete bread');
    await press('Approve once');
    expect(await titles()).to.deep.equal(['milk', 'bread']);
    // High risk needs a second step.
    await press('Confirm');
    await runEnds();
    expect(await titles()).to.deep.equal(['milk']);
    await sees('Deleted “bread”.');
  });

  it('DEMO 2 "finish everything" shows its acknowledgement, its progress and one final result', async () => {
    await say('add one, two and three');
    await runEnds();
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const session = (document.querySelector('agent-workbench') as AgentWorkbench).session!;
      session.view('tool_ui').subscribe(() => seen.push(JSON.stringify(session.snapshot().tools.at(-1))));
    });
    await say('finish everything');
    await until('all are finished', async () => (await page.$$('.item.is-completed')).length === 3);
    const { tools } = await runEnds();
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.some((text) => text.includes('"jobId"'))).to.be.true;
    expect(seen.some((text) => /"done":[12]\b/.test(text))).to.be.true;
    expect(tools.filter((tool) => JSON.stringify(tool).includes('bulk_complete'))).to.have.length(1);
    expect(tools.at(-1)!.state).to.equal('output-available');
    await sees('Finished 3 items.');
  });

  interface Terminal {
    code: number | null;
    output: string;
  }

  /** `npm run agent -- sentence`, with something typed at its question. */
  function terminal(sentence: string, typed = ''): Promise<Terminal> {
    const child = spawn(process.execPath, [REMOTE_AGENT, sentence], {
      env: { ...process.env, PORT: new URL(address).port },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
    child.stdin.end(typed);
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
  }

  it('DEMO 3 a remote agent drives the open page from a terminal, and asks there before it deletes', async () => {
    const added = await terminal('add eggs');
    expect(added.code).to.equal(0);
    expect(added.output).to.match(/→ todo-app_add_todo \{"title":"eggs"\}\n✓ done in \d+ ms \{"id":"eggs-/);
    expect(await titles()).to.deep.equal(['eggs']);

    const declined = await terminal('delete eggs', 'n\n');
    expect(declined.code).to.equal(1);
    expect(declined.output).to.include('Delete an item').and.include('ACTION_DENIED');
    const silent = await terminal('delete eggs');
    expect(silent.output).to.include('ACTION_DENIED');
    expect(await titles()).to.deep.equal(['eggs']);

    const finished = await terminal('finish everything');
    expect(finished.output).to.include('"done":1').and.include('"completed":1');
    expect((await terminal('delete eggs', 'y\n')).code).to.equal(0);
    expect(await titles()).to.deep.equal([]);
  });

  it('DEMO 3 says clearly that no page is open, and that no server runs', async () => {
    await page.goto('about:blank');
    await until('the page has gone', async () =>
      (await terminal('what is open?')).output.includes('No page is open'),
    );
    await server.close();
    const { code, output } = await terminal('add eggs');
    expect(code).to.equal(1);
    expect(output).to.include('No demo server answers').and.include('npm start');
  });

  it('DEMO 3 a server that was killed and started again has the page back by itself', async () => {
    const { port } = new URL(address);
    await server.close();
    await page.waitForFunction(() => !document.querySelector('oui-transport')!.matches(':state(connected)'));
    server = createDemoServer();
    await server.listen(Number(port));
    await page.waitForSelector('oui-transport:state(connected)');
    expect((await terminal('add eggs')).code).to.equal(0);
    expect(await titles()).to.deep.equal(['eggs']);
  });

  it('DEMO 4 every refusal has its code: bad parameter, thrown error, unknown action, surface off its route', async () => {
    const results = await page.evaluate(async () => {
      const cdn = '/cdn/oui-elements.js';
      const { AgentRuntime, documentBus, linkedTransports } = (await import(cdn)) as Library;
      const [pageEnd, agentEnd] = linkedTransports();
      const agent = new AgentRuntime();
      documentBus().connect(pageEnd);
      await agent.connect(agentEnd);
      await agent.whenRegistered();
      const invoke = (action: string, params: Record<string, unknown>) =>
        agent.invoke('todo-app', action, params);
      const surface = document.querySelector('oui-surface') as OuiSurface;
      const bad = await invoke('add_todo', { title: '', priority: 'urgent' });
      const unasked = await invoke('delete_todo', { todoId: 'x' });
      const unknown = await invoke('paint_todo', {});
      surface.handle('complete_todo', () => {
        throw new Error('It broke.');
      });
      const broken = await invoke('complete_todo', { todoId: 'x' });
      history.pushState(null, '', '/about');
      const away = await invoke('add_todo', { title: 'milk' });
      return [bad, unasked, unknown, broken, away].map(({ success, error }) => ({ success, ...error }));
    });
    expect(results.map(({ code }) => code)).to.deep.equal([
      'VALIDATION_ERROR',
      'ACTION_DENIED',
      'ACTION_NOT_FOUND',
      'EXECUTION_ERROR',
      'SURFACE_UNAVAILABLE',
    ]);
    expect(results.every(({ success }) => success === false)).to.be.true;
    expect(JSON.stringify(results[0])).to.include('"field":"title"').and.include('"field":"priority"');
    expect(results[3]!.message).to.equal('It broke.');
    expect(await titles()).to.deep.equal([]);
  });

  it('DEMO a person works the list by hand: adds, finishes, filters, deletes and takes it back', async () => {
    const add = async (title: string, priority: string) => {
      await page.type('#title', title);
      await page.select('#add-form [name=priority]', priority);
      await page.keyboard.press('Enter');
      await page.click('#add-form button');
    };
    await add('milk', 'high');
    await add('bread', 'low');
    expect(await titles()).to.deep.equal(['milk', 'bread']);
    await page.click('.item .check');
    expect(await titles()).to.deep.equal(['bread', 'milk']);
    await page.click('[data-status=active]');
    expect(await titles()).to.deep.equal(['bread']);
    expect(new URL(page.url()).pathname).to.equal('/todos/active');
    expect(await page.$('oui-surface:state(active)')).to.not.equal(null);
    await page.click('[data-status=all]');
    await page.select('#priority-filter', 'high');
    expect(await titles()).to.deep.equal(['milk']);
    await page.select('#priority-filter', 'all');
    await page.click('.item .delete');
    expect(await titles()).to.deep.equal(['milk']);
    await page.click('#notice button');
    expect((await titles()).toSorted()).to.deep.equal(['bread', 'milk']);
    await page.reload();
    await page.waitForSelector('.item');
    expect(await titles()).to.deep.equal(['bread', 'milk']);
    expect(complaints).to.deep.equal([]);
  });
});
