import { expect } from 'chai';
import { npmBundle } from './npm-bundle.js';
import { packageJson, servedBundle } from './package-root.js';
import { openStaticPage, type StaticPage } from './static-page.js';

/** Two builds of this version, one of another, the small one and the loader, one after the other. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Copies</title><link rel="icon" href="data:,">
<script type="module" src="/page.js"></script>`;

const SCRIPT = `
window.addEventListener('error', ({ message }) => console.error(message));
const cdn = await import('/cdn/oui-elements.js');
const npm = await import('/npm/library.js');
const other = await import('/other/oui-elements.js');
const small = await import('/cdn/oui-surface.js');
await import('/cdn/autoload.js');
window.buses = new Set([cdn, npm, other, small].map(({ documentBus }) => documentBus())).size;
window.classes = new Set([cdn, npm, other].map(({ OuiSurface }) => OuiSurface)).size;
window.version = other.OuiSurface.version;

npm.defineElement('npm-surface', npm.OuiSurface);
npm.defineElement('npm-action', npm.OuiAction);
const done = (window.done = []);
function surface(tag, id) {
  const surface = document.createElement(tag + '-surface');
  Object.assign(surface, { surfaceId: id, name: id, description: 'A surface of a page with two copies.' });
  const action = document.createElement(tag + '-action');
  Object.assign(action, { actionId: 'go', description: 'Goes on.', input: { type: 'object', properties: {} }, handler: () => void done.push(id) });
  surface.append(action);
  document.body.append(surface);
}
surface('oui', 'first');
surface('npm', 'second');
// An action of one copy in a surface of the other.
document.querySelector('npm-surface').append(Object.assign(document.createElement('oui-action'),
  { actionId: 'mixed', description: 'Goes on.', input: { type: 'object', properties: {} }, handler: () => void done.push('mixed') }));

const [page, remote] = cdn.linkedTransports();
small.documentBus().connect(page);
const agent = (window.agent = new other.AgentRuntime());
await agent.connect(remote);
window.tools = () => agent.tools().map(({ surfaceId, actionId }) => surfaceId + '.' + actionId).sort().join(' ');

const events = [
  { type: 'run.started', payload: { userMessage: { id: 'u', text: 'asked' } } },
  { type: 'text.delta', messageId: 'm', payload: { delta: 'answered' } },
].map((event, index) => ({ sessionId: 's', runId: 'r', turnId: 't', sequence: index + 1, ...event }));
window.session = new npm.AgentSession(undefined, { sessionId: 's' });
window.session.dispatch(events);
const conversation = document.createElement('agent-conversation');
conversation.session = window.session;
document.body.append(conversation);
window.answer = () => conversation.shadowRoot.querySelector('.answer')?.textContent.trim();
// The tag of one copy, and a session of the other; it draws for no reason but facts.
window.tell = (title, sequence) => told.dispatch({ type: 'task.changed', sessionId: 's', taskId: 'job', sequence, payload: { title, status: 'running' } });
const told = new cdn.AgentSession(undefined, { sessionId: 's' });
window.tell('before', 1);
const capsule = Object.assign(document.createElement('agent-task-capsule'), { session: told });
document.body.append(capsule);
window.capsule = () => capsule.shadowRoot.textContent;
window.ready = true;`;

describe('two copies of the library on one page', function () {
  this.timeout(300_000);
  let opened: StaticPage;

  before(async () => {
    const otherVersion = Object.entries(servedBundle('oui-elements', '/other')).map(
      ([path, [type, code]]) => [path, [type, code.replaceAll(packageJson().version, '9.8.7')]] as const,
    );
    opened = await openStaticPage({
      '/': ['text/html', PAGE],
      '/page.js': ['text/javascript', SCRIPT],
      ...(await npmBundle()),
      ...servedBundle('oui-elements', '/cdn'),
      ...servedBundle('oui-surface', '/cdn'),
      ...servedBundle('autoload', '/cdn'),
      ...Object.fromEntries(otherVersion),
    });
    await opened.page.waitForFunction('window.ready').catch(() => expect.fail(opened.output.join('\n')));
  });

  after(() => opened.close());

  const tools = (expected: string) =>
    opened.page
      .waitForFunction(
        (wanted) => (window as unknown as { tools(): string }).tools() === wanted,
        { timeout: 20_000 },
        expected,
      )
      .catch(async () => expect(await opened.page.evaluate('window.tools()')).to.equal(expected));
  const invoke = async (surfaceId: string, actionId: string) => {
    const success = await opened.page.evaluate(
      `window.agent.invoke('${surfaceId}', '${actionId}', {}).then(({ success }) => success)`,
    );
    expect(success, surfaceId).to.equal(true);
  };

  it('known-failure 39 they are different, one of another version, and warn once in all', async () => {
    expect(await opened.page.evaluate('window.classes')).to.equal(3);
    expect(await opened.page.evaluate('window.version')).to.equal('9.8.7');
    const warnings = opened.output.filter((line) => !line.startsWith('Lit is in dev mode'));
    expect(warnings.map((line) => /^\[oui-elements\] (\S+):/.exec(line)?.[1] ?? line)).to.deep.equal([
      'elements:two_copies',
    ]);
  });

  it('OUI §8, 1 they share one bus: an agent of a third sees and works the surfaces of both', async () => {
    expect(await opened.page.evaluate('window.buses')).to.equal(1);
    await tools('first.go second.go second.mixed');
    await invoke('first', 'go');
    await invoke('second', 'go');
    await invoke('second', 'mixed');
    expect(await opened.page.evaluate('window.done')).to.deep.equal(['first', 'second', 'mixed']);
  });

  it('issue 9: a panel of one copy shows a session of another, and follows it', async () => {
    await opened.page.waitForFunction("window.answer() === 'answered'");
    await opened.page
      .evaluate(`window.session.dispatch({ type: 'text.delta', sessionId: 's', runId: 'r', turnId: 't',
      sequence: 3, messageId: 'm', payload: { delta: ' twice' } })`);
    await opened.page.waitForFunction("window.answer() === 'answered twice'");
  });

  it('issue 9: their signals see each other', async () => {
    await opened.page.waitForFunction("window.capsule().includes('before')");
    await opened.page.evaluate("window.tell('after', 2)");
    await opened.page.waitForFunction("window.capsule().includes('after')", { timeout: 5000 });
  });

  it('issue 9: removing every element of one copy keeps the other working', async () => {
    await opened.page.evaluate(
      "document.querySelectorAll('oui-surface, oui-action, agent-conversation').forEach((each) => each.remove())",
    );
    await tools('second.go');
    await invoke('second', 'go');
  });
});
