import type { LitElement, ReactiveController } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { Detail } from '../../src/agent-ui/adapters/adapter.js';
import type { ControlReceipt } from '../../src/agent-ui/events/control-request.js';
import type { ToolRowView } from '../../src/agent-ui/projection/view-models.js';
import { messageOf } from '../../src/base/coded-error.js';
import { needsSecondStep } from './approval-rules.js';
import {
  AgentDetailRequestEvent,
  AgentOpenRequestEvent,
  AgentWorkRetryRequestEvent,
} from './work-request-events.js';

/** Where the fetching of a whole output stands. */
export type DetailState =
  { state: 'loading' } | { state: 'failed'; reason: string } | { state: 'loaded'; detail: Detail };

/** Whole outputs that are kept at once (agent-ui §5.5). */
const MAX_DETAILS = 3;

type Ask = (
  event: Event,
  ask: (session: AgentSession) => Promise<ControlReceipt>,
) => Promise<ControlReceipt> | undefined;

/** What a person does with the rows of tool calls in one panel: fetches whole outputs, tries again, follows links. */
export class ToolDesk implements ReactiveController {
  /** Grows with every change: templates that are guarded depend on it. */
  version = 0;
  readonly #details = new Map<string, DetailState>();
  #confirming: string | undefined;
  #abort = new AbortController();

  constructor(
    private readonly host: LitElement,
    private readonly session: () => AgentSession | undefined,
    /** Dispatches the event and makes the write. */
    private readonly ask: Ask,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    // A move is no end: what was under way is asked for again when somebody opens it.
    this.#abort.abort();
    this.#abort = new AbortController();
    for (const [ref, { state }] of this.#details) if (state === 'loading') this.#details.delete(ref);
  }

  detail(ref: string): DetailState | undefined {
    return this.#details.get(ref);
  }

  /** SF-TOOL-2: only when somebody asks; once at a time. */
  async fetch(ref: string): Promise<void> {
    const session = this.session();
    if (this.#details.get(ref)?.state === 'loading') return;
    if (!this.host.dispatchEvent(new AgentDetailRequestEvent(ref)) || !session) return;
    const { signal } = this.#abort;
    this.#set(ref, { state: 'loading' });
    try {
      const detail = await session.detail(ref, { signal });
      if (!signal.aborted) this.#set(ref, { state: 'loaded', detail });
    } catch (thrown) {
      if (!signal.aborted) this.#set(ref, { state: 'failed', reason: messageOf(thrown) });
    }
  }

  /** Only what its owner calls retryable, and the runtime can do (§3.5). */
  canRetry({ toolCallId, error }: ToolRowView): boolean {
    if (error?.retryable !== true) return false;
    return this.session()?.availability({ kind: 'retry', toolCallId }).available ?? false;
  }

  isConfirming({ toolCallId }: ToolRowView): boolean {
    return this.#confirming === toolCallId;
  }

  /** W20: a new attempt; the failed one stays. A high risk wants a second step. */
  retry({ toolCallId, risk }: ToolRowView): void {
    if (needsSecondStep({ severity: risk }) && this.#confirming !== toolCallId) {
      this.confirm(toolCallId);
      return;
    }
    this.confirm(undefined);
    const target = { toolCallId };
    const receipt = this.ask(new AgentWorkRetryRequestEvent(target), (session) => session.retry(target));
    void receipt?.then(() => this.#changed());
  }

  confirm(toolCallId: string | undefined): void {
    this.#confirming = toolCallId;
    this.#changed();
  }

  open(kind: AgentOpenRequestEvent['kind'], id: string): void {
    this.host.dispatchEvent(new AgentOpenRequestEvent(kind, id));
  }

  #set(ref: string, state: DetailState): void {
    this.#details.delete(ref);
    this.#details.set(ref, state);
    if (this.#details.size > MAX_DETAILS) this.#details.delete(this.#details.keys().next().value!);
    this.#changed();
  }

  #changed(): void {
    this.version++;
    this.host.requestUpdate();
  }
}
