import { expect, fixture, html } from '@open-wc/testing';
import { registerLocale } from 'oui-elements';
import { textOf } from '../scripted-session.js';

/** What an element says in its own root. */
const said = (element: Element) => textOf(element.shadowRoot as unknown as Element);

describe('the words of an element that is defined late', () => {
  it('issue 9: are there with it, also for a language that nobody knows; what a page has reworded before stays so', async () => {
    registerLocale('en', { 'timeline.empty': 'Nothing to show yet.' });
    const box = await fixture(
      html`<div>
        <agent-timeline lang="en"></agent-timeline><agent-timeline lang="de"></agent-timeline>
        <agent-task-capsule lang="de"></agent-task-capsule>
      </div>`,
    );
    const [english, german, capsule] = box.children;
    await import('oui-elements/define/agent-timeline');
    await import('oui-elements/define/agent-task-capsule');
    await Promise.all(
      [...box.children].map((element) => (element as HTMLElementTagNameMap['agent-timeline']).updateComplete),
    );
    expect(said(english)).to.equal('Nothing to show yet.');
    expect(said(german)).to.equal('What was done, and what proves it, appears here.');
    expect(said(capsule)).to.equal('What the agent works on appears here.');
    registerLocale('de', { 'capsule.empty': 'Hier steht, woran gearbeitet wird.' });
    await Promise.resolve();
    await (capsule as HTMLElementTagNameMap['agent-task-capsule']).updateComplete;
    expect(said(capsule)).to.equal('Hier steht, woran gearbeitet wird.');
  });
});
