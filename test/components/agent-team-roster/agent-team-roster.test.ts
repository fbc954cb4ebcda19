import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentTeamRoster } from 'oui-elements/components/agent-team-roster';
import 'oui-elements/define/agent-team-roster';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { button } from '../in-shadow.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

const ALL: readonly ControlKind[] = [
  'respond',
  'retry',
  'stop',
  'continue_agent',
  'close',
  'delegate',
  'wait',
  'assign',
  'request_review',
];

async function page(controls = ALL) {
  const script = new ScriptedSession('ses-1', controls);
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-team-roster lang="en" .session=${script.session}></agent-team-roster>
    </div>`,
  );
  const element: AgentTeamRoster = box.querySelector('agent-team-roster')!;
  let sequence = 100;
  const say = (...events: object[]) =>
    script.session.dispatch(events.map((event) => ({ sequence: ++sequence, ...event }) as AgentUiEvent));
  const agent = (agentId: string, payload: object, fields: object = {}) =>
    say({ type: 'agent.changed', agentId, ...fields, payload });
  const play = async (id: string, lines?: number) => {
    script.session.dispatch(scenario(id).slice(0, lines));
    await drawn();
  };
  return { script, element, say, agent, play };
}

const order = (element: Element) => findAll(element, '.teammate').map(({ dataset }) => dataset['id']);
const row = (element: Element, id: string) => find(element, `.teammate[data-id="${id}"]`);
const line = (element: Element, id: string) => find(element, `.teammate[data-id="${id}"] .teammate-line`);
const unfold = async (element: Element, id: string) => {
  find(element, `.teammate[data-id="${id}"] .unfold`).click();
  await drawn();
};
const control = (element: Element, id: string, name: string) => {
  const found = [...row(element, id).querySelectorAll('button')].find((each) => textOf(each) === name);
  if (!found) throw new Error(`${id} has no ${name}`);
  return found;
};

describe('<agent-team-roster>', () => {
  it('SF-TR-1 M-038 who needs the person and what failed stand above who works; idle and done come last', async () => {
    const { script, element, agent, say } = await page();
    agent('done', { status: 'running' });
    agent('idle', { status: 'idle' });
    agent('works', { status: 'running' });
    agent('waits', { status: 'waiting' });
    agent('reviews', { status: 'reviewing' });
    agent('asks', { status: 'running' });
    agent('plans', { status: 'plan_ready' });
    agent('breaks', { status: 'failed' });
    agent('ended', { status: 'killed' });
    say({ type: 'agent.completed', agentId: 'done', payload: { status: 'completed', durationMs: 3100 } });
    script.ask('q', { actionType: 'clarification', title: 'Which one?' }, { agentId: 'asks' });
    await drawn();
    expect(order(element)).to.deep.equal([
      ...['asks', 'plans', 'breaks', 'reviews', 'waits', 'works', 'idle', 'done', 'ended'],
    ]);
    expect(textOf(line(element, 'asks')), 'a waiting row never says "Running"').to.contain('Waiting for you');
    expect(textOf(line(element, 'asks'))).to.contain('Which one?');
    expect(textOf(line(element, 'done'))).to.contain('Done \u00b7 3.1 s');
    expect(textOf(find(element, '.summary'))).to.equal(
      '9 teammates \u00b7 2 need you \u00b7 1 failed \u00b7 1 running',
    );
    expect(element.matches(':state(attention)')).to.equal(true);
  });

  it('SF-TR-2 two teammates of one name are two, told apart by their ids', async () => {
    const { element, agent } = await page();
    agent('a-1', { status: 'running' }, { agentName: 'Ada' });
    agent('a-2', { status: 'running' }, { agentName: 'Ada' });
    await drawn();
    expect(findAll(element, '.teammate-line').map(textOf)).to.deep.equal([
      'A Ada a-1 Running',
      'A Ada a-2 Running',
    ]);
  });

  it('§3.11 a colour and a sign of its own are shown where they are no more than that', async () => {
    const { element, agent } = await page();
    agent('a', { status: 'running', color: '#1c5fd4', avatar: '\u{1f98a}' });
    agent(
      'b',
      { status: 'running', color: 'url(#x)', avatar: 'https://a.example/b.png' },
      { agentName: 'Bo Li' },
    );
    await drawn();
    expect(textOf(find(element, '[data-id="a"] .avatar'))).to.equal('\u{1f98a}');
    expect(find(element, '[data-id="a"] .avatar-ring rect').getAttribute('stroke')).to.equal('#1c5fd4');
    expect(textOf(find(element, '[data-id="b"] .avatar'))).to.equal('BL');
    expect(findAll(element, '[data-id="b"] .avatar-ring')).to.have.length(0);
  });

  it('SF-TR-3 AC-14 counts, limits and queues are facts of the team, and look like no failure', async () => {
    const { element, play } = await page();
    await play('AC-14', 2);
    const said = find(element, '.capacity');
    expect(textOf(said)).to.equal(
      '2 of 2 running \u00b7 1 queued \u00b7 Shares a limit with g1 \u00b7 Queued because: provider_limit',
    );
    expect(textOf(find(element, '.team'))).to.contain('Parallel workers Fanning out');
    const colour = getComputedStyle(said).color;
    expect(colour).to.equal(getComputedStyle(find(element, '.summary')).color);
    expect(findAll(element, '.trouble, [data-status="failed"]')).to.have.length(0);
  });

  it('AC-14 N-015 a retry runs, and the attempt that failed stays', async () => {
    const { element, play } = await page();
    await play('AC-14', 5);
    expect(order(element)[0]).to.equal('p-2');
    expect(row(element, 'p-2').dataset['state']).to.equal('failed');
    const { element: later, play: again } = await page();
    await again('AC-14');
    expect(textOf(line(later, 'p-2'))).to.contain('Running \u00b7 Attempt 2');
    await unfold(later, 'p-2');
    expect(findAll(later, '.attempts li').map(textOf)).to.deep.equal(['Attempt 1: Failed: query too broad']);
    expect(findAll(later, '.body .reason').map(textOf)).to.deep.equal(['retry']);
  });

  it('AC-12 M-024 a delegated question is answered where its teammate stands, and goes to its id', async () => {
    const { script, element, play } = await page();
    await play('AC-12');
    expect(row(element, 'ag-3').dataset['state']).to.equal('plan_ready');
    script.ask(
      'ac-3',
      { actionType: 'delegated_permission', title: 'May I push?' },
      { agentId: 'ag-3', agentName: 'Bo', runId: undefined },
    );
    await drawn();
    find(element, '[data-id="ag-3"] .cta').click();
    await drawn();
    expect(textOf(find(element, '[data-id="ag-3"] .card'))).to.contain('Asked by Bo');
    find(element, '[data-id="ag-3"] .card [data-decision="approve"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'respond', actionId: 'ac-3', decision: 'approve', payload: undefined },
    ]);
    expect(row(element, 'ag-3').dataset['state'], 'a request is no fact').to.equal('plan_ready');
  });

  it('AC-13 C11 known-failure 50 a notification ends nobody; four ends look different', async () => {
    const { element, play, say } = await page();
    await play('AC-13');
    expect(textOf(line(element, 'w-1'))).to.contain('Running \u00b7 Reported: Done');
    expect(textOf(find(element, '.team'))).to.contain('delivery Coordinator and workers');
    const ends = ['completed', 'failed', 'timed_out', 'cancelled'];
    say(...ends.map((status) => ({ type: 'agent.completed', agentId: status, payload: { status } })));
    await drawn();
    const looks = ends.map((id) => {
      const { status } = row(element, id).dataset;
      return `${status} ${textOf(find(element, `[data-id="${id}"] .state`))}`;
    });
    expect(new Set(looks).size).to.equal(4);
  });

  it('M-035 M-036 M-057 all that is known of a teammate, its lineage, and of the rest why it is not', async () => {
    const { element, say } = await page();
    say(
      {
        type: 'agent.spawned',
        agentId: 'a',
        agentName: 'Ada',
        teamName: 'delivery',
        parentSessionId: 'ses-1',
        sessionId: 'ses-a',
        payload: {
          role: 'writer',
          model: 'large-2',
          source: 'human',
          policy: { mode: 'ask' },
          usage: { tokens: 9000 },
        },
      },
      { type: 'agent.changed', agentId: 'b', payload: { model: null } },
    );
    await drawn();
    await unfold(element, 'a');
    await unfold(element, 'b');
    const facts = (id: string) =>
      Object.fromEntries(
        [...row(element, id).querySelectorAll<HTMLElement>('.fact')].map((each) => [
          each.dataset['fact'],
          [textOf(each.querySelector('dd')!), each.dataset['fallback']],
        ]),
      );
    expect(facts('a')).to.deep.equal({
      agentId: ['a', undefined],
      role: ['writer', undefined],
      source: ['Person', undefined],
      model: ['large-2', undefined],
      policy: ['mode ask', undefined],
      teamName: ['delivery', undefined],
      parentSessionId: ['ses-1', undefined],
      sessionId: ['ses-a', undefined],
      usage: ['9K tokens', undefined],
    });
    expect(facts('b')).to.deep.include({
      agentName: ['Unknown', 'unknown'],
      role: ['Not provided', 'unavailable'],
      model: ['Not provided', 'unavailable'],
      parentSessionId: ['Unknown', 'unknown'],
    });
    expect(row(element, 'b').dataset['fallback']).to.equal('unknown');
  });

  const TOPOLOGIES: readonly (readonly [string, string])[] = [
    ['solo_run', 'One agent'],
    ['coordinator_team', 'Coordinator and workers'],
    ['parallel_workers', 'Parallel workers'],
    ['specialist_handoff', 'Specialist handoff'],
    ['review_team', 'Review team'],
    ['human_agent_board', 'People and agents on a board'],
    ['background_teammate', 'Background teammate'],
    ['remote_teammate', 'Remote teammate'],
  ];
  it('M-039 all eight ways of working together have a word and a drawing of their own, with or without a team', async () => {
    const { element, say } = await page();
    say({ type: 'task.changed', taskId: 't', topology: 'solo_run', payload: { status: 'running' } });
    say(
      ...TOPOLOGIES.slice(1).map(([topology]) => ({
        type: 'team.changed',
        teamId: topology,
        topology,
        payload: {},
      })),
    );
    await drawn();
    for (const [topology, word] of TOPOLOGIES)
      expect(textOf(find(element, `[data-topology="${topology}"]`))).to.equal(word);
    const drawings = findAll(element, '.topology-drawing path').map((path) => path.getAttribute('d'));
    expect(new Set(drawings).size).to.equal(8);
  });

  it('known-failure 34 who comes to need the person or fails is said once, politely; who did before is not', async () => {
    const { element, agent, say } = await page();
    agent('a', { status: 'failed' }, { agentName: 'Ada' });
    agent('b', { status: 'running' }, { agentName: 'Bo' });
    await drawn();
    const spoken = () => textOf(find(element, '[aria-live="polite"]'));
    expect(spoken()).to.equal('');
    say({ type: 'agent.completed', agentId: 'b', payload: { status: 'failed' } });
    await until(() => spoken() !== '');
    expect(spoken()).to.equal('Bo: Failed');
  });

  it('choosing one asks the host to open it; Space opens the row in place', async () => {
    const { script, element, agent } = await page();
    agent('a', { status: 'running' });
    await drawn();
    const asked: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => asked.push(`${kind} ${id}`));
    line(element, 'a').click();
    line(element, 'a').focus();
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: ' ' });
    await drawn();
    expect(asked).to.deep.equal(['agent a', 'agent a']);
    expect(findAll(element, '.body')).to.have.length(1);
    expect(script.requests).to.deep.equal([]);
  });

  it('j, k, arrows, Home and End go through the list, which is one stop of the tab key', async () => {
    const { element, agent } = await page();
    for (const id of ['a', 'b', 'c']) agent(id, { status: 'running' });
    await drawn();
    const at = () =>
      (element.shadowRoot!.activeElement as HTMLElement).closest<HTMLElement>('.teammate')?.dataset['id'];
    line(element, 'a').focus();
    const seen: (string | undefined)[] = [];
    for (const press of ['j', 'ArrowDown', 'j', 'k', 'Home', 'End', 'ArrowUp']) {
      await sendKeys({ press });
      seen.push(at());
    }
    expect(seen).to.deep.equal(['b', 'c', 'c', 'b', 'a', 'c', 'b']);
    await drawn();
    expect(findAll(element, '.teammate-line').map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, 0, -1]);
  });

  it('N-028 a row that moves keeps the focus, and none moves while somebody writes in it', async () => {
    const { element, agent } = await page();
    for (const id of ['a', 'b', 'c']) agent(id, { status: 'running' });
    await drawn();
    line(element, 'c').focus();
    agent('c', { status: 'failed' });
    await drawn();
    expect(order(element)).to.deep.equal(['c', 'a', 'b']);
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 'c'));
    await unfold(element, 'a');
    const field = find<HTMLInputElement>(element, '[data-id="a"] .say input');
    field.focus();
    await sendKeys({ type: 'hel' });
    agent('b', { status: 'needs_input' });
    await drawn();
    await sendKeys({ type: 'lo' });
    expect(order(element)).to.deep.equal(['c', 'a', 'b']);
    expect([field.value, element.shadowRoot!.activeElement]).to.deep.equal(['hello', field]);
  });

  it('W6 what is said to a teammate stays until its owner has it; a refusal keeps it', async () => {
    const { script, element, agent } = await page();
    agent('a', { status: 'running' }, { agentName: 'Ada' });
    await drawn();
    await unfold(element, 'a');
    const field = find<HTMLInputElement>(element, '.say input');
    const type = async (text: string) => {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await drawn();
    };
    script.receipt = { status: 'rejected', reason: 'she is away' };
    await type('Also the docs');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    expect(script.requests, 'known-failure 30').to.deep.equal([]);
    control(element, 'a', 'Send').click();
    await drawn();
    expect(textOf(find(element, '.trouble'))).to.equal('That did not work: she is away');
    expect(field.value).to.equal('Also the docs');
    script.receipt = { status: 'accepted' };
    control(element, 'a', 'Send').click();
    await drawn();
    expect([field.value, field.readOnly]).to.deep.equal(['Also the docs', true]);
    expect(script.requests).to.deep.equal([
      { kind: 'continue_agent', agentId: 'a', text: 'Also the docs' },
      { kind: 'continue_agent', agentId: 'a', text: 'Also the docs' },
    ]);
    agent('a', { status: 'running', currentTask: 'Docs' });
    await drawn();
    expect([field.value, field.readOnly]).to.deep.equal(['', false]);
  });

  it('W8 W24 pause, stop, resume, close: asked for once, and no fact before its owner speaks', async () => {
    const { script, element, agent } = await page();
    agent('a', { status: 'running' });
    await drawn();
    await unfold(element, 'a');
    const pause = control(element, 'a', 'Pause');
    pause.click();
    pause.click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'stop', mode: 'pause', agentId: 'a' }]);
    expect(textOf(find(element, '[data-write]'))).to.equal('Asked for; its owner has not answered yet');
    expect(findAll(element, '[data-write]'), 'said once').to.have.length(1);
    expect([row(element, 'a').dataset['state'], pause.disabled]).to.deep.equal(['running', true]);
    agent('a', { status: 'paused' });
    await drawn();
    expect(row(element, 'a').dataset['state']).to.equal('paused');
    control(element, 'a', 'Resume').click();
    await drawn();
    agent('a', { status: 'idle' });
    await drawn();
    control(element, 'a', 'Stop').click();
    control(element, 'a', 'Close').click();
    await drawn();
    expect(script.requests.slice(1)).to.deep.equal([
      { kind: 'continue_agent', mode: 'resume', agentId: 'a' },
      { kind: 'stop', agentId: 'a' },
      { kind: 'close', agentId: 'a' },
    ]);
  });

  it('W8 a stop can take along those that the teammate started', async () => {
    const { script, element, agent } = await page();
    agent('a', { status: 'running' });
    agent('b', { status: 'running', parentAgentId: 'a' });
    await drawn();
    await unfold(element, 'a');
    find<HTMLInputElement>(element, '.check input').click();
    await drawn();
    control(element, 'a', 'Stop').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'stop', agentId: 'a', cascade: true }]);
  });

  it('W7 a wait is for one, or for all who work', async () => {
    const { script, element, agent } = await page();
    agent('a', { status: 'running' });
    agent('b', { status: 'running' });
    agent('c', { status: 'running', source: 'human' });
    await drawn();
    button(element, 'Wait for all').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'wait', agentIds: ['a', 'b'] }]);
    await unfold(element, 'a');
    expect(control(element, 'a', 'Wait for it').disabled).to.equal(true);
    expect(findAll(element, '[data-write]')).to.have.length(1);
  });

  it('W5 delegated work stands unlinked until somebody starts; refused, it can be sent again or edited', async () => {
    const { script, element, say } = await page();
    say({ type: 'team.changed', teamId: 'team-1', teamName: 'Delivery', payload: {} });
    await drawn();
    const ask = async () => {
      find(element, '[data-verb="delegate"]').click();
      await drawn();
      const field = find<HTMLTextAreaElement>(element, '.delegate textarea');
      if (field.value === '') {
        field.value = 'Find sources';
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      await drawn();
      find<HTMLButtonElement>(element, '.delegate [data-control="delegate"]').click();
      await drawn();
    };
    script.receipt = { status: 'rejected', reason: 'the team is full' };
    await ask();
    expect(textOf(find(element, '.asked'))).to.contain('Find sources');
    expect(textOf(find(element, '.asked'))).to.contain('That did not work: the team is full');
    button(element, 'Edit').click();
    await drawn();
    expect(find<HTMLTextAreaElement>(element, '.delegate textarea').value).to.equal('Find sources');
    script.receipt = { status: 'accepted' };
    find<HTMLButtonElement>(element, '.delegate [data-control="delegate"]').click();
    await drawn();
    expect(find(element, '.asked').dataset['write']).to.equal('awaiting-confirmation');
    expect(order(element)).to.deep.equal([]);
    expect(script.requests.at(-1)).to.include({ kind: 'delegate', prompt: 'Find sources' });
    script.emit('agent.spawned', { agentId: 'new', runId: undefined }, { status: 'running' });
    await drawn();
    expect(findAll(element, '.asked')).to.have.length(0);
    expect(order(element)).to.deep.equal(['new']);
  });

  it('W9 W10 W20 work is given, a review asked for, a failure tried again', async () => {
    const { script, element, agent, say } = await page();
    say({ type: 'task.changed', workItemId: 'wi-1', payload: { title: 'Ship', status: 'open' } });
    agent('a', { status: 'running' });
    say(
      { type: 'agent.completed', agentId: 'b', taskId: 'tk-b', payload: { status: 'completed' } },
      { type: 'agent.completed', agentId: 'c', payload: { status: 'failed', error: 'no disk' } },
    );
    await drawn();
    for (const id of ['a', 'b', 'c']) await unfold(element, id);
    find<HTMLSelectElement>(element, '[data-id="a"] select').value = 'wi-1';
    control(element, 'a', 'Assign').click();
    control(element, 'b', 'Request review').click();
    control(element, 'c', 'Try again').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'assign', workItemId: 'wi-1', assignee: 'a' },
      { kind: 'request_review', targetId: 'tk-b', targetKind: 'task' },
      { kind: 'retry', agentId: 'c' },
    ]);
  });

  it('W9 a refused assignment says why; W6 who failed can be told to go on, who was closed cannot', async () => {
    const { script, element, agent, say } = await page();
    say({ type: 'task.changed', workItemId: 'wi-1', payload: { title: 'Ship', status: 'open' } });
    agent('a', { status: 'running' });
    say(
      { type: 'agent.completed', agentId: 'b', payload: { status: 'failed' } },
      { type: 'agent.completed', agentId: 'c', payload: { status: 'closed' } },
    );
    await drawn();
    for (const id of ['a', 'b', 'c']) await unfold(element, id);
    script.receipt = { status: 'rejected', reason: 'the board is frozen' };
    find<HTMLSelectElement>(element, '[data-id="a"] select').value = 'wi-1';
    control(element, 'a', 'Assign').click();
    await drawn();
    expect(textOf(find(element, '[data-id="a"] .trouble'))).to.equal(
      'That did not work: the board is frozen',
    );
    expect(findAll(element, '[data-id="b"] .say input')).to.have.length(1);
    expect(findAll(element, '[data-id="c"] .say')).to.have.length(0);
  });

  it('M-028 what is written to a teammate stays with its session', async () => {
    const { script, element, agent } = await page();
    agent('a', { status: 'running' });
    const other = new ScriptedSession('ses-2', ALL);
    other.session.dispatch({ type: 'agent.changed', agentId: 'a', payload: { status: 'running' } });
    await drawn();
    await unfold(element, 'a');
    const field = () => find<HTMLInputElement>(element, '.say input');
    field().focus();
    await sendKeys({ type: 'secret plan' });
    element.session = other.session;
    await drawn();
    expect(field().value).to.equal('');
    element.session = script.session;
    await drawn();
    expect(field().value).to.equal('secret plan');
  });

  it('what the runtime cannot do is not offered, and people are not operated', async () => {
    const { element, agent } = await page(['stop']);
    agent('a', { status: 'running' });
    agent('b', { status: 'active', source: 'human' });
    await drawn();
    await unfold(element, 'a');
    await unfold(element, 'b');
    expect([...row(element, 'a').querySelectorAll('.buttons button')].map(textOf)).to.deep.equal([
      'Open transcript',
      'Pause',
      'Stop',
    ]);
    expect([...row(element, 'b').querySelectorAll('.buttons button')].map(textOf)).to.deep.equal([
      'Open transcript',
    ]);
    expect(textOf(find(element, '[data-id="b"] .state'))).to.equal('active');
    expect(findAll(element, '[data-verb="delegate"], .bar [data-control]')).to.have.length(0);
  });

  it('a host can take a request over', async () => {
    const { script, element, agent } = await page();
    agent('a', { status: 'running' });
    await drawn();
    await unfold(element, 'a');
    element.addEventListener('agent-pause-request', (event) => {
      expect(event.work).to.deep.equal({ agentId: 'a' });
      event.preventDefault();
    });
    control(element, 'a', 'Pause').click();
    await drawn();
    expect(script.requests).to.deep.equal([]);
  });

  it('idle ones beyond three fold, and an update of one of two hundred touches no other', async () => {
    const { element, agent } = await page();
    for (let i = 0; i < 200; i++) agent(`w-${i}`, { status: i < 190 ? 'running' : 'idle' });
    await until(() => order(element).length === 193);
    expect(textOf(find(element, '[data-fold="idle"]'))).to.equal('7 more idle');
    find(element, '[data-fold="idle"]').click();
    await until(() => order(element).length === 200);
    const touched = new Set<string | undefined>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const near = target instanceof Element ? target : target.parentElement!;
        touched.add(near.closest<HTMLElement>('.teammate')?.dataset['id']);
      }
    });
    observer.observe(element.shadowRoot!, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    agent('w-7', { status: 'running', currentTask: 'Build' });
    await drawn();
    observer.disconnect();
    expect([...touched]).to.deep.equal(['w-7']);
  });

  it('known-failure 42 43 hostile names, faces, colours and words are words, and fetch nothing', async () => {
    const { element, agent } = await page();
    let hits = 0;
    (window as unknown as { hit: () => void }).hit = () => hits++;
    const before = performance.getEntriesByType('resource').length;
    for (const [i, text] of HOSTILE.entries())
      agent(
        `k${i}`,
        {
          status: i % 2 ? 'failed' : text,
          role: text,
          source: text,
          model: text,
          policy: { html: text },
          avatar: 'https://tracker.example/a.png',
          color: 'url(https://tracker.example/c)',
          currentTask: text,
          reason: text,
        },
        { agentName: text, teamName: text, topology: text },
      );
    await drawn();
    await until(() => findAll(element, '.unfold').length === HOSTILE.length);
    for (const each of findAll(element, '.unfold')) each.click();
    await drawn();
    expect(findAll(element, '.teammate')).to.have.length(HOSTILE.length);
    expect(findAll(element, 'script, iframe, img, object, embed, a, style')).to.have.length(0);
    expect(hits).to.equal(0);
    expect(performance.getEntriesByType('resource').length).to.equal(before);
  });

  it('says what fills it while there is nobody', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('Teammates appear here when the agent starts some.');
    expect(element.matches(':state(empty)')).to.equal(true);
  });

  it('known-failure E is accessible in every look', async () => {
    const { script, element, play, agent, say } = await page();
    await play('AC-13');
    await play('AC-14');
    agent('a', { status: 'paused', source: 'human' }, { agentName: 'Maria' });
    agent('r', { status: 'auth_required', source: 'remote' });
    for (let i = 0; i < 5; i++) agent(`i-${i}`, { status: 'idle' });
    say({ type: 'task.changed', workItemId: 'wi-1', payload: { title: 'Ship', status: 'open' } });
    script.ask('q', { severity: 'high' }, { agentId: 'w-1', runId: undefined });
    await drawn();
    for (const each of findAll(element, '.unfold')) each.click();
    find(element, '[data-verb="delegate"]').click();
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
