import { aTimeout, expect, html, waitUntil } from '@open-wc/testing';
import type { FieldFault } from 'oui-elements/oui';
import { settled } from '../recording-client.js';
import { fill, formPage, type FormPage } from './form-page.js';

/** Lets the form be submitted by the browser, and keeps the test's page where it is. */
function nativePage(page: FormPage): URL[] {
  const went: URL[] = [];
  page.form.addEventListener('submit', (event) => event.stopImmediatePropagation(), { capture: true });
  const stay = (event: NavigateEvent) => {
    went.push(new URL(event.destination.url));
    event.preventDefault();
  };
  navigation.addEventListener('navigate', stay, { once: true });
  return went;
}

describe('forms 1.3: filling, submitting, returning', () => {
  it('forms 1.3.1 nothing changes when one parameter is bad, and every fault is named', async () => {
    const page = await formPage(html`
      <input name="a" value="was" maxlength="9" /><input name="n" type="number" step="2" min="1" />
      <input name="d" type="date" max="2026-01-01" />
    `);
    const heard: string[] = [];
    for (const type of ['input', 'change', 'invalid']) {
      page.form.addEventListener(type, () => heard.push(type), { capture: true });
    }
    const { error } = await page.client.result('demo', 'send_it', { a: 'new', n: 2, d: '2027-01-01' });
    expect(error!.code).to.equal('VALIDATION_ERROR');
    expect(
      (error!.details as FieldFault[]).map(({ field, constraint }) => `${field} ${constraint}`),
    ).to.deep.equal(['n stepMismatch', 'd rangeOverflow']);
    expect(page.form.querySelector('input')!.value).to.equal('was');
    expect(heard).to.deep.equal([]);
  });

  it('forms 1.3.1 an author’s own schema does not get past maxlength, disabled options and types', async () => {
    const page = await formPage(
      html`<input name="a" maxlength="3" /><select name="s">
          <option>x</option>
          <option disabled>y</option>
        </select>
        <input name="count" maxlength="5" /><input type="checkbox" name="box" />`,
      { input: { type: 'object', properties: {} } },
    );
    const faults = async (params: object) => {
      const { error } = await page.client.result('demo', 'send_it', { ...params });
      return (error!.details as FieldFault[]).map(({ field }) => field);
    };
    expect(await faults({ a: 'long' })).to.deep.equal(['a']);
    expect(await faults({ s: 'y' })).to.include('s');
    expect(await faults({ box: 'true' })).to.deep.equal(['box']);
    // A number in a field of text is what the author means by it.
    expect(await fill(page, { count: 12 })).to.deep.include({ count: ['12'] });
  });

  it('forms 1.3.2 input is composed, change follows, and neither pretends to be a person’s', async () => {
    const page = await formPage(
      html`<input name="a" maxlength="9" /><select name="s">
          <option>x</option>
          <option>y</option>
        </select>`,
    );
    const heard: string[] = [];
    for (const type of ['input', 'change']) {
      page.form.addEventListener(type, (event) => {
        heard.push(`${(event.target as HTMLInputElement).name} ${type} ${event.composed} ${event.isTrusted}`);
      });
    }
    await fill(page, { a: 'x', s: 'y' });
    expect(heard).to.deep.equal([
      'a input true false',
      'a change false false',
      's input true false',
      's change false false',
    ]);
  });

  it('forms 1.3.2 a box that the page does not let be ticked is a failure', async () => {
    const page = await formPage(
      html`<input name="a" type="checkbox" @click=${(event: Event) => event.preventDefault()} />`,
    );
    const { error } = await page.client.result('demo', 'send_it', { a: true });
    expect(error!.code).to.equal('VALIDATION_ERROR');
    expect(page.submitted).to.deep.equal([]);
  });

  it('forms 1.3.3 validation refuses without the browser’s bubble, which would take the focus', async () => {
    const page = await formPage(html`<input name="a" maxlength="9" /><button>Send</button>`);
    const field = page.form.querySelector('input')!;
    field.setCustomValidity('Not so.');
    const { error } = await page.client.result('demo', 'send_it', { a: 'x' });
    expect(error!.details).to.deep.equal([
      {
        field: 'a',
        constraint: 'customError',
        expected: 'Not so.',
        actual: 'refused',
        message: 'a: Not so.',
      },
    ]);
    expect(document.activeElement).to.not.equal(field);
  });

  it('forms 1.3.3 formnovalidate and novalidate do without the control’s own rules', async () => {
    const page = await formPage(
      html`<input name="n" type="number" step="2" min="1" /><button formnovalidate>Send</button>`,
    );
    expect(await fill(page, { n: 2 })).to.deep.equal({ n: ['2'] });
    page.form.querySelector('button')!.formNoValidate = false;
    page.form.noValidate = true;
    expect(await fill(page, { n: 4 })).to.deep.equal({ n: ['4'] });
  });

  it('forms 1.3.6 respondWith() answers, with a promise too, and late after an await', async () => {
    const page = await formPage(html`<input name="a" maxlength="9" />`);
    page.form.addEventListener(
      'submit',
      (event) => event.respondWith!(aTimeout(20).then(() => ({ id: 7 }))),
      {
        once: true,
      },
    );
    expect((await page.client.result('demo', 'send_it', { a: 'x' })).data).to.deep.equal({ id: 7 });
    page.form.addEventListener(
      'submit',
      async (event) => {
        await Promise.resolve();
        event.respondWith!('later');
      },
      { once: true },
    );
    expect((await page.client.result('demo', 'send_it', { a: 'x' })).data).to.equal('later');
    page.form.addEventListener('submit', (event) => event.respondWith!(Promise.reject(new Error('Full.'))), {
      once: true,
    });
    expect((await page.client.result('demo', 'send_it', { a: 'x' })).error).to.deep.equal({
      code: 'EXECUTION_ERROR',
      message: 'Full.',
    });
  });

  it('forms 1.3.6 respondWith() says when it came too late', async () => {
    const page = await formPage(html`<input name="a" maxlength="9" />`);
    const events: SubmitEvent[] = [];
    page.form.addEventListener('submit', (event) => events.push(event));
    await fill(page, { a: 'x' });
    expect(() => events[0]!.respondWith!('late')).to.throw('too late');
  });

  it('forms 1.3.6 a submit that leaves the page answers before: navigated, with the address and no secret', async () => {
    const page = await formPage(html`
      <input name="q" maxlength="9" /><input name="box" type="checkbox" />
      <input type="hidden" name="csrf" value="t0ken" />
      <input type="hidden" name="box" value="t0ken" /><input type="password" name="pw" value="s3cret" />
    `);
    page.form.setAttribute('action', '/search?old=1');
    const went = nativePage(page);
    const results = await page.client.invoke('demo', 'send_it', { q: 'milk' });
    expect(results).to.have.length(1);
    expect(results[0]!.data).to.deep.equal({ navigated: true, url: `${location.origin}/search?q=milk` });
    expect(results[0]).to.not.have.property('observations');
    await aTimeout(50);
    expect(went[0]!.search).to.equal('?q=milk&csrf=t0ken&box=t0ken&pw=s3cret');
    expect(JSON.stringify(page.client.messages)).to.not.match(/t0ken|s3cret/);
  });

  it('forms 1.3.6 post, formaction and formmethod of the button count', async () => {
    const page = await formPage(html`
      <input name="q" maxlength="9" /><button formaction="/post-here?x=1" formmethod="post">Send</button>
    `);
    const went = nativePage(page);
    const { data } = await page.client.result('demo', 'send_it', { q: 'milk' });
    expect(data).to.deep.equal({ navigated: true, url: `${location.origin}/post-here?x=1` });
    await aTimeout(50);
    expect(went[0]!.pathname).to.equal('/post-here');
  });

  it('forms 1.3.6 another frame is no navigation', async () => {
    const page = await formPage(html`<input name="q" maxlength="9" />`);
    const frame = Object.assign(document.createElement('iframe'), { name: 'elsewhere' });
    page.surface.append(frame);
    page.form.target = 'elsewhere';
    page.form.action = 'about:blank';
    page.form.addEventListener('submit', (event) => event.stopImmediatePropagation(), { capture: true });
    expect((await page.client.result('demo', 'send_it', { q: 'milk' })).data).to.deep.equal({ q: 'milk' });
  });

  it('forms 1.3.6 method=dialog closes its dialog and answers the values', async () => {
    const page = await formPage(html`<input name="q" maxlength="9" /><button value="ok">OK</button>`);
    const dialog = document.createElement('dialog');
    page.form.replaceWith(dialog);
    dialog.append(page.form);
    page.form.method = 'dialog';
    page.form.addEventListener('submit', (event) => event.stopImmediatePropagation(), { capture: true });
    dialog.show();
    expect((await page.client.result('demo', 'send_it', { q: 'x' })).data).to.deep.equal({ q: 'x' });
    expect(dialog.open).to.be.false;
    expect(dialog.returnValue).to.equal('ok');
  });

  it('forms 1.3.6 a second call waits for the first, also where the surface allows more at once', async () => {
    const page = await formPage(html`<input name="a" maxlength="9" />`);
    const seen: string[] = [];
    let finish = () => {};
    page.form.addEventListener('submit', (event) => {
      seen.push(page.form.querySelector('input')!.value);
      if (seen.length === 1) event.respondWith!(new Promise<void>((resolve) => (finish = resolve)));
    });
    for (const concurrency of [1, 3]) {
      seen.length = 0;
      page.surface.concurrency = concurrency;
      await settled();
      const first = page.client.result('demo', 'send_it', { a: 'one' });
      const second = page.client.result('demo', 'send_it', { a: 'two' });
      await waitUntil(() => seen.length > 0, 'the first is submitted');
      await settled();
      expect(seen).to.deep.equal(['one']);
      finish();
      await Promise.all([first, second]);
      expect(seen).to.deep.equal(['one', 'two']);
    }
  });

  it('forms 1.3.7 the submit of an agent is marked, and a person’s is not', async () => {
    const page = await formPage(html`<input name="a" maxlength="9" />`);
    const marks: unknown[] = [];
    page.form.addEventListener('submit', (event) => marks.push(event.agentInvoked));
    await fill(page, { a: 'x' });
    page.form.requestSubmit();
    expect(marks[0]).to.be.true;
    expect(marks[1]).to.not.equal(true);
  });
});
