import { expect, html, waitUntil } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { TemplateResult } from 'lit';
import type { OuiAction } from 'oui-elements/components/oui-action';
import {
  argsHash,
  type ActionResultPayload,
  type ConnectOptions,
  type SurfaceBusOptions,
} from 'oui-elements/oui';
import { settled } from '../recording-client.js';
import { formPage, type FormPage } from './form-page.js';

const CONTROLS = html`
  <input name="a" value="first" maxlength="9" aria-label="A" />
  <button id="send" name="which" value="it">Send</button><button type="reset">Reset</button>
`;

interface Waiting extends FormPage {
  result: Promise<ActionResultPayload>;
}

/** A page whose form has been filled in by an agent, and waits for the person. */
async function waiting(
  controls: TemplateResult = CONTROLS,
  attributes: Partial<OuiAction> = { confirm: true },
  terms: ConnectOptions = {},
  limits: SurfaceBusOptions = {},
): Promise<Waiting> {
  const page = await formPage(controls, attributes, terms, limits);
  const result = page.client.result('demo', 'send_it', { a: 'agent' });
  await isWaiting(page);
  return { ...page, result };
}

const isWaiting = ({ action }: FormPage) =>
  waitUntil(() => action.matches(':state(oui-waiting)'), 'waits', { timeout: 5000 });

/** As the person does: with the mouse. */
async function press(element: Element): Promise<void> {
  const { x, y, width, height } = element.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
}

/** Whether the call has been answered. */
async function answered({ client }: FormPage): Promise<boolean> {
  await settled();
  return client.messages.some(({ type }) => type === 'action:result');
}

const valueOf = ({ form }: FormPage) => form.querySelector<HTMLInputElement>('[name=a]')!.value;

