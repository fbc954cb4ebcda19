import { expect, fixture, html } from '@open-wc/testing';
import { documentBus } from 'oui-elements/page';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import type { SurfaceBus } from 'oui-elements/oui';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../components/recording-client.js';

interface Site {
  view: Window & typeof globalThis;
  bus: SurfaceBus;
  client: RecordingClient;
  /** Adds a surface that is worked through the site's bus. */
  add(id: string, routes?: string): Promise<OuiSurface>;
  /** Which surfaces agents are offered now. */
  active(): string[];
}

/** A site in a frame, whose history a test may do with as it likes. */
async function site(withNavigation: boolean, base?: string): Promise<Site> {
  const frame = document.createElement('iframe');
  frame.src = '/';
  const place = await fixture<HTMLElement>(html`<div></div>`);
  place.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const view = frame.contentWindow as Window & typeof globalThis;
  if (!withNavigation) Object.defineProperty(view, 'navigation', { value: undefined });
  if (base !== undefined) {
    view.document.head.append(Object.assign(view.document.createElement('base'), { href: base }));
  }
  const bus = documentBus(view.document);
  return {
    view,
    bus,
    client: new RecordingClient(bus),
    add: async (id, routes) => {
      const surface = document.createElement('oui-surface');
      Object.assign(surface, { bus, surfaceId: id, name: id, description: 'On a route.', routes });
      const action = document.createElement('oui-action');
      Object.assign(action, { actionId: 'do_it', description: 'Does it.', handler: () => id });
      surface.append(action);
      place.append(surface);
      await settled();
      return surface;
    },
    active: () => bus.snapshot().surfaces.map(({ id }) => id),
  };
}

async function traverse(view: Window, go: () => void): Promise<void> {
  const popped = new Promise((resolve) => view.addEventListener('popstate', resolve, { once: true }));
  go();
  await popped;
  await settled();
}

for (const withNavigation of [true, false]) {
  describe(`the routes of surfaces ${withNavigation ? 'with' : 'without'} the Navigation API`, () => {
    it('OUI-S3 *, ** and plain patterns follow pushState, replaceState, back and forward; each coming is told once', async () => {
      const { view, client, add, active } = await site(withNavigation);
      await add('everywhere');
      await add('home', '/');
      await add('list', '/todos');
      await add('one', '/todos/*');
      await add('below', '/todos/**');
      await add('any', '/**');
      const go = (path: string) => view.history.pushState(null, '', path);
      expect(active()).to.deep.equal(['everywhere', 'home', 'any']);
      go('/todos?filter=open#top');
      expect(active()).to.deep.equal(['everywhere', 'list', 'any']);
      go('/todos/7');
      expect(active()).to.deep.equal(['everywhere', 'one', 'below', 'any']);
      view.history.replaceState(null, '', '/todos/7/edit');
      expect(active()).to.deep.equal(['everywhere', 'below', 'any']);
      await traverse(view, () => view.history.back());
      expect(active()).to.deep.equal(['everywhere', 'list', 'any']);
      await traverse(view, () => view.history.forward());
      expect(active()).to.deep.equal(['everywhere', 'below', 'any']);
      expect(client.comings.filter((coming) => /everywhere|any/.test(coming))).to.have.length(2);
      expect(client.comings.filter((coming) => coming.endsWith(' one'))).to.deep.equal([
        'surface:register one',
        'surface:deregister one',
      ]);
    });

    it('OUI-S3 another query, another fragment and another state of the same path send nothing', async () => {
      const { view, client, add } = await site(withNavigation);
      await add('home', '/');
      const { length } = client.messages;
      view.history.pushState({ a: 1 }, '', '?a=1');
      view.history.replaceState(null, '', '#section');
      await traverse(view, () => (view.location.hash = '#other'));
      await traverse(view, () => view.history.back());
      expect(client.messages).to.have.length(length);
    });

    it('OUI-S3 a router that keeps its path behind the hash is followed, with #! too', async () => {
      const { view, client, add, active } = await site(withNavigation);
      const list = await add('list', '/todos /todos/*');
      expect(active()).to.deep.equal([]);
      await traverse(view, () => (view.location.hash = '#/todos?filter=open'));
      expect(active()).to.deep.equal(['list']);
      expect(list.state).to.equal('active');
      await traverse(view, () => (view.location.hash = '#!/todos/7'));
      expect(active()).to.deep.equal(['list']);
      await traverse(view, () => (view.location.hash = '#/settings'));
      expect(active()).to.deep.equal([]);
      view.history.pushState(null, '', '#/todos');
      expect(active()).to.deep.equal(['list']);
      expect(client.comings).to.deep.equal([
        'surface:register list',
        'surface:deregister list',
        'surface:register list',
      ]);
    });

    it('OUI-S3 <base> changes what relative addresses mean, and not the path of the page', async () => {
      const { view, add, active } = await site(withNavigation, '/app/');
      await add('home', '/');
      await add('app', '/app/**');
      expect(active()).to.deep.equal(['home']);
      view.history.pushState(null, '', 'todos');
      expect(view.location.pathname).to.equal('/app/todos');
      expect(active()).to.deep.equal(['app']);
      view.history.pushState(null, '', '/');
      expect(active()).to.deep.equal(['home']);
    });

    it('OUI-S3 routes that change move the surface in and out', async () => {
      const { client, add, active } = await site(withNavigation);
      const surface = await add('moved', '/elsewhere');
      expect(active()).to.deep.equal([]);
      surface.routes = '/';
      await settled();
      expect(active()).to.deep.equal(['moved']);
      surface.routes = '/elsewhere';
      await settled();
      expect(client.comings).to.deep.equal(['surface:register moved', 'surface:deregister moved']);
    });
  });
}
