import type { Runtime } from '../../base/runtime.js';
import { isDestructive } from '../protocol/confirmation.js';
import { hashParams } from '../protocol/hash-params.js';
import type { ActionRequest, ResultError } from '../protocol/messages.js';
import type { ApprovalGrant, ApprovalPolicy, AskForApproval, GateRequest } from './approval-policy.js';

/** What is not used stays until it expires; beyond this many, the oldest is forgotten. */
const MOST_GRANTS = 1000;

/** Stands between a request and its handler where a person must have said yes (OUI-E2, OUI-E3). */
export class ApprovalGate {
  readonly #runtime: Runtime;
  readonly #answerWithinMs: number;
  readonly #grants = new Map<string, ApprovalGrant>();

  constructor(runtime: Runtime, answerWithinMs: number) {
    this.#runtime = runtime;
    this.#answerWithinMs = answerWithinMs;
  }

  /** Records a yes. The same `approvalId` again replaces the earlier one. */
  grant(grant: ApprovalGrant): void {
    this.#grants.delete(grant.approvalId);
    this.#grants.set(grant.approvalId, { ...grant });
    const now = this.#runtime.now();
    for (const [id, { expiresAt }] of this.#grants) {
      // Not `<=`: what is no number must not last for ever.
      if (!(expiresAt > now) || this.#grants.size > MOST_GRANTS) this.#grants.delete(id);
    }
  }

  /** What stands against a request that `needsApproval`; nothing, when a person has said yes. */
  async check(
    { confirmBy, confirm }: ApprovalPolicy,
    asked: GateRequest,
    signal: AbortSignal,
  ): Promise<ResultError | undefined> {
    const { request, action } = asked;
    if (request.approval !== undefined) {
      return this.#redeem(request, await hashParams(request.params).catch(() => undefined));
    }
    if (confirmBy === 'page') return this.#ask(confirm, asked, signal);
    return unapproved(`${action.id} needs a person's approval, and the request carries none.`);
  }

  /** One grant admits one request. What does not fit uses nothing up. */
  #redeem(request: ActionRequest['payload'], hash: string | undefined): ResultError | undefined {
    const approval: { approvalId?: unknown; argsHash?: unknown } = request.approval ?? {};
    const id = approval.approvalId;
    const grant = typeof id === 'string' ? this.#grants.get(id) : undefined;
    if (!grant) return unapproved('There is no unused approval of this id.');
    if (!(grant.expiresAt > this.#runtime.now())) return unapproved('The approval has expired.');
    const { surfaceId = request.surfaceId, actionId = request.actionId } = grant;
    if (surfaceId !== request.surfaceId || actionId !== request.actionId) {
      return unapproved('The approval is for another action.');
    }
    if (hash === undefined || grant.argsHash !== hash || approval.argsHash !== hash) {
      return unapproved('The approval is for other params.');
    }
    this.#grants.delete(grant.approvalId);
    return undefined;
  }

  async #ask(
    confirm: AskForApproval | undefined,
    { request, action, params }: GateRequest,
    outer: AbortSignal,
  ): Promise<ResultError | undefined> {
    const { requestId, surfaceId } = request;
    if (!confirm) return denied(`${action.id} needs a person's yes, and this page has nobody to ask.`);
    const withdraw = new AbortController();
    const late = new Promise<undefined>((resolve) => {
      const giveUp = () => resolve(undefined);
      const cancel = this.#runtime.after(this.#answerWithinMs, giveUp);
      withdraw.signal.addEventListener('abort', cancel);
      outer.addEventListener('abort', giveUp, { signal: withdraw.signal });
      if (outer.aborted) giveUp();
    });
    const answer: Promise<unknown> = Promise.resolve()
      .then(() =>
        confirm({
          requestId,
          surfaceId,
          actionId: action.id,
          title: action.title || action.id,
          description: action.description,
          params: structuredClone(params),
          destructive: isDestructive(action),
          ...(action.effect && { effect: action.effect }),
          expiresAt: this.#runtime.now() + this.#answerWithinMs,
          signal: withdraw.signal,
        }),
      )
      .catch(() => false);
    const yes = await Promise.race([answer, late]);
    withdraw.abort();
    if (yes === true) return undefined;
    return denied(
      yes === undefined ? `Nobody answered about ${action.id} in time.` : `A person declined ${action.id}.`,
    );
  }
}

function denied(message: string): ResultError {
  return { code: 'ACTION_DENIED', message };
}

function unapproved(message: string): ResultError {
  return { code: 'APPROVAL_REQUIRED', message };
}
