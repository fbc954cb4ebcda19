import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { OuiConfirm, PersonQuestion } from 'oui-elements/components/oui-confirm';
import 'oui-elements/define/oui-confirm';
import 'oui-elements/define/oui-surface';
import 'oui-elements/define/oui-action';
import { SurfaceBus } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { askPerson } from '../../../components/oui-confirm/ask-person.js';
import { FakeRuntime } from '../../fake-runtime.js';
import { button, find, findAll, textOf } from '../in-shadow.js';
import { inEveryLook } from '../every-look.js';

const frame = () => new Promise(requestAnimationFrame);

function asked(more: Partial<PersonQuestion> = {}): PersonQuestion {
  return {
    surfaceId: 'todo-list',
    actionId: 'delete_todo',
    title: 'Delete an item',
    description: 'Removes the item for good.',
    params: { todoId: 't-1', options: { force: true } },
    destructive: false,
    ...more,
  };
}

async function page(runtime = new FakeRuntime()) {
  const bus = new SurfaceBus();
  const element = await fixture<OuiConfirm>(
    html`<oui-confirm lang="en" .bus=${bus} .runtime=${runtime}></oui-confirm>`,
  );
  /** Until the question is there and an answer counts. */
  const ready = async () => {
    await element.updateComplete;
    await runtime.advance(600);
  };
  return { bus, element, runtime, ready };
}

const dialog = (element: OuiConfirm) => find<HTMLDialogElement>(element, 'dialog');

/** As a person does: the browser makes the event. */
async function press(element: OuiConfirm, name: string): Promise<void> {
  const box = button(element, name).getBoundingClientRect();
  const position: [number, number] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  await sendMouse({ type: 'click', position });
  await element.updateComplete;
}

