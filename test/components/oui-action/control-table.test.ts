import { expect, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import type { FieldFault } from 'oui-elements/oui';
import { settled } from '../recording-client.js';
import { fieldsOf, fill, formPage, inputOf, schemasOf, type Schema } from './form-page.js';

/** A form-associated element that says what it takes, and one that does not. */
class StarRating extends HTMLElement {
  static formAssociated = true;
  static ouiParamSchema = { type: 'integer', minimum: 1, maximum: 5, description: 'Stars' };
  #internals = this.attachInternals();
  #value = 3;
  get value(): number {
    return this.#value;
  }
  set value(value: number) {
    this.#value = value;
    this.#internals.setFormValue(String(value));
  }
}
class PlainField extends HTMLElement {
  static formAssociated = true;
  value = '';
}
customElements.define('star-rating', StarRating);
customElements.define('plain-field', PlainField);

async function schemaOf(controls: TemplateResult, name = 'it'): Promise<Schema | undefined> {
  return (await schemasOf(controls))[name];
}

/** Fills the field `it`, and says what is submitted for it. */
async function filled(controls: TemplateResult, value: unknown): Promise<FormDataEntryValue[] | undefined> {
  return (await fill(await formPage(controls), { it: value }))['it'];
}

/** What is said against a value of `it`; nothing in the form may have changed. */
async function refused(controls: TemplateResult, value: unknown, also = {}): Promise<string[]> {
  const page = await formPage(controls);
  const before = JSON.stringify([...new FormData(page.form)]);
  const { error } = await page.client.result('demo', 'send_it', { ...also, it: value });
  expect(error?.code).to.equal('VALIDATION_ERROR');
  expect(page.submitted).to.deep.equal([]);
  expect(JSON.stringify([...new FormData(page.form)])).to.equal(before);
  return (error!.details as FieldFault[]).map(({ field, constraint }) => `${field} ${constraint}`);
}

describe('forms 1.2: control to schema and back', () => {
  for (const type of ['text', 'search', 'tel']) {
    it(`forms 1.2 text, search, tel: <input type="${type}"> has lengths and a whole pattern, and is filled`, async () => {
      const control = html`<input
        name="it"
        type=${type}
        minlength="2"
        maxlength="4"
        pattern="[a-z]+|\\d+"
      />`;
      expect(await schemaOf(control)).to.deep.equal({
        type: 'string',
        minLength: 2,
        maxLength: 4,
        pattern: '^(?:[a-z]+|\\d+)$',
      });
      expect(await filled(control, 'abc')).to.deep.equal(['abc']);
      expect(await refused(control, 'abcde')).to.deep.equal(['it maxLength']);
      expect(await refused(control, 'a1')).to.deep.equal(['it pattern']);
    });
  }

  it('forms 1.2 text, search, tel: a pattern that does not compile is left out, as the browser does', async () => {
    expect(await schemaOf(html`<input name="it" pattern="[a-" maxlength="4" />`)).to.not.have.key('pattern');
    expect(await schemaOf(html`<input name="it" pattern="[a&&&b]" />`)).to.not.have.key('pattern');
  });

  it('forms 1.2 email, url: format, and email multiple is a list', async () => {
    expect(await schemaOf(html`<input name="it" type="email" />`)).to.deep.include({ format: 'email' });
    expect(await schemaOf(html`<input name="it" type="url" />`)).to.deep.include({ format: 'uri' });
    const several = html`<input name="it" type="email" multiple />`;
    expect(await schemaOf(several)).to.deep.equal({
      type: 'array',
      items: { type: 'string', format: 'email' },
    });
    expect(await filled(html`<input name="it" type="email" />`, 'a@b.example')).to.deep.equal([
      'a@b.example',
    ]);
    expect(await filled(html`<input name="it" type="url" />`, 'https://b.example/')).to.have.length(1);
    expect(await filled(several, ['a@b.example', 'c@d.example'])).to.deep.equal(['a@b.example,c@d.example']);
    expect(await refused(html`<input name="it" type="email" />`, 'nobody')).to.deep.equal(['it format']);
    expect(await refused(several, ['a@b.example', 'nobody'])).to.deep.equal(['it.1 format']);
  });

  it('forms 1.2 password, codes, cards: left out everywhere, and the person is mentioned', async () => {
    const page = await formPage(html`
      <input name="user" maxlength="9" />
      <label>Very secret <input name="sec_a" type="password" value="s3cret-a" /></label>
      ${['current-password', 'new-password', 'one-time-code', 'cc-csc', 'section-x billing cc-number'].map(
        (token) => html`<input name="sec_b" title="Very secret" autocomplete=${token} value="s3cret-b" />`,
      )}
      <input name="sec_c" autocomplete="transaction-amount" value="s3cret-c" />
    `);
    expect(Object.keys(fieldsOf(page))).to.deep.equal(['user']);
    await page.client.result('demo', 'send_it', { user: 'ann' });
    expect(JSON.stringify(page.client.messages)).to.not.match(/sec_|s3cret|Very secret/);
    // They travel with the submit untouched.
    expect(page.submitted[0]).to.deep.include({ sec_a: ['s3cret-a'], sec_c: ['s3cret-c'] });

    page.form.querySelector<HTMLInputElement>('[name=sec_a]')!.required = true;
    await settled();
    expect(page.client.manifest('demo')!.actions[0]!.usage).to.include('the person');
    expect(JSON.stringify(page.client.messages)).to.not.match(/sec_|s3cret|Very secret/);
  });

  it('forms 1.2 password, codes, cards: a password that is shown for a moment is still one', async () => {
    const page = await formPage(
      html`<input name="user" maxlength="9" /><input name="word" type="password" />`,
    );
    page.form.querySelector<HTMLInputElement>('[name=word]')!.type = 'text';
    await settled();
    expect(Object.keys(fieldsOf(page))).to.deep.equal(['user']);
  });

  it('forms 1.2 password, codes, cards: a name that sounds like a secret is pointed out', async () => {
    const { warn } = console;
    const said: unknown[] = [];
    console.warn = (text) => said.push(text);
    await formPage(
      html`<input name="cardCvv" value="123" /><input name="user-pin" /><input name="shipping" />`,
    );
    console.warn = warn;
    const text = said.join('\n');
    expect(text).to.include('"cardCvv"').and.include('"user-pin"');
    expect(text).to.not.include('"shipping" of').and.not.include('123');
  });

  it('forms 1.2 hidden: left out also when it is described, and its token is submitted as it is', async () => {
    const page = await formPage(html`
      <input name="it" maxlength="9" />
      <input name="csrf" type="hidden" value="t0ken" toolparamdescription="A token" />
    `);
    expect(Object.keys(fieldsOf(page))).to.deep.equal(['it']);
    expect(await fill(page, { it: 'x' })).to.deep.equal({ it: ['x'], csrf: ['t0ken'] });
    const refusal = await page.client.result('demo', 'send_it', { csrf: 'mine' });
    expect(refusal.error?.code).to.equal('VALIDATION_ERROR');
    expect(JSON.stringify(page.client.messages)).to.not.include('t0ken');
  });

  it('forms 1.2 number: integer when step and base are whole, multiples where the base is one', async () => {
    const cases: [TemplateResult, Schema][] = [
      [html`<input name="it" type="number" min="1" max="9" />`, { type: 'integer', minimum: 1, maximum: 9 }],
      [
        html`<input name="it" type="number" step="5" min="10" />`,
        { type: 'integer', minimum: 10, multipleOf: 5 },
      ],
      [html`<input name="it" type="number" step="5" min="1" />`, { type: 'integer', minimum: 1 }],
      [html`<input name="it" type="number" step="2" value="3" />`, { type: 'integer' }],
      [html`<input name="it" type="number" step="0.01" />`, { type: 'number', multipleOf: 0.01 }],
      [html`<input name="it" type="number" min="0.5" />`, { type: 'number', minimum: 0.5 }],
      [html`<input name="it" type="number" step="any" />`, { type: 'number' }],
    ];
    for (const [control, schema] of cases) expect(await schemaOf(control)).to.deep.equal(schema);
    expect(await filled(cases[0]![0], 3)).to.deep.equal(['3']);
    expect(await filled(cases[4]![0], 1.07)).to.deep.equal(['1.07']);
    expect(await refused(cases[1]![0], 12)).to.deep.equal(['it multipleOf']);
    // What JSON Schema cannot say, the control does.
    expect(await refused(cases[2]![0], 5)).to.deep.equal(['it stepMismatch']);
  });

  it('forms 1.2 range: as a number from 0 to 100, and no value is moved in silence', async () => {
    const control = html`<input name="it" type="range" step="10" />`;
    expect(await schemaOf(control)).to.deep.equal({
      type: 'integer',
      minimum: 0,
      maximum: 100,
      multipleOf: 10,
    });
    expect(await filled(control, 40)).to.deep.equal(['40']);
    expect(await refused(html`<input name="it" type="range" step="10" min="5" />`, 11)).to.deep.equal([
      'it value',
    ]);
  });

  it('forms 1.2 one checkbox: boolean; required means true', async () => {
    const control = html`<label><input name="it" type="checkbox" value="yes" /> News</label>`;
    expect(await schemaOf(control)).to.deep.equal({ type: 'boolean', description: 'News' });
    expect(await filled(control, true)).to.deep.equal(['yes']);
    expect(await filled(control, false)).to.equal(undefined);
    const terms = html`<label><input name="it" type="checkbox" required /> I accept</label>`;
    const page = await formPage(terms);
    expect(inputOf(page)).to.deep.include({ required: ['it'] });
    expect(fieldsOf(page)['it']).to.deep.equal({ type: 'boolean', const: true, description: 'I accept' });
    expect(await refused(terms, false)).to.deep.equal(['it const']);
  });

  const BOXES = html`
    <fieldset>
      <legend>Toppings</legend>
      <label><input name="it" type="checkbox" value="h" checked /> Ham</label>
      <label><input name="it" type="checkbox" value="c" /> Cheese</label>
      <label><input name="it" type="checkbox" value="x" disabled /> Gone</label>
      <label><input name="it" type="checkbox" value="o" required /> Olives</label>
    </fieldset>
  `;
  it('forms 1.2 several checkboxes: a list of their values, without those that are disabled', async () => {
    const page = await formPage(BOXES);
    expect(fieldsOf(page)['it']).to.deep.equal({
      type: 'array',
      items: {
        type: 'string',
        enum: ['h', 'c', 'o'],
        oneOf: [
          { const: 'h', title: 'Ham' },
          { const: 'c', title: 'Cheese' },
          { const: 'o', title: 'Olives' },
        ],
      },
      uniqueItems: true,
      maxItems: 3,
      description: 'Toppings',
    });
    // One box is required, not the group.
    expect(fieldsOf(page)['it']).to.not.have.key('minItems');
    expect(await fill(page, { it: ['c', 'o'] })).to.deep.equal({ it: ['c', 'o'] });
    const none = await page.client.result('demo', 'send_it', { it: [] });
    expect(none.error!.details).to.have.nested.property('[0].constraint', 'valueMissing');
    expect(await refused(BOXES, ['x'])).to.not.be.empty;
    expect(await refused(BOXES, ['c', 'c'])).to.deep.equal(['it uniqueItems']);
  });

  const RADIOS = html`
    <fieldset toolparamdescription="How large">
      <legend>Size</legend>
      <label><input name="it" type="radio" value="s" /> Small</label>
      <label><input name="it" type="radio" value="l" checked /> Large</label>
      <label><input name="it" type="radio" value="l" /> Large again</label>
      <label><input name="it" type="radio" value="x" disabled /> Gone</label>
    </fieldset>
  `;
  it('forms 1.2 radio group: one of the values, without duplicates and what is disabled', async () => {
    expect(await schemaOf(RADIOS)).to.deep.equal({
      type: 'string',
      enum: ['s', 'l'],
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
      description: 'How large',
    });
    expect(await filled(RADIOS, 's')).to.deep.equal(['s']);
    expect(await filled(RADIOS, undefined)).to.deep.equal(['l']);
    expect(await refused(RADIOS, 'x')).to.not.be.empty;
  });

  it('forms 1.2 radio group: a missing value is pointed out', async () => {
    const { warn } = console;
    const said: unknown[] = [];
    console.warn = (text) => said.push(text);
    const schema = await schemaOf(
      html` <input name="valueless" type="radio" /><input name="valueless" type="radio" /> `,
      'valueless',
    );
    console.warn = warn;
    expect(schema!['enum']).to.deep.equal(['on']);
    expect(said.join('\n')).to.include('"valueless"').and.include('value');
  });

  const SELECT = html`
    <select name="it" required>
      <option value="">Choose</option>
      <optgroup label="Warm">
        <option value="r" label="Red">rouge</option>
        <option>Orange</option>
      </optgroup>
      <optgroup label="Off" disabled><option value="b">Blue</option></optgroup>
      <option value="g" disabled>Green</option>
    </select>
  `;
  it('forms 1.2 select: titles are labels; placeholder and disabled options are left out, groups described', async () => {
    expect(await schemaOf(SELECT)).to.deep.equal({
      type: 'string',
      enum: ['r', 'Orange'],
      oneOf: [
        { const: 'r', title: 'Red', description: 'Warm' },
        { const: 'Orange', title: 'Orange', description: 'Warm' },
      ],
    });
    expect(await filled(SELECT, 'Orange')).to.deep.equal(['Orange']);
    for (const value of ['', 'b', 'g']) expect(await refused(SELECT, value)).to.not.be.empty;
  });

  it('forms 1.2 select: an empty one takes no parameter; without required the empty option stays', async () => {
    expect(
      await schemasOf(
        html`<select name="it"></select
          ><input name="a" />`,
      ),
    ).to.have.all.keys('a');
    expect(
      await schemasOf(
        html`<select name="it">
          <option disabled>x</option>
        </select>`,
      ),
    ).to.deep.equal({});
    const optional = html`<select name="it">
      <option value="">None</option>
      <option>A</option>
    </select>`;
    expect((await schemaOf(optional))!['enum']).to.deep.equal(['', 'A']);
    expect(await filled(optional, '')).to.deep.equal(['']);
  });

  it('forms 1.2 select multiple: a list of options, one at least when required', async () => {
    const control = html`
      <select name="it" multiple required>
        <option value="a">A</option>
        <option value="b" selected>B</option>
        <option value="c" disabled>C</option>
        <option value="d">D</option>
      </select>
    `;
    const schema = await schemaOf(control);
    expect(schema).to.deep.include({ type: 'array', uniqueItems: true, minItems: 1 });
    expect((schema!['items'] as Schema)['enum']).to.deep.equal(['a', 'b', 'd']);
    expect(await filled(control, ['a', 'd'])).to.deep.equal(['a', 'd']);
    expect(await refused(control, [])).to.deep.equal(['it minItems']);
    expect(await refused(control, ['c'])).to.not.be.empty;
  });

  it('forms 1.2 datalist: its options are examples and no limit', async () => {
    const control = html`
      <input name="it" list="colours" maxlength="9" />
      <datalist id="colours">
        <option value="red"></option>
        <option value="blue" disabled></option>
      </datalist>
      <input name="n" type="number" list="numbers" />
      <datalist id="numbers"><option value="7"></option></datalist>
    `;
    const schemas = await schemasOf(control);
    expect(schemas['it']!['examples']).to.deep.equal(['red']);
    expect(schemas['n']!['examples']).to.deep.equal([7]);
    expect(await filled(control, 'green')).to.deep.equal(['green']);
  });

  it('forms 1.2 textarea: lengths, and lines are kept', async () => {
    const control = html`<textarea name="it" minlength="2" maxlength="9"></textarea>`;
    expect(await schemaOf(control)).to.deep.equal({ type: 'string', minLength: 2, maxLength: 9 });
    expect(await filled(control, 'a\nb')).to.deep.equal(['a\nb']);
    expect(await refused(control, '0123456789')).to.deep.equal(['it maxLength']);
  });

  it('forms 1.2 textarea, text: maxlength counts as the browser does', async () => {
    const control = html`<input name="it" maxlength="3" />`;
    expect(await filled(control, '\u{1F600}')).to.deep.equal(['\u{1F600}']);
    expect(await refused(control, '\u{1F600}\u{1F600}')).to.deep.equal(['it tooLong']);
  });

  it('forms 1.2 date: its limits are told in words and checked by the control', async () => {
    const control = html`<input name="it" type="date" aria-label="Day" min="2026-01-01" max="2026-12-31" />`;
    expect(await schemaOf(control)).to.deep.equal({
      type: 'string',
      format: 'date',
      description: 'Day (from 2026-01-01, to 2026-12-31)',
    });
    expect(await filled(control, '2026-05-01')).to.deep.equal(['2026-05-01']);
    expect(await refused(control, '2027-05-01')).to.deep.equal(['it rangeOverflow']);
    expect(await refused(control, '2026-02-30')).to.deep.equal(['it format']);
  });

  it('forms 1.2 month, week: a pattern', async () => {
    const month = html`<input name="it" type="month" />`;
    const week = html`<input name="it" type="week" />`;
    expect(await schemaOf(month)).to.deep.equal({ type: 'string', pattern: '^\\d{4,6}-(0[1-9]|1[0-2])$' });
    expect((await schemaOf(week))!['pattern']).to.be.a('string');
    expect(await filled(month, '2026-11')).to.deep.equal(['2026-11']);
    expect(await filled(week, '2026-W53')).to.deep.equal(['2026-W53']);
    expect(await refused(month, '2026-13')).to.deep.equal(['it pattern']);
    // There is no such week; the browser would empty the field.
    expect(await refused(week, '2025-W53')).to.deep.equal(['it value']);
  });

  it('forms 1.2 time, datetime-local: a pattern with seconds as the step has them, and no zone', async () => {
    const matches = async (control: TemplateResult, value: string) =>
      new RegExp((await schemaOf(control))!['pattern'] as string).test(value);
    const time = html`<input name="it" type="time" aria-label="Start" />`;
    expect((await schemaOf(time))!['description']).to.equal('Start (local time, no zone)');
    expect(await matches(time, '10:30')).to.be.true;
    expect(await matches(time, '10:30:05')).to.be.false;
    expect(await matches(time, '24:30')).to.be.false;
    expect(await matches(html`<input name="it" type="time" step="1" />`, '10:30:05')).to.be.true;
    expect(await matches(html`<input name="it" type="time" step="1" />`, '10:30:05.5')).to.be.false;
    expect(await matches(html`<input name="it" type="time" step="0.1" />`, '10:30:05.5')).to.be.true;
    const local = html`<input name="it" type="datetime-local" />`;
    expect(await matches(local, '2026-11-30T10:30')).to.be.true;
    expect(await matches(local, '2026-11-30T10:30Z')).to.be.false;
    expect(await filled(time, '10:30')).to.deep.equal(['10:30']);
    expect(await filled(local, '2026-11-30T10:30')).to.deep.equal(['2026-11-30T10:30']);
    expect(await refused(time, '9:30')).to.deep.equal(['it pattern']);
    expect(await refused(local, '2026-02-30T10:30')).to.deep.equal(['it value']);
  });

  it('forms 1.2 color: a pattern of hexadecimal digits', async () => {
    const control = html`<input name="it" type="color" />`;
    expect(await schemaOf(control)).to.deep.equal({ type: 'string', pattern: '^#[0-9a-fA-F]{6}$' });
    expect(await filled(control, '#A0b1c2')).to.deep.equal(['#a0b1c2']);
    expect(await refused(control, '#ggg000')).to.deep.equal(['it pattern']);
  });

  it('forms 1.2 file: left out', async () => {
    expect(await schemasOf(html`<input name="it" type="file" /><input name="a" />`)).to.have.all.keys('a');
  });

  const BUTTONS = html`
    <input name="a" maxlength="5" />
    <button>Just send</button>
    <button name="do" value="save">Save</button>
    <button name="do" value="publish">Publish now</button>
    <button name="do" value="never" disabled>Never</button>
    <input type="submit" name="other" value="else" />
    <button type="button" name="b" value="c">Nothing</button><input type="reset" name="r" />
  `;
  it('forms 1.2 button: named submitters are left out, and chosen by submit_with where the author wants it', async () => {
    expect(await schemasOf(BUTTONS)).to.have.all.keys('a');
    const page = await formPage(BUTTONS, { submitWith: true });
    expect(fieldsOf(page)['submit_with']).to.deep.include({
      enum: ['save', 'publish', 'else'],
      default: 'save',
    });
    expect(await fill(page, { a: 'x', submit_with: 'publish' })).to.deep.equal({ a: ['x'], do: ['publish'] });
    expect(await fill(page, { a: 'x' })).to.deep.equal({ a: ['x'], do: ['save'] });
    expect(await fill(page, { submit_with: 'else' })).to.deep.equal({ a: [''], other: ['else'] });
    const { error } = await page.client.result('demo', 'send_it', { submit_with: 'never' });
    expect(error?.code).to.equal('VALIDATION_ERROR');
  });

  it('forms 1.2 form-associated custom element: with a schema it is described, and filled by its value', async () => {
    const page = await formPage(html`
      <star-rating name="it"></star-rating><plain-field name="plain"></plain-field>
      <star-rating name="off" disabled></star-rating>
    `);
    expect(fieldsOf(page)).to.deep.equal({
      it: { type: 'integer', minimum: 1, maximum: 5, description: 'Stars' },
    });
    const heard: string[] = [];
    for (const type of ['input', 'change']) {
      page.form.addEventListener(type, ({ target }) =>
        heard.push(`${type} ${(target as Element).localName}`),
      );
    }
    expect(await fill(page, { it: 5 })).to.deep.equal({ it: ['5'] });
    expect(heard).to.deep.equal(['input star-rating', 'change star-rating']);
    // What it began with.
    expect(await fill(page, {})).to.deep.equal({ it: ['3'] });
    expect((await page.client.result('demo', 'send_it', { it: 6 })).error?.code).to.equal('VALIDATION_ERROR');
  });

  it('forms 1.2 form-associated custom element: its label describes it, and its own validity counts', async () => {
    class Strict extends HTMLElement {
      static formAssociated = true;
      static ouiParamSchema = { type: 'string', maxLength: 9 };
      value = '';
      constructor() {
        super();
        this.attachInternals().setValidity({ customError: true }, 'Not today.');
      }
    }
    customElements.define('strict-field', Strict);
    const page = await formPage(html`
      <label>Words <strict-field name="it" tabindex="0"></strict-field></label>
    `);
    expect(fieldsOf(page)['it']!['description']).to.equal('Words');
    const { error } = await page.client.result('demo', 'send_it', { it: 'x' });
    expect(error!.details).to.have.nested.property('[0].constraint', 'customError');
  });

  it('forms 1.2 form-associated custom element: one that is defined later comes then', async () => {
    const page = await formPage(html`<late-field name="it"></late-field>`);
    expect(fieldsOf(page)).to.deep.equal({});
    customElements.define(
      'late-field',
      class extends HTMLElement {
        static formAssociated = true;
        static ouiParamSchema = { type: 'boolean' };
        value = false;
      },
    );
    await settled();
    expect(fieldsOf(page)).to.deep.equal({ it: { type: 'boolean' } });
  });

  it('forms 1.2 contenteditable, output, object: left out', async () => {
    const schemas = await schemasOf(html`
      <div contenteditable="true" name="it">text</div>
      <output name="o">1</output> <object name="b" data="data:,"></object>
      <fieldset name="f"></fieldset>
      <input name="a" />
    `);
    expect(schemas).to.have.all.keys('a');
  });

  it('forms 1.2 dirname, inputmode, form*: no effect', async () => {
    const plain = html`<input name="it" maxlength="5" />`;
    const adorned = html`<input
      name="it"
      maxlength="5"
      dirname="it.dir"
      inputmode="numeric"
      enterkeyhint="go"
    />`;
    expect(await schemaOf(adorned)).to.deep.equal(await schemaOf(plain));
  });
});
