import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { StringKey, Wording } from '../shared/localize.js';
import type { DrawnEdge } from './graph-layout.js';
import { fitText } from './graph-text.js';
import { graphTitle } from './graph-title.js';

/** Each kind has a line of its own: colour is never the only sign. */
const KINDS: Readonly<Record<string, readonly [out: StringKey, back: StringKey, dash: string]>> = {
  spawn: ['graph.spawn', 'graph.spawnBack', 'none'],
  child: ['graph.child', 'graph.childBack', '10 3'],
  assigned: ['graph.assigned', 'graph.assignedBack', '3 3'],
  wait: ['graph.wait', 'graph.waitBack', '1 5'],
  handoff: ['graph.handoff', 'graph.handoffBack', '7 4'],
  review: ['graph.review', 'graph.reviewBack', '9 3 2 3'],
  result: ['graph.result', 'graph.resultBack', '14 4'],
};
const OTHER = '5 6';
/** Whose child somebody is can be seen; the other kinds are named where they are drawn. */
const UNNAMED = new Set(['spawn', 'child', 'assigned']);

/** What an edge says of its beginning, or `back`, of its end; a word that the standard has not stays as it is. */
export function edgeWord(kind: string, { t }: Wording, back = false): string {
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!known) return back ? t('graph.from', { kind }) : kind;
  return t(known[back ? 1 : 0]);
}

/** As much as stands between two columns. */
const LABEL_ROOM = 15;

/** @param named the words stand beside it */
export function graphEdge(
  edge: DrawnEdge,
  named: boolean,
  near: boolean,
  wording: Wording,
): SVGTemplateResult {
  const { kind, count, settled, reason, tip, path } = edge;
  const words = [
    edgeWord(kind, wording),
    count > 1 ? wording.t('graph.settled', { n: settled, total: count }) : undefined,
    reason,
  ].filter((text) => text !== undefined);
  const [word] = words;
  const text = words.join(': ');
  // The reason is in the title, and in the details.
  const fitting = fitText(text, LABEL_ROOM) === text ? text : fitText(word!, LABEL_ROOM);
  return svg`<g
    class="edge"
    part="edge"
    data-id=${edge.key}
    data-kind=${kind}
    data-state=${settled === count ? 'settled' : 'open'}
    ?data-near=${near}
  >
    ${graphTitle(text)}
    <path class="edge-line" d=${path} stroke-dasharray=${dashOf(kind)}></path>
    <path class="edge-tip" d="M${tip.x} ${tip.y}l${-7 * tip.to} -4v8z"></path>
    ${
      (named && !UNNAMED.has(kind)) || near
        ? svg`<text class="edge-label" x=${edge.label.x} y=${edge.label.y - 4}>${fitting}</text>`
        : nothing
    }
  </g>`;
}

function dashOf(kind: string): string {
  return (Object.hasOwn(KINDS, kind) ? KINDS[kind]?.[2] : undefined) ?? OTHER;
}

/** What the lines mean. */
export function graphLegend(kinds: readonly string[], wording: Wording): TemplateResult {
  return html`<p class="legend" part="legend">
    ${kinds.map(
      (kind) =>
        html`<span class="legend-kind" data-kind=${kind}>
          <svg class="legend-line" viewBox="0 0 32 8" aria-hidden="true">
            <path class="edge-line" d="M1 4H31" stroke-dasharray=${dashOf(kind)}></path>
          </svg>
          <span dir="auto">${edgeWord(kind, wording)}</span>
        </span>`,
    )}
  </p>`;
}
