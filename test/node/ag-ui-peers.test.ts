import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AGUIMock } from '@copilotkit/aimock/agui';
import { expect } from 'chai';
import { AgentSession, type ClientTools } from 'oui-elements/agent-ui';
import { agUi } from 'oui-elements/agent-ui/adapters/ag-ui';
import { FakeTools } from '../src/agent-ui/adapters/ag-ui-driver.js';
import { TanStackPeer } from './ag-ui-tanstack-peer.js';
import { until } from './socket-server.js';

describe('AG-UI at the servers of others', () => {
  describe('aimock', () => {
    let mock: AGUIMock;
    let server: Server;
    let session: AgentSession;

    beforeEach(async () => {
      mock = new AGUIMock();
      // Its own server waits for connections that are kept alive; this one does not.
      server = createServer((request, response) => void mock.handleRequest(request, response, '/'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });

    afterEach(async () => {
      await session.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    const open = (clientTools?: ClientTools) => {
      session = new AgentSession(
        agUi({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }),
        { clientTools },
      );
    };
    const ended = (runs = 1) =>
      until(() => session.snapshot().runs.filter(({ outcome }) => outcome).length >= runs || undefined);
    const base = { threadId: 't', runId: 'r' };

    it('issue 8, 3: send, stream and reasoning', async () => {
      mock.onMessage('hello', 'Hello from the mock.', { delayMs: 1 });
      mock.onReasoning('think', 'I think so.');
      open();
      expect(await session.send({ text: 'hello' })).to.deep.equal({ status: 'accepted' });
      await ended();
      expect(session.snapshot().messages.at(-1)?.['text']).to.equal('Hello from the mock.');
      await session.send({ text: 'think' });
      await ended(2);
      const [, turn] = session.snapshot().turns;
      expect(JSON.stringify(turn)).to.contain('I think so.');
    });

    it('issue 8, 3: a tool of the agent, with its result', async () => {
      mock.onToolCall('weather', 'get_weather', '{"city":"Bern"}', { result: '{"sky":"clear"}' });
      open();
      await session.send({ text: 'weather' });
      await ended();
      const [tool] = session.snapshot().tools;
      expect(tool).to.deep.include({
        name: 'get_weather',
        args: { city: 'Bern' },
        state: 'output-available',
      });
      expect(tool?.['output']).to.deep.equal({ sky: 'clear' });
    });

    it('issue 8, 3: a tool of the page, run between two requests', async () => {
      mock.onPredicate(
        ({ messages = [] }) => messages.at(-1)?.role === 'tool',
        [
          { type: 'RUN_STARTED', ...base },
          { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'Added.' },
          { type: 'RUN_FINISHED', ...base },
        ],
      );
      mock.onToolCall('add milk', 'add', '{"title":"milk"}');
      const tools = new FakeTools();
      open(tools);
      await session.send({ text: 'add milk' });
      await until(() => session.snapshot().messages.some(({ text }) => text === 'Added.') || undefined);
      expect(tools.calls.map(({ name, argumentsText }) => [name, argumentsText])).to.deep.equal([
        ['add', '{"title":"milk"}'],
      ]);
    });

    for (const decision of ['approve', 'reject'] as const) {
      it(`issue 8, 3: an interrupt, answered with ${decision}`, async () => {
        mock.onPredicate(
          ({ resume }) => resume?.length === 1,
          [
            { type: 'RUN_STARTED', ...base },
            { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'Understood.' },
            { type: 'RUN_FINISHED', ...base },
          ],
        );
        mock.onRun('delete it', [
          { type: 'RUN_STARTED', ...base },
          { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'delete' },
          { type: 'TOOL_CALL_END', toolCallId: 'c' },
          {
            type: 'RUN_FINISHED',
            ...base,
            outcome: {
              type: 'interrupt',
              interrupts: [{ id: 'i', reason: 'tool_call', toolCallId: 'c', message: 'Delete?' }],
            },
          },
        ]);
        open();
        await session.send({ text: 'delete it' });
        await until(() => session.snapshot().approvals[0]);
        expect(await session.respond('i', decision)).to.deep.equal({ status: 'accepted' });
        await until(
          () => session.snapshot().messages.some(({ text }) => text === 'Understood.') || undefined,
        );
        expect(session.snapshot().approvals[0]).to.deep.include({
          state: 'resolved',
          decision: decision === 'approve' ? 'approved' : 'rejected',
        });
      });
    }

    it('issue 8, 3: state, an activity, a subagent and a failure', async () => {
      mock.onRun('work', [
        { type: 'RUN_STARTED', ...base },
        { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } },
        { type: 'ACTIVITY_SNAPSHOT', messageId: 'a', activityType: 'SEARCH', content: { query: 'x' } },
        { type: 'SUBAGENT_STARTED', subagentRunId: 's', name: 'helper' },
        { type: 'SUBAGENT_FINISHED', subagentRunId: 's' },
        { type: 'RUN_ERROR', message: 'The model is overloaded', code: 'OVERLOADED' },
      ]);
      open();
      await session.send({ text: 'work' });
      await ended();
      const { runs, agents, tasks } = session.snapshot();
      expect(runs[0]?.['outcome']).to.equal('failed');
      expect(JSON.stringify(runs[0])).to.contain('The model is overloaded');
      expect(agents[0]).to.deep.include({ agentId: 's', status: 'completed' });
      expect(tasks.map(({ taskId }) => taskId)).to.include('a');
    });
  });

  describe('TanStack AI', () => {
    it('issue 8: a durable stream that breaks off goes on after its last id, and nothing is doubled', async () => {
      for (const breakAfter of [2, 4, 6]) {
        const peer = await TanStackPeer.start(breakAfter);
        const session = new AgentSession(agUi({ url: peer.url }));
        try {
          await session.send({ text: 'hello' });
          await until(() => session.snapshot().runs.some(({ outcome }) => outcome) || undefined);
          const { runs, messages, sessions } = session.snapshot();
          expect(runs.map(({ outcome }) => outcome)).to.deep.equal(['success']);
          expect(messages.at(-1)?.['text']).to.equal('Grüße aus einem Strom, der hält.');
          expect(peer.asked[0]).to.equal('POST');
          expect(peer.asked[1]).to.match(/^GET memory:v1:/);
          expect(peer.asked).to.have.length(2);
          expect(sessions.some(({ stale }) => stale === true)).to.equal(false);
        } finally {
          await session.close();
          await peer.stop();
        }
      }
    });
  });
});
