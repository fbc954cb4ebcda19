import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import { documentBus } from 'oui-elements/page';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-observation';
import 'oui-elements/define/oui-surface';
import { mountAndRemove, survivors } from '../../browser/collect-garbage.js';
import { RecordingClient, settled } from '../recording-client.js';

describe('the life of whole surfaces', () => {
  it('known-failure 47 200 surfaces that used a form and an output of the page are all collected', async () => {
    // What they point at, listen to and register with stays.
    await fixture(html`
      <div>
        <form id="lasting-form"><input name="title" title="What" maxlength="9" /></form>
        <output id="lasting-output">0</output>
      </div>
    `);
    let count = 0;
    const make = () => {
      const surface = document.createElement('oui-surface');
      Object.assign(surface, { surfaceId: `leak-${(count += 1)}`, name: 'Leak', description: 'A surface.' });
      const action = document.createElement('oui-action');
      Object.assign(action, { actionId: 'send_it', description: 'Sends.', for: 'lasting-form' });
      const observation = document.createElement('oui-observation');
      Object.assign(observation, { observationId: 'seen', description: 'Seen.', for: 'lasting-output' });
      surface.append(action, observation);
      surface.handle('send_it', () => surface.surfaceId);
      return surface;
    };
    const refs = await mountAndRemove(200, make);
    await settled();
    expect(documentBus().surfaces.filter(({ surfaceId }) => surfaceId.startsWith('leak-'))).to.deep.equal([]);
    // The validator, loaded for the first surface of a page, keeps those that wait for it until it is there.
    await waitUntil(async () => (await survivors(refs)) <= 2, 'all are collected', { timeout: 10_000 });
  });

  it('OUI-S2 1,000 surfaces register, each once, and leave again', async () => {
    const client = new RecordingClient(documentBus());
    const list = document.createElement('div');
    for (let index = 0; index < 1000; index += 1) {
      const surface = document.createElement('oui-surface');
      Object.assign(surface, { surfaceId: `many-${index}`, name: 'Many', description: 'One of many.' });
      const action = document.createElement('oui-action');
      Object.assign(action, { actionId: 'do_it', description: 'Does it.', handler: () => index });
      surface.append(action);
      list.append(surface);
    }
    document.body.append(list);
    await client.registered('many-999');
    await settled();
    expect(client.comings).to.have.length(1000);
    expect((await client.result('many-500', 'do_it')).data).to.equal(500);
    list.remove();
    await settled();
    expect(client.comings).to.have.length(2000);
    client.connection.disconnect();
  });

  it('OUI-S2 a cloned surface registers as the attributes of the clone say', async () => {
    const client = new RecordingClient(documentBus());
    const original = await fixture<OuiSurface>(html`
      <oui-surface surface-id="original" name="Original" description="The first.">
        <oui-action action-id="do_it" description="Does it."></oui-action>
      </oui-surface>
    `);
    const clone = original.cloneNode(true) as OuiSurface;
    clone.setAttribute('surface-id', 'copied');
    original.after(clone);
    await client.registered('copied');
    expect(client.manifest('copied')!.actions).to.deep.equal(client.manifest('original')!.actions);
    clone.remove();
    client.connection.disconnect();
  });
});
