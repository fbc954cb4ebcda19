import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { AgentSession } from 'oui-elements/agent-ui';
import type { AgentDelegationGraph } from 'oui-elements/components/agent-delegation-graph';
import 'oui-elements/define/agent-delegation-graph';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { button } from '../in-shadow.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

const ALL: readonly ControlKind[] = ['respond', 'retry', 'wait', 'continue_agent', 'stop'];

async function page(controls = ALL) {
  const script = new ScriptedSession('ses-1', controls);
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-delegation-graph lang="en" .session=${script.session}></agent-delegation-graph>
    </div>`,
  );
  const element: AgentDelegationGraph = box.querySelector('agent-delegation-graph')!;
  let sequence = 100;
  const say = async (...events: object[]) => {
    script.session.dispatch(events.map((event) => ({ sequence: ++sequence, ...event }) as AgentUiEvent));
    await drawn();
  };
  const play = async (id: string, lines?: number) => {
    script.session.dispatch(scenario(id).slice(0, lines));
    await drawn();
  };
  return { script, element, say, play };
}

const spawned = (agentId: string, more: object = {}, payload: object = {}) => ({
  type: 'agent.spawned',
  agentId,
  parentSessionId: 'ses-1',
  ...more,
  payload: { status: 'running', ...payload },
});

const node = (element: Element, key: string) =>
  find<SVGElement & HTMLElement>(element, `.node[data-id="${key}"]`);
const keys = (element: Element) => findAll(element, '.node').map(({ dataset }) => dataset['id']);
const click = async (target: Element) => {
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
  await drawn();
};
const viewBox = (element: Element) =>
  find(element, '.graph').getAttribute('viewBox')!.split(' ').map(Number) as [number, number, number, number];

describe('<agent-delegation-graph>', () => {
  it('SF-DG-1 M-036 AC-13 parents and children are told by ids, and are the same after hydration', async () => {
    const { script, element, play } = await page();
    await play('AC-13');
    expect(keys(element)).to.include.members(['session:ses-1', 'agent:w-1']);
    expect(find(element, '.edge[data-kind="spawn"]').dataset['id']).to.equal('spawn:session:ses-1>agent:w-1');
    await click(node(element, 'agent:w-1'));
    expect(textOf(find(element, '.detail')))
      .to.contain('Started by ses-1')
      .and.contain('ses-w1');
    const again = AgentSession.restore(script.session.serialize());
    element.session = again;
    await drawn();
    expect(find(element, '.edge[data-kind="spawn"]').dataset['id']).to.equal('spawn:session:ses-1>agent:w-1');
  });

  it('SF-DG-2 AC-14 a wait says how many have settled, and names who failed', async () => {
    const { element, play } = await page();
    await play('AC-14', 4);
    expect(textOf(find(element, '.fan-in'))).to.equal('wait-1 1 of 2 settled Waits for: all');
    expect(find(element, '.fan-in').dataset['state']).to.equal('waiting');
    const { element: after, play: playOn } = await page();
    await playOn('AC-14', 5);
    expect(textOf(find(after, '.fan-in'))).to.contain('2 of 2 settled \u00b7 failed: p-2');
    expect(find(after, '.fan-in').dataset['state']).to.equal('partial_failure');
    expect(node(after, 'task:wait-1').getAttribute('aria-label')).to.contain('failed: p-2');
    expect(node(after, 'agent:p-2').dataset['status']).to.equal('failed');
    const waits = findAll(after, '.edge[data-kind="wait"]');
    expect(waits.map(({ dataset }) => dataset['state'])).to.deep.equal(['settled', 'settled']);
  });

  it('SF-DG-3 the same facts are there as a list in words, children under their parents', async () => {
    const { element, say } = await page();
    await say(
      spawned('lead', { agentName: 'Lead' }),
      spawned('w', { agentName: 'Worker' }, { parentAgentId: 'lead', spawnReason: 'to look' }),
      {
        type: 'agent.handoff',
        handoffId: 'h',
        payload: { from: 'w', to: 'lead', reason: 'done', state: 'accepted' },
      },
    );
    button(element, 'Show as list').click();
    await drawn();
    expect(findAll(element, '.graph')).to.have.length(0);
    expect(textOf(find(element, '[data-id="agent:lead"] > .tree [data-id="agent:w"] .tree-line'))).to.equal(
      'Worker Running \u00b7 to look \u00b7 Handoff to: Lead (done)',
    );
    find(element, '[data-id="agent:w"] .tree-line').click();
    await drawn();
    expect(find(element, '.detail').dataset['id']).to.equal('agent:w');
  });

  it('§3.13 no edge is drawn from a likeness of names; who has no lineage stands alone and says so', async () => {
    const { element, say } = await page();
    await say(spawned('lead', { agentName: 'lead' }), {
      type: 'agent.changed',
      agentId: 'lead-2',
      agentName: 'lead helper',
      payload: { status: 'running' },
    });
    expect(findAll(element, '.edge')).to.have.length(1);
    const lost = node(element, 'agent:lead-2');
    expect(lost.dataset['fallback']).to.equal('unknown');
    expect(lost.getAttribute('aria-label')).to.contain('Lineage unknown');
    await click(lost);
    expect(find(element, '.detail [data-fact="lineage"]').dataset['fallback']).to.equal('unknown');
  });

  it('§3.13 who is known from a handoff alone says that nothing is known of how it stands, drawn and in the list', async () => {
    const { element, say } = await page();
    await say(spawned('lead'), {
      type: 'agent.handoff',
      handoffId: 'h',
      payload: { from: 'lead', to: 'planner', reason: 'next' },
    });
    const { state, fallback } = node(element, 'agent:planner').dataset;
    expect([state, fallback]).to.deep.equal([undefined, 'unknown']);
    button(element, 'Show as list').click();
    await drawn();
    expect(find(element, '.tree-node[data-id="agent:planner"]').dataset['fallback']).to.equal('unknown');
    expect(find(element, '.tree-node[data-id="agent:lead"]').dataset['fallback']).to.equal(undefined);
  });

  it('§3.13 each kind of edge has a line and words of its own, not a colour', async () => {
    const { element, say } = await page();
    await say(
      spawned('a'),
      spawned('b'),
      spawned('c'),
      { type: 'agent.handoff', handoffId: 'h', payload: { from: 'a', to: 'b', reason: 'next' } },
      { type: 'task.changed', taskId: 't', payload: { status: 'waiting', waitFor: ['b'] } },
      {
        type: 'review.requested',
        reviewId: 'r',
        payload: { reviewer: 'c', target: { kind: 'task', id: 't' } },
      },
    );
    const dashes = new Map(
      findAll(element, '.edge').map((edge) => [
        edge.dataset['kind'],
        edge.querySelector('.edge-line')!.getAttribute('stroke-dasharray'),
      ]),
    );
    expect([...dashes.keys()]).to.have.members(['spawn', 'handoff', 'wait', 'review']);
    expect(new Set(dashes.values()).size).to.equal(4);
    expect(findAll(element, '.legend-kind').map(textOf)).to.have.members([
      'Started',
      'Handoff to',
      'Waits for',
      'Reviews',
    ]);
    expect(textOf(find(element, '.edge[data-kind="wait"] .edge-label'))).to.equal('Waits for');
  });

  it('M-038 whose question waits does not look as if it ran', async () => {
    const { script, element, say } = await page();
    await say(spawned('a'));
    script.ask('q', { title: 'Which?' }, { agentId: 'a', runId: undefined });
    await drawn();
    expect(node(element, 'agent:a').dataset['status']).to.equal('needs-you');
  });

  it('two hundred are packed, drawn in one view, and an update of one touches no other', async () => {
    const { element, say } = await page();
    await say(
      spawned('lead'),
      ...Array.from({ length: 200 }, (_, i) => spawned(`w-${i}`, {}, { parentAgentId: 'lead' })),
    );
    await until(() => keys(element).length === 202);
    expect(findAll(element, '.pack')).to.have.length(1);
    expect(findAll(element, '.edge')).to.have.length(2);
    const { left, right, top, bottom } = find(element, '.graph').getBoundingClientRect();
    for (const each of findAll(element, '.node')) {
      const box = each.getBoundingClientRect();
      expect(box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom).to.equal(true);
    }
    const touched = new Set<string | undefined>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const near = target instanceof Element ? target : target.parentElement!;
        touched.add(near.closest<SVGElement>('.node')?.dataset['id']);
      }
    });
    observer.observe(element.shadowRoot!, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    await say({ type: 'agent.changed', agentId: 'w-7', payload: { status: 'idle' } });
    observer.disconnect();
    expect([...touched]).to.deep.equal(['agent:w-7']);
  });

  it('a subtree folds under its parent, and its edges with it', async () => {
    const { element, say } = await page();
    await say(
      spawned('lead'),
      spawned('a', {}, { parentAgentId: 'lead' }),
      spawned('b', {}, { parentAgentId: 'a' }),
      { type: 'task.changed', taskId: 't', payload: { status: 'waiting', waitFor: ['b'] } },
    );
    node(element, 'agent:lead').focus();
    await sendKeys({ press: ' ' });
    await drawn();
    expect(keys(element)).to.deep.equal(['session:ses-1', 'agent:lead', 'task:t']);
    expect(node(element, 'agent:lead').getAttribute('aria-expanded')).to.equal('false');
    expect(textOf(find(element, '.handle[data-of="agent:lead"]'))).to.equal('+2');
    expect(find(element, '.edge[data-kind="wait"]').dataset['id']).to.equal('wait:task:t>agent:lead');
    await click(find(element, '.handle[data-of="agent:lead"]'));
    expect(keys(element)).to.have.length(5);
  });

  it('a node with very many different children begins folded', async () => {
    const { element, say } = await page();
    const teams = Array.from({ length: 50 }, (_, i) => [
      spawned(`lead-${i}`, {}, { parentAgentId: 'chief' }),
      spawned(`w-${i}`, {}, { parentAgentId: `lead-${i}` }),
    ]).flat();
    await say(spawned('chief'), ...teams);
    expect(keys(element)).to.deep.equal(['session:ses-1', 'agent:chief']);
    expect(textOf(find(element, '.handle[data-of="agent:chief"]'))).to.equal('+100');
  });

  it('arrows go along the edges, and the graph is one stop of the tab key', async () => {
    const { element, say } = await page();
    await say(
      spawned('lead'),
      spawned('a', {}, { parentAgentId: 'lead' }),
      spawned('b', {}, { parentAgentId: 'lead' }),
    );
    expect(findAll(element, '.node').map((each) => each.getAttribute('tabindex'))).to.deep.equal([
      '0',
      '-1',
      '-1',
      '-1',
    ]);
    node(element, 'session:ses-1').focus();
    const seen: (string | undefined)[] = [];
    for (const press of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'Home']) {
      await sendKeys({ press });
      await drawn();
      seen.push((element.shadowRoot!.activeElement as HTMLElement | null)?.dataset['id']);
    }
    expect(seen[0]).to.equal('agent:lead');
    expect([seen[1], seen[2]]).to.have.members(['agent:a', 'agent:b']);
    expect(seen.slice(3)).to.deep.equal(['agent:lead', 'session:ses-1']);
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(find(element, '.detail').dataset['id']).to.equal('session:ses-1');
  });

  it('keys, buttons, ctrl and the wheel, and dragging zoom and move the view; the wheel alone is the page’s', async () => {
    const { element, say } = await page();
    await say(spawned('a'), spawned('b'));
    const first = viewBox(element);
    node(element, 'session:ses-1').focus();
    await sendKeys({ press: '+' });
    await drawn();
    expect(viewBox(element)[2]).to.be.below(first[2]);
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ up: 'Shift' });
    await drawn();
    const moved = viewBox(element);
    expect(moved[0]).to.be.above(first[0]);
    button(element, 'Show all').click();
    await drawn();
    expect(viewBox(element)).to.deep.equal(first);
    const graph = find(element, '.graph');
    const wheel = (ctrlKey: boolean) => {
      const event = new WheelEvent('wheel', { ctrlKey, deltaY: -100, bubbles: true, cancelable: true });
      graph.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([wheel(false), wheel(true)]).to.deep.equal([false, true]);
    await drawn();
    expect(viewBox(element)[2]).to.be.below(first[2]);
    const { left, top } = graph.getBoundingClientRect();
    const before = viewBox(element);
    await sendMouse({ type: 'move', position: [Math.round(left) + 30, Math.round(top) + 10] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [Math.round(left) + 90, Math.round(top) + 10] });
    await sendMouse({ type: 'up' });
    await drawn();
    expect(viewBox(element)[0]).to.be.below(before[0]);
    expect(findAll(element, '.detail'), 'a drag chooses nothing').to.have.length(0);
  });

  it('W6 W7 W20 of a chosen node: open, wait, say something, try again; no fact before its owner speaks', async () => {
    const { script, element, say } = await page();
    await say(spawned('a'), spawned('b'), {
      type: 'agent.completed',
      agentId: 'b',
      payload: { status: 'failed', error: 'no disk' },
    });
    const opened: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => opened.push(`${kind} ${id}`));
    await click(node(element, 'agent:a'));
    button(element, 'Open transcript').click();
    button(element, 'Wait for it').click();
    const field = find<HTMLInputElement>(element, '.say input');
    field.value = 'Hurry';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn();
    button(element, 'Send').click();
    await drawn();
    await click(node(element, 'agent:b'));
    expect(textOf(find(element, '.detail'))).to.contain('no disk');
    script.receipt = { status: 'rejected', reason: 'too late' };
    button(element, 'Try again').click();
    await drawn();
    expect(opened).to.deep.equal(['agent a']);
    expect(script.requests).to.deep.equal([
      { kind: 'wait', agentIds: ['a'] },
      { kind: 'continue_agent', agentId: 'a', text: 'Hurry' },
      { kind: 'retry', agentId: 'b' },
    ]);
    expect(textOf(find(element, '.trouble'))).to.equal('That did not work: too late');
    expect(node(element, 'agent:b').dataset['state']).to.equal('failed');
  });

  it('known-failure 42 hostile labels, reasons and kinds are words, and nothing else', async () => {
    const { element, say } = await page();
    let hits = 0;
    (window as unknown as { hit: () => void }).hit = () => hits++;
    await say(
      ...HOSTILE.map((text, i) =>
        spawned(`k${i}`, { agentName: text, parentSessionId: text }, { status: text, spawnReason: text }),
      ),
      ...HOSTILE.map((text, i) => ({
        type: 'task.changed',
        taskId: `t${i}`,
        payload: { title: text, status: text, waitFor: [`k${i}`], timeoutPolicy: text },
      })),
    );
    await click(findAll(element, '.node').at(-1)!);
    expect(
      findAll(element, 'script, iframe, img, object, embed, form, a, style, image, use, foreignObject'),
    ).to.have.length(0);
    button(element, 'Show as list').click();
    await drawn();
    expect(findAll(element, 'script, iframe, img, object, embed, form, a, style')).to.have.length(0);
    expect(hits).to.equal(0);
  });

  it('known-failure 41 carries no style attribute', async () => {
    const { element, play } = await page();
    await play('AC-14');
    await click(node(element, 'agent:p-1'));
    expect(findAll(element, '[style]')).to.have.length(0);
  });

  it('says what fills it while nothing is delegated', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal(
      'Who works for whom appears here when work is delegated.',
    );
    expect(element.matches(':state(empty)')).to.equal(true);
  });

  it('known-failure E is accessible in every look, as a drawing and as a list', async () => {
    const { element, play, say } = await page();
    await play('AC-14');
    await say({ type: 'agent.changed', agentId: 'lost', payload: { status: 'idle' } });
    await click(node(element, 'agent:p-2'));
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
    find(element, '[data-verb="list"]').click();
    await drawn();
    await expect(element).to.be.accessible();
  });
});
