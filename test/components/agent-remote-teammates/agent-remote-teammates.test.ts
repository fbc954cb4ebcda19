import { expect, fixture, html } from '@open-wc/testing';
import type { AgentRemoteTeammates } from 'oui-elements/components/agent-remote-teammates';
import 'oui-elements/define/agent-remote-teammates';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { button } from '../in-shadow.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

async function page(controls: readonly ControlKind[] = ['respond', 'stop', 'continue_agent', 'retry']) {
  const script = new ScriptedSession('ses-1', controls);
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-remote-teammates lang="en" .session=${script.session}></agent-remote-teammates>
    </div>`,
  );
  const element: AgentRemoteTeammates = box.querySelector('agent-remote-teammates')!;
  let sequence = 100;
  const say = async (...events: object[]) => {
    script.session.dispatch(events.map((event) => ({ sequence: ++sequence, ...event }) as AgentUiEvent));
    await drawn();
  };
  const play = async (id: string, lines?: number) => {
    script.session.dispatch(scenario(id).slice(0, lines));
    await drawn();
  };
  const open = async (id: string) => {
    find(element, `[data-id="${id}"] .unfold`).click();
    await drawn();
  };
  return { script, element, say, play, open };
}

const remote = (agentId: string, payload: object, fields: object = {}) => ({
  ...{ type: 'agent.changed', agentId, agentSource: 'remote', remoteTaskId: `far-${agentId}`, ...fields },
  payload,
});
const task = (taskId: string, agentId: string, status: string) => ({
  ...{ type: 'task.changed', taskId, agentId, remoteTaskId: `far-${agentId}` },
  payload: { status },
});
const row = (element: Element, id: string) => find(element, `.teammate[data-id="${id}"]`);
const fact = (element: Element, name: string) => textOf(find(element, `[data-fact="${name}"] dd`));

describe('<agent-remote-teammates>', () => {
  it('SF-RM-1 AC-19 what a remote agent needs is asked here, first, and its answer keeps the ids', async () => {
    const { script, element, play, say } = await page();
    await play('AC-19', 3);
    await say(remote('other', { status: 'working' }), task('tk', 'other', 'working'));
    expect(findAll(element, '.teammate').map(({ dataset }) => dataset['id'])).to.deep.equal([
      'rm-1',
      'other',
    ]);
    expect(row(element, 'rm-1').dataset['status']).to.equal('needs-you');
    expect(element.matches(':state(attention)')).to.equal(true);
    find(element, '.cta').click();
    await drawn();
    const card = find(element, '.card');
    expect(card.dataset['id']).to.equal('ac-9');
    // The form is fetched when it is first drawn.
    await until(() => !button(element, 'Send answer').disabled);
    button(element, 'Send answer').click();
    await until(() => script.requests.length > 0);
    expect(script.requests[0]).to.include({ kind: 'respond', actionId: 'ac-9', decision: 'answer' });
    expect(row(element, 'rm-1').dataset['status'], 'answered when its owner says so').to.equal('needs-you');
  });

  it('SF-RM-1 a secret is entered where secrets are entered: never here', async () => {
    const { script, element, say, open } = await page();
    await say(remote('bank', { status: 'working' }), task('tk', 'bank', 'auth_required'));
    script.ask(
      'q',
      { actionType: 'credential_request', title: 'Sign in', decisions: ['open_settings', 'cancel'] },
      { agentId: 'bank', runId: undefined },
    );
    await drawn();
    expect(textOf(find(element, '.state'))).to.equal('Needs you to sign in');
    await open('bank');
    expect(findAll(element, '.card input, .card textarea')).to.have.length(0);
    const asked: string[] = [];
    element.addEventListener('agent-settings-request', (event) => {
      asked.push(event.actionId);
      event.preventDefault();
    });
    find(element, '.card [data-decision="open_settings"]').click();
    expect(asked).to.deep.equal(['q']);
  });

  it('SF-RM-2 N-020 AC-19 an idle tick ends nothing, and neither does a line that is down', async () => {
    const { element, play, say, open } = await page();
    await play('AC-19', 4);
    await say({ type: 'action.resolved', actionId: 'ac-9', payload: { decision: 'answer' } });
    expect(row(element, 'rm-1').dataset['state']).to.equal('working');
    expect(textOf(find(element, '.state'))).to.equal('Working \u00b7 Idle now');
    await say({ type: 'agent.changed', agentId: 'rm-1', payload: { connection: 'disconnected' } });
    expect(row(element, 'rm-1').dataset['state']).to.equal('working');
    expect(row(element, 'rm-1').dataset['fallback']).to.equal('stale');
    expect(textOf(find(element, '.state'))).to.equal('Working \u00b7 Idle now \u00b7 Disconnected');
    await open('rm-1');
    expect([fact(element, 'agentState'), fact(element, 'connection')]).to.deep.equal([
      'Idle',
      'Disconnected',
    ]);
    expect(button(element, 'Cancel the task').disabled).to.equal(false);
  });

  it('SF-RM-3 AC-19 both ids are kept to the end, and what it made can be opened', async () => {
    const { element, play, open } = await page();
    await play('AC-19');
    expect(row(element, 'rm-1').dataset['state']).to.equal('completed');
    await open('rm-1');
    expect([fact(element, 'taskId'), fact(element, 'remoteTaskId'), fact(element, 'cardRef')]).to.deep.equal([
      'tk-9',
      'a2a-42',
      'card://design',
    ]);
    const opened: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => opened.push(`${kind} ${id}`));
    find(element, '.link').click();
    find(element, '.teammate-line').click();
    expect(opened).to.deep.equal(['artifact art-r', 'agent rm-1']);
    expect(findAll(element, '[data-control]')).to.have.length(0);
  });

  it('§3.19 a card, what it can do, its last messages; what is not told says why', async () => {
    const { element, say, open } = await page();
    await say(
      remote('a', {
        status: 'working',
        cardRef: 'card://a',
        connection: 'connected',
        capability: { name: 'Posters', skills: 'ink' },
        recentMessages: [{ role: 'agent', text: 'One' }, 'Two', { role: 'agent', content: 'Three' }, 'Four'],
      }),
      { type: 'agent.changed', agentId: 'b', agentSource: 'remote', payload: {} },
    );
    await open('a');
    expect(textOf(find(element, '[data-id="a"] .role'))).to.equal('Posters');
    expect(fact(element, 'capability')).to.equal('name Posters, skills ink');
    expect(findAll(element, '.messages li').map(textOf)).to.deep.equal(['Two', 'agent: Three', 'Four']);
    await open('b');
    const fallback = (name: string) =>
      find(element, `[data-id="b"] [data-fact="${name}"]`).dataset['fallback'];
    expect([
      fallback('cardRef'),
      fallback('remoteTaskId'),
      row(element, 'b').dataset['fallback'],
    ]).to.deep.equal(['unavailable', 'unknown', 'unknown']);
  });

  const STATES = 'submitted working input_required auth_required completed failed canceled rejected'.split(
    ' ',
  );
  it('§3.19 each state has its own words, and input that nobody asked for says so', async () => {
    const { element, say, open } = await page();
    await say(
      ...STATES.flatMap((status) => [
        remote(status, { status: 'working' }),
        task(`t-${status}`, status, status),
      ]),
    );
    expect(new Set(findAll(element, '.state').map(textOf)).size).to.equal(STATES.length);
    await open('input_required');
    expect(textOf(find(element, '[data-id="input_required"] [data-fallback="needs-input"]'))).to.equal(
      'It waits for input, and has not said which.',
    );
  });

  it('W6 W8 W20 say something, cancel, try again: asked for once, and no fact before the remote speaks', async () => {
    const { script, element, say, open } = await page();
    await say(remote('a', {}), task('t-a', 'a', 'working'), remote('b', {}), task('t-b', 'b', 'failed'));
    await open('a');
    await open('b');
    const field = find<HTMLInputElement>(element, '[data-id="a"] .say input');
    field.value = 'Warm, please';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn();
    button(element, 'Send').click();
    button(element, 'Try again').click();
    const cancel = button(element, 'Cancel the task');
    cancel.click();
    cancel.click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'continue_agent', agentId: 'a', text: 'Warm, please' },
      { kind: 'retry', taskId: 't-b' },
      { kind: 'stop', taskId: 't-a' },
    ]);
    expect([row(element, 'a').dataset['state'], cancel.disabled]).to.deep.equal(['working', true]);
  });

  it('known-failure 42 hostile cards, connections and messages are words, and nothing else', async () => {
    const { element, say } = await page();
    let hits = 0;
    (window as unknown as { hit: () => void }).hit = () => hits++;
    await say(
      ...HOSTILE.map((text, i) =>
        remote(
          `k${i}`,
          {
            status: text,
            cardRef: text,
            connection: text,
            capability: { name: text },
            recentMessages: [{ role: text, text }],
          },
          { agentName: text },
        ),
      ),
    );
    await until(() => findAll(element, '.unfold').length === HOSTILE.length);
    for (const each of findAll(element, '.unfold')) each.click();
    await drawn();
    expect(findAll(element, '.body')).to.have.length(HOSTILE.length);
    expect(findAll(element, 'script, iframe, img, object, embed, form, a, style')).to.have.length(0);
    expect(hits).to.equal(0);
  });

  it('says what fills it while there is none, and is accessible in every look (known-failure E)', async () => {
    const { script, element, say, play } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('Agents that live elsewhere appear here.');
    await play('AC-19', 5);
    await say(
      ...STATES.flatMap((status) => [
        remote(status, { status: 'idle' }),
        task(`t-${status}`, status, status),
      ]),
    );
    script.ask('q', {}, { agentId: 'working', runId: undefined });
    await drawn();
    for (const each of findAll(element, '.unfold')) each.click();
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
