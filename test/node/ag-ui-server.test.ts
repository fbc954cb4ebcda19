import { expect } from 'chai';
import {
  Driver,
  FakeTools,
  finished,
  started,
  text,
  toolCall,
} from '../src/agent-ui/adapters/ag-ui-driver.js';
import { encode, Peer } from './ag-ui-peer.js';

const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

describe('AG-UI over HTTP on loopback', () => {
  let peer: Peer;
  let driver: Driver;

  beforeEach(async () => {
    peer = await Peer.start();
    driver = await Driver.connect({
      url: peer.url,
      fetch: globalThis.fetch,
      headers: async () => ({ authorization: 'Bearer t' }),
      clientTools: new FakeTools((call) => ({ content: call.argumentsText })),
    });
  });

  afterEach(async () => {
    await driver.connection.close();
    await peer.stop();
  });

  const said = () =>
    driver
      .of('text.delta')
      .map(({ payload }) => payload?.['delta'])
      .join('');

  it('AG-UI 1.9: posts JSON with its headers, and reads what the official encoder writes', async () => {
    peer.answer(started(), ...text('m', 'Grüße, ', '👋'), finished());
    expect(await driver.send('hello')).to.deep.equal({ status: 'accepted' });
    await driver.ended();
    expect(said()).to.equal('Grüße, 👋');
    expect(peer.headers[0]).to.deep.include({
      authorization: 'Bearer t',
      accept: 'text/event-stream',
      'content-type': 'application/json',
    });
    expect(peer.last.messages.map(({ role, content }) => [role, content])).to.deep.equal([['user', 'hello']]);
    expect(driver.ending).to.equal('run.finished success');
  });

  it('AG-UI P1: events cut anywhere into packets, with CRLF and comments between them, are whole', async () => {
    const wire = Buffer.from(
      [started(), ...text('m', 'Grüße, ', '👋'), finished()]
        .map(encode)
        .join(': keep-alive\n\n')
        .replaceAll('\n', '\r\n'),
    );
    peer.answers.push(async (response) => {
      response.writeHead(200, EVENT_STREAM);
      for (let at = 0; at < wire.length; at += 3) {
        await new Promise((resolve) => response.write(wire.subarray(at, at + 3), resolve));
      }
      response.end();
    });
    await driver.send();
    await driver.ended();
    expect(said()).to.equal('Grüße, 👋');
    expect(driver.codes()).to.deep.equal([]);
  });

  it('AG-UI 5.6: runs the page’s tools between two requests and answers both calls', async () => {
    peer.answer(
      started(),
      ...toolCall('c1', 'add', '{"t":1}'),
      ...toolCall('c2', 'add', '{"t":2}'),
      finished(),
    );
    peer.answer(started('b'), ...text('m', 'Done.'), finished());
    await driver.send();
    await driver.ended();
    expect(peer.bodies).to.have.length(2);
    expect(peer.last.messages.slice(-2).map(({ content }) => content)).to.deep.equal([
      '{"ok":true,"value":"{\\"t\\":1}"}',
      '{"ok":true,"value":"{\\"t\\":2}"}',
    ]);
    expect(said()).to.equal('Done.');
  });

  it('W4: interrupt closes the request at the server', async () => {
    const closed = new Promise<void>((resolve) => {
      peer.answers.push((response) => {
        response.writeHead(200, EVENT_STREAM);
        response.write(encode(started()));
        response.on('close', resolve);
      });
    });
    await driver.send();
    await driver.until(() => driver.of('run.started').length > 0);
    await driver.connection.control({ kind: 'interrupt' });
    await closed;
    expect(driver.ending).to.equal('run.finished cancelled');
  });

  it('AG-UI P4: a socket that breaks in mid-stream keeps what was read and fails the run', async () => {
    peer.answers.push((response) => {
      response.writeHead(200, EVENT_STREAM);
      const [open, half] = text('m', 'half');
      response.write([started(), open!, half!].map(encode).join(''), () => response.destroy());
    });
    await driver.send();
    await driver.ended();
    expect(said()).to.equal('half');
    expect(driver.ending).to.equal('run.failed network');
    expect(driver.states.pop()?.[0]).to.equal('failed');
  });

  it('AG-UI P4: a server that is not there is a refusal', async () => {
    await peer.stop();
    expect((await driver.send('one', '1')).status).to.equal('rejected');
    expect(driver.states.pop()?.[0]).to.equal('failed');
    expect(driver.ending).to.equal('run.failed network');
  });

  it('AG-UI P21: 401 is a refusal with its reason', async () => {
    peer.answers.push((response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":"Sign in first."}');
    });
    const receipt = await driver.send();
    expect(receipt).to.deep.equal({
      status: 'rejected',
      reason: 'The agent server answered 401 Unauthorized: Sign in first.',
    });
    expect(driver.ending).to.equal('run.failed http_401');
  });

  it('AG-UI P3: a redirect to a login page is a refusal', async () => {
    peer.answers.push((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
    });
    expect((await driver.send()).reason).to.contain('login page');
    expect(driver.ending).to.equal('run.failed bad_content_type');
  });
});
