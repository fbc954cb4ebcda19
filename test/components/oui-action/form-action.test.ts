import { expect, fixture, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { SurfaceBus, type FieldFault } from 'oui-elements/oui';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../recording-client.js';

interface Page {
  surface: OuiSurface;
  form: HTMLFormElement;
  client: RecordingClient;
  /** What the page's own submit listener was given. */
  submitted: Record<string, FormDataEntryValue>[];
}

async function page(controls: TemplateResult): Promise<Page> {
  const bus = new SurfaceBus();
  const client = new RecordingClient(bus);
  const submitted: Page['submitted'] = [];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    submitted.push(Object.fromEntries(new FormData(event.target as HTMLFormElement, event.submitter)));
  };
  const surface = await fixture<OuiSurface>(html`
    <oui-surface .bus=${bus} surface-id="demo" name="Demo" description="A demonstration.">
      <oui-action action-id="send_it" description="Sends it." for="the-form"></oui-action>
      <form id="the-form" @submit=${submit}>${controls}</form>
    </oui-surface>
  `);
  await client.registered('demo');
  await settled();
  return { surface, form: surface.querySelector('form')!, client, submitted };
}

function inputOf({ client }: Page): Record<string, unknown> {
  return client.manifest('demo')!.actions[0]!.input as Record<string, unknown>;
}

const ALL = html`
  <label>What is to be done <input name="title" required minlength="2" maxlength="20" /></label>
  <label for="note">Note</label><textarea id="note" name="note" maxlength="100"></textarea>
  <input name="count" type="number" min="1" max="9" title="How many" />
  <input name="price" type="number" step="0.01" placeholder="Price" />
  <label><input name="urgent" type="checkbox" /> Urgent</label>
  <fieldset>
    <legend>Size</legend>
    <label><input name="size" type="radio" value="s" /> Small</label>
    <label><input name="size" type="radio" value="l" checked /> Large</label>
  </fieldset>
  <select name="colour" aria-label="Colour">
    <option value="">None</option>
    <option value="r" selected>Red</option>
    <option value="g">Green</option>
    <option value="x" disabled>Gone</option>
  </select>
  <input name="due" type="date" />
  <button name="which" value="save">Save</button>
`;

