import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type {
  DelegationGraphView,
  GraphNode,
  TeammateView,
} from '../../src/agent-ui/projection/view-models.js';
import { isFirstPaint } from '../shared/first-paint.js';
import { icon, type IconName } from '../shared/icons.js';
import type { StringKey } from '../shared/localize.js';
import { PanelElement } from '../shared/panel-element.js';
import { teamWords } from '../shared/team-words.js';
import { TeammateDrafts, teammateSay } from '../shared/teammate-drafts.js';
import { Gradual } from '../shared/teammate-gradual.js';
import { isGone, type TeammateLook } from '../shared/teammate-look.js';
import { lastWrites, workControls } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-delegation-graph.styles.js';
import { nextNode } from './graph-camera.js';
import { graphDetail, nodeControls } from './graph-detail.js';
import { graphEdge, graphLegend } from './graph-edge.js';
import { fanIns } from './graph-fan-ins.js';
import { below, type Lineage } from './graph-fold.js';
import type { Pack } from './graph-layout.js';
import { graphList } from './graph-list.js';
import { graphNode, type NodeScene } from './graph-node.js';
import { GraphScenes, nodeLook, type GraphScene } from './graph-scene.js';
import { GraphViewport } from './graph-viewport.js';

/** A node with more children than this that are no pack begins folded: nobody reads such a column. */
const FOLD_FROM = 40;
/** With more lines than this only those near the chosen node are named. */
const NAMED_EDGES = 40;
/** Pixels. */
const STEP = 48;

