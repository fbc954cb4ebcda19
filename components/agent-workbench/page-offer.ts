import type { ReactiveControllerHost } from 'lit';
import { reportThrown } from '#dev-warning';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { PageTools } from '../../src/bridges/frontend-tools.js';
import type { SurfaceBus } from '../../src/oui/bus/surface-bus.js';
import { LatePageTools } from './late-page-tools.js';

/** What a session gets of the page around it. */
export interface PageWishes {
  /** The page's own actions are tools of its agent, and run here. */
  pageTools: boolean;
  /** What other agents do to this page is shown in it. */
  ouiActivity: boolean;
}

/** What this page gives to one session: its own actions, and word of what is done to it. Most pages give neither. */
export class PageOffer {
  #offer: Offer | undefined;

  constructor(private readonly host: ReactiveControllerHost) {}

  /** The surfaces that the agent may work with now. */
  get surfaceNames(): readonly string[] {
    const surfaces = (this.#offer?.wishes.pageTools && this.#offer.bus?.surfaces) || [];
    return surfaces.filter(({ state, enabled }) => state === 'active' && enabled).map(({ name }) => name);
  }

  /** To this session and to no other; to none at all without one. */
  give(session: AgentSession | undefined, { pageTools, ouiActivity }: PageWishes): void {
    const last = this.#offer;
    const same =
      last !== undefined &&
      last.wishes.pageTools === pageTools &&
      last.wishes.ouiActivity === ouiActivity &&
      last.session === session;
    if (same) return;
    this.#offer = undefined;
    last?.end();
    if (!session || !(pageTools || ouiActivity)) return;
    const offer = new Offer(session, { pageTools, ouiActivity }, () => this.host.requestUpdate());
    this.#offer = offer;
    offer.begun.catch((thrown: unknown) => {
      reportThrown('elements:not_loaded', 'page-tools', thrown);
      offer.end();
      // The next time that something is drawn it is tried again.
      if (this.#offer === offer) this.#offer = undefined;
    });
  }
}

/** One giving, whose code is fetched first. */
class Offer {
  /** There once the code is. */
  bus: SurfaceBus | undefined;
  /** Rejects where the code cannot be fetched. */
  readonly begun: Promise<void>;
  #late: LatePageTools | undefined;
  #tools: PageTools | undefined;
  #endActivity: (() => void) | undefined;
  #ended = false;

  constructor(
    readonly session: AgentSession,
    readonly wishes: PageWishes,
    private readonly onChange: () => void,
  ) {
    this.begun = this.#begin();
    if (!wishes.pageTools) return;
    const tools = this.begun.then(
      () => this.#tools,
      () => undefined,
    );
    session.clientTools = this.#late = new LatePageTools(tools);
  }

  async #begin(): Promise<void> {
    const { pageTools, ouiActivity } = this.wishes;
    const [{ documentBus }, frontend, activity] = await Promise.all([
      import('../shared/document-bus.js'),
      pageTools ? import('../../src/bridges/frontend-tools.js') : undefined,
      ouiActivity ? import('../../src/bridges/oui-activity.js') : undefined,
    ]);
    if (this.#ended) return;
    const bus = documentBus();
    this.bus = bus;
    this.#tools = frontend?.pageTools(bus);
    bus.addEventListener('change', this.onChange);
    const except = this.#tools ? [this.#tools.client] : [];
    this.#endActivity = activity?.ouiActivity(bus, this.session, { except });
    this.onChange();
  }

  end(): void {
    this.#ended = true;
    this.bus?.removeEventListener('change', this.onChange);
    this.#endActivity?.();
    if (this.#late && this.session.clientTools === this.#late) this.session.clientTools = undefined;
    this.#tools?.close();
  }
}
