import { expect, fixture, html } from '@open-wc/testing';
import { OuiError, SurfaceBus } from 'oui-elements/oui';
import type { OuiAction, OuiInvokeEvent } from 'oui-elements/components/oui-action';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../recording-client.js';

interface Page {
  surface: OuiSurface;
  action: OuiAction;
  client: RecordingClient;
}

/** A surface `demo` with the action `do_it`. */
async function page(attributes: Partial<OuiAction> = {}, content: unknown = undefined): Promise<Page> {
  const bus = new SurfaceBus();
  const client = new RecordingClient(bus);
  const surface = await fixture<OuiSurface>(html`
    <oui-surface .bus=${bus} surface-id="demo" name="Demo" description="A demonstration.">
      <oui-action action-id="do_it" description="Does it."></oui-action>
      ${content}
    </oui-surface>
  `);
  const action = surface.querySelector('oui-action')!;
  Object.assign(action, attributes);
  await client.registered('demo');
  await settled();
  return { surface, action, client };
}

describe('<oui-action>', () => {
  it('OUI-S2 its schemas come from properties, before child scripts', async () => {
    const { surface, action, client } = await page();
    const input = { type: 'object', properties: { a: { type: 'string', maxLength: 5 } } };
    for (const name of ['input', 'output']) {
      const script = document.createElement('script');
      script.type = 'application/json';
      script.dataset['oui'] = name;
      script.textContent = JSON.stringify(input);
      action.append(script);
    }
    await settled();
    expect(client.manifest('demo')!.actions[0]).to.deep.include({ input, output: input });

    action.input = { type: 'object', properties: {} };
    await settled();
    expect(client.manifest('demo')!.actions[0]!.input).to.deep.equal({ type: 'object', properties: {} });

    action.querySelector('script')!.textContent = '{ "type": ';
    await settled();
    expect(surface.faults[0]!.path).to.equal('actions[0].input');
  });

  it('OUI-R1 a disabled action is not offered; with every action disabled nothing is, and that is no fault', async () => {
    const { surface, action, client } = await page();
    action.disabled = true;
    await settled();
    expect(client.comings.at(-1)).to.equal('surface:deregister demo');
    expect(surface.faults).to.deep.equal([]);

    surface.append(
      Object.assign(document.createElement('oui-action'), { actionId: 'other_one', description: 'Another.' }),
    );
    await client.registered('demo');
    await settled();
    expect(client.manifest('demo')!.actions.map(({ id }) => id)).to.deep.equal(['other_one']);
    expect((await client.result('demo', 'do_it')).error?.code).to.equal('ACTION_NOT_FOUND');
  });

  it('OUI-S9 the handler property comes first, then the surface’s, then oui-invoke, then the button in for', async () => {
    const pressed: string[] = [];
    const { surface, action, client } = await page(
      { for: 'order-button' },
      html`<button id="order-button" @click=${() => pressed.push('button')}>Press</button>`,
    );
    action.handler = () => 'property';
    surface.handle('do_it', () => 'surface');
    const listen = (event: OuiInvokeEvent) => event.respondWith('event');
    surface.addEventListener('oui-invoke', listen);
    expect((await client.result('demo', 'do_it')).data).to.equal('property');
    action.handler = undefined;
    expect((await client.result('demo', 'do_it')).data).to.equal('surface');
    surface.handle('do_it', undefined);
    expect((await client.result('demo', 'do_it')).data).to.equal('event');
    expect(pressed).to.deep.equal([]);
    surface.removeEventListener('oui-invoke', listen);
    expect((await client.result('demo', 'do_it')).success).to.be.true;
    expect(pressed).to.deep.equal(['button']);
  });

  it('OUI-S9 an action that nothing runs fails, and makes the surface faulty until something does', async () => {
    const { surface, action, client } = await page();
    const result = await client.result('demo', 'do_it');
    expect(result.error).to.deep.include({ code: 'EXECUTION_ERROR' });
    await settled();
    expect(surface.faults.map((fault) => fault.path)).to.deep.equal(['actions.do_it']);
    expect(surface.matches(':state(faulty)')).to.be.true;

    action.handler = () => 'now';
    expect((await client.result('demo', 'do_it')).data).to.equal('now');
    await settled();
    expect(surface.faults).to.deep.equal([]);
  });

  it('OUI-S6 params are checked before anything runs, and the faults name the field', async () => {
    let ran = false;
    const { client } = await page({
      input: { type: 'object', properties: { title: { type: 'string', maxLength: 3 } }, required: ['title'] },
      handler: () => (ran = true),
    });
    const { error } = await client.result('demo', 'do_it', { title: 'too long' });
    expect(error!.code).to.equal('VALIDATION_ERROR');
    expect((error!.details as { field: string }[])[0]!.field).to.equal('title');
    expect(ran).to.be.false;
  });

  it('OUI-S9 a handler’s own code and details are kept, and any other throw is EXECUTION_ERROR', async () => {
    const { action, client } = await page({
      handler: () => {
        throw new OuiError('app:quota_exceeded', 'No room left.', { limit: 3 });
      },
    });
    expect((await client.result('demo', 'do_it')).error).to.deep.equal({
      code: 'app:quota_exceeded',
      message: 'No room left.',
      details: { limit: 3 },
    });
    action.handler = async () => {
      throw new TypeError('It broke.');
    };
    expect((await client.result('demo', 'do_it')).error).to.deep.equal({
      code: 'EXECUTION_ERROR',
      message: 'It broke.',
    });
  });

  it('OUI-S11 an async action acknowledges, reports progress, and answers once', async () => {
    const { client } = await page({
      async: true,
      handler: async (_params, { acknowledge, progress }) => {
        acknowledge({ jobId: 'j1' });
        progress({ done: 1 });
        return { completed: 1 };
      },
    });
    const results = await client.invoke('demo', 'do_it');
    expect(results.map(({ interim, data, progress }) => ({ interim, data, progress }))).to.deep.equal([
      { interim: true, data: { jobId: 'j1' }, progress: undefined },
      { interim: true, data: undefined, progress: { done: 1 } },
      { interim: false, data: { completed: 1 }, progress: undefined },
    ]);
  });
});

