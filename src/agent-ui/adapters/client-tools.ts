import type { AgentUiEvent } from '../events/event.js';

/** A tool that this client runs, as a runtime's protocol wants to hear of it. */
export interface ClientToolDefinition {
  /** `[A-Za-z0-9_-]{1,64}`, unique in its offer. */
  name: string;
  description: string;
  /** JSON Schema with an object at its root. */
  parameters: Readonly<Record<string, unknown>>;
  metadata?: Readonly<Record<string, unknown>>;
}

/** What a tool call came to. Every call gets exactly one. */
export interface ClientToolOutcome {
  /** What goes back to the model. */
  content: unknown;
  /** A sentence, when the call failed or was refused. */
  error?: { code: string; message: string; details?: unknown };
}

export interface ClientToolCall {
  toolCallId: string;
  name: string;
  /** The argument text, exactly as the model wrote it. */
  argumentsText: string;
  signal: AbortSignal;
  /**
   * Asks the person, inside the tool's own row. Resolves with their answer; `false` when nobody answers.
   * `expectedDecisions` are approve and reject.
   */
  confirm(request: ClientToolConfirmation): Promise<boolean>;
  /** Reports progress, or an async tool's acknowledgement, as Agent UI events about this call. */
  report(event: AgentUiEvent): void;
}

/** What a confirmation says: which action, with which parameters, and what it will do (OUI-R5). */
export interface ClientToolConfirmation {
  title: string;
  explanation: string;
  severity: 'low' | 'medium' | 'high';
  input: unknown;
  scope?: unknown;
}

/** Frozen when a run is requested: calls of that run resolve against what was offered then, and only that. */
export interface ClientToolOffer {
  tools: readonly ClientToolDefinition[];
  /** What the page shows now, for the model to read. */
  context: readonly { description: string; value: string }[];
  /** What a person reads for a tool's name while a call is shown, when the name is one of ours. */
  titleOf(name: string): string | undefined;
  run(call: ClientToolCall): Promise<ClientToolOutcome>;
}

/** The page's own tools; `bridges/frontend-tools` makes one from OUI surfaces. */
export interface ClientTools {
  /** Settles when `offer()` has what there is; absent, it has it at once. Whoever asks only once may wait for it. */
  readonly ready?: Promise<unknown>;
  offer(): ClientToolOffer;
}
