import { Signal } from '../../base/signals.js';
import type { Slice } from './fact.js';
import { ComposerViews } from './selectors/composer.js';
import { ConversationViews } from './selectors/conversation.js';
import { DiagnosticsViews } from './selectors/diagnostics.js';
import { ApprovalViews } from './selectors/hitl.js';
import { RuntimeStatusView } from './selectors/runtime-status.js';
import type { SelectorContext } from './selectors/selector-context.js';
import { ToolViews } from './selectors/tool-ui.js';
import type { ProjectionStore } from './store.js';
import type { SurfaceViews, View } from './view-models.js';

type Selectors = { [S in keyof SurfaceViews]: (context: SelectorContext) => SurfaceViews[S] };

/** Which lists each surface reads. What a list says is in `fact.ts`. */
const READS: Readonly<Record<keyof SurfaceViews, readonly Slice[]>> = {
  conversation: ['turns', 'tools', 'approvals', 'runs', 'sessions'],
  tool_ui: ['tools', 'approvals', 'runs'],
  hitl: ['approvals'],
  runtime_status: ['runs', 'tools', 'approvals', 'turns'],
  composer: ['runs', 'queue'],
  diagnostics: ['diagnostics'],
};

/** The view models of one session, each made when first asked for. */
export class SessionViews {
  readonly #selectors: Selectors;
  readonly #views = new Map<keyof SurfaceViews, View<unknown>>();

  constructor(
    private readonly store: ProjectionStore,
    private readonly context: SelectorContext,
    /** Makes whoever computes now depend on what only the interface knows: requests, connection. */
    private readonly trackInterface: () => void,
  ) {
    const approvals = new ApprovalViews();
    const tools = new ToolViews(approvals);
    const conversation = new ConversationViews(tools, approvals);
    const status = new RuntimeStatusView();
    const composer = new ComposerViews();
    const diagnostics = new DiagnosticsViews();
    this.#selectors = {
      conversation: (from) => conversation.all(from),
      tool_ui: (from) => tools.all(from),
      hitl: (from) => approvals.all(from),
      runtime_status: (from) => status.get(from),
      composer: (from) => composer.get(from),
      diagnostics: (from) => diagnostics.get(from),
    };
  }

  view<S extends keyof SurfaceViews>(surface: S): View<SurfaceViews[S]> {
    const known = this.#views.get(surface);
    if (known) return known as View<SurfaceViews[S]>;
    const select = this.#selectors[surface];
    if (!select)
      throw new TypeError(`there is no view "${surface}"; there are ${Object.keys(READS).join(', ')}`);
    const computed = new Signal.Computed(() => {
      this.store.track(READS[surface]);
      this.trackInterface();
      return select(this.context);
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
