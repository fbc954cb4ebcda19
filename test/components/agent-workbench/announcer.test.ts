import { expect, fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { Announcer } from '../../../components/shared/announcer.js';
import { FakeRuntime } from '../../fake-runtime.js';
import { find, textOf } from '../scripted-session.js';

const runtime = new FakeRuntime();

class Speaker extends LitElement {
  readonly announcer = new Announcer(this, runtime);
  override render() {
    return this.announcer.render();
  }
}
customElements.define('test-speaker', Speaker);

async function page() {
  const element = await fixture<Speaker>(html`<test-speaker></test-speaker>`);
  await runtime.advance(1000);
  const said = () => ['polite', 'assertive'].map((kind) => textOf(find(element, `[aria-live="${kind}"]`)));
  return { announcer: element.announcer, said };
}

describe('Announcer', () => {
  it('known-failure 34 never more than one update in 250 ms, and what is urgent first', async () => {
    const { announcer, said } = await page();
    announcer.polite('one');
    announcer.polite('two');
    announcer.assertive('now');
    await runtime.advance(0);
    expect(said()).to.deep.equal(['', 'now']);
    await runtime.advance(249);
    expect(said()).to.deep.equal(['', 'now']);
    await runtime.advance(1);
    expect(said()).to.deep.equal(['one', 'now']);
    await runtime.advance(250);
    expect(said()).to.deep.equal(['two', 'now']);
  });

  it('known-failure 34 what carries a key is said once, whoever says it', async () => {
    const { announcer, said } = await page();
    announcer.assertive('May I?', 'approval:a');
    await runtime.advance(300);
    announcer.assertive('May I, again?', 'approval:a');
    await runtime.advance(300);
    expect(said()).to.deep.equal(['', 'May I?']);
  });

  it('known-failure 34 of too much that waits, the oldest polite words are history', async () => {
    const { announcer, said } = await page();
    for (const word of ['a', 'b', 'c', 'd', 'e', 'f']) announcer.polite(word);
    await runtime.advance(0);
    expect(said()[0]).to.equal('c');
    await runtime.advance(5 * 250);
    expect(said()[0]).to.equal('f');
    expect(runtime.timers).to.equal(0);
  });
});
