import { expect, fixture, html } from '@open-wc/testing';
import type { AgentToolRows } from 'oui-elements/components/agent-tool-rows';
import 'oui-elements/define/agent-tool-rows';
import { setDevWarnings } from '../../../src/base/dev-warning.js';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

async function page(script = new ScriptedSession()) {
  const element = await fixture<AgentToolRows>(
    html`<agent-tool-rows lang="en" .session=${script.session}></agent-tool-rows>`,
  );
  script.start();
  return { script, element };
}

describe('<agent-tool-rows>', () => {
  it('SF-TOOL a row is one button of 28 to 32 px: verb, main argument, state and duration', async () => {
    const { script, element } = await page();
    script.tool('c', { startedAt: new Date().toISOString() });
    await drawn();
    const row = find(element, '.tool');
    const line = find<HTMLButtonElement>(element, '.tool-line');
    expect([row.dataset['id'], row.dataset['state'], row.dataset['status']]).to.deep.equal([
      'c',
      'running',
      'running',
    ]);
    expect(textOf(line)).to.match(/^Add an item milk Running · 0 s$/);
    expect(line.getBoundingClientRect().height).to.be.within(28, 32);
    script.emit('tool.result', { toolCallId: 'c' }, { outputPreview: { id: 1 }, durationMs: 312 });
    await drawn();
    expect(textOf(line)).to.equal('Add an item milk Done · 0.3 s');
    expect(line.getAttribute('aria-expanded')).to.equal('false');
    line.click();
    await drawn();
    expect(line.getAttribute('aria-expanded')).to.equal('true');
    expect(findAll(element, '.section .label').map(textOf)).to.deep.equal(['Arguments', 'Result']);
    expect(findAll(element, 'pre.value').every((value) => value.tabIndex === 0)).to.equal(true);
  });

  it('workbench-ux: without a title the verb says what the tool does, present while it runs and past afterwards', async () => {
    const { script, element } = await page();
    script.emit('tool.started', { toolCallId: 'c' }, { name: 'ls', kind: 'command' });
    await drawn();
    expect(textOf(find(element, '.verb'))).to.equal('Running ls');
    script.emit('tool.result', { toolCallId: 'c' }, { outputPreview: '', exitCode: 0 });
    await drawn();
    expect(textOf(find(element, '.verb'))).to.equal('Ran ls');
    find(element, '.tool-line').click();
    await drawn();
    expect(textOf(find(element, '.tool-body'))).to.contain('No output · exit code 0');
  });

  it('known-failure 50 the acknowledgement of a launch says Started, with its progress; only the result says Done', async () => {
    const { script, element } = await page();
    script.tool('c');
    script.emit(
      'tool.progress',
      { toolCallId: 'c' },
      { acknowledged: { job: 7 }, done: 2, total: 8, message: 'two items' },
    );
    await drawn();
    expect(textOf(find(element, '.tool-state'))).to.match(/^Started/);
    expect(textOf(find(element, '.tool-progress'))).to.equal('2 of 8 · two items');
    expect(find<HTMLProgressElement>(element, 'progress').value).to.equal(25);
    script.emit('tool.result', { toolCallId: 'c' }, { outputPreview: { finished: 8 } });
    await drawn();
    expect(textOf(find(element, '.tool-state'))).to.match(/^Done/);
    expect(element.shadowRoot!.querySelector('progress')).to.equal(null);
  });

  it('SF-TOOL-3 a failure opens its row and says what, with which code; it can be closed', async () => {
    const { script, element } = await page();
    script.tool('c');
    script.emit(
      'tool.failed',
      { toolCallId: 'c' },
      { error: 'title is too long', code: 'VALIDATION_ERROR', details: { field: 'title' } },
    );
    await drawn();
    expect(textOf(find(element, '.failure'))).to.equal('Error VALIDATION_ERROR title is too long');
    expect(find(element, '.tool').dataset['status']).to.equal('failed');
    find(element, '.tool-line').click();
    await drawn();
    expect(element.shadowRoot!.querySelector('.tool-body')).to.equal(null);
  });

  it('a row that waits for a person shows its question, and says neither Running nor Done', async () => {
    const { script, element } = await page();
    script.tool('c');
    script.ask('a', {}, { toolCallId: 'c' });
    await drawn();
    expect(textOf(find(element, '.tool-state'))).to.equal('Waiting for you');
    expect(find(element, '.tool .card').dataset['id']).to.equal('a');
  });

  it('SF-TOOL-1 R9 a call of which little is known says so, and invents nothing', async () => {
    const { script, element } = await page();
    script.emit('tool.result', { toolCallId: 'c' }, {});
    await drawn();
    const row = find(element, '.tool');
    expect(row.dataset['fallback']).to.equal('unknown');
    expect(textOf(find(element, '.verb'))).to.equal('Used a tool');
    find(element, '.tool-line').click();
    await drawn();
    expect(textOf(find(element, '.tool-body'))).to.equal('No arguments are known. No output c');
  });

  it('SF-TOOL-2 a value of more than 100 KB is cut, and says how much there is', async () => {
    const { script, element } = await page();
    script.tool('c', {}, { text: 'x'.repeat(300_000) });
    await drawn();
    find(element, '.tool-line').click();
    await drawn();
    expect(find(element, 'pre.value').textContent!.length).to.be.at.most(100_001);
    expect(textOf(find(element, '.section-head'))).to.match(/cut; (300|100) KB in all/);
  });

  it('a host’s renderer replaces the body and not the line; one that throws is told, and the plain body stays', async () => {
    const { script, element } = await page();
    const warnings: string[] = [];
    const old = setDevWarnings((code) => warnings.push(code));
    element.renderers = {
      add_todo: (tool) => html`<b class="mine">${JSON.stringify(tool.args)}</b>`,
      broken: () => {
        throw new Error('no');
      },
    };
    script.tool('c1');
    script.tool('c2', { name: 'broken' });
    await drawn();
    for (const line of findAll(element, '.tool-line')) line.click();
    await drawn();
    setDevWarnings(old);
    expect(textOf(find(element, '.mine'))).to.equal('{"title":"milk"}');
    expect(findAll(element, '[data-id="c2"] .section')).to.have.length(1);
    expect(warnings).to.deep.equal(['agent-ui:renderer_failed']);
  });

  it('known-failure 3 an update of one call draws no other row again', async () => {
    const { script, element } = await page();
    for (let index = 0; index < 50; index++) script.tool(`c${index}`);
    await drawn();
    const touched = new Set<string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest<HTMLElement>(
          '.tool',
        );
        if (row) touched.add(row.dataset['id']!);
      }
    }).observe(element.shadowRoot!, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    script.emit('tool.result', { toolCallId: 'c7' }, { outputPreview: 'ok' });
    await drawn();
    expect([...touched]).to.deep.equal(['c7']);
  });

  it('says what fills it while it is empty', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('Tools that the agent uses appear here.');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`known-failure E is accessible in ${colorScheme}`, async () => {
      document.documentElement.style.colorScheme = colorScheme;
      document.documentElement.style.background = 'Canvas';
      const { script, element } = await page();
      script.tool('c1');
      script.emit('tool.progress', { toolCallId: 'c1' }, { percent: 40 });
      script.tool('c2');
      script.emit('tool.failed', { toolCallId: 'c2' }, { error: 'no', code: 'X', stderr: 'trace' });
      script.tool('c3');
      script.ask('a', { severity: 'high' }, { toolCallId: 'c3' });
      await drawn();
      find(element, '.tool-line').click();
      await drawn();
      await expect(element).to.be.accessible();
    });
  }
});
