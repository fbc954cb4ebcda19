import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type {
  DelegationGraphView,
  FanIn,
  GraphNode,
  TeammateView,
} from '../../src/agent-ui/projection/view-models.js';
import { icon, type IconName } from '../shared/icons.js';
import type { StringKey } from '../shared/localize.js';
import { PanelElement } from '../shared/panel-element.js';
import { TeammateDrafts, teammateSay } from '../shared/teammate-drafts.js';
import { teammateLook, teammateRank, type TeammateLook } from '../shared/teammate-look.js';
import { lastWrites, workControls } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-delegation-graph.styles.js';
import { fitted, nextNode, panned, revealing, zoomed, type Camera, type Size } from './graph-camera.js';
import { graphDetail, nodeControls } from './graph-detail.js';
import { graphEdge, graphLegend } from './graph-edge.js';
import { below, foldGraph, lineageOf, type Lineage } from './graph-fold.js';
import { layoutGraph, type GraphLayout, type Pack } from './graph-layout.js';
import { graphList } from './graph-list.js';
import { fanInWords, graphNode } from './graph-node.js';

/** A node with more children than this that are no pack begins folded: nobody reads such a column. */
const FOLD_FROM = 40;
/** With more lines than this only those near the chosen node are named. */
const NAMED_EDGES = 40;
/** Smaller than these, not all words can be read, and then none of the many. */
const FAR = { names: 0.55, signs: 0.42 };
const SHOWN_NAMES = 5;
/** Pixels. */
const STEP = 48;
const DRAG_FROM = 4;

/** What was drawn last, and from what. */
interface Scene {
  view: DelegationGraphView;
  lineage: Lineage;
  layout: GraphLayout;
  nodes: readonly GraphNode[];
  neighbours: ReadonlyMap<string, readonly string[]>;
  deps: readonly unknown[];
}

/**
 * Who started whom, who waits for whom, and what came of it: only what facts link. Many teammates with the same
 * neighbours are packed together, so that two hundred are seen as well as three.
 *
 * Keys in the graph: arrows go along the edges, Enter chooses, Space folds, + and - zoom, 0 shows all, Shift and
 * an arrow moves the view.
 *
 * @element agent-delegation-graph
 * @summary The graph of delegation: teammates, sessions, tasks, and the edges between them.
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see a teammate.
 * @fires {AgentWaitRequestEvent} agent-wait-request - A person has the run wait for a teammate or a task.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants what failed done again.
 * @fires {AgentContinueRequestEvent} agent-continue-request - A person says something to a teammate.
 * @fires {AgentResumeRequestEvent} agent-resume-request - A person lets a teammate or a task go on.
 *
 * @slot empty - Shown while nothing is delegated.
 *
 * @csspart tools - The buttons above the graph.
 * @csspart fan-in - How far a wait has come.
 * @csspart graph - The drawing.
 * @csspart node - A node of it.
 * @csspart edge - An edge of it.
 * @csspart legend - What the lines mean.
 * @csspart list - The same as a list.
 * @csspart detail - What is known of the chosen node.
 * @csspart node-button - What can be asked for about it.
 *
 * @cssstate empty - There is nothing to show.
 */
export class AgentDelegationGraph extends PanelElement {
  static override styles = styles;

