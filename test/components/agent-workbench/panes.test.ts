import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentWorkbench } from 'oui-elements/components/agent-workbench';
import 'oui-elements/define/agent-workbench';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { documentBus } from 'oui-elements/page';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

const WIDTHS = { wide: '1300px', medium: '900px', narrow: '500px' } as const;

async function page(width: keyof typeof WIDTHS, layout: AgentWorkbench['layout'] = 'full') {
  const script = new ScriptedSession();
  const place = await fixture<HTMLElement>(html`<div></div>`);
  place.style.inlineSize = WIDTHS[width];
  place.style.blockSize = '600px';
  const element = document.createElement('agent-workbench');
  element.lang = 'en';
  element.layout = layout;
  element.style.blockSize = '100%';
  element.session = script.session;
  place.append(element);
  await element.updateComplete;
  await until(() => find(element, '.frame').dataset['width'] === width);
  return { script, element };
}

function team(script: ScriptedSession): void {
  script.emit('team.changed', { teamId: 'tm', teamName: 'Crew', topology: 'human_agent_board' }, {});
  for (const agentId of ['a', 'b'])
    script.emit(
      'agent.spawned',
      { agentId, agentName: `Agent ${agentId}`, teamId: 'tm' },
      { status: 'running' },
    );
  script.emit(
    'task.changed',
    { taskId: 'w', workItemId: 'w', teamId: 'tm' },
    { title: 'Write', status: 'open' },
  );
}

function artifact(script: ScriptedSession): void {
  script.emit(
    'artifact.created',
    { artifactId: 'art' },
    { title: 'Plan', kind: 'document', versionId: 'v1' },
  );
}

const panel = (element: AgentWorkbench) => find(element, '.workspace-panel > slot > *').localName;
const shown = (element: AgentWorkbench, selector: string) => element.shadowRoot!.querySelector(selector);

describe('the panes of <agent-workbench>', () => {
  it('§3.0 a chat alone has no other pane, and none is fetched', async () => {
    const { script, element } = await page('wide');
    script.start();
    script.say('Hello');
    await drawn();
    for (const pane of ['.rail', '.workspace', '.bar', '.grip'])
      expect(shown(element, pane), pane).to.equal(null);
  });

  it('workbench-ux from 1200 px a team stands at the beginning, and work is one press away at the end', async () => {
    const { script, element } = await page('wide');
    team(script);
    artifact(script);
    await until(() => shown(element, 'agent-team-roster')?.matches(':defined'));
    expect(shown(element, '.workspace')).to.equal(null);
    const bar = findAll(element, '.bar [data-surface]').map((button) => button.dataset['surface']);
    expect(bar).to.include.members(['artifact_workspace', 'work_board']);
    find(element, '.bar [data-surface="artifact_workspace"]').click();
    await drawn();
    expect(panel(element)).to.equal('agent-artifact-workspace');
    expect(find(element, '.workspace [aria-selected="true"]').dataset['surface']).to.equal(
      'artifact_workspace',
    );
    find(element, '.workspace .close').click();
    await drawn();
    expect(shown(element, '.workspace')).to.equal(null);
  });

  it('§1.6 the layout `team` opens with what shows the team’s way of working', async () => {
    const { script, element } = await page('wide', 'team');
    artifact(script);
    team(script);
    await until(() => shown(element, '.workspace'));
    expect(panel(element)).to.equal('agent-work-board');
  });

  it('workbench-ux from 768 px the panes lie over the conversation, one at a time, and Escape closes them', async () => {
    const { script, element } = await page('medium', 'team');
    team(script);
    await drawn();
    expect(shown(element, '.rail')).to.equal(null);
    find(element, '[data-pane="rail"]').click();
    await drawn();
    const main = find(element, '.main').getBoundingClientRect();
    expect(find(element, '.rail').getBoundingClientRect().left).to.equal(main.left);
    find(element, '.bar [data-surface="work_board"]').click();
    await drawn();
    expect(shown(element, '.rail')).to.equal(null);
    find(element, '.workspace').focus();
    await sendKeys({ press: 'Escape' });
    await drawn();
    expect(shown(element, '.workspace')).to.equal(null);
  });

  it('workbench-ux below 768 px an open pane takes the whole width', async () => {
    const { script, element } = await page('narrow');
    team(script);
    await drawn();
    find(element, '[data-pane="rail"]').click();
    await drawn();
    const width = (selector: string) => Math.round(find(element, selector).getBoundingClientRect().width);
    expect(width('.rail')).to.equal(width('.panes'));
  });

  it('workbench-ux F6 and Shift+F6 go from pane to pane, and nowhere when the host wants no shortcuts', async () => {
    const { script, element } = await page('wide', 'team');
    team(script);
    await until(() => shown(element, '.workspace'));
    const at = () =>
      (element.shadowRoot!.activeElement as HTMLElement)?.closest<HTMLElement>('[data-pane]')?.dataset[
        'pane'
      ];
    find(element, '.rail').focus();
    const seen: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      await sendKeys({ press: 'F6' });
      seen.push(at());
    }
    expect(seen).to.deep.equal(['transcript', 'composer', 'workspace', 'rail']);
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'F6' });
    await sendKeys({ up: 'Shift' });
    expect(at()).to.equal('workspace');
    element.withoutShortcuts = true;
    await drawn();
    await sendKeys({ press: 'F6' });
    expect(at()).to.equal('workspace');
  });

  it('workbench-ux the workspace is as wide as a person made it; a double click on the grip takes that back', async () => {
    const { script, element } = await page('wide', 'team');
    team(script);
    await until(() => shown(element, '.grip'));
    const width = () => Math.round(find(element, '.workspace').getBoundingClientRect().width);
    const before = width();
    find(element, '.grip').focus();
    await sendKeys({ press: 'ArrowLeft' });
    await drawn();
    expect(width()).to.equal(before + 24);
    const again = await page('wide', 'team');
    team(again.script);
    await until(() => shown(again.element, '.workspace'));
    expect(Math.round(find(again.element, '.workspace').getBoundingClientRect().width)).to.equal(before + 24);
    find(again.element, '.grip').dispatchEvent(new MouseEvent('dblclick'));
    await drawn();
    expect(Math.round(find(again.element, '.workspace').getBoundingClientRect().width)).to.equal(before);
  });

  it('SF-MSG-4 AC-08 an artifact that the conversation mentions opens in the workspace, unless the host does it', async () => {
    const { script, element } = await page('wide');
    script.start();
    artifact(script);
    await drawn();
    const mention = () => find(find(element, 'agent-conversation'), '[data-id="art"] button');
    element.addEventListener('agent-open-request', (event) => event.preventDefault(), { once: true });
    mention().click();
    await drawn();
    expect(shown(element, '.workspace')).to.equal(null);
    mention().click();
    await drawn();
    expect(panel(element)).to.equal('agent-artifact-workspace');
  });

  it('workbench-ux a teammate’s transcript takes the place of the conversation, and there is a way back', async () => {
    const { script, element } = await page('wide');
    team(script);
    await until(() => shown(element, 'agent-team-roster')?.matches(':defined'));
    const open = new Event('agent-open-request', { bubbles: true, composed: true, cancelable: true });
    find(element, 'agent-team-roster').dispatchEvent(Object.assign(open, { kind: 'agent', id: 'b' }));
    await drawn();
    expect(find(element, '.transcript > *').localName).to.equal('agent-teammate-transcript');
    expect(find(element, 'agent-teammate-transcript').getAttribute('agent-id')).to.equal('b');
    await until(() => shown(element, 'agent-teammate-transcript')!.matches(':defined'));
    await drawn();
    const close = new Event('agent-transcript-close-request', {
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    find(element, 'agent-teammate-transcript').dispatchEvent(close);
    expect(close.defaultPrevented).to.equal(true);
    await drawn();
    expect(shown(element, 'agent-conversation')).not.to.equal(null);
  });

  it('§3.0 `chat` has no panes whatever there is, and an open request is the host’s', async () => {
    const { script, element } = await page('wide', 'chat');
    team(script);
    artifact(script);
    await drawn();
    for (const pane of ['.rail', '.workspace', '.bar']) expect(shown(element, pane), pane).to.equal(null);
  });

  it('§3.0 it fills its room also where the page has made it a block', async () => {
    const { element } = await page('wide');
    element.style.display = 'block';
    await drawn();
    const height = (selector: string) => find(element, selector).getBoundingClientRect().height;
    expect(height('.frame')).to.equal(600);
    expect(height('.transcript')).to.be.above(300);
  });

  it('§3.1 what a host can give a composer it can give the workbench', async () => {
    const { element } = await page('narrow');
    const upload = () => Promise.resolve({ id: 'f' });
    const modes = [{ id: 'plan', label: 'Plan' }];
    Object.assign(element, { upload, modes, mentions: () => [], commands: () => [] });
    await drawn();
    const composer = find(element, 'agent-composer') as HTMLElement & Record<string, unknown>;
    expect(composer['upload']).to.equal(upload);
    expect(composer['modes']).to.equal(modes);
    expect(composer['mentions']).to.equal(element.mentions);
    expect(composer['commands']).to.equal(element.commands);
  });
});

