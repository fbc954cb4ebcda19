import { writeKey } from '../../events/control-request.js';
import type { ApprovalRecord } from '../records.js';
import type { ApprovalsView, ApprovalView } from '../view-models.js';
import { Cached, sameList } from './cached.js';
import type { SelectorContext } from './selector-context.js';
import { isStale } from './stage.js';

/** Questions to a person, shared by every panel that shows one. */
export class ApprovalViews {
  readonly #views = new Cached<ApprovalRecord, ApprovalView>();
  #all: ApprovalsView | undefined;

  view(context: SelectorContext, approval: ApprovalRecord): ApprovalView {
    const { actionId } = approval;
    const pending = approval.state === 'pending';
    const write = pending ? context.write(writeKey('respond', actionId)) : undefined;
    const stale = (pending && isStale(context.state, approval, actionId)) || undefined;
    return this.#views.get(approval, [approval.version, write, stale], () => ({
      ...facts(approval),
      write,
      stale,
    }));
  }

  /** `session.view('hitl')`. */
  all(context: SelectorContext): ApprovalsView {
    const asked = [...context.state.approvals.values()].filter((approval) => approval.required);
    const views = asked.map((approval) => this.view(context, approval));
    const pending = sameList(
      this.#all?.pending,
      views.filter((view) => view.state === 'pending'),
    );
    const settled = sameList(
      this.#all?.settled,
      views.filter((view) => view.state !== 'pending'),
    );
    if (pending !== this.#all?.pending || settled !== this.#all?.settled) this.#all = { pending, settled };
    return this.#all!;
  }
}

function facts(approval: ApprovalRecord): ApprovalView {
  const {
    version: _version,
    first: _first,
    last: _last,
    stamps: _stamps,
    required: _required,
    resolvedStamp: _stamp,
    sessionId: _session,
    turnId: _turnId,
    rawDecision: _rawDecision,
    rawActionType: _rawActionType,
    ...view
  } = approval;
  if (view.decisions.length > 0 || view.state !== 'pending') return view;
  return { ...view, fallback: { token: 'unavailable', reason: 'action.decisions_missing' } };
}
