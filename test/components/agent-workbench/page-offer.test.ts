import { expect, fixture, html } from '@open-wc/testing';
import type { AgentWorkbench } from 'oui-elements/components/agent-workbench';
import 'oui-elements/define/agent-workbench';
import { documentBus } from 'oui-elements/page';
import { ScriptedSession, until } from '../scripted-session.js';

const ACTION = {
  id: 'clear',
  title: 'Clear',
  description: 'Empties it.',
  input: { type: 'object' },
} as const;

function register(clear: () => unknown) {
  return documentBus().register(
    { id: 'offered', name: 'Offered', description: 'A list.', actions: [ACTION], observations: [] },
    { clear },
  );
}

async function workbench() {
  const script = new ScriptedSession();
  const element = await fixture<AgentWorkbench>(
    html`<agent-workbench .session=${script.session}></agent-workbench>`,
  );
  return { element, session: script.session };
}

const call = (name: string) => ({
  toolCallId: 'c',
  name,
  argumentsText: '',
  signal: new AbortController().signal,
  confirm: async () => true,
  report: () => {},
});

describe('what a page gives to its agent', () => {
  it('issue 9: it is there as soon as it is asked for, and a call that comes before its code waits for it', async () => {
    const surface = register(() => 'empty');
    const { element, session } = await workbench();
    expect(session.clientTools).to.equal(undefined);
    element.pageTools = true;
    await element.updateComplete;
    const early = session.clientTools!.offer();
    expect(await early.run(call('offered_clear'))).to.deep.equal({ content: 'empty' });
    const names = session.clientTools!.offer().tools.map(({ name }) => name);
    expect(names).to.include('offered_clear');
    await until(() => element.shadowRoot!.querySelector('.touches .surface'));
    surface.unregister();
  });

  it('issue 9: nothing is given that is not wished any more when its code comes', async () => {
    const { element, session } = await workbench();
    const before = documentBus().connections.length;
    const offers = new Set<unknown>();
    for (const wish of [true, false, true, false, true]) {
      element.pageTools = wish;
      element.ouiActivity = !wish;
      await element.updateComplete;
      offers.add(session.clientTools);
    }
    const [first, , , last] = offers;
    expect(offers.size).to.equal(4);
    expect(session.clientTools).to.equal(last);
    await session.clientTools!.ready;
    expect(documentBus().connections).to.have.length(before + 1);
    const late = await (first as typeof session.clientTools)!
      .offer()
      .run(call('offered_clear'))
      .catch((thrown: unknown) => String(thrown));
    expect(late).to.contain('does not offer its tools any more');
    element.pageTools = false;
    await element.updateComplete;
    expect(session.clientTools).to.equal(undefined);
    expect(documentBus().connections).to.have.length(before);
  });
});
