import { html, nothing, type TemplateResult } from 'lit';
import type {
  ManifestFault,
  ObservationManifest,
  SurfaceManifest,
  SurfaceRecord,
} from '../../src/oui/index.js';
import { icon } from '../shared/icons.js';
import { SEPARATOR } from '../shared/separator.js';
import { fullText } from '../shared/value-text.js';
import { actionDetail } from './action-detail.js';
import type { InspectorView } from './inspector-view.js';
import { whyInactive, type ListedSurface } from './page-picture.js';
import { badge, fold, offerSwitch, valueBox } from './parts.js';
import { visibleValue } from './visible-value.js';

/** Everything about one surface. */
export function surfaceDetail(listed: ListedSurface, view: InspectorView): TemplateResult {
  const { record, faults, name, surfaceId } = listed;
  const { t } = view.wording;
  return html`<section class="detail" aria-labelledby="detail-name">
    <div class="detail-head">
      <h3 id="detail-name" tabindex="-1" dir="auto">${name || t('inspector.noName')}</h3>
      ${stateBadge(listed, view)}
      ${
        record
          ? offerSwitch(record.enabled, t('inspector.offerSurface', { name }), (on) =>
              view.bus.setEnabled(surfaceId, on),
            )
          : nothing
      }
    </div>
    ${reason(listed, view)} ${faultList(faults, view)} ${record ? registered(record, view) : nothing}
  </section>`;
}

export function stateBadge(listed: ListedSurface, { wording: { t } }: InspectorView): TemplateResult {
  const { record, faults } = listed;
  if (faults.length > 0) return badge(t('inspector.faulty'), 'bad');
  return record?.state === 'active' ? badge(t('inspector.active'), 'good') : badge(t('inspector.inactive'));
}

/** Each with its place and the sentence that says what would be right. */
export function faultList(faults: readonly ManifestFault[], { wording: { t } }: InspectorView): unknown {
  if (faults.length === 0) return nothing;
  return html`<ul class="faults" aria-label=${t('inspector.faults')}>
    ${faults.map(
      ({ path, message }) =>
        html`<li>
          ${icon('alert')}
          <span
            >${path ? html`<code dir="ltr">${path}</code> ` : nothing}<span dir="auto">${message}</span></span
          >
        </li>`,
    )}
  </ul>`;
}

function reason(listed: ListedSurface, { bus, wording }: InspectorView): unknown {
  const why = whyInactive(listed, bus.path);
  if (!why) return nothing;
  const { entity, condition, routes } = listed.record?.manifest.activation ?? {};
  const told = wording.t(why, { path: bus.path, routes: [routes ?? []].flat().join('  ') });
  const more = why === 'inspector.whyPage' ? (condition ?? (entity && fullText(entity))) : undefined;
  return html`<p class="reason">${told}${more ? html` <span dir="auto">${more}</span>` : nothing}</p>`;
}

function registered(record: SurfaceRecord, view: InspectorView): TemplateResult {
  const { manifest } = record;
  const { t } = view.wording;
  const observations = manifest.observations ?? [];
  return html`<p class="description" dir="auto">${manifest.description}</p>
    ${facts(manifest, view)}
    <h4>${t('inspector.actions')} <span class="count">${manifest.actions.length}</span></h4>
    <div class="rows">${manifest.actions.map((action) => actionDetail(record, action, view))}</div>
    ${
      observations.length > 0
        ? html`<h4>${t('inspector.observations')} <span class="count">${observations.length}</span></h4>
            <div class="rows">
              ${observations.map((observation) => observationDetail(record, observation, view))}
            </div>`
        : nothing
    }`;
}

function facts(manifest: SurfaceManifest, view: InspectorView): unknown {
  const { t } = view.wording;
  const { id, version, activation, concurrency, metadata } = manifest;
  const all: [string, unknown][] = [
    [t('inspector.id'), id],
    [t('inspector.version'), version],
    [t('inspector.routes'), activation?.routes && [activation.routes].flat().join('  ')],
    [t('inspector.entity'), activation?.entity],
    [t('inspector.condition'), activation?.condition],
    [t('inspector.atOnce'), concurrency],
  ];
  return html`<dl class="facts">
      ${all
        .filter(([, value]) => value !== undefined)
        .map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd><bdi>${fullText(value)}</bdi></dd>
            </div>`,
        )}
    </dl>
    ${
      metadata
        ? fold(`${id} metadata`, t('inspector.metadata'), view, () =>
            valueBox(visibleValue(metadata), t('inspector.metadata'), view),
          )
        : nothing
    }`;
}

function observationDetail(
  record: SurfaceRecord,
  observation: ObservationManifest,
  view: InspectorView,
): TemplateResult {
  const { id, description, schema, updateFrequency = 'on-change' } = observation;
  const { t } = view.wording;
  const known = Object.hasOwn(record.observations, id);
  return html`<article class="row observation" aria-labelledby="observation-${id}">
    <div class="row-head">
      <h5 id="observation-${id}" dir="ltr">${id}</h5>
      <span class="meta">${t('inspector.updated', { when: updateFrequency })}</span>
    </div>
    <p class="meta" dir="auto">${description}</p>
    ${
      known
        ? valueBox(visibleValue(record.observations[id], schema), t('inspector.valueOf', { name: id }), view)
        : html`<p class="meta">${t('inspector.noValue')}</p>`
    }
    ${fold(`${record.surfaceId} ${id} schema`, t('inspector.schema'), view, () =>
      valueBox(schema, `${id}${SEPARATOR}${t('inspector.schema')}`, view),
    )}
  </article>`;
}
