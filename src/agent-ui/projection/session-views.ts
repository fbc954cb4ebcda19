import { deepEqual } from '../../base/deep-equal.js';
import { Signal } from '../../base/signals.js';
import { Expansion } from './expansion.js';
import type { Slice } from './fact.js';
import { backgroundTeammate, remoteTeammate } from './selectors/background-remote.js';
import { delegationGraph, reviewLane, workBoard } from './selectors/board.js';
import { steady } from './selectors/cached.js';
import { taskCapsules } from './selectors/capsules.js';
import { composer } from './selectors/composer.js';
import { ConversationViews } from './selectors/conversation.js';
import { diagnostics } from './selectors/diagnostics.js';
import { ApprovalViews } from './selectors/hitl.js';
import { presence, type Presence } from './selectors/presence.js';
import { inlineProcess, ProcessTurns } from './selectors/process.js';
import { runtimeStatus } from './selectors/runtime-status.js';
import type { SelectorContext } from './selectors/selector-context.js';
import {
  handoffLane,
  teammateTranscript,
  teamPolicy,
  teamRoster,
  workerNotifications,
} from './selectors/team.js';
import { ToolViews } from './selectors/tool-ui.js';
import { artifactWorkspace, sessionTabs, timelineEvidence } from './selectors/work.js';
import type { ProjectionStore } from './store.js';
import type { SurfaceViews, View } from './view-models.js';

type Selectors = { [S in keyof SurfaceViews]: (context: SelectorContext) => SurfaceViews[S] };

/** Which lists each surface reads. What a list says is in `fact.ts`. */
const READS: Readonly<Record<keyof SurfaceViews, string>> = {
  composer: 'runs queue context permissions approvals',
  conversation: 'turns tools approvals runs sessions',
  inline_process: 'turns plans approvals',
  runtime_status: 'runs tools approvals',
  tool_ui: 'tools approvals runs',
  hitl: 'approvals',
  task_capsule: 'tasks runs tools agents approvals queue evidence',
  artifact_workspace: 'artifacts agents reviews evidence tasks',
  timeline_evidence: 'turns evidence approvals sessions',
  session_tabs: 'sessions runs turns messages approvals artifacts evidence queue',
  diagnostics: 'diagnostics metrics',
  team_roster: 'agents teams approvals notifications tasks handoffs reviews runs sessions',
  work_board: 'tasks agents',
  delegation_graph: 'agents tasks handoffs reviews sessions',
  handoff_lane: 'handoffs agents tasks',
  worker_notifications: 'notifications agents tasks',
  review_lane: 'reviews agents artifacts tasks evidence',
  teammate_transcript: 'agents sessions approvals',
  background_teammate: 'tasks agents approvals notifications',
  remote_teammate: 'agents tasks approvals artifacts',
  team_policy: 'permissions agents approvals',
};

/** What decides which surfaces have anything to show. */
const PRESENT: readonly Slice[] = [
  'artifacts',
  'evidence',
  'agents',
  'tasks',
  'handoffs',
  'notifications',
  'reviews',
  'permissions',
];

/** These keep the identity of their rows by themselves, without reading them all. */
const HAS_IDENTITY = new Set<keyof SurfaceViews>(['conversation', 'tool_ui', 'hitl']);

/** The view models of one session, each made when first asked for. */
export class SessionViews {
  readonly #selectors: Selectors;
  readonly #expansion = new Expansion();
  readonly #views = new Map<keyof SurfaceViews, View<unknown>>();

  constructor(
    private readonly store: ProjectionStore,
    private readonly context: SelectorContext,
    /** Makes whoever computes now depend on what only the interface knows: requests, connection. */
    private readonly trackInterface: () => void,
  ) {
    const approvals = new ApprovalViews();
    const tools = new ToolViews(approvals);
    const conversation = new ConversationViews(tools, approvals, store.changes);
    const live = new ProcessTurns('inline_process', this.#expansion, store.changes);
    const timeline = new ProcessTurns('timeline_evidence', this.#expansion, store.changes, tools);
    this.#selectors = {
      composer,
      conversation: (from) => conversation.all(from),
      inline_process: (from) => inlineProcess(from, live),
      runtime_status: runtimeStatus,
      tool_ui: (from) => tools.all(from),
      hitl: (from) => approvals.all(from),
      task_capsule: taskCapsules,
      artifact_workspace: artifactWorkspace,
      timeline_evidence: (from) => timelineEvidence(from, timeline),
      session_tabs: sessionTabs,
      diagnostics,
      team_roster: teamRoster,
      work_board: workBoard,
      delegation_graph: delegationGraph,
      handoff_lane: handoffLane,
      worker_notifications: workerNotifications,
      review_lane: reviewLane,
      teammate_transcript: teammateTranscript,
      background_teammate: backgroundTeammate,
      remote_teammate: remoteTeammate,
      team_policy: teamPolicy,
    };
  }

  /** How much there is to show in each surface; tracked. */
  readonly presence = new Signal.Computed<Presence>(
    () => {
      this.store.track(PRESENT);
      return presence(this.store.state);
    },
    { equals: deepEqual },
  );

  /** W28: opens a fact, by its `key`, in one panel, which closes it in every other (M-015); or closes it. */
  expand(key: string, surface?: keyof SurfaceViews): void {
    this.#expansion.choose(key, surface);
  }

  view<S extends keyof SurfaceViews>(surface: S): View<SurfaceViews[S]> {
    const known = this.#views.get(surface);
    if (known) return known as View<SurfaceViews[S]>;
    const select = this.#selectors[surface];
    if (!select)
      throw new TypeError(`there is no view "${surface}"; there are ${Object.keys(READS).join(', ')}`);
    const reads = READS[surface].split(' ') as Slice[];
    let last: SurfaceViews[S] | undefined;
    const computed = new Signal.Computed(() => {
      this.store.track(reads);
      this.trackInterface();
      const now = select(this.context);
      // Panels compare by identity: what says the same stays the same.
      return (last = HAS_IDENTITY.has(surface) ? now : steady(last, now));
    });
    const view: View<SurfaceViews[S]> = {
      get: () => {
        // Outside a render the newest facts count; inside, the ones of this frame.
        if (!Signal.subtle.currentComputed()) this.store.flush();
        return computed.get();
      },
      subscribe: (listener) => subscribe(computed, listener),
    };
    this.#views.set(surface, view);
    return view;
  }
}

function subscribe<T>(computed: Signal.Computed<T>, listener: (view: T) => void): () => void {
  const read = () => Signal.subtle.untrack(() => computed.get());
  let last = read();
  let open = true;
  const watcher = new Signal.subtle.Watcher(() => {
    queueMicrotask(() => {
      if (!open) return;
      watcher.watch();
      const now = read();
      if (now === last) return;
      last = now;
      listener(now);
    });
  });
  watcher.watch(computed);
  return () => {
    open = false;
    watcher.unwatch(computed);
  };
}