describe('<agent-workbench page-tools>', () => {
  it('OUI-R10 the page is offered once, however often the workbench draws itself', async () => {
    const bus = documentBus();
    const before = bus.connections.length;
    const { element, script } = await page('narrow');
    element.pageTools = true;
    await until(() => script.session.clientTools);
    const tools = script.session.clientTools;
    await tools!.ready;
    expect(bus.connections).to.have.length(before + 1);
    for (let n = 0; n < 5; n++) {
      element.requestUpdate();
      await drawn();
    }
    expect(script.session.clientTools).to.equal(tools);
    expect(bus.connections).to.have.length(before + 1);
    element.pageTools = false;
    await drawn();
    expect(script.session.clientTools).to.equal(undefined);
    expect(bus.connections).to.have.length(before);
  });
});

describe('<agent-workbench oui-activity>', () => {
  it('OUI-R12 what another agent does to this page is shown as its tool calls, as long as it is asked for', async () => {
    const bus = documentBus();
    const surface = bus.register(
      {
        id: 'acted-on',
        name: 'Acted on',
        description: 'A place.',
        actions: [{ id: 'do_it', title: 'Do it', description: 'Does it.', input: { type: 'object' } }],
      },
      { do_it: () => 'done' },
    );
    const [pageEnd, agentEnd] = linkedTransports();
    const agent = new AgentRuntime();
    const connection = bus.connect(pageEnd, { name: 'Helper' });
    await agent.connect(agentEnd);
    const { element } = await page('narrow');
    element.ouiActivity = true;
    await agent.invoke('acted-on', 'do_it', {});
    await until(() => find(element, 'agent-conversation').shadowRoot!.querySelector('.tool .verb'));
    expect(textOf(find(find(element, 'agent-conversation'), '.tool .verb'))).to.equal('Do it');
    connection.disconnect();
    surface.unregister();
  });
});
