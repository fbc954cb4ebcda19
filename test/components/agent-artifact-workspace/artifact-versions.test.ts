import { expect, fixture, html } from '@open-wc/testing';
import { artifactCard } from '../../../components/shared/artifact-card.js';
import { lineDiff, withHunks } from '../../../components/agent-artifact-workspace/line-diff.js';
import { wordingOf } from '../../../components/shared/localize.js';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';
import { click, control, page, pane, tab, verb } from './artifact-page.js';

const READY = { artifactKind: 'document', artifactStatus: 'ready', artifactVersionId: 'v1' };

async function versions() {
  const made = await page();
  const { artifact, contents, element } = made;
  contents['blob://1'] = 'a\nb\nc\nd\ne\n';
  contents['blob://2'] = 'a\nB\nc\nd\nE\n';
  contents['blob://3'] = 'a\nB\nc\nd\nE\nf\n';
  artifact('created', READY, { title: 'Plan', readRef: 'blob://1' });
  for (const n of [2, 3])
    artifact(
      'version.created',
      { artifactVersionId: `v${n}`, artifactStatus: 'ready', sourceRefs: [`turn:t-${n}`] },
      { readRef: `blob://${n}` },
    );
  await drawn();
  await tab(element, 'versions');
  return made;
}

async function choose(element: Element, side: string, value: string): Promise<void> {
  const select = find<HTMLSelectElement>(element, `select[data-side="${side}"]`);
  select.value = value;
  select.dispatchEvent(new Event('change'));
  await drawn();
}

const ids = (element: Element, selector: string) =>
  findAll(element, selector).map(({ dataset }) => dataset['id']);

describe('<agent-artifact-workspace>, versions and exports', () => {
  it('SF-ART-5 compares two versions that somebody names; their contents are fetched then, and are in no store', async () => {
    const { element, fetched, script } = await versions();
    expect(ids(element, '.version')).to.deep.equal(['v3', 'v2', 'v1']);
    expect(find(element, '.version[data-id="v3"]').dataset['state']).to.equal('current');
    await choose(element, 'base', 'v1');
    await choose(element, 'head', 'v2');
    expect(fetched).to.deep.equal([]);
    await click(element, 'compare');
    await until(() => findAll(element, '.hunk').length);
    expect(fetched.sort()).to.deep.equal(['blob://1', 'blob://2']);
    expect(findAll(element, '.hunk .diff').map((diff) => diff.textContent)).to.deep.equal([
      '-b\n+B\n',
      '-e\n+E\n',
    ]);
    expect(find(element, '.review').getAttribute('aria-label')).to.equal('Changes from v1 to v2');
    expect(
      findAll(element, '[data-verb="accept"]'),
      'the version in force is not changed by it',
    ).to.have.length(0);
    expect(JSON.stringify(script.session.snapshot())).to.not.contain('a\\nB');
  });

  it('AC-08 W12 a hunk that is turned down goes out of the version in force, at its owner’s word', async () => {
    const { element, artifact, script } = await versions();
    await choose(element, 'base', 'v1');
    await click(element, 'compare');
    await until(() => findAll(element, '.hunk').length === 2);
    expect(verb(element, 'apply').disabled).to.equal(true);
    await inEveryLook(element, () => expect(element).to.be.accessible());
    element.lang = 'en';
    await drawn();
    find(element, '.hunk[data-id="0"] [data-verb="accept"]').click();
    find(element, '.hunk[data-id="1"] [data-verb="reject"]').click();
    await drawn();
    expect(findAll(element, '.hunk').map(({ dataset }) => dataset['state'])).to.deep.equal([
      'accepted',
      'rejected',
    ]);
    await click(element, 'apply');
    expect(script.requests).to.deep.equal([
      { kind: 'edit', artifactId: 'art-1', versionId: 'v3', content: 'a\nB\nc\nd\ne\n' },
    ]);
    expect(find(element, '.editor').dataset['state']).to.equal('saving');
    artifact('version.created', { artifactVersionId: 'v4', artifactStatus: 'ready' });
    await drawn();
    expect(textOf(find(element, '.saved'))).to.equal('Saved as v4');
  });

  it('SF-ART-5 the owner’s own diff serves where contents are not kept; where there is none, it says so', async () => {
    const { script, element, contents, fetched } = await page();
    contents['diff://v1..v2'] = '--- v1\n+++ v2\n@@ -1 +1 @@\n-x\n+y\n';
    script.sink.push(scenario('AC-08').slice(0, 5));
    await drawn();
    await tab(element, 'versions');
    await click(element, 'compare');
    await until(() => findAll(element, '.diff ins').length);
    expect(fetched).to.deep.equal(['diff://v1..v2']);
    await choose(element, 'base', 'v2');
    await choose(element, 'head', 'v1');
    await click(element, 'compare');
    expect(textOf(find(element, '.compare'))).to.contain('The content of v2, v1 is not kept');
  });

  it('an older version is looked at as one, with the way back', async () => {
    const { element } = await versions();
    find(element, '.version[data-id="v1"] [data-verb="view"]').click();
    await until(() => pane(element).includes('a b c d e'));
    expect(pane(element)).to.contain('This is v1, not the current version.');
    find(element, '.pane .link').click();
    await drawn();
    expect(pane(element)).to.not.contain('not the current version');
  });

  it('W21 goes back to a version at a second word; the current one stays until its owner says otherwise', async () => {
    const { element, artifact, script } = await versions();
    expect(findAll(element, '.version[data-id="v3"] [data-verb="rollback"]')).to.have.length(0);
    find(element, '.version[data-id="v2"] [data-verb="rollback"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([]);
    control(element, 'rollback').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'rollback', artifactId: 'art-1', versionId: 'v2' }]);
    expect(find(element, '.version[data-id="v3"]').dataset['state']).to.equal('current');
    expect(textOf(find(element, '[data-write]'))).to.contain('has not answered');
    artifact('updated', { artifactVersionId: 'v2' });
    await drawn();
    expect(find(element, '.version[data-id="v2"]').dataset['state']).to.equal('current');
  });

  it('SF-ART-6 AC-08 N-002 an export shows how far it is, what came of it, and how to try again', async () => {
    const { script, element, artifact, contents } = await page();
    script.sink.push(scenario('AC-08').slice(0, 6));
    await drawn();
    await tab(element, 'exports');
    expect(find(element, '.export').dataset).to.include({ id: 'x-1', state: 'started' });
    expect(find(element, '.export progress')).to.be.ok;
    script.sink.push(scenario('AC-08').slice(6));
    artifact('export.completed', { artifactExportId: 'x-2', sequence: 21 }, { format: 'txt' });
    artifact('export.started', { artifactExportId: 'x-3', sequence: 22 }, { format: 'docx', progress: 0.4 });
    await drawn();
    expect(find<HTMLProgressElement>(element, '[data-id="x-3"] progress').value).to.equal(40);
    artifact(
      'failed',
      { artifactExportId: 'x-3', sequence: 23 },
      { operation: 'export', error: 'the printer is down' },
    );
    await drawn();
    expect(ids(element, '.export')).to.deep.equal(['x-3', 'x-2', 'x-1']);
    expect(find(element, '[data-id="x-2"]').dataset['fallback']).to.equal('unavailable');
    expect(textOf(find(element, '[data-id="x-2"]'))).to.contain('Download unavailable');
    expect(textOf(find(element, '[data-id="x-3"]'))).to.contain('Failed docx Try again the printer is down');
    control(element, 'export').click();
    find(element, '[data-id="x-3"] button').click();
    await drawn();
    expect(script.requests[0]).to.deep.equal({ kind: 'export', artifactId: 'art-1', versionId: 'v2' });
    contents['dl://x-1'] = 'the file';
    const saved: string[] = [];
    const note = (event: Event) => {
      const link = event.target;
      if (!(link instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      saved.push(link.download);
    };
    const { click: press } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      note({ target: this, preventDefault() {} } as unknown as Event);
    };
    await click(element, 'download');
    await until(() => saved.length);
    HTMLAnchorElement.prototype.click = press;
    expect(saved).to.deep.equal(['Release plan.pdf']);
  });

  it('W22 an export is asked for once, in the format that was chosen, and a refusal says why', async () => {
    const { script, element, artifact } = await page();
    artifact('created', READY, { title: 'Plan', metadata: { exportFormats: ['pdf', 'docx'] } });
    await drawn();
    await tab(element, 'exports');
    const select = find<HTMLSelectElement>(element, '.export-bar select');
    select.value = 'docx';
    select.dispatchEvent(new Event('change'));
    await drawn();
    script.receipt = { status: 'rejected', reason: 'no such format' };
    control(element, 'export').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'export', artifactId: 'art-1', versionId: 'v1', format: 'docx' },
    ]);
    expect(textOf(find(element, '[data-write="failed"]'))).to.contain('no such format');
    expect(findAll(element, '.export'), 'nothing is shown as exported').to.have.length(0);
  });
});

