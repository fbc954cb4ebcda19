import { fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { SurfaceBus, type ConnectOptions, type SurfaceBusOptions } from 'oui-elements/oui';
import type { OuiAction } from 'oui-elements/components/oui-action';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-surface';
import { RecordingClient, settled } from '../recording-client.js';

export type Schema = Record<string, unknown>;

export interface FormPage {
  surface: OuiSurface;
  action: OuiAction;
  form: HTMLFormElement;
  client: RecordingClient;
  /** What the page's own submit listener was given. */
  submitted: Record<string, FormDataEntryValue[]>[];
}

/** A surface `demo` with the action `send_it` for a form with these controls, whose page listens to `submit`. */
export async function formPage(
  controls: TemplateResult,
  attributes: Partial<OuiAction> = {},
  terms: ConnectOptions = {},
  limits: SurfaceBusOptions = {},
): Promise<FormPage> {
  // One form at a time has the id.
  fixtureCleanup();
  const bus = new SurfaceBus(limits);
  const client = new RecordingClient(bus, terms);
  const submitted: FormPage['submitted'] = [];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement, event.submitter);
    submitted.push(Object.fromEntries([...new Set(data.keys())].map((name) => [name, data.getAll(name)])));
  };
  const surface = await fixture<OuiSurface>(html`
    <oui-surface .bus=${bus} surface-id="demo" name="Demo" description="A demonstration.">
      <oui-action action-id="send_it" description="Sends it." for="the-form"></oui-action>
      <form id="the-form" @submit=${submit}>${controls}</form>
    </oui-surface>
  `);
  const action = surface.querySelector('oui-action')!;
  Object.assign(action, attributes);
  // The first form of a page is worked by what is loaded for it.
  await client.registered('demo');
  await settled();
  return { surface, action, form: surface.querySelector('form')!, client, submitted };
}

export function inputOf({ client }: Pick<FormPage, 'client'>): Schema {
  return client.manifest('demo')!.actions[0]!.input as Schema;
}

/** The schemas of the fields, by name. */
export function fieldsOf(page: Pick<FormPage, 'client'>): Record<string, Schema> {
  return inputOf(page)['properties'] as Record<string, Schema>;
}

/** The schemas that these controls give. */
export async function schemasOf(controls: TemplateResult): Promise<Record<string, Schema>> {
  return fieldsOf(await formPage(controls));
}

/** Invokes the action, and says what the page's submit listener was given. */
export async function fill(
  page: FormPage,
  params: Record<string, unknown>,
): Promise<Record<string, FormDataEntryValue[]>> {
  const result = await page.client.result('demo', 'send_it', params);
  if (!result.success) throw new Error(JSON.stringify(result.error));
  return page.submitted.at(-1)!;
}
