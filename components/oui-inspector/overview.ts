import { html, nothing, type TemplateResult } from 'lit';
import { copyButton } from '../shared/copy-button.js';
import { middleEllipsis } from '../shared/value-text.js';
import type { InspectorView } from './inspector-view.js';
import { isActive, type ListedSurface } from './page-picture.js';
import { badge } from './parts.js';
import { faultList } from './surface-detail.js';
import { visibleValue } from './visible-value.js';

/** So many surfaces are drawn at once; the rest when somebody wants them. */
export const PAGE_SIZE = 50;
/** Characters of a value on its line. */
const VALUE_LENGTH = 80;

/** All that agents can see and do on this page now, on one screen. */
export function overview(
  surfaces: readonly ListedSurface[],
  shown: number,
  showMore: () => void,
  view: InspectorView,
): TemplateResult {
  const { t } = view.wording;
  const active = surfaces.filter(isActive);
  const faulty = surfaces.filter(({ faults }) => faults.length > 0);
  return html`<section class="detail" aria-labelledby="detail-name">
    <div class="detail-head">
      <h3 id="detail-name" tabindex="-1">${t('inspector.overview')}</h3>
      ${copyButton(() => snapshotText(view), t('inspector.copySnapshot'), view.wording)}
    </div>
    ${
      faulty.length > 0
        ? html`<h4>${t('inspector.faults')} <span class="count">${faulty.length}</span></h4>
            ${faulty
              .slice(0, shown)
              .map(
                (listed) =>
                  html`<article class="card" data-tone="bad">
                    ${cardName(listed, view)} ${faultList(listed.faults, view)}
                  </article>`,
              )}`
        : nothing
    }
    ${
      active.length > 0
        ? active.slice(0, shown).map((listed) => card(listed, view))
        : html`<p class="empty">${t('inspector.nothingOffered')}</p>`
    }
    ${
      active.length > shown
        ? html`<div>
            <button type="button" @click=${showMore}>
              ${t('inspector.showMore', { count: active.length - shown })}
            </button>
          </div>`
        : nothing
    }
  </section>`;
}

function card(listed: ListedSurface, view: InspectorView): TemplateResult {
  const { record } = listed;
  const { t } = view.wording;
  if (!record) return html``;
  const { actions, observations = [], description } = record.manifest;
  const on = actions.filter(({ id }) => record.actions.find((each) => each.id === id)?.enabled);
  return html`<article class="card">
    ${cardName(listed, view)}
    <p class="meta" dir="auto">${description}</p>
    <ul class="chips" aria-label=${t('inspector.actions')}>
      ${on.map(
        ({ id, title, confirm, effect, tags }) =>
          html`<li title=${title ?? nothing}>
            <code dir="ltr">${id}</code> ${
              confirm || effect === 'transaction'
                ? badge(t('inspector.asks'), tags?.includes('destructive') ? 'bad' : 'warn')
                : nothing
            }
          </li>`,
      )}
    </ul>
    ${
      observations.length > 0
        ? html`<dl class="values" aria-label=${t('inspector.observations')}>
            ${observations.map(
              ({ id, schema }) =>
                html`<div>
                  <dt dir="ltr">${id}</dt>
                  <dd><bdi>${shortValue(record.observations, id, schema, t('inspector.noValue'))}</bdi></dd>
                </div>`,
            )}
          </dl>`
        : nothing
    }
  </article>`;
}

function cardName({ key, name, surfaceId }: ListedSurface, view: InspectorView): TemplateResult {
  return html`<h4 class="card-name">
    <button type="button" class="link" @click=${() => view.select(key)}>
      ${name || view.wording.t('inspector.noName')}
    </button>
    <code dir="ltr">${surfaceId}</code>
  </h4>`;
}

function shortValue(
  values: Readonly<Record<string, unknown>>,
  id: string,
  schema: Parameters<typeof visibleValue>[1],
  otherwise: string,
): string {
  if (!Object.hasOwn(values, id)) return otherwise;
  return middleEllipsis(JSON.stringify(visibleValue(values[id], schema)) ?? otherwise, VALUE_LENGTH);
}

/** What an agent would be told, without what people must not see. */
function snapshotText({ bus }: InspectorView): string {
  return JSON.stringify(visibleValue(bus.snapshot()), null, 2);
}
