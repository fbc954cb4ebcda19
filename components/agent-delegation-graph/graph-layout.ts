import { arrange, ranksOf, withoutCircles, type RankItem } from './graph-ranks.js';

export interface LayoutNode {
  key: string;
  /** Less stands further up among those that are packed together. */
  weight: number;
  /** Nobody said whose child it is: it stands apart from the others. */
  detached: boolean;
}

export interface LayoutEdge {
  key: string;
  kind: string;
  from: string;
  to: string;
  count: number;
  settled: number;
  reason?: string;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Many that have the same neighbours, side by side in a frame; an edge to them is drawn once. */
export interface Pack {
  key: string;
  members: readonly string[];
  box: Box;
  detached: boolean;
}

export interface DrawnEdge extends LayoutEdge {
  /** For the `d` of a path. */
  path: string;
  /** Where words about it stand. */
  label: { x: number; y: number };
  /** Where it arrives; it goes there to the right (1) or to the left (-1). */
  tip: { x: number; y: number; to: 1 | -1 };
}

/** Where everything is, in units of a screen's pixels at full size; the corner is at 0, 0. */
export interface GraphLayout {
  boxes: ReadonlyMap<string, Box>;
  packs: readonly Pack[];
  edges: readonly DrawnEdge[];
  width: number;
  height: number;
}

export const NODE = { width: 184, height: 46 };
export const CHIP = { width: 132, height: 26 };
const GAP = { column: 88, row: 14, chip: 6, pack: 10, apart: 36 };
/** As many with the same neighbours are a pack. */
const PACK_FROM = 7;
/** As many of the same parent are one too, if only their partners are not the same. */
const CROWD_FROM = 30;
/** Who has other parents is no sibling. */
const LINEAGE = new Set(['spawn', 'child']);
/** The line above the chips that says what they are. */
const PACK_HEAD = 24;

/** These point to what comes before: who waits stands behind whom it waits for, a reviewer behind the work. */
const BACKWARDS = new Set(['wait', 'review']);

/**
 * The graph in columns, from who began to what became of it. The same graph always looks the same.
 * @param shape a pack is about so many times as wide as it is high
 */
export function layoutGraph(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  { rtl = false, shape = 1.7 }: { rtl?: boolean; shape?: number } = {},
): GraphLayout {
  const { packOf, packs } = packed(nodes, edges, shape);
  const standFor = (key: string) => packOf.get(key)?.key ?? key;
  const apart = nodes.filter(({ key, detached }) => detached && !packOf.has(key)).map(({ key }) => key);
  const aside = new Set([...apart, ...packs.filter(({ detached }) => detached).map(({ key }) => key)]);
  const keys = [...new Set(nodes.map(({ key }) => standFor(key)))].filter((key) => !aside.has(key));
  const placed = new Set(keys);

  const bundles = bundled(edges, standFor).filter(({ from, to }) => placed.has(from) && placed.has(to));
  const pairs = bundles.map(
    ({ kind, from, to }) => (BACKWARDS.has(kind) ? [to, from] : [from, to]) as [string, string],
  );
  const forward = withoutCircles(keys, pairs);
  const ranks = ranksOf(keys, forward);
  const sizes = new Map(packs.map(({ key, box }) => [key, box]));
  const sizeOf = (key: string) => sizes.get(key) ?? NODE;

  const items = new Map<string, RankItem>();
  const columns: RankItem[][] = [];
  const put = (key: string, rank: number, height: number) => {
    const column = (columns[rank] ??= []);
    const item: RankItem = { key, rank, height, y: column.length, before: [], after: [] };
    column.push(item);
    return item;
  };
  for (const key of keys) items.set(key, put(key, ranks.get(key)!, sizeOf(key).height));
  const bends = new Map<string, RankItem[]>();
  for (const [from, to] of forward) {
    const name = `${from}\n${to}`;
    if (bends.has(name)) continue;
    const [start, end] = [items.get(from)!, items.get(to)!];
    const between = Array.from({ length: end.rank - start.rank - 1 }, (_, i) =>
      put('', start.rank + 1 + i, 0),
    );
    bends.set(name, between);
    const chain = [start, ...between, end];
    for (const [i, item] of chain.slice(1).entries()) {
      chain[i]!.after.push(item);
      item.before.push(chain[i]!);
    }
  }
  for (let rank = 0; rank < columns.length; rank++) columns[rank] ??= [];
  // A first guess from top to bottom, so that the sweeps have something to improve.
  for (const column of columns) {
    let y = 0;
    for (const item of column) {
      item.y = y + item.height / 2;
      y += item.height + GAP.row;
    }
  }
  arrange(columns, GAP.row);

  const top = Math.min(0, ...columns.flat().map(({ y, height }) => y - height / 2));
  const widths = columns.map((column) =>
    Math.max(0, ...column.map(({ key }) => (key ? sizeOf(key).width : 0))),
  );
  const lefts: number[] = [];
  let width = 0;
  for (const own of widths) {
    lefts.push(width);
    width += own + GAP.column;
  }
  width = Math.max(0, width - GAP.column);
  const boxes = new Map<string, Box>();
  for (const [key, { rank, y }] of items) {
    const size = sizeOf(key);
    boxes.set(key, { x: lefts[rank]!, y: y - size.height / 2 - top, width: size.width, height: size.height });
  }
  let height = Math.max(0, ...[...boxes.values()].map((box) => box.y + box.height));

  // What belongs to nobody stands below, in rows.
  let x = 0;
  let y = height > 0 ? height + GAP.apart : 0;
  const room = Math.max(width, NODE.width * 3 + GAP.row * 2);
  for (const key of aside) {
    const size = sizeOf(key);
    if (x > 0 && x + size.width > room) {
      x = 0;
      y = height + GAP.row;
    }
    boxes.set(key, { x, y, width: size.width, height: size.height });
    x += size.width + GAP.row;
    width = Math.max(width, x - GAP.row);
    height = Math.max(height, y + size.height);
  }

  const mirrored = (box: Box): Box => (rtl ? { ...box, x: width - box.x - box.width } : box);
  const drawn = bundles.map((edge): DrawnEdge => {
    const backwards = bends.has(`${edge.to}\n${edge.from}`) && BACKWARDS.has(edge.kind);
    const between =
      (backwards ? bends.get(`${edge.to}\n${edge.from}`) : bends.get(`${edge.from}\n${edge.to}`)) ?? [];
    const passing = between.map(({ rank, y: at }) => ({
      x: lefts[rank]!,
      y: at - top,
      width: widths[rank]!,
      height: 0,
    }));
    if (backwards) passing.reverse();
    const stops = [boxes.get(edge.from)!, ...passing, boxes.get(edge.to)!].map(mirrored);
    return { ...edge, ...route(stops) };
  });
  for (const [key, box] of boxes) boxes.set(key, mirrored(box));
  const framed = packs.map((pack) => ({ ...pack, box: boxes.get(pack.key)! }));
  for (const { key, members, box } of framed) {
    boxes.delete(key);
    const columnsIn = columnsFor(members.length, shape);
    for (const [i, member] of members.entries()) {
      const at = i % columnsIn;
      const across = GAP.pack + (rtl ? columnsIn - 1 - at : at) * (CHIP.width + GAP.chip);
      const down = PACK_HEAD + Math.floor(i / columnsIn) * (CHIP.height + GAP.chip);
      boxes.set(member, { x: box.x + across, y: box.y + down, ...CHIP });
    }
  }
  return { boxes, packs: framed, edges: drawn, width, height };
}

function columnsFor(count: number, shape: number): number {
  return Math.max(1, Math.min(count, Math.round(Math.sqrt((count * CHIP.height * shape) / CHIP.width))));
}

function packed(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[], shape: number) {
  const packs: Pack[] = [];
  const packOf = new Map<string, Pack>();
  const pack = (name: string, members: readonly LayoutNode[]) => {
    const across = columnsFor(members.length, shape);
    const down = Math.ceil(members.length / across);
    const made: Pack = {
      key: `pack:${name}`,
      detached: members[0]!.detached,
      members: members.toSorted((a, b) => a.weight - b.weight).map(({ key }) => key),
      box: {
        x: 0,
        y: 0,
        width: 2 * GAP.pack + across * (CHIP.width + GAP.chip) - GAP.chip,
        height: PACK_HEAD + down * (CHIP.height + GAP.chip) - GAP.chip + GAP.pack,
      },
    };
    packs.push(made);
    for (const { key } of members) packOf.set(key, made);
  };
  for (const { name, members } of alike(nodes, edges, (other) => other))
    if (members.length >= PACK_FROM) pack(name, members);
  // A hundred that each have a partner of their own are too many to draw line by line.
  const parents = new Map<string, string>();
  for (const { kind, from, to } of edges)
    if (LINEAGE.has(kind)) parents.set(to, `${parents.get(to) ?? ''}\n${from}`);
  const rest = nodes.filter(({ key }) => !packOf.has(key));
  for (const { name, members } of alike(rest, edges, (other, kind) =>
    LINEAGE.has(kind) ? other : (parents.get(other) ?? other),
  ))
    if (members.length >= CROWD_FROM) pack(name, members);
  return { packs, packOf };
}

/** Nodes with the same edges to the same neighbours, as far as `name` tells neighbours apart. */
function alike(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  name: (other: string, kind: string) => string,
): { name: string; members: LayoutNode[] }[] {
  const neighbours = new Map<string, string[]>(nodes.map(({ key }) => [key, []]));
  for (const { kind, from, to } of edges) {
    neighbours.get(from)?.push(`${kind}>${name(to, kind)}`);
    neighbours.get(to)?.push(`${kind}<${name(from, kind)}`);
  }
  const groups = new Map<string, LayoutNode[]>();
  for (const node of nodes) {
    const own = `${node.detached}\n${neighbours.get(node.key)!.sort().join('\n')}`;
    const others = groups.get(own);
    if (others) others.push(node);
    else groups.set(own, [node]);
  }
  return [...groups].map(([own, members]) => ({ name: own, members }));
}

function bundled(edges: readonly LayoutEdge[], standFor: (key: string) => string): LayoutEdge[] {
  const bundles = new Map<string, LayoutEdge>();
  for (const edge of edges) {
    const [from, to] = [standFor(edge.from), standFor(edge.to)];
    if (from === to) continue;
    const key = `${edge.kind}:${from}>${to}`;
    const known = bundles.get(key);
    if (!known) bundles.set(key, { ...edge, key, from, to });
    else {
      known.count += edge.count;
      known.settled += edge.settled;
      if (known.reason !== edge.reason) known.reason = undefined;
    }
  }
  return [...bundles.values()];
}

/** From the side of one box to the side of the next, softly. */
function route(stops: readonly Box[]): Pick<DrawnEdge, 'path' | 'label' | 'tip'> {
  let path = '';
  let label = { x: 0, y: 0 };
  let tip: DrawnEdge['tip'] = { x: 0, y: 0, to: 1 };
  for (const [i, to] of stops.slice(1).entries()) {
    const from = stops[i]!;
    const [a, b] = [middleOf(from), middleOf(to)];
    // Two in one column are joined round the side.
    const same = from.x < to.x + to.width && to.x < from.x + from.width;
    const right = same || b.x > a.x;
    const [x, endX] = [right ? from.x + from.width : from.x, right && !same ? to.x : to.x + to.width];
    const bend = same ? Math.max(x, endX) + GAP.column / 2 : (x + endX) / 2;
    const [startY, endY] = [round(a.y), round(b.y)];
    path += `${i === 0 ? 'M' : 'L'}${round(x)} ${startY}`;
    path += `C${round(bend)} ${startY} ${round(bend)} ${endY} ${round(endX)} ${endY}`;
    if (i === Math.floor((stops.length - 2) / 2)) label = { x: round(bend), y: (startY + endY) / 2 };
    tip = { x: round(endX), y: endY, to: right && !same ? 1 : -1 };
  }
  return { path, label, tip };
}

function middleOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
