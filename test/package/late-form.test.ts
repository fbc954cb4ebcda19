import { expect } from 'chai';
import { servedBundle } from './package-root.js';
import { openStaticPage, type StaticPage } from './static-page.js';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Late form</title><link rel="icon" href="data:,">
<agent-approvals></agent-approvals>
<script type="module">
const { AgentSession } = await import('/cdn/oui-elements.js');
const session = new AgentSession(undefined, { sessionId: 's' });
const panel = document.querySelector('agent-approvals');
panel.session = session;
window.inside = (selector) => panel.shadowRoot.querySelector(selector);
window.send = () => window.inside('[data-decision="answer"]');
window.ask = () => session.dispatch({ type: 'action.required', sessionId: 's', runId: 'r', turnId: 't', sequence: 1, actionId: 'q',
  payload: { actionType: 'structured_input', title: 'How many?', decisions: ['answer', 'cancel'],
    schema: { type: 'object', properties: { count: { type: 'integer', default: 3 } } } } });
window.ready = true;
</script>`;

describe('the form of a question', function () {
  this.timeout(60_000);
  let opened: StaticPage;
  const fetched: string[] = [];

  before(async () => {
    opened = await openStaticPage({ '/': ['text/html', PAGE], ...servedBundle('oui-elements', '/cdn') });
    await opened.page.setRequestInterception(true);
    opened.page.on('request', (request) => {
      const isForm = request.url().includes('schema-form');
      if (isForm) fetched.push(request.url());
      void (isForm && fetched.length === 1 ? request.abort() : request.continue());
    });
    await opened.page.waitForFunction('window.ready').catch(() => expect.fail(opened.output.join('\n')));
  });

  after(() => opened.close());

  it('issue 9: is not fetched before one is drawn', () => {
    expect(fetched).to.deep.equal([]);
  });

  it('issue 9: when it cannot be fetched that is said, and sending fetches it again', async () => {
    await opened.page.evaluate('window.ask()');
    await opened.page.waitForFunction('window.send() && !window.send().disabled');
    expect(fetched).to.have.length(1);
    expect(opened.output.join('\n')).to.include('elements:not_loaded: <oui-schema-form>');
    await opened.page.evaluate('window.send().click()');
    await opened.page.waitForFunction("window.inside('oui-schema-form:defined') && !window.send().disabled");
    expect(fetched).to.have.length(2);
    expect(await opened.page.evaluate("window.inside('oui-schema-form').value")).to.deep.equal({ count: 3 });
  });
});
