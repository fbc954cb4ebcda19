import type { LitElement } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { messageOf } from '../../src/base/coded-error.js';
import { AgentDetailRequestEvent } from '../shared/work-request-events.js';
import { messageKey, readTranscript } from './transcript-message.js';

/** Messages that are kept at most, however often a person asks for more (agent-ui section 5.5). */
const MAX_KEPT = 200;

type State = 'closed' | 'loading' | 'loaded' | 'failed';

/** What of a transcript is here while somebody looks at it: a window, and its end (SF-TT-1, SF-TT-2). */
export class TranscriptWindow {
  state: State = 'closed';
  /** Why the last request failed. */
  reason = '';
  /** Oldest first. */
  messages: readonly unknown[] = [];
  /** There is more to fetch, and room to keep it. */
  hasOlder = false;

  #session: AgentSession | undefined;
  #agentId: string | undefined;
  #ref: string | undefined;
  #cursor: string | undefined;
  /** There was more in what the reference gave. */
  #cut = false;
  #size = 0;
  #abort = new AbortController();

  constructor(private readonly host: LitElement) {}

  /** Opens what is to be shown, and lets go of what was. */
  follow(
    session: AgentSession | undefined,
    agentId: string | undefined,
    ref: string | undefined,
    size: number,
  ): void {
    if (session === this.#session && agentId === this.#agentId && ref === this.#ref) return;
    this.release();
    this.#session = session;
    this.#agentId = agentId;
    this.#ref = ref;
    this.#size = size;
    if (ref !== undefined) void this.#fetch(ref, (page) => page.slice(-size));
  }

  /** Nothing of it stays. */
  release(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#session = this.#agentId = this.#ref = this.#cursor = undefined;
    this.messages = [];
    this.hasOlder = false;
    this.state = 'closed';
  }

  /** More of the same, as far as it goes; then the page before, by its own reference. */
  older(cursor?: string): void {
    const before = this.#cursor ?? (this.#ref === undefined ? cursor : undefined);
    const wanted = this.messages.length + this.#size;
    if (this.#cut && this.#ref !== undefined) void this.#fetch(this.#ref, (page) => page.slice(-wanted));
    else if (before !== undefined) void this.#fetch(before, (page) => [...page, ...this.messages]);
  }

  retry(): void {
    if (this.#ref !== undefined) void this.#fetch(this.#ref, (page) => page.slice(-this.#size));
  }

  /** What is loaded, and what has been said since. */
  with(recent: readonly unknown[]): readonly unknown[] {
    if (this.messages.length === 0) return recent;
    const known = new Set(this.messages.map(messageKey));
    const fresh = recent.filter((message) => !known.has(messageKey(message)));
    return fresh.length === 0 ? this.messages : [...this.messages, ...fresh];
  }

  async #fetch(ref: string, take: (page: readonly unknown[]) => readonly unknown[]): Promise<void> {
    const session = this.#session;
    if (this.state === 'loading' || !session) return;
    // A host that fetches it itself tells of it by facts.
    if (!this.host.dispatchEvent(new AgentDetailRequestEvent(ref))) return;
    const { signal } = this.#abort;
    this.#set('loading');
    try {
      const page = readTranscript(await session.detail(ref, { signal }));
      if (signal.aborted) return;
      this.messages = take(page.messages).slice(-MAX_KEPT);
      this.#cursor = page.cursor;
      this.#cut = ref === this.#ref && page.messages.length > this.messages.length;
      this.hasOlder = this.messages.length < MAX_KEPT && (this.#cut || page.cursor !== undefined);
      this.#set('loaded');
    } catch (thrown) {
      if (!signal.aborted) this.#set('failed', messageOf(thrown));
    }
  }

  #set(state: State, reason = ''): void {
    this.state = state;
    this.reason = reason;
    this.host.requestUpdate();
  }
}
