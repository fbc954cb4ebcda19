import { expect, fixture, html, waitUntil as waitFor } from '@open-wc/testing';
import type { ModelContext, ToolAnswer } from 'oui-elements/bridges/webmcp';
import type { OuiTransport } from 'oui-elements/components/oui-transport';
import { SurfaceBus, type ActionHandler, type SurfaceManifest } from 'oui-elements/oui';
import 'oui-elements/define/oui-transport';
import { setDevWarnings } from '../../../src/base/dev-warning.js';
import { RecordingClient, settled } from '../recording-client.js';
import { isAdvice } from '../../src/oui/linked-page.js';

/** Modules are loaded when they are named, and a busy machine takes its time. */
const waitUntil = (holds: () => unknown, message?: string) =>
  waitFor(() => holds() as boolean, message, { timeout: 20_000 });

type Native = Required<ModelContext> & EventTarget;
const native = (document as Document & { modelContext: Native }).modelContext;
/** Other engines do not have it yet; nothing that waits for it is to wait for ever. */
function needsWebMcp(): void {
  if (!native) throw new Error('document.modelContext is not there');
}

const NOTES: SurfaceManifest = {
  id: 'notes',
  name: 'Notes',
  description: 'Short notes.',
  actions: [
    { id: 'add_note', description: 'Adds a note.', input: { type: 'object' } },
    { id: 'wipe_all', description: 'Wipes all.', input: { type: 'object' }, confirm: true },
    { id: 'dump_it', description: 'Shows the insides.', input: { type: 'object' }, tags: ['debugging'] },
  ],
};

/** The same server by its other name: another origin. */
const OTHER = location.origin.replace(
  location.hostname,
  location.hostname === 'localhost' ? '127.0.0.1' : 'localhost',
);

