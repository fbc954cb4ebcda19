import type { ReactiveControllerHost } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { pageTools, type PageTools } from '../../src/bridges/frontend-tools.js';
import type { SurfaceBus } from '../../src/oui/bus/surface-bus.js';
import { documentBus } from '../shared/document-bus.js';

interface Offer {
  session: AgentSession;
  bus: SurfaceBus;
  tools: PageTools;
}

/** What this page offers to the agent of one session: its own actions, as tools that run here. */
export class PageOffer {
  #offer: Offer | undefined;

  constructor(private readonly host: ReactiveControllerHost) {}

  /** The surfaces that the agent may work with now. */
  get surfaceNames(): readonly string[] {
    const surfaces = this.#offer?.bus.surfaces ?? [];
    return surfaces.filter(({ state, enabled }) => state === 'active' && enabled).map(({ name }) => name);
  }

  /** Offers the page to this session and to no other; to none at all without one. */
  give(session: AgentSession | undefined): void {
    if (session === this.#offer?.session) return;
    this.#withdraw();
    if (!session) return;
    const bus = documentBus();
    const tools = pageTools(bus);
    bus.addEventListener('change', this.#onChange);
    session.clientTools = tools;
    this.#offer = { session, bus, tools };
  }

  #withdraw(): void {
    if (!this.#offer) return;
    const { session, bus, tools } = this.#offer;
    this.#offer = undefined;
    bus.removeEventListener('change', this.#onChange);
    if (session.clientTools === tools) session.clientTools = undefined;
    tools.close();
  }

  #onChange = (): void => this.host.requestUpdate();
}