describe('<oui-action for> a form', () => {
  it('OUI-S2 derives the schema from text, number, checkbox, radio, select and date', async () => {
    expect(inputOf(await page(ALL))).to.deep.equal({
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 2, maxLength: 20, description: 'What is to be done' },
        note: { type: 'string', maxLength: 100, description: 'Note' },
        count: { type: 'integer', minimum: 1, maximum: 9, description: 'How many' },
        price: { type: 'number', multipleOf: 0.01, description: 'Price' },
        urgent: { type: 'boolean', description: 'Urgent' },
        size: {
          type: 'string',
          enum: ['s', 'l'],
          oneOf: [
            { const: 's', title: 'Small' },
            { const: 'l', title: 'Large' },
          ],
          description: 'Size',
        },
        colour: {
          type: 'string',
          enum: ['', 'r', 'g'],
          oneOf: [
            { const: '', title: 'None' },
            { const: 'r', title: 'Red' },
            { const: 'g', title: 'Green' },
          ],
          description: 'Colour',
        },
        due: { type: 'string', format: 'date' },
      },
      required: ['title'],
      additionalProperties: false,
    });
  });

  it('OUI-X2 passwords, codes, payment, hidden, disabled, read-only and unnamed fields are left out', async () => {
    const made = await page(html`
      <input name="user" maxlength="9" />
      <input name="password" type="password" />
      <input name="code" autocomplete="one-time-code" />
      <input name="card" autocomplete="section-a billing cc-number" />
      <input name="token" type="hidden" value="csrf" />
      <input name="off" disabled />
      <fieldset disabled><input name="off_too" /></fieldset>
      <input name="fixed" readonly />
      <div hidden><input name="unseen" /></div>
      <input maxlength="9" />
      <input name="upload" type="file" />
    `);
    expect(Object.keys(inputOf(made)['properties'] as object)).to.deep.equal(['user']);

    const password = made.form.elements.namedItem('password') as HTMLInputElement;
    password.type = 'text';
    await settled();
    expect(Object.keys(inputOf(made)['properties'] as object)).to.deep.equal(['user']);
    expect(JSON.stringify(made.client.messages)).to.not.include('password').and.not.include('csrf');
  });

  it('OUI-S2 follows the form when its controls change', async () => {
    const made = await page(html`<input name="title" maxlength="9" />`);
    made.form.append(Object.assign(document.createElement('input'), { name: 'more', maxLength: 5 }));
    await settled();
    expect(Object.keys(inputOf(made)['properties'] as object)).to.deep.equal(['title', 'more']);
  });

  it('OUI-S2 survives controls that hide the form’s own properties', async () => {
    const made = await page(html`
      <input name="elements" maxlength="9" /><input name="requestSubmit" maxlength="9" />
      <input name="checkValidity" maxlength="9" />
    `);
    const { data } = await made.client.result('demo', 'send_it', { elements: 'one', requestSubmit: 'two' });
    expect(data).to.deep.equal({ elements: 'one', requestSubmit: 'two', checkValidity: '' });
    expect(made.submitted).to.have.length(1);
  });

  it('OUI-S10 fills every kind of control, submits through the page’s listener, and reports the values', async () => {
    const made = await page(ALL);
    const heard: string[] = [];
    for (const type of ['input', 'change']) {
      made.form.addEventListener(type, ({ target }) =>
        heard.push(`${type} ${(target as HTMLInputElement).name}`),
      );
    }
    const values = {
      title: 'Milk',
      note: 'Two\nlines',
      count: 3,
      price: 1.25,
      urgent: true,
      size: 's',
      colour: 'g',
      due: '2026-12-01',
    };
    const result = await made.client.result('demo', 'send_it', values);
    expect(result.success).to.be.true;
    expect(result.data).to.deep.equal(values);
    expect(made.submitted).to.deep.equal([
      {
        title: 'Milk',
        note: 'Two\nlines',
        count: '3',
        price: '1.25',
        urgent: 'on',
        size: 's',
        colour: 'g',
        due: '2026-12-01',
        which: 'save',
      },
    ]);
    for (const name of Object.keys(values))
      expect(heard).to.include(`input ${name}`).and.include(`change ${name}`);
  });

  it('OUI-S10 a parameter left out means the control’s default, not what was there before', async () => {
    const made = await page(ALL);
    await made.client.result('demo', 'send_it', {
      title: 'Milk',
      note: 'x',
      urgent: true,
      size: 's',
      colour: 'g',
    });
    const { data } = await made.client.result('demo', 'send_it', { title: 'Bread' });
    expect(data).to.deep.include({
      title: 'Bread',
      note: '',
      urgent: false,
      size: 'l',
      colour: 'r',
      count: null,
    });
  });

  it('OUI-S6 constraint validation refuses with one entry for each control, and nothing is submitted', async () => {
    const made = await page(html`
      <input name="user" maxlength="9" /><input name="mail" type="email" />
      <input name="word" type="password" />
    `);
    for (const control of made.form.querySelectorAll('input')) {
      control.setCustomValidity(`That ${control.name} is taken.`);
    }
    const { error } = await made.client.result('demo', 'send_it', { user: 'ann' });
    expect(error!.code).to.equal('VALIDATION_ERROR');
    const faults = error!.details as FieldFault[];
    expect(faults.map(({ field, constraint }) => `${field} ${constraint}`)).to.deep.equal([
      'user customError',
      'mail customError',
      'input customError',
    ]);
    expect(faults[0]!.message).to.include('That user is taken.');
    expect(faults[2]!.message).to.include('only the person').and.not.include('word');
    expect(made.submitted).to.deep.equal([]);
  });

  it('OUI-S10 a disabled submit button is PRECONDITION_FAILED', async () => {
    const made = await page(
      html`<input name="title" required maxlength="9" /><button disabled>Send</button>`,
    );
    expect((await made.client.result('demo', 'send_it', { title: 'x' })).error?.code).to.equal(
      'PRECONDITION_FAILED',
    );
  });

  it('OUI-S10 a parameter that no field takes is a failure, not dropped', async () => {
    const made = await page(html`<input name="title" maxlength="9" />`);
    made.surface.querySelector('oui-action')!.input = {
      type: 'object',
      properties: { title: { type: 'string', maxLength: 9 }, colour: { type: 'string', maxLength: 9 } },
    };
    await settled();
    const { error } = await made.client.result('demo', 'send_it', { title: 'x', colour: 'red' });
    expect(error!.code).to.equal('EXECUTION_ERROR');
    expect(error!.message).to.include('colour');
    expect(made.submitted).to.deep.equal([]);
  });

  it('OUI-S6 novalidate is honoured', async () => {
    const free = await page(
      html`<input name="mail" type="email" maxlength="30" /><button formnovalidate>Go</button>`,
    );
    free.form.querySelector<HTMLInputElement>('[name=mail]')!.setCustomValidity('Never.');
    expect((await free.client.result('demo', 'send_it', { mail: 'a@b.example' })).success).to.be.true;
    expect(free.submitted).to.have.length(1);
  });

  it('OUI-S9 setters that a framework put on the element do not hide the change from it', async () => {
    const made = await page(html`<input name="title" maxlength="20" />`);
    const input = made.form.querySelector('input')!;
    // As React does: an own property remembers what was last set through it.
    const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    let tracked = '';
    Object.defineProperty(input, 'value', {
      configurable: true,
      get: () => native.get!.call(input) as string,
      set: (value: string) => {
        tracked = value;
        native.set!.call(input, value);
      },
    });
    const noticed: string[] = [];
    input.addEventListener('input', () => {
      if (input.value !== tracked) noticed.push(input.value);
    });
    await made.client.result('demo', 'send_it', { title: 'Milk' });
    expect(noticed).to.deep.equal(['Milk']);
  });
});
