import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AgentWorkbench } from 'oui-elements/components/agent-workbench';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import type { AgentRuntime } from 'oui-elements/oui/agent';
import { launch, type Browser } from 'puppeteer-core';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';
import { codesOfSources } from '../package/codes.js';
import { AgentServer } from './agent-server.js';
import { OpenApp, until } from './open-app.js';
import { faultyLines, faultyTemplateLines, wrongLines } from './type-faults.js';
import { Workspace, type DevServer } from './workspace.js';

const SURFACES = ['guest-list', 'table-a', 'table-b', 'table-c'];

/** The strictest Trusted Types under which each framework itself renders, and what it does to an undefined element. */
const FRAMEWORKS = [
  { app: 'vue', policies: 'lit-html vue', losesProperties: true },
  { app: 'react', policies: 'lit-html', losesProperties: true },
  { app: 'svelte', policies: 'lit-html svelte-trusted-html', losesProperties: true },
  { app: 'angular', policies: 'lit-html', losesProperties: false },
] as const;

/** The component that is edited while its development server runs. */
const EDITED = [
  { app: 'vue', file: 'Guests.vue' },
  { app: 'react', file: 'Guests.jsx' },
  { app: 'svelte', file: 'Guests.svelte' },
] as const;

let workspace: Workspace;
let browser: Browser;

describe('apps of the frameworks, built from the packed library', () => {
  before(async function () {
    this.timeout(240_000);
    workspace = await Workspace.install();
    browser = await launch({ executablePath: findBrowser(), args: ['--headless=new', ...BROWSER_FLAGS] });
  });

  after(async function () {
    this.timeout(60_000);
    await browser?.close();
    workspace?.remove();
  });

  it('issue 9: with React, Vue and Svelte a property, a word or an event of the wrong type fails the type check', function () {
    this.timeout(120_000);
    const files = ['react/check/check.tsx', 'vue/check/check.ts', 'svelte/check/check.ts'].map((file) =>
      join(workspace.folder, file),
    );
    const right = files.map(wrongLines);
    for (const lines of right) expect(lines).to.have.lengthOf.at.least(5);
    expect(faultyLines(files)).to.deep.equal(right);
  });

  it('issue 9: with Angular a wrong event or reference fails the check of a template', async function () {
    this.timeout(120_000);
    const app = join(workspace.folder, 'angular');
    const right = wrongLines(join(app, 'check/check.ts'));
    expect(right).to.have.lengthOf(2);
    expect(await faultyTemplateLines(app)).to.deep.equal(right);
  });

  for (const { app, policies, losesProperties } of FRAMEWORKS) describeBuilt(app, policies, losesProperties);
  for (const { app, file } of EDITED) describeDeveloped(app, file);
});

/** Until the agent knows these surfaces and no others. */
async function knows(server: AgentServer, ...surfaceIds: string[]): Promise<AgentRuntime> {
  const right = surfaceIds.toSorted().join();
  return until(
    `the surfaces ${right}`,
    () =>
      server.agent &&
      server.agent.surfaces
        .map(({ id }) => id)
        .toSorted()
        .join() === right &&
      server.agent,
  );
}

async function sees(agent: AgentRuntime, observationId: string, value: unknown): Promise<void> {
  const right = JSON.stringify(value);
  await until(
    `${observationId} to be ${right}`,
    () => JSON.stringify(agent.observations['guest-list']?.[observationId]) === right,
  );
}

/** What an action answered; fails when it failed. */
async function done(agent: AgentRuntime, actionId: string, params: Record<string, unknown>) {
  const { success, data, error } = await agent.invoke('guest-list', actionId, params);
  expect(success, JSON.stringify(error)).to.equal(true);
  return data;
}

