import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { LitElementRenderer } from '@lit-labs/ssr/lib/lit-element-renderer.js';
import { render } from '@lit-labs/ssr';
import { expect } from 'chai';
import { html, nothing } from 'lit';
import { html as withTag, unsafeStatic } from 'lit/static-html.js';
import { AgentApprovals, defineElement } from 'oui-elements';
import { AgentSession } from 'oui-elements/agent-ui';
import 'oui-elements/define';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TAGS } from '../browser/tags.js';
import { npmBundle } from './npm-bundle.js';
import { ROOT } from './package-root.js';
import { codeBlocks } from './server-rendering-doc.js';
import { openStaticPage, type StaticPage } from './static-page.js';
import { freePort } from '../free-port.js';

type Events = Parameters<AgentSession['dispatch']>[0] & readonly object[];
type Stories = Record<string, Events>;

const storiesOf = (file: string) => import(pathToFileURL(join(ROOT, 'demo/gallery', file)).href);
const { STORIES } = (await storiesOf('stories.js')) as { STORIES: Stories };
const { PANEL_STORIES } = (await storiesOf('stories/index.js')) as { PANEL_STORIES: Record<string, Stories> };

const PANELS = TAGS.filter((tag) => tag.startsWith('agent-'));

function told(events: Events): AgentSession {
  const session = new AgentSession(undefined, { sessionId: 'gallery' });
  session.dispatch(events);
  return session;
}

/** What is asked for is filled in in a form. */
const QUESTION = [
  {
    type: 'action.required',
    sessionId: 'gallery',
    runId: 'r',
    turnId: 't',
    sequence: 1,
    actionId: 'q',
    payload: {
      actionType: 'structured_input',
      title: 'How many?',
      decisions: ['answer', 'cancel'],
      schema: { type: 'object', properties: { count: { type: 'integer' } } },
    },
  },
] as unknown as Events;

defineElement('acme-agent-approvals', AgentApprovals);

/** As a server draws it. Words in Chinese where the story is. */
function draw(tag: string, session?: AgentSession, lang?: string): Promise<string> {
  const name = unsafeStatic(tag);
  const attribute = lang ?? nothing;
  const template =
    tag === 'agent-session-tabs' && session
      ? withTag`<${name} lang=${attribute} .sessions=${[session]}></${name}>`
      : withTag`<${name} lang=${attribute} .session=${session}></${name}>`;
  return collectResult(render(template));
}

/** Without its styles and lit's comments. */
const textOf = (drawn: string) => drawn.replace(/<style>[^]*?<\/style>|<!--[^]*?-->/g, '');

