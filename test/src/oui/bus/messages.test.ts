import { expect } from 'chai';
import type { ExtensionEvent } from 'oui-elements/oui';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, manifestWith, scriptedClient, restoreWarnings } from '../linked-page.js';

const request = (changes: Record<string, unknown>) => ({
  type: 'action:request',
  payload: { requestId: 'r', surfaceId: 'notes', actionId: 'add_note', params: {}, timestamp: 1, ...changes },
});

const MALFORMED: unknown[] = [
  null,
  3,
  'text',
  [],
  {},
  { type: 7 },
  { type: 'action:request' },
  { type: 'action:request', payload: [] },
  request({ requestId: 1 }),
  request({ requestId: '' }),
  request({ surfaceId: '__proto__' }),
  request({ params: [] }),
  request({ params: null }),
  { type: 'observation:request', payload: { surfaceId: 'notes' } },
  { type: 'surface:register', payload: {} },
];

describe('messages to a page', () => {
  afterEach(restoreWarnings);

  it('OUI-T2 ignores malformed messages with one warning each, and goes on', async () => {
    const warnings = collectWarnings();
    const client = await scriptedClient();
    client.bus.register(manifestWith(), { add_note: () => 1 });
    for (const message of [...MALFORMED, ...MALFORMED]) client.send(message);
    await client.runtime.advance(0);
    expect(new Set(warnings.map(({ code }) => code))).to.deep.equal(new Set(['oui:malformed_message']));
    expect(warnings.length).to.be.at.most(MALFORMED.length);
    expect(client.types()).to.deep.equal(['surface:register']);
    const id = client.request('notes', 'add_note', { text: 'x' });
    await client.runtime.advance(0);
    expect(client.results(id)).to.have.length(1);
  });

  it('OUI-T3 ignores unknown types in silence, and lets x- types be listened for and sent', async () => {
    const warnings = collectWarnings();
    const client = await scriptedClient();
    const heard: unknown[] = [];
    client.bus.addEventListener('x-cursor', (event) => heard.push((event as ExtensionEvent).payload));
    client.bus.addEventListener('future:thing', () => heard.push('never'));
    client.send({ type: 'future:thing', payload: { surfaceId: 1 } });
    client.send({ type: 'x-cursor', payload: { x: 1 } });
    client.bus.send({ type: 'x-hello', payload: 'you' });
    await flush();
    expect(heard).to.deep.equal([{ x: 1 }]);
    expect(client.seen).to.deep.equal([{ type: 'x-hello', payload: 'you' }]);
    expect(warnings).to.deep.equal([]);
  });

  it('OUI-T2 a page takes no notice of what only pages say', async () => {
    const client = await scriptedClient();
    client.send({ type: 'surface:register', payload: { surface: manifestWith(), timestamp: 1 } });
    client.send({ type: 'action:result', payload: { requestId: 'r', success: true, timestamp: 1 } });
    await flush();
    expect(client.bus.surfaces).to.deep.equal([]);
    expect(client.seen).to.deep.equal([]);
  });
});
