import { expect } from 'chai';
import { servedBundle } from './package-root.js';
import { openStaticPage, type StaticPage } from './static-page.js';

const PAGE = `<!doctype html><meta charset="utf-8"><title>Warnings</title><link rel="icon" href="data:,">
<oui-transport></oui-transport>
<script type="module">
  import { documentBus, setDevWarnings } from '/cdn/oui-surface.js';
  const ask = new URLSearchParams(location.search).has('ask');
  window.said = [];
  if (ask) setDevWarnings((code) => said.push(code));
  const action = { id: 'go_on', description: 'Goes on.', input: { type: 'object' } };
  const transport = { state: 'connected', connect: async () => {}, disconnect() {}, onEvent: () => () => {},
    onStateChange: () => () => {}, send() { throw new Error('mine') } };
  await document.querySelector('oui-transport').updateComplete;
  documentBus().connect(transport);
  documentBus().register({ id: 'todo', name: 'Todo', description: 'A list.', actions: [action] }, {});
  window.ready = true;
</script>`;

const TWICE = `<!doctype html><meta charset="utf-8"><title>Twice</title><link rel="icon" href="data:,">
<script type="module" src="/cdn/oui-surface.js"></script>
<script type="module">
  import { documentBus } from '/second/oui-surface.js';
  import { documentBus as first } from '/cdn/oui-surface.js';
  window.shared = first() === documentBus();
  window.ready = true;
</script>`;

describe('warnings of the files for a script tag', () => {
  let opened: StaticPage;
  let port: string;

  before(async () => {
    opened = await openStaticPage({
      '/': ['text/html', PAGE],
      '/?ask': ['text/html', PAGE],
      '/twice': ['text/html', TWICE],
      ...servedBundle('oui-surface', '/second'),
      ...servedBundle('oui-surface', '/cdn'),
    });
    ({ port } = new URL(opened.page.url()));
  });

  after(() => opened.close());

  /** What a page of that host says, and what it throws. */
  async function saidAt(host: string, path = '/'): Promise<string[]> {
    opened.output.length = 0;
    await opened.page.goto(`http://${host}:${port}${path}`);
    await opened.page.waitForFunction('window.ready');
    return opened.output.map((line) => line.replace(/^\[oui-elements\] (\S+):.*$/s, '$1'));
  }

  for (const host of ['127.0.0.1', 'localhost', 'app.localhost']) {
    it(`issue 9: on ${host} they are said`, async () => {
      expect(await saidAt(host)).to.have.members([
        'oui:transport',
        'oui:missing_handler',
        'oui:transport_failed',
      ]);
    });
  }

  it('issue 9: elsewhere they are not said, and what the page’s own code threw is an error of the page', async () => {
    expect(await saidAt('page.example')).to.deep.equal(['uncaught Error: mine']);
  });

  it('issue 9: two copies of the library on a page share one bus, and say so once', async () => {
    expect(await saidAt('localhost', '/twice')).to.deep.equal(['elements:two_copies']);
    expect(await opened.page.evaluate('window.shared')).to.equal(true);
  });

  it('issue 9: elsewhere they go to who asks for them', async () => {
    expect(await saidAt('page.example', '/?ask')).to.deep.equal([]);
    expect(await opened.page.evaluate('window.said')).to.include.members([
      'oui:missing_handler',
      'oui:transport_failed',
    ]);
  });

  it('issue 9: this machine is localhost and what is under it, the loopback addresses, and files', async () => {
    Object.assign(globalThis, { location: new URL('http://localhost/') });
    const { isOfThisMachine } = await import('../../src/base/dev-warning.cdn.js');
    Reflect.deleteProperty(globalThis, 'location');
    const are = (...urls: string[]) => urls.map((url) => isOfThisMachine(new URL(url)));
    const here = [
      'http://localhost:80/',
      'https://a.b.localhost/',
      'http://127.8.0.1/',
      'http://[::1]:3000/',
      'file:///a.html',
    ];
    expect(are(...here)).to.deep.equal([true, true, true, true, true]);
    const there = [
      'https://localhost.example/',
      'https://notlocalhost/',
      'http://127.0.0.1.example/',
      'http://[::2]/',
      'http://10.0.0.1/',
    ];
    expect(are(...there)).to.deep.equal([false, false, false, false, false]);
  });
});