  #asList = false;
  /** Nodes that a person folded or unfolded; the others follow their number of children. */
  #folds = new Map<string, boolean>();
  #foldVersion = 0;
  #selected: string | undefined;
  #at: string | undefined;
  /** Where a person has moved the view; without it, the whole graph is shown. */
  #camera: Camera | undefined;
  #size: Size = { width: 640, height: 0 };
  #scene: Scene | undefined;
  #drafts = new TeammateDrafts(this);
  #drag: { id: number; x: number; y: number; moved: boolean } | undefined;
  #focusNext = false;
  /** What had the focus before nodes were put in another order. */
  #focused: HTMLElement | SVGElement | undefined;
  #observer: ResizeObserver | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer ??= new ResizeObserver(() => this.#measure());
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  #measure(): void {
    const width = this.clientWidth;
    if (width === 0 || width === this.#size.width) return;
    this.#size = { ...this.#size, width };
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const session = this.activeSession;
    const view = session?.view('delegation_graph').get();
    const { wording } = this;
    const { t } = wording;
    const empty = !session || !view || view.nodes.length === 0;
    this.toggleState('empty', empty);
    if (empty) {
      this.#scene = undefined;
      return html`<div class="empty"><slot name="empty">${t('graph.empty')}</slot></div>`;
    }
    const members = new Map(
      session
        .view('team_roster')
        .get()
        .members.map((member) => [member.agentId, member] as const),
    );
    const lookOf = (node: GraphNode) => lookOfNode(node, members);
    const scene = this.#sceneOf(view, lookOf);
    const chosen = view.nodes.find(({ key }) => key === this.#selected);
    return html`<section class="panel" aria-label=${t('graph.label')}>
      ${this.#tools(scene)} ${this.#fanIns(view)}
      ${
        this.#asList
          ? graphList(view, {
              wording,
              lineage: scene.lineage,
              selected: this.#selected,
              lookOf,
              choose: (key) => this.#choose(key),
            })
          : html`${this.#drawing(scene, lookOf)}
            ${graphLegend([...new Set(scene.layout.edges.map(({ kind }) => kind))], wording)}`
      }
      ${chosen ? this.#detail(chosen, view, session, members) : nothing}
    </section>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#focused = (this.shadowRoot?.activeElement as HTMLElement | null) ?? undefined;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const focused = this.#focused;
    this.#focused = undefined;
    // A node that moves, moves with its focus (N-028).
    if (focused?.isConnected && this.shadowRoot?.activeElement !== focused)
      focused.focus({ preventScroll: true });
    if (!this.#focusNext) return;
    this.#focusNext = false;
    this.renderRoot.querySelector<SVGElement>('.node[tabindex="0"]')?.focus({ preventScroll: true });
  }

  /** Lays out again only what has changed. */
  #sceneOf(view: DelegationGraphView, lookOf: (node: GraphNode) => TeammateLook): Scene {
    const rtl = this.matches(':dir(rtl)');
    const weights = view.nodes.map((node) => Math.min(2, teammateRank(lookOf(node)))).join('');
    // In a narrow place packs are higher than wide; in steps, so that not every pixel lays out anew.
    const shape = Math.round(Math.min(1.7, Math.max(0.45, (this.#size.width - 300) / 480)) * 4) / 4;
    const deps = [view, weights, rtl, shape, this.#foldVersion];
    const last = this.#scene;
    if (last && deps.every((dep, i) => dep === last.deps[i])) return last;
    const lineage = last?.view === view ? last.lineage : lineageOf(view.edges);
    const folded = new Set(view.nodes.flatMap(({ key }) => (this.#isOpen(key, lineage) ? [] : [key])));
    const { nodes, edges } = foldGraph(view, lineage, folded);
    const layout = layoutGraph(
      nodes.map((node) => ({
        key: node.key,
        weight: Math.min(2, teammateRank(lookOf(node))),
        detached:
          node.fallback !== undefined && !edges.some(({ from, to }) => from === node.key || to === node.key),
      })),
      edges,
      { rtl, shape },
    );
    const neighbours = new Map<string, string[]>(nodes.map(({ key }) => [key, []]));
    for (const { from, to } of edges) {
      neighbours.get(from)?.push(to);
      neighbours.get(to)?.push(from);
    }
    return (this.#scene = {
      view,
      lineage,
      layout,
      nodes: inReadingOrder(nodes, layout, rtl),
      neighbours,
      deps,
    });
  }

  #isOpen(key: string, { children }: Lineage): boolean {
    const own = children.get(key) ?? [];
    const crowd = own.filter((child) => children.has(child)).length;
    return this.#folds.get(key) ?? crowd <= FOLD_FROM;
  }

  #tools({ layout }: Scene): TemplateResult {
    const button = (name: IconName, word: StringKey, act: () => void) =>
      html`<button type="button" class="quiet" aria-label=${this.t(word)} title=${this.t(word)} @click=${act}>
        ${icon(name)}
      </button>`;
    const middle = () => ({ x: this.#size.width / 2, y: fitted(layout, this.#size.width).height / 2 });
    return html`<div class="tools" part="tools" role="toolbar" aria-label=${this.t('graph.tools')}>
      <button
        type="button"
        class="quiet"
        data-verb="list"
        aria-pressed=${this.#asList ? 'true' : 'false'}
        @click=${() => {
          this.#asList = !this.#asList;
          this.requestUpdate();
        }}
      >
        ${this.t('graph.asList')}
      </button>
      ${
        this.#asList
          ? nothing
          : html`${button('minus', 'graph.zoomOut', () => this.#zoom(1 / 1.25, middle()))}
            ${button('plus', 'graph.zoomIn', () => this.#zoom(1.25, middle()))}
            ${button('fit', 'graph.fit', () => this.#look(undefined))}`
      }
    </div>`;
  }

  /** SF-DG-2 */
  #fanIns({ fanIns, nodes }: DelegationGraphView): unknown {
    if (fanIns.length === 0) return nothing;
    const labels = new Map(nodes.map(({ key, label }) => [key, label]));
    return html`<ul class="fan-ins">
      ${fanIns.map(
        (fanIn) =>
          html`<li
            class="fan-in"
            part="fan-in"
            data-id=${fanIn.key}
            data-state=${fanIn.failed.length > 0 ? 'partial_failure' : fanIn.settled === fanIn.total ? 'settled' : 'waiting'}
          >
            <progress max=${fanIn.total} value=${fanIn.settled} aria-label=${this.t('graph.wait')}></progress>
            <button
              type="button"
              class="link"
              dir="auto"
              @click=${() => this.#choose(`task:${fanIn.taskId}`)}
            >
              ${labels.get(`task:${fanIn.taskId}`) ?? fanIn.taskId}
            </button>
            <span class="meta" dir="auto">${fanInWords(fanIn, this.wording, SHOWN_NAMES)}</span>
            ${fanIn.timeoutPolicy ? html`<span class="meta" dir="auto">${this.t('graph.policy', { policy: fanIn.timeoutPolicy })}</span>` : nothing}
          </li>`,
      )}
    </ul>`;
  }

  #drawing(scene: Scene, lookOf: (node: GraphNode) => TeammateLook): TemplateResult {
    const { layout, nodes, view } = scene;
    const { width } = this.#size;
    const all = fitted(layout, width);
    const camera = this.#camera ?? all.camera;
    const fanIns = new Map(view.fanIns.map((fanIn) => [`task:${fanIn.taskId}`, fanIn]));
    const reachable = nodes.some(({ key }) => key === this.#at) ? this.#at : nodes[0]?.key;
    return html`<svg
      class="graph"
      part="graph"
      role="group"
      aria-label=${this.t('graph.drawing')}
      height=${all.height}
      viewBox=${[camera.x, camera.y, width / camera.scale, all.height / camera.scale].map((n) => n.toFixed(2)).join(' ')}
      data-far=${camera.scale < FAR.signs ? 'signs' : camera.scale < FAR.names ? 'names' : nothing}
      ?data-dragging=${this.#drag?.moved}
      @keydown=${this.#onKey}
      @wheel=${this.#onWheel}
      @pointerdown=${this.#onDown}
      @pointermove=${this.#onMove}
      @pointerup=${this.#onUp}
      @pointercancel=${this.#onUp}
    >
      ${this.#packs(layout.packs, lookOf)} ${this.#edges(scene)}
      ${repeat(
        nodes,
        ({ key }) => key,
        (node) => this.#node(node, scene, lookOf(node), fanIns.get(node.key), node.key === reachable),
      )}
    </svg>`;
  }

  #packs(packs: readonly Pack[], lookOf: (node: GraphNode) => TeammateLook): unknown {
    const nodes = new Map(this.#scene!.nodes.map((node) => [node.key, node]));
    const rtl = this.matches(':dir(rtl)');
    return packs.map(({ key, box, members, detached }) => {
      const failed = members.filter((member) => lookOf(nodes.get(member)!).status === 'failed').length;
      const said = [
        this.t(members.every((member) => nodes.get(member)!.kind === 'agent') ? 'team.count' : 'graph.pack', {
          count: members.length,
        }),
        ...(detached ? [this.t('graph.lineageUnknown')] : []),
        ...(failed > 0 ? [this.t('capsule.countFailed', { count: failed })] : []),
      ];
      return svg`<g class="pack" data-id=${key} transform="translate(${box.x} ${box.y})">
        <rect class="pack-frame" width=${box.width} height=${box.height} rx="10"></rect>
        <text class="pack-label" x=${rtl ? box.width - 10 : 10} y="16">${said.join(', ')}</text>
      </g>`;
    });
  }

  #edges({ layout }: Scene): unknown {
    const named = layout.edges.length <= NAMED_EDGES;
    const packs = new Map(layout.packs.flatMap(({ key, members }) => members.map((member) => [member, key])));
    const chosen = this.#selected;
    const ends = [chosen, packs.get(chosen ?? '')];
    return repeat(
      layout.edges,
      ({ key }) => key,
      (edge) => {
        const near = chosen !== undefined && (ends.includes(edge.from) || ends.includes(edge.to));
        return guard([edge, named, near, this.wording], () => graphEdge(edge, named, near, this.wording));
      },
    );
  }

  #node(
    node: GraphNode,
    scene: Scene,
    look: TeammateLook,
    fanIn: FanIn | undefined,
    reachable: boolean,
  ): unknown {
    const { key } = node;
    const { layout, lineage } = scene;
    const box = layout.boxes.get(key);
    if (!box) return nothing;
    const open = this.#isOpen(key, lineage);
    const selected = key === this.#selected;
    return guard([node, box, look.status, look.word, fanIn, reachable, selected, open, this.wording], () =>
      graphNode(node, {
        wording: this.wording,
        box,
        look,
        fanIn,
        rtl: this.matches(':dir(rtl)'),
        selected,
        reachable,
        fold: lineage.children.has(key) ? { open, count: below(lineage, key).length } : undefined,
        choose: () => this.#choose(key),
        focus: () => this.#focus(key),
        toggle: () => this.#fold(key),
      }),
    );
  }

  #detail(
    node: GraphNode,
    view: DelegationGraphView,
    session: AgentSession,
    members: ReadonlyMap<string, TeammateView>,
  ): TemplateResult {
    const writes = lastWrites(session);
    this.#drafts.settle(writes);
    const look = lookOfNode(node, members);
    const { agentId } = node;
    const member = agentId === undefined ? undefined : members.get(agentId);
    return graphDetail(node, view, {
      wording: this.wording,
      look,
      member,
      controls: workControls(nodeControls(node, look), session, writes),
      say:
        member && !member.ended
          ? teammateSay(
              { agentId: member.agentId, label: this.t('team.sayTo', { name: member.label }) },
              { session, writes, drafts: this.#drafts, request: this.request.bind(this) },
            )
          : undefined,
      ask: (control) => this.askFor(control),
      open:
        agentId === undefined || node.kind !== 'agent'
          ? undefined
          : () => void this.dispatchEvent(new AgentOpenRequestEvent('agent', agentId)),
      choose: (key) => this.#choose(key),
      close: () => this.#choose(undefined),
    });
  }

  #choose(key: string | undefined): void {
    this.#selected = key;
    if (key !== undefined) this.#focus(key);
    this.requestUpdate();
  }

  #focus(key: string): void {
    if (this.#at === key) return;
    this.#at = key;
    this.#reveal(key);
    this.requestUpdate();
  }

  #reveal(key: string): void {
    const layout = this.#scene?.layout;
    const box = layout?.boxes.get(key);
    if (!layout || !box) return;
    const { width } = this.#size;
    const all = fitted(layout, width);
    const camera = this.#camera ?? all.camera;
    const moved = revealing(camera, box, { width, height: all.height });
    if (moved !== camera) this.#look(moved);
  }

  #fold(key: string): void {
    const { lineage } = this.#scene!;
    if (!lineage.children.has(key)) return;
    this.#folds.set(key, !this.#isOpen(key, lineage));
    this.#foldVersion++;
    this.requestUpdate();
  }

  #look(camera: Camera | undefined): void {
    this.#camera = camera;
    this.requestUpdate();
  }

  #view(): { camera: Camera; view: Size; layout: GraphLayout } | undefined {
    const layout = this.#scene?.layout;
    if (!layout) return undefined;
    const { width } = this.#size;
    const all = fitted(layout, width);
    return { layout, camera: this.#camera ?? all.camera, view: { width, height: all.height } };
  }

  #zoom(factor: number, at: { x: number; y: number }): void {
    const now = this.#view();
    if (now) this.#look(panned(zoomed(now.camera, factor, at), { x: 0, y: 0 }, now.layout, now.view));
  }

  #pan(x: number, y: number): void {
    const now = this.#view();
    if (now) this.#look(panned(now.camera, { x, y }, now.layout, now.view));
  }

  #onKey = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const way = ({ ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const)[key];
    const at = this.#at ?? this.#scene?.nodes[0]?.key;
    const now = this.#view();
    if (at === undefined || !now) return;
    const middle = { x: now.view.width / 2, y: now.view.height / 2 };
    if (way && shiftKey) {
      const by = { left: [-STEP, 0], right: [STEP, 0], up: [0, -STEP], down: [0, STEP] }[way];
      this.#pan(by[0]!, by[1]!);
    } else if (way) {
      const next = nextNode(now.layout, this.#scene!.neighbours, at, way);
      if (next !== undefined) this.#go(next);
    } else if (key === 'Home') this.#go(this.#scene!.nodes[0]!.key);
    else if (key === 'Enter') this.#choose(at);
    else if (key === ' ') this.#fold(at);
    else if (key === '+' || key === '=') this.#zoom(1.25, middle);
    else if (key === '-') this.#zoom(1 / 1.25, middle);
    else if (key === '0') this.#look(undefined);
    else return;
    event.preventDefault();
  };

  #go(key: string): void {
    this.#focus(key);
    this.#focusNext = true;
    this.requestUpdate();
  }

  /** Ctrl and the wheel, which is also what two fingers do; the wheel alone is the page's. */
  #onWheel = {
    passive: false,
    handleEvent: (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
      this.#zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
    },
  };

  #onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.#drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  };

  #onMove = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < DRAG_FROM) return;
    // From here on it is no click on a node.
    if (!drag.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#drag = { id: drag.id, x: event.clientX, y: event.clientY, moved: true };
    this.#pan(-dx, -dy);
  };

  #onUp = (): void => {
    this.#drag = undefined;
    this.requestUpdate();
  };
}

/** Column by column, from who began. */
function inReadingOrder(nodes: readonly GraphNode[], { boxes }: GraphLayout, rtl: boolean): GraphNode[] {
  return nodes.toSorted((one, other) => {
    const [a, b] = [boxes.get(one.key)!, boxes.get(other.key)!];
    return (rtl ? b.x - a.x : a.x - b.x) || a.y - b.y;
  });
}

/** A question of a teammate waits for the person: then it does not say that it runs. */
function lookOfNode(node: GraphNode, members: ReadonlyMap<string, TeammateView>): TeammateLook {
  const member = node.agentId === undefined ? undefined : members.get(node.agentId);
  const asks =
    node.kind === 'agent' && member !== undefined && member.pendingActions.length > 0 && !member.ended;
  return teammateLook(node.state ?? 'unknown', asks);
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-delegation-graph': AgentDelegationGraph;
  }
}
