import { expect, fixture, html } from '@open-wc/testing';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { postMessageTransport } from 'oui-elements/oui/transports/post-message';
import { SurfaceBus } from 'oui-elements/oui';
import { documentBus } from 'oui-elements/page';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-observation';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../components/recording-client.js';
import { setDevWarnings } from '../../src/base/dev-warning.js';

interface Stage {
  bus: SurfaceBus;
  client: RecordingClient;
  place: HTMLElement;
}

async function stage(): Promise<Stage> {
  const bus = new SurfaceBus();
  return { bus, client: new RecordingClient(bus), place: await fixture<HTMLElement>(html`<div></div>`) };
}

/** A surface as a framework would make it: two actions and a value, in elements of their own. */
function make(bus: SurfaceBus, id = 'lives', value: unknown = 1): OuiSurface {
  const surface = document.createElement('oui-surface');
  Object.assign(surface, { bus, surfaceId: id, name: 'Lives', description: 'Lives in the DOM.' });
  for (const actionId of ['one', 'two']) {
    const section = document.createElement('section');
    const action = document.createElement('oui-action');
    Object.assign(action, { actionId, description: `Does ${actionId}.`, handler: () => actionId });
    section.append(action);
    surface.append(section);
  }
  const observation = document.createElement('oui-observation');
  Object.assign(observation, { observationId: 'seen', description: 'Seen.', value });
  surface.append(observation);
  return surface;
}

/** The module of an element, to be evaluated once more. */
const again = (tag: string) => `/dist/components/${tag}/${tag}.js?again`;

const moveBefore = (parent: Node, node: Node) =>
  (parent as unknown as { moveBefore(node: Node, before: Node | null): void }).moveBefore(node, null);

/** Everything that crosses the wire while `work` is done, and until the page has come to rest. */
async function crossing({ client }: Pick<Stage, 'client'>, work: () => unknown): Promise<string[]> {
  const { length } = client.messages;
  await work();
  await settled();
  await settled();
  return client.messages.slice(length).map(({ type }) => type);
}

const ONCE = ['surface:register', 'observation:update'];

