import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../shared/icons.js';
import type { InspectorView } from './inspector-view.js';
import { isActive, type ListedSurface } from './page-picture.js';

/** The key of the first line, which is no surface. */
export const OVERVIEW = 'overview';
/** So many lines are drawn at once. */
export const LINES = 100;

/** Every surface that the search leaves, one line each; the arrow keys go from line to line. */
export function surfaceList(
  surfaces: readonly ListedSurface[],
  selected: string,
  shown: number,
  showMore: () => void,
  view: InspectorView,
): TemplateResult {
  const { t } = view.wording;
  const line = (key: string, inside: TemplateResult, current: boolean) =>
    html`<li>
      <button
        type="button"
        class="surface-line"
        data-key=${key}
        tabindex=${current ? '0' : '-1'}
        aria-current=${current ? 'true' : nothing}
        @click=${() => view.select(key)}
      >
        ${inside}
      </button>
    </li>`;
  const drawn = surfaces.slice(0, shown);
  const isThere = selected === OVERVIEW || drawn.some(({ key }) => key === selected);
  return html`<nav class="list" aria-label=${t('inspector.surfaces')} @keydown=${onKey}>
    <ul>
      ${line(OVERVIEW, html`${icon('eye')}<span class="line-name">${t('inspector.overview')}</span>`, selected === OVERVIEW || !isThere)}
      ${repeat(
        drawn,
        ({ key }) => key,
        (listed) => line(listed.key, lineInside(listed, view), listed.key === selected),
      )}
    </ul>
    ${surfaces.length === 0 ? html`<p class="empty">${t('inspector.noSurfaces')}</p>` : nothing}
    ${
      surfaces.length > shown
        ? html`<button type="button" class="more" @click=${showMore}>
            ${t('inspector.showMore', { count: surfaces.length - shown })}
          </button>`
        : nothing
    }
  </nav>`;
}

function lineInside(listed: ListedSurface, { wording: { t } }: InspectorView): TemplateResult {
  const { name, surfaceId, record, faults } = listed;
  const state = faults.length > 0 ? 'faulty' : isActive(listed) ? 'active' : 'inactive';
  return html`<span class="dot" data-state=${state}>${faults.length > 0 ? icon('alert') : nothing}</span>
    <span class="line-name"><bdi>${name || surfaceId || t('inspector.noName')}</bdi></span>
    <span class="line-state">
      ${
        record && record.busy > 0
          ? t('inspector.busy')
          : state === 'active'
            ? html`<span class="visually-hidden">${t('inspector.active')}</span>`
            : t(
                state === 'faulty'
                  ? 'inspector.faulty'
                  : record?.enabled === false
                    ? 'inspector.off'
                    : 'inspector.inactive',
              )
      }
    </span>`;
}

function onKey(event: KeyboardEvent): void {
  const lines = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('.surface-line')];
  const at = lines.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  lines[Math.max(0, Math.min(to, lines.length - 1))]?.focus();
}
