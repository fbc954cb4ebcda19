import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { documentBus } from 'oui-elements/page';
import { RecordingClient, settled } from '../components/recording-client.js';

const ACTION = (id: string) => `<oui-action action-id="${id}" description="Does ${id}."></oui-action>`;

/** A page that arrives piece by piece, as from a slow server, and whose scripts are there before its end. */
async function arriving(): Promise<{ doc: Document; client: RecordingClient }> {
  const frame = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`);
  const doc = frame.contentDocument!;
  doc.open();
  doc.write('<!doctype html><title>Slow</title>');
  for (const tag of ['oui-surface', 'oui-action', 'oui-observation']) {
    doc.write(`<script type="module" async src="/dist/components/${tag}/define.js"></script>`);
  }
  const { customElements } = frame.contentWindow as Window & typeof globalThis;
  for (const tag of ['oui-surface', 'oui-action', 'oui-observation']) await customElements.whenDefined(tag);
  return { doc, client: new RecordingClient(documentBus(doc)) };
}

describe('surfaces that the parser brings', () => {
  it('OUI-S2 a surface is told of when the page is complete, once, with all its parts', async () => {
    const { doc, client } = await arriving();
    doc.write('<oui-surface surface-id="slow" name="Slow" description="Arrives slowly.">');
    await settled();
    doc.write(ACTION('first'));
    await settled();
    doc.write('<oui-observation observation-id="seen" for="out" description="Seen."></oui-observation>');
    await settled();
    doc.write(ACTION('second'));
    doc.write('<output id="out">7</output></oui-surface>');
    await settled();
    expect(doc.readyState).to.equal('loading');
    expect(client.comings).to.deep.equal([]);
    doc.close();
    const manifest = await client.registered('slow');
    expect(manifest.actions.map(({ id }) => id)).to.deep.equal(['first', 'second']);
    await client.sees('seen', '7');
    await settled();
    expect(client.comings).to.deep.equal(['surface:register slow']);
    const surface = doc.querySelector('oui-surface')!;
    await waitUntil(() => surface.state === 'active');
    expect(surface.faults).to.deep.equal([]);
  });
});
