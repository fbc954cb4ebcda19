import type { ReactiveControllerHost } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { pageTools, type PageTools } from '../../src/bridges/frontend-tools.js';
import type { SurfaceBus } from '../../src/oui/bus/surface-bus.js';
import { documentBus } from '../shared/document-bus.js';

/** What a session gets of the page around it. */
export interface PageWishes {
  /** The page's own actions are tools of its agent, and run here. */
  pageTools: boolean;
  /** What other agents do to this page is shown in it. */
  ouiActivity: boolean;
}

interface Offer extends PageWishes {
  session: AgentSession;
  bus: SurfaceBus;
  tools: PageTools | undefined;
  /** Ends the showing of activity. */
  end: Promise<(() => void) | undefined>;
}

/** What this page gives to one session: its own actions, and word of what is done to it. */
export class PageOffer {
  #offer: Offer | undefined;

  constructor(private readonly host: ReactiveControllerHost) {}

  /** The surfaces that the agent may work with now. */
  get surfaceNames(): readonly string[] {
    const surfaces = this.#offer?.tools ? this.#offer.bus.surfaces : [];
    return surfaces.filter(({ state, enabled }) => state === 'active' && enabled).map(({ name }) => name);
  }

  /** To this session and to no other; to none at all without one. */
  give(session: AgentSession | undefined, wishes: PageWishes): void {
    const last = this.#offer;
    const same =
      last?.pageTools === wishes.pageTools &&
      last.ouiActivity === wishes.ouiActivity &&
      last.session === session;
    if (same || (!last && !session)) return;
    this.#withdraw();
    if (!session || !(wishes.pageTools || wishes.ouiActivity)) return;
    const bus = documentBus();
    const tools = wishes.pageTools ? pageTools(bus) : undefined;
    bus.addEventListener('change', this.#onChange);
    if (tools) session.clientTools = tools;
    const end = wishes.ouiActivity ? showActivity(bus, session, tools) : Promise.resolve(undefined);
    // One by one: an element has its wishes from its class, and a copy of it would not.
    const { pageTools: offered, ouiActivity } = wishes;
    this.#offer = { pageTools: offered, ouiActivity, session, bus, tools, end };
  }

  #withdraw(): void {
    if (!this.#offer) return;
    const { session, bus, tools, end } = this.#offer;
    this.#offer = undefined;
    bus.removeEventListener('change', this.#onChange);
    void end.then((stop) => stop?.());
    if (tools && session.clientTools === tools) session.clientTools = undefined;
    tools?.close();
  }

  #onChange = (): void => this.host.requestUpdate();
}

/** Most pages do not ask for it. */
async function showActivity(
  bus: SurfaceBus,
  session: AgentSession,
  tools: PageTools | undefined,
): Promise<() => void> {
  const { ouiActivity } = await import('../../src/bridges/oui-activity.js');
  return ouiActivity(bus, session, { except: tools ? [tools.client] : [] });
}
