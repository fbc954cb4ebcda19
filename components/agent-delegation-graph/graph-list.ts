import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DelegationGraphView, FanIn, GraphNode } from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import type { TeammateLook } from '../shared/teammate-look.js';
import { edgeWord } from './graph-edge.js';
import type { Lineage } from './graph-fold.js';
import { fanInWords, missingOf, nodeState } from './graph-node.js';

export interface GraphListScene {
  wording: Wording;
  lineage: Lineage;
  selected: string | undefined;
  lookOf(node: GraphNode): TeammateLook;
  choose(key: string): void;
}

/** The same facts as a list in words: children under their parents, and from each where its other edges lead (SF-DG-3). */
export function graphList(view: DelegationGraphView, scene: GraphListScene): TemplateResult {
  const { parents, children } = scene.lineage;
  const nodes = new Map(view.nodes.map((node) => [node.key, node]));
  const fanIns = new Map(view.fanIns.map((fanIn) => [`task:${fanIn.taskId}`, fanIn]));
  const ends = new Map<string, Map<string, string[]>>();
  for (const { kind, from, to, reason } of view.edges) {
    if (parents.get(to) === from) continue;
    const label = nodes.get(to)?.label ?? to;
    const own = ends.get(from) ?? new Map<string, string[]>();
    own.set(kind, [...(own.get(kind) ?? []), reason ? `${label} (${reason})` : label]);
    ends.set(from, own);
  }
  const othersOf = (key: string) =>
    [...(ends.get(key) ?? [])].map(
      ([kind, labels]) => `${edgeWord(kind, scene.wording)}: ${labels.join(', ')}`,
    );
  const list = (keys: readonly string[]): unknown =>
    html`<ul class="tree">
      ${repeat(
        keys,
        (key) => key,
        (key) => {
          const node = nodes.get(key);
          if (!node) return nothing;
          const own = children.get(key) ?? [];
          return html`<li
            class="tree-node"
            data-id=${key}
            data-state=${node.state ?? nothing}
            data-fallback=${missingOf(node) ?? nothing}
          >
            ${line(node, fanIns.get(key), othersOf(key), scene)} ${own.length > 0 ? list(own) : nothing}
          </li>`;
        },
      )}
    </ul>`;
  return html`<div class="list" part="list">
    ${list(view.nodes.filter(({ key }) => !parents.has(key)).map(({ key }) => key))}
  </div>`;
}

function line(
  node: GraphNode,
  fanIn: FanIn | undefined,
  others: readonly string[],
  { wording, selected, lookOf, choose }: GraphListScene,
): TemplateResult {
  const look = lookOf(node);
  const said = [
    nodeState(node, look, wording),
    ...(node.fallback ? [wording.t('graph.lineageUnknown')] : []),
    ...(node.spawnReason ? [node.spawnReason] : []),
    ...(fanIn ? [fanInWords(fanIn, wording)] : []),
    ...others,
  ];
  return html`<button
    type="button"
    class="quiet tree-line"
    aria-pressed=${selected === node.key ? 'true' : 'false'}
    data-status=${look.status}
    @click=${() => choose(node.key)}
  >
    ${node.kind === 'session' ? nothing : statusIcon(look.status)}
    <span class="tree-label" dir="auto">${node.label}</span>
    <span class="tree-said" dir="auto">${said.join(SEPARATOR)}</span>
  </button>`;
}
