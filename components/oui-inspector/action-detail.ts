import { html, nothing, type TemplateResult } from 'lit';
import { html as withTag } from 'lit/static-html.js';
import { isJsonObject } from '../../src/base/json.js';
import type { ActionManifest, ActionResultPayload, SurfaceRecord } from '../../src/oui/index.js';
import { duration } from '../shared/duration.js';
import { effectWords } from '../shared/effect-words.js';
import { icon } from '../shared/icons.js';
import type { SchemaForm } from '../shared/schema-form/schema-form.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import { INSPECTOR_CLIENT } from './action-trial.js';
import type { InspectorView } from './inspector-view.js';
import { badge, fold, offerSwitch, valueBox } from './parts.js';
import { visibleValue } from './visible-value.js';

/** An action: a line, and when it is opened all that an agent knows of it, and a form to try it. */
export function actionDetail(
  record: SurfaceRecord,
  action: ActionManifest,
  view: InspectorView,
): TemplateResult {
  const { surfaceId } = record;
  const { id } = action;
  const { t } = view.wording;
  const key = `${surfaceId} ${id}`;
  const open = view.disclosure.isOpen(key, false);
  const on = record.actions.find((each) => each.id === id)?.enabled ?? true;
  return html`<article class="row action" data-off=${on ? nothing : ''} aria-labelledby="action-${id}">
    <div class="row-head">
      <h5 id="action-${id}">
        <button
          type="button"
          class="row-line"
          aria-expanded=${String(open)}
          @click=${() => view.disclosure.toggle(key, false)}
        >
          ${icon('chevron')} ${action.title ? html`<span dir="auto">${action.title}</span>` : nothing}
          <code dir="ltr">${id}</code>
        </button>
      </h5>
      ${badges(action, view)}
      ${offerSwitch(on, t('inspector.offerAction', { name: action.title ?? id }), (enabled) =>
        view.bus.setEnabled(surfaceId, id, enabled),
      )}
    </div>
    ${open ? body(record, action, view) : html`<p class="meta first-line" dir="auto">${action.description}</p>`}
  </article>`;
}

function badges({ effect, confirm, async, tags = [] }: ActionManifest, view: InspectorView): TemplateResult {
  const { t } = view.wording;
  return html`<span class="badges">
    ${confirm || effect === 'transaction' ? badge(t('inspector.asks'), 'warn') : nothing}
    ${async ? badge(t('inspector.async')) : nothing}
    ${tags.map((tag) => badge(tag, tag === 'destructive' ? 'bad' : 'plain'))}
  </span>`;
}

function body(record: SurfaceRecord, action: ActionManifest, view: InspectorView): TemplateResult {
  const { t } = view.wording;
  const key = `${record.surfaceId} ${action.id}`;
  const hints: [string, string | undefined][] = [
    [t('inspector.effect'), effectWords(action.effect, view.wording)],
    [t('inspector.usage'), action.usage],
    [t('inspector.preconditions'), action.preconditions],
    [t('inspector.takes'), action.estimatedDuration],
  ];
  const schema = (name: 'input' | 'output', label: string) =>
    action[name] === undefined
      ? nothing
      : fold(`${key} ${name}`, label, view, () =>
          valueBox(action[name], `${action.id}${SEPARATOR}${label}`, view),
        );
  return html`<div class="row-body">
    <p dir="auto">${action.description}</p>
    <dl class="facts">
      ${hints
        .filter(([, text]) => text)
        .map(
          ([name, text]) =>
            html`<div>
              <dt>${name}</dt>
              <dd><bdi>${text}</bdi></dd>
            </div>`,
        )}
    </dl>
    ${schema('input', t('inspector.input'))} ${schema('output', t('inspector.output'))}
    ${fold(`${key} try`, t('inspector.try'), view, () => tryForm(record, action, view))}
  </div>`;
}

function tryForm(
  { surfaceId, state }: SurfaceRecord,
  action: ActionManifest,
  view: InspectorView,
): TemplateResult {
  const { t } = view.wording;
  const trial = view.trials.of(surfaceId, action.id);
  const running = trial?.state === 'running';
  return html`<div class="try">
    <p class="meta">${t('inspector.tryHint')}</p>
    ${paramsForm(action, running, view)}
    <div class="buttons">
      <button
        type="button"
        class="primary"
        ?disabled=${running || state !== 'active'}
        @click=${(event: Event) => void run(event, surfaceId, action, view)}
      >
        ${running ? t('inspector.running') : t('inspector.run')}
      </button>
      ${
        running
          ? html`<button type="button" @click=${() => view.trials.cancel(surfaceId, action.id)}>
              ${t('inspector.stopWaiting')}
            </button>`
          : nothing
      }
      ${state === 'active' ? nothing : html`<span class="meta">${t('inspector.notOffered')}</span>`}
    </div>
    ${trial?.result ? outcome(trial.result, action, view) : nothing}
  </div>`;
}

function paramsForm(
  { id, title, input }: ActionManifest,
  disabled: boolean,
  { formTag, wording }: InspectorView,
): TemplateResult {
  return withTag`<${formTag}
    class="try-form"
    .schema=${input}
    .label=${wording.t('inspector.paramsOf', { name: title ?? id })}
    ?disabled=${disabled}
  ></${formTag}>`;
}

async function run(
  event: Event,
  surfaceId: string,
  action: ActionManifest,
  view: InspectorView,
): Promise<void> {
  const form = (event.currentTarget as Element).closest('.try')?.querySelector<SchemaForm>('.try-form');
  if (!form) return;
  const found = await form.validate();
  if (found.length > 0) return;
  const params = isJsonObject(form.value) ? form.value : {};
  await view.trials.run(view.bus, surfaceId, action.id, params);
  const result = view.trials.of(surfaceId, action.id)?.result;
  view.say(view.wording.t(result?.success ? 'status.done' : 'status.failed'));
}

function outcome(result: ActionResultPayload, action: ActionManifest, view: InspectorView): TemplateResult {
  const { t } = view.wording;
  const { success, interim, error, data, durationMs } = result;
  const word = interim ? t('inspector.acknowledged') : t(success ? 'status.done' : 'status.failed');
  const time = durationMs === undefined ? '' : `${SEPARATOR}${duration(durationMs, view.wording)}`;
  return html`<div
    class="outcome-box"
    data-outcome=${success ? 'done' : 'failed'}
    data-client=${INSPECTOR_CLIENT}
  >
    <p class="outcome-line">
      ${statusIcon(interim ? 'running' : success ? 'done' : 'failed')} <strong>${word}</strong
      ><span class="meta">${time}</span>
      ${error ? html`<code dir="ltr">${error.code}</code>` : nothing}
    </p>
    ${error ? html`<p dir="auto">${error.message}</p>` : nothing}
    ${
      error?.details !== undefined
        ? valueBox(visibleValue(error.details), t('inspector.details'), view)
        : nothing
    }
    ${data !== undefined ? valueBox(visibleValue(data, action.output), t('tool.result'), view) : nothing}
  </div>`;
}