function describeBuilt(name: string, policies: string, losesProperties: boolean): void {
  describe(`${name}, built`, function () {
    this.timeout(30_000);
    let server: AgentServer;
    let address: string;
    let folder: string;

    before(async function () {
      this.timeout(180_000);
      folder = await workspace.build(name);
      server = new AgentServer(folder, policies);
      address = await server.listen();
    });

    after(() => server?.close());

    it('issue 9: it ships no sentence of a warning', () => {
      const shipped = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.js'))
        .map((file) => readFileSync(join(folder, file), 'utf8'))
        .join('\n');
      expect(shipped).to.include('oui:invalid_manifest');
      const pieces = [...codesOfSources().sentences.values()].flat();
      expect(pieces.length).to.be.above(20);
      expect(pieces.filter((piece) => shipped.includes(piece))).to.deep.equal([]);
    });

    describe('with elements defined before the first rendering', () => {
      let app: OpenApp;
      let agent: AgentRuntime;

      beforeEach(async () => {
        app = await OpenApp.open(browser, address);
        agent = await knows(server, ...SURFACES);
      });

      afterEach(async () => {
        const { complaints } = app;
        await app.close();
        server.agent = undefined;
        server.asked.length = 0;
        expect(complaints).to.deep.equal([]);
      });

      it('OUI-S2 schemas arrive: given as properties, and derived from a form of the framework', () => {
        const schemas = Object.fromEntries(
          agent
            .tools()
            .map(({ surfaceId, actionId, inputSchema }) => [`${surfaceId} ${actionId}`, inputSchema]),
        );
        expect(schemas['guest-list set_seats']).to.have.nested.property('properties.seats.maximum', 500);
        expect(schemas['guest-list remove_guest']).to.have.nested.property('required[0]', 'name');
        const form = schemas['guest-list add_guest'];
        expect(form).to.have.property('required').that.deep.equals(['name']);
        expect(form).to.have.nested.property('properties.name.maxLength', 80);
        expect(form).to.have.nested.property('properties.meal.enum').that.deep.equals(['fish', 'vegan']);
        expect(form).to.have.nested.property('properties.plus_one.type', 'boolean');
        const [{ observations, metadata }] = agent.surfaces.filter(({ id }) => id === 'guest-list');
        expect(metadata).to.deep.equal({ seats: 10 });
        const kinds = observations?.map(({ id, schema }) => [id, (schema as { type?: string }).type]);
        expect(kinds).to.deep.equal([
          ['guests', 'array'],
          ['seats', 'number'],
          ['count', 'string'],
        ]);
      });

      it('§8.4 a handler given as a property sees the state of now, and observations follow it', async () => {
        expect(await done(agent, 'set_seats', { seats: 20 })).to.deep.equal({
          before: 10,
          names: ['Ada', 'Grace'],
        });
        await sees(agent, 'seats', 20);
        await done(agent, 'remove_guest', { name: 'Ada' });
        expect(await done(agent, 'set_seats', { seats: 30 })).to.deep.equal({ before: 20, names: ['Grace'] });
      });

      it('§8.4 a listener of oui-invoke answers from the state of now', async () => {
        expect(await done(agent, 'remove_guest', { name: 'Ada' })).to.deep.equal({ left: 1 });
        await sees(agent, 'count', '1 guests');
        expect(await done(agent, 'remove_guest', { name: 'Grace' })).to.deep.equal({ left: 0 });
        // Nobody is left, and the framework disables the action.
        expect(server.asked).to.deep.equal(['remove_guest', 'remove_guest']);
        await until(
          'remove_guest to be withdrawn',
          () => !agent.tools().some(({ actionId }) => actionId === 'remove_guest'),
        );
      });

      it('OUI-S9 a form controlled by the framework notices what the agent fills in', async () => {
        await done(agent, 'add_guest', { name: 'Alan', meal: 'vegan', plus_one: true });
        const three = [
          { name: 'Ada', meal: 'fish', plusOne: false },
          { name: 'Grace', meal: 'vegan', plusOne: true },
          { name: 'Alan', meal: 'vegan', plusOne: true },
        ];
        await sees(agent, 'guests', three);
        await done(agent, 'add_guest', { name: 'Kurt' });
        await sees(agent, 'guests', [...three, { name: 'Kurt', meal: 'fish', plusOne: false }]);
        const refused = await agent.invoke('guest-list', 'add_guest', { name: '' });
        // Angular's forms do not validate by themselves: what refuses is their button.
        expect(refused.error?.code).to.be.oneOf(['VALIDATION_ERROR', 'PRECONDITION_FAILED']);
        expect(await app.text('#count')).to.equal('4 guests');
      });

      it('known-failure 37 the framework hears events, and its session is the one that the workbench shows', async () => {
        await app.shows('#state', 'active');
        const field = (await app.page.waitForSelector('agent-workbench >>> agent-composer >>> textarea'))!;
        await field.type('hello');
        await field.press('Enter');
        await app.shows('#said', 'hello');
        const answer = 'agent-workbench >>> agent-conversation >>> ::-p-text(You said: hello)';
        await until('the answer', () => app.page.$(answer));
        const sessionId = await app.page.$eval(
          'agent-workbench',
          (workbench) => (workbench as AgentWorkbench).session?.sessionId,
        );
        expect(sessionId).to.equal('party');
      });

      it('known-failure 38 a tab left and opened again registers once more, and its handlers see the new state', async () => {
        expect(server.registrations('guest-list')).to.deep.equal(['+']);
        await done(agent, 'set_seats', { seats: 20 });
        await sees(agent, 'seats', 20);
        server.heard.length = 0;
        for (let i = 0; i < 2; i++) {
          await app.page.click('#tab');
          await knows(server, ...SURFACES.slice(1));
          await app.page.click('#tab');
          await knows(server, ...SURFACES);
        }
        expect(await done(agent, 'set_seats', { seats: 5 })).to.have.property('before', 10);
        await sees(agent, 'seats', 5);
        // The last one is for `metadata`, which follows the seats.
        expect(server.registrations('guest-list')).to.deep.equal(['-', '+', '-', '+', '+']);
      });

      it('§8.2 a keyed list put into another order says nothing on the wire', async () => {
        const order = () =>
          app.page.$$eval('#tables > *', (all) => all.map((each) => (each as OuiSurface).surfaceId));
        server.heard.length = 0;
        await app.page.click('#reorder');
        await until('the other order', async () => (await order()).join() === 'table-c,table-b,table-a');
        const { success } = await agent.invoke('table-a', 'clear_table', {});
        expect(success).to.equal(true);
        await until('table-a to be empty', () => agent.observations['table-a']?.['cleared']);
        expect(agent.observations).to.have.nested.property('table-b.cleared', false);
        for (const id of SURFACES) expect(server.registrations(id), id).to.deep.equal([]);
      });
    });

    describe('with elements defined after the first rendering', () => {
      let app: OpenApp;

      before(async () => {
        app = await OpenApp.open(browser, `${address}/?late`);
      });

      after(() => app?.close());

      it('OUI-S2 what was set as a property arrives', async () => {
        const agent = await knows(server, 'late-list');
        const [tool] = agent.tools();
        expect(tool.inputSchema).to.have.nested.property('properties.seats.maximum', 500);
        const { success, error } = await agent.invoke('late-list', 'set_seats', { seats: 20 });
        expect(success, JSON.stringify(error)).to.equal(true);
        await until('seats to be 20', () => agent.observations['late-list']?.['seats'] === 20);
        expect(server.registrations('late-list')).to.deep.equal(['+']);
        const sessionId = await app.page.$eval(
          'agent-workbench',
          (workbench) => (workbench as AgentWorkbench).session?.sessionId,
        );
        expect(sessionId).to.equal('party');
      });

      if (!losesProperties) return;

      it('OUI-S1 what the framework made an attribute of is a fault that says so', async () => {
        await app.page.waitForSelector('oui-surface[surface-id="lost-list"]:state(faulty)');
        const faults = await app.page.$eval('oui-surface[surface-id="lost-list"]', (surface) =>
          (surface as OuiSurface).faults.map(({ path, message }) => `${path}: ${message}`),
        );
        expect(faults.join('\n')).to.match(/before .*defined/);
      });
    });
  });
}

