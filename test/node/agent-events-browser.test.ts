import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import type { AgentUiEvent } from 'oui-elements/agent-ui';
import { AgentEventLog, serveAgentEvents } from 'oui-elements/node';
import type { AgentWorkbench } from 'oui-elements/components/agent-workbench';
import { WorkbenchPage } from './workbench-page.js';

/** An agent with a script, behind the server of this package. */
function scripted(server: Server): () => Promise<void> {
  const log = new AgentEventLog();
  const open = { runId: '', turnId: '', threadId: 'thread-1' };
  const say = (event: object) => log.append({ ...open, ...event } as AgentUiEvent);
  const answer = (text: string) => {
    say({ type: 'text.delta', messageId: `m-${open.runId}`, payload: { delta: text } });
    say({ type: 'text.final', messageId: `m-${open.runId}`, payload: { text } });
    say({ type: 'run.finished', payload: { outcome: 'success' } });
  };
  const served = serveAgentEvents(server, {
    path: '/agent',
    log,
    onControl(request) {
      if (request.kind === 'interrupt') say({ type: 'run.finished', payload: { outcome: 'cancelled' } });
      else if (request.kind === 'respond') {
        const { actionId, decision } = request;
        const yes = decision === 'approve';
        const toolCallId = actionId.replace(/:ask$/, '');
        say({ type: 'action.resolved', actionId, toolCallId, payload: { decision } });
        if (yes) say({ type: 'tool.result', toolCallId, payload: { outputPreview: 'gone' } });
        else say({ type: 'tool.failed', toolCallId, payload: { error: 'Not allowed.', cancelled: true } });
        answer(yes ? 'It was deleted.' : 'It was kept.');
      } else if (request.kind === 'send') {
        const { clientId, text } = request;
        open.runId = open.turnId = clientId;
        say({ type: 'run.started', payload: { clientId, userMessage: { id: `u-${clientId}`, text } } });
        const toolCallId = `call-${clientId}`;
        if (text === 'fail') {
          say({ type: 'run.failed', payload: { error: 'The model is overloaded.', code: 'overloaded' } });
        } else if (text === 'slow') {
          say({ type: 'text.delta', messageId: `m-${clientId}`, payload: { delta: 'Working ' } });
        } else if (text === 'tool') {
          say({ type: 'tool.started', toolCallId, payload: { name: 'look_up' } });
          say({ type: 'tool.result', toolCallId, payload: { outputPreview: 'the body' } });
          answer('Found.');
        } else if (text === 'delete') {
          say({ type: 'tool.started', toolCallId, payload: { name: 'delete_file' } });
          const title = 'Delete a.txt?';
          const decisions = ['approve', 'reject'];
          const payload = { actionType: 'tool_approval', title, decisions };
          say({ type: 'action.required', actionId: `${toolCallId}:ask`, toolCallId, payload });
          say({ type: 'run.status', phase: 'waiting', payload: { stage: 'action_required' } });
        } else answer(`You said: ${text}`);
      }
    },
  });
  return () => served.close();
}

describe('agent-events in a browser, with the server of this package', function () {
  this.timeout(60_000);
  let page: WorkbenchPage;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const server = createServer((_, response) => response.writeHead(404).end());
    close = scripted(server);
    const markup =
      '<agent-workbench src="/agent" protocol="agent-events" session-id="s" layout="chat"></agent-workbench>';
    page = await WorkbenchPage.open(markup, (request, response) => server.emit('request', request, response));
  });

  afterEach(async () => {
    expect(page.complaints).to.deep.equal([]);
    await close();
    await page.close();
  });

  const ended = (...wanted: string[]) =>
    page.until(({ runs }) => {
      const outcomes = runs.map(({ outcome }) => outcome);
      return outcomes.length === wanted.length && outcomes.every((outcome, at) => outcome === wanted[at]);
    });

  it('issue 8, 3: sends, streams, shows a tool call, asks twice, stops, and tells a failure', async () => {
    await page.say('Grüße');
    await ended('success');
    await page.shows('You said: Grüße');
    await page.say('tool');
    await ended('success', 'success');
    expect((await page.snapshot()).tools[0]).to.deep.include({
      state: 'output-available',
      output: 'the body',
    });
    for (const [decision, said] of [
      ['approve', 'It was deleted.'],
      ['reject', 'It was kept.'],
    ] as const) {
      await page.say('delete');
      await page.shows('Delete a.txt?');
      await page.decide(decision);
      await page.shows(said);
    }
    await page.say('slow');
    await page.until(({ messages }) => messages.at(-1)?.['text'] === 'Working ');
    await page.page.evaluate(() =>
      document.querySelector<AgentWorkbench>('agent-workbench')!.session!.interrupt(),
    );
    await ended('success', 'success', 'success', 'success', 'cancelled');
    await page.say('fail');
    await ended('success', 'success', 'success', 'success', 'cancelled', 'failed');
    await page.shows('The model is overloaded.');
  });

  it('issue 8, 3: a page of markup alone that is loaded again has its open approval back', async () => {
    await page.say('delete');
    await page.shows('Delete a.txt?');
    await page.page.reload();
    await page.shows('Delete a.txt?');
    expect((await page.snapshot()).approvals.map(({ state }) => state)).to.deep.equal(['pending']);
    await page.decide('approve');
    await page.shows('It was deleted.');
    await ended('success');
  });
});
