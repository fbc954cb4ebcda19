import { expect, waitUntil } from '@open-wc/testing';
import { SurfaceBus } from 'oui-elements/oui';
import { Signal } from 'signal-polyfill';
import { survivors } from '../../browser/collect-garbage.js';
import { settled } from '../recording-client.js';
import { page, schemaOf } from './observed-page.js';

describe('<oui-observation> of a script', () => {
  it('OUI-S14 a value without a schema gets one, and another kind of value another one', async () => {
    const made = await page({ value: 1 });
    expect(schemaOf(made)).to.deep.equal({ type: 'number' });
    await made.client.sees('seen', 1);
    made.observation.value = 2;
    await made.client.sees('seen', 2);
    expect(made.client.comings).to.have.length(1);
    made.observation.value = ['two'];
    await made.client.sees('seen', ['two']);
    expect((made.client.manifest('demo')!.observations![0]!.schema as { type: string }).type).to.equal(
      'array',
    );
    made.observation.value = null;
    await made.client.sees('seen', null);
    expect(made.client.comings).to.have.length(2);
  });

  it('OUI-S14 a signal is followed, and a computed one', async () => {
    const count = new Signal.State(1);
    const made = await page({ value: new Signal.Computed(() => ({ total: count.get() * 2 })) });
    await made.client.sees('seen', { total: 2 });
    expect(schemaOf(made)).to.deep.equal({ type: 'object' });
    for (const next of [2, 3]) {
      count.set(next);
      await made.client.sees('seen', { total: next * 2 });
    }
    const other = new Signal.State('text');
    made.observation.value = other;
    await made.client.sees('seen', 'text');
    const { length } = made.client.values('seen');
    count.set(9);
    await settled();
    expect(made.client.values('seen')).to.have.length(length);
    other.set('more');
    await made.client.sees('seen', 'more');
  });

  it('OUI-S14 a signal is followed again after the element was away, from its value by then', async () => {
    const count = new Signal.State(1);
    const made = await page({ value: count });
    await made.client.sees('seen', 1);
    const parent = made.surface.parentElement!;
    made.surface.remove();
    await settled();
    count.set(2);
    parent.append(made.surface);
    await made.client.sees('seen', 2);
    count.set(3);
    await made.client.sees('seen', 3);
  });

  it('OUI-S14 a signal that throws is no value, and one that is a map no signal', async () => {
    const wrong = new Signal.State(true);
    const made = await page({
      value: new Signal.Computed(() => {
        if (wrong.get()) throw new Error('Not yet.');
        return 5;
      }),
    });
    expect(made.surface.state).to.equal('active');
    wrong.set(false);
    await made.client.sees('seen', 5);
    made.observation.value = new Map([['a', 1]]);
    await made.client.sees('seen', { a: 1 });
  });

  it('known-failure 47 observations of a signal that outlives them are collected', async () => {
    const count = new Signal.State(1);
    const host = document.createElement('div');
    const buses: SurfaceBus[] = [];
    const refs = Array.from({ length: 100 }, () => {
      const bus = new SurfaceBus();
      buses.push(bus);
      const surface = document.createElement('oui-surface');
      Object.assign(surface, { bus, surfaceId: 'demo', name: 'Demo', description: 'A surface.' });
      const observation = document.createElement('oui-observation');
      Object.assign(observation, { observationId: 'seen', description: 'Seen.', value: count });
      const action = document.createElement('oui-action');
      Object.assign(action, { actionId: 'do_it', description: 'Does it.' });
      surface.append(action, observation);
      host.append(surface);
      return new WeakRef<object>(observation);
    });
    document.body.append(host);
    await settled();
    count.set(2);
    const seen = () => buses.map(({ surfaces }) => surfaces[0]?.observations['seen']);
    await waitUntil(() => seen().every((value) => value === 2), 'all follow the signal');
    host.remove();
    host.replaceChildren();
    await settled();
    await settled();
    count.set(3);
    await waitUntil(async () => (await survivors(refs)) <= 2, 'all are collected', { timeout: 10_000 });
    count.set(4);
  });

  it('OUI-S15 read alone makes it polling: never pushed, read for each snapshot and request', async () => {
    let reads = 0;
    const made = await page({ read: () => (reads += 1) });
    expect(made.client.manifest('demo')!.observations![0]!.updateFrequency).to.equal('polling');
    expect(made.client.values('seen')).to.deep.equal([]);
    expect(made.surface.bus!.snapshot().observations['demo']).to.deep.equal({ seen: 1 });
    made.client.ask('demo', 'seen');
    await made.client.sees('seen', 2);
  });

  it('OUI-S14 publish() tells the value of an observation that is declared without one', async () => {
    const made = await page({ schema: { type: 'integer' } });
    made.surface.publish('seen', 4);
    await made.client.sees('seen', 4);
    made.client.ask('demo', 'seen');
    await settled();
    expect(made.client.values('seen').at(-1)).to.equal(4);
  });

  it('OUI-S14 neighbours 5.15 a changed value is pushed whole, at most ten a second, the last one always; an equal one is not', async () => {
    const made = await page({ value: { items: [0] } });
    await made.client.sees('seen', { items: [0] });
    const start = performance.now();
    let count = 0;
    await new Promise<void>((resolve) => {
      const step = () => {
        count += 1;
        made.observation.value = { items: [count] };
        if (performance.now() - start < 450) setTimeout(step);
        else resolve();
      };
      step();
    });
    await made.client.sees('seen', { items: [count] });
    const times = made.client.messages
      .filter(({ type }) => type === 'observation:update')
      .map(({ payload }) => (payload as { timestamp: number }).timestamp);
    expect(count).to.be.above(times.length);
    for (const [index, time] of times.entries()) {
      // Two clocks tell the time and the wait.
      if (index > 0) expect(time - times[index - 1]!).to.be.at.least(95);
    }
    const { length } = made.client.values('seen');
    made.observation.value = { items: [count] };
    await settled();
    await made.client.result('demo', 'do_it');
    expect(made.client.values('seen')).to.have.length(length);
  });
});
