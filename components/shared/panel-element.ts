import { ContextConsumer } from '@lit/context';
import type { PropertyDeclarations } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { BaseElement } from './base-element.js';
import { sessionContext } from './contexts.js';

/** Something that has a session: `<agent-workbench>`, or another panel. */
interface SessionOwner extends Element {
  readonly session?: AgentSession;
}

/**
 * A panel reads view models and dispatches requests; it holds no fact. It finds its session by property, by
 * the id of a workbench in `for`, or by context, in that order.
 */
export abstract class PanelElement extends BaseElement {
  static override properties: PropertyDeclarations = {
    session: { attribute: false },
    for: { type: String },
  };

  /** The session to show. */
  declare session: AgentSession | undefined;
  /** The id of an `<agent-workbench>` in the same document or shadow root, whose session to show. */
  declare for: string | undefined;

  #context = new ContextConsumer(this, { context: sessionContext, subscribe: true });

  /** The session in force: property, then `for`, then context. */
  protected get activeSession(): AgentSession | undefined {
    return this.session ?? this.#owner()?.session ?? this.#context.value;
  }

  #owner(): SessionOwner | null | undefined {
    if (!this.for) return undefined;
    const root = this.getRootNode() as Document | ShadowRoot;
    return root.getElementById(this.for) ?? this.ownerDocument.getElementById(this.for);
  }

  /**
   * Asks for something: dispatches `agent-<verb>-request` and, unless somebody called `preventDefault()` to
   * do it themselves, runs `ask`.
   */
  protected request(event: Event, ask: (session: AgentSession) => Promise<unknown>): void {
    const session = this.activeSession;
    if (this.dispatchEvent(event) && session) void ask(session);
  }
}
