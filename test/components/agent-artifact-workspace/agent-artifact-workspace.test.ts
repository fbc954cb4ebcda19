import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, textOf, until } from '../scripted-session.js';
import { click, control, order, page, pane, row, tab, verb } from './artifact-page.js';

const READY = { artifactKind: 'document', artifactStatus: 'ready', artifactVersionId: 'v1' };
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('<agent-artifact-workspace>', () => {
  it('SF-ART-1 AC-08 M-031 M-047 shows what an artifact is, how it stands, and its body', async () => {
    const { script, element } = await page();
    script.sink.push(scenario('AC-08').slice(0, 3));
    await drawn();
    expect(find(element, '.detail').dataset).to.include({ id: 'art-1', state: 'ready' });
    expect(textOf(find(element, 'header'))).to.contain('Release plan Ready Document · v1');
    expect(textOf(find(element, '.prose h3'))).to.equal('Release plan');
  });

  it('an empty panel says what fills it', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.contain('appear here');
    expect(element.matches(':state(empty)')).to.equal(true);
  });

  it('SF-ART-3 AC-11 N-001 N-002 M-057 a kind, a version or a saved state that nobody told is unknown, and bars editing', async () => {
    const { script, element } = await page();
    script.sink.push(scenario('AC-11'));
    await drawn();
    expect(find(element, '.detail').dataset).to.include({
      id: 'art-7',
      state: 'unknown',
      fallback: 'unknown',
    });
    expect(textOf(find(element, '.head-facts'))).to.equal('Kind unknown · Version unknown');
    expect(verb(element, 'edit').disabled).to.equal(true);
    expect(textOf(find(element, 'header')))
      .to.contain('its version is unknown')
      .and.not.match(/saved/i);
    expect(pane(element)).to.equal('No content or preview is known.');
  });

  it('SF-ART-8 AC-10 M-054 N-022 a content is fetched when somebody opens it, once, and never for the list', async () => {
    const { element, artifact, contents, fetched } = await page();
    artifact('created', READY, { title: 'One', readRef: 'blob://1' });
    artifact('created', { ...READY, artifactId: 'art-2' }, { title: 'Two', readRef: 'blob://2' });
    await drawn();
    expect(fetched).to.deep.equal([]);
    contents['blob://1'] = '# Body of one';
    contents['blob://2'] = new Error('The store is closed');
    row(element, 'art-1').querySelector('button')!.click();
    await until(() => findAll(element, '.prose').length);
    expect(pane(element)).to.equal('Body of one');
    row(element, 'art-2').querySelector('button')!.click();
    await until(() => findAll(element, '.trouble').length);
    expect(pane(element)).to.contain('The store is closed');
    contents['blob://2'] = 'Two at last';
    await click(element, 'load');
    await until(() => pane(element) === 'Two at last');
    row(element, 'art-1').querySelector('button')!.click();
    await drawn();
    expect(fetched).to.deep.equal(['blob://1', 'blob://2', 'blob://2']);
  });

  it('SF-ART-2 while a content is on its way, what happens is shown', async () => {
    const { element, artifact, contents } = await page();
    let arrive = (_: string) => {};
    contents['blob://1'] = new Promise((resolve) => (arrive = resolve));
    artifact('created', { ...READY, artifactStatus: 'creating' }, { title: 'One', readRef: 'blob://1' });
    await drawn();
    await click(element, 'load');
    expect(find(element, '.pane [data-fallback="loading"]')).to.be.ok;
    artifact('updated', { artifactStatus: 'ready' }, { title: 'One, renamed' });
    await drawn();
    expect(textOf(find(element, '.head'))).to.equal('One, renamed Ready');
    arrive('Here it is');
    await until(() => pane(element) === 'Here it is');
  });

  it('N-011 N-025 the body that was fetched is in no store, and goes with what is shown', async () => {
    const { script, element, artifact, contents } = await page();
    for (const n of [1, 2, 3, 4]) {
      contents[`blob://${n}`] = `The body of ${n}`;
      artifact('created', { ...READY, artifactId: `art-${n}` }, { readRef: `blob://${n}` });
    }
    await drawn();
    for (const n of [1, 2, 3, 4]) {
      element.show(`art-${n}`);
      await until(() => pane(element) === `The body of ${n}`);
    }
    expect(JSON.stringify(script.session.snapshot())).to.not.contain('The body of');
    element.show('art-1');
    await drawn();
    expect(findAll(element, '[data-fallback="loading"]').length + findAll(element, '.prose').length).to.equal(
      1,
    );
  });

  const FORMATS = [
    ['document', undefined, '**b**', 'markdown', '.prose strong'],
    ['report', 'text/plain', '**b**', 'markdown', '.prose strong'],
    ['code', 'text/x-python', 'x = 1', 'code', '.code code'],
    ['custom', 'application/json', '{"a":{"b":1}}', 'json', '.tree [aria-expanded]'],
    ['bundle', undefined, { a: 1 }, 'json', '.tree .leaf'],
    ['dataset', undefined, [{ a: 1 }, { a: 2 }], 'table', '.table td'],
    ['table', 'text/csv', 'a,b\n"x, ""y""",2\n', 'table', '.table td'],
    ['dataset', undefined, 'a;b\n1;2\n', 'table', '.table td'],
    ['dataset', undefined, 'no rows', 'text', 'pre.plain'],
    ['diff', undefined, '--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n', 'diff', '.diff ins'],
    ['image', undefined, PIXEL, 'image', '.load-image'],
    ['document', 'text/html', '<b>x</b>', 'page', '[data-verb="show-page"]'],
    ['image', 'image/svg+xml', '<svg onload="alert(1)"/>', 'code', '.code code'],
    ['custom', 'application/pdf', '%PDF', 'binary', '[data-fallback="unavailable"]'],
    ['unknown', undefined, '**b**', 'text', 'pre.plain'],
    ['custom', 'application/json', '{broken', 'text', 'pre.plain'],
  ] as const;
  for (const [kind, mimeType, preview, format, selector] of FORMATS) {
    it(`§3.8 a ${kind} of ${mimeType ?? 'no media type'} is shown as ${format}`, async () => {
      const { element, artifact } = await page();
      artifact('created', { ...READY, artifactKind: kind }, { title: 'T', mimeType, preview });
      await drawn();
      expect(find(element, '.content').dataset['format']).to.equal(format);
      expect(find(element, selector)).to.be.ok;
    });
  }

  it('§3.8 a table has its columns and rows, whichever way it came', async () => {
    const { element, artifact } = await page();
    artifact(
      'created',
      { ...READY, artifactKind: 'table' },
      { mimeType: 'text/csv', preview: 'a,b\r\n"x, ""y""",2\r\n' },
    );
    await drawn();
    expect(findAll(element, 'th').map(textOf)).to.deep.equal(['a', 'b']);
    expect(findAll(element, 'td').map(textOf)).to.deep.equal(['x, "y"', '2']);
    artifact(
      'updated',
      {},
      { mimeType: 'application/json', preview: Array.from({ length: 250 }, (_, n) => ({ n })) },
    );
    await drawn();
    expect(findAll(element, 'td')).to.have.length(100);
    expect(textOf(find(element, '.pane'))).to.contain('250 rows');
    find(element, '.pane .more').click();
    await drawn();
    expect(findAll(element, 'td')).to.have.length(200);
  });

  it('known-failure 43 a picture waits until somebody wants to see it', async () => {
    const { element, artifact } = await page();
    artifact('created', { ...READY, artifactKind: 'image' }, { title: 'Pixel', preview: PIXEL });
    artifact(
      'created',
      { ...READY, artifactKind: 'image', artifactId: 'art-2' },
      { preview: 'javascript:alert(1)' },
    );
    element.show('art-1');
    await drawn();
    expect(findAll(element, 'img')).to.have.length(0);
    find(element, '.load-image').click();
    await drawn();
    expect(find<HTMLImageElement>(element, 'img').alt).to.equal('Pixel');
    element.show('art-2');
    await drawn();
    expect(findAll(element, 'img, .load-image')).to.have.length(0);
  });

  it('known-failure 44 foreign HTML runs only when asked, in a frame of no origin with rules of its own', async () => {
    const { element, artifact } = await page();
    const spy = `<script>try { parent.document.title = 'taken' } catch { document.title = 'kept out' }
      fetch('https://tracker.example').catch(() => parent.postMessage('barred', '*'))</script><p>Hi</p>`;
    artifact('created', { ...READY, artifactKind: 'canvas' }, { mimeType: 'text/html', preview: spy });
    await drawn();
    const said: unknown[] = [];
    const listen = (event: MessageEvent) => said.push([event.data, event.origin]);
    addEventListener('message', listen);
    expect(findAll(element, 'iframe')).to.have.length(0);
    expect(find(element, '.code')).to.be.ok;
    await click(element, 'show-page');
    const still = find<HTMLIFrameElement>(element, 'iframe');
    expect(still.getAttribute('sandbox')).to.equal('');
    expect(still.srcdoc).to.match(
      /^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
    );
    await click(element, 'run-page');
    const frame = find<HTMLIFrameElement>(element, 'iframe');
    expect(frame.getAttribute('sandbox')).to.equal('allow-scripts');
    await until(() => said.length > 0);
    removeEventListener('message', listen);
    expect(said[0]).to.deep.equal(['barred', 'null']);
    expect(document.title).to.not.equal('taken');
    artifact('updated', { artifactVersionId: 'v2' }, { preview: `${spy}<p>Another</p>` });
    await drawn();
    expect(findAll(element, 'iframe'), 'a yes is to this page, not to the next').to.have.length(0);
    await click(element, 'show-page');
    await click(element, 'hide-page');
    expect(findAll(element, 'iframe')).to.have.length(0);
  });

  it('known-failure 42 M-062 whatever an owner calls things, they are text', async () => {
    const { element, artifact } = await page();
    for (const [i, text] of HOSTILE.slice(0, 40).entries()) {
      const fields = { artifactId: `h-${i}`, artifactKind: i % 2 ? text : 'document', artifactStatus: text };
      artifact(
        'created',
        { ...fields, artifactVersionId: text, sourceRefs: [text] },
        { title: text, preview: text },
      );
    }
    await drawn();
    for (let i = 0; i < 40; i++) {
      element.show(`h-${i}`);
      await drawn();
      for (const name of ['facts', 'versions', 'content']) {
        await tab(element, name);
        expect(findAll(element, 'script, iframe, object, embed, img'), `${i}`).to.have.length(0);
        for (const link of findAll<HTMLAnchorElement>(element, 'a'))
          expect(link.getAttribute('href')).to.match(/^(?:https?:|mailto:|tel:|#)/);
      }
    }
  });

  it('api §2 a host draws a kind itself; when that throws, the plain content is shown', async () => {
    const { element, artifact } = await page();
    artifact('created', { ...READY, artifactKind: 'chart' }, { title: 'Sales', preview: 'plain' });
    element.renderers = { chart: ({ title }, content) => html`<b>${title}: ${content?.value}</b>` };
    await drawn();
    expect(textOf(find(element, '.content b'))).to.equal('Sales: plain');
    element.renderers = {
      chart: () => {
        throw new Error('no');
      },
    };
    await drawn();
    expect(pane(element)).to.equal('plain');
  });

  it('M-020 N-018 of a content of 20 MB the beginning is drawn, and more when asked for', async () => {
    const { element, artifact, contents } = await page();
    contents['blob://big'] = 'x'.repeat(99).concat('\n').repeat(200_000);
    artifact('created', { ...READY, artifactKind: 'custom' }, { readRef: 'blob://big' });
    await drawn();
    await click(element, 'load');
    await until(() => findAll(element, '.plain').length);
    expect(find(element, '.plain').textContent!.trim()).to.have.length.within(99_900, 100_000);
    expect(textOf(find(element, '.cut'))).to.contain('20 MB in all');
    await click(element, 'more');
    expect(find(element, '.plain').textContent!.length).to.be.above(199_900);
  });

  it('SF-ART-7 M-033 leads to the turn, the tool call, the source and the evidence', async () => {
    const { script, element, artifact } = await page();
    artifact(
      'created',
      {
        ...READY,
        sourceRefs: ['tool:tc-1', 'https://example.com/a', 'javascript:alert(1)'],
        agentId: 'ag-1',
      },
      { title: 'T' },
    );
    script.emit('evidence.changed', { evidenceId: 'ev-1', artifactId: 'art-1' }, { kind: 'citation' });
    await drawn();
    await tab(element, 'facts');
    const asked: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => asked.push(`${kind} ${id}`));
    for (const link of findAll(element, '.linked .link')) link.click();
    expect(asked.sort()).to.deep.equal(['agent ag-1', 'evidence ev-1', 'tool tc-1', 'turn t']);
    expect(findAll<HTMLAnchorElement>(element, '.linked a').map(({ href }) => href)).to.deep.equal([
      'https://example.com/a',
    ]);
  });

  it('AC-08 AC-24S what was deleted stays as a tombstone with its history, and nothing can be done to it', async () => {
    const { script, element, artifact } = await page();
    script.sink.push(scenario('AC-08'));
    artifact('deleted', { artifactStatus: 'deleted', sequence: 50 });
    await drawn();
    expect(find(element, '.detail').dataset['state']).to.equal('deleted');
    expect(textOf(find(element, '.marker'))).to.contain('It was deleted');
    expect(findAll(element, '[data-verb="edit"], [data-verb="attach"], [data-control]')).to.have.length(0);
    await tab(element, 'versions');
    expect(findAll(element, '.version').map(({ dataset }) => dataset['id'])).to.deep.equal(['v2', 'v1']);
    expect(findAll(element, '.version .link').length).to.be.above(0);
  });

  it('AC-16 two live verdicts that differ leave it in dispute, whatever the answer says', async () => {
    const { script, element, artifact } = await page();
    artifact('created', { ...READY, sequence: 0 }, { title: 'Spec' });
    script.sink.push(scenario('AC-16').slice(0, 3));
    await drawn();
    expect(findAll(element, '[data-fallback="disputed"]')).to.have.length(0);
    script.sink.push(scenario('AC-16').slice(3));
    await drawn();
    expect(find(element, '.detail').dataset['fallback']).to.equal('disputed');
    expect(textOf(find(element, '.marker[data-fallback="disputed"]'))).to.contain('verdicts about it differ');
    expect(textOf(find(element, '[data-review="rv-2"]'))).to.equal('Review · rev2 · passed');
    await tab(element, 'facts');
    expect(pane(element)).to.contain('rev · changes_requested').and.contain('rev2 · passed');
  });

  it('§6 a preview of an older version says so', async () => {
    const { script, element } = await page();
    script.sink.push(scenario('AC-08').slice(0, 4));
    await drawn();
    expect(textOf(find(element, '.pane [data-fallback="stale"]'))).to.equal(
      'This may be of an older version',
    );
  });

  it('AC-19 an artifact of a remote teammate has no kind that nobody told', async () => {
    const { script, element } = await page();
    script.sink.push(scenario('AC-19'));
    await drawn();
    expect(find(element, '.detail').dataset['id']).to.equal('art-r');
    expect(textOf(find(element, '.head-facts'))).to.contain('Kind unknown');
  });

  it('M-038 what failed or is in dispute stands first, the rest with the newest last, what was deleted at the end', async () => {
    const { element, artifact } = await page();
    for (const n of [1, 2, 3, 4])
      artifact('created', { ...READY, artifactId: `art-${n}` }, { title: `T${n}` });
    artifact('failed', { artifactId: 'art-3' }, { operation: 'update', error: 'no disk' });
    artifact('deleted', { artifactId: 'art-1' });
    await drawn();
    expect(order(element)).to.deep.equal(['art-3', 'art-2', 'art-4', 'art-1']);
    expect(find(element, '.detail').dataset['id'], 'the newest').to.equal('art-4');
    expect(textOf(row(element, 'art-3'))).to.contain('Failed');
    artifact('created', { ...READY, artifactId: 'art-5' }, { title: 'T5' });
    await drawn();
    expect(find(element, '.detail').dataset['id'], 'nobody is taken away from what they read').to.equal(
      'art-4',
    );
  });

  it('§3.0 j, k and the arrows go through the list, Enter opens; tabs go by the arrows', async () => {
    const { element, artifact } = await page();
    for (const n of [1, 2, 3]) artifact('created', { ...READY, artifactId: `art-${n}` }, { title: `T${n}` });
    await drawn();
    row(element, 'art-1').querySelector('button')!.focus();
    const focused = () => element.shadowRoot!.activeElement!.closest<HTMLElement>('.row')?.dataset['id'];
    await sendKeys({ press: 'j' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'k' });
    expect(focused()).to.equal('art-2');
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(find(element, '.detail').dataset['id']).to.equal('art-2');
    find(element, '[role=tab][aria-selected=true]').focus();
    await sendKeys({ press: 'ArrowRight' });
    await drawn();
    expect(find(element, '.pane').dataset['tab']).to.equal('versions');
    expect((element.shadowRoot!.activeElement as HTMLElement).dataset['tab']).to.equal('versions');
  });

  it('huge: of 2,000 artifacts sixty are drawn, and any is found by its title', async () => {
    const { script, element } = await page();
    script.sink.push(
      Array.from({ length: 2000 }, (_, n) => ({
        type: 'artifact.created' as const,
        sequence: n + 1,
        artifactId: `art-${n}`,
        artifactKind: 'document',
        payload: { title: `Document ${n}` },
      })),
    );
    await drawn();
    expect(findAll(element, '.row')).to.have.length(60);
    expect(order(element).at(-1)).to.equal('art-1999');
    find(element, '.list .more').click();
    await drawn();
    expect(order(element)[0]).to.equal('art-1880');
    const search = find<HTMLInputElement>(element, '.find');
    search.value = 'document 77';
    search.dispatchEvent(new Event('input'));
    await drawn();
    expect(order(element)[0]).to.equal('art-77');
    expect(order(element)).to.have.length(11);
  });

  it('in a narrow panel the list and the artifact take turns, and the focus goes along', async () => {
    await setViewport({ width: 400, height: 700 });
    const { element, artifact } = await page();
    for (const n of [1, 2]) artifact('created', { ...READY, artifactId: `art-${n}` }, { title: `T${n}` });
    await drawn();
    const shown = () =>
      [find(element, '.list'), find(element, '.detail')].map((each) => each.checkVisibility());
    expect(shown()).to.deep.equal([true, false]);
    row(element, 'art-1').querySelector('button')!.click();
    await drawn();
    expect(shown()).to.deep.equal([false, true]);
    find(element, '.back').click();
    await drawn();
    expect(shown()).to.deep.equal([true, false]);
    expect(element.shadowRoot!.activeElement?.closest<HTMLElement>('.row')?.dataset['id']).to.equal('art-1');
    await setViewport({ width: 1000, height: 700 });
  });

  it('W10 W20 W23 each control is asked for once, and says what became of it', async () => {
    const { script, element, artifact } = await page();
    artifact('created', READY, { title: 'T' });
    artifact('failed', {}, { operation: 'update', error: 'no disk' });
    await drawn();
    const kinds = findAll(element, '.actions [data-control]').map(({ dataset }) => dataset['control']);
    expect(kinds).to.deep.equal(['retry', 'edit.regenerate', 'edit.fork', 'request_review']);
    for (const kind of kinds) {
      control(element, kind!).click();
      control(element, kind!).click();
    }
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'retry', artifactId: 'art-1' },
      { kind: 'edit.regenerate', artifactId: 'art-1' },
      { kind: 'edit.fork', artifactId: 'art-1', versionId: 'v1' },
      { kind: 'request_review', targetId: 'art-1', targetKind: 'artifact' },
    ]);
    expect(control(element, 'edit.fork').disabled).to.equal(true);
    expect(textOf(find(element, 'header'))).to.contain('its owner has not answered yet');
    script.receipt = { status: 'rejected', reason: 'no reviewer is free' };
    script.emit('review.requested', { reviewId: 'rv-1' }, { target: { kind: 'artifact', id: 'art-1' } });
    await drawn();
    control(element, 'request_review').click();
    await drawn();
    expect(textOf(find(element, '[data-write="failed"]'))).to.contain('no reviewer is free');
    expect(control(element, 'request_review').disabled, 'it can be asked for again').to.equal(false);
  });

  it('§4.1 what its owner or the runtime does not let be done is not offered', async () => {
    const { element, artifact } = await page(['edit.fork', 'export']);
    artifact('created', READY, { title: 'T', preview: 'x', writeCapabilities: ['edit', 'export'] });
    await drawn();
    expect(
      findAll(element, '[data-verb="edit"], [data-verb="attach"], .actions [data-control]'),
    ).to.have.length(0);
    await tab(element, 'exports');
    expect(findAll(element, '.export-bar button')).to.have.length(1);
  });

  it('W23 goes along with the next message, unless the host does that itself', async () => {
    const { script, element, artifact } = await page();
    artifact('created', READY, { title: 'Plan', readRef: 'blob://1' });
    await drawn();
    const labels: string[] = [];
    const take = (event: Event) => event.preventDefault();
    element.addEventListener('agent-attach-request', ({ ref }) => labels.push(ref.label));
    element.addEventListener('agent-attach-request', take);
    await click(element, 'attach');
    expect([labels, script.session.draftExtras.contextRefs ?? []]).to.deep.equal([['Plan'], []]);
    element.removeEventListener('agent-attach-request', take);
    await click(element, 'attach');
    expect(script.session.draftExtras.contextRefs).to.deep.equal([
      { id: 'artifact:art-1', label: 'Plan', kind: 'artifact', value: 'blob://1' },
    ]);
    expect(textOf(verb(element, 'attach'))).to.equal('In your message');
    expect(script.requests).to.deep.equal([]);
  });

  it('known-failure E axe finds nothing, in any look, in any view', async () => {
    const { script, element, artifact, contents } = await page();
    script.sink.push(scenario('AC-08'));
    contents['blob://1'] = 'a\nb\n';
    artifact(
      'created',
      { ...READY, artifactId: 'art-2', sequence: 20 },
      { title: 'Data', preview: { a: { b: [1] } } },
    );
    artifact(
      'created',
      { ...READY, artifactId: 'art-3', artifactKind: 'table', sequence: 21 },
      { preview: [{ a: 1 }] },
    );
    element.show('art-1');
    await drawn();
    await inEveryLook(element, async () => {
      for (const name of ['content', 'versions', 'exports', 'facts']) {
        await tab(element, name);
        await expect(element).to.be.accessible();
      }
    });
    for (const id of ['art-2', 'art-3']) {
      element.show(id);
      await drawn();
      await expect(element).to.be.accessible();
    }
  });
});