describe('<oui-confirm>', () => {
  it('OUI-R5 a modal dialog says which action, with which params, and what it will do', async () => {
    const { element, bus, ready } = await page();
    bus.register({
      id: 'todo-list',
      name: 'To-do list',
      description: 'The list.',
      actions: [
        {
          id: 'delete_todo',
          description: 'Removes.',
          effect: 'mutate',
          input: { type: 'object', properties: { todoId: { type: 'string', title: 'The item' } } },
        },
      ],
    });
    const answer = element.ask(asked({ destructive: true }));
    await ready();
    expect(dialog(element).matches(':modal')).to.equal(true);
    expect(element.matches(':state(asking)')).to.equal(true);
    const text = textOf(dialog(element));
    for (const part of [
      'Delete an item',
      'Removes the item for good.',
      'To-do list',
      'Changes data',
      'High risk',
    ]) {
      expect(text).to.contain(part);
    }
    expect(findAll(element, '.parameter').map(textOf)).to.deep.equal([
      'The item t-1',
      'options { "force": true }',
    ]);
    await press(element, 'Yes, do it');
    expect(await answer).to.equal(true);
    expect(dialog(element).open).to.equal(false);
  });

  it('OUI-R5 the focus starts on no; Enter there, and Escape, mean no; the focus goes back', async () => {
    const { element, ready } = await page();
    const field = await fixture<HTMLInputElement>(html`<input aria-label="Elsewhere" />`);
    field.focus();
    const first = element.ask(asked());
    await ready();
    expect(textOf(element.shadowRoot!.activeElement!)).to.equal('No, do not');
    await sendKeys({ press: 'Enter' });
    expect(await first).to.equal(false);
    const second = element.ask(asked());
    await ready();
    await sendKeys({ press: 'Escape' });
    expect(await second).to.equal(false);
    await element.updateComplete;
    expect(document.activeElement === field).to.equal(true);
  });

  it('neighbours 5.8 two questions queue: one dialog at a time, each answer reaches its own call', async () => {
    const { element, ready } = await page();
    const first = element.ask(asked({ title: 'First' }));
    const second = element.ask(asked({ title: 'Second' }));
    await ready();
    expect(textOf(find(element, 'h2'))).to.contain('First');
    expect(textOf(dialog(element))).to.contain('1 more question waits');
    await press(element, 'No, do not');
    expect(await first).to.equal(false);
    await ready();
    expect(textOf(find(element, 'h2'))).to.contain('Second');
    expect(textOf(element.shadowRoot!.activeElement!)).to.equal('No, do not');
    await press(element, 'Yes, do it');
    expect(await second).to.equal(true);
  });

  it('OUI-E2 a script cannot say yes, nor can a click that was meant for what was there before', async () => {
    const { element, runtime, ready } = await page();
    const answer = element.ask(asked());
    await element.updateComplete;
    await press(element, 'Yes, do it');
    expect(element.matches(':state(asking)'), 'a click at once').to.equal(true);
    await ready();
    const yes = button(element, 'Yes, do it');
    yes.click();
    yes.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    yes.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await runtime.advance(0);
    expect(element.matches(':state(asking)'), 'a click of a script').to.equal(true);
    dialog(element).close('yes');
    expect(await answer).to.equal(false);
  });

  it('OUI-E2 nothing that is pressed while nobody can see the page counts, nor at the moment of coming back', async () => {
    const { element, runtime, ready } = await page();
    const answer = element.ask(asked());
    await ready();
    const see = (state: string) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    see('hidden');
    await runtime.advance(1000);
    await press(element, 'Yes, do it');
    expect(element.matches(':state(asking)'), 'hidden').to.equal(true);
    see('visible');
    await press(element, 'Yes, do it');
    expect(element.matches(':state(asking)'), 'just back').to.equal(true);
    Reflect.deleteProperty(document, 'visibilityState');
    await runtime.advance(600);
    await press(element, 'Yes, do it');
    expect(await answer).to.equal(true);
  });

  it('OUI-E2 surfaces inside it are not offered, in either order', async () => {
    const bus = new SurfaceBus();
    const surface = (id: string) =>
      html`<oui-surface .bus=${bus} surface-id=${id} name="Some" description="Some.">
        <oui-action action-id="say_yes" description="Presses." .handler=${() => true}></oui-action>
      </oui-surface>`;
    const offered = () => bus.snapshot().surfaces.map(({ id }) => id);
    const box = await fixture(
      html`<div>
        <oui-confirm>${surface('born-inside')}</oui-confirm>
        ${surface('moved-inside')} ${surface('left-outside')}
      </div>`,
    );
    while (offered().length < 2) await frame();
    expect(offered()).to.deep.equal(['moved-inside', 'left-outside']);
    box.querySelector('oui-confirm')!.append(box.querySelector('[surface-id="moved-inside"]')!);
    while (offered().length > 1) await frame();
    expect(offered()).to.deep.equal(['left-outside']);
  });

  it('neighbours 5.7 what is left of the time is shown, and no answer in time is no', async () => {
    const { element, runtime, ready } = await page();
    const answer = element.ask(asked({ expiresAt: runtime.now() + 10_000 }));
    await element.updateComplete;
    expect(textOf(find(element, '[role="timer"]'))).to.equal('10 s');
    await ready();
    await runtime.advance(10_000);
    expect(await answer).to.equal(false);
    await element.updateComplete;
    expect(dialog(element).open).to.equal(false);
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-E2 a question that is withdrawn closes, also while it waits; a later yes does not count', async () => {
    const { element, ready } = await page();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = element.ask(asked({ title: 'First', signal: one.signal }));
    const second = element.ask(asked({ title: 'Second', signal: two.signal }));
    await ready();
    two.abort();
    expect(await second).to.equal(false);
    one.abort();
    expect(await first).to.equal(false);
    await element.updateComplete;
    expect(dialog(element).open).to.equal(false);
    expect(await element.ask(asked({ signal: one.signal }))).to.equal(false);
  });

  it('OUI-R5 its removal is no; a move keeps the question open', async () => {
    const { element, ready } = await page();
    const answer = element.ask(asked());
    await ready();
    document.body.append(element);
    await ready();
    expect(dialog(element).matches(':modal')).to.equal(true);
    element.remove();
    expect(await answer).to.equal(false);
    expect(await element.ask(asked())).to.equal(false);
  });

  it('OUI-X2 what has the name of a secret is not shown', async () => {
    const { element, ready } = await page();
    void element.ask(asked({ params: { password: 'hunter2', note: 'x'.repeat(5000) } }));
    await ready();
    expect(textOf(dialog(element)).includes('hunter2')).to.equal(false);
    expect(textOf(dialog(element)).includes('x'.repeat(5000))).to.equal(true);
    const scroller = find(element, '.scroll');
    expect(scroller.scrollHeight).to.be.above(scroller.clientHeight);
    expect(scroller.tabIndex).to.equal(0);
  });

  it('api §1 one is made when it is needed and the page has none that can be seen', async () => {
    const before = document.querySelectorAll('oui-confirm').length;
    const hidden = await fixture(html`<div hidden><oui-confirm></oui-confirm></div>`);
    const abort = new AbortController();
    const answer = askPerson(asked({ signal: abort.signal }));
    const made = document.body.lastElementChild as OuiConfirm;
    await made.updateComplete;
    expect(document.querySelectorAll('oui-confirm').length).to.equal(before + 2);
    expect(hidden.contains(made)).to.equal(false);
    expect(made.matches(':state(asking)')).to.equal(true);
    abort.abort();
    expect(await answer).to.equal(false);
    const again = askPerson(asked({ signal: abort.signal }));
    expect(await again).to.equal(false);
    expect(document.querySelectorAll('oui-confirm').length).to.equal(before + 2);
    made.remove();
  });

  it('OUI-E2 neighbours 5.7 over a bus: a yes runs the handler; a no, and no answer in time, are ACTION_DENIED', async () => {
    const { element, ready } = await page();
    let runs = 0;
    const agentOf = async (bus: SurfaceBus) => {
      const input = { type: 'object', properties: {} };
      bus.register(
        {
          id: 'todo-list',
          name: 'To-do list',
          description: 'The list.',
          actions: [{ id: 'delete_todo', description: 'Removes.', confirm: true, input }],
        },
        { delete_todo: () => ++runs },
      );
      const [pageEnd, agentEnd] = linkedTransports();
      bus.connect(pageEnd, { confirmBy: 'page', confirm: (question) => element.ask(question) });
      const agent = new AgentRuntime();
      await agent.connect(agentEnd);
      return agent;
    };
    const asking = async () => {
      while (!element.matches(':state(asking)')) await frame();
      await ready();
    };
    const agent = await agentOf(new SurfaceBus());
    const declined = agent.invoke('todo-list', 'delete_todo');
    await asking();
    await sendKeys({ press: 'Escape' });
    expect((await declined).error?.code).to.equal('ACTION_DENIED');
    const allowed = agent.invoke('todo-list', 'delete_todo');
    await asking();
    await press(element, 'Yes, do it');
    expect((await allowed).data).to.equal(1);
    const hasty = await agentOf(new SurfaceBus({ confirmTimeoutMs: 50 }));
    const late = await hasty.invoke('todo-list', 'delete_todo');
    expect(late.error?.code).to.equal('ACTION_DENIED');
    await element.updateComplete;
    expect(dialog(element).open).to.equal(false);
    expect(runs).to.equal(1);
  });

  it('known-failure E axe finds nothing, light, dark, right to left and in Chinese', async () => {
    const { element, ready } = await page();
    void element.ask(asked({ destructive: true, params: { a: 'x'.repeat(4000), b: { c: [1] } } }));
    await ready();
    await inEveryLook(element, () => expect(element).to.be.accessible());
  });
});
