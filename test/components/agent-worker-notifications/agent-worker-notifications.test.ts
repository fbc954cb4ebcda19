import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentWorkerNotifications } from 'oui-elements/components/agent-worker-notifications';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import 'oui-elements/define/agent-worker-notifications';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

async function page(controls: readonly ControlKind[] = ['continue_agent', 'retry']) {
  const script = new ScriptedSession('s', controls);
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-worker-notifications lang="en" .session=${script.session}></agent-worker-notifications>
    </div>`,
  );
  const element: AgentWorkerNotifications = box.querySelector('agent-worker-notifications')!;
  const report = (workerNotificationId: string, payload: object, fields: object = {}) =>
    script.emit(
      'worker.notification',
      { workerNotificationId, agentId: 'w', runId: undefined, turnId: undefined, ...fields },
      payload,
    );
  return { script, element, report };
}

const line = (element: Element, id: string) => find(element, `[data-id="${id}"] .teammate-line`);
const order = (element: Element) => findAll(element, '.report').map(({ dataset }) => dataset['id']);

async function open(element: Element, id: string): Promise<void> {
  line(element, id).click();
  await drawn();
}

describe('<agent-worker-notifications>', () => {
  it('SF-WN-1 SF-WN-2 AC-13 N-003 M-037 a report is a fact of its worker, though its role is user, and stays after the synthesis', async () => {
    const { script, element } = await page();
    script.sink.push(scenario('AC-13') as AgentUiEvent[]);
    await drawn();
    const [row, ...more] = findAll(element, '.report');
    expect(more).to.have.length(0);
    expect(row!.dataset).to.include({ id: 'wn-1', kind: 'worker-notification', state: 'completed' });
    expect(textOf(line(element, 'wn-1'))).to.equal('R Researcher Found 4 sources Done · 42 s');
    expect(script.session.snapshot().messages.map(({ role }) => role)).to.deep.equal(['assistant']);
    await open(element, 'wn-1');
    expect(textOf(find(element, '.facts')))
      .to.contain('tk-w1')
      .and.to.contain('9K tokens');
  });

  it('M-038 what failed stands first, then the newest; killed is another thing than failed', async () => {
    const { element, report } = await page();
    report('a', { status: 'completed', summary: 'a' });
    report('b', { status: 'failed', summary: 'b' });
    report('c', { status: 'killed', summary: 'c' });
    await drawn();
    expect(order(element)).to.deep.equal(['b', 'c', 'a']);
    expect(findAll(element, '.report').map(({ dataset }) => dataset['status'])).to.deep.equal([
      'failed',
      'cancelled',
      'done',
    ]);
    expect(textOf(find(element, '.summary'))).to.equal('3 reports · 1 failed');
    expect(element.matches(':state(attention)')).to.equal(true);
  });

  it('M-057 section 2.2 without a status it is unknown, and without a result it says so', async () => {
    const { element, report } = await page();
    report('a', {}, { agentId: undefined });
    await drawn();
    const row = find(element, '.report');
    expect([row.dataset['state'], row.dataset['fallback']]).to.deep.equal(['unknown', 'unknown']);
    expect(textOf(line(element, 'a')))
      .to.contain('Worker unknown')
      .and.to.contain('Unknown');
    await open(element, 'a');
    expect(findAll(element, '.unavailable').map(textOf)).to.deep.equal(['No summary', 'Result unavailable']);
  });

  it('W27 a result is fetched when somebody opens it, and why it cannot be is said', async () => {
    const { element, report } = await page();
    report('a', { status: 'completed', resultRef: 'res://1' });
    await drawn();
    await open(element, 'a');
    const asked: string[] = [];
    element.addEventListener('agent-detail-request', ({ ref }) => asked.push(ref));
    expect(asked).to.deep.equal([]);
    find(element, '[data-verb="detail"]').click();
    await drawn();
    expect(asked).to.deep.equal(['res://1']);
    expect(textOf(find(element, '.trouble'))).to.not.equal('');
  });

  it('W6 W20 a worker can be answered and what failed done again; a refusal says why and keeps the words', async () => {
    const { script, element, report } = await page();
    script.receipt = { status: 'rejected', reason: 'it is gone' };
    report('a', { status: 'failed' }, { taskId: 'tk' });
    report('b', { status: 'completed' });
    await drawn();
    await open(element, 'b');
    expect(findAll(element, '[data-control="retry"]'), 'nothing failed').to.have.length(0);
    await open(element, 'b');
    await open(element, 'a');
    const field = find<HTMLInputElement>(element, '.say input');
    field.value = 'Try the other file';
    field.dispatchEvent(new Event('input'));
    await drawn();
    find(element, '[data-control="continue_agent"]').click();
    await drawn();
    find(element, '[data-control="retry"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'continue_agent', agentId: 'w', text: 'Try the other file' },
      { kind: 'retry', taskId: 'tk' },
    ]);
    expect(findAll(element, '.trouble').map(textOf)).to.deep.equal([
      'That did not work: it is gone',
      'That did not work: it is gone',
    ]);
    expect(find<HTMLInputElement>(element, '.say input').value).to.equal('Try the other file');
  });

  it('W20 what its owner calls impossible, and what the runtime cannot do, is not offered', async () => {
    const { script, element, report } = await page();
    script.emit('task.changed', { taskId: 'tk' }, { status: 'failed', retryable: false });
    report('a', { status: 'failed' }, { taskId: 'tk' });
    await drawn();
    await open(element, 'a');
    expect(findAll(element, '[data-control="retry"]')).to.have.length(0);
    const other = await page([]);
    other.report('a', { status: 'failed' });
    await drawn();
    await open(other.element, 'a');
    expect(findAll(other.element, '[data-control]')).to.have.length(0);
  });

  it('W28 a dismissed report is put away here alone, keeps the focus in the list, and can be brought back', async () => {
    const { script, element, report } = await page();
    report('a', { status: 'failed' });
    report('b', { status: 'completed' });
    await drawn();
    find(element, '[data-id="a"] .dismiss').click();
    await drawn();
    expect(order(element)).to.deep.equal(['b']);
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 'b'));
    expect(element.matches(':state(attention)')).to.equal(false);
    expect(script.session.view('worker_notifications').get().notifications).to.have.length(2);
    find(element, '.fold').click();
    await drawn();
    find(element, '[data-id="a"] .dismiss').click();
    await drawn();
    expect(order(element)).to.deep.equal(['a', 'b']);
    expect(script.requests).to.deep.equal([]);
  });

  it('what is elsewhere is a request: the transcript of the worker, the turn', async () => {
    const { element, report } = await page();
    report('a', { status: 'completed' }, { turnId: 't-1' });
    await drawn();
    await open(element, 'a');
    const asked: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => asked.push(`${kind} ${id}`));
    for (const link of findAll(element, '.link')) link.click();
    expect(asked).to.deep.equal(['agent w', 'turn t-1']);
  });

  it('workbench-ux j and k go from row to row; Tab comes to one; an update of one touches no other', async () => {
    const { element, report } = await page();
    for (const id of ['a', 'b', 'c']) report(id, { status: 'completed', summary: id });
    await drawn();
    line(element, 'c').focus();
    await sendKeys({ press: 'j' });
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 'b'));
    const rows = findAll(element, '.teammate-line');
    expect(rows.map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, 0, -1]);
    const touched = new Set<string | undefined>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records)
        touched.add(
          (target instanceof Element ? target : target.parentElement!).closest<HTMLElement>('.report')
            ?.dataset['id'],
        );
    });
    observer.observe(element.shadowRoot!, { subtree: true, childList: true, characterData: true });
    report('a', { status: 'completed', summary: 'another' });
    await drawn();
    observer.disconnect();
    expect([...touched]).to.deep.equal(['a']);
  });

  it('600 reports: a page is drawn, and the rest is one press away', async () => {
    const { element, report } = await page();
    for (let i = 0; i < 600; i++) report(`n-${i}`, { status: 'completed' });
    await drawn();
    expect(findAll(element, '.report')).to.have.length(30);
    expect(textOf(find(element, '[data-verb="more"]'))).to.equal('Show 570 more');
    find(element, '[data-verb="more"]').click();
    await drawn();
    expect(findAll(element, '.report')).to.have.length(60);
  });

  it('M-062 known-failure 42 whatever a worker reports, it is text', async () => {
    const { element, report } = await page();
    for (const [i, text] of HOSTILE.slice(0, 40).entries())
      report(`n-${i}`, { status: text, summary: text, resultRef: text, usage: { cost: text } });
    await drawn();
    for (const each of findAll(element, '.teammate-line')) each.click();
    await drawn();
    expect(findAll(element, 'img, script, iframe, a, [onerror], [onclick]')).to.have.length(0);
  });

  it('without reports it says what fills it', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('What workers report of their tasks appears here.');
  });

  it('known-failure E no violation in any look', async () => {
    const { script, element, report } = await page();
    script.receipt = { status: 'rejected', reason: 'closed' };
    report('a', { status: 'failed', summary: 'No', resultRef: 'r', durationMs: 4 }, { taskId: 'tk' });
    report('b', {});
    await drawn();
    await open(element, 'a');
    find(element, '[data-control="retry"]').click();
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
