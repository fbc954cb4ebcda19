import { fixture, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { SurfaceBus } from 'oui-elements/oui';
import type { OuiObservation } from 'oui-elements/components/oui-observation';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-observation';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../recording-client.js';

export interface Page {
  surface: OuiSurface;
  observation: OuiObservation;
  client: RecordingClient;
}

/** A surface `demo` with the observation `seen`. */
export async function page(
  properties: Partial<OuiObservation>,
  content: TemplateResult = html``,
): Promise<Page> {
  const bus = new SurfaceBus();
  const client = new RecordingClient(bus);
  const observation = Object.assign(document.createElement('oui-observation'), {
    observationId: 'seen',
    description: 'What is seen.',
    ...properties,
  });
  const surface = await fixture<OuiSurface>(html`
    <oui-surface .bus=${bus} surface-id="demo" name="Demo" description="A demonstration.">
      <oui-action action-id="do_it" description="Does it."></oui-action>
      ${observation} ${content}
    </oui-surface>
  `);
  await settled();
  return { surface, observation, client };
}

export function schemaOf({ client }: Page): unknown {
  return client.manifest('demo')!.observations![0]!.schema;
}

export function element<E extends HTMLElement>({ surface }: Page): E {
  return surface.querySelector<E>('#target')!;
}
