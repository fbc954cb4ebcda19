import type { ControlReceipt, RuntimeAdapter } from './adapters/adapter.js';
import type { ClientTools } from './adapters/client-tools.js';
import type { AgentUiEvent } from './events/event.js';
import type { SurfaceViews, View } from './projection/view-models.js';
import type { Runtime } from '../base/runtime.js';
import type { SessionSnapshot } from './projection/snapshot.js';

export interface AgentSessionOptions {
  sessionId?: string;
  /** The page's own tools, offered to the agent at each run. */
  clientTools?: ClientTools;
  runtime?: Runtime;
}

export class AgentSession {
  readonly sessionId: string;
  clientTools: ClientTools | undefined;

  constructor(adapter?: RuntimeAdapter, options: AgentSessionOptions = {}) {
    void adapter;
    this.sessionId = options.sessionId ?? '';
    this.clientTools = options.clientTools;
  }

  /** Takes Agent UI events, for a runtime without an adapter. Never throws. */
  dispatch(events: AgentUiEvent | readonly AgentUiEvent[]): void {
    void events;
  }

  snapshot(): SessionSnapshot {
    throw new Error('being written');
  }

  view<S extends keyof SurfaceViews>(surface: S): View<SurfaceViews[S]> {
    throw new Error(`being written ${surface}`);
  }

  async send(input: { text: string }): Promise<ControlReceipt> {
    throw new Error(`being written ${input.text}`);
  }
  async queue(input: { text: string }): Promise<ControlReceipt> {
    throw new Error(`being written ${input.text}`);
  }
  async editQueued(itemId: string, text: string): Promise<ControlReceipt> {
    throw new Error(`being written ${itemId} ${text}`);
  }
  async removeQueued(itemId: string): Promise<ControlReceipt> {
    throw new Error(`being written ${itemId}`);
  }
  async steer(input: { text: string }): Promise<ControlReceipt> {
    throw new Error(`being written ${input.text}`);
  }
  async interrupt(): Promise<ControlReceipt> {
    throw new Error('being written');
  }
  async retry(): Promise<ControlReceipt> {
    throw new Error('being written');
  }
  async respond(actionId: string, decision: string, payload?: unknown): Promise<ControlReceipt> {
    throw new Error(`being written ${actionId} ${decision} ${String(payload)}`);
  }
  async close(): Promise<void> {}
}
