/** A file that goes with a person's words. Its content is where `upload` of the page has put it. */
export interface MessageAttachment {
  /** The id that its keeper gave it. */
  id: string;
  name?: string;
  mimeType?: string;
  /** Bytes. */
  size?: number;
  /** Where the agent may read it; without one, `id` is a handle that the agent knows. */
  url?: string;
}

/** Something that the agent shall read beside a person's words: a file, an artifact, a task, a range (§3.1). */
export interface ContextRef {
  /** Stable: the same thing has the same id. */
  id: string;
  /** What people call it. */
  label: string;
  kind?: string;
  /** Where it is, or what it says, for the agent. */
  value?: string;
}

/** What goes with a person's words. */
export interface MessageExtras {
  attachments?: readonly MessageAttachment[];
  /** Resolved ones only (N-024). */
  contextRefs?: readonly ContextRef[];
  /** The execution mode that the person chose, by the host's id of it. */
  mode?: string;
}

/** What a person says. */
export interface MessageInput extends MessageExtras {
  /** May be empty where there are attachments. */
  text: string;
  /** Names the message until the runtime does; a new UUID by default. */
  clientId?: string;
}

/** The thing that failed and is to be done again (W20). One of these ids. */
export interface RetryTarget {
  runId?: string;
  toolCallId?: string;
  artifactId?: string;
  agentId?: string;
  taskId?: string;
}

/** Whom a background control is about (W8, W24): a teammate or a task. */
export interface WorkTarget {
  agentId?: string;
  taskId?: string;
  reason?: string;
}

/**
 * A write that a person asks for, addressed to the owner of the fact (agent-ui §4.2). Kinds have the standard's words
 * (§1.2); where it has none for a variant, the word is followed by a full stop and the variant.
 */
export type ControlRequest =
  /** W1 */
  | ({ kind: 'send'; clientId: string; text: string } & MessageExtras)
  /** W2 */
  | ({ kind: 'queue'; clientId: string; text: string } & MessageExtras)
  /** W18 */
  | { kind: 'queue.edit'; itemId: string; text: string }
  | { kind: 'queue.remove'; itemId: string }
  | { kind: 'queue.promote'; itemId: string }
  /** W3 */
  | ({ kind: 'steer'; clientId: string; text: string; runId?: string } & MessageExtras)
  /** W19 */
  | { kind: 'steer.cancel'; steerId: string; runId?: string }
  /** W4 */
  | { kind: 'interrupt'; runId?: string }
  /** W5 */
  | { kind: 'delegate'; clientId: string; prompt: string; role?: string; teamId?: string; policy?: unknown }
  /** W6, and W24: `mode: 'resume'` goes on with what was paused. */
  | ({ kind: 'continue_agent'; text?: string; mode?: 'resume' } & WorkTarget)
  /** W7 */
  | { kind: 'wait'; agentIds?: readonly string[]; taskIds?: readonly string[]; timeoutMs?: number }
  /** W8, and W24: `mode` says how. */
  | ({ kind: 'stop'; cascade?: boolean; mode?: 'pause' | 'terminate' } & WorkTarget)
  | ({ kind: 'close' } & WorkTarget)
  /** W9 */
  | { kind: 'assign'; workItemId: string; assignee?: string; status?: string; blocker?: string }
  /** W10 */
  | { kind: 'request_review'; targetId: string; targetKind?: string; reviewer?: string; policy?: unknown }
  /** W26 */
  | { kind: 'request_review.decide'; reviewId: string; verdict: string; reason?: string }
  /** W11, W15, W16 */
  | { kind: 'respond'; actionId: string; decision: string; payload?: unknown }
  /** W17, where the hand-off is no question of its own. */
  | { kind: 'respond.handoff'; handoffId: string; decision: 'accept' | 'decline'; reason?: string }
  /** W12: the whole `content`, or a `patch` against the version. */
  | { kind: 'edit'; artifactId: string; versionId: string; content?: string; patch?: unknown }
  /** W23 */
  | { kind: 'edit.fork'; artifactId: string; versionId?: string }
  | { kind: 'edit.regenerate'; artifactId?: string; messageId?: string }
  /** W25 */
  | { kind: 'edit.policy'; agentId: string; change: Readonly<Record<string, unknown>> }
  /** W22 */
  | { kind: 'export'; artifactId: string; versionId?: string; format?: string }
  /** W13 */
  | { kind: 'export.evidence'; runId?: string; taskId?: string }
  /** W26 */
  | { kind: 'export.replay'; evidenceId: string }
  /** W20 */
  | ({ kind: 'retry' } & RetryTarget)
  /** W21 */
  | { kind: 'rollback'; artifactId?: string; versionId?: string; messageId?: string };

/** What the owner gets; a session always gives the key. The same key again means the same request (§4.1, 7). */
export type SentControl = ControlRequest & { readonly idempotencyKey?: string };

export type ControlKind = ControlRequest['kind'];

/** The runtime's word that it has the request. Never the effect: that is an event (§4.1, 4). */
export interface ControlReceipt {
  status: 'accepted' | 'rejected' | 'unsupported';
  /** Why not, for a person to read. */
  reason?: string;
}

/** What a runtime can do; a control that is absent is hidden, or disabled with the reason. */
export interface AdapterCapabilities {
  controls: Partial<Record<ControlKind, 'native' | 'emulated'>>;
}

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'closed' | 'failed';

/** §4.1: where a person's request stands. It is never shown as the fact itself. */
export interface WriteState {
  /** `unconfirmed`: the owner has not spoken in time; it may still do so. */
  state: 'submitting' | 'awaiting-confirmation' | 'failed' | 'unconfirmed';
  /** Why it failed, for a person to read. */
  reason?: string;
}

/** Whether a control can be used now, and if not, why: a fallback token (§6) and a code for words. */
export type Availability =
  | { available: true }
  | { available: false; token: 'unavailable' | 'unknown' | 'loading'; reasonCode: string };

/** Which ids say what a request is about, the first that is there. */
const SUBJECTS = [
  'clientId',
  'itemId',
  'steerId',
  'actionId',
  'handoffId',
  'reviewId',
  'workItemId',
  'targetId',
  'evidenceId',
  'toolCallId',
  'artifactId',
  'messageId',
  'agentId',
  'taskId',
  'runId',
] as const;

/** The key of the write of a kind about the thing of this id; see `controlKey`. */
export function writeKey(kind: ControlKind, id = ''): string {
  return `${kind}:${id}`;
}

/**
 * One write for each kind and thing: while it is on its way, asking again is the same request (§4.1, 7). Such as
 * `respond:act-1`; what is about the whole session has nothing after the colon.
 */
export function controlKey(request: ControlRequest): string {
  const ids = request as { readonly [K in (typeof SUBJECTS)[number]]?: string };
  const subject = SUBJECTS.find((name) => ids[name] !== undefined);
  return writeKey(request.kind, subject && ids[subject]);
}
