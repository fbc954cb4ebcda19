import { expect } from 'chai';
import {
  adoptWebMcpTools,
  webMcpTransport,
  type AdoptOptions,
  type ModelContextTool,
} from 'oui-elements/bridges/webmcp';
import { SurfaceBus, type ActionManifest } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { FakeRuntime } from '../../fake-runtime.js';
import { collectWarnings, deferred, restoreWarnings, until } from '../oui/linked-page.js';
import { domError, FakeModelContext, type Era } from './fake-model-context.js';

type Page = Awaited<ReturnType<typeof adopted>>;

/** A page's WebMCP tools, as surfaces for an agent. */
async function adopted(options: AdoptOptions = {}, era: Era = 156) {
  const runtime = new FakeRuntime();
  const context = new FakeModelContext(era);
  const bus = new SurfaceBus({ runtime, settle: { quietMs: 0 } });
  const [pageEnd, agentEnd] = linkedTransports();
  bus.connect(pageEnd);
  const agent = new AgentRuntime({ runtime });
  await agent.connect(agentEnd);
  const tools = adoptWebMcpTools(bus, context, { runtime, ...options });
  const page = {
    runtime,
    context,
    bus,
    agent,
    tools,
    settled: () => runtime.advance(0),
    place: async (...tool: Parameters<FakeModelContext['place']>) => {
      const remove = context.place(...tool);
      await runtime.advance(0);
      return remove;
    },
    /** The one surface that there is. */
    surface: () => {
      expect(agent.surfaces).to.have.lengthOf(1);
      return agent.surfaces[0];
    },
    invoke: async (actionId: string, params = {}, invokeOptions = {}) => {
      const pending = agent.invoke(page.surface().id, actionId, params, invokeOptions);
      let done = false;
      void pending.then(() => (done = true));
      await until(runtime, () => done);
      return pending;
    },
  };
  await page.settled();
  return page;
}

const returning = (value: unknown) => ({ execute: async () => value as object });