function describeDeveloped(name: string, file: string): void {
  describe(`${name}, on its development server`, function () {
    this.timeout(30_000);
    let server: AgentServer;
    let dev: DevServer;
    let app: OpenApp;
    let agent: AgentRuntime;

    before(async function () {
      this.timeout(60_000);
      server = new AgentServer('', '');
      dev = await workspace.develop(name, await server.listen());
      app = await OpenApp.open(browser, dev.url);
      agent = await knows(server, ...SURFACES);
    });

    after(async () => {
      await app?.close();
      await dev?.close();
      await server?.close();
      expect(app?.complaints).to.deep.equal([]);
    });

    /** Edits the source, and waits for the agent to see the new description. */
    async function edit(description: string, change: (source: string) => string): Promise<void> {
      const path = join(workspace.folder, name, 'src', file);
      const source = readFileSync(path, 'utf8');
      const edited = change(source).replace(/description="Who comes[^"]*"/, `description="${description}"`);
      server.heard.length = 0;
      await app.page.evaluate(() => Object.assign(window, { notReloaded: true }));
      writeFileSync(path, edited);
      await until(
        `the description "${description}"`,
        () => server.agent?.surfaces.find(({ id }) => id === 'guest-list')?.description === description,
      );
      expect(await app.page.evaluate(() => 'notReloaded' in window)).to.equal(true);
    }

    function expectOneRegistration(): void {
      // A component that is made anew takes its surface with it; one that stays tells of the change.
      expect(server.registrations('guest-list').join('')).to.match(/^-?\+$/);
      for (const id of SURFACES.slice(1)) expect(server.registrations(id), id).to.deep.equal([]);
      expect(agent.surfaces.map(({ id }) => id)).to.have.members(SURFACES);
    }

    it('§8.2 the first rendering registers once, also where strict mode mounts twice', async () => {
      expect(await done(agent, 'remove_guest', { name: 'nobody' })).to.deep.equal({ left: 2 });
      for (const id of SURFACES) expect(server.registrations(id), id).to.deep.equal(['+']);
    });

    it('OUI-S4 hot reload of markup registers once more', async () => {
      await edit('Who comes, and when.', (source) => source);
      expect(await done(agent, 'remove_guest', { name: 'nobody' })).to.deep.equal({ left: 2 });
      expectOneRegistration();
    });

    it('OUI-S4 hot reload of script registers once more, and the new handler runs', async () => {
      await edit('Who comes, and why.', (source) =>
        source.replace('return { before', 'return { edited: true, before'),
      );
      expect(await done(agent, 'set_seats', { seats: 10 })).to.deep.include({ edited: true });
      expectOneRegistration();
    });
  });
}
