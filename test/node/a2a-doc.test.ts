import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { a2a } from 'oui-elements/agent-ui/adapters/a2a';
import { read } from '../package/package-root.js';
import { until } from './socket-server.js';

describe('docs/connect-a2a.md', () => {
  it('issue 8: the server that is written there asks, works, and is found again', async () => {
    const code = /```js\n(import \{ createServer[\s\S]*?)```/.exec(read('docs/connect-a2a.md'))?.[1] ?? '';
    // Beside the tests, where the packages are.
    const file = new URL('./a2a-example.mjs', import.meta.url);
    writeFileSync(file, code.replace('process.env.PORT ?? 8080', "0, '127.0.0.1'"));
    const { server } = (await import(file.href)) as { server: Server };
    if (!server.listening) await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
    const session = new AgentSession(a2a({ url }));
    expect((await session.send({ text: 'write the report' })).status).to.equal('accepted');
    const question = await until(() => session.snapshot().approvals[0]);
    await session.respond(String(question['actionId']), 'answer', { text: 'Q3' });
    await until(() => session.snapshot().runs.find(({ outcome }) => outcome === 'success'));
    const facts = (of: AgentSession) => ({
      texts: of.snapshot().messages.map(({ text }) => text),
      preview: of.snapshot().artifacts[0]?.['preview'],
    });
    const said = facts(session);
    expect(said).to.deep.equal({
      texts: ['write the report', 'Q3', 'The report is ready.'],
      preview: '# Report of Q3\n',
    });
    await session.close();
    const later = new AgentSession(a2a({ url }), { sessionId: session.sessionId });
    await until(() => later.snapshot().messages.length === 3);
    expect(facts(later)).to.deep.equal(said);
    await later.close();
    server.closeAllConnections();
    server.close();
  });
});
