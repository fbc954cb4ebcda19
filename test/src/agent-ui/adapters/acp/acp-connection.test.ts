import { expect } from 'chai';
import {
  AcpDriver,
  CAPABILITIES,
  chunk,
  OPTIONS,
  thought,
  toolCall,
  userSaid,
  type Json,
} from './acp-driver.js';

const texts = ({ facts }: AcpDriver) => facts.messages.map(({ role, text }) => [role, text]);
const connection = (driver: AcpDriver) => driver.session.view('runtime_status').get().connection;
const again = async (driver: AcpDriver, ms = 100) => {
  await driver.runtime.advance(ms);
  await driver.settle();
};

describe('ACP: a connection', () => {
  it('ACP: a bearer token travels as a subprotocol, and nothing does without one', async () => {
    const driver = await AcpDriver.connect({ headers: () => ({ Authorization: 'Bearer s3cret' }) });
    expect(driver.socket.protocols).to.deep.equal(['acp.v1', 'acp.token.czNjcmV0']);
    expect((await AcpDriver.connect()).socket.protocols).to.deep.equal([]);
  });

  it('OUI-T6 an address that would show a token to everybody is not used', async () => {
    const driver = await AcpDriver.connect({ url: 'ws://agents.example/acp' });
    expect(driver.sockets).to.deep.equal([]);
    expect(driver.codes).to.deep.equal(['acp.insecure_url']);
    expect((await driver.session.send({ text: 'x' })).status).to.equal('rejected');
  });

  it('M-016 a server that is away, or refuses: nothing is sent, and it is tried again', async () => {
    const driver = await AcpDriver.connect({ setUp: (made) => (made.refuses = true) });
    const receipt = await driver.session.send({ text: 'x' });
    expect(receipt.reason).to.equal('The WebSocket could not be opened; the server is away, or refuses it.');
    expect(driver.sent).to.deep.equal([]);
    driver.refuses = false;
    await again(driver, 400);
    await driver.prompt();
    expect(driver.asked('session/prompt')).to.have.length(1);
    expect(driver.codes).to.deep.equal(['acp.network']);
  });

  it('M-016 an agent that is silent is not waited for without an end', async () => {
    const driver = await AcpDriver.connect({ setUp: (made) => (made.answer = () => true) });
    await driver.runtime.advance(30_000);
    await driver.settle();
    expect(driver.codes).to.include('acp.timeout');
    expect(driver.sockets[0]!.closed).to.equal(true);
  });

  it('ACP: an agent of another version, and one that wants a person to sign in, say so', async () => {
    const other = await AcpDriver.connect({
      setUp: (made) => {
        made.answer = ({ id }, socket) => {
          socket.say({ id, result: { protocolVersion: 2 } });
          return true;
        };
      },
    });
    expect(other.codes).to.deep.equal(['acp.version']);
    const closed = await AcpDriver.connect({
      setUp: (made) => {
        made.authMethods = [{ id: 'sso', name: 'Company login' }];
        made.answer = ({ id, method }, socket) => {
          if (method !== 'session/new' || made.asked('authenticate').length > 0) return false;
          socket.say({ id, error: { code: -32000, message: 'Authentication required' } });
          return true;
        };
      },
    });
    expect(closed.codes).to.deep.equal(['acp.auth_required']);
    const { reason } = await closed.session.send({ text: 'x' });
    expect(reason).to.contain('Company login (sso)');
  });

  it('ACP: signs in the way that it was told to', async () => {
    const driver = await AcpDriver.connect({
      authMethod: 'sso',
      setUp: (made) => {
        made.answer = ({ id, method }, socket) => {
          if (method === 'authenticate') socket.say({ id, result: {} });
          return method === 'authenticate';
        };
      },
    });
    expect(driver.sent.map(({ method }) => method)).to.deep.equal([
      'initialize',
      'authenticate',
      'session/new',
    ]);
  });

  it('ACP: the session’s place, servers and tabs are the agent’s and the host’s', async () => {
    const mcpServers = [{ type: 'http', name: 'docs', url: 'https://mcp.example', headers: [] }];
    const driver = await AcpDriver.connect({ cwd: '/w', mcpServers, listSessions: true });
    expect(driver.asked('session/new')[0]!['params']).to.deep.equal({ cwd: '/w', mcpServers });
    await driver.reply('session/list', {
      sessions: [
        { sessionId: 'sess-1', cwd: '/w' },
        { sessionId: 'old', cwd: '/w', title: 'Older' },
      ],
    });
    const titles = new Map(driver.facts.sessions.map(({ sessionId, title }) => [sessionId, title]));
    expect(titles).to.deep.equal(
      new Map([
        ['sess-1', undefined],
        ['old', 'Older'],
      ]),
    );
    expect(driver.session.sessionId).to.equal('sess-1');
  });

  it('ACP 6: a session that the agent cannot load: it is told, and the facts stay the host’s', async () => {
    const driver = await AcpDriver.connect({
      named: 'mine',
      setUp: (made) => (made.capabilities = { ...CAPABILITIES, loadSession: false, sessionCapabilities: {} }),
    });
    expect(driver.codes).to.deep.equal(['acp.not_loaded']);
    await driver.prompt();
    await driver.update(chunk('Hi.'));
    expect(driver.facts.messages.map(({ sessionId }) => sessionId)).to.deep.equal(['mine', 'mine']);
    expect(driver.session.history.state).to.equal('unavailable');
  });

  it('ACP 6: a session that the agent does not know is begun anew; one that it cannot load now is not', async () => {
    const refusing = (error: Json) => (made: AcpDriver) => {
      made.answer = ({ id, method }, socket) => {
        if (method !== 'session/load') return false;
        socket.say({ id, error });
        return true;
      };
    };
    const unknown = await AcpDriver.connect({
      named: 'mine',
      setUp: refusing({ code: -32002, message: 'Resource not found' }),
    });
    expect(unknown.asked('session/new')).to.have.length(1);
    const broken = await AcpDriver.connect({
      named: 'mine',
      setUp: refusing({ code: -32603, message: 'Disk is full' }),
    });
    expect(broken.asked('session/new')).to.have.length(0);
    expect((await broken.session.send({ text: 'x' })).reason).to.equal('Disk is full');
  });

  it('ACP 6: an agent that only resumes goes on, and what was before is unavailable, not empty', async () => {
    const driver = await AcpDriver.connect({
      named: 'sess-9',
      setUp: (made) => (made.capabilities = { sessionCapabilities: { resume: {} } }),
    });
    expect(driver.asked('session/resume')[0]!['params']).to.deep.include({ sessionId: 'sess-9' });
    expect(driver.session.view('conversation').get().fallback?.token).to.equal('unavailable');
  });

  it('ACP 6: a thought that was cut goes on where it was', async () => {
    const driver = await AcpDriver.connect();
    await driver.prompt();
    await driver.update(thought('Look ', 'm'));
    await driver.socket.drop();
    driver.history = [userSaid('hello'), thought('Look here.', 'm'), chunk('Yes.', 'm')];
    await again(driver);
    const parts = driver.facts.turns[0]!['parts'] as Json[];
    expect(parts.map(({ text }) => text)).to.deep.equal([undefined, 'Look here.', 'Yes.']);
  });

  it('ACP 6: an agent without history: the turn failed, the facts are stale, and a new session says so', async () => {
    const driver = await AcpDriver.connect({ setUp: (made) => (made.capabilities = {}) });
    await driver.prompt();
    await driver.update(chunk('Half a'));
    await driver.socket.drop();
    expect(driver.facts.runs[0]).to.deep.include({ outcome: 'failed' });
    expect(connection(driver)).to.equal('reconnecting');
    await again(driver);
    expect(driver.facts.sessions[0]).to.deep.include({ stale: true, sessionId: 'sess-1' });
    expect(driver.codes).to.have.members(['acp.network', 'acp.context_lost']);
    expect(texts(driver)).to.deep.equal([
      ['user', 'hello'],
      ['assistant', 'Half a'],
    ]);
  });

  it('ACP trap: a prompt whose fate is not known goes back to the person', async () => {
    const driver = await AcpDriver.connect();
    const receipt = driver.session.send({ text: 'go' });
    await driver.settle();
    await driver.socket.drop();
    expect((await receipt).status).to.equal('rejected');
    expect(driver.facts.runs[0]).to.deep.include({ outcome: 'failed' });
  });

  it('ACP 6: a question goes under with its connection, and is asked anew by an agent that waits on', async () => {
    const driver = await AcpDriver.connect();
    await driver.prompt();
    const ask = ['session/request_permission', { toolCall: { toolCallId: 't' }, options: OPTIONS }] as const;
    await driver.update(toolCall('t'));
    await driver.request(0, ...ask);
    await driver.socket.drop();
    expect(driver.facts.approvals[0]!['state']).to.equal('cancelled');
    driver.history = [userSaid('hello'), toolCall('t')];
    await again(driver);
    await driver.request(0, ...ask);
    const [, open] = driver.facts.approvals;
    expect(open).to.deep.include({ actionId: 't:permission:2', state: 'pending', turnId: 'sess-1:turn:1' });
    await driver.session.respond('t:permission:2', 'approve');
    expect(driver.answered(0)!['result']).to.deep.equal({
      outcome: { outcome: 'selected', optionId: 'once' },
    });
  });

  it('ACP trap: two turns in which the same was said are two turns when they are told again', async () => {
    const driver = await AcpDriver.connect();
    for (const clientId of ['a', 'b']) {
      await driver.prompt('again', clientId);
      await driver.update(chunk(`Answer ${clientId}.`, `m-${clientId}`));
      await driver.end();
    }
    const before = texts(driver);
    driver.history = [
      userSaid('again'),
      chunk('Answer a.', 'm-a'),
      userSaid('again'),
      chunk('Answer b.', 'm-b'),
    ];
    await driver.socket.drop();
    await again(driver);
    expect(texts(driver)).to.deep.equal(before);
    expect(driver.facts.runs.map(({ outcome }) => outcome)).to.deep.equal(['success', 'success']);
  });

  it('ACP trap: an agent that joins its pieces when it tells them again doubles nothing', async () => {
    const driver = await AcpDriver.connect();
    await driver.prompt();
    await driver.update(chunk('Hel', 'm'), toolCall('t'), chunk('lo.', 'm'));
    await driver.end();
    driver.history = [userSaid('hello'), toolCall('t'), chunk('Hello. And more.', 'm')];
    await driver.socket.drop();
    await again(driver);
    expect(texts(driver)).to.deep.equal([
      ['user', 'hello'],
      ['assistant', 'Hello. And more.'],
    ]);
  });

  it('R10 a session that was saved goes on with the same ids, and shows nothing twice', async () => {
    const driver = await AcpDriver.connect();
    await driver.prompt();
    await driver.update(thought('Hm. ', 'm'), thought('Well.', 'm'), chunk('Hi.', 'm'));
    await driver.end();
    const saved = driver.session.serialize();
    const history = [userSaid('hello'), thought('Hm. Well.', 'm'), chunk('Hi.', 'm')];
    const later = await AcpDriver.connect({
      named: 'sess-1',
      saved,
      setUp: (made) => (made.history = history),
    });
    expect(texts(later)).to.deep.equal([
      ['user', 'hello'],
      ['assistant', 'Hi.'],
    ]);
    const [turn] = later.facts.turns;
    expect((turn!['parts'] as Json[]).map(({ text }) => text)).to.deep.equal([undefined, 'Hm. Well.', 'Hi.']);
    await later.prompt('more', 'c2');
    await later.update(chunk('Yes.', 'm2'));
    expect(texts(later)).to.have.length(4);
  });

  it('known-failure: closing closes the socket, and leaves nothing behind', async () => {
    const driver = await AcpDriver.connect();
    const receipt = driver.session.send({ text: 'go' });
    await driver.settle();
    await driver.session.close();
    expect((await receipt).status).to.equal('rejected');
    expect(driver.socket.closed).to.equal(true);
    expect(driver.runtime.timers).to.equal(0);
    await driver.socket.drop();
    expect(driver.sockets).to.have.length(1);
  });

  it('M-016 an agent that closes for good is not tried again until somebody asks', async () => {
    const driver = await AcpDriver.connect();
    await driver.socket.drop(1008);
    expect(connection(driver)).to.equal('failed');
    await again(driver, 60_000);
    expect(driver.sockets).to.have.length(1);
    await driver.prompt();
    expect(driver.sockets).to.have.length(2);
  });
});
