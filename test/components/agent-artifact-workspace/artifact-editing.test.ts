import { expect } from '@open-wc/testing';
import { AgentSession } from 'oui-elements/agent-ui';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';
import { click, control, field, page, pane, row, tab, type, verb } from './artifact-page.js';

const READY = { artifactKind: 'document', artifactStatus: 'ready', artifactVersionId: 'v1' };
const state = (element: Element) => find(element, '.editor').dataset['state'];

/** Somebody has written "mine" over v1, which says "one". */
async function written(text = 'mine') {
  const made = await page();
  made.artifact('created', READY, { title: 'Plan', preview: 'one' });
  await drawn();
  await click(made.element, 'edit');
  await type(made.element, text);
  return made;
}

describe('<agent-artifact-workspace>, editing', () => {
  it('SF-ART-4 W12 writes over a version; leaving and returning keeps the text', async () => {
    const { element, artifact, script } = await written();
    expect(state(element)).to.equal('dirty');
    expect(textOf(find(element, '.editor-head'))).to.contain('Based on v1 · Unsaved changes');
    artifact('created', { ...READY, artifactId: 'art-2' }, { title: 'Other', preview: 'x' });
    element.show('art-2');
    await drawn();
    expect(textOf(row(element, 'art-1')), 'it says so in the list').to.contain('Unsaved changes');
    element.show('art-1');
    await drawn();
    await click(element, 'leave');
    expect(pane(element), 'what is confirmed').to.equal('one');
    expect(textOf(find(element, '.unsaved'))).to.contain('Unsaved changes');
    await click(element, 'resume');
    expect(field(element).value).to.equal('mine');
    expect(JSON.stringify(script.session.snapshot())).to.not.contain('mine');
    expect(script.session.serialize()).to.not.contain('mine');
  });

  it('N-019 M-028 the text outlives a move, a removal, another panel and another session', async () => {
    const { element, box, script } = await written();
    const elsewhere = document.createElement('div');
    box.append(elsewhere);
    elsewhere.append(element);
    await drawn();
    expect(field(element).value).to.equal('mine');
    element.session = new ScriptedSession('other').session;
    await drawn();
    expect(findAll(element, 'textarea')).to.have.length(0);
    element.session = script.session;
    await drawn();
    expect(field(element).value).to.equal('mine');
    element.remove();
    const other = document.createElement('agent-artifact-workspace');
    other.session = script.session;
    box.append(other);
    await drawn();
    expect(field(other).value).to.equal('mine');
    script.sink.state('reconnecting');
    script.sink.state('live');
    await drawn();
    expect(field(other).value).to.equal('mine');
  });

  it('N-028 typing goes on through changes of every kind', async () => {
    const { element, artifact } = await written();
    const area = field(element);
    area.focus();
    area.setSelectionRange(2, 2);
    for (let i = 0; i < 50; i++) artifact('created', { artifactId: `other-${i}` }, { title: `T${i}` });
    artifact('updated', { artifactVersionId: 'v2' });
    await drawn();
    expect(field(element)).to.equal(area);
    expect([element.shadowRoot!.activeElement, area.selectionStart]).to.deep.equal([area, 2]);
  });

  it('N-019 M-022 it is saved when its owner says so, not when it was taken', async () => {
    const { element, artifact, script } = await written();
    verb(element, 'save').click();
    verb(element, 'save').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'edit', artifactId: 'art-1', versionId: 'v1', content: 'mine' },
    ]);
    expect([state(element), verb(element, 'save').disabled, field(element).readOnly]).to.deep.equal([
      'saving',
      true,
      true,
    ]);
    artifact('updated', { artifactStatus: 'updating' });
    await drawn();
    expect(state(element), 'it has only begun').to.equal('saving');
    field(element).focus();
    artifact('version.created', { artifactVersionId: 'v2', artifactStatus: 'ready' }, { preview: 'mine' });
    await drawn();
    expect(findAll(element, '.editor')).to.have.length(0);
    expect(textOf(find(element, '.saved'))).to.equal('Saved as v2');
    expect(pane(element)).to.equal('mine');
    expect((element.shadowRoot!.activeElement as HTMLElement).dataset['verb'], 'the focus stays').to.equal(
      'edit',
    );
  });

  it('M-023 M-032 a refusal says why, and keeps the text; the same can be sent again', async () => {
    const { element, script } = await written();
    script.receipt = { status: 'rejected', reason: 'the disk is full' };
    await click(element, 'save');
    expect(state(element)).to.equal('failed');
    expect(textOf(find(element, '.editor'))).to.contain('the disk is full');
    expect(field(element).value).to.equal('mine');
    expect(field(element).readOnly).to.equal(false);
    script.receipt = { status: 'accepted' };
    await click(element, 'save');
    expect(script.requests).to.have.length(2);
    expect(script.requests[1]).to.deep.equal(script.requests[0]);
    expect(state(element)).to.equal('saving');
  });

  it('§4.1 what nobody confirms is said to be unconfirmed, and can be sent again', async () => {
    const { element, script, artifact } = await page();
    element.session = new AgentSession(script.adapter, { sessionId: 's', confirmWithinMs: 20 });
    await drawn();
    artifact('created', READY, { title: 'Plan', preview: 'one' });
    await drawn();
    await click(element, 'edit');
    await type(element, 'mine');
    await click(element, 'save');
    await until(() => state(element) === 'unconfirmed');
    expect([verb(element, 'save').disabled, field(element).value]).to.deep.equal([false, 'mine']);
    await element.session.close();
  });

  it('M-032 a failure that is told after the confirmation brings the text back', async () => {
    const { element, artifact } = await written();
    await click(element, 'save');
    // Somebody else's version confirms every request about the artifact.
    artifact('updated', { artifactVersionId: 'v2', artifactStatus: 'ready' });
    await drawn();
    expect(findAll(element, '.editor')).to.have.length(0);
    artifact('failed', {}, { operation: 'save', error: 'conflict' });
    await drawn();
    expect(field(element).value).to.equal('mine');
    expect(state(element)).to.equal('conflict');
    expect(textOf(find(element, '.editor'))).to.contain('conflict');
  });

  it('AC-08 a newer version while somebody writes is a conflict: both stand, and nothing is overwritten', async () => {
    const { script, element } = await page();
    const events = scenario('AC-08');
    script.sink.push(events.slice(0, 3));
    await drawn();
    await click(element, 'edit');
    await type(element, '# My plan');
    script.sink.push(events.slice(3, 4));
    await drawn();
    expect(state(element)).to.equal('conflict');
    expect(field(element).value).to.equal('# My plan');
    expect(verb(element, 'save').disabled).to.equal(true);
    expect(textOf(find(element, '.conflict'))).to.contain('v2 came while you were writing over v1');
    expect(textOf(find(element, '.theirs'))).to.contain('v2, as it is now');
    script.sink.push(events.slice(4, 7));
    await drawn();
    expect(textOf(find(element, 'header'))).to.contain('Saving failed · conflict · v2 is in force');
    expect(field(element).value, 'apart from what is confirmed').to.equal('# My plan');
    await click(element, 'keep-mine');
    expect(state(element)).to.equal('dirty');
    await click(element, 'save');
    expect(script.requests).to.deep.equal([
      { kind: 'edit', artifactId: 'art-1', versionId: 'v2', content: '# My plan' },
    ]);
  });

  it('AC-08 takes the newer version only at a second word, or makes a copy', async () => {
    const { element, artifact, script } = await written();
    artifact('version.created', { artifactVersionId: 'v2' }, { preview: 'theirs' });
    await drawn();
    control(element, 'edit.fork').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'edit.fork', artifactId: 'art-1', versionId: 'v2' }]);
    await click(element, 'take-theirs');
    expect(field(element).value).to.equal('mine');
    await click(element, 'take-theirs');
    expect(findAll(element, '.editor')).to.have.length(0);
    expect(pane(element)).to.equal('theirs');
  });

  it('AC-08 compares both hunk by hunk, and goes on with what was taken of each', async () => {
    const { element, artifact, contents, script } = await page();
    contents['blob://1'] = 'a\nb\nc\nd\ne\n';
    contents['blob://2'] = 'a\nB2\nc\nd\nE2\n';
    artifact('created', READY, { title: 'Plan', readRef: 'blob://1' });
    await drawn();
    await click(element, 'edit');
    await until(() => findAll(element, 'textarea').length);
    await type(element, 'a\nB1\nc\nd\ne\n');
    artifact(
      'version.created',
      { artifactVersionId: 'v2', artifactStatus: 'ready' },
      { readRef: 'blob://2' },
    );
    await drawn();
    await click(element, 'compare-mine');
    await until(() => findAll(element, '.hunk').length);
    expect(findAll(element, '.hunk').map((hunk) => hunk.querySelector('.diff')!.textContent)).to.deep.equal([
      '-B2\n+B1\n',
      '-E2\n+e\n',
    ]);
    find(element, '.hunk[data-id="1"] [data-verb="reject"]').click();
    await click(element, 'use');
    expect(field(element).value).to.equal('a\nB1\nc\nd\nE2\n');
    expect(state(element)).to.equal('dirty');
    await click(element, 'save');
    expect(script.requests.at(-1)).to.deep.equal({
      kind: 'edit',
      artifactId: 'art-1',
      versionId: 'v2',
      content: 'a\nB1\nc\nd\nE2\n',
    });
  });

  it('known-failure E axe finds nothing in a conflict, in any look', async () => {
    const { element, artifact } = await written();
    artifact('version.created', { artifactVersionId: 'v2' }, { preview: 'theirs' });
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
      await click(element, 'compare-mine');
      await expect(element).to.be.accessible();
      await click(element, 'compare-mine');
    });
  });

  it('discards at a second word; what was not touched closes at once', async () => {
    const { element } = await written();
    await click(element, 'discard');
    expect(field(element).value).to.equal('mine');
    await click(element, 'discard-confirm');
    expect(pane(element)).to.equal('one');
    await click(element, 'edit');
    await click(element, 'discard');
    expect(findAll(element, '.editor')).to.have.length(0);
  });

  it('what was deleted while somebody wrote keeps their text, and saves nothing', async () => {
    const { element, artifact } = await written();
    artifact('deleted', { artifactStatus: 'deleted' });
    await drawn();
    expect(field(element).value).to.equal('mine');
    expect(textOf(find(element, '.editor'))).to.contain('It was deleted while you were writing');
    expect(verb(element, 'save').disabled).to.equal(true);
  });

  it('fetches the whole before it is edited; what cannot be fetched is not', async () => {
    const { element, artifact, contents, fetched } = await page();
    contents['blob://1'] = new Error('gone');
    artifact('created', READY, { title: 'Plan', preview: 'on…', readRef: 'blob://1' });
    await drawn();
    await click(element, 'edit');
    await until(() => findAll(element, '.pane .trouble').length);
    expect(findAll(element, '.editor')).to.have.length(0);
    contents['blob://1'] = 'one, whole';
    await click(element, 'edit');
    await until(() => findAll(element, '.editor').length);
    expect(field(element).value).to.equal('one, whole');
    expect(fetched).to.deep.equal(['blob://1', 'blob://1']);
  });

  it('§2.2 a preview of an older version is nothing to write over', async () => {
    const { script, element } = await page();
    script.sink.push(scenario('AC-08').slice(0, 4));
    await drawn();
    expect(verb(element, 'edit').disabled).to.equal(true);
    expect(textOf(find(element, 'header'))).to.contain('the content here is of an older version');
  });

  it('N-019 a reference that was told with another version is nothing to write over either', async () => {
    const { element, artifact, contents } = await page();
    contents['blob://1'] = 'one';
    artifact('created', READY, { title: 'Plan', readRef: 'blob://1' });
    artifact('updated', { artifactVersionId: 'v2', artifactStatus: 'ready' });
    await drawn();
    expect(verb(element, 'edit').disabled).to.equal(true);
    await click(element, 'load');
    await until(() => pane(element).includes('one'));
    expect(find(element, '.pane [data-fallback="stale"]')).to.be.ok;
    artifact('updated', { artifactVersionId: 'v3' }, { readRef: 'blob://3' });
    await drawn();
    expect(verb(element, 'edit').disabled).to.equal(false);
  });

  it('Ctrl+S saves, but not in the middle of a composition', async () => {
    const { element, script } = await written();
    const press = (isComposing: boolean) =>
      field(element).dispatchEvent(
        new KeyboardEvent('keydown', { key: 's', ctrlKey: true, isComposing, cancelable: true }),
      );
    expect(press(true)).to.equal(true);
    expect(press(false)).to.equal(false);
    await drawn();
    expect(script.requests).to.have.length(1);
  });

  it('a host that saves itself is waited for, and its version is no conflict', async () => {
    const { element, script, artifact } = await written();
    const asked: unknown[] = [];
    element.addEventListener('agent-edit-request', (event) => {
      asked.push(event.edit);
      event.preventDefault();
    });
    await click(element, 'save');
    expect([asked, script.requests]).to.deep.equal([
      [{ artifactId: 'art-1', versionId: 'v1', content: 'mine' }],
      [],
    ]);
    expect(state(element)).to.equal('saving');
    artifact('version.created', { artifactVersionId: 'v2', artifactStatus: 'ready' });
    await drawn();
    expect(textOf(find(element, '.saved'))).to.equal('Saved as v2');
    await tab(element, 'versions');
    expect(findAll(element, '.version')).to.have.length(2);
  });
});
