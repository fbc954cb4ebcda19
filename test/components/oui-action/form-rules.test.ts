import { aTimeout, expect, html } from '@open-wc/testing';
import { settled } from '../recording-client.js';
import { fieldsOf, fill, formPage, inputOf, schemasOf } from './form-page.js';

const namesOf = async (controls: Parameters<typeof schemasOf>[0]) => Object.keys(await schemasOf(controls));

describe('forms 1.1: the whole form', () => {
  it('forms 1.1 controls: those of form.elements, also outside by form="id", in document order', async () => {
    const page = await formPage(html`<input name="b" maxlength="3" /><input name=" " /><input />`);
    const outside = Object.assign(document.createElement('input'), { name: 'a', maxLength: 3 });
    outside.setAttribute('form', 'the-form');
    page.surface.prepend(outside);
    await settled();
    expect(Object.keys(fieldsOf(page))).to.deep.equal(['a', 'b']);
    expect(await fill(page, { a: 'x', b: 'y' })).to.deep.include({ a: ['x'], b: ['y'] });

    outside.maxLength = 7;
    await settled();
    expect(fieldsOf(page)['a']).to.deep.include({ maxLength: 7 });
    outside.removeAttribute('form');
    await settled();
    expect(Object.keys(fieldsOf(page))).to.deep.equal(['b']);
  });

  it('forms 1.1 controls: one named as a property of the form does not get in the way', async () => {
    const page = await formPage(html`
      <input name="elements" maxlength="3" /><input name="submit" maxlength="3" /><input
        name="id"
        maxlength="3"
      />
      <input name="action" maxlength="3" /><input name="target" maxlength="3" /><input
        name="method"
        maxlength="3"
      />
      <input name="noValidate" maxlength="3" /><input name="children" maxlength="3" />
    `);
    expect(Object.keys(fieldsOf(page))).to.have.length(8);
    expect(await fill(page, { submit: 'x', elements: 'y' })).to.deep.include({
      submit: ['x'],
      elements: ['y'],
    });
  });

  it('forms 1.1 skipped: disabled, read-only, mixed groups and repeated inputs', async () => {
    expect(
      await namesOf(html`
        <input name="off" disabled />
        <fieldset disabled><input name="off_too" /></fieldset>
        <input name="fixed" readonly /><textarea name="fixed_too" readonly></textarea>
        <input name="day" type="date" readonly />
        <input name="mixed" type="checkbox" /><input name="mixed" /> <input name="twice" /><input
          name="twice"
        />
        <input name="box" type="checkbox" readonly />
        <input name="left" />
      `),
    ).to.deep.equal(['box', 'left']);
  });

  it('forms 1.1 skipped: what the person cannot see or reach, unless it is opted in', async () => {
    expect(
      await namesOf(html`
        <div hidden><input name="a" /></div>
        <div class="gone"><input name="honeypot" /></div>
        <div class="unseen"><input name="b" /></div>
        <div inert><input name="c" /></div>
        <div hidden data-oui-expose><input name="exposed" /></div>
        <input class="gone" name="opted_in" data-oui-expose />
        <input class="gone" id="designed" type="checkbox" name="designed" /><label for="designed"
          >Designed</label
        >
        <details>
          <summary>More</summary>
          <input name="more" />
        </details>
        <style>
          .gone {
            display: none;
          }
          .unseen {
            visibility: hidden;
          }
        </style>
      `),
    ).to.deep.equal(['exposed', 'opted_in', 'designed', 'more']);
  });

  it('forms 1.1 skipped: nothing, because the form itself is in a closed dialog; its own hidden parts stay out', async () => {
    const page = await formPage(
      html`<input name="a" maxlength="3" />
        <div hidden><input name="b" /></div>`,
    );
    const dialog = document.createElement('dialog');
    page.form.replaceWith(dialog);
    dialog.append(page.form);
    page.form.title = 'again';
    await settled();
    expect(Object.keys(fieldsOf(page))).to.deep.equal(['a']);
  });

  it('forms 1.1 skipped: follows what becomes visible', async () => {
    const page = await formPage(
      html`<input name="a" maxlength="3" />
        <div id="step" class="gone"><input name="b" maxlength="3" /></div>
        <style>
          .gone {
            display: none;
          }
        </style>`,
    );
    expect(Object.keys(fieldsOf(page))).to.deep.equal(['a']);
    page.form.querySelector('#step')!.className = '';
    await settled();
    expect(Object.keys(fieldsOf(page))).to.deep.equal(['a', 'b']);
  });

  it('forms 1.1 description: the most deliberate text wins', async () => {
    const all = html`
      <span id="name-text">By reference</span><span id="more-text">Described by</span>
      <label for="a">Label one <button>no</button></label><label for="a">two</label>
      <input id="a" name="a" toolparamdescription="Tool" aria-description="Aria" />
      <input name="b" id="b" aria-description="Aria" title="Title" /><label for="b">Label</label>
      <label for="b"
        >more<select>
          <option>no</option>
        </select></label
      >
      <input name="c" aria-description="Aria" aria-label="Name" />
      <input name="d" aria-labelledby="name-text" aria-label="Name" aria-describedby="more-text" />
      <input name="e" aria-label="Name" title="Title" />
      <input name="f" aria-describedby="more-text" title="Title" />
      <input name="g" title="Title" placeholder="Placeholder" />
      <input name="h" placeholder="Placeholder" />
      <input name="i" />
      <fieldset aria-describedby="more-text">
        <legend>Legend</legend>
        <input type="radio" name="j" value="1" /><input type="radio" name="j" value="2" />
      </fieldset>
      <input type="radio" name="k" value="1" title="One of them" /><input type="radio" name="k" value="2" />
    `;
    const schemas = await schemasOf(all);
    expect(
      Object.fromEntries(Object.entries(schemas).map(([name, it]) => [name, it['description']])),
    ).to.deep.equal({
      a: 'Tool',
      b: 'Label; more',
      c: 'Aria',
      d: 'By reference',
      e: 'Name',
      f: 'Described by',
      g: 'Title',
      h: 'Placeholder',
      i: undefined,
      j: 'Legend',
      k: undefined,
    });
  });

  it('forms 1.1 required: one required control of a group is enough, and no others are allowed', async () => {
    const page = await formPage(html`
      <input type="radio" name="a" value="1" /><input type="radio" name="a" value="2" required />
      <input name="b" required maxlength="3" /><input name="c" maxlength="3" />
    `);
    expect(inputOf(page)).to.deep.include({ required: ['a', 'b'], additionalProperties: false });
  });

  it('forms 1.1 __proto__ is a name like any other', async () => {
    const page = await formPage(
      html`<input name="__proto__" maxlength="9" /><input name="constructor" maxlength="9" />`,
    );
    // chai does not come to an end with such objects.
    expect(JSON.stringify(fieldsOf(page))).to.match(/^{"__proto__":{"type":"string",.*"constructor":{/);
    expect(Object.getPrototypeOf(fieldsOf(page)) === Object.prototype).to.be.true;
    // Such names are let through nowhere else (`toJsonSafe`); a call must come to its end all the same.
    expect((await page.client.result('demo', 'send_it')).success).to.be.true;
    expect(page.submitted).to.have.length(1);
  });

  it('forms 1.1 defaults: what is in the form is told only where the author opts in', async () => {
    const controls = html`
      <input name="a" value="private" maxlength="9" /><input name="n" type="number" value="4" />
      <input name="box" type="checkbox" checked /><input name="none" maxlength="9" />
      <select name="s">
        <option>x</option>
        <option selected>y</option>
      </select>
      <input name="pw" type="password" value="s3cret" />
    `;
    const closed = await formPage(controls);
    closed.form.querySelector('input')!.value = 'typed';
    await settled();
    expect(JSON.stringify(closed.client.messages)).to.not.match(/"default"|private|typed|s3cret/);
    const open = await formPage(controls, { defaults: true });
    const defaults = Object.entries(fieldsOf(open)).map(([name, schema]) => [name, schema['default']]);
    expect(defaults).to.deep.equal([
      ['a', 'private'],
      ['n', 4],
      ['box', true],
      ['none', undefined],
      ['s', 'y'],
    ]);
    expect(JSON.stringify(open.client.messages)).to.not.include('s3cret');
  });

  it('forms 1.1 a parameter left out begins anew; with keep it stays as it is', async () => {
    const controls = html`
      <input name="a" value="first" maxlength="9" />
      <input name="boxes" type="checkbox" value="1" checked /><input name="boxes" type="checkbox" value="2" />
      <input name="radio" type="radio" value="1" /><input name="radio" type="radio" value="2" />
      <select name="s" multiple>
        <option>x</option>
        <option selected>y</option>
      </select>
      <select name="one">
        <option disabled>no</option>
        <option>yes</option>
        <option>also</option>
      </select>
    `;
    const begin = { a: ['first'], boxes: ['1'], s: ['y'], one: ['yes'] };
    const given = { a: 'second', boxes: ['2'], radio: '2', s: ['x'], one: 'also' };
    const changed = { a: ['second'], boxes: ['2'], radio: ['2'], s: ['x'], one: ['also'] };
    const page = await formPage(controls);
    expect(await fill(page, given)).to.deep.equal(changed);
    expect(await fill(page, {})).to.deep.equal(begin);
    page.action.keep = true;
    expect(await fill(page, given)).to.deep.equal(changed);
    expect(await fill(page, { radio: '1' })).to.deep.equal({ ...changed, radio: ['1'] });
  });

  it('forms 1.1 the schema follows options, attributes, labels and lists, and does not flicker', async () => {
    const page = await formPage(html`
      <label for="s">Colour</label>
      <select id="s" name="s">
        <option>a</option>
      </select>
      <input name="t" list="outer" maxlength="5" />
    `);
    const count = () => page.client.comings.length;
    const select = page.form.querySelector('select')!;
    select.append(new Option('b'));
    await settled();
    expect(fieldsOf(page)['s']).to.deep.include({ enum: ['a', 'b'], description: 'Colour' });
    select.options[0]!.disabled = true;
    await settled();
    expect(fieldsOf(page)['s']).to.deep.include({ enum: ['b'] });
    page.form.querySelector('label')!.firstChild!.nodeValue = 'Paint';
    await settled();
    expect(fieldsOf(page)['s']).to.deep.include({ description: 'Paint' });
    select.required = true;
    await settled();
    expect(inputOf(page)).to.deep.include({ required: ['s'] });

    const before = count();
    page.form.className = 'x';
    select.replaceWith(select.cloneNode(true));
    page.form.append(document.createElement('p'));
    page.surface.append(page.form);
    await settled();
    await aTimeout(20);
    expect(count()).to.equal(before);
  });
});
