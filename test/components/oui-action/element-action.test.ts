import { aTimeout, expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { SurfaceBus, type FieldFault } from 'oui-elements/oui';
import type { OuiAction } from 'oui-elements/components/oui-action';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../recording-client.js';
import { fieldsOf, inputOf, type Schema } from './form-page.js';

interface Page {
  surface: OuiSurface;
  action: OuiAction;
  client: RecordingClient;
  target: HTMLElement;
}

/** A surface with the action `do_it` for the element `it`, and another action, so that it never has none. */
async function page(content: TemplateResult, attributes: Partial<OuiAction> = {}): Promise<Page> {
  fixtureCleanup();
  const bus = new SurfaceBus();
  const client = new RecordingClient(bus);
  const surface = await fixture<OuiSurface>(html`
    <oui-surface .bus=${bus} surface-id="demo" name="Demo" description="A demonstration.">
      <oui-action action-id="do_it" description="Does it." for="it"></oui-action>
      <oui-action action-id="other" description="Another." .handler=${() => 'other'}></oui-action>
      ${content}
    </oui-surface>
  `);
  const action = surface.querySelector('oui-action')!;
  Object.assign(action, attributes);
  await client.registered('demo');
  await settled();
  return { surface, action, client, target: surface.querySelector<HTMLElement>('#it')! };
}

const offered = ({ client }: Page) => client.manifest('demo')!.actions.some(({ id }) => id === 'do_it');
const NONE = { type: 'object', properties: {}, additionalProperties: false };

/** Sends no page anywhere, and says where it would have gone. */
function stay(): URL[] {
  const went: URL[] = [];
  navigation.addEventListener(
    'navigate',
    (event) => {
      went.push(new URL(event.destination.url));
      event.preventDefault();
    },
    { once: true },
  );
  return went;
}

describe('actions from elements', () => {
  it('elements button: takes nothing and is pressed', async () => {
    let pressed = 0;
    const made = await page(html`<button id="it" @click=${() => pressed++}>Do</button>`);
    expect(inputOf(made)).to.deep.equal(NONE);
    expect((await made.client.result('demo', 'do_it')).success).to.be.true;
    expect(pressed).to.equal(1);
    expect((await made.client.result('demo', 'do_it', { a: 1 })).error?.code).to.equal('VALIDATION_ERROR');
  });

  it('elements link: one that leaves answers before, one within the page or taken by a router does not', async () => {
    const leaving = await page(html`<a id="it" href="/away?x=1">Away</a>`);
    const went = stay();
    const result = await leaving.client.result('demo', 'do_it');
    expect(result.data).to.deep.equal({ navigated: true, url: `${location.origin}/away?x=1` });
    expect(went[0]!.pathname).to.equal('/away');

    const routed = await page(
      html`<a id="it" href="/away" @click=${(event: Event) => event.preventDefault()}>R</a>`,
    );
    expect(await routed.client.result('demo', 'do_it')).to.not.have.property('data');
    const hash = await page(html`<a id="it" href="#section">Section</a>`);
    expect(await hash.client.result('demo', 'do_it')).to.not.have.property('data');
    history.replaceState(null, '', location.pathname + location.search);
  });

  it('elements submit button: pressed as it is, through validation without a bubble, and answers as a form does', async () => {
    const made = await page(
      html`<form action="/gone" method="post">
        <input type="hidden" name="id" value="7" /><input name="needed" required /><button id="it">
          Delete
        </button>
      </form>`,
    );
    const { error } = await made.client.result('demo', 'do_it');
    expect((error!.details as FieldFault[])[0]).to.deep.include({
      field: 'needed',
      constraint: 'valueMissing',
    });
    expect(document.activeElement).to.equal(document.body);
    made.surface.querySelector<HTMLInputElement>('[name=needed]')!.value = 'x';
    const went = stay();
    const { data } = await made.client.result('demo', 'do_it');
    expect(data).to.deep.equal({ navigated: true, url: `${location.origin}/gone` });
    await aTimeout(50);
    expect(went[0]!.pathname).to.equal('/gone');
  });

  it('elements details: opens, closes or turns over, and says which', async () => {
    for (const content of [
      html`<details id="it">
        <summary>More</summary>
        Text
      </details>`,
      html`<details>
        <summary id="it">More</summary>
        Text
      </details>`,
    ]) {
      const made = await page(content);
      expect(fieldsOf(made)['open']).to.deep.include({ type: 'boolean' });
      expect((await made.client.result('demo', 'do_it')).data).to.deep.equal({ open: true });
      expect((await made.client.result('demo', 'do_it', { open: true })).data).to.deep.equal({ open: true });
      expect(made.surface.querySelector('details')!.open).to.be.true;
      expect((await made.client.result('demo', 'do_it')).data).to.deep.equal({ open: false });
    }
  });

  it('elements dialog: opens and closes', async () => {
    const made = await page(html`<dialog id="it">Hello</dialog>`);
    expect((await made.client.result('demo', 'do_it', { open: true })).data).to.deep.equal({ open: true });
    expect(made.target.matches(':modal')).to.be.true;
    expect((await made.client.result('demo', 'do_it', { open: false })).data).to.deep.equal({ open: false });
  });

  it('elements checkbox: {checked}, and a radio button is pressed', async () => {
    const box = await page(html`<label><input id="it" type="checkbox" /> News</label>`);
    expect(inputOf(box)).to.deep.equal({
      type: 'object',
      properties: { checked: { type: 'boolean', description: 'News' } },
      required: ['checked'],
      additionalProperties: false,
    });
    expect((await box.client.result('demo', 'do_it', { checked: true })).data).to.deep.equal({
      checked: true,
    });
    expect((await box.client.result('demo', 'do_it', { checked: true })).data).to.deep.equal({
      checked: true,
    });

    const radio = await page(html`<input id="it" type="radio" name="x" value="1" />`);
    expect(inputOf(radio)).to.deep.equal(NONE);
    expect((await radio.client.result('demo', 'do_it')).success).to.be.true;
    expect((radio.target as HTMLInputElement).checked).to.be.true;
  });

  it('elements select: {value} among its options, which may change', async () => {
    const made = await page(
      html`<select id="it" aria-label="Sort">
        <option value="a">A</option>
        <option disabled>B</option>
      </select>`,
    );
    expect(fieldsOf(made)['value']).to.deep.include({ enum: ['a'], description: 'Sort' });
    made.target.append(new Option('C', 'c'));
    await settled();
    expect(fieldsOf(made)['value']).to.deep.include({ enum: ['a', 'c'] });
    const heard: string[] = [];
    made.target.addEventListener('change', () => heard.push('change'));
    expect((await made.client.result('demo', 'do_it', { value: 'c' })).data).to.deep.equal({ value: 'c' });
    expect(heard).to.deep.equal(['change']);
    expect((await made.client.result('demo', 'do_it', { value: 'B' })).error?.code).to.equal(
      'VALIDATION_ERROR',
    );
  });

  it('elements input, textarea: {value} by the rules of its type', async () => {
    const number = await page(html`<input id="it" type="number" min="1" aria-label="N" />`);
    expect(fieldsOf(number)['value']).to.deep.equal({ type: 'integer', minimum: 1, description: 'N' });
    expect((await number.client.result('demo', 'do_it', { value: 4 })).data).to.deep.equal({ value: 4 });
    const text = await page(html`<textarea id="it" maxlength="5"></textarea>`);
    expect(fieldsOf(text)['value']).to.deep.equal({ type: 'string', maxLength: 5 } satisfies Schema);
    expect((await text.client.result('demo', 'do_it', { value: 'a\nb' })).data).to.deep.equal({
      value: 'a\nb',
    });
  });

  it('elements secret: a password, code, card, hidden or file field is a fault, and is not offered', async () => {
    for (const content of [
      html`<input id="it" type="password" />`,
      html`<input id="it" autocomplete="one-time-code" />`,
      html`<input id="it" autocomplete="cc-number" />`,
      html`<input id="it" type="hidden" />`,
      html`<input id="it" type="file" />`,
    ]) {
      const made = await page(content);
      expect(made.surface.faults.map(({ path }) => path)).to.deep.equal(['actions[0].for']);
      expect(made.client.manifest('demo')?.actions.map(({ id }) => id) ?? []).to.not.include('do_it');
    }
  });

  it('elements disabled: not offered, by itself, by aria-disabled or by a fieldset', async () => {
    const made = await page(
      html`<fieldset>
        <fieldset><button id="it">Do</button></fieldset>
      </fieldset>`,
    );
    const [outer] = made.surface.querySelectorAll('fieldset');
    expect(offered(made)).to.be.true;
    for (const turn of [
      (off: boolean) => made.target.toggleAttribute('disabled', off),
      (off: boolean) => made.target.setAttribute('aria-disabled', String(off)),
      (off: boolean) => outer!.toggleAttribute('disabled', off),
    ]) {
      turn(true);
      await settled();
      expect(offered(made)).to.be.false;
      expect((await made.client.result('demo', 'do_it')).error?.code).to.equal('ACTION_NOT_FOUND');
      turn(false);
      await settled();
      expect(offered(made)).to.be.true;
    }
  });

  it('elements disabled: what its own call disables has not disappeared (§8, 7)', async () => {
    let work: (() => void) | undefined;
    const made = await page(
      html`<button
        id="it"
        @click=${({ target }: Event) => {
          (target as HTMLButtonElement).disabled = true;
          setTimeout(() => ((target as HTMLButtonElement).disabled = false), 100);
        }}
      >
        Do
      </button>`,
    );
    const comings = made.client.comings.length;
    const result = await made.client.result('demo', 'do_it');
    expect(result.surfaces!.find(({ id }) => id === 'demo')!.actions.map(({ id }) => id)).to.include('do_it');
    await aTimeout(150);
    expect(made.client.comings.length).to.equal(comings);

    // Also where the page runs it by itself.
    made.surface.addEventListener('oui-invoke', (event) => {
      (made.target as HTMLButtonElement).disabled = true;
      event.respondWith(new Promise<void>((resolve) => (work = resolve)));
    });
    const second = made.client.result('demo', 'do_it');
    await aTimeout(50);
    expect(offered(made)).to.be.true;
    work!();
    expect((await second).success).to.be.true;
  });
});
