import { expect } from 'chai';
import { documentedServer, type DocumentedServer } from './ag-ui-documented-server.js';
import { WorkbenchPage } from './workbench-page.js';

const TODO = `
<oui-surface surface-id="todo-list" name="To-do list" description="The list.">
  <oui-action action-id="add_todo" for="add" description="Adds an item."></oui-action>
  <form id="add"><label>Title <input name="title" required></label><button>Add</button></form>
  <output id="added"></output>
</oui-surface>
<script>document.addEventListener('submit', (event) => {
  event.preventDefault();
  document.getElementById('added').textContent += new FormData(event.target).get('title');
});</script>`;
const PAGE = `<agent-workbench src="/agent" history-url="/agent/connect" protocol="ag-ui" session-id="thread" layout="chat" page-tools>
</agent-workbench>${TODO}`;

describe('a workbench in Chromium at the server of docs/connect-ag-ui.md', function () {
  this.timeout(60_000);
  let server: DocumentedServer;
  let page: WorkbenchPage;

  /** Runs that the server begins and does not end. */
  let stuck = false;

  beforeEach(async () => {
    server = await documentedServer();
    stuck = false;
    page = await WorkbenchPage.open(PAGE, (request, response) => {
      if (!stuck || request.method !== 'POST') return void server.listener(request, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of [
        { type: 'RUN_STARTED', threadId: 'thread', runId: 'stuck' },
        { type: 'TEXT_MESSAGE_START', messageId: 'stuck', role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'stuck', delta: 'Working ' },
      ])
        response.write(`data: ${JSON.stringify(event)}\n\n`);
    });
    await page.page.waitForFunction(
      `document.querySelector('agent-workbench').session.history.state === 'complete'`,
    );
  });

  afterEach(async () => {
    expect(page.complaints).to.deep.equal([]);
    await page.close();
    await server.stop();
  });

  const ended = (outcome: string) =>
    page.until(({ runs }) => runs.some((run) => run['outcome'] === outcome) || undefined);

  it('issue 8, 3: send and stream', async () => {
    await page.say('Grüße');
    await ended('success');
    await page.shows('You said: Grüße');
  });

  it('issue 8, 3: a tool of the page', async () => {
    await page.say('add milk');
    await page.shows('The page answered');
    expect(await page.page.evaluate(() => document.getElementById('added')!.textContent)).to.equal('milk');
    expect((await page.snapshot()).tools[0]).to.deep.include({ state: 'output-available' });
  });

  for (const [decision, said] of [
    ['approve', 'It was deleted.'],
    ['reject', 'It was kept.'],
  ] as const) {
    it(`issue 8, 3: a call of the agent that is asked about, answered with ${decision}`, async () => {
      await page.say('delete a.txt');
      await page.shows('Delete a.txt?');
      await page.decide(decision);
      await page.shows(said);
      const { runs, tools } = await page.snapshot();
      expect(runs.map(({ outcome }) => outcome)).to.deep.equal(['interrupt', 'success']);
      expect(tools[0]).to.deep.include({ name: 'delete_file', state: 'output-available' });
    });
  }

  it('issue 8, 3: a page that is loaded again has its open question back', async () => {
    await page.say('delete b.txt');
    await page.shows('Delete b.txt?');
    await page.page.reload();
    await page.shows('Delete b.txt?');
    expect((await page.snapshot()).approvals[0]).to.deep.include({ state: 'pending' });
    await page.decide('approve');
    await page.shows('It was deleted.');
    await page.page.reload();
    await page.shows('It was deleted.');
    expect((await page.snapshot()).approvals[0]).to.deep.include({ state: 'resolved', decision: 'approved' });
  });

  it('issue 8, 3: interrupt', async () => {
    stuck = true;
    await page.say('go on for ever');
    await page.shows('Working ');
    await page.page.evaluate(`document.querySelector('agent-workbench').session.interrupt()`);
    await ended('cancelled');
  });

  it('issue 8, 3: a failure', async () => {
    await page.say('fail');
    await ended('failed');
    await page.shows('The model is overloaded.');
  });
});
