import type {
  DelegationGraphView,
  GraphNode,
  TeammateView,
} from '../../src/agent-ui/projection/view-models.js';
import { teammateLook, teammateRank, type TeammateLook } from '../shared/teammate-look.js';
import { foldGraph, lineageOf, type Lineage } from './graph-fold.js';
import { layoutGraph, type GraphLayout } from './graph-layout.js';

/** What is drawn, and from what. */
export interface GraphScene {
  view: DelegationGraphView;
  lineage: Lineage;
  layout: GraphLayout;
  /** Column by column, from who began. */
  nodes: readonly GraphNode[];
  /** The other ends of each node's edges. */
  neighbours: ReadonlyMap<string, readonly string[]>;
}

/** What the drawing depends on beside the graph itself. */
export interface SceneLook {
  rtl: boolean;
  /** Of the place, in pixels. */
  width: number;
  /** Grows when somebody folds or unfolds. */
  folds: number;
  isOpen(key: string, lineage: Lineage): boolean;
  lookOf(node: GraphNode): TeammateLook;
}

/** Lays the graph out, and again only when something of it changes. */
export class GraphScenes {
  #last: { scene: GraphScene; deps: readonly unknown[] } | undefined;

  get current(): GraphScene | undefined {
    return this.#last?.scene;
  }

  forget(): void {
    this.#last = undefined;
  }

  make(view: DelegationGraphView, look: SceneLook): GraphScene {
    const { rtl, width, folds, lookOf } = look;
    const weightOf = (node: GraphNode) => Math.min(2, teammateRank(lookOf(node)));
    // In a narrow place packs are higher than wide; in steps, so that not every pixel lays out anew.
    const shape = Math.round(Math.min(1.7, Math.max(0.45, (width - 300) / 480)) * 4) / 4;
    const deps = [structureOf(view), view.nodes.map(weightOf).join(''), rtl, shape, folds];
    const last = this.#last;
    if (last && deps.every((dep, i) => dep === last.deps[i])) {
      if (last.scene.view !== view) last.scene = withFactsOf(last.scene, view);
      return last.scene;
    }
    const lineage = lineageOf(view.edges);
    const folded = new Set(view.nodes.flatMap(({ key }) => (look.isOpen(key, lineage) ? [] : [key])));
    const { nodes, edges } = foldGraph(view, lineage, folded);
    const neighbours = new Map<string, string[]>(nodes.map(({ key }) => [key, []]));
    for (const { from, to } of edges) {
      neighbours.get(from)?.push(to);
      neighbours.get(to)?.push(from);
    }
    const layout = layoutGraph(
      nodes.map((node) => ({
        key: node.key,
        weight: weightOf(node),
        detached: node.fallback !== undefined && neighbours.get(node.key)!.length === 0,
      })),
      edges,
      { rtl, shape },
    );
    const scene = { view, lineage, layout, nodes: inReadingOrder(nodes, layout, rtl), neighbours };
    this.#last = { scene, deps };
    return scene;
  }
}

/** What the places depend on: who is there, and the edges. How a node stands changes often, and moves nothing. */
function structureOf({ nodes, edges }: DelegationGraphView): string {
  return [
    ...nodes.map(({ key, fallback }) => (fallback ? `${key}?` : key)),
    ...edges.map(({ key, settled, reason = '' }) => `${key} ${settled} ${reason}`),
  ].join('\n');
}

function withFactsOf(scene: GraphScene, view: DelegationGraphView): GraphScene {
  const nodes = new Map(view.nodes.map((node) => [node.key, node]));
  return { ...scene, view, nodes: scene.nodes.map(({ key }) => nodes.get(key)!) };
}

function inReadingOrder(nodes: readonly GraphNode[], { boxes }: GraphLayout, rtl: boolean): GraphNode[] {
  return nodes.toSorted((one, other) => {
    const [a, b] = [boxes.get(one.key)!, boxes.get(other.key)!];
    return (rtl ? b.x - a.x : a.x - b.x) || a.y - b.y;
  });
}

/** A question of a teammate waits for the person: then it does not say that it runs (M-038). */
export function nodeLook(node: GraphNode, members: ReadonlyMap<string, TeammateView>): TeammateLook {
  const member = node.kind === 'agent' ? members.get(node.agentId ?? '') : undefined;
  return teammateLook(
    node.state ?? 'unknown',
    member !== undefined && member.pendingActions.length > 0 && !member.ended,
  );
}