describe('forms 1.3.4: confirm on a form waits for the person', () => {
  it('forms 1.3.4 it is filled in, shown, announced and focused, and the person’s press submits it', async () => {
    const page = await waiting();
    expect(valueOf(page)).to.equal('agent');
    expect(page.form.hasAttribute('data-oui-waiting')).to.be.true;
    expect(document.activeElement).to.equal(page.form.querySelector('#send'));
    await waitUntil(
      () => document.querySelector('[role=status]')?.textContent?.includes('Sends it'),
      'announced',
      { timeout: 5000 },
    );
    expect(page.submitted).to.deep.equal([]);
    expect(await answered(page)).to.be.false;

    await press(page.form.querySelector('#send')!);
    const result = await page.result;
    expect(result.data).to.deep.equal({ a: 'agent' });
    expect(page.submitted).to.deep.equal([{ a: ['agent'], which: ['it'] }]);
    expect(page.form.hasAttribute('data-oui-waiting')).to.be.false;
    expect(page.action.matches(':state(oui-waiting)')).to.be.false;
    await waitUntil(() => !document.querySelector('[role=status]'), 'no longer announced', { timeout: 5000 });
    expect(page.client.manifest('demo')!.actions[0]).to.deep.include({
      confirm: true,
      usage: 'The form is filled in, then it waits for the person to submit it.',
    });
  });

  it('forms 1.3.4 the person may change what was filled in, and Enter is a press too', async () => {
    const page = await waiting();
    page.form.querySelector('input')!.focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ type: '!' });
    await sendKeys({ press: 'Enter' });
    expect((await page.result).data).to.deep.equal({ a: 'agent!' });
  });

  it('forms 1.3.4 the page answers with respondWith(), and its listeners see whose form it is', async () => {
    const page = await waiting();
    page.form.addEventListener('submit', (event) => event.respondWith!({ marked: event.agentInvoked }));
    await press(page.form.querySelector('#send')!);
    expect((await page.result).data).to.deep.equal({ marked: true });
  });

  it('forms 1.3.4 what a script presses or submits is not the person, and is stopped', async () => {
    const page = await waiting();
    page.form.querySelector<HTMLElement>('#send')!.click();
    page.form.requestSubmit();
    page.form
      .querySelector('input')!
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
    page.form.requestSubmit();
    expect(await answered(page)).to.be.false;
    expect(page.submitted).to.deep.equal([]);
    await press(page.form.querySelector('#send')!);
    expect((await page.result).success).to.be.true;
    expect(page.submitted).to.have.length(1);
  });

  it('forms 1.3.4 a press elsewhere in the form is no submission', async () => {
    const page = await waiting();
    const lines = document.createElement('textarea');
    page.form.prepend(lines);
    await press(page.form.querySelector('input')!);
    page.form.requestSubmit();
    lines.focus();
    await sendKeys({ press: 'Enter' });
    page.form.requestSubmit();
    lines.remove();
    expect(page.submitted).to.deep.equal([]);
    await press(page.form.querySelector('#send')!);
    expect((await page.result).success).to.be.true;
  });

  it('forms 1.3.4 a page that submits some time after the person’s press is waited for', async () => {
    const page = await waiting(html`
      <input name="a" maxlength="9" />
      <button
        id="send"
        type="button"
        @click=${({ target }: Event) => {
          const { form } = target as HTMLButtonElement;
          setTimeout(() => form!.requestSubmit(), 20);
        }}
      >
        Send
      </button>
    `);
    await press(page.form.querySelector('#send')!);
    expect((await page.result).data).to.deep.equal({ a: 'agent' });
  });

  it('forms 1.3.4 reset ends it with one failure', async () => {
    const page = await waiting();
    await press(page.form.querySelector('[type=reset]')!);
    expect((await page.result).error).to.deep.equal({
      code: 'ACTION_DENIED',
      message: 'A person reset the form.',
    });
    expect(page.form.hasAttribute('data-oui-waiting')).to.be.false;
    expect(page.submitted).to.deep.equal([]);
    expect(page.client.messages.filter(({ type }) => type === 'action:result')).to.have.length(1);
  });

  it('forms 1.3.4 Escape ends it with one failure, and elsewhere it is for somebody else', async () => {
    const page = await waiting();
    const elsewhere = document.createElement('input');
    page.surface.append(elsewhere);
    elsewhere.focus();
    await sendKeys({ press: 'Escape' });
    expect(await answered(page)).to.be.false;
    page.form.querySelector('input')!.focus();
    await sendKeys({ press: 'Escape' });
    expect((await page.result).error?.code).to.equal('ACTION_DENIED');
  });

  it('forms 1.3.4 removal ends it with one failure', async () => {
    const page = await waiting();
    page.form.remove();
    const { error } = await page.result;
    expect(error?.code).to.be.oneOf(['ACTION_DENIED', 'SURFACE_UNAVAILABLE']);
    expect(page.client.messages.filter(({ type }) => type === 'action:result')).to.have.length(1);
  });

  it('forms 1.3.4 when the request ends the form is given back', async () => {
    const page = await waiting();
    page.surface.remove();
    expect((await page.result).success).to.be.false;
    expect(page.form.hasAttribute('data-oui-waiting')).to.be.false;
  });

  it('forms 1.3.5 moving the form, or making it anew unchanged, leaves the call alive', async () => {
    const page = await waiting();
    const box = document.createElement('div');
    page.surface.append(box);
    box.append(page.form);
    page.form.querySelector('input')!.title = 'Another title';
    expect(await answered(page)).to.be.false;

    const again = page.form.cloneNode(true) as HTMLFormElement;
    again.removeAttribute('data-oui-waiting');
    again.addEventListener('submit', (event) => event.preventDefault());
    page.form.replaceWith(again);
    await waitUntil(() => again.hasAttribute('data-oui-waiting'), 'waits in the new form');
    expect(await answered(page)).to.be.false;
    expect(again.querySelector('input')!.value).to.equal('agent');
    await press(again.querySelector('#send')!);
    expect((await page.result).data).to.deep.equal({ a: 'agent' });
  });

  it('forms 1.3.5 a form that came back as another one is not what was confirmed', async () => {
    const page = await waiting();
    const other = page.form.cloneNode(true) as HTMLFormElement;
    other.querySelector('input')!.name = 'b';
    page.form.replaceWith(other);
    expect((await page.result).error?.code).to.equal('ACTION_DENIED');
  });

  it('forms 1.3.4 the time limit ends it with TIMEOUT, once', async () => {
    const page = await waiting(CONTROLS, { confirm: true }, {}, { actionTimeoutMs: 300 });
    expect((await page.result).error?.code).to.equal('TIMEOUT');
    expect(page.form.hasAttribute('data-oui-waiting')).to.be.false;
    // The form is the person's again.
    page.form.requestSubmit();
    expect(page.submitted).to.have.length(1);
    await settled();
    expect(page.client.messages.filter(({ type }) => type === 'action:result')).to.have.length(1);
  });

  it('forms 1.3.4 a page that submits when a field changes does not get past the person', async () => {
    const page = await waiting(html`
      <input
        name="a"
        maxlength="9"
        @change=${({ target }: Event) => (target as HTMLInputElement).form!.requestSubmit()}
      />
      <button id="send">Send</button>
    `);
    expect(page.submitted).to.deep.equal([]);
    await press(page.form.querySelector('#send')!);
    expect((await page.result).success).to.be.true;
    expect(page.submitted).to.have.length(1);
  });

  it('forms 1.3.4 whoever is writing elsewhere keeps the focus', async () => {
    const page = await formPage(CONTROLS, { confirm: true });
    const elsewhere = document.createElement('textarea');
    page.surface.append(elsewhere);
    elsewhere.focus();
    const result = page.client.result('demo', 'send_it', { a: 'agent' });
    await isWaiting(page);
    expect(document.activeElement).to.equal(elsewhere);
    page.form.reset();
    expect((await result).success).to.be.false;
  });

  it('forms 1.3.4 a second call waits for its turn, and is filled in after the first', async () => {
    const page = await waiting();
    const second = page.client.result('demo', 'send_it', { a: 'second' });
    await settled();
    expect(valueOf(page)).to.equal('agent');
    await press(page.form.querySelector('#send')!);
    expect((await page.result).data).to.deep.equal({ a: 'agent' });
    await isWaiting(page);
    await waitUntil(() => valueOf(page) === 'second', 'filled again');
    await press(page.form.querySelector('#send')!);
    expect((await second).data).to.deep.equal({ a: 'second' });
  });

  it('forms 1.3.4 a form in a shadow root waits too', async () => {
    const page = await formPage(html`<input name="a" maxlength="9" />`, { confirm: true });
    const host = document.createElement('div');
    page.surface.append(host);
    const root = host.attachShadow({ mode: 'closed' });
    root.append(page.form, page.action);
    page.form.append(Object.assign(document.createElement('button'), { id: 'send', textContent: 'Send' }));
    await settled();
    const result = page.client.result('demo', 'send_it', { a: 'deep' });
    await isWaiting(page);
    page.form.requestSubmit();
    expect(page.submitted).to.deep.equal([]);
    await press(page.form.querySelector('#send')!);
    expect((await result).data).to.deep.equal({ a: 'deep' });
    expect(page.submitted).to.have.length(1);
  });

  it('forms 1.2 password: a required one makes the person submit, and its value is told nobody', async () => {
    const page = await waiting(
      html`<input name="a" maxlength="9" /><input id="word" name="word" type="password" required />
        <button id="send">Send</button>`,
      {},
    );
    expect(document.activeElement).to.equal(page.form.querySelector('#word'));
    await sendKeys({ type: 's3cret' });
    await sendKeys({ press: 'Enter' });
    expect((await page.result).data).to.deep.equal({ a: 'agent' });
    expect(page.submitted[0]).to.deep.include({ word: ['s3cret'] });
    expect(JSON.stringify(page.client.messages)).to.not.match(/s3cret|"word"/);
  });

  it('forms 1.2 file: a required one makes the person submit', async () => {
    const page = await waiting(
      html`<input name="a" maxlength="9" /><input type="file" name="f" required /><button>Send</button>`,
      {},
    );
    page.form.reset();
    expect((await page.result).error?.code).to.equal('ACTION_DENIED');
  });

  it('OUI-E2 where the page asks, the person’s own submit is the yes, and nobody is asked twice', async () => {
    let asked = 0;
    const page = await waiting(
      CONTROLS,
      { confirm: true },
      {
        confirmBy: 'page',
        confirm: async () => {
          asked += 1;
          return true;
        },
      },
    );
    // Nothing else may run it before that: not even a listener of the page.
    page.surface.addEventListener('oui-invoke', (event) => event.respondWith('not confirmed'));
    await press(page.form.querySelector('#send')!);
    expect((await page.result).data).to.deep.equal({ a: 'agent' });
    const second = page.client.result('demo', 'send_it', { a: 'again' });
    await isWaiting(page);
    await press(page.form.querySelector('#send')!);
    expect((await second).data).to.deep.equal({ a: 'again' });
    expect(asked).to.equal(0);
  });

  it('OUI-E2 a handler is asked about first, as every other action', async () => {
    const questions: unknown[] = [];
    const page = await formPage(
      CONTROLS,
      { confirm: true, handler: () => 'handled' },
      { confirmBy: 'page', confirm: async ({ params }) => questions.push(params) === 1 },
    );
    expect((await page.client.result('demo', 'send_it', { a: 'x' })).data).to.equal('handled');
    expect(questions).to.deep.equal([{ a: 'x' }]);
  });

  it('OUI-E3 what a person has granted is submitted at once', async () => {
    const page = await formPage(CONTROLS, { confirm: true }, { confirmBy: 'grant' });
    const params = { a: 'granted' };
    const approval = { approvalId: 'yes-1', argsHash: await argsHash(params) };
    page.surface.bus!.grantApproval({ ...approval, expiresAt: Date.now() + 60_000 });
    const result = await page.client.result('demo', 'send_it', params, { approval });
    expect(result.data).to.deep.equal(params);
  });
});
