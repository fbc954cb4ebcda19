import { expect } from 'chai';
import { webMcpTransport, type ModelContext, type ToolAnswer } from 'oui-elements/bridges/webmcp';
import { OuiError, SurfaceBus, type ActionEffect, type ApprovalQuestion } from 'oui-elements/oui';
import { collectWarnings, deferred, restoreWarnings, until } from '../oui/linked-page.js';
import { domError, FakeModelContext } from './fake-model-context.js';
import { action, webMcpPage } from './webmcp-page.js';

const RESERVED = ['oui_describe', 'oui_read'];

describe('OUI surfaces as WebMCP tools', () => {
  let warnings: { code: string; message: string }[];
  beforeEach(() => (warnings = collectWarnings()));
  afterEach(restoreWarnings);
  const codes = () => warnings.map(({ code }) => code);

  describe('the guard', () => {
    it('neighbours §2.1 without WebMCP, or with half of it, nothing happens but one warning', async () => {
      for (const context of [undefined, {} as ModelContext]) {
        const bus = new SurfaceBus();
        const transport = webMcpTransport(context);
        const before = warnings.length;
        bus.connect(transport, { confirmBy: 'page' });
        await Promise.resolve();
        await Promise.resolve();
        expect(transport.state).to.equal('disconnected');
        expect(warnings.length - before).to.equal(context ? 0 : 1);
      }
    });

    for (const name of ['NotAllowedError', 'SecurityError']) {
      for (const era of [151, 156] as const) {
        it(`neighbours §2.1 ${name} (Chrome ${era}) turns the bridge off with one warning`, async () => {
          const context = new FakeModelContext(era);
          context.refuse = () => domError(name, 'Not here.');
          const page = await webMcpPage({}, {}, context);
          expect(page.transport.state).to.equal('disconnected');
          const surface = await page.register({}, { add_note: () => 1 });
          expect(surface.state).to.equal('active');
          expect(warnings.map(({ message }) => message)).to.have.lengthOf(1);
          expect(warnings[0].message).to.include('Not here.');
          expect(context.names).to.deep.equal([]);
        });
      }
    }

    it('OUI-T1 what is ended while it connects stays ended', async () => {
      const context = new FakeModelContext();
      const transport = webMcpTransport(context);
      const connecting = transport.connect();
      expect(transport.state).to.equal('connecting');
      const again = transport.connect().catch((thrown: unknown) => thrown);
      transport.disconnect();
      await connecting;
      expect(await again).to.be.instanceOf(Error);
      expect([transport.state, context.names.length]).to.deep.equal(['disconnected', 0]);
    });

    it('neighbours §2.1 what is forbidden later turns it off as well', async () => {
      const page = await webMcpPage();
      page.context.refuse = () => domError('NotAllowedError', 'Not any more.');
      await page.register({}, { add_note: () => 1 });
      expect(page.transport.state).to.equal('disconnected');
      expect(page.context.names).to.deep.equal([]);
      expect(codes()).to.deep.equal(['oui:webmcp_denied']);
    });

    it('neighbours §2.1 Chrome 151, which returned nothing and knew no signal, is served', async () => {
      const page = await webMcpPage({}, {}, new FakeModelContext(151));
      await page.register({}, { add_note: ({ text }) => ({ text }) });
      let answer: ToolAnswer | undefined;
      void page.context
        .tool('notes_add_note')
        .execute({ text: 'milk' })
        .then((given) => (answer = given as ToolAnswer));
      await until(page.runtime, () => answer !== undefined);
      expect(answer!.structuredContent.data).to.deep.equal({ text: 'milk' });
    });

    it('neighbours §2.16 a tool that the browser refuses is warned of; the others are offered, nothing is unhandled', async () => {
      const page = await webMcpPage();
      page.context.refuse = ({ name }) =>
        name.endsWith('bad_one') ? domError('UnknownError', 'no reason') : undefined;
      await page.register(
        { actions: [action('bad_one'), action('good_one')] },
        { bad_one: () => 1, good_one: () => 1 },
      );
      expect(page.context.names).to.deep.equal([...RESERVED, 'notes_good_one']);
      expect(codes()).to.deep.equal(['oui:webmcp_tool']);
    });
  });

  describe('names', () => {
    const LONG = 'a'.repeat(64);

    it('neighbours §2.2 <surfaceId>_<actionId> is cut with a hash where it is longer than the limit: 64 + 1 + 64 = 129', async () => {
      const page = await webMcpPage();
      const other = `${'a'.repeat(63)}b`;
      await page.register(
        { id: LONG, actions: [action(LONG, { title: 'Long' }), action(other)] },
        { [LONG]: () => 'first', [other]: () => 'second' },
      );
      const [first, second] = page.context.names.filter((name) => !RESERVED.includes(name));
      expect(first).to.match(/^a{64}_a{54}_[0-9a-f]{8}$/);
      expect(first).to.have.lengthOf(128);
      expect(second).to.have.lengthOf(128).and.not.equal(first);
      expect(page.context.tool(first).title).to.equal('Long');
      expect((await page.call(first)).structuredContent.data).to.equal('first');
      expect((await page.call(second)).structuredContent.data).to.equal('second');
    });

    it('neighbours §2.2 128 characters are left as they are, and maxNameLength asks for less', async () => {
      const page = await webMcpPage();
      await page.register({ id: LONG, actions: [action('b'.repeat(63))] }, { ['b'.repeat(63)]: () => 1 });
      expect(page.context.names).to.include(`${LONG}_${'b'.repeat(63)}`);
      const short = await webMcpPage({ maxNameLength: 64 });
      await short.register({ id: LONG, actions: [action('run_it')] }, { run_it: () => 1 });
      expect(short.context.names.at(-1)).to.match(/^a{55}_[0-9a-f]{8}$/);
    });

    it('neighbours §2.2 the first underscore splits a name back', async () => {
      const page = await webMcpPage();
      await page.register({ id: 'doc-list', actions: [action('open_all_now')] }, { open_all_now: () => 1 });
      const name = page.context.names.at(-1)!;
      const at = name.indexOf('_');
      expect([name.slice(0, at), name.slice(at + 1)]).to.deep.equal(['doc-list', 'open_all_now']);
    });

    it('neighbours §2.2 two names that a relay would make one are told apart, and warned of', async () => {
      const page = await webMcpPage();
      await page.register({ id: 'doc-list', actions: [action('open')] }, { open: () => 'a' });
      await page.register({ id: 'doc', actions: [action('list_open')] }, { list_open: () => 'b' });
      const mapped = page.context.names.map((name) => name.replaceAll('-', '_'));
      expect(new Set(mapped).size).to.equal(mapped.length);
      expect(codes()).to.deep.equal(['oui:tool_name_collision']);
    });

    it('neighbours §2.3 a name that the page has itself is retried once with a hash; the others stay', async () => {
      const page = await webMcpPage();
      page.context.place({ name: 'notes_add_note' });
      await page.register(
        { actions: [action('add_note'), action('drop_note')] },
        { add_note: () => 'ours', drop_note: () => 1 },
      );
      const ours = page.context.names.find((name) => /^notes_add_note_[0-9a-f]{8}$/.test(name))!;
      expect((await page.call(ours)).structuredContent.data).to.equal('ours');
      expect(page.context.names).to.include('notes_drop_note');
      expect(codes()).to.deep.equal(['oui:tool_name_collision']);
    });

    it('neighbours §2.3 a browser that refuses every name is asked twice and no more', async () => {
      const page = await webMcpPage();
      const asked: string[] = [];
      page.context.refuse = ({ name }) => {
        asked.push(name);
        return domError('InvalidStateError', 'Invalid tool name');
      };
      await page.register({}, { add_note: () => 1 });
      await page.settled();
      expect(asked).to.have.lengthOf(2);
      expect(codes()).to.deep.equal(['oui:tool_name_collision', 'oui:webmcp_tool']);
    });
  });

  describe('definitions', () => {
    const schemaOf = async (input: object) => {
      const page = await webMcpPage();
      await page.register(
        { actions: [action('run_it', { input: input as never })] },
        { run_it: (params) => params },
      );
      return { page, schema: page.context.tool('notes_run_it').inputSchema as Record<string, unknown> };
    };

    it('neighbours §2.4 the root is an object; another shape is under "value", and unwrapped on the call', async () => {
      expect((await schemaOf({})).schema).to.deep.equal({ type: 'object', properties: {} });
      const shapes = {
        oneOf: [
          { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
          { type: 'object', properties: { b: { type: 'string', maxLength: 9 } }, required: ['b'] },
        ],
      };
      const { page, schema } = await schemaOf(shapes);
      expect(schema).to.deep.equal({
        type: 'object',
        properties: { value: shapes },
        required: ['value'],
        additionalProperties: false,
      });
      const { structuredContent } = await page.call('notes_run_it', { value: { a: 3 } });
      expect(structuredContent.data).to.deep.equal({ a: 3 });
    });

    it('neighbours §2.4 local references are written out, x- keywords are gone, and no enum is empty', async () => {
      const { schema } = await schemaOf({
        type: 'object',
        'x-order': ['to'],
        properties: {
          to: { $ref: '#/$defs/person', description: 'Who gets it.' },
          from: { $ref: '#/definitions/person' },
          'x-note': { type: 'string', maxLength: 5, 'x-widget': 'area' },
          none: { enum: [] },
          tree: { $ref: '#/$defs/node' },
        },
        $defs: {
          person: {
            type: 'object',
            description: 'A person.',
            properties: { name: { $ref: '#/$defs/name' } },
          },
          name: { type: 'string', maxLength: 50 },
          node: {
            type: 'object',
            properties: { kids: { type: 'array', maxItems: 3, items: { $ref: '#/$defs/node' } } },
          },
        },
        definitions: { person: { type: 'object', properties: { id: { type: 'integer' } } } },
      });
      const text = JSON.stringify(schema);
      expect(text).not.to.match(/\$ref|\$defs|definitions|"enum":\[\]|x-widget|x-order/);
      expect(schema['properties']).to.deep.include({
        to: {
          type: 'object',
          description: 'Who gets it.',
          properties: { name: { type: 'string', maxLength: 50 } },
        },
        from: { type: 'object', properties: { id: { type: 'integer' } } },
        'x-note': { type: 'string', maxLength: 5 },
        none: { not: {} },
      });
      expect(text).to.include('"kids":{"type":"array","maxItems":3,"items":{}}');
    });

    it('neighbours §2.4 a keyword beside a reference and in its target holds twice', async () => {
      const { schema } = await schemaOf({
        type: 'object',
        properties: {
          n: { $ref: '#/$defs/small', minimum: 3 },
          never: { $ref: '#/$defs/nothing', type: 'string' },
        },
        $defs: { small: { type: 'integer', minimum: 1, maximum: 9 }, nothing: false },
      });
      expect(schema['properties']).to.deep.equal({
        n: { minimum: 3, allOf: [{ type: 'integer', minimum: 1, maximum: 9 }] },
        never: { not: {} },
      });
    });

    it('neighbours §2.4 definitions that use each other twice do not grow without end', async () => {
      const $defs: Record<string, object> = { d0: { type: 'string', maxLength: 3 } };
      for (let i = 1; i < 20; i++) {
        const $ref = `#/$defs/d${i - 1}`;
        $defs[`d${i}`] = {
          type: 'object',
          properties: Object.fromEntries(Array.from('abcdefghijkl', (key) => [key, { $ref }])),
        };
      }
      const { schema } = await schemaOf({
        type: 'object',
        properties: { top: { $ref: '#/$defs/d19' } },
        $defs,
      });
      expect(JSON.stringify(schema).length).to.be.below(100_000);
    });

    it('neighbours §2.4 a stricter browser gets the plain schema, and no output schema', async () => {
      const page = await webMcpPage();
      const refused: object[] = [];
      page.context.refuse = (tool) => {
        if (!JSON.stringify(tool.inputSchema).includes('format')) return undefined;
        refused.push(tool);
        return new TypeError('format is not supported');
      };
      const input = {
        type: 'object',
        properties: { day: { type: 'string', format: 'date', description: 'When.' } },
        required: ['day'],
        additionalProperties: false,
      };
      await page.register(
        { actions: [action('run_it', { input, output: { type: 'string' } })] },
        { run_it: () => 'x' },
      );
      expect(refused).to.have.lengthOf(1);
      expect(refused[0]).to.have.nested.property('outputSchema.properties.data.type', 'string');
      const tool = page.context.tool('notes_run_it');
      expect(tool.inputSchema).to.deep.equal({
        type: 'object',
        properties: { day: { type: 'string', description: 'When.' } },
        required: ['day'],
      });
      expect(tool).not.to.have.property('outputSchema');
      // The bus still checks by the author's own schema.
      const { structuredContent } = await page.call('notes_run_it', { day: 'soon' });
      expect(structuredContent.error?.code).to.equal('VALIDATION_ERROR');
    });

    it('neighbours §2.5 the description has usage and preconditions, and is cut at the budget with a warning', async () => {
      const page = await webMcpPage({ maxDescriptionLength: 60 });
      const usage = 'Once a day.';
      await page.register(
        {
          actions: [
            action('run_it', { usage, preconditions: 'Signed in.' }),
            action('say_more', { usage: 'u'.repeat(99) }),
          ],
        },
        { run_it: () => 1, say_more: () => 1 },
      );
      expect(page.context.tool('notes_run_it').description).to.equal(
        'Does run_it.\nUsage: Once a day.\nPreconditions: Signed in.',
      );
      expect(page.context.tool('notes_say_more').description).to.have.lengthOf(60);
      expect(codes()).to.deep.equal(['oui:long_description']);
    });

    const READS: ActionEffect[] = ['view', 'selection', 'navigate', 'open'];
    const WRITES: (ActionEffect | undefined)[] = ['edit', 'file', 'mutate', 'job', 'transaction', undefined];

    it('neighbours §2.6 each effect has its hints; what is undeclared is not read-only', async () => {
      const page = await webMcpPage();
      for (const [i, effect] of [...READS, ...WRITES].entries()) {
        await page.register(
          { id: `notes-${i}`, actions: [action('run_it', { effect })] },
          { run_it: () => 1 },
        );
        const { annotations } = page.context.tool(`notes-${i}_run_it`);
        expect(annotations, String(effect)).to.deep.equal({
          readOnlyHint: i < READS.length,
          consequentialHint: effect === 'transaction',
        });
      }
    });

    it('neighbours §2.6 confirm and tags decide the other hints', async () => {
      const page = await webMcpPage();
      const hints = async (id: string, changes: object, metadata?: Record<string, unknown>) => {
        await page.register({ id, metadata, actions: [action('run_it', changes)] }, { run_it: () => 1 });
        return page.context.tool(`${id}_run_it`).annotations;
      };
      expect(await hints('aa', { confirm: true })).to.deep.equal({
        readOnlyHint: false,
        consequentialHint: true,
      });
      expect(await hints('bb', { tags: ['read-only'] })).to.deep.equal({
        readOnlyHint: true,
        consequentialHint: false,
      });
      expect(await hints('cc', { tags: ['read-only', 'destructive'], confirm: true })).to.deep.equal({
        readOnlyHint: false,
        consequentialHint: true,
      });
      expect(await hints('dd', { tags: ['untrusted-content'] })).to.have.property(
        'untrustedContentHint',
        true,
      );
      expect(await hints('ee', {}, { untrusted: true })).to.have.property('untrustedContentHint', true);
    });

    it('neighbours §5.21 what is for developers is offered only when asked for', async () => {
      const surfaces = async (debugging: boolean) => {
        const page = await webMcpPage({ debugging });
        await page.register(
          { id: 'aa', metadata: { debugging: true }, actions: [action('run_it')] },
          { run_it: () => 1 },
        );
        await page.register(
          { id: 'bb', actions: [action('dump_it', { tags: ['debugging'] }), action('run_it')] },
          { dump_it: () => 1, run_it: () => 1 },
        );
        return page.context;
      };
      expect((await surfaces(false)).names).to.deep.equal([...RESERVED, 'bb_run_it']);
      const asked = await surfaces(true);
      expect(asked.names).to.have.members([...RESERVED, 'aa_run_it', 'bb_dump_it', 'bb_run_it']);
      expect(asked.tool('aa_run_it').annotations).to.have.property('debugging', true);
      expect(asked.tool('bb_run_it').annotations).not.to.have.property('debugging');
    });

    it('neighbours §1.8 the action of a form that is a WebMCP tool by itself is left out', async () => {
      const page = await webMcpPage();
      const native = action('add_note', { tags: ['webmcp-native'] });
      await page.register({ actions: [native, action('run_it')] }, { add_note: () => 1, run_it: () => 1 });
      expect(page.context.names).to.deep.equal([...RESERVED, 'notes_run_it']);
    });

    it('neighbours §2.15 exposedTo is passed on as configured; "*" is refused with our own message', async () => {
      const page = await webMcpPage({ exposedTo: ['https://b.example'] });
      expect(page.context.options[0]?.exposedTo).to.deep.equal(['https://b.example']);
      expect((await webMcpPage()).context.options[0]).not.to.have.property('exposedTo');
      expect(() => webMcpTransport(page.context, { exposedTo: ['*'] })).to.throw(OuiError, 'every site');
    });
  });

  describe("a person's yes", () => {
    const dangerous = { actions: [action('wipe_all', { confirm: true, title: 'Wipe' })] };

    async function asked(answer: (question: ApprovalQuestion) => Promise<boolean>) {
      const questions: ApprovalQuestion[] = [];
      let ran = 0;
      const page = await webMcpPage(
        {},
        {
          confirmBy: 'page',
          confirm: (question) => {
            questions.push(question);
            return answer(question);
          },
        },
      );
      await page.register(dangerous, { wipe_all: () => ++ran });
      return { page, questions, ran: () => ran };
    }

    it("neighbours §2.7 the page's own dialog answers before the handler runs", async () => {
      const { page, questions, ran } = await asked(async () => true);
      expect((await page.call('notes_wipe_all')).isError).to.equal(false);
      expect(questions.map(({ title }) => title)).to.deep.equal(['Wipe']);
      expect(ran()).to.equal(1);
    });

    it('neighbours §2.7 a no is ACTION_DENIED', async () => {
      const { page, ran } = await asked(async () => false);
      expect((await page.call('notes_wipe_all')).structuredContent.error?.code).to.equal('ACTION_DENIED');
      expect(ran()).to.equal(0);
    });

    it('neighbours §2.7, §5.7 no answer in time is ACTION_DENIED', async () => {
      const { page, ran } = await asked(() => new Promise(() => {}));
      const call = page.begin('notes_wipe_all');
      await until(page.runtime, () => page.runtime.timers > 0);
      await page.runtime.advance(10 * 60_000);
      expect(call.answer?.structuredContent.error?.code).to.equal('ACTION_DENIED');
      expect(ran()).to.equal(0);
    });

    it('neighbours §2.7 an agent that gives up closes the question, and the answer is ACTION_DENIED in the log', async () => {
      const { page, questions, ran } = await asked(() => new Promise(() => {}));
      const abort = new AbortController();
      const call = page.begin('notes_wipe_all', {}, abort.signal);
      await until(page.runtime, () => questions.length === 1);
      expect(questions[0].signal.aborted).to.equal(false);
      abort.abort();
      await until(page.runtime, () => call.answer !== undefined);
      expect(questions[0].signal.aborted).to.equal(true);
      expect(page.bus.log.map(({ state, error }) => [state, error?.code])).to.deep.equal([
        ['failed', 'ACTION_DENIED'],
      ]);
      expect(ran()).to.equal(0);
    });

    it("neighbours §2.7 with nobody to ask, and where the agent's end should ask, the answer is ACTION_DENIED", async () => {
      for (const confirmBy of ['page', 'runtime'] as const) {
        const page = await webMcpPage({}, { confirmBy });
        let ran = 0;
        await page.register(dangerous, { wipe_all: () => ++ran });
        const { isError, structuredContent } = await page.call('notes_wipe_all');
        expect([isError, structuredContent.error?.code], confirmBy).to.deep.equal([true, 'ACTION_DENIED']);
        expect(ran).to.equal(0);
      }
    });

    it('neighbours §5.8 two questions at once: each answer reaches its own call', async () => {
      const answers: ((yes: boolean) => void)[] = [];
      const { page, questions } = await asked(() => new Promise((resolve) => answers.push(resolve)));
      const [first, second] = [
        page.begin('notes_wipe_all', { n: 1 }),
        page.begin('notes_wipe_all', { n: 2 }),
      ];
      await until(page.runtime, () => questions.length === 2);
      answers[1](true);
      answers[0](false);
      await until(page.runtime, () => Boolean(first.answer && second.answer));
      expect([first.answer?.isError, second.answer?.isError]).to.deep.equal([true, false]);
    });
  });

  describe('calls', () => {
    it('neighbours §2.8 a call resolves with text, the OUI result and isError, whatever the handler does', async () => {
      const page = await webMcpPage();
      const circular: Record<string, unknown> = {};
      circular['self'] = circular;
      const returns: Record<string, () => unknown> = {
        give_none: () => undefined,
        give_empty: () => '',
        give_text: () => 'hello',
        give_circle: () => circular,
        fail_plain: () => {
          throw new Error('broken');
        },
        fail_own: () => {
          throw new OuiError('app:quota_exceeded', 'No room left', { limit: 3 });
        },
        reject_nothing: () => Promise.reject(undefined as unknown as Error),
      };
      await page.register({ actions: Object.keys(returns).map((id) => action(id)) }, returns, {
        rateLimit: 'off',
      });
      const answers: Record<string, unknown[]> = {};
      for (const id of Object.keys(returns)) {
        const { content, structuredContent, isError } = await page.call(`notes_${id}`);
        expect(isError).to.equal(!structuredContent.success);
        answers[id] = [structuredContent.success, structuredContent.error?.code, content[0].text];
      }
      expect(answers).to.deep.equal({
        give_none: [true, undefined, 'Done.'],
        give_empty: [true, undefined, ''],
        give_text: [true, undefined, 'hello'],
        give_circle: [true, undefined, '{"self":"[circular]"}'],
        fail_plain: [false, 'EXECUTION_ERROR', 'EXECUTION_ERROR: broken'],
        fail_own: [false, 'app:quota_exceeded', 'app:quota_exceeded: No room left\n{"limit":3}'],
        reject_nothing: [false, 'EXECUTION_ERROR', answers['reject_nothing'][2]],
      });
    });

    it('neighbours §5.5 wrong arguments are VALIDATION_ERROR with their place, and the handler is not called', async () => {
      const page = await webMcpPage();
      let ran = 0;
      await page.register({}, { add_note: () => ++ran });
      for (const input of [{}, { text: 7 }, { text: 'x'.repeat(21) }, [], 'text', 5]) {
        const { structuredContent, content, isError } = await page.call('notes_add_note', input);
        expect([isError, structuredContent.error?.code], JSON.stringify(input)).to.deep.equal([
          true,
          'VALIDATION_ERROR',
        ]);
        if (!Array.isArray(input) && typeof input === 'object')
          expect(content[0].text).to.include('"field":"text"');
      }
      expect(ran).to.equal(0);
    });

    it('neighbours §2.9 each call is a request of its own: counted, limited, in order, and in the log', async () => {
      const page = await webMcpPage();
      const order: string[] = [];
      const gate = deferred();
      await page.register(
        {},
        {
          add_note: async ({ text }) => {
            order.push(`begin ${String(text)}`);
            if (text === 'a') await gate.promise;
            order.push(`end ${String(text)}`);
          },
        },
        { rateLimit: { requests: 2, perMs: 10_000 } },
      );
      const first = page.begin('notes_add_note', { text: 'a' });
      const second = page.begin('notes_add_note', { text: 'b' });
      const third = await page.call('notes_add_note', { text: 'c' });
      expect(third.structuredContent.error?.code).to.equal('RATE_LIMITED');
      gate.resolve(undefined);
      await until(page.runtime, () => Boolean(first.answer && second.answer));
      expect(order).to.deep.equal(['begin a', 'end a', 'begin b', 'end b']);
      const ids = page.bus.log.map(({ requestId }) => requestId);
      expect(new Set(ids).size).to.equal(3);
      expect(first.answer?.structuredContent.requestId).to.equal(ids[0]);
    });

    it('neighbours §2.9 a switch that a person has turned is obeyed', async () => {
      const page = await webMcpPage();
      await page.register(
        { actions: [action('run_it'), action('say_it')] },
        { run_it: () => 1, say_it: () => 1 },
      );
      page.bus.setEnabled('notes', 'run_it', false);
      await page.settled();
      expect(page.context.names).to.deep.equal([...RESERVED, 'notes_say_it']);
    });

    it('neighbours §2.10, §5.2 a cancelled call aborts the handler; the log has one end, with what was done', async () => {
      const page = await webMcpPage();
      const reasons: unknown[] = [];
      await page.register(
        {},
        {
          add_note: (_params, { signal }) =>
            new Promise((resolve) =>
              signal.addEventListener('abort', () => {
                reasons.push(signal.reason);
                resolve({ done: 3, of: 10 });
              }),
            ),
        },
      );
      const ends: string[] = [];
      page.bus.addEventListener('invocation', (event) => {
        const { state } = (event as unknown as { invocation: { state: string } }).invocation;
        if (state !== 'running') ends.push(state);
      });
      const abort = new AbortController();
      page.begin('notes_add_note', { text: 'x' }, abort.signal);
      await until(page.runtime, () => page.bus.surfaces[0].busy === 1);
      await page.settled();
      abort.abort();
      await until(page.runtime, () => ends.length > 0);
      await page.runtime.advance(60_000);
      expect(reasons).to.have.lengthOf(1);
      expect(ends).to.deep.equal(['succeeded']);
      expect(page.bus.log[0].data).to.deep.equal({ done: 3, of: 10 });
    });

    it('neighbours §2.10 a handler that ends by its signal, or not at all, is cancelled', async () => {
      const page = await webMcpPage();
      await page.register(
        { actions: [action('stop_well'), action('stop_never'), action('wait_turn')], concurrency: 1 },
        {
          stop_well: (_params, { signal }) =>
            new Promise((_, reject) =>
              signal.addEventListener('abort', () => reject(domError('AbortError'))),
            ),
          stop_never: () => new Promise(() => {}),
          wait_turn: () => 'ran',
        },
      );
      for (const id of ['stop_well', 'stop_never']) {
        const abort = new AbortController();
        const call = page.begin(`notes_${id}`, {}, abort.signal);
        await until(page.runtime, () => page.bus.surfaces[0].busy === 1);
        const queued = new AbortController();
        const waiting = page.begin('notes_wait_turn', {}, queued.signal);
        await until(page.runtime, () => page.bus.surfaces[0].busy === 2);
        queued.abort();
        await until(page.runtime, () => waiting.answer !== undefined);
        expect(waiting.answer?.structuredContent.error?.code).to.equal('oui:cancelled');
        abort.abort();
        await page.runtime.advance(1_000);
        expect(call.answer?.structuredContent.error?.code, id).to.equal('oui:cancelled');
        expect(page.bus.surfaces[0].busy).to.equal(0);
      }
    });

    it('neighbours §2.10 what is cancelled before it begins never runs', async () => {
      const page = await webMcpPage();
      let ran = 0;
      await page.register({}, { add_note: () => ++ran });
      const { structuredContent } = await page.call('notes_add_note', { text: 'x' }, AbortSignal.abort());
      expect(structuredContent.error?.code).to.equal('oui:cancelled');
      expect([ran, page.bus.log.length]).to.deep.equal([0, 0]);
    });

    it('neighbours §5.3 an action that removes its own surface still answers success', async () => {
      const page = await webMcpPage();
      const surface = await page.register({}, { add_note: () => (surface.unregister(), 'gone') });
      const { structuredContent } = await page.call('notes_add_note', { text: 'x' });
      expect([structuredContent.success, structuredContent.data]).to.deep.equal([true, 'gone']);
      await page.settled();
      expect(page.context.names).to.deep.equal(RESERVED);
    });

    it('neighbours §5.10 a result lists the surfaces when the action has changed them, and the new tool can be called', async () => {
      const page = await webMcpPage();
      const details = { id: 'details', name: 'Details', actions: [action('close_it')] };
      const opened = { ...details, description: 'One note.' };
      await page.register(
        {},
        { add_note: () => void page.bus.register(opened, { close_it: () => 'closed' }) },
      );
      const first = await page.call('notes_add_note', { text: 'x' });
      expect(first.structuredContent.index?.map(({ id }) => id)).to.deep.equal(['notes', 'details']);
      expect(first.structuredContent).not.to.have.property('surfaces');
      const second = await page.call('details_close_it');
      expect(second.structuredContent.data).to.equal('closed');
      expect(second.structuredContent).not.to.have.property('index');
    });

    it('neighbours §5.10 the answer waits until the browser has taken the new tools', async () => {
      const page = await webMcpPage();
      const { context } = page;
      const taken = deferred();
      const register = context.registerTool.bind(context);
      context.registerTool = (tool, options) => {
        const done = register(tool, options);
        return tool.name === 'details_close_it' ? taken.promise.then(() => done) : done;
      };
      const details = { id: 'details', name: 'Details', description: 'One.', actions: [action('close_it')] };
      await page.register({}, { add_note: () => void page.bus.register(details, { close_it: () => 1 }) });
      const call = page.begin('notes_add_note', { text: 'x' });
      await until(page.runtime, () => page.bus.log[0].state === 'succeeded');
      await page.settled();
      expect(call.answer).to.equal(undefined);
      taken.resolve(undefined);
      await until(page.runtime, () => call.answer !== undefined);
    });

    it('OUI-E4 the list of surfaces is asked for only when it may have changed', async () => {
      const page = await webMcpPage();
      const known: unknown[] = [];
      page.transport.onEvent((message) => {
        known.push((message as { payload: { knownSurfaces?: string } }).payload.knownSurfaces);
      });
      await page.register({}, { add_note: () => 1 });
      const first = await page.call('notes_add_note', { text: 'x' });
      await page.call('notes_add_note', { text: 'x' });
      await page.register({ id: 'more', actions: [action('run_it')] }, { run_it: () => 1 });
      const third = await page.call('notes_add_note', { text: 'x' });
      expect(known).to.deep.equal([undefined, first.structuredContent.surfacesHash, undefined]);
      expect(third.structuredContent).not.to.have.any.keys('index', 'surfaces');
    });

    it("neighbours §5.6 data that breaks the action's own output is warned of", async () => {
      const page = await webMcpPage();
      await page.register(
        { actions: [action('run_it', { output: { type: 'object', required: ['id'] } })] },
        { run_it: () => ({ no: 1 }) },
      );
      const { structuredContent } = await page.call('notes_run_it');
      expect(structuredContent.success).to.equal(true);
      expect(codes()).to.deep.equal(['oui:output_schema']);
    });

    it('neighbours §2.13 when the connection ends, whoever waits is told, once', async () => {
      const page = await webMcpPage();
      await page.register({}, { add_note: () => new Promise(() => {}) });
      const call = page.begin('notes_add_note', { text: 'x' });
      await until(page.runtime, () => page.bus.surfaces[0].busy === 1);
      page.connection.disconnect();
      await page.settled();
      expect(call.answer?.structuredContent.error?.code).to.equal('SURFACE_UNAVAILABLE');
      expect(page.context.names).to.deep.equal([]);
      await page.runtime.advance(60_000);
      expect(page.runtime.timers).to.equal(0);
    });
  });

  describe('async actions', () => {
    async function job(options = {}) {
      const page = await webMcpPage(options);
      const end = deferred();
      let setProgress = (_value: unknown) => {};
      await page.register(
        { actions: [action('run_job', { async: true })] },
        {
          run_job: async (_params, { acknowledge, progress }) => {
            acknowledge({ jobId: 'j1' });
            progress({ done: 1 });
            setProgress = progress;
            return end.promise;
          },
        },
      );
      return { page, end, progress: (value: unknown) => setProgress(value) };
    }

    it('neighbours §2.11 what ends in time is answered with its outcome alone', async () => {
      const { page, end } = await job();
      const call = page.begin('notes_run_job');
      await page.runtime.advance(19_000);
      expect(call.answer).to.equal(undefined);
      end.resolve({ rows: 3 });
      await until(page.runtime, () => call.answer !== undefined);
      const { structuredContent } = call.answer!;
      expect([structuredContent.interim, structuredContent.data]).to.deep.equal([false, { rows: 3 }]);
      expect(page.runtime.timers).to.equal(0);
    });

    it('neighbours §2.11 what takes longer is answered with its tracking id, and oui_read tells how it ended', async () => {
      const { page, end, progress } = await job({ holdMs: 5_000 });
      const call = page.begin('notes_run_job');
      await page.runtime.advance(5_000);
      const { structuredContent, content, isError } = call.answer!;
      const { requestId } = structuredContent;
      expect([isError, structuredContent.interim]).to.deep.equal([false, true]);
      expect(structuredContent.data).to.deep.equal({ jobId: 'j1' });
      expect(content[0].text).to.include(`oui_read with {"requestId":"${requestId}"}`);
      progress({ done: 2 });
      const meanwhile = await page.call('oui_read', { requestId });
      expect(meanwhile.structuredContent.data).to.deep.equal({ jobId: 'j1' });
      expect(meanwhile.structuredContent.progress).to.deep.equal({ done: 2 });
      expect(meanwhile.structuredContent).to.deep.include({ requestId, interim: true });
      end.resolve({ rows: 3 });
      let after = meanwhile;
      while (after.structuredContent.interim) after = await page.call('oui_read', { requestId });
      expect(after.structuredContent.data).to.deep.equal({ rows: 3 });
      expect(call.answer!.structuredContent.interim).to.equal(true);
      const unknown = await page.call('oui_read', { requestId: 'nobody' });
      expect(unknown.structuredContent.error?.code).to.equal('PRECONDITION_FAILED');
    });

    it('neighbours §2.11 what is not acknowledged when the time is over is answered with its acknowledgement', async () => {
      const page = await webMcpPage({ holdMs: 10 });
      await page.register(
        { actions: [action('run_job', { async: true })] },
        { run_job: () => new Promise(() => {}) },
      );
      const call = page.begin('notes_run_job');
      await page.runtime.advance(500);
      expect(call.answer).to.equal(undefined);
      await page.runtime.advance(500);
      expect(call.answer?.structuredContent).to.deep.include({ success: true, interim: true });
    });
  });

  describe('observations', () => {
    const watched = {
      observations: [
        { id: 'rows', description: 'All rows.', schema: { type: 'array', items: { type: 'object' } } },
        {
          id: 'clock',
          description: 'Now.',
          schema: { type: 'integer' },
          updateFrequency: 'polling' as const,
        },
      ],
    };

    it('neighbours §2.12 oui_read reads an observation, a part of it, or one that is only read on demand', async () => {
      const page = await webMcpPage();
      let reads = 0;
      const surface = await page.register(watched, { add_note: () => 1 }, { read: { clock: () => ++reads } });
      surface.publish('rows', [{ a: 1 }, { a: 2 }]);
      const read = async (input: object) => (await page.call('oui_read', input)).structuredContent;
      const rows = { surfaceId: 'notes', observationId: 'rows' };
      expect((await read(rows)).data).to.deep.equal({ value: [{ a: 1 }, { a: 2 }] });
      expect((await read({ ...rows, pointer: '/1/a' })).data).to.deep.equal({ value: 2 });
      const first = reads;
      expect((await read({ surfaceId: 'notes', observationId: 'clock' })).data).to.deep.equal({
        value: first + 1,
      });
      expect((await read({})).error?.code).to.equal('VALIDATION_ERROR');
      expect((await read({ surfaceId: 'gone', observationId: 'rows' })).error?.code).to.equal(
        'SURFACE_UNAVAILABLE',
      );
      expect(page.context.names.filter((name) => name.startsWith('oui_'))).to.deep.equal(RESERVED);
      expect(page.context.tool('oui_read').annotations).to.deep.equal({ readOnlyHint: true });
    });

    it('neighbours §2.12 oui_describe names everything with its tool, and gives one surface whole', async () => {
      const page = await webMcpPage();
      await page.register(
        { ...watched, metadata: { locale: 'en' } },
        { add_note: () => 1 },
        { read: { clock: () => 1 } },
      );
      const all = (await page.call('oui_describe')).structuredContent.data as {
        surfaces: {
          id: string;
          metadata: object;
          observations: object[];
          actions: { id: string; tool: string }[];
        }[];
      };
      expect(all.surfaces.map(({ id, metadata }) => [id, metadata])).to.deep.equal([
        ['notes', { locale: 'en' }],
      ]);
      expect(all.surfaces[0].actions.map(({ id, tool }) => [id, tool])).to.deep.equal([
        ['add_note', 'notes_add_note'],
      ]);
      expect(all.surfaces[0].observations).to.have.lengthOf(2);
      const one = (await page.call('oui_describe', { surfaceId: 'notes' })).structuredContent.data as {
        actions: { input: object }[];
      };
      expect(one.actions[0].input).to.have.property('required');
    });

    it("neighbours §2.12 the page's state rides on a result", async () => {
      const page = await webMcpPage();
      const surface = await page.register(watched, { add_note: () => surface.publish('rows', [{ a: 1 }]) });
      const { structuredContent } = await page.call('notes_add_note', { text: 'x' });
      expect(structuredContent.observations).to.deep.equal({ notes: { rows: [{ a: 1 }] } });
      expect(structuredContent.settled).to.equal(true);
    });
  });

  describe('changes', () => {
    it('neighbours §2.14, §5.11 a new handler costs no toolchange, and is the one that runs', async () => {
      const page = await webMcpPage();
      const surface = await page.register({}, { add_note: () => 'old' });
      const before = page.context.log.length;
      surface.update(surface.manifest, { add_note: () => 'new' });
      await page.settled();
      expect(page.context.log).to.have.lengthOf(before);
      expect((await page.call('notes_add_note', { text: 'x' })).structuredContent.data).to.equal('new');
    });

    it('neighbours §2.14 what a browser is not told of an action changes without a toolchange', async () => {
      const page = await webMcpPage({ holdMs: 10 });
      const surface = await page.register(
        { actions: [action('run_it')] },
        { run_it: () => new Promise(() => {}) },
      );
      const before = page.context.log.length;
      surface.update({ ...surface.manifest, actions: [action('run_it', { async: true })] });
      await page.settled();
      expect(page.context.log).to.have.lengthOf(before);
      const call = page.begin('notes_run_it');
      await page.runtime.advance(2_000);
      expect(call.answer?.structuredContent.interim).to.equal(true);
    });

    it('neighbours §2.14, §5.11 a new description is one removal and one addition, in one tick', async () => {
      const page = await webMcpPage();
      const two = [action('run_it'), action('say_it')];
      const surface = await page.register({ actions: two }, { run_it: () => 1, say_it: () => 1 });
      const before = page.context.log.length;
      surface.update({ ...surface.manifest, actions: [{ ...two[0], description: 'Does it well.' }, two[1]] });
      await page.settled();
      expect(page.context.log.slice(before)).to.deep.equal(['-notes_run_it', '+notes_run_it']);
      expect(page.context.tool('notes_run_it').description).to.equal('Does it well.');
    });

    it('neighbours §2.14, §5.22 leaving and coming back within a task is no change', async () => {
      const page = await webMcpPage();
      const surface = await page.register({}, { add_note: () => 1 });
      const before = page.context.log.length;
      surface.setActive(false);
      await Promise.resolve();
      await Promise.resolve();
      surface.setActive(true);
      surface.unregister();
      page.bus.register(surface.manifest, { add_note: () => 2 });
      await page.settled();
      await page.runtime.advance(10);
      expect(page.context.log).to.have.lengthOf(before);
    });

    it('neighbours §2.13, §5.13 an inactive surface has no tools; a call that runs when it leaves still ends', async () => {
      const page = await webMcpPage();
      const gate = deferred();
      await page.register(
        { activation: { routes: '/notes' } },
        { add_note: () => gate.promise.then(() => 'done') },
      );
      expect(page.context.names).to.deep.equal(RESERVED);
      page.bus.path = '/notes';
      await page.settled();
      const call = page.begin('notes_add_note', { text: 'x' });
      await until(page.runtime, () => page.bus.surfaces[0].busy === 1);
      await page.settled();
      page.bus.path = '/elsewhere';
      gate.resolve(undefined);
      await until(page.runtime, () => call.answer !== undefined);
      expect(call.answer?.structuredContent.data).to.equal('done');
      await page.settled();
      expect(page.context.names).to.deep.equal(RESERVED);
    });

    it('neighbours §5.23 two connections of one page register each tool once; when one ends, the other takes over', async () => {
      const page = await webMcpPage();
      let ran = 0;
      await page.register({}, { add_note: () => ++ran });
      const second = webMcpTransport(page.context, { runtime: page.runtime });
      const connection = page.bus.connect(second, { confirmBy: 'page' });
      await page.settled();
      expect(second.state).to.equal('connected');
      expect(page.context.names).to.deep.equal([...RESERVED, 'notes_add_note']);
      await page.call('notes_add_note', { text: 'x' });
      expect(ran).to.equal(1);
      page.connection.disconnect();
      await page.settled();
      expect(page.context.names).to.have.members([...RESERVED, 'notes_add_note']);
      await page.call('notes_add_note', { text: 'x' });
      expect(ran).to.equal(2);
      connection.disconnect();
      expect(page.context.names).to.deep.equal([]);
    });
  });
});