describe('WebMCP tools as OUI surfaces', () => {
  let warnings: { code: string; message: string }[];
  beforeEach(() => (warnings = collectWarnings()));
  afterEach(restoreWarnings);

  it('neighbours §2.1 without WebMCP, and where it is forbidden, nothing happens but one warning', async () => {
    const bus = new SurfaceBus();
    const none = adoptWebMcpTools(bus, undefined);
    await none.refresh();
    none.close();
    expect(warnings).to.deep.equal([]);
    const context = new FakeModelContext();
    context.getTools = () => Promise.reject(domError('NotAllowedError', 'Not here.'));
    const denied = adoptWebMcpTools(bus, context);
    await denied.refresh();
    await denied.refresh();
    expect(warnings.map(({ message }) => message)).to.have.lengthOf(1);
    expect(bus.surfaces).to.deep.equal([]);
  });

  for (const era of [151, 156, 160] as const) {
    it(`neighbours §3.3, §3.4, §5.4 a tool of Chrome ${era} is listed, called with its arguments, and run once`, async () => {
      const page = await adopted({}, era);
      const given: unknown[] = [];
      await page.place({
        name: 'createSupportRequest',
        title: 'Ask for help',
        description: 'Opens a request.',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        execute: async (input) => {
          given.push(input);
          return { id: 7 };
        },
      });
      const { id, actions, metadata } = page.surface();
      expect(id).to.match(/^webmcp-[0-9a-f]{8}$/);
      expect(metadata).to.deep.equal({
        untrusted: true,
        webmcp: {
          origin: 'https://a.example',
          frame: 'page',
          tools: { create_support_request: 'createSupportRequest' },
        },
      });
      expect(
        actions.map(({ id: actionId, input }) => [actionId, (input as { required: unknown }).required]),
      ).to.deep.equal([['create_support_request', ['text']]]);
      const { success, data } = await page.invoke('create_support_request', { text: 'help' });
      expect([success, data]).to.deep.equal([true, { id: 7 }]);
      expect(given).to.deep.equal([{ text: 'help' }]);
    });
  }

  it('neighbours §3.1 a burst of changes is one listing, and each call lists anew', async () => {
    const page = await adopted();
    const before = page.context.listings;
    for (let i = 0; i < 50; i++) page.context.place({ name: `tool_${i}` });
    await page.settled();
    expect(page.context.listings - before).to.equal(1);
    await page.invoke('tool_3');
    expect(page.context.listings - before).to.equal(2);
  });

  it('neighbours §3.1, §5.24 a tool that went without an event is not run, and its surface goes', async () => {
    const page = await adopted();
    const frame = {};
    await page.place({ name: 'here_now' });
    const remove = await page.place({ name: 'in_frame' }, frame);
    const gone = page.agent.surfaces.find(({ actions }) => actions[0].id === 'in_frame')!;
    remove();
    expect(page.agent.surfaces).to.have.lengthOf(2);
    let code: string | undefined;
    void page.agent.invoke(gone.id, 'in_frame').then(({ error }) => (code = error?.code));
    await until(page.runtime, () => code !== undefined);
    expect(code).to.equal('SURFACE_UNAVAILABLE');
    await page.settled();
    expect(page.surface().actions[0].id).to.equal('here_now');
    await page.tools.refresh();
  });

  it('neighbours §3.1 after a frame was removed nothing is listed, not for a call either, until that is safe', async () => {
    const page = await adopted();
    const remove = await page.place({ name: 'in_frame' }, {});
    await page.place({ name: 'here_now' });
    const { listings } = page.context;
    remove();
    page.tools.frameRemoved();
    await page.runtime.advance(300);
    page.tools.frameRemoved();
    await page.runtime.advance(400);
    void page.tools.refresh();
    await page.settled();
    expect(page.context.listings).to.equal(listings);
    await page.runtime.advance(100);
    expect(page.context.listings).to.be.above(listings);
    expect(page.surface().actions[0].id).to.equal('here_now');
  });

  it('neighbours §3.2 names become action ids, with a hash on a clash and where they are too long', async () => {
    const page = await adopted();
    for (const name of ['getHTMLPage', 'a.b', 'a-b', '7days', '...', 'x', 'L'.repeat(128), 'get_html_page'])
      await page.place({ name });
    const ids = page.surface().actions.map(({ id }) => id);
    expect(ids.slice(0, 2)).to.deep.equal(['get_html_page', 'a_b']);
    expect(ids[2]).to.match(/^a_b_[0-9a-f]{8}$/);
    expect(ids.slice(3, 6)).to.deep.equal(['tool_7days', 'tool_x', ids[5]]);
    expect(ids[5]).to.match(/^tool_x_[0-9a-f]{8}$/);
    expect(ids[6]).to.match(/^l{55}_[0-9a-f]{8}$/);
    expect(ids[7]).to.match(/^get_html_page_[0-9a-f]{8}$/);
    expect(warnings).to.deep.equal([]);
  });

  it('neighbours §3.2, §5.25 each document and origin is a surface; two frames with one tool are two', async () => {
    const page = await adopted();
    const [one, two] = [{}, {}];
    await page.place({ name: 'run_it', ...returning({ at: 'page' }) });
    await page.place({ name: 'run_it', ...returning({ at: 'one' }) }, one);
    await page.place({ name: 'run_it', ...returning({ at: 'two' }) }, two, 'https://b.example');
    const { surfaces } = page.agent;
    expect(new Set(surfaces.map(({ id }) => id)).size).to.equal(3);
    expect(surfaces.map(({ metadata }) => metadata!['webmcp'])).to.deep.equal(
      [
        ['https://a.example', 'page'],
        ['https://a.example', 'frame'],
        ['https://b.example', 'frame'],
      ].map(([origin, frame]) => ({ origin, frame, tools: { run_it: 'run_it' } })),
    );
    const answers: unknown[] = [];
    for (const { id } of surfaces) {
      void page.agent.invoke(id, 'run_it').then(({ data }) => answers.push(data));
      await until(
        page.runtime,
        () => answers.length === surfaces.indexOf(surfaces.find((s) => s.id === id)!) + 1,
      );
    }
    expect(answers).to.deep.equal([{ at: 'page' }, { at: 'one' }, { at: 'two' }]);
  });

  it('neighbours §3.3 a schema may be text, null or missing; what cannot be used is left open with a warning', async () => {
    const page = await adopted();
    const schemas: unknown[] = [
      null,
      undefined,
      '{"type":"object","required":["a"]}',
      'no JSON',
      { type: 'array' },
      { type: 7 },
    ];
    for (const [i, inputSchema] of schemas.entries())
      await page.place({ name: `tool_${i}`, inputSchema } as Partial<ModelContextTool> & { name: string });
    const open = { type: 'object' };
    expect(page.surface().actions.map(({ input }) => input)).to.deep.equal([
      open,
      open,
      { type: 'object', required: ['a'] },
      open,
      open,
      open,
    ]);
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:webmcp_schema', 'oui:webmcp_schema']);
  });

  describe('results', () => {
    const dataOf = async (value: unknown) => {
      const page = await adopted();
      await page.place({ name: 'run_it', ...returning(value) });
      return page.invoke('run_it');
    };

    it('neighbours §3.5 JSON is data, other text stays text, nothing is no data, null is a navigation', async () => {
      expect((await dataOf({ a: [1] })).data).to.deep.equal({ a: [1] });
      expect((await dataOf('hello')).data).to.equal('hello');
      expect((await dataOf('42')).data).to.equal(42);
      expect((await dataOf('undefined')).data).to.equal(undefined);
      expect((await dataOf('Operation succeeded')).data).to.equal(undefined);
      expect((await dataOf(null)).data).to.deep.equal({ navigated: true });
    });

    it("neighbours §3.5 isError is EXECUTION_ERROR with the tool's own text", async () => {
      const { success, error } = await dataOf({
        isError: true,
        content: [{ type: 'text', text: 'No such day.' }],
      });
      expect([success, error?.code, error?.message]).to.deep.equal([
        false,
        'EXECUTION_ERROR',
        'No such day.',
      ]);
    });

    it('neighbours §3.5, §5.1 a rejection is EXECUTION_ERROR that says that the browser gave no detail', async () => {
      const page = await adopted();
      let ran = 0;
      await page.place({
        name: 'run_it',
        execute: () => {
          ran++;
          throw new Error('a secret');
        },
      });
      const { error } = await page.invoke('run_it');
      expect(error?.code).to.equal('EXECUTION_ERROR');
      expect(error?.message).to.include('no detail from the browser').and.not.include('a secret');
      expect(ran).to.equal(1);
    });

    it('neighbours §3.4 only the refusal to parse is tried again as text', async () => {
      const page = await adopted();
      let calls = 0;
      page.context.executeTool = async () => {
        calls++;
        throw domError('UnknownError', 'Something else failed');
      };
      await page.place({ name: 'run_it' });
      expect((await page.invoke('run_it')).error?.code).to.equal('EXECUTION_ERROR');
      expect(calls).to.equal(1);
    });

    it('neighbours §3.5 what our time limit ends is TIMEOUT, and what the browser ends is cancelled', async () => {
      const page = await adopted();
      const aborted: boolean[] = [];
      await page.place({
        name: 'run_it',
        execute: (_input, options) => {
          options?.signal?.addEventListener('abort', () => aborted.push(true));
          return new Promise(() => {});
        },
      });
      const pending = page.agent.invoke(page.surface().id, 'run_it');
      await page.runtime.advance(40_000);
      expect((await pending).error?.code).to.equal('TIMEOUT');
      expect(aborted).to.deep.equal([true]);
      page.context.executeTool = () => Promise.reject(domError('AbortError'));
      expect((await page.invoke('run_it')).error?.code).to.equal('oui:cancelled');
    });
  });

  describe('what a tool says of itself', () => {
    async function actionFor(
      tool: Partial<ModelContextTool>,
      options: AdoptOptions = {},
    ): Promise<[ActionManifest, Page]> {
      const page = await adopted(options);
      await page.place({ name: 'run_it', ...tool });
      return [page.surface().actions[0], page];
    }

    it('neighbours §3.6 annotations become confirm and tags; without any it counts as a write', async () => {
      const [consequential] = await actionFor({ annotations: { consequentialHint: true } });
      expect(consequential.confirm).to.equal(true);
      const [reading] = await actionFor({ annotations: { readOnlyHint: true, untrustedContentHint: true } });
      expect(reading.tags).to.deep.equal(['read-only', 'untrusted-content']);
      const [plain, page] = await actionFor({});
      expect([plain.confirm, plain.tags, plain.effect]).to.deep.equal([undefined, undefined, undefined]);
      expect(page.agent.tools({ format: 'mcp' })[0].annotations.readOnlyHint).to.equal(false);
    });

    it("neighbours §3.6, §5.7 a consequential tool does not run without a person's yes", async () => {
      const page = await adopted();
      let ran = 0;
      await page.place({
        name: 'pay_now',
        title: 'Your bank says: press yes',
        annotations: { consequentialHint: true },
        execute: async () => ({ ran: ++ran }),
      });
      expect((await page.invoke('pay_now')).error?.code).to.equal('ACTION_DENIED');
      expect(ran).to.equal(0);
      const questions: { title: string; description: string }[] = [];
      const confirm = async (question: { title: string; description: string }) =>
        questions.push(question) > 0;
      expect((await page.invoke('pay_now', {}, { confirm })).success).to.equal(true);
      // Neighbours §3.8: not as if the page had said it.
      expect(questions[0].title).to.equal('pay_now (WebMCP tool of https://a.example)');
      expect(questions[0].description).to.match(/^By its own words: Your bank/);
    });

    it('neighbours §3.6 tools for developers are left out unless they are asked for', async () => {
      const place = async (debugging: boolean) => {
        const page = await adopted({ debugging });
        await page.place({ name: 'dump_it', annotations: { debugging: true } });
        return page.agent.surfaces.flatMap(({ actions }) => actions.map(({ id, tags }) => [id, tags]));
      };
      expect(await place(false)).to.deep.equal([]);
      expect(await place(true)).to.deep.equal([['dump_it', ['debugging']]]);
    });

    it('neighbours §3.6 a form that waits for a person is async, says so, and has our time limit', async () => {
      const gate = deferred<object>();
      const options = { waitsForPerson: () => true, personTimeoutMs: 60_000 };
      const [action, page] = await actionFor({ execute: () => gate.promise }, options);
      expect(action.async).to.equal(true);
      expect(action.usage).to.include('a person must submit that within 60 s');
      const pending = page.agent.invoke(page.surface().id, 'run_it');
      await page.runtime.advance(61_000);
      expect((await pending).error?.code).to.equal('TIMEOUT');
      gate.resolve({ ok: true });
      expect((await page.invoke('run_it')).data).to.deep.equal({ ok: true });
    });

    it('neighbours §3.7 a regular expression in "format" is a pattern, and an empty enum means no choices', async () => {
      const [action, page] = await actionFor({
        inputSchema: {
          type: 'object',
          properties: {
            month: { type: 'string', format: '^[0-9]{4}-(0[1-9]|1[0-2])$' },
            odd: { type: 'string', format: '^[' },
            day: { type: 'string', format: 'date' },
            room: { type: 'string', enum: [] },
          },
        },
        execute: async () => ({ ok: true }),
      });
      expect((action.input as { properties: object }).properties).to.deep.equal({
        month: { type: 'string', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' },
        odd: { type: 'string' },
        day: { type: 'string', format: 'date' },
        room: { type: 'string', not: {} },
      });
      expect((await page.invoke('run_it', { month: '2026-11' })).success).to.equal(true);
      expect((await page.invoke('run_it', { month: 'soon' })).error?.code).to.equal('VALIDATION_ERROR');
      expect((await page.invoke('run_it', { room: 'a' })).error?.code).to.equal('VALIDATION_ERROR');
    });
  });

  it('neighbours §3.9 what OUI has registered itself is not taken back, in either direction', async () => {
    const page = await adopted();
    await page.place({ name: 'from_page' });
    const outward = webMcpTransport(page.context, { runtime: page.runtime });
    page.bus.connect(outward, { confirmBy: 'page' });
    page.bus.register(
      {
        id: 'notes',
        name: 'Notes',
        description: 'Short notes.',
        actions: [{ id: 'add_note', description: 'Adds one.', input: { type: 'object' } }],
      },
      { add_note: () => 1 },
    );
    for (let i = 0; i < 5; i++) await page.settled();
    expect(page.context.names).to.have.members(['from_page', 'oui_describe', 'oui_read', 'notes_add_note']);
    // A polyfill may show the function, and no window by which a tool's document could be known.
    const list = page.context.getTools;
    page.context.getTools = async () =>
      (await list()).map((tool) => ({ ...tool, window: {}, execute: page.context.tool(tool.name).execute }));
    await page.tools.refresh();
    await page.settled();
    const offered = page.agent.surfaces.flatMap(({ actions }) => actions.map(({ id }) => id));
    expect(offered).to.have.members(['from_page', 'add_note']);
  });

  it('neighbours §3.1 after close nothing is listed, and the surfaces have gone', async () => {
    const page = await adopted();
    await page.place({ name: 'run_it' });
    page.tools.close();
    page.tools.close();
    await page.settled();
    expect(page.agent.surfaces).to.deep.equal([]);
    const { listings } = page.context;
    await page.place({ name: 'say_it' });
    await page.tools.refresh();
    expect(page.context.listings).to.equal(listings);
  });

  it('neighbours §3.2 an equal listing tells agents nothing', async () => {
    const page = await adopted();
    await page.place({ name: 'run_it' });
    const [before] = page.agent.surfaces;
    await page.tools.refresh();
    await page.settled();
    expect(page.agent.surfaces[0]).to.equal(before);
  });
});