describe('the card of an artifact', () => {
  it('SF-ART-1 AC-08 M-031 has title, kind, status, version and links, and no body; it opens the artifact', async () => {
    const script = new ScriptedSession('ses-1');
    void script.session;
    script.sink.push(scenario('AC-08'));
    const [part] = script.session.view('conversation').get().turns[0]!.parts;
    if (part?.type !== 'artifact_ref') throw new Error('there is no card');
    const asked: string[] = [];
    const box = await fixture(
      html`<div>
        ${artifactCard(part.artifact!, wordingOf(document.body), (kind, id) => asked.push(`${kind} ${id}`))}
      </div>`,
    );
    const card = box.querySelector<HTMLElement>('.artifact-card')!;
    expect(card.dataset).to.include({ id: 'art-1', state: 'ready', kind: 'document', fallback: 'failed' });
    expect(textOf(card)).to.equal('Release plan Document · v2 · 2 sources · exported Failed');
    card.querySelector('button')!.click();
    expect(asked).to.deep.equal(['artifact art-1']);
  });
});

describe('lineDiff', () => {
  /** The same numbers at each run. */
  function* numbers(seed: number): Generator<number, never> {
    for (;;) yield (seed = (seed * 48_271) % 2_147_483_647);
  }

  it('SF-ART-5 taking every hunk gives the one text, taking none the other', () => {
    const random = numbers(7);
    const text = (lines: number, words: number) =>
      Array.from({ length: lines }, () => `w${random.next().value % words}`).join('\n');
    for (let run = 0; run < 300; run++) {
      const base = text(run % 40, 1 + (run % 9) * 5);
      const head = run % 3 === 0 ? text(run % 37, 6) : base.replace(/w1/g, 'W').replace(/\nw2/, '');
      const hunks = lineDiff(base, head);
      expect(withHunks(base, hunks, () => true)).to.equal(head);
      expect(withHunks(base, hunks, () => false)).to.equal(base);
      if (base === head) expect(hunks).to.deep.equal([]);
    }
  });

  it('long texts cost no more pairs than are allowed', () => {
    const base = 'same\nother\n'.repeat(20_000);
    const head = 'other\nsame\nnew\n'.repeat(15_000);
    const hunks = lineDiff(base, head);
    expect(withHunks(base, hunks, () => true)).to.equal(head);
  });
});