describe('the life of surfaces in the DOM', () => {
  before(async () => {
    // The validator is loaded with the first surface of a page, and values wait for it.
    const on = await stage();
    on.place.append(make(on.bus));
    await on.client.sees('seen', 1);
  });

  beforeEach(async () => {
    // What the test before has left has left the document's bus too.
    await settled();
    await settled();
  });

  it('neighbours 5.22 §8.2 mount, unmount, mount in one task registers once and throws nothing', async () => {
    const on = await stage();
    const surface = make(on.bus);
    const mounted = await crossing(on, () => {
      on.place.append(surface);
      surface.remove();
      on.place.append(surface);
    });
    expect(mounted).to.deep.equal(ONCE);
    expect(surface.state).to.equal('active');
    expect(surface.faults).to.deep.equal([]);
    expect((await on.client.result('lives', 'two')).data).to.equal('two');
  });

  it('neighbours 5.22 §8.2 microtasks between mount, unmount and mount change nothing, nor does a new element each time', async () => {
    for (const anew of [false, true]) {
      const on = await stage();
      let surface = make(on.bus);
      const mounted = await crossing(on, async () => {
        for (const last of [false, false, true]) {
          on.place.append(surface);
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
          if (last) break;
          surface.remove();
          await Promise.resolve();
          if (anew) surface = make(on.bus);
        }
      });
      expect(mounted).to.deep.equal(ONCE);
      expect((await on.client.result('lives', 'one')).data).to.equal('one');
    }
  });

  it('§8.2 parts that are taken out and put back in one task, microtasks apart, change nothing', async () => {
    const on = await stage();
    const surface = make(on.bus);
    on.place.append(surface);
    await on.client.registered('lives');
    await settled();
    const parts = [...surface.children];
    expect(
      await crossing(on, async () => {
        surface.replaceChildren();
        for (const part of parts) {
          await Promise.resolve();
          surface.append(part);
        }
      }),
    ).to.deep.equal([]);
    expect(surface.manifest.actions.map(({ id }) => id)).to.deep.equal(['one', 'two']);
  });

  it('OUI-S4 hot reload: an equal element in place of another changes nothing, and its handlers run', async () => {
    const on = await stage();
    const old = make(on.bus);
    on.place.append(old);
    await on.client.registered('lives');
    await settled();
    const next = make(on.bus);
    next.querySelector('oui-action')!.handler = () => 'new';
    expect(await crossing(on, () => old.replaceWith(next))).to.deep.equal([]);
    expect((await on.client.result('lives', 'one')).data).to.equal('new');
    // One in place of an action alone.
    const action = next.querySelector('oui-action')!;
    const clone = action.cloneNode() as typeof action;
    Object.assign(clone, { actionId: 'one', description: 'Does one.', handler: () => 'newer' });
    expect(await crossing(on, () => action.replaceWith(clone))).to.deep.equal([]);
    expect((await on.client.result('lives', 'one')).data).to.equal('newer');
    expect(next.faults).to.deep.equal([]);
  });

  it('OUI-S4 neighbours 5.22 hot reload: modules that are evaluated again throw nothing and change nothing', async () => {
    const warnings: string[] = [];
    const before = setDevWarnings((code) => warnings.push(code));
    const on = await stage();
    on.place.append(make(on.bus));
    await on.client.registered('lives');
    await settled();
    const tags = ['oui-surface', 'oui-action', 'oui-observation'] as const;
    const sent = await crossing(on, async () => {
      for (const tag of tags) {
        const classes = (await import(again(tag))) as Record<string, unknown>;
        const { defineElement } = await import('../../components/shared/define-element.js');
        for (const exported of Object.values(classes)) {
          if (typeof exported !== 'function' || !(exported.prototype instanceof HTMLElement)) continue;
          defineElement(tag, exported as CustomElementConstructor);
        }
      }
    });
    setDevWarnings(before);
    expect(sent).to.deep.equal([]);
    expect(warnings).to.include('elements:two_copies');
    expect((await on.client.result('lives', 'one')).data).to.equal('one');
    // Elements of the second evaluation work beside those of the first.
    const { OuiAction } = (await import(again('oui-action'))) as {
      OuiAction: CustomElementConstructor;
    };
    customElements.define('second-action', OuiAction);
    const second = Object.assign(document.createElement('second-action'), {
      actionId: 'three',
      description: 'Does three.',
      handler: () => 'three',
    });
    on.place.querySelector('oui-surface')!.append(second);
    await settled();
    expect((await on.client.result('lives', 'three')).data).to.equal('three');
  });

  it('neighbours 5.23 with two copies of the library loaded, one call runs the handler once', async () => {
    const copy = (await import(`${location.origin}/cdn/oui-surface.js`)) as {
      documentBus: typeof documentBus;
      SurfaceBus: typeof SurfaceBus;
    };
    const { documentBus: theirs } = copy;
    expect(theirs).to.not.equal(documentBus);
    expect(theirs()).to.equal(documentBus());
    const place = await fixture<HTMLElement>(html`<div></div>`);
    let runs = 0;
    const surface = make(theirs(), 'shared-one');
    surface.querySelector('oui-action')!.handler = () => (runs += 1);
    place.append(surface);
    const clients = [new RecordingClient(documentBus()), new RecordingClient(theirs())];
    for (const client of clients) await client.registered('shared-one');
    for (const client of clients) {
      expect(client.comings).to.deep.equal(['surface:register shared-one']);
    }
    expect((await clients[1]!.result('shared-one', 'one')).data).to.equal(1);
    expect(runs).to.equal(1);
    for (const { connection } of clients) connection.disconnect();
  });

  it('§8.2 append() and moveBefore() of a surface, of what is around it and of its parts change nothing', async () => {
    const on = await stage();
    on.place.innerHTML = '<div id="from"></div><div id="to"></div>';
    const [from, to] = [...on.place.children] as [HTMLElement, HTMLElement];
    const wrapper = document.createElement('div');
    const surface = make(on.bus);
    wrapper.append(surface);
    from.append(wrapper);
    await on.client.registered('lives');
    await settled();
    const shadow = to.attachShadow({ mode: 'open' });
    const parts = [...surface.children];
    const moves: [string, () => void][] = [
      ['append of the surface', () => to.append(surface)],
      ['append into a shadow root', () => shadow.append(surface)],
      ['append back', () => wrapper.append(surface)],
      ['append of what is around it', () => to.append(wrapper)],
      ['moveBefore of what is around it', () => moveBefore(from, wrapper)],
      ['moveBefore of the surface', () => moveBefore(from, surface)],
      ['moveBefore into a shadow root', () => moveBefore(shadow, surface)],
      ['parts in the same order by append', () => surface.append(...parts)],
      ['a part into another part of the surface', () => moveBefore(parts[0]!, parts[0]!.firstChild!)],
      ['several moves in one task', () => [from, to, shadow, from].forEach((each) => each.append(surface))],
    ];
    for (const [name, move] of moves) {
      expect(await crossing(on, move), name).to.deep.equal([]);
      expect(surface.state, name).to.equal('active');
    }
    expect((await on.client.result('lives', 'two')).data).to.equal('two');
  });

  it('§8.2 an action that runs while its surface is moved ends well', async () => {
    const on = await stage();
    const surface = make(on.bus);
    const to = document.createElement('div');
    on.place.append(surface, to);
    await on.client.registered('lives');
    surface.handle('one', undefined);
    surface.querySelector('oui-action')!.handler = async (_, { signal }) => {
      to.append(surface);
      await settled();
      return signal.aborted ? 'given up' : 'done';
    };
    const result = await on.client.result('lives', 'one');
    expect(result.data).to.equal('done');
    expect(on.client.comings).to.deep.equal(['surface:register lives']);
  });

  it('OUI-S3 what is not in the document is not offered, whatever happens to it there', async () => {
    const on = await stage();
    const surface = make(on.bus);
    const tree = document.createElement('div');
    const sent = await crossing(on, async () => {
      tree.append(surface);
      await settled();
      surface.name = 'Changed';
      surface.publish('seen', 2);
      new DocumentFragment().append(tree);
      await settled();
      surface.cloneNode(true);
      document.importNode(surface, true);
      surface.hold()();
    });
    expect(sent).to.deep.equal([]);
    expect(surface.state).to.equal('defined');
    expect(await crossing(on, () => on.place.append(tree))).to.deep.equal(ONCE);
    expect(on.client.manifest('lives')!.name).to.equal('Changed');
  });

  it('OUI-S2 the content of a template registers where it is put, once for each', async () => {
    const client = new RecordingClient(documentBus());
    const place = await fixture<HTMLElement>(html`<div></div>`);
    const template = document.createElement('template');
    template.innerHTML = `<oui-surface name="Row" description="A row of a list.">
      <oui-action action-id="remove_it" description="Removes the row."></oui-action></oui-surface>`;
    await settled();
    for (const id of ['row-1', 'row-2']) {
      const row = document.importNode(template.content, true);
      row.firstElementChild!.setAttribute('surface-id', id);
      place.append(row);
    }
    await settled();
    expect(client.comings).to.deep.equal(['surface:register row-1', 'surface:register row-2']);
    client.connection.disconnect();
  });

  it('OUI-S3 a surface that is adopted by another document leaves the first bus and comes to the second, and back', async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`);
    const inner = frame.contentDocument!;
    const here = new RecordingClient(documentBus());
    const there = new RecordingClient(documentBus(inner));
    const surface = make(documentBus());
    surface.bus = undefined;
    document.body.append(surface);
    await here.registered('lives');
    inner.body.append(inner.adoptNode(surface));
    await there.registered('lives');
    expect(inner.defaultView!.getComputedStyle(surface).display).to.equal('contents');
    await settled();
    expect(here.comings).to.deep.equal(['surface:register lives', 'surface:deregister lives']);
    expect((await there.result('lives', 'one')).data).to.equal('one');
    document.body.append(surface);
    await settled();
    await settled();
    expect(there.comings).to.deep.equal(['surface:register lives', 'surface:deregister lives']);
    expect(here.comings.at(-1)).to.equal('surface:register lives');
    expect((await here.result('lives', 'two')).data).to.equal('two');
    surface.remove();
    here.connection.disconnect();
  });

  it('OUI-S2 a nested surface has its own parts; when it is dissolved, the outer one takes them', async () => {
    const on = await stage();
    const outer = make(on.bus, 'outer');
    const inner = make(on.bus, 'inner');
    for (const action of inner.querySelectorAll('oui-action')) action.actionId = `inner_${action.actionId}`;
    inner.querySelector('oui-observation')!.observationId = 'inner_seen';
    outer.append(inner);
    on.place.append(outer);
    await on.client.registered('inner');
    await settled();
    const ids = (id: string) => on.client.manifest(id)!.actions.map((action) => action.id);
    expect(ids('outer')).to.deep.equal(['one', 'two']);
    expect(ids('inner')).to.deep.equal(['inner_one', 'inner_two']);
    expect(on.client.comings).to.have.members(['surface:register outer', 'surface:register inner']);

    const sent = await crossing(on, () => inner.replaceWith(...inner.children));
    expect(sent.filter((type) => type.startsWith('surface:'))).to.have.members([
      'surface:register',
      'surface:deregister',
    ]);
    expect(ids('outer')).to.deep.equal(['one', 'two', 'inner_one', 'inner_two']);
    expect((await on.client.result('outer', 'inner_two')).data).to.equal('two');
  });

  it('OUI-S3 an inner surface that leaves takes its parts along, and the outer one stays as it is', async () => {
    const on = await stage();
    const outer = make(on.bus, 'outer');
    const inner = make(on.bus, 'inner');
    outer.append(inner);
    on.place.append(outer);
    await on.client.registered('inner');
    await settled();
    expect(await crossing(on, () => inner.remove())).to.deep.equal(['surface:deregister']);
    expect(await crossing(on, () => outer.querySelector('section')!.append(inner))).to.deep.equal(ONCE);
  });

  it('OUI-S2 a part that moveBefore() takes to another surface is offered there and nowhere else', async () => {
    const on = await stage();
    const [left, right] = [make(on.bus, 'left-one'), make(on.bus, 'right-one')];
    const part = left.firstElementChild!;
    part.querySelector('oui-action')!.actionId = 'moved';
    on.place.append(left, right);
    await on.client.registered('right-one');
    await settled();
    const sent = await crossing(on, () => moveBefore(right, part));
    expect(sent.filter((type) => type.startsWith('surface:'))).to.deep.equal([
      'surface:register',
      'surface:register',
    ]);
    const ids = (id: string) => on.client.manifest(id)!.actions.map((action) => action.id);
    expect(ids('left-one')).to.deep.equal(['two']);
    expect(ids('right-one')).to.deep.equal(['one', 'two', 'moved']);
    expect((await on.client.result('right-one', 'moved')).data).to.equal('one');
  });

  it('neighbours 5.11 changing only handlers sends nothing; changing a description sends one registration in place', async () => {
    const on = await stage();
    const surface = make(on.bus);
    on.place.append(surface);
    await on.client.registered('lives');
    await settled();
    const action = surface.querySelector('oui-action')!;
    expect(
      await crossing(on, () => {
        action.handler = () => 'other';
        surface.handle('two', () => 'other');
      }),
    ).to.deep.equal([]);
    expect((await on.client.result('lives', 'one')).data).to.equal('other');
    expect(await crossing(on, () => (action.description = 'Does it otherwise.'))).to.deep.equal(ONCE);
    expect(on.client.comings).to.not.include('surface:deregister lives');
  });

  it('neighbours 5.12 the action of an inactive surface is refused with the reason, and describe names its activation', async () => {
    const on = await stage();
    const surface = make(on.bus);
    on.place.append(surface);
    await on.client.registered('lives');
    const refusal = async (surfaceId = 'lives') => {
      const { error } = await on.client.result(surfaceId, 'one');
      expect(error?.code).to.equal('SURFACE_UNAVAILABLE');
      expect(error?.message).to.include(surfaceId);
      return error?.details;
    };
    expect(await refusal('nobody')).to.deep.equal({ reason: 'unknown' });
    surface.inactive = true;
    surface.condition = 'While something is selected.';
    await settled();
    const inactive = { reason: 'inactive', activation: { condition: 'While something is selected.' } };
    expect(await refusal()).to.deep.equal(inactive);
    const described = await on.client.result('oui', 'describe', { surfaceId: 'lives' });
    expect(described.error?.details).to.deep.equal(inactive);

    surface.inactive = false;
    surface.condition = undefined;
    surface.routes = '/todos /todos/**';
    await settled();
    expect(await refusal()).to.deep.equal({
      reason: 'route',
      activation: { routes: ['/todos', '/todos/**'] },
    });
    on.bus.setEnabled('lives', false);
    expect(await refusal()).to.deep.equal({ reason: 'switched-off' });
    on.bus.setEnabled('lives', true);
    on.bus.path = '/todos/7';
    expect((await on.client.result('lives', 'one')).data).to.equal('one');
  });

  it('neighbours 5.13 a view that is kept alive, inactive or detached, contributes no tools', async () => {
    const on = await stage();
    const agent = new AgentRuntime();
    const [page, end] = linkedTransports();
    on.bus.connect(page);
    await agent.connect(end);
    const views = ['first', 'second'].map((id) => make(on.bus, id));
    const tools = () => agent.tools().map(({ surfaceId }) => surfaceId);
    on.place.append(...views);
    await agent.whenRegistered('second');
    expect(new Set(tools())).to.deep.equal(new Set(['first', 'second']));
    // As <KeepAlive> does, and as a router that only hides.
    views[0]!.remove();
    await settled();
    await settled();
    expect(new Set(tools())).to.deep.equal(new Set(['second']));
    on.place.append(views[0]!);
    views[1]!.hidden = true;
    views[1]!.inactive = true;
    await agent.whenRegistered('first');
    await settled();
    await settled();
    expect(new Set(tools())).to.deep.equal(new Set(['first']));
    agent.disconnect();
  });

  it('neighbours 5.21 what is for debugging is no tool, unless the runtime asks for it', async () => {
    const on = await stage();
    const surface = make(on.bus);
    const tools = make(on.bus, 'debug-tools');
    tools.metadata = { debugging: true };
    surface.querySelector('oui-action')!.tags = 'debugging';
    on.place.append(surface, tools);
    for (const [debugging, offered] of [
      [false, ['lives_two']],
      [true, ['lives_one', 'lives_two', 'debug-tools_one', 'debug-tools_two']],
    ] as const) {
      const agent = new AgentRuntime({ debugging });
      const [page, end] = linkedTransports();
      on.bus.connect(page);
      await agent.connect(end);
      await agent.whenRegistered('debug-tools');
      expect(agent.tools().map(({ name }) => name)).to.have.members([...offered]);
      agent.disconnect();
    }
  });

  it('neighbours 5.24 after a reload with an identical list the next call runs in the new document', async () => {
    const frame = document.createElement('iframe');
    const module = new URL('./embedded-peer.js', import.meta.url).pathname;
    const asked = new URLSearchParams({ side: 'element', host: location.origin, module });
    frame.src = `/test/browser/embedded-peer.html?${asked}`;
    document.body.append(frame);
    const agent = new AgentRuntime();
    const transport = postMessageTransport({
      role: 'host',
      target: () => frame.contentWindow,
      targetOrigin: location.origin,
    });
    void agent.connect(transport);
    await agent.whenRegistered('lab');
    const tools = agent.tools();
    const runs = async () =>
      ((await agent.invoke('lab', 'echo', { text: 'a' })).data as { runs: number }).runs;
    expect(await runs()).to.equal(1);
    expect(await runs()).to.equal(2);
    const left = new Promise<void>((resolve) => {
      const listen = () => {
        if (agent.surfaces.length > 0) return;
        agent.removeEventListener('change', listen);
        resolve();
      };
      agent.addEventListener('change', listen);
    });
    frame.contentWindow!.location.reload();
    await left;
    await agent.whenRegistered('lab');
    expect(agent.tools()).to.deep.equal(tools);
    expect(await runs()).to.equal(1);
    agent.disconnect();
    frame.remove();
  });
});