describe('oui-invoke', () => {
  it('OUI-S8 bubbles out of the action with everything the page needs, and is cancelable', async () => {
    const { surface, action, client } = await page({ handler: undefined });
    const seen: OuiInvokeEvent[] = [];
    surface.parentElement!.addEventListener(
      'oui-invoke',
      (event) => {
        seen.push(event);
        event.respondWith(Promise.resolve({ ok: true }));
      },
      { once: true },
    );
    action.input = { type: 'object', properties: { n: { type: 'integer', default: 2 } } };
    await settled();
    expect((await client.result('demo', 'do_it')).data).to.deep.equal({ ok: true });
    const [event] = seen;
    expect(event!.params).to.deep.equal({ n: 2 });
    expect(event!.actionId).to.equal('do_it');
    expect(event!.surfaceId).to.equal('demo');
    expect(event!.requestId).to.match(/^[0-9a-f-]{36}$/);
    expect(event!.signal.aborted).to.be.false;
    expect([event!.bubbles, event!.composed, event!.cancelable]).to.deep.equal([true, true, true]);
    expect(event!.target).to.equal(action);
  });

  it('OUI-S9 preventDefault() alone means done; a rejected answer is the action’s failure', async () => {
    const { surface, client } = await page();
    surface.addEventListener('oui-invoke', (event) => event.preventDefault(), { once: true });
    expect(await client.result('demo', 'do_it')).to.deep.include({ success: true });
    surface.addEventListener('oui-invoke', (event) => event.respondWith(Promise.reject(new Error('No.'))), {
      once: true,
    });
    expect((await client.result('demo', 'do_it')).error).to.deep.equal({
      code: 'EXECUTION_ERROR',
      message: 'No.',
    });
  });

  it('OUI-S9 a listener that throws fails the action, and the button in for is not pressed instead', async () => {
    let pressed = false;
    const { surface, client } = await page(
      { for: 'throw-button' },
      html`<button id="throw-button" @click=${() => (pressed = true)}>Press</button>`,
    );
    // The runner counts an uncaught error as a failure of the test; here it is the point.
    const { onerror } = window;
    window.onerror = () => true;
    surface.addEventListener('oui-invoke', () => {
      throw new Error('The listener broke.');
    });
    const result = await client.result('demo', 'do_it');
    window.onerror = onerror;
    expect(result.error).to.deep.equal({ code: 'EXECUTION_ERROR', message: 'The listener broke.' });
    expect(pressed).to.be.false;
  });

  it('OUI-S9 respondWith() after the dispatch says that it came too late', async () => {
    const { surface, action, client } = await page({ handler: undefined });
    const events: OuiInvokeEvent[] = [];
    surface.addEventListener('oui-invoke', (event) => {
      events.push(event);
      event.respondWith('in time');
    });
    expect((await client.result('demo', 'do_it')).data).to.equal('in time');
    expect(() => events[0]!.respondWith('late')).to.throw('too late');
    expect(action.isConnected).to.be.true;
  });

  it('OUI-S11 progress and acknowledge go the way of the context', async () => {
    const { surface, client } = await page({ async: true });
    surface.addEventListener('oui-invoke', (event) => {
      event.acknowledge({ jobId: 'j2' });
      event.progress(50);
      event.respondWith('end');
    });
    const results = await client.invoke('demo', 'do_it');
    expect(results.map(({ data, progress }) => data ?? progress)).to.deep.equal([{ jobId: 'j2' }, 50, 'end']);
  });
});

describe('<oui-action for> an element', () => {
  it('OUI-S1 follows the element when it is replaced, and misses it when it is gone', async () => {
    const pressed: string[] = [];
    const { surface, client } = await page(
      { for: 'swap-button' },
      html`<div><button id="swap-button">One</button></div>`,
    );
    const next = document.createElement('button');
    next.id = 'swap-button';
    next.addEventListener('click', () => pressed.push('two'));
    surface.querySelector('#swap-button')!.replaceWith(next);
    await settled();
    await client.result('demo', 'do_it');
    expect(pressed).to.deep.equal(['two']);
    expect(client.comings).to.deep.equal(['surface:register demo']);

    next.removeAttribute('id');
    await settled();
    expect(surface.faults.map((fault) => fault.path)).to.deep.equal(['actions[0].for']);
    expect(client.comings.at(-1)).to.equal('surface:deregister demo');
  });
});
