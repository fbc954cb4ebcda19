import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentTaskCapsule } from 'oui-elements/components/agent-task-capsule';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import 'oui-elements/define/agent-task-capsule';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

const ALL: readonly ControlKind[] = [
  'queue.edit',
  'queue.remove',
  'steer.cancel',
  'interrupt',
  'respond',
  'retry',
  'stop',
  'continue_agent',
  'export.evidence',
];

async function page(controls = ALL) {
  const script = new ScriptedSession('s', controls);
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-task-capsule lang="en" .session=${script.session}></agent-task-capsule>
    </div>`,
  );
  const element = box.querySelector('agent-task-capsule')!;
  const task = (taskId: string, payload: object, fields: object = {}) =>
    script.emit('task.changed', { taskId, runId: undefined, turnId: `turn-${taskId}`, ...fields }, payload);
  return { script, element, task };
}

const capsule = (element: Element, id: string) => find(element, `.capsule[data-id="${id}"]`);
const order = (element: Element) => findAll(element, '.capsule').map(({ dataset }) => dataset['id']);
const line = (element: Element, id: string) => find(element, `[data-id="${id}"] .capsule-line`);
const control = (element: Element, kind: string) =>
  find<HTMLButtonElement>(element, `[data-control="${kind}"]`);

async function open(element: AgentTaskCapsule, id: string): Promise<void> {
  line(element, id).click();
  await drawn();
}

describe('<agent-task-capsule>', () => {
  it('SF-TASK-1 two running tasks are two lines of 28 to 32 px', async () => {
    const { element, task } = await page();
    task('tk-1', { title: 'Refactor', status: 'running' });
    task('tk-2', { title: 'Review', status: 'running', progress: { percent: 40 } });
    await drawn();
    expect(findAll(element, '.capsule-line').map(textOf)).to.deep.equal([
      'Refactor Running',
      'Review Running · 40 %',
    ]);
    for (const { dataset } of findAll(element, '.capsule')) expect(dataset['state']).to.equal('running');
    for (const each of findAll(element, '.capsule-line'))
      expect(each.getBoundingClientRect().height).to.be.within(28, 32);
    expect(textOf(find(element, '.summary'))).to.equal('2 running');
  });

  it('SF-TASK-2 AC-12 what needs the person stands above what runs, and names who asks', async () => {
    const { script, element, task } = await page();
    task('tk-1', { title: 'Refactor', status: 'running' });
    task(
      'tk-2',
      { title: 'Review API', status: 'running' },
      { agentId: 'ag-2', runtimeStatus: 'needs_input' },
    );
    script.ask(
      'ac-2',
      { actionType: 'delegated_permission', title: 'May I push?' },
      { taskId: 'tk-2', agentId: 'ag-2', agentName: 'Ada', runId: undefined },
    );
    script.emit(
      'agent.changed',
      { agentId: 'ag-3', runtimeStatus: 'plan_ready', runId: undefined },
      { agentName: 'Bo' },
    );
    await drawn();
    expect(order(element)).to.deep.equal(['task:tk-2', 'agent:ag-3', 'task:tk-1']);
    expect(element.matches(':state(attention)')).to.equal(true);
    await open(element, 'task:tk-2');
    expect(textOf(capsule(element, 'task:tk-2'))).to.contain('Asked by Ada');
    find(element, '.card [data-decision="approve"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'respond', actionId: 'ac-2', decision: 'approve', payload: undefined },
    ]);
  });

  const STATES = [
    ['running', { status: 'running' }, 'Running', 'low'],
    ['queued', { status: 'queued' }, 'Queued', 'medium'],
    ['needs_input', { status: 'waiting_input' }, 'Waiting for you', 'high'],
    ['plan_ready', { status: 'plan_ready' }, 'The plan waits for you', 'high'],
    ['permission_required', { status: 'waiting_permission' }, 'Waiting for your permission', 'high'],
    ['failed', { status: 'failed', statusReason: 'No disk' }, 'Failed', 'high'],
    ['cancelled', { status: 'cancelled' }, 'Stopped', 'hidden'],
    ['completed', { status: 'completed', artifactRefs: ['art-1'] }, 'Done', 'hidden'],
    ['stale', { status: 'lost' }, 'No news for a while', 'medium'],
    ['blocked', { status: 'waiting_resource', statusReason: 'Quota' }, 'Blocked', 'high'],
    ['paused', { status: 'paused' }, 'Paused', 'hidden'],
    ['sleeping', { status: 'sleeping' }, 'Sleeping', 'hidden'],
    ['unknown', { status: 'levitating' }, 'Unknown', 'hidden'],
  ] as const;
  for (const [state, payload, word, attention] of STATES) {
    it(`§2.3 ${state} has its own look, its word and its attention`, async () => {
      const { element, task } = await page();
      task('tk', { title: 'Work', ...payload });
      await drawn();
      if (state === 'cancelled') find(element, '.fold').click();
      await drawn();
      const { dataset } = capsule(element, 'task:tk');
      expect([dataset['state'], dataset['attention'], dataset['fallback']]).to.deep.equal([
        state,
        attention,
        state === 'unknown' ? 'unknown' : undefined,
      ]);
      expect(textOf(find(element, '.capsule-state'))).to.equal(word);
    });
  }

  it('§2.3 a steering on its way is a capsule that can be taken back', async () => {
    const { script, element } = await page();
    script.start();
    script.emit(
      'queue.changed',
      {},
      { queued: [], steer: [{ id: 's-1', targetRunId: 'r', text: 'Use TypeScript', state: 'pending' }] },
    );
    await drawn();
    expect(textOf(line(element, 'steer:s-1'))).to.equal('Use TypeScript Steering');
    await open(element, 'steer:s-1');
    control(element, 'steer.cancel').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'steer.cancel', steerId: 's-1', runId: 'r' }]);
  });

  it('SF-TASK-3 a queued message shows its place and text, and can be removed', async () => {
    const { script, element } = await page();
    script.start();
    const item = { id: 'q-1', preview: 'Also update docs', position: 1, removable: true };
    script.emit('queue.changed', {}, { queued: [item, { preview: 'Nameless' }] });
    await drawn();
    expect(textOf(line(element, 'queued:q-1'))).to.equal('Also update docs Queued · Place 1');
    await open(element, 'queued:q-1');
    control(element, 'queue.remove').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'queue.remove', itemId: 'q-1' }]);
    expect(control(element, 'queue.remove').disabled, 'asked for once').to.equal(true);
    expect(capsule(element, 'queued:q-1'), 'it stands until its owner speaks').to.be.ok;
    await open(element, 'queued:2');
    expect(findAll(element, '[data-id="queued:2"] [data-control]')).to.have.length(0);
  });

  it('W18 a queued message can be edited where it stands; Enter in a composition saves nothing', async () => {
    const { script, element } = await page();
    script.start();
    script.emit(
      'queue.changed',
      {},
      {
        queued: [
          { id: 'q-1', preview: 'Docs', editable: true },
          { id: 'q-2', preview: 'x', editable: false },
        ],
      },
    );
    await drawn();
    await open(element, 'queued:q-1');
    await open(element, 'queued:q-2');
    expect(findAll(element, '[data-verb="edit"]')).to.have.length(1);
    find(element, '[data-verb="edit"]').click();
    await drawn();
    const field = find<HTMLInputElement>(element, '.queued-edit input');
    expect([field.value, element.shadowRoot!.activeElement]).to.deep.equal(['Docs', field]);
    field.value = 'Docs and tests';
    const enter = (isComposing: boolean) =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing, bubbles: true, cancelable: true }),
      );
    enter(true);
    await drawn();
    expect(script.requests).to.deep.equal([]);
    enter(false);
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'queue.edit', itemId: 'q-1', text: 'Docs and tests' }]);
    expect(textOf(line(element, 'queued:q-1')), 'a request is no fact').to.contain('Docs Queued');
  });

  it('SF-TASK-4 a click opens it where it stands; what is elsewhere is a request, never a navigation', async () => {
    const { script, element, task } = await page();
    task('tk', { title: 'Work', status: 'completed', artifactRefs: ['art-1'], evidenceRefs: ['ev-1'] });
    await drawn();
    const asked: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => asked.push(`${kind} ${id}`));
    const href = location.href;
    line(element, 'task:tk').focus();
    await sendKeys({ press: ' ' });
    await drawn();
    expect(line(element, 'task:tk').getAttribute('aria-expanded')).to.equal('true');
    expect(line(element, 'task:tk'), 'the focus stays').to.equal(element.shadowRoot!.activeElement);
    for (const link of findAll(element, '.link')) link.click();
    expect(asked).to.deep.equal(['turn turn-tk', 'artifact art-1', 'evidence ev-1']);
    expect(location.href).to.equal(href);
    expect(script.requests).to.deep.equal([]);
  });

  it('what is over folds away, unless it left something behind', async () => {
    const { element, task } = await page();
    task('a', { title: 'Nothing left', status: 'completed' });
    task('b', { title: 'A report', status: 'completed', artifactRefs: ['art-1'] });
    task('c', { title: 'Stopped', status: 'cancelled' });
    await drawn();
    expect(order(element)).to.deep.equal(['task:b']);
    expect(textOf(find(element, '.fold'))).to.equal('2 finished');
    find(element, '.fold').click();
    await drawn();
    expect(order(element)).to.deep.equal(['task:b', 'task:a', 'task:c']);
  });

  it('a failure says why; what its owner does not call retryable is not offered again', async () => {
    const { element, task } = await page();
    task('b', { title: 'Test', status: 'failed', statusReason: 'No net' });
    await drawn();
    expect(textOf(line(element, 'task:b'))).to.equal('Test No net Failed');
    await open(element, 'task:b');
    expect(findAll(element, '[data-control]').map(({ dataset }) => dataset['control'])).to.deep.equal([
      'export.evidence',
    ]);
  });

  it('W8 W24 a task can be stopped or let go on, once; what the runtime cannot do is not offered', async () => {
    const { script, element, task } = await page(['stop']);
    task('a', { title: 'Sleeper', status: 'paused' });
    task('b', { title: 'Runner', status: 'running' });
    await drawn();
    await open(element, 'task:a');
    await open(element, 'task:b');
    expect(findAll(element, '[data-control]').map(({ dataset }) => dataset['control'])).to.deep.equal([
      'stop',
      'stop',
    ]);
    const stop = find<HTMLButtonElement>(element, '[data-id="task:b"] [data-control="stop"]');
    stop.click();
    stop.click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'stop', taskId: 'b' }]);
    expect([stop.disabled, capsule(element, 'task:b').dataset['state']]).to.deep.equal([true, 'running']);
  });

  it('W20 a request that failed says why, and can be made again', async () => {
    const { script, element, task } = await page();
    script.receipt = { status: 'rejected', reason: 'the line is dead' };
    task('b', { title: 'Runner', status: 'running' });
    await drawn();
    await open(element, 'task:b');
    control(element, 'stop').click();
    await drawn();
    expect(textOf(find(element, '.trouble'))).to.equal('That did not work: the line is dead');
    expect(control(element, 'stop').disabled).to.equal(false);
  });

  it('a host can take a request over', async () => {
    const { script, element, task } = await page();
    task('b', { title: 'Runner', status: 'running' });
    await drawn();
    await open(element, 'task:b');
    element.addEventListener('agent-stop-request', (event) => {
      expect(event.work).to.deep.equal({ taskId: 'b' });
      event.preventDefault();
    });
    control(element, 'stop').click();
    await drawn();
    expect(script.requests).to.deep.equal([]);
  });

  it('AUI-AR-TASK-001 every attempt is listed; a failed one stays', async () => {
    const { element, task } = await page();
    task('tk', { title: 'Work', status: 'failed' }, { attemptId: 'at-1', runId: 'run-a' });
    task('tk', { title: 'Work', status: 'running' }, { attemptId: 'at-2', runId: 'run-b' });
    await drawn();
    await open(element, 'task:tk');
    expect(findAll(element, '.attempts li').map(textOf)).to.deep.equal([
      'Attempt 1: failed',
      'Attempt 2: running',
    ]);
  });

  it('AC-23F a run that failed is a capsule that says so, with what it failed of', async () => {
    const { script, element } = await page();
    script.start();
    script.emit('run.failed', {}, { error: 'provider timeout', retryable: true });
    await drawn();
    expect(textOf(line(element, 'run:r'))).to.equal('Run provider timeout Failed');
    control(element, 'retry').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'retry', runId: 'r' }]);
  });

  it('AC-09 an export of evidence is a capsule while it is under way', async () => {
    const { script, element } = await page();
    script.emit(
      'evidence.changed',
      { evidenceId: 'ev-1' },
      { kind: 'pack', status: 'exporting', title: 'Pack' },
    );
    await drawn();
    expect(textOf(line(element, 'evidence:ev-1'))).to.equal('Pack Running');
  });

  it('shows only the kinds that it is told to', async () => {
    const { script, element, task } = await page();
    script.start();
    task('tk', { title: 'Work', status: 'running' });
    element.kinds = 'task agent';
    await drawn();
    expect(order(element)).to.deep.equal(['task:tk']);
  });

  it('SF-TASK-1 an update of one capsule touches no other', async () => {
    const { element, task } = await page();
    for (const id of ['a', 'b', 'c']) task(id, { title: id, status: 'running' });
    await drawn();
    const touched = new Set<string | undefined>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const near = target instanceof Element ? target : target.parentElement!;
        touched.add(near.closest<HTMLElement>('.capsule')?.dataset['id']);
      }
    });
    observer.observe(element.shadowRoot!, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    task('b', { title: 'b', status: 'running', progress: { percent: 50 } });
    await drawn();
    observer.disconnect();
    expect([...touched]).to.deep.equal(['task:b']);
  });

  it('known-failure 42 hostile labels, reasons and references are words, and nothing else', async () => {
    const { element, task } = await page();
    let hits = 0;
    (window as unknown as { hit: () => void }).hit = () => hits++;
    for (const [i, text] of HOSTILE.entries())
      task(`k${i}`, {
        title: text,
        status: 'failed',
        statusReason: text,
        artifactRefs: [text],
        evidenceRefs: [text],
      });
    await drawn();
    for (const each of findAll(element, '.capsule-line')) each.click();
    await drawn();
    expect(findAll(element, '.capsule')).to.have.length(HOSTILE.length);
    expect(findAll(element, 'script, iframe, img, object, embed, form, a, style')).to.have.length(0);
    expect(hits).to.equal(0);
  });

  it('says what fills it while nothing goes on', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('What the agent works on appears here.');
    expect(element.matches(':state(empty)')).to.equal(true);
  });

  it('known-failure E is accessible in every look', async () => {
    const { script, element, task } = await page();
    for (const [state, payload] of STATES) task(state, { title: state, ...payload });
    script.start();
    script.emit(
      'queue.changed',
      {},
      { queued: [{ id: 'q-1', preview: 'Docs' }], steer: [{ id: 's', text: 'So' }] },
    );
    script.ask('ac', { severity: 'high' }, { taskId: 'permission_required', runId: undefined });
    await drawn();
    find(element, '.fold').click();
    for (const each of findAll(element, '.capsule-line')) each.click();
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });

  it('workbench-ux where there is little room the most urgent stand open, and the rest is one press away', async () => {
    const { element, task } = await page();
    for (let n = 0; n < 6; n++) task(`tk-${n}`, { title: `Task ${n}`, status: 'running' });
    task('tk-x', { title: 'Stuck', status: 'needs_input' });
    await drawn();
    expect(order(element)).to.have.length(7);
    element.max = 3;
    await drawn();
    expect(order(element)).to.have.length(3);
    expect(order(element)[0]).to.equal('task:tk-x');
    const fold = find(element, '[data-fold="rest"]');
    expect(textOf(fold)).to.equal('4 more');
    fold.click();
    await drawn();
    expect(order(element)).to.have.length(7);
    expect(find(element, '[data-fold="rest"]').getAttribute('aria-expanded')).to.equal('true');
  });
});
