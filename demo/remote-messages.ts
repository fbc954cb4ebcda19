/** What `npm run agent` and the server say to each other, one JSON text message each. */
export type FromTerminal = { type: 'say'; text: string } | { type: 'answer'; yes: boolean };

export type ToTerminal =
  | { type: 'text'; text: string }
  | { type: 'call'; tool: string; params: Record<string, unknown> }
  /** The acknowledgement or the progress of an async action. */
  | { type: 'interim'; data?: unknown; progress?: unknown }
  | {
      type: 'result';
      success: boolean;
      durationMs?: number;
      data?: unknown;
      error?: { code: string; message: string; details?: unknown };
    }
  | { type: 'confirm'; title: string; description: string; params: Record<string, unknown> }
  | { type: 'end'; ok: boolean };

export const REMOTE_PATH = '/remote';