/**
 * Who started whom, who waits for whom, and what came of it: only what facts link. Many teammates with the same
 * neighbours are packed together, so that two hundred are seen as well as three.
 *
 * Keys in the graph: arrows go along the edges, Enter chooses, Space folds, + and - zoom, 0 shows all, Shift and
 * an arrow moves the view, Escape closes the details.
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
  static readonly tag: string = 'agent-delegation-graph';
  protected static override readonly words = teamWords;
  static override styles = styles;

  #last: AgentSession | undefined;
  #asList = false;
  /** Nodes that a person folded or unfolded; the others follow their number of children. */
  #folds = new Map<string, boolean>();
  #foldVersion = 0;
  #selected: string | undefined;
  #at: string | undefined;
  #scenes = new GraphScenes();
  #viewport = new GraphViewport(this, () => this.#scenes.current?.layout);
  #gradual = new Gradual(this, 20);
  #drafts = new TeammateDrafts(this, () => this.activeSession);
  #focusNext = false;
  /** What had the focus before nodes were put in another order. */
  #focused: HTMLElement | SVGElement | undefined;

  override render(): TemplateResult {
    const session = this.activeSession;
    const view = session?.view('delegation_graph').get();
    const { wording } = this;
    const { t } = wording;
    const empty = !session || !view || view.nodes.length === 0;
    this.toggleState('empty', empty);
    if (empty) {
      this.#scenes.forget();
      return html`<div class="empty"><slot name="empty">${t('graph.empty')}</slot></div>`;
    }
    const members = new Map(
      session
        .view('team_roster')
        .get()
        .members.map((member) => [member.agentId, member] as const),
    );
    const lookOf = (node: GraphNode) => nodeLook(node, members);
    const scene = this.#scenes.make(view, {
      rtl: this.#isRtl,
      width: this.#viewport.width,
      folds: this.#foldVersion,
      isOpen: (key, lineage) => this.#isOpen(key, lineage),
      lookOf,
    });
    const chosen = view.nodes.find(({ key }) => key === this.#selected);
    return html`<section class="panel" aria-label=${t('graph.label')}>
      ${this.#tools()} ${fanIns(view, wording, (key) => this.#choose(key))}
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
    if (this.#last === this.activeSession) return;
    // Another session is another graph.
    this.#last = this.activeSession;
    this.#folds.clear();
    this.#foldVersion++;
    this.#selected = this.#at = undefined;
    this.#viewport.reset();
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

  get #isRtl(): boolean {
    return !isFirstPaint() && this.matches(':dir(rtl)');
  }

  #isOpen(key: string, { children }: Lineage): boolean {
    const own = children.get(key) ?? [];
    const crowd = own.filter((child) => children.has(child)).length;
    return this.#folds.get(key) ?? crowd <= FOLD_FROM;
  }

  #tools(): TemplateResult {
    const button = (name: IconName, word: StringKey, act: () => void) =>
      html`<button type="button" class="quiet" aria-label=${this.t(word)} title=${this.t(word)} @click=${act}>
        ${icon(name)}
      </button>`;
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
          : html`${button('minus', 'graph.zoomOut', () => this.#viewport.zoom(1 / 1.25))}
            ${button('plus', 'graph.zoomIn', () => this.#viewport.zoom(1.25))}
            ${button('fit', 'graph.fit', () => this.#viewport.reset())}`
      }
    </div>`;
  }

  #drawing(scene: GraphScene, lookOf: (node: GraphNode) => TeammateLook): TemplateResult {
    const { layout, nodes, view } = scene;
    const frame = this.#viewport.frame(layout);
    const waits = new Map(view.fanIns.map((fanIn) => [`task:${fanIn.taskId}`, fanIn]));
    const reachable = nodes.some(({ key }) => key === this.#at) ? this.#at : nodes[0]?.key;
    return html`<svg
      class="graph"
      part="graph"
      role="group"
      aria-label=${this.t('graph.drawing')}
      height=${frame.height}
      viewBox=${frame.viewBox}
      data-far=${frame.far ?? nothing}
      ?data-dragging=${this.#viewport.dragging}
      @keydown=${this.#onKey}
      @wheel=${this.#viewport.onWheel}
      @pointerdown=${this.#viewport.onDown}
      @pointermove=${this.#viewport.onMove}
      @pointerup=${this.#viewport.onUp}
      @pointercancel=${this.#viewport.onUp}
    >
      ${this.#packs(layout.packs, lookOf)} ${this.#edges(scene)}
      ${repeat(
        this.#gradual.part(nodes),
        ({ key }) => key,
        (node) =>
          this.#node(node, scene, {
            look: lookOf(node),
            fanIn: waits.get(node.key),
            reachable: node.key === reachable,
            far: frame.far,
          }),
      )}
    </svg>`;
  }

  #packs(packs: readonly Pack[], lookOf: (node: GraphNode) => TeammateLook): unknown {
    const nodes = new Map(this.#scenes.current!.nodes.map((node) => [node.key, node]));
    const rtl = this.#isRtl;
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

  #edges({ layout }: GraphScene): unknown {
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
    scene: GraphScene,
    shown: Pick<NodeScene, 'look' | 'fanIn' | 'reachable' | 'far'>,
  ): unknown {
    const { key } = node;
    const { look, fanIn, reachable, far } = shown;
    const { layout, lineage } = scene;
    const box = layout.boxes.get(key);
    if (!box) return nothing;
    const open = this.#isOpen(key, lineage);
    const selected = key === this.#selected;
    return guard(
      [node, box, look.status, look.word, fanIn, reachable, far, selected, open, this.wording],
      () =>
        graphNode(node, {
          ...shown,
          wording: this.wording,
          box,
          rtl: this.#isRtl,
          selected,
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
    const look = nodeLook(node, members);
    const { agentId } = node;
    const member = agentId === undefined ? undefined : members.get(agentId);
    return graphDetail(node, view, {
      wording: this.wording,
      look,
      member,
      controls: workControls(nodeControls(node, look), session, writes),
      say:
        member && !isGone(member)
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
    this.#viewport.reveal(key);
    this.requestUpdate();
  }

  #fold(key: string): void {
    const { lineage } = this.#scenes.current!;
    if (!lineage.children.has(key)) return;
    this.#folds.set(key, !this.#isOpen(key, lineage));
    this.#foldVersion++;
    this.requestUpdate();
  }

  #onKey = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const way = ({ ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const)[key];
    const scene = this.#scenes.current;
    const at = this.#at ?? scene?.nodes[0]?.key;
    if (!scene || at === undefined) return;
    const viewport = this.#viewport;
    if (way && shiftKey) {
      const [x, y] = ({ left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const)[way];
      viewport.pan(x * STEP, y * STEP);
    } else if (way) {
      const next = nextNode(scene.layout, scene.neighbours, at, way);
      if (next !== undefined) this.#go(next);
    } else if (key === 'Home') this.#go(scene.nodes[0]!.key);
    else if (key === 'Enter') this.#choose(at);
    else if (key === ' ') this.#fold(at);
    else if (key === '+' || key === '=') viewport.zoom(1.25);
    else if (key === '-') viewport.zoom(1 / 1.25);
    else if (key === '0') viewport.reset();
    else if (key === 'Escape' && this.#selected !== undefined) this.#choose(undefined);
    else return;
    event.preventDefault();
  };

  #go(key: string): void {
    this.#focus(key);
    this.#focusNext = true;
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-delegation-graph': AgentDelegationGraph;
  }
}
