import { request } from 'node:http';
import { expect } from 'chai';
import { WebSocket } from 'ws';
import { createDemoServer, type DemoServer } from '../../demo/server.js';

describe('the demo’s server', () => {
  let server: DemoServer;
  let address: string;

  beforeEach(async () => {
    server = createDemoServer();
    address = await server.listen(0);
  });

  afterEach(() => server.close());

  /** As it is: `fetch` would tidy the path up. */
  function rawStatus(path: string): Promise<number | undefined> {
    const { hostname, port } = new URL(address);
    return new Promise((resolve, reject) => {
      request({ hostname, port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  }

  function socketOutcome(path: string, headers: Record<string, string> = {}): Promise<string> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`, { headers });
      socket.on('open', () => {
        socket.terminate();
        resolve('open');
      });
      socket.on('error', (error) => resolve(error.message));
    });
  }

  it('DEMO leads from / to the page, and serves it at every path of its router', async () => {
    const home = await fetch(`${address}/`, { redirect: 'manual' });
    expect([home.status, home.headers.get('location')]).to.deep.equal([302, '/todos']);
    for (const path of ['/todos', '/todos/active', '/about']) {
      const page = await fetch(`${address}${path}`);
      expect(page.status).to.equal(200);
      expect(await page.text()).to.include('surface-id="todo-app"');
    }
    expect((await fetch(`${address}/elsewhere`)).status).to.equal(404);
  });

  it('known-failure 41 sends the strict policy with everything', async () => {
    for (const path of ['/todos', '/demo/todos/todos.js', '/nothing']) {
      const { headers } = await fetch(`${address}${path}`);
      const policy = headers.get('content-security-policy')!;
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
      ]) {
        expect(policy).to.include(part);
      }
      expect(policy).to.include("require-trusted-types-for 'script'; trusted-types lit-html");
      expect(policy).to.not.include('unsafe');
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
    }
  });

  it('DEMO serves nothing outside demo/ and cdn/, and no sources', async () => {
    const paths = [
      '/package.json',
      '/demo/../package.json',
      '/demo/%2e%2e/package.json',
      '/demo/..%2fpackage.json',
      '/cdn/../../etc/passwd',
      '/demo/todos/../../package.json',
      '/demo/server.ts',
      '/demo/',
      '/dist/demo/server.js',
      '/demo/todos/todos.js%00.json',
      '/%',
      '/demo/tsconfig.json',
    ];
    for (const path of paths) expect(await rawStatus(path), path).to.equal(404);
    expect(await rawStatus('/demo/todos/todos.js')).to.equal(200);
    expect((await fetch(`${address}/todos`, { method: 'DELETE' })).status).to.equal(405);
    const head = await fetch(`${address}/todos`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
  });

  it('DEMO the terminal’s socket is closed to every page, also to this one', async () => {
    expect(await socketOutcome('/remote')).to.equal('open');
    expect(await socketOutcome('/remote', { origin: address })).to.include('403');
    expect(await socketOutcome('/remote', { origin: 'https://evil.example' })).to.include('403');
  });

  it('OUI-X1 a foreign page cannot connect to the OUI WebSocket, and other paths are refused', async () => {
    expect(await socketOutcome('/oui/v1', { origin: address })).to.equal('open');
    expect(await socketOutcome('/oui/v1', { origin: 'https://evil.example' })).to.include('403');
    expect(await socketOutcome('/elsewhere')).to.not.equal('open');
  });
});
