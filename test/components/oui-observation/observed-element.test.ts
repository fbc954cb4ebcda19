import { expect, html } from '@open-wc/testing';
import { settled } from '../recording-client.js';
import { element, page, schemaOf } from './observed-page.js';

describe('<oui-observation> of an element', () => {
  it('OUI-S14 a table is its text: a line for each row, cells apart by a tab, and what is hidden left out', async () => {
    const made = await page(
      { for: 'target' },
      html`<table id="target">
        <thead>
          <tr>
            <th>Name</th>
            <th>Price</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Tea</td>
            <td><b>3</b> EUR</td>
          </tr>
          <tr hidden>
            <td>Gone</td>
            <td>0</td>
          </tr>
        </tbody>
      </table>`,
    );
    expect(schemaOf(made)).to.deep.equal({ type: 'string' });
    await made.client.sees('seen', 'Name\tPrice\nTea\t3 EUR');
    element(made).querySelector('[hidden]')!.removeAttribute('hidden');
    await made.client.sees('seen', 'Name\tPrice\nTea\t3 EUR\nGone\t0');
    element<HTMLTableElement>(made).deleteRow(1);
    await made.client.sees('seen', 'Name\tPrice\nGone\t0');
  });

  it('OUI-S14 a list is a line for each item', async () => {
    const made = await page(
      { for: 'target' },
      html`<ul id="target">
        <li>One <em>and</em> only</li>
        <li>
          Two
          <ol>
            <li>Deeper</li>
          </ol>
        </li>
      </ul>`,
    );
    await made.client.sees('seen', 'One and only\nTwo\nDeeper');
    element(made).append(Object.assign(document.createElement('li'), { textContent: 'Three' }));
    await made.client.sees('seen', 'One and only\nTwo\nDeeper\nThree');
  });

  it('OUI-X2 a text holds no scripts, no styles and no values of fields', async () => {
    const made = await page(
      { for: 'target', property: 'textContent' },
      html`<div id="target">
        Seen
        <textarea>s3cret</textarea>
        <p hidden>s3cret</p>
      </div>`,
    );
    for (const tag of ['script', 'style', 'noscript']) {
      const child = document.createElement(tag);
      child.setAttribute('type', 'text/plain');
      child.textContent = 's3cret';
      element(made).append(child);
    }
    element(made).append(' and more');
    await made.client.sees('seen', 'Seen and more');
    made.observation.property = 'innerText';
    await settled();
    expect(JSON.stringify(made.client.messages)).to.not.include('s3cret');
  });

  it('OUI-S14 a form is an object of its fields', async () => {
    const made = await page(
      { for: 'target' },
      html`
        <form id="target">
          <input name="title" value="Milk" />
          <input name="count" type="number" value="2" />
          <input name="price" type="number" />
          <input name="urgent" type="checkbox" checked />
          <input name="tag" type="checkbox" value="a" checked />
          <input name="tag" type="checkbox" value="b" />
          <input name="size" type="radio" value="s" />
          <input name="size" type="radio" value="l" checked />
          <input name="shade" type="radio" value="dark" />
          <select name="colour">
            <option value="r">Red</option>
          </select>
          <select name="days" multiple>
            <option selected>Mon</option>
            <option>Tue</option>
            <option selected>Wed</option>
          </select>
          <textarea name="notes">None</textarea>
          <input name="elements" value="clobbered" />
          <input value="unnamed" />
          <input name="upload" type="file" />
          <button name="go">Go</button>
          <output name="sum">7</output>
        </form>
        <input name="elsewhere" form="target" value="outside" />
      `,
    );
    const whole = {
      title: 'Milk',
      count: 2,
      price: null,
      urgent: true,
      tag: ['a'],
      size: 'l',
      shade: null,
      colour: 'r',
      days: ['Mon', 'Wed'],
      notes: 'None',
      elements: 'clobbered',
      sum: '7',
      elsewhere: 'outside',
    };
    await made.client.sees('seen', whole);
    expect(schemaOf(made)).to.deep.include({ type: 'object' });
    const { properties } = schemaOf(made) as { properties: Record<string, unknown> };
    expect(properties).to.include.keys(Object.keys(whole));
    expect(properties['urgent']).to.deep.equal({ type: 'boolean' });
    expect(properties['price']).to.deep.equal({ type: ['number', 'null'] });
    expect(properties['tag']).to.deep.equal({ type: 'array', items: { type: 'string' } });

    const outside = made.surface.querySelector<HTMLInputElement>('[name=elsewhere]')!;
    outside.value = 'changed';
    outside.dispatchEvent(new Event('change', { bubbles: true }));
    await made.client.sees('seen', { ...whole, elsewhere: 'changed' });
    expect(made.client.comings).to.have.length(1);
  });

  it('OUI-S14 a form is followed when fields come, are reset, and are emptied by its submission', async () => {
    const made = await page(
      { for: 'target' },
      html`<form id="target"><input name="title" value="Milk" /></form>`,
    );
    await made.client.sees('seen', { title: 'Milk' });
    const form = element<HTMLFormElement>(made);
    const more = Object.assign(document.createElement('input'), { name: 'more', value: 'x' });
    form.append(more);
    await made.client.sees('seen', { title: 'Milk', more: 'x' });
    const title = form.querySelector('input')!;
    title.value = 'Tea';
    title.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await made.client.sees('seen', { title: 'Tea', more: 'x' });
    form.reset();
    await made.client.sees('seen', { title: 'Milk', more: '' });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      title.value = '';
    });
    form.requestSubmit();
    await made.client.sees('seen', { title: '', more: '' });
  });

  it('OUI-X2 neighbours 5.16 a form is observed without its secrets, also when one is shown or added later', async () => {
    const made = await page(
      { for: 'target' },
      html`<form id="target">
        <input name="user" value="ann" />
        <input name="password" type="password" value="s3cret" />
        <input name="code" autocomplete="one-time-code" value="s3cret" />
        <input name="card" autocomplete="section-a billing cc-number" value="s3cret" />
        <input name="token" type="hidden" value="s3cret" />
      </form>`,
    );
    await made.client.sees('seen', { user: 'ann' });
    const form = element(made);
    form.querySelector<HTMLInputElement>('[name=password]')!.type = 'text';
    form.append(
      Object.assign(document.createElement('input'), {
        name: 'cvc',
        autocomplete: 'cc-csc',
        value: 's3cret',
      }),
    );
    form.querySelector('input')!.value = 'bob';
    form.dispatchEvent(new Event('change', { bubbles: true }));
    await made.client.sees('seen', { user: 'bob' });
    made.client.ask('demo', 'seen');
    await settled();
    expect(JSON.stringify(made.client.messages)).to.not.include('s3cret');
    expect(JSON.stringify(schemaOf(made))).to.not.match(/password|code|card|token|cvc/);
  });

  it('OUI-S14 a fieldset is an object of its fields, a multiple select a list, a meter its number', async () => {
    const fieldset = await page(
      { for: 'target' },
      html`<form>
        <input name="not" />
        <fieldset id="target"><input name="in" value="yes" /></fieldset>
      </form>`,
    );
    await fieldset.client.sees('seen', { in: 'yes' });
    fieldset.surface.remove();

    const select = await page(
      { for: 'target' },
      html`<select id="target" multiple>
        <option selected>a</option>
        <option>b</option>
      </select>`,
    );
    expect(schemaOf(select)).to.deep.equal({ type: 'array', items: { type: 'string' } });
    element<HTMLSelectElement>(select).options[1]!.selected = true;
    element(select).dispatchEvent(new Event('change', { bubbles: true }));
    await select.client.sees('seen', ['a', 'b']);
    select.surface.remove();

    const progress = await page({ for: 'target' }, html`<progress id="target" value="0.25"></progress>`);
    expect(schemaOf(progress)).to.deep.equal({ type: 'number' });
    await progress.client.sees('seen', 0.25);
    element<HTMLProgressElement>(progress).value = 0.5;
    await progress.client.sees('seen', 0.5);
  });

  it('OUI-S17 an empty number field has the schema of a number from the start', async () => {
    const made = await page({ for: 'target' }, html`<input id="target" type="number" />`);
    expect(schemaOf(made)).to.deep.equal({ type: 'number' });
    await made.client.sees('seen', null);
    element<HTMLInputElement>(made).value = '4';
    element(made).dispatchEvent(new InputEvent('input'));
    await made.client.sees('seen', 4);
    expect(made.client.comings).to.have.length(1);
  });

  it('OUI-S14 a property that an attribute carries is followed without an event', async () => {
    const made = await page(
      { for: 'target', property: 'ariaExpanded' },
      html`<button id="target" aria-expanded="false">Menu</button>`,
    );
    await made.client.sees('seen', 'false');
    element(made).ariaExpanded = 'true';
    await made.client.sees('seen', 'true');
  });

  it('OUI-S14 a custom element with a value is worth that, also when it is upgraded later', async () => {
    const made = await page({ for: 'target' }, html`<late-field id="target">text</late-field>`);
    await made.client.sees('seen', 'text');
    customElements.define(
      'late-field',
      class extends HTMLElement {
        value = 5;
      },
    );
    await made.client.sees('seen', 5);
    expect(schemaOf(made)).to.deep.equal({ type: 'number' });
    Object.assign(element(made), { value: 6 }).dispatchEvent(new Event('change'));
    await made.client.sees('seen', 6);
  });

  it('OUI-S17 while its element is missing the value is null, and the surface stays', async () => {
    const made = await page({ for: 'target' }, html`<p><output id="target">1</output></p>`);
    const place = made.surface.querySelector('p')!;
    const output = element(made);
    await made.client.sees('seen', '1');
    output.remove();
    await made.client.sees('seen', null);
    expect(made.surface.faults.map(({ path }) => path)).to.deep.equal(['observations[0].for']);
    output.textContent = '2';
    place.append(output);
    await made.client.sees('seen', '2');
    expect(made.surface.faults).to.deep.equal([]);
    expect(made.client.comings).to.deep.equal(['surface:register demo']);
  });

  it('OUI-S22 a value that a script has set without a word is right in a snapshot and a result', async () => {
    const made = await page({ for: 'target' }, html`<input id="target" value="a" />`);
    await made.client.sees('seen', 'a');
    element<HTMLInputElement>(made).value = 'b';
    expect(made.surface.bus!.snapshot().observations['demo']).to.deep.equal({ seen: 'b' });
    made.surface.handle('do_it', () => {
      element<HTMLInputElement>(made).value = 'c';
    });
    const result = await made.client.result('demo', 'do_it');
    expect(result.observations?.['demo']).to.deep.equal({ seen: 'c' });
    await made.client.sees('seen', 'c');
  });

  it('OUI-S17 a getter of the page that throws takes nothing down', async () => {
    const made = await page({ for: 'target', property: 'broken' }, html`<p id="target">x</p>`);
    Object.defineProperty(element(made), 'broken', {
      get: () => {
        throw new Error('No.');
      },
    });
    element(made).title = 'look';
    await made.client.sees('seen', null);
    expect(made.surface.state).to.equal('active');
  });
});
