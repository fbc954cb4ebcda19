import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentApprovals } from 'oui-elements/components/agent-approvals';
import type { ControlReceipt } from '../../../src/agent-ui/events/control-request.js';
import 'oui-elements/define/agent-approvals';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

async function page(script = new ScriptedSession()) {
  const element = await fixture<AgentApprovals>(
    html`<div>
      <input aria-label="Elsewhere" /><agent-approvals lang="en" .session=${script.session}></agent-approvals>
    </div>`,
  ).then((box) => box.querySelector('agent-approvals')!);
  return { script, element };
}

const button = (element: Element, id: string, decision: string) =>
  find<HTMLButtonElement>(element, `[data-id="${id}"] [data-decision="${decision}"]`);

function ctrlEnter(target: EventTarget): void {
  target.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 'Enter',
      ctrlKey: true,
      bubbles: true,
      composed: true,
      cancelable: true,
    }),
  );
}

const answers = (script: ScriptedSession) =>
  script.requests.map((request) =>
    request.kind === 'respond' ? `${request.actionId} ${request.decision}` : request.kind,
  );

describe('<agent-approvals>', () => {
  it('SF-HITL-1 OUI-R5 a question shows its risk, its parameters whole, what it will do and its scope', async () => {
    const { script, element } = await page();
    script.ask('a', {
      severity: 'high',
      explanation: 'The agent wants to remove an item.',
      consequence: 'It is gone for good.',
      scope: 'this list',
      input: { title: 'milk', count: 2, urgent: false, nested: { a: [1, 2] } },
    });
    await drawn();
    const card = find(element, '.card');
    expect(textOf(card.querySelector('.band')!)).to.equal('High risk');
    expect(textOf(card.querySelector('.question')!)).to.equal('Delete “milk”?');
    const values = [...card.querySelectorAll('.parameter')].map(textOf);
    expect(values).to.deep.equal(['title milk', 'count 2', 'urgent false', 'nested { "a": [ 1, 2 ] }']);
    expect(textOf(card))
      .to.contain('What it will do: It is gone for good.')
      .and.to.contain('Scope: this list');
    expect(element.matches(':state(pending)')).to.equal(true);
  });

  it('M-027 the keyboard alone reaches a card, and says yes to what it can read there', async () => {
    const { script, element } = await page();
    script.ask('a', { severity: 'low', consequence: 'It is gone for good.', scope: 'this list' });
    await drawn();
    const reached: string[] = [];
    for (let presses = 0; presses < 12; presses++) {
      await sendKeys({ press: 'Tab' });
      const button = element.shadowRoot!.activeElement;
      if (button) reached.push(textOf(button));
      if (button?.closest('.card') && textOf(button) === 'Approve once') break;
    }
    expect(reached).to.include.members(['Reject', 'Approve once']);
    expect(textOf(find(element, '.card')))
      .to.contain('It is gone for good.')
      .and.to.contain('this list');
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(answers(script)).to.deep.equal(['a approve']);
  });

  it('SF-HITL-1 what nobody said about risk and scope is shown as unknown, not left out', async () => {
    const { script, element } = await page();
    script.ask('a', { severity: undefined });
    await drawn();
    expect(findAll(element, '.card [data-fallback="unknown"]').map(textOf)).to.deep.equal([
      'Risk: unknown',
      'Scope: unknown',
    ]);
  });

  it('SF-HITL-2 known-failure 23 several questions are each answered alone, in any order', async () => {
    const { script, element } = await page();
    for (const id of ['a', 'b', 'c']) script.ask(id);
    await drawn();
    button(element, 'c', 'approve').click();
    button(element, 'a', 'reject').click();
    await drawn();
    expect(answers(script)).to.deep.equal(['c approve', 'a reject']);
    expect(button(element, 'b', 'approve').disabled).to.equal(false);
  });

  it('known-failure 25 a double click sends one answer; the card is closed until its owner speaks', async () => {
    const { script, element } = await page();
    script.ask('a');
    await drawn();
    const approve = button(element, 'a', 'approve');
    approve.click();
    approve.click();
    await drawn();
    approve.click();
    await drawn();
    expect(answers(script)).to.deep.equal(['a approve']);
    expect(findAll<HTMLButtonElement>(element, '.card button').every(({ disabled }) => disabled)).to.equal(
      true,
    );
  });

  it('known-failure 25 also when the host answers by itself, one event is dispatched', async () => {
    const { script, element } = await page();
    script.ask('a');
    await drawn();
    let events = 0;
    element.addEventListener('agent-respond-request', (event) => {
      event.preventDefault();
      events++;
    });
    button(element, 'a', 'approve').click();
    button(element, 'a', 'approve').click();
    expect(events).to.equal(1);
  });

  it('known-failure 26 Ctrl+Enter answers only the card in which the focus is, and never from a text field', async () => {
    const { script, element } = await page();
    script.ask('a');
    script.ask('b');
    await drawn();
    ctrlEnter(document);
    ctrlEnter(element.previousElementSibling!);
    find(element, '[data-id="b"] .quiet').click();
    await drawn();
    ctrlEnter(find(element, '[data-id="b"] textarea'));
    await drawn();
    expect(script.requests).to.deep.equal([]);
    button(element, 'b', 'reject').focus();
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Control' });
    await drawn();
    expect(answers(script)).to.deep.equal(['b approve']);
  });

  it('a high risk wants a second step, and neither a double click nor a held key walks through it', async () => {
    const { script, element } = await page();
    script.ask('a', { severity: 'high' });
    await drawn();
    button(element, 'a', 'approve').focus();
    button(element, 'a', 'approve').click();
    await drawn();
    const confirm = find<HTMLButtonElement>(element, '.danger');
    expect(textOf(confirm)).to.equal('Confirm');
    expect(element.shadowRoot!.activeElement, 'focus stays in the card').to.equal(confirm);
    confirm.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }));
    const held = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    confirm.dispatchEvent(held);
    expect(held.defaultPrevented).to.equal(true);
    expect(script.requests).to.deep.equal([]);
    find(element, '.buttons button').click();
    await drawn();
    expect(element.shadowRoot!.querySelector('.danger'), 'Back').to.equal(null);
    button(element, 'a', 'approve').click();
    await drawn();
    find(element, '.danger').click();
    await drawn();
    expect(answers(script)).to.deep.equal(['a approve']);
  });

  it('W11 when an answer does not arrive the question stays, says why, and can be answered again', async () => {
    const { script, element } = await page();
    script.receipt = { status: 'rejected', reason: 'the line is dead' };
    script.ask('a');
    await drawn();
    button(element, 'a', 'approve').click();
    await drawn();
    expect(textOf(find(element, '.trouble'))).to.equal('Your answer did not arrive: the line is dead');
    script.receipt = { status: 'accepted' };
    button(element, 'a', 'approve').click();
    await drawn();
    expect(answers(script)).to.deep.equal(['a approve', 'a approve']);
  });

  it('SF-HITL-6 M-022 an accepted answer is not yet a resolution; the owner’s word is, and it stands in place', async () => {
    const { script, element } = await page();
    let accept!: (receipt: ControlReceipt) => void;
    script.receipt = new Promise((resolve) => (accept = resolve));
    script.ask('a');
    await drawn();
    button(element, 'a', 'approve').focus();
    button(element, 'a', 'approve').click();
    accept({ status: 'accepted' });
    await drawn();
    expect(find(element, '.card').dataset['state']).to.equal('pending');
    script.emit(
      'action.resolved',
      { actionId: 'a' },
      { decision: 'approve', resolvedBy: 'user', resolvedAt: '2026-01-02T14:02:00' },
    );
    await drawn();
    const outcome = find(element, '.outcome');
    expect(textOf(outcome)).to.equal('Delete “milk”? Approved by you · 14:02');
    expect(outcome.dataset['state']).to.equal('resolved');
    expect(element.shadowRoot!.activeElement, 'the focus is not lost').to.equal(outcome);
  });

  it('SF-HITL-4 a rejection carries the reason, and the record keeps it', async () => {
    const { script, element } = await page();
    script.ask('a');
    await drawn();
    find(element, '.card .quiet').click();
    await drawn();
    const field = find<HTMLTextAreaElement>(element, '.card textarea');
    field.value = 'not today';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    button(element, 'a', 'reject').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'respond', actionId: 'a', decision: 'reject', payload: { reason: 'not today' } },
    ]);
    script.emit(
      'action.resolved',
      { actionId: 'a' },
      { decision: 'reject', resolvedBy: 'Ada', reason: 'not today' },
    );
    await drawn();
    expect(textOf(find(element, '.outcome')))
      .to.contain('Declined by Ada')
      .and.to.contain('not today');
  });

  it('expired and superseded questions stay as a record that cannot be answered', async () => {
    const { script, element } = await page();
    script.ask('a', { expiresAt: '2020-01-01T00:00:00Z' });
    await drawn();
    expect(textOf(find(element, '.card [data-fallback="stale"]'))).to.equal('may have expired');
    expect(button(element, 'a', 'approve').disabled, 'until its owner says so').to.equal(false);
    script.emit('action.resolved', { actionId: 'a' }, { decision: 'expired' });
    await drawn();
    expect(textOf(find(element, '.outcome'))).to.contain('Expired');
    expect(element.shadowRoot!.querySelector('.card')).to.equal(null);
  });

  it('known-failure 24 a question of unknown shape shows what came, a reply box, Approve and Reject', async () => {
    const { script, element } = await page();
    script.emit(
      'action.required',
      { actionId: 'x' },
      { actionType: 'teleport', input: ['a', { b: 1 }], schema: { type: 'string' } },
    );
    await drawn();
    const told = script.session.snapshot().diagnostics.filter(({ code }) => code === 'enum.unrecognised');
    expect(told, 'one diagnostic').to.have.length(1);
    expect(find(element, '.card .raw').textContent).to.contain('"b": 1');
    expect(findAll(element, '.card [data-decision]').map(textOf)).to.deep.equal([
      'Reject',
      'Send answer',
      'Approve once',
    ]);
    const field = find<HTMLTextAreaElement>(element, '.card textarea');
    field.value = 'to the moon';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    button(element, 'x', 'answer').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'respond', actionId: 'x', decision: 'answer', payload: 'to the moon' },
    ]);
  });

  it('SF-HITL-7 a delegated question names who asks', async () => {
    const { script, element } = await page();
    script.ask('a', { actionType: 'delegated_permission' }, { agentId: 'g', agentName: 'Researcher' });
    await drawn();
    expect(textOf(find(element, '.card'))).to.contain('Asked by Researcher');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`known-failure E is accessible in ${colorScheme}`, async () => {
      document.documentElement.style.colorScheme = colorScheme;
      document.documentElement.style.background = 'Canvas';
      const { script, element } = await page();
      await expect(element).to.be.accessible();
      script.ask('a', { severity: 'high', input: { title: 'milk', deep: { a: 1 } }, consequence: 'Gone.' });
      script.ask('b');
      script.emit('action.required', { actionId: 'x' }, { actionType: 'teleport', input: ['a'] });
      script.emit('action.resolved', { actionId: 'b' }, { decision: 'reject', reason: 'no' });
      await drawn();
      find(element, '[data-id="a"] .quiet').click();
      await drawn();
      await expect(element).to.be.accessible();
      button(element, 'a', 'approve').click();
      await drawn();
      await expect(element).to.be.accessible();
    });
  }
});
