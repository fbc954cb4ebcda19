import type { ConfirmBy } from '../protocol/confirmation.js';
import type { ActionRequest } from '../protocol/messages.js';
import type { TransportState } from '../protocol/transport.js';
import type { ApprovalPolicy, AskForApproval } from '../surface/approval-policy.js';

/**
 * OUI-E9: says whether a request may run, such as one of a turn that has not ended. It is asked when the request
 * arrives and again when its turn comes. Anything but `true` refuses it with `ACTION_DENIED`. A request
 * without a `turnId` comes from a peer that knows no turns: that alone is no reason to refuse.
 */
export type AcceptRule = (request: Readonly<ActionRequest['payload']>) => boolean;

/** How one client is treated. */
export interface ConnectOptions {
  /** What people call this client, in the log and in the inspector. No secrets. */
  name?: string;
  /** OUI-E2; the client is told with each surface. Default `runtime`. */
  confirmBy?: ConfirmBy;
  /** Asks a person; needed for `page`. */
  confirm?: AskForApproval;
  /** OUI-E9, beside the bus's own rule. */
  accept?: AcceptRule;
  /**
   * OUI-E5: `index` tells this client of each surface's actions in short (`index` in place of `actions`, in
   * registrations and in results); it asks `oui.describe` for the rest. Default `whole`.
   */
  manifests?: 'whole' | 'index';
}

/** A client of a bus, as a plain record. */
export interface ConnectionRecord extends Required<Pick<ConnectOptions, 'confirmBy' | 'manifests'>> {
  name?: string;
  state: TransportState;
}

/** What the desk must know of the client that a request comes from. */
export interface ClientPolicy extends ApprovalPolicy {
  name?: string | undefined;
  accept: readonly AcceptRule[];
}
