import { expect, fixture, html } from '@open-wc/testing';
import { OuiAction } from 'oui-elements/components/oui-action';
import { OuiObservation } from 'oui-elements/components/oui-observation';
import { OuiSurface } from 'oui-elements/components/oui-surface';
import { SurfaceBus } from 'oui-elements/oui';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../recording-client.js';

let count = 0;

/** Names that nobody has defined yet: renamed tags, upgraded whenever the test likes. */
function names(): {
  surface: string;
  action: string;
  observation: string;
  bus: SurfaceBus;
  client: RecordingClient;
} {
  count += 1;
  const bus = new SurfaceBus();
  return {
    surface: `late-surface-${count}`,
    action: `late-action-${count}`,
    observation: `late-observation-${count}`,
    bus,
    client: new RecordingClient(bus),
  };
}

type Names = ReturnType<typeof names>;

function markup({ surface, action, observation, bus }: Names): HTMLElement {
  const element = document.createElement(surface);
  element.setAttribute('surface-id', 'late');
  element.setAttribute('name', 'Late');
  element.setAttribute('description', 'Upgraded late.');
  Object.assign(element, { bus });
  for (const id of ['first', 'second']) {
    const child = document.createElement(action);
    child.setAttribute('action-id', id);
    child.setAttribute('description', `The ${id}.`);
    Object.assign(child, { handler: () => id });
    element.append(child);
  }
  const seen = document.createElement(observation);
  seen.setAttribute('observation-id', 'seen');
  seen.setAttribute('description', 'Something.');
  Object.assign(seen, { value: 7 });
  element.insertBefore(seen, element.firstChild);
  return element;
}

const define = {
  surface: ({ surface }: Names) => customElements.define(surface, class extends OuiSurface {}),
  action: ({ action }: Names) => customElements.define(action, class extends OuiAction {}),
  observation: ({ observation }: Names) =>
    customElements.define(observation, class extends OuiObservation {}),
};

type Part = keyof typeof define;

const ORDERS: Part[][] = [
  ['surface', 'action', 'observation'],
  ['surface', 'observation', 'action'],
  ['action', 'surface', 'observation'],
  ['action', 'observation', 'surface'],
  ['observation', 'surface', 'action'],
  ['observation', 'action', 'surface'],
];

describe('upgrade of declaring elements', () => {
  for (const order of ORDERS) {
    for (const pause of [false, true]) {
      it(`OUI-S2 renamed tags upgraded as ${order.join(', ')}${pause ? ', in tasks of their own' : ''}`, async () => {
        const late = names();
        const place = await fixture<HTMLElement>(html`<div></div>`);
        place.append(markup(late));
        for (const part of order) {
          define[part](late);
          if (pause) await settled();
        }
        await settled();

        const manifest = late.client.manifest('late')!;
        expect(manifest.actions.map(({ id }) => id)).to.deep.equal(['first', 'second']);
        expect(manifest.observations!.map(({ id }) => id)).to.deep.equal(['seen']);
        await late.client.sees('seen', 7);
        expect((await late.client.result('late', 'second')).data).to.equal('second');
        expect((place.firstElementChild as OuiSurface).faults).to.deep.equal([]);
      });
    }
  }

  it('OUI-S2 properties set before the upgrade take effect', async () => {
    const late = names();
    const place = await fixture<HTMLElement>(html`<div></div>`);
    const surface = document.createElement(late.surface);
    Object.assign(surface, {
      bus: late.bus,
      manifest: {
        id: 'early-property',
        name: 'Early',
        description: 'Set before the upgrade.',
        actions: [{ id: 'do_it', description: 'Does it.', input: { type: 'object' } }],
      },
    });
    place.append(surface);
    define.surface(late);
    expect((await late.client.registered('early-property')).name).to.equal('Early');
  });

  it('OUI-S2 a surface two closed shadow roots above its action is found', async () => {
    const late = names();
    define.surface(late);
    define.action(late);
    define.observation(late);
    const surface = markup(late);
    surface.replaceChildren();
    let inner: ParentNode = surface;
    for (let depth = 0; depth < 2; depth += 1) {
      const host = document.createElement('div');
      inner.append(host);
      inner = host.attachShadow({ mode: 'closed' });
    }
    const action = document.createElement(late.action);
    Object.assign(action, { actionId: 'deep_one', description: 'Deep inside.', handler: () => 'deep' });
    inner.append(action);
    const place = await fixture<HTMLElement>(html`<div></div>`);
    place.append(surface);
    await late.client.registered('late');
    expect((await late.client.result('late', 'deep_one')).data).to.equal('deep');
  });

  it('OUI-S2 an inner surface that is upgraded later takes what is its own from the outer one', async () => {
    const late = names();
    const bus = late.bus;
    const outer = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="outer" name="Outer" description="Outside.">
        <oui-action action-id="outside" description="Outside."></oui-action>
      </oui-surface>
    `);
    const inner = document.createElement(late.surface);
    inner.setAttribute('surface-id', 'inner');
    inner.setAttribute('name', 'Inner');
    inner.setAttribute('description', 'Inside.');
    Object.assign(inner, { bus });
    const action = document.createElement('oui-action');
    Object.assign(action, { actionId: 'inside', description: 'Inside.' });
    inner.append(action);
    outer.append(inner);
    await settled();
    expect(outer.manifest.actions.map(({ id }) => id)).to.deep.equal(['outside', 'inside']);

    define.surface(late);
    await late.client.registered('inner');
    await settled();
    expect(outer.manifest.actions.map(({ id }) => id)).to.deep.equal(['outside']);
    expect(late.client.manifest('inner')!.actions.map(({ id }) => id)).to.deep.equal(['inside']);
  });

  it('OUI-S2 an action moved to another surface changes its owner', async () => {
    const bus = new SurfaceBus();
    const client = new RecordingClient(bus);
    const wrapper = await fixture(html`
      <div>
        <oui-surface .bus=${bus} surface-id="left-one" name="Left" description="Left.">
          <oui-action action-id="stays" description="Stays."></oui-action>
          <oui-action action-id="moves" description="Moves."></oui-action>
        </oui-surface>
        <oui-surface .bus=${bus} surface-id="right-one" name="Right" description="Right.">
          <oui-action action-id="was_here" description="Was here."></oui-action>
        </oui-surface>
      </div>
    `);
    await client.registered('right-one');
    wrapper.lastElementChild!.append(wrapper.querySelector('[action-id=moves]')!);
    await settled();
    expect(client.manifest('left-one')!.actions.map(({ id }) => id)).to.deep.equal(['stays']);
    expect(client.manifest('right-one')!.actions.map(({ id }) => id)).to.deep.equal(['was_here', 'moves']);
  });
});
