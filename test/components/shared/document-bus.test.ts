import { expect } from '@open-wc/testing';
import { SurfaceBus } from 'oui-elements/oui';
import { documentBus } from 'oui-elements/page';

let frames = 0;

/** A document of its own, at a path of its own, that a script can take apart. */
async function frame(): Promise<Window & typeof globalThis> {
  const iframe = document.createElement('iframe');
  // Or WebKit takes it for one that was there before, and goes back in that one's history.
  iframe.name = `frame ${(frames += 1)}`;
  iframe.src = '/';
  document.body.append(iframe);
  await new Promise((resolve) => iframe.addEventListener('load', resolve, { once: true }));
  return iframe.contentWindow as Window & typeof globalThis;
}

describe('documentBus', () => {
  afterEach(() => {
    for (const iframe of document.querySelectorAll('iframe')) iframe.remove();
  });

  it('OUI-T5 one bus for each document, found under a global symbol (§8 no. 1)', async () => {
    const bus = documentBus();
    expect(bus).to.be.instanceOf(SurfaceBus);
    expect(documentBus()).to.equal(bus);
    expect(documentBus(document)).to.equal(bus);
    const holder = document as unknown as Record<symbol, { version: string; bus: SurfaceBus }>;
    expect(holder[Symbol.for('oui.bus')]!.bus).to.equal(bus);
    expect(holder[Symbol.for('oui.bus')]!.version).to.match(/^\d+\.\d+\.\d+/);
    expect(documentBus((await frame()).document)).to.not.equal(bus);
  });

  it('OUI-T5 a bus that another copy has put there is used', async () => {
    const { document: other } = await frame();
    const foreign = new SurfaceBus();
    Object.assign(other, { [Symbol.for('oui.bus')]: { version: '9.9.9', bus: foreign } });
    expect(documentBus(other)).to.equal(foreign);
  });

  it('OUI-S3 its path follows pushState, replaceState, back and forward', async () => {
    const view = await frame();
    const bus = documentBus(view.document);
    expect(bus.path).to.equal('/');
    view.history.pushState(null, '', '/todos/active?x=1#y');
    expect(bus.path).to.equal('/todos/active');
    view.history.replaceState(null, '', '/todos/completed');
    expect(bus.path).to.equal('/todos/completed');
    const popped = new Promise((resolve) => view.addEventListener('popstate', resolve, { once: true }));
    view.history.back();
    await popped;
    expect(bus.path).to.equal('/');
  });

  it('OUI-S3 the path is followed where there is no Navigation API too', async function () {
    this.timeout(10_000);
    const view = await frame();
    Object.defineProperty(view, 'navigation', { value: undefined });
    const bus = documentBus(view.document);
    view.history.pushState(null, '', '/todos');
    expect(bus.path).to.equal('/todos');
    view.history.replaceState(null, '', '/elsewhere');
    expect(bus.path).to.equal('/elsewhere');
    const popped = new Promise((resolve) => view.addEventListener('popstate', resolve, { once: true }));
    view.history.back();
    await popped;
    expect(bus.path).to.equal('/');
  });
});
