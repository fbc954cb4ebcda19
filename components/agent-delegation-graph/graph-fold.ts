import type { GraphEdge, GraphNode } from '../../src/agent-ui/projection/view-models.js';

/** Edges that say whose child a node is. */
const LINEAGE = new Set(['spawn', 'child', 'assigned']);

/** Whose child each node is, by the first fact that says so, and the children of each. Never a circle. */
export interface Lineage {
  parents: ReadonlyMap<string, string>;
  children: ReadonlyMap<string, readonly string[]>;
}

export function lineageOf(edges: readonly GraphEdge[]): Lineage {
  const parents = new Map<string, string>();
  const children = new Map<string, string[]>();
  for (const { kind, from, to } of edges) {
    if (!LINEAGE.has(kind) || parents.has(to)) continue;
    let above: string | undefined = from;
    while (above !== undefined && above !== to) above = parents.get(above);
    if (above === to) continue;
    parents.set(to, from);
    const own = children.get(from);
    if (own) own.push(to);
    else children.set(from, [to]);
  }
  return { parents, children };
}

/** All below a node. */
export function below({ children }: Lineage, key: string): string[] {
  const found: string[] = [];
  const left = [...(children.get(key) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    found.push(next);
    left.push(...(children.get(next) ?? []));
  }
  return found;
}

export interface FoldedEdge extends Pick<GraphEdge, 'kind' | 'from' | 'to' | 'reason'> {
  key: string;
  /** How many edges of the graph it stands for, and how many of those are settled. */
  count: number;
  settled: number;
}

/** What is left to draw when the children of some nodes are folded away: their edges end at who folds them. */
export function foldGraph(
  { nodes, edges }: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] },
  lineage: Lineage,
  folded: ReadonlySet<string>,
): { nodes: GraphNode[]; edges: FoldedEdge[] } {
  const shownAs = new Map<string, string>();
  const standIn = (key: string): string => {
    const known = shownAs.get(key);
    if (known !== undefined) return known;
    const parent = lineage.parents.get(key);
    const above = parent === undefined ? undefined : standIn(parent);
    const shown = above !== undefined && (above !== parent || folded.has(parent)) ? above : key;
    shownAs.set(key, shown);
    return shown;
  };
  const merged = new Map<string, FoldedEdge>();
  for (const { kind, from, to, settled, reason } of edges) {
    const [a, b] = [standIn(from), standIn(to)];
    if (a === b) continue;
    const key = `${kind}:${a}>${b}`;
    const edge = merged.get(key) ?? { key, kind, from: a, to: b, reason, count: 0, settled: 0 };
    edge.count++;
    edge.settled += settled ? 1 : 0;
    if (edge.reason !== reason) edge.reason = undefined;
    merged.set(key, edge);
  }
  return { nodes: nodes.filter(({ key }) => standIn(key) === key), edges: [...merged.values()] };
}
