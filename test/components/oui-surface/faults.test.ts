import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { SurfaceBus } from 'oui-elements/oui';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import { pageFaults } from '../../../components/shared/page-faults.js';
import { setDevWarnings } from '../../../src/base/dev-warning.js';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-observation';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../recording-client.js';

const paths = ({ faults }: Pick<OuiSurface, 'faults'>) => faults.map(({ path }) => path);

async function sound(id: string, bus = new SurfaceBus()): Promise<OuiSurface> {
  const surface = await fixture<OuiSurface>(html`
    <oui-surface .bus=${bus} surface-id=${id} name="Sound" description="A surface.">
      <oui-action action-id="do_it" description="Does it."></oui-action>
    </oui-surface>
  `);
  await settled();
  return surface;
}

describe('the faults of a surface', () => {
  let before: ReturnType<typeof setDevWarnings>;
  let warnings: string[];

  beforeEach(() => {
    warnings = [];
    before = setDevWarnings((_, message) => warnings.push(message));
  });

  afterEach(() => {
    setDevWarnings(before);
  });

  it('OUI-S1 a fault shows in the console, the state, the property, the event and the list of the page; mended, in none', async () => {
    const surface = await sound('shows');
    const events: string[][] = [];
    const hear = (event: Event) => events.push(paths(event as Event & OuiSurface));
    document.addEventListener('oui-fault', hear);
    const changes: number[] = [];
    const list = pageFaults();
    const note = () => changes.push(list.list.filter(({ element }) => element === surface).length);
    list.addEventListener('change', note);

    surface.name = '';
    await settled();
    expect(warnings.filter((text) => text.includes('shows') && text.includes('name'))).to.have.length(1);
    expect(surface.matches(':state(faulty)')).to.be.true;
    expect(paths(surface)).to.deep.equal(['name']);
    expect(list.list.find(({ element }) => element === surface)).to.deep.include({
      surfaceId: 'shows',
      faults: surface.faults,
    });

    surface.requestUpdate();
    await settled();
    surface.name = 'Mended';
    await settled();
    expect(surface.matches(':state(faulty)')).to.be.false;
    expect(paths(surface)).to.deep.equal([]);
    expect(list.list.filter(({ element }) => element === surface)).to.deep.equal([]);
    expect(events).to.deep.equal([['name'], []]);
    expect(changes).to.deep.equal([1, 0]);
    document.removeEventListener('oui-fault', hear);
    list.removeEventListener('change', note);
  });

  it('OUI-S1 a faulty surface in closed shadow roots is told of outside, and listed as long as it is there', async () => {
    const heard: Event[] = [];
    const hear = (event: Event) => heard.push(event);
    document.addEventListener('oui-fault', hear);
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const surface = document.createElement('oui-surface');
    Object.assign(surface, { bus: new SurfaceBus(), surfaceId: 'Deep' });
    host.attachShadow({ mode: 'closed' }).append(surface);
    await settled();
    const mine = () => pageFaults().list.filter(({ element }) => element === surface);
    expect(heard).to.have.length(1);
    expect(mine()).to.have.length(1);
    host.remove();
    await settled();
    expect(mine()).to.have.length(0);
    document.body.append(host);
    await settled();
    expect(mine()).to.have.length(1);
    host.remove();
    document.removeEventListener('oui-fault', hear);
  });

  it('OUI-S1 a faulty part is left out, the others stay, and it comes when it is mended', async () => {
    const bus = new SurfaceBus();
    const client = new RecordingClient(bus);
    const surface = await sound('partly', bus);
    const action = document.createElement('oui-action');
    Object.assign(action, { actionId: 'press_it', description: 'Presses it.', for: 'absent-button' });
    const observation = document.createElement('oui-observation');
    const script = Object.assign(document.createElement('script'), { type: 'application/json' });
    script.dataset['oui'] = 'schema';
    script.textContent = '{';
    Object.assign(observation, { observationId: 'seen', description: 'Seen.' });
    observation.append(script);
    surface.append(action, observation);
    await settled();
    expect(paths(surface)).to.deep.equal(['actions[1].for', 'observations[0].schema']);
    expect(client.comings).to.deep.equal(['surface:register partly']);

    script.textContent = '{"type":"integer"}';
    surface.append(Object.assign(document.createElement('button'), { id: 'absent-button' }));
    // What works a button is loaded for the first one.
    await waitUntil(() => paths(surface).length === 0, 'mended');
    expect(client.manifest('partly')!.actions.map(({ id }) => id)).to.deep.equal(['do_it', 'press_it']);
    expect(client.manifest('partly')!.observations).to.have.length(1);
    expect(client.comings).to.not.include('surface:deregister partly');
  });

  it('OUI-S1 an action that nothing runs is a fault once it was invoked, and none when it has a handler or has gone', async () => {
    const bus = new SurfaceBus();
    const client = new RecordingClient(bus);
    const surface = await sound('unrun', bus);
    expect(paths(surface)).to.deep.equal([]);
    await client.result('unrun', 'do_it');
    expect(paths(surface)).to.deep.equal(['actions.do_it']);
    surface.handle('do_it', () => 'done');
    await settled();
    expect(paths(surface)).to.deep.equal([]);

    surface.handle('do_it', undefined);
    await client.result('unrun', 'do_it');
    expect(paths(surface)).to.deep.equal(['actions.do_it']);
    surface.querySelector('oui-action')!.actionId = 'do_other';
    await settled();
    expect(paths(surface)).to.deep.equal([]);
  });

  it('OUI-S4 an id that two surfaces have is a fault of the older one, which returns when the newer one leaves', async () => {
    const bus = new SurfaceBus();
    const client = new RecordingClient(bus);
    const older = await sound('twice', bus);
    older.handle('do_it', () => 'older');
    const newer = await sound('twice', bus);
    newer.handle('do_it', () => 'newer');
    await settled();
    expect(paths(older)).to.deep.equal(['id']);
    expect(older.state).to.equal('deregistered');
    expect(paths(newer)).to.deep.equal([]);
    expect((await client.result('twice', 'do_it')).data).to.equal('newer');
    newer.remove();
    await waitUntil(() => older.state === 'active', 'the older one is back');
    expect(paths(older)).to.deep.equal([]);
    expect((await client.result('twice', 'do_it')).data).to.equal('older');
  });

  it('OUI-S4 a surface does not come back on a bus that has been closed', async () => {
    const bus = new SurfaceBus();
    const surface = await sound('closed-one', bus);
    bus.close();
    await settled();
    surface.requestUpdate();
    await settled();
    expect(surface.state).to.equal('deregistered');
    expect(bus.surfaces).to.deep.equal([]);
    expect(paths(surface)).to.deep.equal([]);
  });
});
