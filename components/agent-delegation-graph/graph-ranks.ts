/** Something that has a place in a column: a node, a pack of nodes, or the bend of an edge that passes by. */
export interface RankItem {
  key: string;
  height: number;
  rank: number;
  /** Its middle, from top to bottom. */
  y: number;
  before: RankItem[];
  after: RankItem[];
}

/** Pairs of which the first stands before the second, without those that would lead round in a circle. */
export function withoutCircles(
  keys: readonly string[],
  pairs: readonly (readonly [string, string])[],
): (readonly [string, string])[] {
  const next = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const [from, to] of pairs) next.get(from)!.push(to);
  const entered = new Set(pairs.map(([, to]) => to));
  const state = new Map<string, 'open' | 'done'>();
  const back = new Set<string>();
  const visit = (start: string) => {
    const path: { key: string; at: number }[] = [{ key: start, at: 0 }];
    state.set(start, 'open');
    while (path.length > 0) {
      const top = path.at(-1)!;
      const to = next.get(top.key)![top.at++];
      if (to === undefined) {
        state.set(top.key, 'done');
        path.pop();
      } else if (state.get(to) === 'open') back.add(`${top.key}\n${to}`);
      else if (!state.has(to)) {
        state.set(to, 'open');
        path.push({ key: to, at: 0 });
      }
    }
  };
  for (const key of keys) if (!entered.has(key) && !state.has(key)) visit(key);
  for (const key of keys) if (!state.has(key)) visit(key);
  return pairs.filter(([from, to]) => !back.has(`${from}\n${to}`));
}

/** The column of each: one further than the furthest that stands before it. */
export function ranksOf(
  keys: readonly string[],
  pairs: readonly (readonly [string, string])[],
): Map<string, number> {
  const next = new Map<string, string[]>(keys.map((key) => [key, []]));
  const waiting = new Map<string, number>(keys.map((key) => [key, 0]));
  for (const [from, to] of pairs) {
    next.get(from)!.push(to);
    waiting.set(to, waiting.get(to)! + 1);
  }
  const ranks = new Map<string, number>(keys.map((key) => [key, 0]));
  const ready = keys.filter((key) => waiting.get(key) === 0);
  for (let key = ready.pop(); key !== undefined; key = ready.pop())
    for (const to of next.get(key)!) {
      ranks.set(to, Math.max(ranks.get(to)!, ranks.get(key)! + 1));
      waiting.set(to, waiting.get(to)! - 1);
      if (waiting.get(to) === 0) ready.push(to);
    }
  return ranks;
}

const SWEEPS = 6;

/** Puts each column in an order in which few edges cross, and each item as near to its neighbours as the others let it. */
export function arrange(columns: readonly RankItem[][], gap: number): void {
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    for (const column of down ? columns : [...columns].reverse()) {
      const wanted = new Map(column.map((item) => [item, middle(down ? item.before : item.after) ?? item.y]));
      // Sorting is stable: those that want the same place keep their order.
      column.sort((a, b) => wanted.get(a)! - wanted.get(b)!);
      spread(column, (item) => wanted.get(item)!, gap);
    }
  }
  // Last from the end to the beginning: who has children stands in the middle of them.
  for (const column of [...columns].reverse()) spread(column, (item) => middle(item.after) ?? item.y, gap);
}

function middle(items: readonly RankItem[]): number | undefined {
  return items.length === 0 ? undefined : items.reduce((sum, { y }) => sum + y, 0) / items.length;
}

/**
 * The places nearest to the wanted ones that keep order and distance: neighbours that would overlap become a block,
 * whose place is the mean of what its members want (pool adjacent violators).
 */
function spread(column: readonly RankItem[], wanted: (item: RankItem) => number, gap: number): void {
  const blocks: { from: number; sum: number; count: number }[] = [];
  const offsets: number[] = [];
  for (const [i, item] of column.entries()) {
    const above = column[i - 1];
    offsets.push(above ? offsets[i - 1]! + (above.height + item.height) / 2 + gap : 0);
    blocks.push({ from: i, sum: wanted(item) - offsets[i]!, count: 1 });
    for (let last = blocks.at(-1)!, prior = blocks.at(-2); prior; last = prior, prior = blocks.at(-2)) {
      if (prior.sum / prior.count <= last.sum / last.count) break;
      prior.sum += last.sum;
      prior.count += last.count;
      blocks.pop();
    }
  }
  for (const { from, sum, count } of blocks)
    for (let i = from; i < from + count; i++) column[i]!.y = sum / count + offsets[i]!;
}
