import { expect } from '@open-wc/testing';
import {
  layoutGraph,
  type Box,
  type GraphLayout,
  type LayoutEdge,
  type LayoutNode,
} from '../../../components/agent-delegation-graph/graph-layout.js';

const node = (key: string, more: Partial<LayoutNode> = {}): LayoutNode => ({
  key,
  weight: 1,
  detached: false,
  ...more,
});
const edge = (from: string, to: string, kind = 'spawn'): LayoutEdge => ({
  ...{ key: `${kind}:${from}>${to}`, kind, from, to },
  ...{ count: 1, settled: 0 },
});
const many = (count: number, prefix = 'w') => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function expectNoOverlap({ boxes, width, height }: GraphLayout): void {
  const all = [...boxes];
  for (const [i, [key, box]] of all.entries()) {
    expect(
      [box.x >= 0, box.y >= 0, box.x + box.width <= width + 0.1, box.y + box.height <= height + 0.1],
      key,
    ).to.deep.equal([true, true, true, true]);
    for (const [other, second] of all.slice(i + 1))
      expect(overlaps(box, second), `${key} and ${other}`).to.equal(false);
  }
}

const middle = ({ y, height }: Box) => y + height / 2;

describe('layout of the delegation graph', () => {
  it('SF-DG-2 three workers fan out from who started them and in to who waits for them', () => {
    const workers = many(3);
    const layout = layoutGraph(
      [node('root'), ...workers.map((key) => node(key)), node('join')],
      [...workers.map((key) => edge('root', key)), ...workers.map((key) => edge('join', key, 'wait'))],
    );
    expectNoOverlap(layout);
    const at = (key: string) => layout.boxes.get(key)!;
    expect(at('root').x).to.be.below(at('w0').x);
    expect(at('w0').x).to.be.below(at('join').x);
    expect(new Set(workers.map((key) => at(key).x)).size).to.equal(1);
    for (const key of ['root', 'join']) expect(middle(at(key))).to.be.closeTo(middle(at('w1')), 0.5);
  });

  it('two hundred with the same neighbours are one pack that fits a screen, and its edges are drawn once', () => {
    const workers = many(200);
    const layout = layoutGraph(
      [node('root'), ...workers.map((key, i) => node(key, { weight: i === 150 ? 0 : 2 })), node('join')],
      [...workers.map((key) => edge('root', key)), ...workers.map((key) => edge('join', key, 'wait'))],
    );
    expectNoOverlap(layout);
    expect(layout.packs).to.have.length(1);
    expect(layout.packs[0]!.members[0], 'who needs attention comes first').to.equal('w150');
    expect(layout.edges.map(({ kind, count }) => [kind, count])).to.deep.equal([
      ['spawn', 200],
      ['wait', 200],
    ]);
    expect(layout.width / layout.height).to.be.within(1, 4);
    expect(layout.width).to.be.below(2400);
  });

  it('a hundred tasks that each have a worker of their own are two packs and a line between them', () => {
    const layout = layoutGraph(
      [
        node('root'),
        node('all'),
        ...many(100, 'task').map((key) => node(key)),
        ...many(100).map((key) => node(key)),
      ],
      [
        ...many(100).map((key) => edge('root', key)),
        ...many(100, 'task').map((key) => edge('all', key, 'child')),
        ...many(100, 'task').map((key, i) => edge(key, `w${i}`, 'assigned')),
      ],
    );
    expectNoOverlap(layout);
    expect(layout.packs.map(({ members }) => members.length)).to.deep.equal([100, 100]);
    expect(layout.edges.map(({ kind, count }) => `${kind} ${count}`)).to.have.members([
      ...['spawn 100', 'child 100', 'assigned 100'],
    ]);
    expect(layout.height).to.be.below(1000);
  });

  it('two hundred who all differ stand without overlap, each parent in the middle of its children', () => {
    const nodes = [node('root')];
    const edges: LayoutEdge[] = [];
    for (const lead of many(20, 'lead')) {
      nodes.push(node(lead));
      edges.push(edge('root', lead));
      for (const own of many(9, `${lead}-`)) {
        nodes.push(node(own));
        // A hand-off of its own makes each unlike the others.
        edges.push(edge(lead, own), edge(own, 'root', `to ${own}`));
      }
    }
    const began = performance.now();
    const layout = layoutGraph(nodes, edges);
    expect(performance.now() - began).to.be.below(1000);
    expectNoOverlap(layout);
    const children = many(9, 'lead3-').map((key) => middle(layout.boxes.get(key)!));
    const mean = children.reduce((sum, y) => sum + y, 0) / children.length;
    expect(middle(layout.boxes.get('lead3')!)).to.be.closeTo(mean, 1);
  });

  it('a circle, an edge to itself and one that goes back are drawn, and end', () => {
    const layout = layoutGraph(
      ['a', 'b', 'c'].map((key) => node(key)),
      [edge('a', 'b'), edge('b', 'c'), edge('c', 'a', 'handoff'), edge('b', 'a', 'wait')],
    );
    expectNoOverlap(layout);
    expect(layout.edges).to.have.length(4);
    for (const { path } of layout.edges) expect(path).to.match(/^M[\d.-]+ [\d.-]+C[\d. -]+$|^M.*L.*C/);
  });

  it('an edge over several columns passes by what stands there', () => {
    const layout = layoutGraph(
      ['a', 'b', 'c', 'd'].map((key) => node(key)),
      [edge('a', 'b'), edge('b', 'c'), edge('c', 'd'), edge('a', 'd', 'handoff')],
    );
    const { path } = layout.edges.find(({ kind }) => kind === 'handoff')!;
    const places = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    for (const key of ['b', 'c']) {
      const box = layout.boxes.get(key)!;
      for (const [x, y] of places)
        expect(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height, key).to.equal(
          false,
        );
    }
  });

  it('§3.13 who has no lineage stands alone, apart from the others', () => {
    const layout = layoutGraph(
      [node('root'), node('child'), node('lost', { detached: true })],
      [edge('root', 'child')],
    );
    expectNoOverlap(layout);
    const lost = layout.boxes.get('lost')!;
    expect(lost.y).to.be.above(layout.boxes.get('child')!.y + layout.boxes.get('child')!.height);
    const many200 = layoutGraph(
      many(200).map((key) => node(key, { detached: true })),
      [],
    );
    expectNoOverlap(many200);
    expect(many200.packs).to.have.length(1);
  });

  it('from right to left it is the mirror of itself', () => {
    const nodes = ['a', 'b', 'c'].map((key) => node(key));
    const edges = [edge('a', 'b'), edge('a', 'c')];
    const [ltr, rtl] = [layoutGraph(nodes, edges), layoutGraph(nodes, edges, { rtl: true })];
    for (const [key, box] of ltr.boxes)
      expect(rtl.boxes.get(key)).to.deep.equal({ ...box, x: ltr.width - box.x - box.width });
    expect(rtl.edges[0]!.tip.to).to.equal(-1);
  });

  it('nothing is a graph too', () => {
    expect(layoutGraph([], [])).to.deep.include({ packs: [], edges: [], width: 0, height: 0 });
  });
});
