import { expect, waitUntil as waitFor } from '@open-wc/testing';
import {
  adoptWebMcpTools,
  webMcpTransport,
  type ModelContext,
  type ToolAnswer,
} from 'oui-elements/bridges/webmcp';
import {
  OuiError,
  SurfaceBus,
  type ActionHandler,
  type AskForApproval,
  type BusConnection,
  type SurfaceManifest,
} from 'oui-elements/oui';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { isAdvice } from '../src/oui/linked-page.js';

/** A busy machine takes its time. */
const waitUntil = (holds: () => unknown, message?: string) =>
  waitFor(() => holds() as boolean, message, { timeout: 20_000 });

/** Chromium's own, started with `--enable-features=WebMCP`. */
type Native = Required<ModelContext> & EventTarget;
const contextOf = (doc: Document) => (doc as Document & { modelContext: Native }).modelContext;

const ADD = {
  id: 'add_note',
  title: 'Add a note',
  description: 'Adds a note.',
  input: {
    type: 'object',
    properties: { text: { $ref: '#/$defs/text', description: 'The note.' } },
    required: ['text'],
    $defs: { text: { type: 'string', maxLength: 20 } },
  },
};

function notes(changes: Partial<SurfaceManifest> = {}): SurfaceManifest {
  return { id: 'notes', name: 'Notes', description: 'Short notes.', actions: [ADD], ...changes };
}

