import type { Box, GraphLayout } from './graph-layout.js';

/** What part of the graph is seen: its corner in the graph's units, and how large it is drawn. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

const MARGIN = 20;
const SCALES = { least: 0.15, most: 2.5 };
const MAX_HEIGHT = 520;
const MIN_HEIGHT = 120;

/** The whole graph, no larger than life, and the height that it needs. */
export function fitted({ width, height }: Size, room: number): { camera: Camera; height: number } {
  const scale = clampScale(
    Math.min(1, (room - 2 * MARGIN) / Math.max(1, width), (MAX_HEIGHT - 2 * MARGIN) / Math.max(1, height)),
  );
  const shown = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.ceil(height * scale + 2 * MARGIN)));
  return {
    camera: { scale, x: (width - room / scale) / 2, y: (height - shown / scale) / 2 },
    height: shown,
  };
}

/** Larger or smaller, with the point that is `at` in the view where it was. */
export function zoomed(camera: Camera, factor: number, at: { x: number; y: number }): Camera {
  const scale = clampScale(camera.scale * factor);
  return {
    scale,
    x: camera.x + at.x / camera.scale - at.x / scale,
    y: camera.y + at.y / camera.scale - at.y / scale,
  };
}

/** By so many pixels of the screen; something of the graph always stays in sight. */
export function panned(camera: Camera, by: { x: number; y: number }, graph: Size, view: Size): Camera {
  const { scale } = camera;
  const within = (value: number, size: number, room: number) =>
    Math.min(Math.max(value, MARGIN * 2 - room / scale), size - MARGIN * 2);
  return {
    scale,
    x: within(camera.x + by.x / scale, graph.width, view.width),
    y: within(camera.y + by.y / scale, graph.height, view.height),
  };
}

/** Moves as little as it can to show all of the box. */
export function revealing(camera: Camera, box: Box, view: Size): Camera {
  const { scale } = camera;
  const along = (from: number, start: number, size: number, room: number) => {
    const [seen, margin] = [room / scale, MARGIN / 2 / scale];
    if (start - margin < from) return start - margin;
    return start + size + margin > from + seen ? start + size + margin - seen : from;
  };
  const x = along(camera.x, box.x, box.width, view.width);
  const y = along(camera.y, box.y, box.height, view.height);
  return x === camera.x && y === camera.y ? camera : { scale, x, y };
}

function clampScale(scale: number): number {
  return Math.min(SCALES.most, Math.max(SCALES.least, scale));
}

type Way = 'left' | 'right' | 'up' | 'down';

/** Where an arrow leads: inside a pack to the next chip, else along an edge; up and down to what stands there. */
export function nextNode(
  { boxes, packs }: GraphLayout,
  neighbours: ReadonlyMap<string, readonly string[]>,
  key: string,
  way: Way,
): string | undefined {
  const own = boxes.get(key);
  if (!own) return undefined;
  const distance = (other: string): number | undefined => {
    const box = boxes.get(other);
    if (!box) return undefined;
    const [dx, dy] = [
      box.x + box.width / 2 - own.x - own.width / 2,
      box.y + box.height / 2 - own.y - own.height / 2,
    ];
    const [ahead, aside] = { left: [-dx, dy], right: [dx, dy], up: [-dy, dx], down: [dy, dx] }[way] as [
      number,
      number,
    ];
    return ahead > 1 ? ahead + Math.abs(aside) * 2 : undefined;
  };
  const nearest = (others: Iterable<string>) => {
    let best: { key: string; at: number } | undefined;
    for (const other of others) {
      const at = other === key ? undefined : distance(other);
      if (at !== undefined && (!best || at < best.at)) best = { key: other, at };
    }
    return best?.key;
  };
  const pack = packs.find(({ members }) => members.includes(key));
  const beside = pack && nearest(pack.members.filter((other) => isBeside(own, boxes.get(other)!, way)));
  if (beside !== undefined) return beside;
  if (way === 'left' || way === 'right') return nearest(neighbours.get(key) ?? []);
  return nearest([...boxes].filter(([, box]) => isBeside(own, box, way)).map(([other]) => other));
}

/** In the same row or the same column. */
function isBeside(own: Box, box: Box, way: Way): boolean {
  return way === 'left' || way === 'right'
    ? box.y < own.y + own.height && own.y < box.y + box.height
    : box.x < own.x + own.width && own.x < box.x + box.width;
}
