import { ContextConsumer, ContextRoot } from '@lit/context';
import { isServer, type PropertyDeclarations, type PropertyValues } from 'lit';
import { messageOf } from '../../src/base/coded-error.js';
import type { ControlReceipt, ControlRequest } from '../../src/agent-ui/events/control-request.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { BaseElement } from './base-element.js';
import { sessionContext } from './contexts.js';
import { registryOf } from './define-element.js';
import { hasOnlyFacts, isFirstPaint } from './first-paint.js';

/** Something that has a session: `<agent-workbench>`, or another panel. */
interface SessionOwner extends Element {
  readonly session?: AgentSession;
}

const answering = new WeakSet<Document>();

/** A panel may be upgraded before the workbench around it: its question waits here, and is asked again. */
function answerLate(doc: Document): void {
  if (answering.has(doc)) return;
  answering.add(doc);
  new ContextRoot().attach(doc.documentElement);
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
  protected readonly internals = this.attachInternals();

  override connectedCallback(): void {
    if (!isServer) answerLate(this.ownerDocument);
    super.connectedCallback();
  }

  /** The session in force: property, then `for`, then context. */
  protected get activeSession(): AgentSession | undefined {
    return this.session ?? this.#owner()?.session ?? this.#context.value;
  }

  protected override get fitsServed(): boolean {
    return hasOnlyFacts(this.activeSession);
  }

  #owner(): SessionOwner | null | undefined {
    if (!this.for || isFirstPaint()) return undefined;
    // Away from a document the root is whatever it stands in, and knows no ids.
    const root = this.getRootNode() as Partial<Document>;
    return root.getElementById?.(this.for) ?? this.ownerDocument.getElementById(this.for);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // The workbench may be upgraded after its panel; from then on its `session` is a signal that we read.
    const owner = changed.has('for') ? this.#owner() : undefined;
    if (owner?.matches(':not(:defined)')) {
      void registryOf(owner)
        .whenDefined(owner.localName)
        .then(() => this.requestUpdate());
    }
  }

  /** Puts a custom state on, such as `:state(busy)`, or takes it off. */
  protected toggleState(name: string, on: boolean): void {
    if (on) this.internals.states.add(name);
    else this.internals.states.delete(name);
  }

  /**
   * Asks for something: dispatches `agent-<verb>-request` and, unless somebody called `preventDefault()` to
   * do it themselves, runs `ask`. Answers with its receipt, also when it threw; `undefined` when the host
   * took it over or there is no session.
   */
  protected request(
    event: Event,
    ask: (session: AgentSession) => Promise<ControlReceipt>,
  ): Promise<ControlReceipt> | undefined {
    const session = this.activeSession;
    if (!this.dispatchEvent(event) || !session) return undefined;
    return ask(session).catch((thrown: unknown) => ({ status: 'rejected', reason: messageOf(thrown) }));
  }

  /** Asks for what a control stands for; where the request stands is on the session (`writes`), for all panels. */
  protected askFor({ event, request }: { event(): Event; request: ControlRequest }): void {
    void this.request(event(), (session) => session.ask(request));
  }
}
