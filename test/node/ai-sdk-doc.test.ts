import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { aiSdk } from 'oui-elements/agent-ui/adapters/ai-sdk';
import { read } from '../package/package-root.js';
import { until } from './socket-server.js';

describe('docs/connect-ai-sdk.md', function () {
  this.timeout(8_000);
  it('issue 8: the server that is written there answers, asks, and keeps the chat', async () => {
    const code = /```js\n(import \{ createServer[\s\S]*?)```/.exec(read('docs/connect-ai-sdk.md'))?.[1] ?? '';
    expect(code.trim().split('\n').length).to.be.at.most(70);
    // Beside the tests, where the packages are found; with a model that needs no key.
    const file = new URL('./ai-sdk-doc-example.mjs', import.meta.url);
    const ours = code
      .replace("const model = 'openai/gpt-5';", "import { scriptedModel as model } from './ai-sdk-model.js';")
      .replace('process.env.PORT ?? 8080', "0, '127.0.0.1'");
    writeFileSync(file, ours);
    const { server } = (await import(file.href)) as { server: Server };
    if (!server.listening) await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = { url: `${origin}/api/chat`, messages: `${origin}/api/messages` };

    const session = new AgentSession(aiSdk(options), { sessionId: 'chat-1' });
    await until(() => session.history.state === 'complete');
    await session.send({ text: 'delete both' });
    const ended = (runs: number) => () => {
      const over = session.snapshot().runs.filter(({ outcome }) => outcome !== undefined);
      return over.length >= runs;
    };
    await until(ended(1));
    for (const { actionId } of session.snapshot().approvals)
      await session.respond(String(actionId), 'approve');
    await until(ended(2));
    expect(session.snapshot().tools.map(({ output }) => output)).to.deep.equal([
      { deleted: 'a.txt' },
      { deleted: 'b.txt' },
    ]);
    await session.close();

    const again = new AgentSession(aiSdk(options), { sessionId: 'chat-1' });
    await until(() => again.snapshot().messages.length === 2);
    expect(again.snapshot().messages[0]).to.deep.include({ role: 'user', text: 'delete both' });
    await again.close();
    server.closeAllConnections();
    server.close();
  });
});
