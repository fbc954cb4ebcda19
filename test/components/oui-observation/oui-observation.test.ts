import { expect, html } from '@open-wc/testing';
import { settled } from '../recording-client.js';
import { element, page, schemaOf } from './observed-page.js';

describe('<oui-observation>', () => {
  it('OUI-S5 sends the value property after registration, and its changes', async () => {
    const made = await page({ value: { total: 1 }, schema: { type: 'object' } });
    await made.client.sees('seen', { total: 1 });
    made.observation.value = { total: 1 };
    made.observation.value = { total: 2 };
    await made.client.sees('seen', { total: 2 });
    expect(made.client.values('seen')).to.deep.equal([{ total: 1 }, { total: 2 }]);
    expect(made.client.comings).to.have.length(1);
  });

  it('OUI-S17 null means that there is no value now', async () => {
    const made = await page({ value: 3, schema: { type: 'integer' } });
    made.observation.value = null;
    await made.client.sees('seen', null);
  });

  it('OUI-S14 follows the text of an element', async () => {
    const made = await page({ for: 'target' }, html`<output id="target"> 0 </output>`);
    expect(schemaOf(made)).to.deep.equal({ type: 'string' });
    await made.client.sees('seen', '0');
    element(made).firstChild!.textContent = '1';
    await made.client.sees('seen', '1');
    element(made).replaceChildren('two ', document.createElement('b'));
    await made.client.sees('seen', 'two');
  });

  it('OUI-S14 follows what a person types, ticks and picks, and a reset', async () => {
    const text = await page({ for: 'target' }, html`<form><input id="target" value="a" /></form>`);
    await text.client.sees('seen', 'a');
    element<HTMLInputElement>(text).value = 'b';
    element(text).dispatchEvent(new InputEvent('input', { bubbles: true }));
    await text.client.sees('seen', 'b');
    text.surface.querySelector('form')!.reset();
    await text.client.sees('seen', 'a');

    text.surface.remove();
    const box = await page({ for: 'target' }, html`<input id="target" type="checkbox" />`);
    expect(schemaOf(box)).to.deep.equal({ type: 'boolean' });
    element(box).click();
    await box.client.sees('seen', true);

    box.surface.remove();
    const select = await page(
      { for: 'target' },
      html`<select id="target">
        <option value="x">X</option>
        <option value="y">Y</option>
      </select>`,
    );
    element<HTMLSelectElement>(select).value = 'y';
    element(select).dispatchEvent(new Event('change', { bubbles: true }));
    await select.client.sees('seen', 'y');
  });

  it('OUI-S17 a number field gives a number, and null when it holds none', async () => {
    const made = await page({ for: 'target' }, html`<input id="target" type="number" value="5" />`);
    expect(schemaOf(made)).to.deep.equal({ type: 'number' });
    element<HTMLInputElement>(made).value = '';
    element(made).dispatchEvent(new InputEvent('input'));
    await made.client.sees('seen', null);
    expect(schemaOf(made)).to.deep.equal({ type: 'number' });
  });

  it('OUI-S14 follows details and dialogs', async () => {
    const made = await page({ for: 'target' }, html`<details id="target"><summary>More</summary></details>`);
    await made.client.sees('seen', false);
    element<HTMLDetailsElement>(made).open = true;
    await made.client.sees('seen', true);

    made.surface.remove();
    const dialog = await page({ for: 'target' }, html`<dialog id="target">Sure?</dialog>`);
    await dialog.client.sees('seen', false);
    element<HTMLDialogElement>(dialog).showModal();
    await dialog.client.sees('seen', true);
    element<HTMLDialogElement>(dialog).close();
    await dialog.client.sees('seen', false);
  });

  it('OUI-S14 reads another property, and looks after other events, when told to', async () => {
    const made = await page(
      { for: 'target', property: 'title', on: 'renamed moved' },
      html`<p id="target" title="one">Text</p>`,
    );
    await made.client.sees('seen', 'one');
    element(made).title = 'two';
    element(made).dispatchEvent(new Event('moved'));
    await made.client.sees('seen', 'two');
    made.observation.on = 'other';
    await settled();
    element(made).title = 'three';
    element(made).dispatchEvent(new Event('other'));
    await made.client.sees('seen', 'three');
  });

  it('OUI-S14 follows the element that takes the place of another', async () => {
    const made = await page({ for: 'target' }, html`<div><p id="target">one</p></div>`);
    const next = Object.assign(document.createElement('p'), { id: 'target', textContent: 'two' });
    element(made).replaceWith(next);
    await made.client.sees('seen', 'two');
    next.textContent = 'three';
    await made.client.sees('seen', 'three');
  });

  it('OUI-S15 a polling observation is read when it is asked for', async () => {
    let reads = 0;
    const made = await page({
      updateFrequency: 'polling',
      schema: { type: 'integer' },
      read: async () => (reads += 1),
    });
    expect(made.client.values('seen')).to.deep.equal([]);
    made.client.ask('demo', 'seen');
    await made.client.sees('seen', 1);
    made.client.ask('demo', 'seen');
    await made.client.sees('seen', 2);
  });

  it('OUI-S16 an asked for observation answers with the element’s value now', async () => {
    const made = await page({ for: 'target', on: '' }, html`<p id="target">one</p>`);
    element(made).textContent = 'two';
    made.client.ask('demo', 'seen');
    await made.client.sees('seen', 'two');
  });

  it('OUI-X2 a password, a code, a card and a hidden field are never read, also when they are shown', async () => {
    const fields = [
      html`<input id="target" type="password" value="s3cret" />`,
      html`<input id="target" autocomplete="one-time-code" value="s3cret" />`,
      html`<input id="target" autocomplete="cc-csc" value="s3cret" />`,
      html`<input id="target" type="hidden" value="s3cret" />`,
    ];
    for (const field of fields) {
      const made = await page({ for: 'target' }, field);
      expect(made.surface.faults.map((fault) => fault.path)).to.deep.equal(['observations[0].for']);
      element<HTMLInputElement>(made).type = 'text';
      made.observation.property = 'value';
      await settled();
      expect(made.surface.faults).to.have.length(1);
      expect(JSON.stringify(made.client.messages)).to.not.include('s3cret');
      made.surface.remove();
    }
  });

  it('OUI-X2 markup is not observed: hidden fields are in it', async () => {
    const made = await page(
      { for: 'target', property: 'innerHTML' },
      html`<div id="target"><input type="hidden" value="s3cret" /></div>`,
    );
    expect(made.surface.faults[0]!.message).to.include('textContent');
    expect(JSON.stringify(made.client.messages)).to.not.include('s3cret');
  });

  it('OUI-S1 an element that is not there, and a schema that is not JSON, are faults', async () => {
    const made = await page({ for: 'nowhere' });
    expect(made.surface.faults.map((fault) => fault.path)).to.deep.equal(['observations[0].for']);
    made.observation.for = undefined;
    const script = document.createElement('script');
    script.type = 'application/json';
    script.dataset['oui'] = 'schema';
    script.textContent = 'nonsense';
    made.observation.append(script);
    await settled();
    expect(made.surface.faults.map((fault) => fault.path)).to.deep.equal(['observations[0].schema']);
    script.textContent = '{"type":"string"}';
    await settled();
    expect(schemaOf(made)).to.deep.equal({ type: 'string' });
  });
});
