const camel = (tag: string) => tag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
export const pascal = (tag: string) => tag[0]!.toUpperCase() + camel(tag).slice(1);
/** What comes after `agent-`: the first half of the keys of its words. */
export const roomOf = (tag: string) => camel(tag.replace('agent-', ''));

/** The files of a new panel, by path: small, and each with what its kind always has. */
export function panelFiles(tag: string): Record<string, string> {
  return {
    [`components/${tag}/${tag}.ts`]: element(tag),
    [`components/${tag}/${tag}.styles.ts`]: STYLES,
    [`components/${tag}/define.ts`]: define(tag),
    [`test/components/${tag}/${tag}.test.ts`]: test(tag),
    [`demo/gallery/stories/${tag}.js`]: story(tag),
  };
}

const element = (tag: string) => `import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ToolRowView } from '../../src/agent-ui/projection/view-models.js';
import type { Words } from '../shared/languages.js';
import { enWork } from '../shared/locales/en-work.js';
import { PanelElement } from '../shared/panel-element.js';
import { statusIcon, statusWord } from '../shared/status.js';
import { styles } from './${tag}.styles.js';

/**
 * Every call of the session, a line each.
 *
 * @element ${tag}
 * @summary What was called, and what became of it.
 *
 * @attr {string} for - The id of an \`<agent-workbench>\` whose session to show.
 *
 * @slot empty - Shown while nothing has been called.
 *
 * @csspart row - A call.
 *
 * @cssstate empty - Nothing has been called.
 */
export class ${pascal(tag)} extends PanelElement {
  static readonly tag: string = '${tag}';
  protected static override readonly words: Words = [enWork];
  static override styles = styles;

  override render(): TemplateResult {
    const { tools } = this.activeSession?.view('tool_ui').get() ?? { tools: [] };
    const { t } = this.wording;
    this.toggleState('empty', tools.length === 0);
    if (tools.length === 0)
      return html\`<div class="empty"><slot name="empty">\${t('${roomOf(tag)}.empty')}</slot></div>\`;
    return html\`<ul class="panel list" role="list" aria-label=\${t('${roomOf(tag)}.label')}>
      \${repeat(
        tools,
        ({ toolCallId }) => toolCallId,
        (tool) => this.#row(tool),
      )}
    </ul>\`;
  }

  #row({ toolCallId, title, name, state, status }: ToolRowView): TemplateResult {
    const { t } = this.wording;
    return html\`<li class="row" part="row" data-id=\${toolCallId} data-state=\${state} data-status=\${status}>
      \${statusIcon(status)} <span dir="auto">\${title ?? name ?? t('tool.unknownName')}</span>
      <span class="aside">\${t(statusWord(status))}</span>
    </li>\`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    '${tag}': ${pascal(tag)};
  }
}
`;

const STYLES = `import { css } from 'lit';
import { lane } from '../shared/styles/lane.js';

const own = css\`
  .row {
    display: flex;
    align-items: center;
    gap: 6px;
    min-block-size: 30px;
    padding-inline: 8px;
    overflow-wrap: anywhere;
  }
\`;

export const styles = [...lane, own];
`;

const define = (tag: string) => `import { defineElement } from '../shared/define-element.js';
import { ${pascal(tag)} } from './${tag}.js';

defineElement('${tag}', ${pascal(tag)});
`;

const test = (tag: string) => `import { expect, fixture, html } from '@open-wc/testing';
import type { ${pascal(tag)} } from 'oui-elements/components/${tag}';
import 'oui-elements/define/${tag}';
import { inEveryLook } from '../every-look.js';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

async function page() {
  const script = new ScriptedSession();
  const box = await fixture<HTMLElement>(
    html\`<div><${tag} lang="en" .session=\${script.session}></${tag}></div>\`,
  );
  return { script, element: box.querySelector<${pascal(tag)}>('${tag}')! };
}

describe('<${tag}>', () => {
  it('SF: it says that there is nothing, until there is something', async () => {
    const { script, element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('Nothing has been called yet.');
    expect(element.matches(':state(empty)')).to.equal(true);
    script.start();
    script.tool('c');
    await drawn();
    expect(element.matches(':state(empty)')).to.equal(false);
    expect(findAll(element, '.row').map((row) => row.dataset['id'])).to.deep.equal(['c']);
    expect(textOf(find(element, '.row'))).to.equal('Add an item Running');
  });

  it('SF: a row stays the same element while its call goes on', async () => {
    const { script, element } = await page();
    script.tool('c');
    await drawn();
    const row = find(element, '.row');
    script.emit('tool.result', { toolCallId: 'c' }, { outputPreview: 'ok' });
    await drawn();
    expect(find(element, '.row')).to.equal(row);
    expect(row.dataset['status']).to.equal('done');
  });

  it('N: what a tool calls itself is text, never markup', async () => {
    const { script, element } = await page();
    script.tool('c', { title: '<img src=x onerror=alert(1)>' });
    await drawn();
    expect(findAll(element, 'img')).to.have.length(0);
    expect(textOf(find(element, '.row'))).to.contain('<img src=x');
  });

  it('axe: it is accessible light, dark, right to left and in Chinese', async () => {
    const { script, element } = await page();
    script.tool('c');
    await drawn();
    await inEveryLook(element, () => expect(element).to.be.accessible());
  });
});
`;

const story = (
  tag: string,
) => `/** Stories of <${tag}>: plain Agent UI events, as any runtime would send them. */

const BASE = { sessionId: 'gallery', threadId: 'thread', runId: 'run-1', turnId: 'turn-1' };

const story = (...events) =>
  events.flat().map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));

const call = (toolCallId, title) => ({ type: 'tool.started', toolCallId, payload: { title, status: 'running' } });
const answer = (toolCallId) => ({ type: 'tool.result', toolCallId, payload: { outputPreview: 'ok' } });

export default {
  'at work': story(call('a', 'Read the plan'), answer('a'), call('b', 'Search the web')),
  huge: story(Array.from({ length: 400 }, (_, i) => [call(\`c-\${i}\`, \`Step \${i}\`), answer(\`c-\${i}\`)]).flat()),
  hostile: story(call('a', '<img src=x onerror=alert(1)> <script>alert(2)</script>')),
};
`;
