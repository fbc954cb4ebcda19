import { nothing, svg, type SVGTemplateResult } from 'lit';
import type { FanIn, GraphNode } from '../../src/agent-ui/projection/view-models.js';
import { iconPath, type IconName } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIconName } from '../shared/status.js';
import { teammateWord, type TeammateLook } from '../shared/teammate-look.js';
import { CHIP, NODE, type Box } from './graph-layout.js';
import { fitText } from './graph-text.js';
import { graphTitle } from './graph-title.js';

export interface NodeScene {
  wording: Wording;
  box: Box;
  look: TeammateLook;
  fanIn: FanIn | undefined;
  rtl: boolean;
  /** So far away that only large words can be read. */
  far: 'signs' | 'names' | undefined;
  selected: boolean;
  /** The tab key comes to it. */
  reachable: boolean;
  /** How many are folded away below it; undefined where there is nothing to fold. */
  fold: { open: boolean; count: number } | undefined;
  choose(): void;
  focus(): void;
  toggle(): void;
}

const KINDS: Readonly<Record<GraphNode['kind'], IconName>> = {
  session: 'file',
  agent: 'person',
  task: 'bend',
};

/** How it stands, in words; a session has no state of its own. */
export function nodeState({ kind, state }: GraphNode, look: TeammateLook, wording: Wording): string {
  if (kind === 'session' && state === undefined) return wording.t('graph.session');
  return teammateWord(look, state ?? 'unknown', wording);
}

/** "1 of 2 settled, failed: p-2" (SF-DG-2). Of many names a line shows the first. */
export function fanInWords({ settled, total, failed }: FanIn, { t }: Wording, shown = failed.length): string {
  const names = failed.slice(0, shown).join(', ');
  const more = failed.length > shown ? `, +${failed.length - shown}` : '';
  return [
    t('graph.settled', { n: settled, total }),
    ...(failed.length > 0 ? [t('graph.failed', { names: names + more })] : []),
  ].join(SEPARATOR);
}

/** All that is said of a node, for whoever does not see it. */
export function nodeWords(
  node: GraphNode,
  look: TeammateLook,
  fanIn: FanIn | undefined,
  wording: Wording,
): string {
  return [
    node.label,
    nodeState(node, look, wording),
    ...(node.fallback ? [wording.t('graph.lineageUnknown')] : []),
    ...(fanIn ? [fanInWords(fanIn, wording)] : []),
  ].join(', ');
}

export function graphNode(node: GraphNode, scene: NodeScene): SVGTemplateResult {
  const { box, look, wording, rtl, fanIn } = scene;
  const chip = box.height === CHIP.height;
  const at = (offset: number) => (rtl ? box.width - offset : offset);
  const size = 16;
  const glyph =
    node.kind === 'session' && node.state === undefined ? KINDS.session : statusIconName(look.status);
  const iconX = rtl ? box.width - (chip ? 7 : 11) - size : chip ? 7 : 11;
  // Words stand beside the button: they are cut to fit, and its name is not.
  return svg`<g class=${chip ? 'place chip' : 'place'} transform="translate(${box.x} ${box.y})">
    ${graphTitle(node.label)}
    <g
      class="node"
      part="node"
      role="button"
      tabindex=${scene.reachable ? 0 : -1}
      aria-label=${nodeWords(node, look, fanIn, wording)}
      aria-pressed=${scene.selected ? 'true' : 'false'}
      aria-expanded=${scene.fold ? (scene.fold.open ? 'true' : 'false') : nothing}
      data-id=${node.key}
      data-kind=${node.kind}
      data-state=${node.state ?? nothing}
      data-status=${look.status}
      data-fallback=${missingOf(node) ?? nothing}
      @click=${scene.choose}
      @focus=${scene.focus}
    >
      <rect class="frame" width=${box.width} height=${box.height} rx=${chip ? 6 : 8}></rect>
      <g transform="translate(${iconX} ${(box.height - size) / 2})">
        <path class="icon glyph" d=${iconPath(glyph)}></path>
      </g>
    </g>
    ${words(node, scene, chip, at)}
  </g>${handle(scene, node.key)}`;
}

/** From near the name and how it stands; from far away the name alone, and larger. */
function words(
  node: GraphNode,
  { look, wording, fanIn, far }: NodeScene,
  chip: boolean,
  at: (offset: number) => number,
): unknown {
  if (chip && far === 'signs') return nothing;
  const size = chip ? 'chip' : 'node';
  const { room, x, y } = WORDS[size][far ?? 'near'];
  const below = fanIn
    ? fanInWords(fanIn, wording)
    : node.fallback
      ? wording.t('graph.lineageUnknown')
      : nodeState(node, look, wording);
  return svg`<g class="words" aria-hidden="true">
    <text class="node-label" x=${at(x)} y=${y}>${fitText(node.label, room)}</text>
    ${chip || far ? nothing : svg`<text class="node-state" x=${at(x)} y="35">${fitText(below, 23)}</text>`}
  </g>`;
}

/** How much of a name is written, and where; the sizes of its letters are in the styles. */
const WORDS = {
  node: {
    near: { room: 18, x: 36, y: 19 },
    names: { room: 11, x: 40, y: 31 },
    signs: { room: 8.5, x: 42, y: 32 },
  },
  chip: {
    near: { room: 14, x: 28, y: 17 },
    names: { room: 10, x: 30, y: 19 },
    signs: { room: 0, x: 0, y: 0 },
  },
};

/** For the mouse; keys fold with Space. */
function handle({ fold, box, rtl, toggle }: NodeScene, key: string): unknown {
  if (!fold) return nothing;
  const x = rtl ? box.x : box.x + box.width;
  const text = fold.open ? '\u2212' : `+${fold.count}`;
  const width = fold.open ? 18 : Math.max(22, text.length * 8 + 8);
  return svg`<g
    class="handle"
    data-of=${key}
    aria-hidden="true"
    transform="translate(${x - width / 2} ${box.y + NODE.height / 2 - 9})"
    @click=${toggle}
  >
    <rect class="handle-frame" width=${width} height="18" rx="9"></rect>
    <text class="handle-text" x=${width / 2} y="13">${text}</text>
  </g>`;
}

/** The token of what is not known of a node: where it belongs, or how it stands. A session need not say how it stands. */
export function missingOf({ fallback, state, kind }: GraphNode): string | undefined {
  return fallback?.token ?? (state === undefined && kind !== 'session' ? 'unknown' : undefined);
}
