import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentComposer } from 'oui-elements/components/agent-composer';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import 'oui-elements/define/agent-composer';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

let sessions = 0;

async function page({ controls, script }: { controls?: ControlKind[]; script?: ScriptedSession } = {}) {
  const made = script ?? new ScriptedSession(`composer-${++sessions}`, controls);
  const element = await fixture<AgentComposer>(
    html`<agent-composer lang="en" .session=${made.session}></agent-composer>`,
  );
  const field = find<HTMLTextAreaElement>(element, '.field');
  return { script: made, element, field };
}

function write(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

/** A key as an input method or a keyboard sends it; tells whether the element took it. */
function press(field: HTMLElement, init: KeyboardEventInit): boolean {
  const event = new KeyboardEvent('keydown', {
    key: 'Enter',
    bubbles: true,
    cancelable: true,
    composed: true,
    ...init,
  });
  field.dispatchEvent(event);
  return event.defaultPrevented;
}

const verbs = (element: Element) =>
  findAll(element, '.buttons button').map((button) => button.dataset['verb']);
const said = (script: ScriptedSession) =>
  script.requests.map((request) => ('text' in request ? `${request.kind} ${request.text}` : request.kind));

describe('<agent-composer>', () => {
  it('W1 Enter sends once and clears the field; Shift+Enter breaks the line', async () => {
    const { script, element, field } = await page();
    field.focus();
    await sendKeys({ type: 'one' });
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Shift' });
    await sendKeys({ type: 'two' });
    expect(field.value).to.equal('one\ntwo');
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(said(script)).to.deep.equal(['send one\ntwo']);
    expect(element.value).to.equal('');
    expect(field.value).to.equal('');
  });

  it('known-failure 30 SF-COMP-8 an Enter that belongs to an input method never sends; the next plain one does', async () => {
    const { script, field } = await page();
    write(field, '你好');
    field.dispatchEvent(new CompositionEvent('compositionstart'));
    expect(press(field, { isComposing: true })).to.equal(false);
    expect(press(field, { keyCode: 229 })).to.equal(false);
    field.dispatchEvent(new CompositionEvent('compositionend'));
    press(field, {});
    expect(script.requests).to.deep.equal([]);
    await drawn();
    expect(press(field, {})).to.equal(true);
    await drawn();
    expect(said(script)).to.deep.equal(['send 你好']);
  });

  it('known-failure 31 a composing Enter puts in no line break, and the text is sent once', async () => {
    const { script, field } = await page();
    write(field, '안녕');
    field.dispatchEvent(new CompositionEvent('compositionstart'));
    press(field, { isComposing: true, keyCode: 229 });
    const inserts = (inputType: string) => {
      const event = new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true });
      field.dispatchEvent(event);
      return !event.defaultPrevented;
    };
    expect(inserts('insertCompositionText')).to.equal(true);
    expect(inserts('insertLineBreak')).to.equal(false);
    field.dispatchEvent(new CompositionEvent('compositionend'));
    expect(inserts('insertLineBreak')).to.equal(false);
    await drawn();
    expect(inserts('insertLineBreak')).to.equal(true);
    press(field, {});
    await drawn();
    expect(said(script)).to.deep.equal(['send 안녕']);
  });

  it('known-failure 32 focus, caret and text stay through 1,000 updates of every kind', async () => {
    const { script, element, field } = await page();
    write(field, 'half a thought');
    field.setSelectionRange(4, 6);
    script.start();
    for (let round = 0; round < 250; round++) {
      script.say(`word `);
      script.tool(`c${round}`);
      script.emit('run.status', {}, { stage: round % 2 ? 'streaming' : 'tool_running' });
      script.emit('queue.changed', {}, { queued: [{ id: `q${round}`, preview: 'x' }] });
      if (round % 25 === 0) await drawn();
    }
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    expect(document.activeElement).to.equal(element);
    expect(element.shadowRoot!.activeElement).to.equal(field);
    expect([field.value, field.selectionStart, field.selectionEnd]).to.deep.equal(['half a thought', 4, 6]);
  });

  it('SF-COMP-3 while a run is active: empty shows Stop, text shows Queue and Steer, and each does what it says', async () => {
    const { script, element, field } = await page();
    script.start();
    await drawn();
    expect(element.matches(':state(busy)')).to.equal(true);
    expect(verbs(element)).to.deep.equal(['interrupt']);
    write(field, 'later');
    await drawn();
    expect(verbs(element)).to.deep.equal(['steer', 'queue']);
    press(field, {});
    write(field, 'now');
    press(field, { ctrlKey: true });
    await drawn();
    expect(said(script)).to.deep.equal(['queue later', 'steer now']);
    find(element, '[data-verb="interrupt"]').click();
    await drawn();
    expect(said(script)).to.deep.equal(['queue later', 'steer now', 'interrupt']);
    expect(find<HTMLButtonElement>(element, '[data-verb="interrupt"]').disabled, 'stopping').to.equal(true);
  });

  it('a runtime that cannot steer or queue gets no such button, and Enter keeps the text', async () => {
    const { script, element, field } = await page({ controls: ['send', 'interrupt'] });
    script.start();
    write(field, 'later');
    await drawn();
    expect(verbs(element)).to.deep.equal(['interrupt']);
    press(field, {});
    press(field, { metaKey: true });
    await drawn();
    expect(script.requests).to.deep.equal([]);
    expect(field.value).to.equal('later');
  });

  it('SF-COMP-4 queued messages can be edited and removed before they start', async () => {
    const { script, element } = await page();
    script.start();
    script.emit(
      'queue.changed',
      {},
      {
        queued: [
          { id: 'q1', preview: 'first' },
          { id: 'q2', preview: 'fixed', editable: false, removable: false },
        ],
      },
    );
    await drawn();
    const [first, second] = findAll(element, '.queue-row');
    expect(textOf(first!)).to.equal('Queued first');
    expect(second!.querySelector('button')).to.equal(null);
    first!.querySelector<HTMLButtonElement>('[aria-label^="Edit"]')!.click();
    await drawn();
    const input = find<HTMLInputElement>(element, '.queue-field');
    expect(element.shadowRoot!.activeElement).to.equal(input);
    input.value = 'changed';
    press(input, {});
    await drawn();
    find(element, '[data-id="q1"] [aria-label^="Remove"]').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'queue.edit', itemId: 'q1', text: 'changed' },
      { kind: 'queue.remove', itemId: 'q1' },
    ]);
  });

  it('SF-COMP-5 W1 a refused message goes back into the field, and says why', async () => {
    const { script, element, field } = await page();
    script.receipt = { status: 'rejected', reason: 'the quota is used up' };
    write(field, 'precious words');
    press(field, {});
    await drawn();
    expect(field.value).to.equal('precious words');
    expect(textOf(find(element, '.refusal'))).to.equal('That was not accepted: the quota is used up Dismiss');
    script.receipt = { status: 'accepted' };
    press(field, {});
    await drawn();
    expect(element.shadowRoot!.querySelector('.refusal')).to.equal(null);
    expect(field.value).to.equal('');
  });

  it('SF-COMP-5 a refused message never replaces what was written since; it can be put back', async () => {
    const script = new ScriptedSession(`composer-${++sessions}`);
    let refuse!: (receipt: { status: 'rejected'; reason: string }) => void;
    script.receipt = new Promise((resolve) => (refuse = resolve));
    const { element, field } = await page({ script });
    write(field, 'first');
    press(field, {});
    write(field, 'second');
    refuse({ status: 'rejected', reason: 'no' });
    await drawn();
    expect(field.value).to.equal('second');
    find(element, '.refusal button').click();
    await drawn();
    expect(field.value).to.equal('first\nsecond');
  });

  it('SF-COMP-7 each session keeps its draft, also when the composer goes and comes back', async () => {
    const one = new ScriptedSession(`composer-${++sessions}`);
    const two = new ScriptedSession(`composer-${++sessions}`);
    const { element, field } = await page({ script: one });
    write(field, 'for one');
    await drawn();
    element.session = two.session;
    await drawn();
    expect(field.value).to.equal('');
    write(field, 'for two');
    await drawn();
    element.session = one.session;
    await drawn();
    expect(field.value).to.equal('for one');
    const again = await page({ script: two });
    expect(again.field.value).to.equal('for two');
  });

  it('W4 Esc arms, Esc again stops, and another key than that does nothing', async () => {
    const { script, element, field } = await page();
    expect(press(field, { key: 'Escape' }), 'nothing runs').to.equal(false);
    script.start();
    await drawn();
    press(field, { key: 'Escape' });
    await drawn();
    expect(textOf(find(element, '.note'))).to.equal('Press Esc again to stop');
    expect(script.requests).to.deep.equal([]);
    press(field, { key: 'Escape' });
    await drawn();
    expect(said(script)).to.deep.equal(['interrupt']);
  });

  it('a request that the host takes over is not made here', async () => {
    const { script, element, field } = await page();
    let text = '';
    element.addEventListener('agent-send-request', (event) => {
      event.preventDefault();
      text = event.text;
    });
    write(field, 'mine');
    press(field, {});
    await drawn();
    expect(text).to.equal('mine');
    expect(script.requests).to.deep.equal([]);
  });

  it('takes part in a form: value, name, reset and disabled', async () => {
    const script = new ScriptedSession(`composer-${++sessions}`);
    const form = await fixture<HTMLFormElement>(
      html`<form>
        <fieldset>
          <agent-composer name="message" lang="en" .session=${script.session}></agent-composer>
        </fieldset>
      </form>`,
    );
    const element = form.querySelector('agent-composer')!;
    element.value = 'hello';
    await drawn();
    expect(new FormData(form).get('message')).to.equal('hello');
    form.querySelector('fieldset')!.disabled = true;
    await drawn();
    expect(find<HTMLTextAreaElement>(element, '.field').disabled).to.equal(true);
    form.reset();
    expect(element.value).to.equal('');
  });

  it('known-failure 49 in a narrow place its text has 16 px', async () => {
    const { element, field } = await page();
    element.style.inlineSize = '360px';
    await drawn();
    expect(parseFloat(getComputedStyle(field).fontSize)).to.be.at.least(16);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`known-failure E is accessible in ${colorScheme}`, async () => {
      document.documentElement.style.colorScheme = colorScheme;
      document.documentElement.style.background = 'Canvas';
      const { script, element, field } = await page();
      await expect(element).to.be.accessible();
      script.start();
      script.emit(
        'queue.changed',
        {},
        {
          queued: [{ id: 'q', preview: 'x' }],
          steer: [{ id: 's', text: 'y', state: 'rejected', reason: 'no' }],
        },
      );
      write(field, 'text');
      await drawn();
      await expect(element).to.be.accessible();
    });
  }
});