describe('WebMCP as Chromium has it', () => {
  const native = contextOf(document);
  let connections: BusConnection[];
  let warnings: string[];
  let sink: ReturnType<typeof setDevWarnings>;

  beforeEach(() => {
    connections = [];
    warnings = [];
    sink = setDevWarnings((code, message) => void (isAdvice(code) || warnings.push(message)));
  });

  afterEach(async () => {
    setDevWarnings(sink);
    for (const connection of connections) connection.disconnect();
    await waitUntil(async () => (await native.getTools()).length === 0, 'the tools have gone');
  });

  const names = async () => (await native.getTools()).map(({ name }) => name);
  const has = (name: string) => waitUntil(async () => (await names()).includes(name), `${name} is listed`);

  async function offered(
    manifest: SurfaceManifest,
    handlers: Record<string, ActionHandler>,
    confirm?: AskForApproval,
    holdMs?: number,
  ) {
    const bus = new SurfaceBus({ settle: { quietMs: 0 } });
    const transport = webMcpTransport(native, { holdMs });
    connections.push(bus.connect(transport, { confirmBy: 'page', confirm }));
    await waitUntil(() => transport.state === 'connected', 'connected');
    const surface = bus.register(manifest, handlers);
    if (surface.state === 'active') await has(`${manifest.id}_${manifest.actions[0].id}`);
    return { bus, surface };
  }

  /** Calls a tool as an agent in this page would. */
  async function call(name: string, input: object = {}, options = {}): Promise<ToolAnswer> {
    const tool = (await native.getTools()).find((one) => one.name === name)!;
    return JSON.parse((await native.executeTool(tool, input, options)) as string) as ToolAnswer;
  }

  describe('out of OUI', () => {
    it('neighbours §2.1, §2.2, §2.4 an action is listed with its name, title and schema, and runs', async () => {
      await offered(notes(), { add_note: ({ text }) => ({ added: text }) });
      const tool = (await native.getTools()).find(({ name }) => name === 'notes_add_note')!;
      expect([tool.title, tool.description]).to.deep.equal(['Add a note', 'Adds a note.']);
      expect(tool.inputSchema).to.deep.equal({
        type: 'object',
        properties: { text: { type: 'string', maxLength: 20, description: 'The note.' } },
        required: ['text'],
      });
      const { content, structuredContent, isError } = await call('notes_add_note', { text: 'milk' });
      expect(content[0].text).to.equal('{"added":"milk"}');
      expect(structuredContent).to.deep.include({ success: true, data: { added: 'milk' }, settled: true });
      expect(isError).to.equal(false);
      expect(warnings).to.deep.equal([]);
    });

    it('neighbours §2.2 the longest ids make a name that Chromium takes', async () => {
      const [surfaceId, actionId] = ['s'.repeat(64), 'a'.repeat(64)];
      const bus = new SurfaceBus({ settle: { quietMs: 0 } });
      connections.push(bus.connect(webMcpTransport(native), { confirmBy: 'page' }));
      bus.register(notes({ id: surfaceId, actions: [{ ...ADD, id: actionId }] }), {
        [actionId]: () => 'ran',
      });
      await waitUntil(async () => (await names()).some((name) => name.length === 128), 'the long name');
      const name = (await names()).find((one) => one.length === 128)!;
      expect((await call(name, { text: 'x' })).structuredContent.data).to.equal('ran');
    });

    it('neighbours §2.3 a tool that the page has itself stays, and ours has another name', async () => {
      const own = new AbortController();
      const execute = async () => ({ own: true });
      await native.registerTool(
        { name: 'notes_add_note', description: 'Own.', inputSchema: {}, execute },
        own,
      );
      await offered(notes(), { add_note: () => 'ours' });
      await waitUntil(async () => (await names()).length === 4, 'both');
      const ours = (await names()).find((name) => /^notes_add_note_[0-9a-f]{8}$/.test(name))!;
      expect((await call(ours, { text: 'x' })).structuredContent.data).to.equal('ours');
      expect(await call('notes_add_note')).to.deep.equal({ own: true });
      own.abort();
    });

    it('neighbours §2.6 hints arrive', async () => {
      const effects = ['view', 'transaction'] as const;
      await offered(notes({ actions: effects.map((effect) => ({ ...ADD, id: `run_${effect}`, effect })) }), {
        run_view: () => 1,
        run_transaction: () => 1,
      });
      const hints = (await native.getTools())
        .filter(({ name }) => name.startsWith('notes_'))
        .map(({ annotations }) => [annotations?.readOnlyHint, annotations?.consequentialHint]);
      expect(hints).to.deep.equal([
        [false, true],
        [true, false],
      ]);
    });

    it('neighbours §2.7 a modal dialog in this page answers; giving up closes it', async () => {
      let ran = 0;
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      const confirm: AskForApproval = ({ signal }) =>
        new Promise((resolve) => {
          dialog.showModal();
          signal.addEventListener('abort', () => dialog.close());
          dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
        });
      await offered(notes({ actions: [{ ...ADD, confirm: true }] }), { add_note: () => ++ran }, confirm);
      const answer = call('notes_add_note', { text: 'x' });
      await waitUntil(() => dialog.open);
      expect(ran).to.equal(0);
      dialog.close('yes');
      expect((await answer).structuredContent.data).to.equal(1);

      dialog.returnValue = '';
      const abort = new AbortController();
      const given = call('notes_add_note', { text: 'x' }, { signal: abort.signal }).catch(
        (thrown: unknown) => thrown,
      );
      await waitUntil(() => dialog.open);
      abort.abort(new Error('enough'));
      await waitUntil(() => !dialog.open);
      expect(await given).to.have.property('message', 'enough');
      expect(ran).to.equal(1);
      dialog.remove();
    });

    it('neighbours §2.8, §5.1, §5.5 errors come as answers, with code and message', async () => {
      const fail = () => {
        throw new OuiError('app:quota_exceeded', 'No room left');
      };
      await offered(notes(), { add_note: fail });
      const own = await call('notes_add_note', { text: 'x' });
      expect([own.isError, own.structuredContent.error]).to.deep.equal([
        true,
        { code: 'app:quota_exceeded', message: 'No room left' },
      ]);
      for (const input of [{}, { text: 7 }, ['list']]) {
        const wrong = await call('notes_add_note', input);
        expect([wrong.isError, wrong.structuredContent.error?.code]).to.deep.equal([
          true,
          'VALIDATION_ERROR',
        ]);
      }
    });

    it("neighbours §2.10 the caller's abort reaches the handler, and the log has one end", async () => {
      let aborted = false;
      const { bus } = await offered(notes(), {
        add_note: (_params, { signal }) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => {
              aborted = true;
              resolve({ done: 2 });
            }),
          ),
      });
      const abort = new AbortController();
      const given = call('notes_add_note', { text: 'x' }, { signal: abort.signal }).catch(
        (thrown: unknown) => thrown,
      );
      await waitUntil(() => bus.surfaces[0].busy === 1);
      await new Promise(requestAnimationFrame);
      abort.abort();
      expect(await given).to.have.property('name', 'AbortError');
      await waitUntil(() => bus.log[0].state === 'succeeded');
      expect([aborted, bus.log[0].data]).to.deep.equal([true, { done: 2 }]);
    });

    it('neighbours §2.11, §2.12 a long job answers in time, and oui_read tells the rest', async () => {
      let finish = (_value: unknown) => {};
      const job = { ...ADD, id: 'run_job', async: true };
      await offered(
        notes({ actions: [job] }),
        {
          run_job: (_params, { acknowledge }) => {
            acknowledge({ jobId: 'j1' });
            return new Promise((resolve) => (finish = resolve));
          },
        },
        undefined,
        50,
      );
      const first = await call('notes_run_job', { text: 'x' });
      expect(first.structuredContent).to.deep.include({ interim: true, data: { jobId: 'j1' } });
      const { requestId } = first.structuredContent;
      finish('done');
      await waitUntil(async () => !(await call('oui_read', { requestId })).structuredContent.interim);
      expect((await call('oui_read', { requestId })).structuredContent.data).to.equal('done');
    });

    it('neighbours §2.12 observations are read by oui_read, and named by oui_describe', async () => {
      const observations = [{ id: 'rows', description: 'All.', schema: { type: 'array', items: {} } }];
      const { surface } = await offered(notes({ observations }), { add_note: () => 1 });
      surface.publish('rows', [1, 2]);
      const read = await call('oui_read', { surfaceId: 'notes', observationId: 'rows', pointer: '/1' });
      expect(read.structuredContent.data).to.deep.equal({ value: 2 });
      const all = await call('oui_describe');
      expect(all.structuredContent.data).to.have.nested.property(
        'surfaces[0].actions[0].tool',
        'notes_add_note',
      );
    });

    it('neighbours §2.13 an inactive surface has no tools', async () => {
      const { bus } = await offered(notes({ activation: { routes: '/notes' } }), { add_note: () => 1 });
      await has('oui_read');
      expect(await names()).not.to.include('notes_add_note');
      bus.path = '/notes';
      await has('notes_add_note');
      bus.path = '/';
      await waitUntil(async () => !(await names()).includes('notes_add_note'));
    });

    it('neighbours §2.14, §5.11 a new handler is no toolchange; a new description is one removal and one addition', async () => {
      const { surface } = await offered(notes(), { add_note: () => 'old' });
      let changes = 0;
      const count = () => changes++;
      native.addEventListener('toolchange', count);
      surface.update(surface.manifest, { add_note: () => 'new' });
      surface.setActive(false);
      await Promise.resolve();
      surface.setActive(true);
      expect((await call('notes_add_note', { text: 'x' })).structuredContent.data).to.equal('new');
      await new Promise((resolve) => setTimeout(resolve));
      expect(changes).to.equal(0);

      surface.update({ ...surface.manifest, actions: [{ ...ADD, description: 'Adds a note at the end.' }] });
      await waitUntil(async () =>
        (await native.getTools()).some(({ description }) => description === 'Adds a note at the end.'),
      );
      await waitUntil(() => changes > 0);
      expect(changes).to.be.at.most(2);
      native.removeEventListener('toolchange', count);
    });

    it('neighbours §2.15 an origin to expose to must be one that Chromium trusts', async () => {
      const bus = new SurfaceBus();
      const transport = webMcpTransport(native, { exposedTo: ['https://agents.example'] });
      connections.push(bus.connect(transport, { confirmBy: 'page' }));
      await waitUntil(() => transport.state === 'connected');
      expect(warnings).to.deep.equal([]);
    });
  });

  /** A frame of this origin, with whatever its own page does. */
  async function frame(attributes: Record<string, string> = {}): Promise<HTMLIFrameElement> {
    const element = document.createElement('iframe');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
    element.src = '/test/browser/embedded-peer.html?none';
    document.body.append(element);
    await loaded;
    return element;
  }

  it('neighbours §2.1 a page whose policy forbids it gets one warning in each direction, and works', async () => {
    const element = await frame({ allow: "tools 'none'" });
    const forbidden = contextOf(element.contentDocument!);
    const bus = new SurfaceBus();
    const transport = webMcpTransport(forbidden);
    connections.push(bus.connect(transport, { confirmBy: 'page' }));
    await waitUntil(() => warnings.length > 0);
    const surface = bus.register(notes(), { add_note: () => 1 });
    expect([transport.state, surface.state]).to.deep.equal(['disconnected', 'active']);
    const tools = adoptWebMcpTools(bus, forbidden);
    await tools.refresh();
    await tools.refresh();
    expect(warnings).to.have.lengthOf(2);
    expect(warnings[0]).to.include('may not use WebMCP');
    expect(warnings[1]).to.include('cannot be listed');
    expect(bus.surfaces).to.have.lengthOf(1);
    element.remove();
  });

  describe('into OUI', () => {
    let ends: (() => void)[];
    beforeEach(() => (ends = []));
    afterEach(() => ends.forEach((end) => end()));

    async function place(name: string, execute: () => Promise<unknown>, more: object = {}) {
      const abort = new AbortController();
      ends.push(() => abort.abort());
      const tool = { name, description: 'Does it.', inputSchema: { type: 'object' }, execute, ...more };
      await native.registerTool(tool as Parameters<Native['registerTool']>[0], abort);
      return abort;
    }

    function adopted(options = {}) {
      const bus = new SurfaceBus({ settle: { quietMs: 0 } });
      const tools = adoptWebMcpTools(bus, native, options);
      ends.push(() => tools.close());
      const actions = () =>
        bus.surfaces
          .filter(({ state }) => state === 'active')
          .flatMap(({ manifest }) => manifest.actions.map(({ id }) => id));
      const client = new Client(bus);
      connections.push(client.connection);
      return { bus, tools, actions, invoke: client.invoke };
    }

    it('neighbours §3.1 to §3.5 tools come, are called, and go', async () => {
      await place('createNote', async () => ({ made: 1 }), {
        title: 'Make',
        annotations: { readOnlyHint: true },
      });
      const { bus, actions, invoke } = adopted();
      await waitUntil(() => actions().length === 1);
      const [{ manifest, surfaceId }] = bus.surfaces;
      expect(manifest.metadata).to.deep.equal({
        untrusted: true,
        webmcp: { origin: location.origin, frame: 'page', tools: { create_note: 'createNote' } },
      });
      expect(manifest.actions[0].tags).to.deep.equal(['read-only']);
      expect((await invoke(surfaceId, 'create_note')).data).to.deep.equal({ made: 1 });
      const second = await place('say_it', async () => 'plain');
      await waitUntil(() => actions().length === 2);
      expect((await invoke(surfaceId, 'say_it')).data).to.equal('plain');
      await place('fail_it', () => Promise.reject(new Error('hidden')));
      await waitUntil(() => actions().length === 3);
      expect((await invoke(surfaceId, 'fail_it')).error?.code).to.equal('EXECUTION_ERROR');
      second.abort();
      await waitUntil(() => actions().length === 2);
    });

    it("neighbours §3.1, §3.2, §5.25 two frames with one name are two surfaces; a removed frame's goes on the next look", async () => {
      const elements = [await frame(), await frame()];
      for (const [i, element] of elements.entries()) {
        const tool = {
          name: 'run_it',
          description: 'Does it.',
          inputSchema: {},
          execute: async () => ({ at: i }),
        };
        // Without a signal: to abort it after its frame has gone ends the browser's process (Chromium 156).
        await contextOf(element.contentDocument!).registerTool(tool);
      }
      const { bus, tools, actions, invoke } = adopted();
      await waitUntil(() => actions().length === 2);
      const ids = bus.surfaces.map(({ surfaceId }) => surfaceId);
      const data = [await invoke(ids[0], 'run_it'), await invoke(ids[1], 'run_it')].map(
        (result) => result.data,
      );
      expect(data).to.have.deep.members([{ at: 0 }, { at: 1 }]);
      elements[0].remove();
      const gone = ids[data.findIndex((one) => (one as { at: number }).at === 0)];
      expect((await invoke(gone, 'run_it')).error?.code).to.equal('SURFACE_UNAVAILABLE');
      await tools.refresh();
      await waitUntil(() => actions().length === 1);
      elements[1].remove();
    });

    it('neighbours §5.24 after a frame was loaded again with the same tool, the call runs in the new document', async () => {
      const element = await frame();
      const offer = (visit: number) =>
        contextOf(element.contentDocument!).registerTool({
          name: 'run_it',
          description: 'Does it.',
          inputSchema: {},
          execute: async () => ({ visit }),
        });
      await offer(1);
      const { bus, actions, invoke } = adopted();
      await waitUntil(() => actions().length === 1);
      const [{ surfaceId }] = bus.surfaces;
      expect((await invoke(surfaceId, 'run_it')).data).to.deep.equal({ visit: 1 });
      const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
      element.contentWindow!.location.reload();
      await loaded;
      await offer(2);
      await waitUntil(() => actions().length === 1);
      expect((await invoke(bus.surfaces[0].surfaceId, 'run_it')).data).to.deep.equal({ visit: 2 });
      expect(bus.surfaces[0].surfaceId).to.equal(surfaceId);
      element.remove();
    });

    it("neighbours §3.5, §3.6 a form's tool is filled and submitted; one that waits for a person has a time limit", async () => {
      const form = document.createElement('form');
      form.setAttribute('toolname', 'book_room');
      form.setAttribute('tooldescription', 'Books a room.');
      const field = Object.assign(document.createElement('input'), { name: 'room', required: true });
      form.append(field, document.createElement('button'));
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        const { respondWith } = event as SubmitEvent & { respondWith?(answer: Promise<unknown>): void };
        respondWith?.call(event, Promise.resolve({ booked: field.value }));
      });
      form.setAttribute('toolautosubmit', '');
      document.body.append(form);
      ends.push(() => form.remove());
      let waits = false;
      const { bus, tools, actions, invoke } = adopted({ waitsForPerson: () => waits, personTimeoutMs: 200 });
      await waitUntil(() => actions().length === 1);
      const id = bus.surfaces[0].surfaceId;
      expect((await invoke(id, 'book_room', { room: 'blue' })).data).to.deep.equal({ booked: 'blue' });
      expect((await invoke(id, 'book_room', {})).error?.code).to.equal('VALIDATION_ERROR');
      form.removeAttribute('toolautosubmit');
      waits = true;
      await tools.refresh();
      expect(bus.surfaces[0].manifest.actions[0]).to.deep.include({ async: true });
      expect((await invoke(id, 'book_room', { room: 'red' })).error?.code).to.equal('TIMEOUT');
    });

    it('neighbours §3.9 what OUI has registered is not taken back', async () => {
      await place('from_page', async () => ({}));
      await offered(notes(), { add_note: () => 1 });
      const { actions, tools } = adopted();
      await waitUntil(() => actions().length > 0);
      await tools.refresh();
      expect(actions()).to.deep.equal(['from_page']);
    });
  });
});

/** Asks a bus, and gives the final results. */
class Client {
  readonly connection: BusConnection;
  readonly #waiting = new Map<string, (result: Result) => void>();
  #receive: (message: unknown) => void = () => {};

  constructor(bus: SurfaceBus) {
    this.connection = bus.connect({
      state: 'connected',
      connect: async () => {},
      disconnect: () => {},
      send: ({ type, payload }) => {
        const result = payload as Result & { requestId: string; interim?: boolean };
        if (type === 'action:result' && !result.interim) this.#waiting.get(result.requestId)?.(result);
        return true;
      },
      onEvent: (listener) => {
        this.#receive = listener;
        return () => {};
      },
      onStateChange: () => () => {},
    });
  }

  invoke = (surfaceId: string, actionId: string, params = {}): Promise<Result> =>
    new Promise((resolve) => {
      const requestId = crypto.randomUUID();
      this.#waiting.set(requestId, resolve);
      this.#receive({
        type: 'action:request',
        payload: { requestId, surfaceId, actionId, params, timestamp: Date.now() },
      });
    });
}

interface Result {
  data?: unknown;
  error?: { code: string };
}
