import { expect, fixture, html } from '@open-wc/testing';
import { SurfaceBus, type SurfaceManifest } from 'oui-elements/oui';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-observation';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../recording-client.js';

const MANIFEST: SurfaceManifest = {
  id: 'json-surface',
  name: 'From JSON',
  description: 'Declared in JavaScript.',
  actions: [{ id: 'do_it', description: 'Does it.', input: { type: 'object', properties: {} } }],
};

function make(): { bus: SurfaceBus; client: RecordingClient } {
  const bus = new SurfaceBus();
  return { bus, client: new RecordingClient(bus) };
}

function script(name: string, text: string): HTMLScriptElement {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.dataset['oui'] = name;
  element.textContent = text;
  return element;
}

describe('<oui-surface>', () => {
  it('OUI-S2 registers what its markup declares, once, with every attribute in its place', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(html`
      <oui-surface
        .bus=${bus}
        surface-id="todo-list"
        name="To-do list"
        description="The person's list."
        version="1.2.3"
        routes="/ /todos/**"
        entity-type="list"
        entity-id="7"
        condition="While the list is open."
        concurrency="2"
        .metadata=${{ maxTodos: 10 }}
      >
        <oui-action
          action-id="clear_done"
          label="Clear"
          description="Removes finished items."
          usage="Rarely."
          preconditions="Something is finished."
          estimated-duration="instant"
          tags="write destructive"
          effect="mutate"
          confirm
          async
        ></oui-action>
        <oui-observation
          observation-id="open_count"
          description="How many are open."
          update-frequency="realtime"
          .schema=${{ type: 'integer' }}
        ></oui-observation>
      </oui-surface>
    `);
    await settled();

    expect(surface.faults).to.deep.equal([]);
    expect(client.comings).to.deep.equal(['surface:register todo-list']);
    expect(client.manifest('todo-list')).to.deep.equal({
      id: 'todo-list',
      name: 'To-do list',
      description: "The person's list.",
      version: '1.2.3',
      actions: [
        {
          id: 'clear_done',
          title: 'Clear',
          description: 'Removes finished items.',
          input: { type: 'object', properties: {}, additionalProperties: false },
          confirm: true,
          async: true,
          usage: 'Rarely.',
          preconditions: 'Something is finished.',
          estimatedDuration: 'instant',
          tags: ['write', 'destructive'],
          effect: 'mutate',
        },
      ],
      observations: [
        {
          id: 'open_count',
          description: 'How many are open.',
          schema: { type: 'integer' },
          updateFrequency: 'realtime',
        },
      ],
      activation: {
        routes: ['/', '/todos/**'],
        entity: { type: 'list', id: '7' },
        condition: 'While the list is open.',
      },
      concurrency: 2,
      metadata: { maxTodos: 10 },
    });
    expect(surface.manifest).to.deep.equal(client.manifest('todo-list'));
    expect(surface.state).to.equal('active');
    expect(surface.matches(':state(active)')).to.be.true;
  });

  it('OUI-S1 wrong markup throws nothing: every fault is told at once, and nothing registers', async () => {
    const { bus, client } = make();
    const faults: unknown[] = [];
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="Bad Id" name="" @oui-fault=${(event: Event) => faults.push(event)}>
        <oui-action action-id="x" for="nowhere"></oui-action>
      </oui-surface>
    `);
    await settled();

    expect(surface.faults.map((fault) => fault.path)).to.have.members([
      'actions[0].for',
      'id',
      'name',
      'description',
      'actions[0].id',
      'actions[0].description',
    ]);
    expect(surface.matches(':state(faulty)')).to.be.true;
    expect(surface.matches(':state(active)')).to.be.false;
    expect(faults).to.have.length(1);
    expect(client.comings).to.deep.equal([]);
  });

  it('OUI-S1 mending the markup registers the surface and takes the fault back', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="mended" name="Mended" description="A surface.">
        <oui-action action-id="press_it" description="Presses it." for="late-button"></oui-action>
        <p id="place"></p>
      </oui-surface>
    `);
    await settled();
    expect(surface.faults.map((fault) => fault.path)).to.deep.equal(['actions[0].for']);

    surface.querySelector('#place')!.innerHTML = '<button id="late-button">Press</button>';
    await client.registered('mended');
    expect(surface.faults).to.deep.equal([]);
    expect(surface.matches(':state(faulty)')).to.be.false;
  });

  it('OUI-S1 a surface without an action says so, but not while its actions are on their way', async () => {
    const { bus } = make();
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="empty-one" name="Empty" description="Nothing."></oui-surface>
    `);
    await settled();
    expect(surface.faults.map((fault) => fault.path)).to.deep.equal(['actions']);

    const waiting = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="waiting" name="Waiting" description="Soon.">
        <not-yet-defined></not-yet-defined>
      </oui-surface>
    `);
    await settled();
    expect(waiting.faults).to.deep.equal([]);
    expect(waiting.state).to.equal('defined');
  });

  it('OUI-S2 changes of one task are told once, and a change of nothing is not told', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="burst" name="One" description="A surface.">
        <oui-action action-id="do_it" description="Does it."></oui-action>
      </oui-surface>
    `);
    await client.registered('burst');

    surface.name = 'Two';
    surface.description = 'Another.';
    surface.append(
      Object.assign(document.createElement('oui-action'), { actionId: 'do_more', description: 'Does more.' }),
    );
    await settled();
    expect(client.comings).to.deep.equal(['surface:register burst', 'surface:register burst']);
    expect(client.manifest('burst')!.actions.map(({ id }) => id)).to.deep.equal(['do_it', 'do_more']);

    surface.requestUpdate();
    surface.querySelector('oui-action')!.requestUpdate();
    await settled();
    expect(client.comings).to.have.length(2);
  });

  it('OUI-S3 removing it deregisters it; putting it back registers it again', async () => {
    const { bus, client } = make();
    const states: string[] = [];
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="comes" name="Comes" description="And goes.">
        <oui-action action-id="do_it" description="Does it."></oui-action>
      </oui-surface>
    `);
    await client.registered('comes');
    surface.addEventListener('oui-surface-change', (event) => states.push(event.state));
    const parent = surface.parentElement!;
    surface.remove();
    await settled();
    expect(client.comings.at(-1)).to.equal('surface:deregister comes');
    expect(surface.state).to.equal('deregistered');

    parent.append(surface);
    await settled();
    expect(client.comings.at(-1)).to.equal('surface:register comes');
    expect(states).to.deep.equal(['deregistered', 'active']);
  });

  it('OUI-S3 append() and moveBefore() elsewhere change nothing on the wire (§8 no. 2)', async () => {
    const { bus, client } = make();
    const wrapper = await fixture(html`
      <div>
        <section id="from">
          <oui-surface .bus=${bus} surface-id="moves" name="Moves" description="About.">
            <div><oui-action action-id="do_it" description="Does it."></oui-action></div>
            <div><oui-action action-id="do_more" description="Does more."></oui-action></div>
          </oui-surface>
        </section>
        <section id="to"></section>
      </div>
    `);
    await client.registered('moves');
    const surface = wrapper.querySelector('oui-surface')!;
    const to = wrapper.querySelector('#to')!;
    to.append(surface);
    await settled();
    (wrapper.querySelector('#from') as unknown as { moveBefore(node: Node, before: null): void }).moveBefore(
      surface,
      null,
    );
    await settled();
    surface.lastElementChild!.append(surface.querySelector('oui-action')!);
    surface.firstElementChild!.append(surface.querySelector('[action-id=do_it]')!);
    await settled();

    expect(client.comings).to.deep.equal(['surface:register moves']);
    expect((await client.result('moves', 'do_more')).error?.code).to.equal('EXECUTION_ERROR');
  });

  it('OUI-S3 inactive takes it away from agents, and back', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="sleepy" name="Sleepy" description="Sometimes.">
        <oui-action action-id="do_it" description="Does it."></oui-action>
      </oui-surface>
    `);
    await client.registered('sleepy');
    surface.inactive = true;
    await settled();
    expect(surface.state).to.equal('inactive');
    expect(client.comings.at(-1)).to.equal('surface:deregister sleepy');
    expect((await client.result('sleepy', 'do_it')).error?.code).to.equal('SURFACE_UNAVAILABLE');
    surface.inactive = false;
    await settled();
    expect(surface.state).to.equal('active');
  });

  it('OUI-S3 its routes are matched against the path of the bus', async () => {
    const { bus, client } = make();
    bus.path = '/elsewhere';
    const surface = await fixture<OuiSurface>(html`
      <oui-surface
        .bus=${bus}
        surface-id="routed"
        name="Routed"
        description="On a route."
        routes="/todos /todos/**"
      >
        <oui-action action-id="do_it" description="Does it."></oui-action>
      </oui-surface>
    `);
    await settled();
    expect(surface.state).to.equal('inactive');
    bus.path = '/todos/active';
    await client.registered('routed');
    await settled();
    expect(surface.state).to.equal('active');
    expect(surface.matches(':state(active)')).to.be.true;
  });

  it('OUI-S2 a manifest property stands in place of the markup; handle() runs its actions', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(
      html`<oui-surface .bus=${bus} .manifest=${MANIFEST}></oui-surface>`,
    );
    surface.handle('do_it', () => 'done');
    expect(await client.registered('json-surface')).to.deep.equal(MANIFEST);
    expect((await client.result('json-surface', 'do_it')).data).to.equal('done');

    surface.handle('do_it', undefined);
    surface.addEventListener('oui-invoke', (event) => event.respondWith('by event'));
    expect((await client.result('json-surface', 'do_it')).data).to.equal('by event');
  });

  it('OUI-S1 JSON children are read, read again on change, and say in which line they stop being JSON', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="with-json" name="With JSON" description="Metadata.">
        <oui-action action-id="do_it" description="Does it."></oui-action>
      </oui-surface>
    `);
    const metadata = script('metadata', '{ "a": 1 }');
    surface.append(metadata);
    await settled();
    expect(client.manifest('with-json')!.metadata).to.deep.equal({ a: 1 });

    metadata.textContent = '{\n  "a": 2,\n}';
    await settled();
    expect(surface.faults).to.have.length(1);
    expect(surface.faults[0]!.path).to.equal('metadata');
    expect(surface.faults[0]!.message).to.include('line 3');
    expect(client.comings.at(-1)).to.equal('surface:deregister with-json');

    metadata.textContent = '{ "a": 3 }';
    await settled();
    expect(client.manifest('with-json')!.metadata).to.deep.equal({ a: 3 });

    const whole = script('manifest', JSON.stringify(MANIFEST));
    surface.append(whole);
    await client.registered('json-surface');
    whole.remove();
    await settled();
    expect(client.comings.slice(-2)).to.have.members([
      'surface:deregister json-surface',
      'surface:register with-json',
    ]);
  });

  it('OUI-S1 a JSON child that a browser would run as a program is refused', async () => {
    const { bus } = make();
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus} surface-id="typed" name="Typed" description="Metadata.">
        <oui-action action-id="do_it" description="Does it."></oui-action>
      </oui-surface>
    `);
    const plain = document.createElement('script');
    plain.type = 'text/plain';
    plain.dataset['oui'] = 'metadata';
    surface.append(plain);
    await settled();
    expect(surface.faults[0]!.message).to.include('application/json');
  });

  it('OUI-S14 publish() may come before the registration, and is told after it', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(html`
      <oui-surface .bus=${bus}>
        <script type="application/json" data-oui="nothing"></script>
      </oui-surface>
    `);
    surface.publish('count', 3);
    surface.manifest = {
      ...MANIFEST,
      observations: [{ id: 'count', description: 'A count.', schema: { type: 'integer' } }],
    };
    await client.sees('count', 3);
    surface.publish('count', 4);
    await client.sees('count', 4);
  });

  it('OUI-S13 hold() keeps a result back until it is released', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(
      html`<oui-surface .bus=${bus} .manifest=${MANIFEST}></oui-surface>`,
    );
    await client.registered('json-surface');
    let release = () => {};
    surface.handle('do_it', () => {
      release = surface.hold();
    });
    let answered = false;
    const result = client.result('json-surface', 'do_it').then((payload) => {
      answered = true;
      return payload;
    });
    await settled();
    expect(answered).to.be.false;
    release();
    expect((await result).settled).to.be.true;
  });

  it('OUI-R12 :state(busy) lasts as long as an action runs', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(
      html`<oui-surface .bus=${bus} .manifest=${MANIFEST}></oui-surface>`,
    );
    await client.registered('json-surface');
    let finish = () => {};
    const started = new Promise<void>((resolve) => {
      surface.handle('do_it', () => {
        resolve();
        return new Promise<void>((done) => (finish = done));
      });
    });
    const result = client.result('json-surface', 'do_it');
    await started;
    expect(surface.matches(':state(busy)')).to.be.true;
    finish();
    await result;
    expect(surface.matches(':state(busy)')).to.be.false;
  });

  it('OUI-S20 rate-limit is read, and a nonsense one leaves the default', async () => {
    const { bus, client } = make();
    const surface = await fixture<OuiSurface>(
      html`<oui-surface .bus=${bus} .manifest=${MANIFEST} rate-limit="1/1m"></oui-surface>`,
    );
    surface.handle('do_it', () => 'done');
    await client.registered('json-surface');
    expect((await client.result('json-surface', 'do_it')).success).to.be.true;
    expect((await client.result('json-surface', 'do_it')).error?.code).to.equal('RATE_LIMITED');

    surface.rateLimit = 'as often as you like';
    await settled();
    expect((await client.result('json-surface', 'do_it')).success).to.be.true;
    expect(surface.faults).to.deep.equal([]);
  });

  it('OUI-S4 of two surfaces with one id the newer counts, and the older one leaving changes nothing', async () => {
    const { bus, client } = make();
    const wrapper = await fixture<HTMLElement>(html`
      <div><oui-surface .bus=${bus} .manifest=${MANIFEST}></oui-surface></div>
    `);
    await client.registered('json-surface');
    const newer = Object.assign(document.createElement('oui-surface'), { bus, manifest: MANIFEST });
    newer.handle('do_it', () => 'newer');
    wrapper.replaceChildren(newer);
    await settled();
    expect(client.comings).to.deep.equal(['surface:register json-surface']);
    expect((await client.result('json-surface', 'do_it')).data).to.equal('newer');
  });
});