describe('on a server', function () {
  this.timeout(60_000);

  it('known-failure 40 every element renders with @lit-labs/ssr, with and without facts, whether it is connected or not', async () => {
    const faults: string[] = [];
    const connects = () => ({ connectedCallback: true });
    for (const options of [[], [connects]]) {
      LitElementRenderer.renderOptions.push(...options);
      for (const tag of TAGS) {
        for (const events of [undefined, STORIES['tools at work'], STORIES['hostile']]) {
          await draw(tag, events && told(events)).catch((error: unknown) =>
            faults.push(`${tag}: ${String(error)}`),
          );
        }
      }
    }
    LitElementRenderer.renderOptions.length = 0;
    expect(faults).to.deep.equal([]);
  });

  it('issue 9: a workbench draws its rows, in the language of its own lang', async () => {
    const events = [...STORIES['answered'], ...STORIES['queue and tasks']].map((event, index) => ({
      ...event,
      sequence: index + 1,
    })) as unknown as Events;
    const drawn = textOf(await draw('agent-workbench', told(events), 'zh'));
    for (const words of ['How do I get to Vienna?', 'Three ways', 'then write to Grace'])
      expect(drawn).to.include(words);
    expect(drawn).to.include('aria-label="对话"');
  });

  it('issue 9: what a session holds stays text', async () => {
    for (const tag of PANELS) {
      const drawn = textOf(await draw(tag, told(STORIES['hostile'])));
      expect(drawn, tag).not.to.match(/<img|<script|href="javascript:/);
    }
  });

  it('issue 9: a workbench with src draws itself and calls nobody', async () => {
    const { fetch } = globalThis;
    const called: unknown[] = [];
    globalThis.fetch = (...args) => (called.push(args), Promise.reject(new Error('no')));
    const drawn = await collectResult(
      render(html`<agent-workbench src="/agent" protocol="ag-ui" page-tools oui-activity></agent-workbench>`),
    );
    globalThis.fetch = fetch;
    expect(called).to.deep.equal([]);
    expect(textOf(drawn)).to.include('class="composer').and.not.to.include('part="fault"');
  });

  it('known-failure 39 a question is drawn with its form, both under the prefix of the element', async () => {
    const drawn = await draw('acme-agent-approvals', told(QUESTION));
    expect(drawn)
      .to.match(/<acme-oui-schema-form[^>]*><template/)
      .and.not.to.match(/<(?:agent|oui)-/);
  });

  it('issue 9: the declaring elements are written as they stand, and what follows them is not put off', async () => {
    const surface = html`<oui-surface surface-id="s"
      ><oui-action action-id="a" .handler=${() => 1}></oui-action
    ></oui-surface>`;
    const observation = html`<oui-observation observation-id="o" .value=${1}></oui-observation>`;
    const transport = html`<oui-transport type="post-message"></oui-transport>`;
    const drawn = textOf(
      await collectResult(
        render(html`${surface}${observation}${transport}<agent-task-capsule></agent-task-capsule>`),
      ),
    ).replace(/\s+>/g, '>');
    expect(drawn).to.match(
      new RegExp(
        '^<oui-surface surface-id="s"><oui-action action-id="a"></oui-action></oui-surface>' +
          '<oui-observation observation-id="o"></oui-observation><oui-transport type="post-message"></oui-transport>' +
          '<agent-task-capsule><template',
      ),
    );
  });
});

/** Every story of one panel on one page, each as a server has drawn it. */
async function pageOf(panel: string): Promise<string> {
  const own = PANEL_STORIES[panel];
  const stories = own ? { ...own, empty: [], hostile: STORIES['hostile'] } : STORIES;
  const sections: string[] = [];
  const data: Record<string, unknown> = {};
  for (const [name, events] of Object.entries(stories)) {
    const session = told(events as Events);
    const drawn = await draw(panel, session, name === '中文' ? 'zh' : undefined);
    data[name] = { saved: session.serialize(), events };
    sections.push(
      `<section data-story="${name}"><div class="served">${drawn}</div><div class="made"></div></section>`,
    );
  }
  // Later than everything of the stories, and of concern to each panel.
  const parts = [
    STORIES['answered'],
    STORIES['queue and tasks'],
    STORIES['tools at work'],
    Object.values(stories)[0],
  ];
  const more = parts.flat().map((event, index) => ({ ...event, sequence: 100_000 + index }));
  const json = JSON.stringify({ stories: data, more }).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${panel}</title>${sections.join('\n')}
    <script type="application/json" id="data">${json}</script>
    <script type="module" src="/npm/hydrating-page.js"></script>`;
}

/** A card and its form, each as a server has drawn it; in the browser only the card is defined. */
async function lateFormPage(): Promise<string> {
  const session = told(QUESTION);
  const drawn = await draw('acme-agent-approvals', session);
  const script = `
    await import('/npm/hydration.js');
    const { AgentApprovals, AgentSession, defineElement } = await import('/npm/classes.js');
    const card = document.querySelector('acme-agent-approvals');
    const form = card.shadowRoot.querySelector('acme-oui-schema-form');
    const input = form.shadowRoot.querySelector('input');
    card.session = AgentSession.restore(${JSON.stringify(session.serialize())});
    defineElement('acme-agent-approvals', AgentApprovals);
    await customElements.whenDefined('acme-oui-schema-form');
    await form.updateComplete;
    const now = card.shadowRoot.querySelector('acme-oui-schema-form');
    input.value = '3';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    window.outcome = now !== form ? 'another form'
      : now.shadowRoot.querySelector('input') !== input ? 'another field'
      : form.value?.count !== 3 ? 'it does not listen' : 'the same';`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Late</title>${drawn}
    <script type="module">${script.replaceAll('<', '\\u003c')}</script>`;
}

describe('what a server has drawn', function () {
  this.timeout(300_000);
  let opened: StaticPage;

  before(async () => {
    const pages = await Promise.all(
      PANELS.map(async (panel) => [`/${panel}`, ['text/html', await pageOf(panel)]] as const),
    );
    const empty = ['text/html', '<!doctype html><link rel="icon" href="data:,">'] as const;
    opened = await openStaticPage({
      '/': empty,
      '/favicon.ico': empty,
      ...(await npmBundle()),
      '/late-form': ['text/html', await lateFormPage()],
      ...Object.fromEntries(pages),
    });
    // The narrow layout, which is what a server draws; and a clock that stands, as the twins are made later.
    await opened.page.setViewport({ width: 700, height: 800 });
    await opened.page.evaluateOnNewDocument("Date.now = () => Date.parse('2026-11-30T12:00:00Z')");
  });

  after(() => opened.close());

  for (const panel of PANELS) {
    it(`issue 9: ${panel} takes over every story, keeps its nodes, is as if drawn here, and goes on`, async () => {
      const { page, output } = opened;
      output.length = 0;
      await page.goto(`${new URL(page.url()).origin}/${panel}`);
      await page
        .waitForFunction('window.outcome', { timeout: 60_000 })
        .catch(() => expect.fail(output.join('\n') || 'no outcome'));
      const outcome = (await page.evaluate('window.outcome')) as Record<string, string>;
      expect(
        Object.entries(outcome)
          .map((fault) => fault.join(': '))
          .join('\n'),
      ).to.equal('');
      expect(output).to.deep.equal([]);
    });
  }

  it('issue 9: a form that comes after its card takes over what the server drew of it', async () => {
    const { page, output } = opened;
    output.length = 0;
    await page.goto(`${new URL(page.url()).origin}/late-form`);
    await page
      .waitForFunction("window.outcome === 'the same'", { timeout: 20_000 })
      .catch(async () => expect.fail(output.join('\n') || String(await page.evaluate('window.outcome'))));
    expect(output).to.deep.equal([]);
  });

  it('issue 9: the server and the page of docs/server-rendering.md work as they stand, under their strict policy', async () => {
    const folder = join(ROOT, 'dist/test/package/documented');
    mkdirSync(join(folder, 'public'), { recursive: true });
    writeFileSync(join(folder, 'server.js'), codeBlocks()['server.js']!);
    writeFileSync(join(folder, 'public/favicon.ico'), '');
    for (const [path, [, code]] of Object.entries(await npmBundle()))
      writeFileSync(join(folder, 'public', path.replace('/npm/', '')), code);
    const address = `http://127.0.0.1:${await freePort()}/`;
    const server = spawn(process.execPath, ['server.js'], {
      cwd: folder,
      env: { ...process.env, PORT: new URL(address).port },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    try {
      expect(textOf(await answerOf(address)))
        .to.include('Which train goes to Vienna?')
        .and.include('>8:04<');
      const { page, output } = opened;
      output.length = 0;
      // As it is before the script has come.
      await page.setJavaScriptEnabled(false);
      await page.goto(address);
      const frame = "document.querySelector('agent-workbench').shadowRoot.querySelector('.frame')";
      expect(await page.evaluate(`getComputedStyle(${frame}).display`)).to.equal('flex');
      await page.setJavaScriptEnabled(true);
      await page.goto(address);
      await page.waitForFunction(
        `${frame}.querySelector('agent-conversation').shadowRoot.textContent.includes('Platform 5 now.')`,
        { timeout: 20_000 },
      );
      expect(output).to.deep.equal([]);
    } finally {
      server.kill();
    }
  });
});

/** What a server says as soon as it listens. */
async function answerOf(address: string): Promise<string> {
  for (;;) {
    try {
      return await (await fetch(address)).text();
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
