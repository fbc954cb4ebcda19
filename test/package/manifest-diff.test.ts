import { expect } from 'chai';
import { announcesBreak, diffApi } from './api-diff.js';
import { apiOfTree } from './api-list.js';
import { changesets, releasedApi } from './released.js';
import { packageJson } from './package-root.js';

const changeset = (kind: string) =>
  `---\n'oui-elements': ${kind}\n---\n\nThe composer has no attribute any more.\n`;

describe('what has changed since the last release', () => {
  it('issue 9: nothing is gone or different that no changeset announces', async function () {
    this.timeout(60_000);
    const { broken } = diffApi(releasedApi(), await apiOfTree());
    if (announcesBreak(changesets(), packageJson().version)) return;
    expect(
      broken,
      'this breaks pages: run `npm run changeset` and choose major (minor before 1.0), or put it back',
    ).to.deep.equal([]);
  });

  it('issue 9: the list has tags, attributes, parts, states, tokens, entries, wire, events and codes', async function () {
    this.timeout(60_000);
    const api = await apiOfTree();
    expect(api).to.include.keys(
      '<oui-action>',
      '<oui-action> attribute confirm',
      '<agent-composer> part field',
      '<agent-composer> custom property --agent-composer-max',
      '<agent-composer> event agent-send-request',
      '<oui-surface> state active',
      'entry ./oui',
      'oui-elements/oui SurfaceBus',
      'wire ActionRequest.payload.params',
      'event of Agent UI text.delta',
      'code of an error VALIDATION_ERROR',
      'code of a warning oui:missing_handler',
    );
  });

  it('issue 9: what is added passes; what is gone or has another type breaks', () => {
    expect(diffApi({ a: '', b: 'string' }, { a: '', b: 'number', c: '' })).to.deep.equal({
      added: ['c'],
      broken: ['changed: b: string → number'],
    });
    expect(diffApi({ a: '' }, {}).broken).to.deep.equal(['gone: a']);
  });

  it('issue 9: a changeset of kind major announces it, before 1.0 also one of kind minor', () => {
    expect(announcesBreak([changeset('patch'), changeset('minor')], '0.4.0')).to.equal(true);
    expect(announcesBreak([changeset('minor')], '1.4.0')).to.equal(false);
    expect(announcesBreak([changeset('major')], '1.4.0')).to.equal(true);
    expect(announcesBreak([changeset('patch')], '0.4.0')).to.equal(false);
    expect(announcesBreak(['# Changesets\n\n"oui-elements": major\n'], '1.0.0')).to.equal(false);
  });
});
