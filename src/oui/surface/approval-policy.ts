import type { ActionManifest } from '../protocol/manifest.js';
import type { ActionRequest } from '../protocol/messages.js';

/**
 * OUI-E2: who asks a person. `runtime`: the agent's end does, before it sends (OUI-R5). `page`: this page does,
 * before the handler runs. `grant`: a yes has been recorded here with `bus.grantApproval` (OUI-E3).
 */
export type ConfirmBy = 'runtime' | 'page' | 'grant';

/** What a page must tell a person. */
export interface ApprovalQuestion {
  requestId: string;
  surfaceId: string;
  actionId: string;
  /** The action's title, or its id. */
  title: string;
  /** What it will do. */
  description: string;
  /** A copy, with defaults filled in: what is approved is what runs. */
  params: Record<string, unknown>;
  /** Tagged `destructive`, or of effect `transaction`. */
  destructive: boolean;
  /** Aborted when the answer does not count any more; close the dialog then. */
  signal: AbortSignal;
}

/** Asks a person. Anything but `true` means no, and so does no answer in time. */
export type AskForApproval = (question: ApprovalQuestion) => Promise<boolean>;

export interface ApprovalPolicy {
  confirmBy: ConfirmBy;
  /** Needed for `page`: without it, nobody could say yes. */
  confirm?: AskForApproval | undefined;
}

/** A person's yes to one request (OUI-E3). */
export interface ApprovalGrant {
  approvalId: string;
  /** `argsHash` of exactly the params that were approved. */
  argsHash: string;
  /** Unix epoch, milliseconds. */
  expiresAt: number;
  /** Where named, for this surface or action only. */
  surfaceId?: string;
  actionId?: string;
}

export interface GateRequest {
  /** As it was received. */
  request: ActionRequest['payload'];
  action: ActionManifest;
  /** With defaults filled in. */
  params: Record<string, unknown>;
}

/** Whether somebody here must have said yes before this request runs (OUI-E2). */
export function needsApproval({ confirmBy }: ApprovalPolicy, { request, action }: GateRequest): boolean {
  // A request that says that it was approved must have been, whoever confirms here.
  if (request.approval !== undefined) return true;
  // What cannot be undone outside the page always asks (OUI-E1).
  return confirmBy !== 'runtime' && (action.confirm === true || action.effect === 'transaction');
}
