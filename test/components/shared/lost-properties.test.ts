import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { SurfaceBus } from 'oui-elements/oui';
import type { OuiAction } from 'oui-elements/components/oui-action';
import type { OuiObservation } from 'oui-elements/components/oui-observation';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import { setDevWarnings } from '../../../src/base/dev-warning.js';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-observation';
import 'oui-elements/define/oui-surface';

/** What a framework leaves in the page when it sets properties of elements that are not defined yet. */
describe('properties that a framework has made attributes of', () => {
  let before: ReturnType<typeof setDevWarnings>;
  let bus: SurfaceBus;

  beforeEach(() => {
    before = setDevWarnings(() => {});
    bus = new SurfaceBus();
  });

  afterEach(() => {
    setDevWarnings(before);
  });

  const paths = ({ faults }: OuiSurface) => faults.map(({ path }) => path);

  it('OUI-S1 an action is not offered without the parameters and the handler that it was to have', async () => {
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="lost-action" name="Lost" description="A surface.">
        <oui-action action-id="sound_one" description="Does it."></oui-action>
        <oui-action
          action-id="lost_one"
          description="Does it."
          input="[object Object]"
          handler="() => 1"
        ></oui-action>
      </oui-surface>
    `);
    await waitUntil(() => surface.faults.length > 0);
    expect(paths(surface)).to.have.members(['actions[1].input', 'actions[1].handler']);
    expect(surface.faults[0].message).to.include('before <oui-action> was defined');
    expect(surface.manifest.actions.map(({ id }) => id)).to.deep.equal(['sound_one']);

    const action = surface.querySelector<OuiAction>('[action-id="lost_one"]')!;
    action.input = { type: 'object', properties: {}, additionalProperties: false };
    action.handler = () => 1;
    await waitUntil(() => surface.faults.length === 0);
    expect(surface.manifest.actions.map(({ id }) => id)).to.deep.equal(['sound_one', 'lost_one']);
  });

  it('OUI-S1 an observation is not offered without its value', async () => {
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="lost-value" name="Lost" description="A surface.">
        <oui-action action-id="do_it" description="Does it."></oui-action>
        <oui-observation observation-id="lost_one" description="How many." value="10"></oui-observation>
      </oui-surface>
    `);
    await waitUntil(() => surface.faults.length > 0);
    expect(paths(surface)).to.deep.equal(['observations[0].value']);
    surface.querySelector<OuiObservation>('oui-observation')!.value = 10;
    await waitUntil(() => bus.snapshot().observations['lost-value']?.['lost_one'] === 10);
    expect(surface.faults).to.deep.equal([]);
  });

  it('OUI-S1 a surface is not offered without its metadata', async () => {
    const surface = await fixture<OuiSurface>(html`
      <oui-surface
        .bus=${bus}
        surface-id="lost-metadata"
        name="Lost"
        description="A surface."
        metadata="[object Object]"
      >
        <oui-action action-id="do_it" description="Does it."></oui-action>
      </oui-surface>
    `);
    await waitUntil(() => surface.faults.length > 0);
    expect(paths(surface)).to.deep.equal(['metadata']);
    expect(surface.state).not.to.equal('active');
    surface.metadata = { seats: 10 };
    await waitUntil(() => surface.state === 'active');
    expect(surface.faults).to.deep.equal([]);
  });
});
