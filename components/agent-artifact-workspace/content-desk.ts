import type { LitElement, ReactiveController } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { Detail } from '../../src/agent-ui/adapters/adapter.js';
import { messageOf } from '../../src/base/coded-error.js';
import { AgentDetailRequestEvent } from '../shared/work-request-events.js';

/** Where the fetching of a content stands. */
export type Fetched =
  { state: 'loading' } | { state: 'failed'; reason: string } | { state: 'loaded'; detail: Detail };

/** Contents that are kept at once (agent-ui §5.5): what is shown, and two to compare. */
const MAX_KEPT = 3;

/**
 * Fetches contents when somebody asks for them. They are for showing: they are in no store, and only the last few are
 * kept.
 */
export class ContentDesk implements ReactiveController {
  readonly #fetched = new WeakMap<AgentSession, Map<string, Fetched>>();
  #abort = new AbortController();

  constructor(
    private readonly host: LitElement,
    private readonly session: () => AgentSession | undefined,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    // An append() elsewhere disconnects and connects within one task.
    queueMicrotask(() => {
      if (this.host.isConnected) return;
      this.#abort.abort();
      this.#abort = new AbortController();
    });
  }

  /** What was fetched as `key`: the same reference may stand for another content after a new version. */
  get(key: string): Fetched | undefined {
    const session = this.session();
    return session && this.#fetched.get(session)?.get(key);
  }

  /** The content, fetched now or before; undefined where it cannot be had, which `get` then explains. */
  async fetch(key: string, ref: string): Promise<Detail | undefined> {
    const session = this.session();
    const known = this.get(key);
    if (!session || known?.state === 'loading') return undefined;
    if (known?.state === 'loaded') return known.detail;
    if (!this.host.dispatchEvent(new AgentDetailRequestEvent(ref))) return undefined;
    const { signal } = this.#abort;
    this.#set(session, key, { state: 'loading' });
    try {
      const detail = await session.detail(ref, { signal });
      session.measure('artifact.preview_loaded_bytes', new Blob([detail.text]).size);
      this.#set(session, key, signal.aborted ? undefined : { state: 'loaded', detail });
      return signal.aborted ? undefined : detail;
    } catch (thrown) {
      this.#set(session, key, signal.aborted ? undefined : { state: 'failed', reason: messageOf(thrown) });
      return undefined;
    }
  }

  #set(session: AgentSession, key: string, state: Fetched | undefined): void {
    const kept = this.#fetched.get(session) ?? new Map<string, Fetched>();
    this.#fetched.set(session, kept);
    kept.delete(key);
    if (state) kept.set(key, state);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    this.host.requestUpdate();
  }
}
