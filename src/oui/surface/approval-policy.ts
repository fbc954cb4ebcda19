import { needsConfirmation, type ConfirmationRequest, type ConfirmBy } from '../protocol/confirmation.js';
import type { ActionManifest } from '../protocol/manifest.js';
import type { ActionRequest } from '../protocol/messages.js';

/** What a page must tell a person. Its params have their defaults filled in. */
export interface ApprovalQuestion extends ConfirmationRequest {
  requestId: string;
  /** Unix epoch, milliseconds: no answer by then is no. */
  expiresAt: number;
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
  return confirmBy !== 'runtime' && needsConfirmation(action);
}
