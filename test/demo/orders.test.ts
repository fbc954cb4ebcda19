import { expect } from 'chai';
import type { Transport, WireMessage } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { CSRF_TOKEN, newShop, type OrdersShop } from '../../demo/orders/orders-page.js';
import { createDemoServer, type DemoServer } from '../../demo/server.js';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';

const PASSWORD = 'correct horse battery staple';
/** What no message may hold. */
const SECRETS = [PASSWORD, CSRF_TOKEN, 'password', 'csrf'];
/** What a browser with WebMCP lets a page's script do, as far as it is used here. */
const MODEL_CONTEXT = 'document.modelContext';

/** A transport that is overheard: everything that crosses it, both ways. */
function overheard(transport: Transport, heard: string[]): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message: WireMessage) => {
    heard.push(JSON.stringify(message));
    return send(message);
  };
  transport.onEvent((message) => heard.push(JSON.stringify(message)));
  return transport;
}

describe('a page of nothing but HTML and one script tag', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: DemoServer;
  let shop: OrdersShop;
  let page: Page;
  let heard: string[];
  /** One for each page that has connected. */
  let agents: AgentRuntime[];

  before(async () => {
    browser = await launch({
      executablePath: findBrowser(),
      args: ['--headless=new', ...BROWSER_FLAGS, '--enable-features=WebMCP'],
    });
  });
  after(() => browser.close());

  beforeEach(async () => {
    shop = newShop();
    heard = [];
    agents = [];
    server = createDemoServer({
      shop,
      onTransport: (transport) => {
        const agent = new AgentRuntime({ rateLimit: 'off' });
        agents.push(agent);
        void agent.connect(overheard(transport, heard));
      },
    });
    const address = await server.listen(0);
    page = await (await browser.createBrowserContext()).newPage();
    await page.goto(`${address}/orders`);
  });
  afterEach(async () => {
    await page.browserContext().close();
    await server.close();
  });

  /** The agent of the page that stands now, once it knows all of its six actions and three observations. */
  async function agent(): Promise<AgentRuntime> {
    for (;;) {
      const last = agents.at(-1);
      const seen = Object.keys(last?.observations['orders'] ?? {});
      if (last?.state === 'connected' && last.tools().length === 6 && seen.length === 3) return last;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Runs an action that replaces the page, and waits for the next one. */
  async function leaving(actionId: string, params: Record<string, unknown>): Promise<unknown> {
    const [before, count] = [await agent(), agents.length];
    const { success, data, error } = await before.invoke('orders', actionId, params);
    expect(success, JSON.stringify(error)).to.equal(true);
    while (agents.length === count) await new Promise((resolve) => setTimeout(resolve, 10));
    return data;
  }

  const pathOf = (data: unknown) => new URL((data as { url: string }).url).pathname;

  it('forms 1.3 an agent fills and reads every field over a real WebSocket, and is told of each new page', async () => {
    const added = await leaving('add_order', {
      customer: 'Alan',
      email: 'alan@example.org',
      quantity: 3,
      express: true,
      delivery: 'pickup',
      due: '2026-12-24',
      notes: 'be quick',
    });
    expect(added).to.include({ navigated: true });
    expect(pathOf(added)).to.equal('/orders/add');
    expect(shop.orders.at(-1)).to.deep.equal({
      id: 3,
      customer: 'Alan',
      email: 'alan@example.org',
      quantity: 3,
      express: true,
      delivery: 'pickup',
      due: '2026-12-24',
      notes: 'be quick',
    });

    await leaving('give_feedback', { topics: ['speed', 'words'], rating: 5, text: 'good' });
    expect(shop.feedback).to.deep.equal([{ topics: ['speed', 'words'], rating: '5', text: 'good' }]);

    await leaving('find_orders', { q: 'al', delivery: 'pickup', express: true });
    const { observations } = await agent();
    expect(observations['orders']).to.deep.include({
      filters: { q: 'al', delivery: 'pickup', express: true },
      person: 'Nobody is signed in',
    });
    expect(observations['orders']['shown']).to.contain('Alan').and.not.contain('Ada');
  });

  it('forms 1.3 what a person must decide, or only a person knows, waits for the person; no secret crosses the wire', async () => {
    const first = await agent();
    // The page may connect only now: it is the next one that is waited for.
    let before = agents.length;
    const deleting = first.invoke('orders', 'delete_order', { order: '1' });
    await page.waitForSelector('#delete[data-oui-waiting]');
    expect(shop.orders).to.have.length(2);
    expect(await page.$eval('#delete select', (select) => select.value)).to.equal('1');
    // A script that presses the button is not the person.
    await page.$eval('#delete button', (button) => button.click());
    expect(shop.orders).to.have.length(2);
    await page.click('#delete button');
    expect(await deleting).to.include({ success: true });
    while (agents.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(shop.orders.map(({ id }) => id)).to.deep.equal([2]);

    before = agents.length;
    const declined = (await agent()).invoke('orders', 'delete_order', { order: '2' });
    await page.waitForSelector('#delete[data-oui-waiting]');
    await page.focus('#delete button');
    await page.keyboard.press('Escape');
    expect((await declined).error?.code).to.equal('ACTION_DENIED');
    expect(shop.orders).to.have.length(1);

    before = agents.length;
    const signing = (await agent()).invoke('orders', 'sign_in', { user: 'ada' });
    await page.waitForSelector('#login[data-oui-waiting]');
    await page.type('#login [name=password]', PASSWORD);
    await page.click('#login button');
    expect(await signing).to.include({ success: true });
    while (agents.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await agent()).observations['orders']).to.include({ person: 'Signed in as ada' });

    expect(heard.length).to.be.above(10);
    for (const secret of SECRETS) {
      expect(
        heard.filter((message) => message.includes(secret)),
        secret,
      ).to.deep.equal([]);
    }
  });

  it("neighbours 2 the same page is worked by the browser's own WebMCP", async () => {
    await agent();
    await page.waitForFunction(`${MODEL_CONTEXT}.getTools().then(({ length }) => length === 8)`);
    const call = (name: string, input: object) =>
      page.evaluate(
        `(async () => {
          const tools = await ${MODEL_CONTEXT}.getTools();
          const tool = tools.find(({ name }) => name === ${JSON.stringify(name)});
          return JSON.parse(await ${MODEL_CONTEXT}.executeTool(tool, ${JSON.stringify(input)}));
        })()`,
      ) as Promise<{
        isError: boolean;
        structuredContent: { success: boolean; data?: unknown; error?: unknown };
      }>;
    const wrong = await call('orders_add_order', { customer: 'Alan', email: 'nobody', due: '2026-12-24' });
    expect(wrong.isError).to.equal(true);
    expect(JSON.stringify(wrong)).to.contain('VALIDATION_ERROR').and.contain('email');
    expect(shop.orders).to.have.length(2);

    const help = await call('orders_open_help', { open: true });
    expect(help.structuredContent).to.deep.include({ success: true, data: { open: true } });
    expect(await page.$eval('#help', (help) => (help as HTMLDetailsElement).open)).to.equal(true);

    const schemas = (await page.evaluate(
      `${MODEL_CONTEXT}.getTools().then((tools) => JSON.stringify(tools.map((tool) => [tool.name, tool.description, tool.inputSchema])))`,
    )) as string;
    for (const secret of SECRETS) expect(schemas).to.not.contain(secret);

    const before = agents.length;
    // The page that asked is replaced, and its own answer with it.
    await call('orders_add_order', { customer: 'Alan', email: 'alan@example.org', due: '2026-12-24' }).catch(
      () => {},
    );
    while (agents.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(shop.orders.at(-1)).to.include({
      customer: 'Alan',
      quantity: 1,
      express: false,
      delivery: 'home',
    });
  });
});
