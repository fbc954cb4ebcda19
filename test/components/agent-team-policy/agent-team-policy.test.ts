import { expect, fixture, html } from '@open-wc/testing';
import type { AgentTeamPolicy } from 'oui-elements/components/agent-team-policy';
import type { AgentPolicyRequestEvent } from '../../../components/shared/team-request-events.js';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import 'oui-elements/define/agent-team-policy';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

const ALL: readonly ControlKind[] = ['edit.policy', 'stop', 'close', 'respond'];

async function page(controls = ALL) {
  const script = new ScriptedSession('s', controls);
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-team-policy lang="en" .session=${script.session}></agent-team-policy>
    </div>`,
  );
  const element: AgentTeamPolicy = box.querySelector('agent-team-policy')!;
  const nowhere = { runId: undefined, turnId: undefined };
  const session = (payload: object) =>
    script.emit('permission.changed', { sessionId: 's', ...nowhere }, payload);
  const decided = (agentId: string, payload: object) =>
    script.emit('permission.changed', { agentId, ...nowhere }, payload);
  const agent = (agentId: string, teamPolicy: object | undefined, payload: object = { status: 'running' }) =>
    script.emit(
      'agent.changed',
      { agentId, agentName: agentId.toUpperCase(), teamPolicy, ...nowhere },
      payload,
    );
  return { script, element, session, decided, agent };
}

const line = (element: Element, id: string) => find(element, `[data-id="${id}"] .teammate-line`);
const order = (element: Element) => findAll(element, '.policy').map(({ dataset }) => dataset['id']);

async function open(element: Element, id: string): Promise<void> {
  line(element, id).click();
  await drawn();
}

async function write(element: Element, name: string, value: string): Promise<void> {
  const field = find<HTMLInputElement>(element, `.wish [name="${name}"]`);
  field.value = value;
  field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input'));
  await drawn();
}

describe('<agent-team-policy>', () => {
  it('SF-TP-1 N-001 a policy is labelled as not a grant, whatever it says', async () => {
    const { element, agent } = await page();
    agent('a', { mode: 'auto', scope: { path: '**' }, expiresAt: '2999-01-01T00:00:00Z' });
    await drawn();
    expect(find(element, '.policy').dataset['state']).to.equal('policy-preview');
    expect(textOf(line(element, 'a'))).to.equal('A A auto Policy, not a grant');
    await open(element, 'a');
    const said = textOf(find(element, '.body'));
    expect(said).to.contain('Nothing has been granted by it.').and.to.not.contain('2999');
    expect(said, 'no reach before a decision').to.not.contain('Scope');
  });

  it('AC-20 what the session may do is a policy until somebody has decided', async () => {
    const { script, element } = await page();
    script.sink.push(scenario('AC-20') as AgentUiEvent[]);
    await drawn();
    expect(textOf(find(element, '.policy .teammate-line'))).to.equal(
      'This session ask-before-write Policy, not a grant',
    );
  });

  it('SF-TP-2 a grant shows its scope and its end after the fact, and not while its question waits', async () => {
    const { script, element, decided } = await page();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    script.ask('ac', { actionType: 'permission_grant' }, { agentId: 'a', runId: undefined });
    decided('a', {
      mode: 'auto',
      decision: 'ask',
      actionId: 'ac',
      scope: { path: 'docs' },
      expiresAt: until,
    });
    await drawn();
    expect(find(element, '.policy').dataset['state']).to.equal('requested');
    expect(textOf(find(element, '.grant'))).to.equal('Asked for; nobody has decided yet.');
    script.emit('action.resolved', { actionId: 'ac' }, { decision: 'approve', resolvedBy: 'user' });
    decided('a', { decision: 'allow' });
    await drawn();
    expect(find(element, '.policy').dataset['state']).to.equal('granted');
    expect(textOf(find(element, '.policy .state'))).to.match(/^Granted · until .*\d\d:\d\d$/);
    await open(element, 'a');
    expect(textOf(find(element, '.grant'))).to.match(/^Scope: path docs · until /);
  });

  it('SF-TP-2 that its time has passed ends no grant: it is marked, and its owner says when it is over', async () => {
    const { element, decided } = await page();
    decided('a', { decision: 'allow', expiresAt: '2020-01-01T00:00:00Z' });
    await drawn();
    expect(find(element, '.policy').dataset['state']).to.equal('granted');
    expect(textOf(find(element, '.state [data-fallback="stale"]'))).to.equal('may have expired');
    decided('a', { decision: 'expired' });
    await drawn();
    expect(textOf(find(element, '.policy .state'))).to.equal('Expired');
  });

  it('section 3.20 says what is not as for the session; who differs in nothing folds away', async () => {
    const { element, session, agent } = await page();
    session({ mode: 'ask', sandbox: 'workspace', planMode: true });
    agent('a', { mode: 'auto', sandbox: 'workspace', planMode: false });
    agent('b', { mode: 'ask' });
    agent('c', { mode: 'ask' }, { status: 'closed' });
    await drawn();
    expect(order(element)).to.deep.equal(['s', 'a']);
    expect(textOf(find(element, '.differs'))).to.equal('Differs: Mode, Plan mode');
    await open(element, 'a');
    expect(findAll(element, '.differences li').map(textOf)).to.deep.equal([
      'Mode: auto, session: ask',
      'Plan mode: false, session: true',
    ]);
    expect(textOf(find(element, '.fold'))).to.equal('2 more as usual');
    find(element, '.fold').click();
    await drawn();
    expect(order(element)).to.deep.equal(['s', 'a', 'b', 'c']);
  });

  it('section 3.20 waiver, retention, budget and limits are shown as they are told; a mode nobody told is unknown', async () => {
    const { element, decided } = await page();
    decided('a', {
      waiver: 'No second reader',
      retention: '30 days',
      budget: { used: 3, limit: 10, unit: 'USD' },
      decision: 'deny',
    });
    await drawn();
    expect(textOf(line(element, 'a')))
      .to.contain('Mode unknown')
      .and.to.contain('Denied');
    expect(find(element, '.policy').dataset['fallback']).to.equal('unknown');
    await open(element, 'a');
    const facts = Object.fromEntries(
      findAll(element, '.fact').map((fact) => [fact.dataset['fact'], textOf(fact.querySelector('dd')!)]),
    );
    expect(facts).to.deep.equal({
      mode: 'Unknown',
      budget: '3 of 10 USD',
      risk: 'Unknown',
      waiver: 'No second reader',
      retention: '30 days',
    });
  });

  it('M-024 M-038 an escalation stands first, names who asks, and is answered in place, for that teammate', async () => {
    const { script, element, session, agent } = await page();
    session({ mode: 'ask' });
    agent('a', { mode: 'ask' });
    script.ask(
      'ac',
      { actionType: 'delegated_permission', title: 'May A push?' },
      { agentId: 'a', agentName: 'Ada', runId: undefined },
    );
    await drawn();
    expect(order(element)).to.deep.equal(['a', 's']);
    expect(element.matches(':state(attention)')).to.equal(true);
    expect(textOf(find(element, '.card'))).to.contain('Asked by Ada');
    find(element, '.card [data-decision="approve"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'respond', actionId: 'ac', decision: 'approve', payload: undefined },
    ]);
    expect(find(element, '.policy').dataset['state'], 'an answer is no grant').to.equal('policy-preview');
  });

  it('W25 another policy is asked for with what is to change, typed as it was, and nothing changes by it', async () => {
    const { script, element, session, agent } = await page();
    session({ mode: 'ask' });
    agent('a', { mode: 'auto', planMode: false, budget: 5, sandbox: 'none' });
    await drawn();
    await open(element, 'a');
    await write(element, 'mode', 'ask');
    await write(element, 'planMode', 'true');
    await write(element, 'budget', '8');
    await write(element, 'sandbox', 'none');
    find(element, '.wish button').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'edit.policy', agentId: 'a', change: { mode: 'ask', planMode: true, budget: 8 } },
    ]);
    expect(textOf(find(element, '[data-id="a"] .mode'))).to.equal('auto');
    expect(find<HTMLButtonElement>(element, '.wish button').disabled, 'once').to.equal(true);
    expect(textOf(find(element, '[data-write]'))).to.equal('Asked for; its owner has not answered yet');
    agent('a', { mode: 'ask', planMode: true, budget: 8 });
    await drawn();
    find(element, '.fold').click();
    await drawn();
    expect(textOf(find(element, '[data-id="a"] .mode'))).to.equal('ask');
    expect(findAll(element, '[data-write]')).to.have.length(0);
  });

  it('W25 M-023 a refusal says why and keeps what was written; a host may take it over', async () => {
    const { script, element, agent } = await page();
    script.receipt = { status: 'rejected', reason: 'only the owner may' };
    agent('a', { mode: 'auto' });
    await drawn();
    await open(element, 'a');
    await write(element, 'mode', 'root');
    find(element, '.wish button').click();
    await drawn();
    expect(textOf(find(element, '.trouble'))).to.equal('That did not work: only the owner may');
    expect(find<HTMLInputElement>(element, '.wish [name="mode"]').value).to.equal('root');
    element.addEventListener('agent-policy-request', (event: AgentPolicyRequestEvent) => {
      expect(event.change).to.deep.equal({ agentId: 'a', change: { mode: 'root' } });
      event.preventDefault();
    });
    find(element, '.wish button').click();
    await drawn();
    expect(script.requests).to.have.length(1);
  });

  it('W8 a teammate can be stopped and closed from here; who has ended, and the session, cannot', async () => {
    const { script, element, session, agent } = await page();
    session({ mode: 'ask' });
    agent('a', { mode: 'auto' });
    agent('b', { mode: 'auto' }, { status: 'closed' });
    await drawn();
    await open(element, 'a');
    await open(element, 's');
    find(element, '.fold').click();
    await drawn();
    await open(element, 'b');
    expect(findAll(element, '[data-control]').map(({ dataset }) => dataset['control'])).to.deep.equal([
      'edit.policy',
      'stop',
      'close',
    ]);
    find(element, '[data-control="stop"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'stop', agentId: 'a' }]);
  });

  it('section 4.1 what the runtime cannot do is not offered', async () => {
    const { element, agent } = await page([]);
    agent('a', { mode: 'auto' });
    await drawn();
    await open(element, 'a');
    expect(findAll(element, '[data-control], form')).to.have.length(0);
  });

  it('200 teammates with a policy of their own: a page is drawn, and the rest is one press away', async () => {
    const { element, session, agent } = await page();
    session({ mode: 'ask' });
    for (let i = 0; i < 200; i++) agent(`a-${i}`, { mode: 'auto' });
    await drawn();
    expect(findAll(element, '.policy')).to.have.length(30);
    find(element, '[data-verb="more"]').click();
    await drawn();
    expect(findAll(element, '.policy')).to.have.length(60);
  });

  it('M-062 known-failure 42 whatever a policy says, it is text', async () => {
    const { element, decided } = await page();
    for (const [i, text] of HOSTILE.slice(0, 30).entries())
      decided(`id-${i}`, {
        mode: text,
        decision: text,
        scope: text,
        expiresAt: text,
        sandbox: { text },
        risk: text,
      });
    await drawn();
    for (const each of findAll(element, '.teammate-line')) each.click();
    await drawn();
    expect(findAll(element, 'img, script, iframe, a, [onerror], [onclick]')).to.have.length(0);
  });

  it('without a policy it says what fills it', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal(
      'What the session and its teammates may do appears here.',
    );
  });

  it('known-failure E no violation in any look', async () => {
    const { script, element, session, agent, decided } = await page();
    session({ mode: 'ask', retention: '30 days' });
    agent('a', { mode: 'auto', planMode: true, budget: 5 });
    decided('b', { decision: 'allow', expiresAt: '2999-01-01T00:00:00Z', scope: 'docs' });
    script.ask('ac', { title: 'May A?' }, { agentId: 'a', runId: undefined });
    await drawn();
    await open(element, 'b');
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
