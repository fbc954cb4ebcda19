import { expect, fixture, html } from '@open-wc/testing';
import type { AgentToolRows } from 'oui-elements/components/agent-tool-rows';
import { AgentSession } from 'oui-elements/agent-ui';
import 'oui-elements/define/agent-tool-rows';
import type { Detail, RuntimeAdapter } from '../../../src/agent-ui/adapters/adapter.js';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { button } from '../in-shadow.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function page(detail?: (ref: string) => Promise<Detail>) {
  const script = new ScriptedSession();
  const adapter: RuntimeAdapter = {
    ...script.adapter,
    connect: async (sink, options) => ({
      ...(await script.adapter.connect(sink, options)),
      ...(detail ? { detail } : {}),
    }),
  };
  const session = new AgentSession(adapter, { sessionId: 's' });
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-tool-rows lang="en" .session=${session}></agent-tool-rows>
    </div>`,
  );
  const element = box.querySelector('agent-tool-rows')!;
  script.start();
  return { script, element, session };
}

/** A call that ended so, with its row open. */
async function opened(payload: object, args: object = { path: 'a' }) {
  const more = await page();
  more.script.tool('c', {}, args);
  more.script.emit('tool.result', { toolCallId: 'c' }, payload);
  await drawn();
  find(more.element, '.tool-line').click();
  await drawn();
  return more;
}

const rows = (element: Element) => findAll(element, '.tool').map(({ dataset }) => dataset['id']);

describe('<agent-tool-rows> output shapes', () => {
  it('SF-TOOL-1 an empty result says so, with its exit code', async () => {
    const { element } = await opened({ outputPreview: [], exitCode: 3 });
    expect(textOf(find(element, '.tool-body'))).to.contain('No output · exit code 3');
  });

  it('SF-TOOL short text stands as it is; a long one has its size, a file, and lines that need not wrap', async () => {
    const { element } = await opened({ outputPreview: 'one line' });
    expect(findAll(element, '[aria-label^="Wrap lines"]')).to.have.length(0);
    const { element: long } = await opened({ outputPreview: 'a long line\n'.repeat(200) });
    expect(textOf(find(long, '.section:nth-of-type(2) .meta'))).to.equal('2.4 KB');
    const value = () => findAll(long, 'pre.value')[1];
    expect(getComputedStyle(value()).whiteSpace).to.equal('pre-wrap');
    button(long, 'Wrap lines: Result').click();
    await drawn();
    expect(getComputedStyle(value()).whiteSpace).to.equal('pre');
    expect(button(long, 'Download: Result')).to.be.ok;
    expect(value().getBoundingClientRect().height).to.be.at.most(16 * 16 + 1);
  });

  it('SF-TOOL-2 M-043 of a large output the row has a part; the whole is fetched when somebody asks, once', async () => {
    const asked: string[] = [];
    let answer!: (detail: Detail) => void;
    const { script, element } = await page((ref) => {
      asked.push(ref);
      return new Promise((resolve) => (answer = resolve));
    });
    script.tool('c');
    script.emit(
      'tool.result',
      { toolCallId: 'c' },
      { outputPreview: '2 hunks', outputRef: 'out://9', sizeBytes: 20_000_000 },
    );
    await drawn();
    find(element, '.tool-line').click();
    await drawn();
    expect(textOf(find(element, '.tool-body'))).to.contain('The whole output is kept elsewhere. 20 MB');
    expect(asked, 'AC-05 nothing is fetched unasked').to.deep.equal([]);
    find(element, '[data-verb="detail"]').click();
    find(element, '[data-verb="detail"]').click();
    await until(() => answer);
    await drawn();
    expect(textOf(find(element, '[data-fallback="loading"]'))).to.equal('Fetching the whole output…');
    answer({ contentType: 'text/plain', text: 'x'.repeat(20_000_000) });
    await until(() => findAll(element, 'pre.value').some(({ ariaLabel }) => ariaLabel === 'Whole output'));
    const whole = findAll(element, 'pre.value').find(({ ariaLabel }) => ariaLabel === 'Whole output')!;
    expect(whole.textContent!.length).to.be.at.most(100_001);
    expect(textOf(whole.closest('.section')!)).to.contain('cut; 20 MB in all');
    expect(asked).to.deep.equal(['out://9']);
  });

  it('a whole output that cannot be fetched says why, and can be asked for again', async () => {
    const { script, element } = await page(() => Promise.reject(new Error('gone')));
    script.tool('c');
    script.emit('tool.result', { toolCallId: 'c' }, { outputRef: 'out://9' });
    await drawn();
    find(element, '.tool-line').click();
    await drawn();
    find(element, '[data-verb="detail"]').click();
    await until(() => element.shadowRoot!.querySelector('.trouble'));
    expect(textOf(find(element, '.trouble'))).to.equal('It could not be fetched: gone');
    expect(find(element, '[data-verb="detail"]')).to.be.ok;
  });

  it('a host can fetch by itself', async () => {
    const asked: string[] = [];
    const { script, element } = await page((ref) => Promise.reject(new Error(ref)));
    script.tool('c');
    script.emit('tool.result', { toolCallId: 'c' }, { outputRef: 'out://9' });
    await drawn();
    find(element, '.tool-line').click();
    await drawn();
    element.addEventListener('agent-detail-request', (event) => {
      event.preventDefault();
      asked.push(event.ref);
    });
    find(element, '[data-verb="detail"]').click();
    await drawn();
    expect(asked).to.deep.equal(['out://9']);
    expect(element.shadowRoot!.querySelector('.trouble')).to.equal(null);
  });

  it('SF-TOOL an object shows its plain members first, and itself when asked', async () => {
    const output = { id: 7, name: 'milk', tags: ['a', 'b'], owner: { id: 1, name: 'Ada' } };
    const { element } = await opened({ outputPreview: output });
    expect(findAll(element, '.parameter').map(textOf)).to.deep.equal(['id 7', 'name milk']);
    button(element, 'Raw').click();
    await drawn();
    expect(JSON.parse(findAll(element, 'pre.value')[1].textContent!)).to.deep.equal(output);
  });

  it('known-failure 43 a picture is fetched by nobody but the reader', async () => {
    const { element } = await opened({
      outputPreview: {
        content: [
          { type: 'text', text: 'Two pictures' },
          { type: 'image', data: PIXEL, mimeType: 'image/png' },
          { type: 'image', url: 'https://evil.example/x.png', alt: 'Chart' },
        ],
      },
    });
    expect(findAll(element, 'img')).to.have.length(0);
    expect(findAll(element, '.load-image').map(textOf)).to.deep.equal([
      'Load image PNG 70 B',
      'Load image: Chart evil.example',
    ]);
    find(element, '.load-image').click();
    await drawn();
    const image = find<HTMLImageElement>(element, 'img');
    await until(() => image.complete);
    expect(image.naturalWidth).to.equal(1);
  });

  it('a picture that was cut, or is a document, is a placeholder or text', async () => {
    const { element } = await opened({ outputPreview: `data:image/png;base64,${PIXEL.slice(0, 20)}...` });
    expect(textOf(find(element, '.tool-body'))).to.contain('The image is too large to be shown here.');
    const { element: drawing } = await opened({
      outputPreview: { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zy8+' },
    });
    expect(findAll(drawing, 'img, .load-image')).to.have.length(0);
  });

  it('SF-TOOL-4 a change of a file shows its lines, each with its sign', async () => {
    const diff = '--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n same\n-old\n+<b>new</b>\n';
    const { element } = await opened({ outputPreview: diff });
    expect(findAll(element, '.diff ins').map(({ textContent }) => textContent)).to.deep.equal([
      '+<b>new</b>\n',
    ]);
    expect(findAll(element, '.diff del').map(({ textContent }) => textContent)).to.deep.equal(['-old\n']);
    expect(find(element, '.diff').textContent!.trim()).to.equal(diff.trim());
  });

  it('known-failure 42 sources are links only where that is safe, and name their host', async () => {
    const { element } = await opened({
      outputPreview: {
        sources: [
          { title: 'Docs', url: 'https://docs.example/a' },
          { title: 'Bad', url: 'javascript:alert(1)' },
        ],
      },
    });
    expect(findAll<HTMLAnchorElement>(element, '.sources a').map(({ href }) => href)).to.deep.equal([
      'https://docs.example/a',
    ]);
    expect(findAll(element, '.sources li').map(textOf)).to.deep.equal([
      'Docs docs.example',
      'Bad javascript:alert(1)',
    ]);
  });

  it(`known-failure 42 none of ${HOSTILE.length} hostile texts runs, in whatever place of a row it stands`, async () => {
    const { script, element } = await page();
    let hits = 0;
    (window as unknown as { hit: () => void }).hit = () => hits++;
    const fetched = performance.getEntriesByType('resource').length;
    for (const [i, text] of HOSTILE.entries()) {
      const toolCallId = `c${i}`;
      script.emit('tool.started', { toolCallId }, { name: text, title: text, kind: text, risk: text });
      script.emit(
        'tool.args',
        { toolCallId },
        { args: { [text.slice(0, 40)]: text }, state: 'input-available' },
      );
      const output = [
        text,
        { sources: [{ title: text, url: text }] },
        [{ type: 'image', url: text, alt: text }],
        { a: text, b: text, c: [text], d: { e: text }, f: text, g: text },
      ][i % 4];
      if (i % 5 === 0)
        script.emit('tool.failed', { toolCallId }, { error: text, stderr: text, code: text, recovery: text });
      else
        script.emit(
          'tool.result',
          { toolCallId },
          { outputPreview: output, artifactIds: [text], sourceRefs: [text] },
        );
    }
    await drawn();
    find(element, '.group-line').click();
    await drawn();
    for (const line of findAll(element, '.tool-line[aria-expanded="false"]')) line.click();
    await drawn();
    expect(
      findAll(element, 'script, iframe, object, embed, form, style, video, img, base, meta'),
    ).to.have.length(0);
    for (const each of findAll(element, '*')) {
      for (const { name, value } of each.attributes) {
        expect(name).not.to.match(/^on|^style$|^srcdoc$/);
        if (name === 'href' || name === 'src') expect(value).to.match(/^(?:https?:|mailto:|tel:|#)/);
      }
    }
    expect([hits, performance.getEntriesByType('resource').length]).to.deep.equal([0, fetched]);
  });

  it('SF-TOOL-4 SF-TOOL-5 artifacts and sources of a call can be gone to', async () => {
    const { element } = await opened({ outputPreview: 'ok', artifactIds: ['art-2'], sourceRefs: ['ev-1'] });
    const asked: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => asked.push(`${kind} ${id}`));
    for (const link of findAll(element, '.links .link')) link.click();
    expect(asked).to.deep.equal(['artifact art-2', 'evidence ev-1']);
  });

  it('AC-05 SF-TOOL-7 a call runs through its states, and no secret of it is in the page', async () => {
    const { script, element } = await page();
    const states: (string | undefined)[] = [];
    const step = async (
      type: 'tool.args' | 'tool.started' | 'tool.progress' | 'tool.output.delta' | 'tool.result',
      payload: object,
    ) => {
      script.emit(type, { toolCallId: 'tc-9' }, payload);
      await drawn();
      states.push(find(element, '.tool').dataset['state']);
    };
    await step('tool.args', { partial: '{"path":"READ', state: 'input-streaming' });
    await step('tool.args', { args: { path: 'README.md', token: 'sk-live-123' }, state: 'input-available' });
    await step('tool.started', { name: 'edit_file', kind: 'file', risk: 'medium' });
    await step('tool.progress', { percent: 40 });
    await step('tool.output.delta', { channel: 'stdout', chunk: 'writing…' });
    expect(textOf(find(element, '.tool-body')), 'what still prints opens by itself').to.contain('writing…');
    await step('tool.result', { outputPreview: '2 hunks', outputRef: 'out://9', sizeBytes: 90_112 });
    expect(states).to.deep.equal([
      'input-streaming',
      'input-available',
      'running',
      'progress',
      'progress',
      'output-available',
    ]);
    find(element, '.tool-line').click();
    await drawn();
    expect(find(element, '.rows').textContent).to.contain('[redacted]').and.not.contain('sk-live-123');
    expect(textOf(find(element, '.tool-facts'))).to.equal('Risk: medium tc-9');
  });
});

describe('<agent-tool-rows> attempts', () => {
  it('SF-TOOL-6 N-015 a new attempt keeps the failed one as it was', async () => {
    const { script, element } = await page();
    script.emit('tool.started', { toolCallId: 'c', attemptId: 'at-1' }, { name: 'deploy' });
    script.emit('tool.failed', { toolCallId: 'c', attemptId: 'at-1' }, { error: 'no net', durationMs: 1200 });
    script.emit('tool.started', { toolCallId: 'c', attemptId: 'at-2' }, { name: 'deploy' });
    script.emit('tool.result', { toolCallId: 'c', attemptId: 'at-2' }, { outputPreview: 'deployed' });
    await drawn();
    expect(find(element, '.tool').dataset['status']).to.equal('done');
    find(element, '.tool-line').click();
    await drawn();
    expect(findAll(element, '.attempts li').map(textOf)).to.deep.equal(['Attempt 1 · Failed · 1.2 s no net']);
    expect(find(element, '.attempts li').dataset['id']).to.equal('at-1');
  });

  it('SF-TOOL-3 W20 only what is called retryable is tried again; stderr and advice stand beside it', async () => {
    const { script, element } = await page();
    script.tool('c');
    script.emit(
      'tool.failed',
      { toolCallId: 'c' },
      {
        error: 'exit 1',
        stderr: 'ENOENT: no such file',
        retryable: true,
        recovery: 'Make the folder first.',
      },
    );
    await drawn();
    expect(textOf(find(element, '.tool-body')))
      .to.contain('ENOENT: no such file')
      .and.to.contain('What may help: Make the folder first.');
    find(element, '[data-verb="retry"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'retry', toolCallId: 'c' }]);
    expect(find(element, '.tool').dataset['state'], 'a request is no fact').to.equal('output-error');
  });

  it('W20 a high risk wants a second step', async () => {
    const { script, element } = await page();
    script.tool('c', { risk: 'high' });
    script.emit('tool.failed', { toolCallId: 'c' }, { error: 'exit 1', retryable: true });
    script.tool('d');
    script.emit('tool.failed', { toolCallId: 'd' }, { error: 'exit 1' });
    await drawn();
    expect(findAll(element, '[data-verb="retry"]')).to.have.length(1);
    find(element, '[data-verb="retry"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([]);
    expect(textOf(find(element, '.tool-buttons'))).to.equal(
      'This has a high risk. Run it again? Run it again Back',
    );
    find(element, '[data-verb="retry"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'retry', toolCallId: 'c' }]);
  });
});

describe('<agent-tool-rows> groups', () => {
  async function grouped() {
    const { script, element } = await page();
    for (const id of ['f1', 'f2', 'f3', 'f4']) {
      script.emit('tool.started', { toolCallId: id }, { name: 'read', kind: 'file' });
      script.emit('tool.result', { toolCallId: id }, { outputPreview: 'ok', durationMs: 3000 });
    }
    script.emit('tool.started', { toolCallId: 'x' }, { name: 'make', kind: 'command' });
    script.emit('tool.failed', { toolCallId: 'x' }, { error: 'no rule' });
    for (const id of ['c1', 'c2']) {
      script.emit('tool.started', { toolCallId: id }, { name: 'ls', kind: 'command' });
      script.emit('tool.result', { toolCallId: id }, { outputPreview: 'ok', durationMs: 1000 });
    }
    script.emit('tool.started', { toolCallId: 'run' }, { name: 'test', kind: 'command' });
    await drawn();
    return { script, element };
  }

  it('workbench-ux: neighbours that are over fold into one line; what failed or runs stays open', async () => {
    const { element } = await grouped();
    const line = find(element, '.group-line');
    expect(textOf(line)).to.equal('Worked on 4 files, ran 2 commands · 14 s');
    expect(line.getBoundingClientRect().height).to.be.within(28, 32);
    expect(rows(element)).to.deep.equal(['x', 'run']);
    expect(textOf(find(element, '[data-id="x"] .failure'))).to.contain('no rule');
    line.click();
    await drawn();
    expect(line.getAttribute('aria-expanded')).to.equal('true');
    expect(rows(element)).to.deep.equal(['f1', 'f2', 'f3', 'f4', 'x', 'c1', 'c2', 'run']);
  });

  it('a row that a person has open, or stands in, does not fold away when it is over', async () => {
    const { script, element } = await grouped();
    find(element, '[data-id="run"] .tool-line').focus();
    script.emit('tool.result', { toolCallId: 'run' }, { outputPreview: 'ok' });
    await drawn();
    expect(rows(element)).to.deep.equal(['x', 'run']);
    expect(element.shadowRoot!.activeElement).to.equal(find(element, '[data-id="run"] .tool-line'));
  });

  it('another turn begins another group, and a single row is none', async () => {
    const { script, element } = await grouped();
    script.emit(
      'tool.started',
      { toolCallId: 'n', turnId: 't2', runId: 'r2' },
      { name: 'ls', kind: 'command' },
    );
    script.emit('tool.result', { toolCallId: 'n', turnId: 't2', runId: 'r2' }, { outputPreview: 'ok' });
    await drawn();
    expect(findAll(element, '.group-line')).to.have.length(1);
    expect(rows(element)).to.deep.equal(['x', 'run', 'n']);
  });

  it('long sessions: 2,000 calls are a few lines', async () => {
    const { script, element } = await page();
    for (let i = 0; i < 2000; i++) {
      script.emit('tool.started', { toolCallId: `c${i}` }, { name: 'ls', kind: 'command' });
      script.emit('tool.result', { toolCallId: `c${i}` }, { outputPreview: 'ok' });
    }
    await drawn();
    expect(findAll(element, '*').length).to.be.below(50);
    expect(textOf(find(element, '.group-line'))).to.match(/^Ran 2000 commands/);
  });

  it('known-failure E every shape is accessible in every look', async () => {
    const { script, element } = await page(() =>
      Promise.resolve({ contentType: 'text/plain', text: 'whole\n'.repeat(99) }),
    );
    const outputs: object[] = [
      { outputPreview: 'a long line\n'.repeat(99), outputRef: 'out://1', exitCode: 2 },
      { outputPreview: { id: 7, name: 'milk', tags: ['a', 'b'], owner: { id: 1 } }, artifactIds: ['art-1'] },
      {
        outputPreview: { sources: [{ title: 'Docs', url: 'https://docs.example/a' }] },
        sourceRefs: ['ev-1'],
      },
      { outputPreview: '--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b' },
      { outputPreview: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] },
    ];
    for (const [i, output] of outputs.entries()) {
      script.tool(`c${i}`);
      script.emit('tool.result', { toolCallId: `c${i}` }, output);
    }
    script.emit('tool.started', { toolCallId: 'y', attemptId: '1' }, { name: 'x', risk: 'high' });
    script.emit('tool.failed', { toolCallId: 'y', attemptId: '1' }, { error: 'no' });
    script.emit('tool.started', { toolCallId: 'y', attemptId: '2' }, { name: 'x' });
    script.emit(
      'tool.failed',
      { toolCallId: 'y', attemptId: '2' },
      { error: 'no', retryable: true, stderr: 'trace', recovery: 'Wait.' },
    );
    await drawn();
    find(element, '.group-line').click();
    await drawn();
    for (const line of findAll(element, '.tool-line[aria-expanded="false"]')) line.click();
    await drawn();
    button(element, 'Raw').click();
    find(element, '[data-verb="detail"]').click();
    await until(() => findAll(element, 'pre').some(({ ariaLabel }) => ariaLabel === 'Whole output'));
    await inEveryLook(element as AgentToolRows, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