describe('<oui-transport type="webmcp">', () => {
  let warnings: string[];
  let before: ReturnType<typeof setDevWarnings>;
  let bus: SurfaceBus;

  beforeEach(() => {
    warnings = [];
    before = setDevWarnings((code, message) => void (isAdvice(code) || warnings.push(message)));
    const handlers: Record<string, ActionHandler> = {
      add_note: () => 'added',
      wipe_all: () => 'wiped',
      dump_it: () => 1,
    };
    bus = new SurfaceBus({ settle: { quietMs: 0 } });
    bus.register(NOTES, handlers);
  });

  afterEach(() => {
    setDevWarnings(before);
    delete (document as { modelContext?: unknown }).modelContext;
    delete (document as { hidden?: unknown }).hidden;
  });

  const names = async () => (await native.getTools()).map(({ name }) => name);
  const listed = async (...wanted: string[]) => {
    await waitUntil(async () => (await names()).join() === wanted.join(), `listed: ${wanted.join()}`);
  };
  const ALL = ['notes_add_note', 'notes_wipe_all', 'oui_describe', 'oui_read'];

  async function call(name: string): Promise<ToolAnswer> {
    const tool = (await native.getTools()).find((one) => one.name === name)!;
    return JSON.parse((await native.executeTool(tool, {})) as string) as ToolAnswer;
  }

  it('neighbours §2 offers the page to the browser while it is in the document', async () => {
    needsWebMcp();
    const transport = await fixture<OuiTransport>(
      html`<oui-transport .bus=${bus} type="webmcp"></oui-transport>`,
    );
    await waitUntil(() => transport.state === 'connected');
    expect(transport.matches(':state(connected)')).to.equal(true);
    await listed(...ALL);
    expect((await call('notes_add_note')).structuredContent.data).to.equal('added');
    expect(bus.connections).to.deep.equal([
      { name: 'webmcp', confirmBy: 'page', manifests: 'whole', state: 'connected' },
    ]);

    let changes = 0;
    native.addEventListener('toolchange', () => changes++);
    const parent = transport.parentElement!;
    parent.append(transport);
    await settled();
    expect(changes).to.equal(0);

    transport.remove();
    await listed();
    expect(transport.state).to.equal('disconnected');
    parent.append(transport);
    await listed(...ALL);
    transport.disabled = true;
    await listed();
    expect(warnings).to.deep.equal([]);
  });

  it('neighbours §2.1 is silent and harmless where there is no WebMCP', async () => {
    for (const value of [undefined, {}]) {
      Object.defineProperty(document, 'modelContext', { value, configurable: true });
      const transport = await fixture<OuiTransport>(
        html`<oui-transport .bus=${bus} type="webmcp"></oui-transport>`,
      );
      await settled();
      expect([transport.state, bus.connections.length, warnings.length]).to.deep.equal([
        'disconnected',
        0,
        0,
      ]);
    }
  });

  it('neighbours §2.1 what a policy forbids is said once', async () => {
    const registerTool = () => Promise.reject(new DOMException('Not here.', 'NotAllowedError'));
    Object.defineProperty(document, 'modelContext', { value: { registerTool }, configurable: true });
    const transport = await fixture<OuiTransport>(
      html`<oui-transport .bus=${bus} type="webmcp"></oui-transport>`,
    );
    await waitUntil(() => warnings.length > 0);
    await settled();
    expect(warnings).to.have.lengthOf(1);
    expect(transport.state).to.equal('disconnected');
  });

  it("neighbours §2.7, OUI-E2 the page asks, also where the markup says that the agent's end should", async () => {
    needsWebMcp();
    let asked = 0;
    const transport = await fixture<OuiTransport>(html`
      <oui-transport
        .bus=${bus}
        .confirm=${async () => ++asked > 0}
        type="webmcp"
        confirm-by="runtime"
      ></oui-transport>
    `);
    await listed(...ALL);
    expect(warnings.join()).to.include('WebMCP has nobody to ask');
    expect((await call('notes_wipe_all')).structuredContent.data).to.equal('wiped');
    expect(asked).to.equal(1);
    transport.confirm = async () => false;
    expect((await call('notes_wipe_all')).structuredContent.error?.code).to.equal('ACTION_DENIED');
    transport.remove();
    await listed();
  });

  it('neighbours §2.7 nobody is asked by a page in the background: the answer is no', async () => {
    needsWebMcp();
    let asked = 0;
    const transport = await fixture<OuiTransport>(html`
      <oui-transport .bus=${bus} .confirm=${async () => ++asked > 0} type="webmcp"></oui-transport>
    `);
    await listed(...ALL);
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    expect((await call('notes_wipe_all')).structuredContent.error?.code).to.equal('ACTION_DENIED');
    expect(asked).to.equal(0);
    transport.remove();
    await listed();
  });

  it('neighbours §2.2, §2.15, §5.21 attributes say how long names are, who may see them, and what is for developers', async () => {
    needsWebMcp();
    const transport = await fixture<OuiTransport>(html`
      <oui-transport .bus=${bus} type="webmcp" debugging max-name-length="13"></oui-transport>
    `);
    await waitUntil(async () => (await names()).length === 5);
    expect((await names()).every((name) => name.length <= 13)).to.equal(true);
    transport.maxNameLength = undefined;
    await listed('notes_add_note', 'notes_dump_it', ...ALL.slice(1));
    transport.exposedTo = 'https://a.example *';
    await listed();
    expect(warnings.join()).to.include('every site');
    transport.remove();
    await listed();
  });

  it('neighbours §2.15, §3.2 a page of another origin works this one where both sides say so', async () => {
    needsWebMcp();
    const transport = await fixture<OuiTransport>(html`
      <oui-transport .bus=${bus} type="webmcp" adopt adopt-from=${OTHER}></oui-transport>
    `);
    await waitUntil(() => transport.state === 'connected');
    const heard = new Set<MessageEventSource | null>();
    window.addEventListener('message', ({ source, data }) => data === 'offered' && heard.add(source));
    const frames = ['', location.origin].map((exposedTo) => {
      const frame = document.createElement('iframe');
      frame.allow = 'tools';
      frame.src = `${OTHER}/test/browser/webmcp-peer.html?${new URLSearchParams({ exposedTo })}`;
      document.body.append(frame);
      return frame;
    });
    await waitUntil(() => heard.size === 2, 'both pages have offered');
    const foreign = () => bus.surfaces.filter(({ manifest }) => manifest.metadata?.['webmcp']);
    await waitUntil(() => foreign().length > 0 && foreign()[0].actions.length === 3);
    expect(foreign().map(({ manifest }) => manifest.metadata!['webmcp'])).to.deep.equal([
      {
        origin: OTHER,
        frame: 'frame',
        tools: { oui_describe: 'oui_describe', oui_read: 'oui_read', peer_say_hello: 'peer_say_hello' },
      },
    ]);
    const [{ surfaceId }] = foreign();
    const client = new RecordingClient(bus);
    const { data } = await client.result(surfaceId, 'peer_say_hello', { to: 'Ada' });
    expect(data).to.have.nested.property('structuredContent.data', 'Hello Ada');
    const { error } = await client.result(surfaceId, 'peer_say_hello', { to: 'x'.repeat(30) });
    expect(error?.code).to.equal('VALIDATION_ERROR');
    client.connection.disconnect();
    for (const frame of frames) frame.remove();
    await waitUntil(() => foreign().length === 0);
    transport.remove();
    await listed();
  });

  it('neighbours §1.8 the form that is a tool by itself is offered once; as an ordinary form it is offered by OUI', async () => {
    needsWebMcp();
    await import('oui-elements/define/oui-surface');
    await import('oui-elements/define/oui-action');
    const root = await fixture(html`
      <div>
        <oui-transport .bus=${bus} type="webmcp"></oui-transport>
        <oui-surface .bus=${bus} surface-id="rooms" name="Rooms" description="Rooms to book.">
          <oui-action action-id="book_room" for="booking" description="Books a room."></oui-action>
          <oui-action action-id="list_rooms" for="list" description="Lists them."></oui-action>
          <form id="booking" toolname="book" tooldescription="Books a room."><input name="room" /></form>
          <button id="list">List</button>
        </oui-surface>
      </div>
    `);
    await listed('book', ...ALL, 'rooms_list_rooms');
    root.querySelector('form')!.removeAttribute('toolname');
    await listed(...ALL, 'rooms_book_room', 'rooms_list_rooms');
    root.remove();
    await listed();
  });

  it("neighbours §3 adopt makes the page's own tools surfaces of the bus, until they or the element go", async () => {
    needsWebMcp();
    const own = new AbortController();
    const execute = async () => ({ made: 1 });
    await native.registerTool({ name: 'makeNote', description: 'Makes.', inputSchema: {}, execute }, own);
    const transport = await fixture<OuiTransport>(html`
      <oui-transport .bus=${bus} type="webmcp" adopt></oui-transport>
    `);
    const adopted = () =>
      bus.surfaces.flatMap(({ manifest }) =>
        manifest.metadata?.['webmcp'] ? manifest.actions.map(({ id }) => id) : [],
      );
    await waitUntil(() => adopted().join() === 'make_note');
    await listed('makeNote', ...ALL);

    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = '/test/browser/embedded-peer.html?none';
    const box = document.createElement('div');
    box.append(frame);
    document.body.append(box);
    await loaded;
    const inside = (frame.contentDocument as Document & { modelContext: Native }).modelContext;
    await inside.registerTool({ name: 'inFrame', description: 'Is inside.', inputSchema: {}, execute });
    await waitUntil(() => adopted().includes('in_frame'));
    // The browser tells nobody.
    box.remove();
    await waitUntil(() => adopted().join() === 'make_note');

    const form = document.createElement('form');
    form.setAttribute('toolname', 'book_room');
    form.setAttribute('tooldescription', 'Books a room.');
    form.append(document.createElement('button'));
    document.body.append(form);
    await waitUntil(() => adopted().includes('book_room'));
    const booking = bus.surfaces
      .flatMap(({ manifest }) => manifest.actions)
      .find(({ id }) => id === 'book_room')!;
    expect(booking.usage).to.include('a person must submit');
    form.remove();
    await waitUntil(() => adopted().join() === 'make_note');

    transport.remove();
    await waitUntil(() => adopted().length === 0);
    own.abort();
    await listed();
  });
});
