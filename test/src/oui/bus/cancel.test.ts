import { expect } from 'chai';
import { CANCEL_MESSAGE } from 'oui-elements/oui';
import { manifestWith, scriptedClient, until } from '../linked-page.js';

const cancel = (surfaceId: unknown, requestId: unknown) => ({
  type: CANCEL_MESSAGE,
  payload: { surfaceId, requestId },
});

describe('a client that gives up a request', () => {
  async function page() {
    const client = await scriptedClient();
    const signals: AbortSignal[] = [];
    client.bus.register(manifestWith(), {
      add_note: (_params, { signal }) => {
        signals.push(signal);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve('so far')));
      },
    });
    await client.runtime.advance(0);
    return { ...client, signals };
  }

  it('OUI-E10 what runs is told by its signal, and has its one final result', async () => {
    const { request, send, runtime, finals, signals } = await page();
    const id = request('notes', 'add_note', { text: 'a' });
    await until(runtime, () => signals.length === 1);
    send(cancel('notes', id));
    send(cancel('notes', id));
    await until(runtime, () => finals(id).length > 0);
    await runtime.advance(60_000);
    expect(finals(id).map(({ success, data }) => [success, data])).to.deep.equal([[true, 'so far']]);
  });

  it('OUI-E10 what waits ends at once, and what runs goes on', async () => {
    const { request, send, runtime, finals, signals } = await page();
    const first = request('notes', 'add_note', { text: 'a' });
    const second = request('notes', 'add_note', { text: 'b' });
    await until(runtime, () => signals.length === 1);
    send(cancel('notes', second));
    await until(runtime, () => finals(second).length > 0);
    expect(finals(second)[0]).to.have.nested.property('error.code', 'oui:cancelled');
    expect([signals[0].aborted, finals(first).length]).to.deep.equal([false, 0]);
  });

  it("OUI-T2, OUI-R10 what is malformed, unknown, or another client's request, changes nothing", async () => {
    const one = await page();
    const id = one.request('notes', 'add_note', { text: 'a' });
    await until(one.runtime, () => one.signals.length === 1);
    for (const message of [
      cancel('notes', 'other'),
      cancel('gone', id),
      cancel(undefined, undefined),
      { type: CANCEL_MESSAGE, payload: null },
      { type: CANCEL_MESSAGE },
    ])
      one.send(message);
    const { linkedTransports } = await import('oui-elements/oui/transports/direct');
    const [pageEnd, stranger] = linkedTransports();
    one.bus.connect(pageEnd);
    await stranger.connect();
    await one.runtime.advance(0);
    stranger.send(cancel('notes', id) as never);
    await one.runtime.advance(2_000);
    expect([one.signals[0].aborted, one.finals(id).length]).to.deep.equal([false, 0]);
  });
});
