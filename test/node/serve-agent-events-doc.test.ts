import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { agentEvents } from 'oui-elements/agent-ui/adapters/agent-events';
import { read } from '../package/package-root.js';
import { until } from './socket-server.js';

describe('docs/agent-events.md', () => {
  it('issue 5: the server that is written there answers a person in the workbench', async () => {
    const code = /```js\n(import \{ createServer[\s\S]*?)```/.exec(read('docs/agent-events.md'))?.[1] ?? '';
    expect(code.trim().split('\n').length).to.be.at.most(24);
    // Beside the tests, where the package knows itself by name.
    const file = new URL('./agent-events-example.mjs', import.meta.url);
    writeFileSync(file, code.replace('process.env.PORT ?? 8080', "0, '127.0.0.1'"));
    const { server } = (await import(file.href)) as { server: Server };
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const session = new AgentSession(agentEvents({ url: `http://127.0.0.1:${port}/agent` }));
    expect(await session.send({ text: 'Grüße' })).to.deep.equal({ status: 'accepted' });
    const run = await until(() => session.snapshot().runs.find(({ outcome }) => outcome === 'success'));
    expect(run['stage']).to.equal('completed');
    expect(session.snapshot().messages.map(({ role, text }) => [role, text])).to.deep.equal([
      ['user', 'Grüße'],
      ['assistant', 'You said: Grüße'],
    ]);
    await session.close();
    server.closeAllConnections();
    server.close();
  });
});
