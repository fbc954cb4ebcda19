import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { acp } from 'oui-elements/agent-ui/adapters/acp';
import { WebSocket } from 'ws';
import { read } from '../package/package-root.js';
import { until } from './socket-server.js';

describe('docs/connect-acp.md', () => {
  it('issue 8: the server that is written there answers, asks, and is found again', async () => {
    const code = /```js\n(import \{ createServer[\s\S]*?)```/.exec(read('docs/connect-acp.md'))?.[1] ?? '';
    // Beside the tests, where the packages are.
    const file = new URL('./acp-example.mjs', import.meta.url);
    writeFileSync(file, code.replace('process.env.PORT ?? 8080', "0, '127.0.0.1'"));
    const { server } = (await import(file.href)) as { server: Server };
    if (!server.listening) await once(server, 'listening');
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const adapter = () => acp({ url, WebSocket: WebSocket as never });
    const session = new AgentSession(adapter());
    expect((await session.send({ text: 'Grüße' })).status).to.equal('accepted');
    const question = await until(() => session.snapshot().approvals[0]);
    await session.respond(String(question['actionId']), 'approve');
    await until(() => session.snapshot().runs.find(({ outcome }) => outcome === 'success'));
    const texts = (of: AgentSession) => of.snapshot().messages.map(({ role, text }) => [role, text]);
    const said = texts(session);
    expect(said).to.deep.equal([
      ['user', 'Grüße'],
      ['assistant', 'You said: Grüße'],
    ]);
    await session.close();
    const later = new AgentSession(adapter(), { sessionId: session.sessionId });
    await until(() => texts(later).length === 2);
    expect(texts(later)).to.deep.equal(said);
    await later.close();
    server.closeAllConnections();
    server.close();
  });
});
