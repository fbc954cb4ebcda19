import { isJsonObject } from '../../../base/json.js';
import { entityFacts, sorted } from '../entity-facts.js';
import { assignKnown } from '../payload.js';
import type { ApprovalRecord, Entity, EntityList, RunRecord, TurnRecord } from '../records.js';
import type { PartRecord } from '../turn-log.js';
import type {
  ArtifactCard,
  InlineProcessView,
  PlanView,
  ProcessStep,
  ProcessTurn,
} from '../work-view-models.js';
import type { RowStatus } from '../view-models.js';
import type { Expansion } from '../expansion.js';
import type { Changes } from '../changes.js';
import { Cached, settle, steady } from './cached.js';
import { nameOf, row, text } from './cells.js';
import type { SelectorContext } from './selector-context.js';
import type { ToolViews } from './tool-ui.js';
import { isTurnActive, rowStatus, runsOf, toolState } from './stage.js';
import { TurnViews } from './turn-views.js';

/** Which list a part stands for, and what its id is called. */
const REFERENCES: Readonly<Record<string, readonly [EntityList, string]>> = {
  plan: ['plans', 'planId'],
  artifact_ref: ['artifacts', 'artifactId'],
  evidence_ref: ['evidence', 'evidenceId'],
  context_event: ['context', 'boundaryId'],
  agent_handoff: ['handoffs', 'handoffId'],
  worker_notification: ['notifications', 'workerNotificationId'],
};

export function referenceOf({ state }: SelectorContext, part: PartRecord): Entity | undefined {
  const known = REFERENCES[part.type];
  return known && state[known[0]].get(part.entityId!);
}

export function titleOf({ state }: SelectorContext, entity: Entity): string | undefined {
  return (
    text(entity, 'title') ??
    text(entity, 'summary') ??
    (text(entity, 'to') &&
      [text(entity, 'from'), text(entity, 'to')].map((id) => nameOf(state, id) ?? id).join(' → '))
  );
}

/** §2.3: a decision about a plan is a fact of its question, and the plan stays with its reason. */
export function planView(context: SelectorContext, plan: Entity): PlanView {
  const view: PlanView = row(context, plan, 'steps:unavailable');
  const { approvals } = context.state;
  const asked: ApprovalRecord | undefined =
    approvals.get(text(plan, 'actionId') ?? '') ??
    [...approvals.values()].find(({ planRef }) => planRef !== undefined && planRef === view.planRef);
  const waits = plan.facts['requiresDecision'] === true || asked?.required;
  view.state = plan.facts['final'] ? 'final' : 'drafting';
  if (waits && view.state === 'final') view.state = 'awaiting_decision';
  if (asked && asked.state !== 'pending') {
    view.state = asked.decision === 'request_changes' ? 'changes_requested' : (asked.decision ?? asked.state);
    view.reason = asked.reason;
  }
  return view;
}

/** The card of an artifact: never a kind or a status that nobody said (N-001). */
export function artifactCard(artifact: Entity): ArtifactCard {
  const { facts, subs } = artifact;
  const card: ArtifactCard = {
    artifactId: artifact.id,
    title: text(artifact, 'title'),
    kind: text(artifact, 'kind') ?? 'unknown',
    status: artifact.status?.status ?? 'unknown',
    versionId: text(artifact, 'versionId'),
  };
  const exported = subs?.['exports'] && sorted(subs['exports']).at(-1);
  const count = (refs: unknown) => (Array.isArray(refs) && refs.length > 0 ? refs.length : undefined);
  assignKnown(card, {
    failed: isJsonObject(facts['failure']) || undefined,
    exportState: text(exported, 'state'),
    sources: count(facts['sourceRefs']),
    evidence: count(facts['evidenceRefs']),
  });
  return card;
}

const STATUSES: Readonly<Record<string, RowStatus>> = {
  running: 'running',
  exporting: 'running',
  creating: 'running',
  updating: 'running',
  failed: 'failed',
  killed: 'failed',
  blocked: 'blocked',
  cancelled: 'cancelled',
  declined: 'declined',
  handoff_requested: 'queued',
  pending: 'queued',
};

/** The process of each turn, step by step, shared by the panel that shows it live and the one that keeps it. */
export class ProcessTurns {
  readonly #turns = new Cached<TurnRecord, ProcessTurn>();
  readonly #all: TurnViews<ProcessTurn>;
  /** Where steps are that somebody has looked at. */
  readonly #turnOf = new Map<string, TurnRecord>();
  /** Those of which there is nothing to see. */
  readonly #hidden = new WeakSet<ProcessTurn>();
  readonly #last = new WeakMap<TurnRecord, ProcessTurn>();
  #choices = 0;

  constructor(
    private readonly surface: 'inline_process' | 'timeline_evidence',
    private readonly expansion: Expansion,
    changes: Changes,
    /** Shows calls whole where they are open. */
    private readonly tools?: ToolViews,
  ) {
    this.#all = new TurnViews(changes, (view) => !this.#hidden.has(view));
    changes.onForget(() => this.#turnOf.clear());
  }

  all(context: SelectorContext): readonly ProcessTurn[] {
    const { version } = this.expansion;
    const make = (turn: TurnRecord) =>
      this.#turns.get(turn, [turn.version, version], () => this.#make(context, turn));
    // A choice may open or close a step of these.
    const again = this.expansion
      .since(this.#choices)
      .map((key) => this.#turnOf.get(key))
      .filter((turn) => turn !== undefined);
    this.#choices = version;
    const all = this.#all.all(context, make, again);
    // Whether it was chosen while the turn ran is found out now.
    for (const turn of again) void make(turn).steps;
    return settle(all);
  }

  /** Of thousands of turns few are looked into: their steps are made when somebody does. */
  #make(context: SelectorContext, turn: TurnRecord): ProcessTurn {
    const { state } = context;
    const active = isTurnActive(state, turn);
    const parts = turn.log.parts.filter((part) => isStep(context, part));
    const runs = runsOf(state, turn);
    const last = runs.at(-1);
    const steps = once(() => parts.map((part) => this.#step(context, turn, part, active)));
    const summary = once(() => summaryOf(steps(), runs));
    const made: ProcessTurn = {
      key: turn.turnId,
      turnId: turn.turnId,
      sessionId: turn.sessionId,
      threadId: turn.threadId,
      runtimeId: last?.runtimeId,
      runIds: runs.map(({ runId }) => runId),
      title: last?.summary,
      said: saidIn(context, turn),
      startedAt: runs[0]?.startedAt,
      error: last?.error,
      active,
      outcome: active ? undefined : last?.outcome,
      get collapsed() {
        return !active && !steps().some(({ expanded }) => expanded);
      },
      get summary() {
        return summary();
      },
      get steps() {
        return steps();
      },
    };
    if (active) steps();
    // What of a turn has not changed stays the same.
    const view = steady(this.#last.get(turn), made);
    this.#last.set(turn, view);
    // A run that failed before it did anything is on record too.
    if (parts.length === 0 && !(this.surface === 'timeline_evidence' && last?.error)) this.#hidden.add(view);
    return view;
  }

  #step(context: SelectorContext, turn: TurnRecord, part: PartRecord, active: boolean): ProcessStep {
    const { surface } = this;
    const { state } = context;
    const said = saidOf(context, part, active);
    const { ids, ...shown } = said;
    const asks = shown.status === 'needs-you' || shown.status === 'failed' || shown.status === 'timed-out';
    const running = active && (shown.status === 'running' || shown.status === 'preparing');
    const key = `${part.type.split('_')[0]}:${part.entityId ?? part.partId}`;
    this.#turnOf.set(key, turn);
    // §5.7: while it runs it is open where it happens; when it is over nothing is.
    const owner = this.expansion.ownerOf(
      key,
      active,
      active && (running || asks) ? 'inline_process' : undefined,
    );
    return {
      key,
      partId: part.partId,
      type: part.type as ProcessStep['type'],
      agentId: part.agentId,
      ...ids,
      ...shown,
      state: asks && active ? 'promoted' : running ? 'running' : active ? 'completed' : 'archived',
      expanded: owner === surface,
      tool:
        this.tools && owner === surface && part.type === 'tool_call'
          ? this.tools.row(context, state.tools.get(part.entityId!)!)
          : undefined,
      expandedIn: owner === surface ? undefined : owner,
    };
  }
}

/** Characters of what a person said by which a turn is known again. */
const SAID_CHARS = 160;

function saidIn({ state }: SelectorContext, { log }: TurnRecord): string | undefined {
  const part = log.parts.find(({ type }) => type === 'user_text');
  return part && state.messages.get(part.messageId!)?.text?.slice(0, SAID_CHARS);
}

/** What was said is the conversation's; a question that nobody has asked yet is none. */
function isStep({ state }: SelectorContext, { messageId, type, entityId }: PartRecord): boolean {
  if (messageId !== undefined) return false;
  return type !== 'action_required' || state.approvals.get(entityId!)!.required;
}

function summaryOf(steps: readonly ProcessStep[], runs: readonly RunRecord[]): ProcessTurn['summary'] {
  const ms = Date.parse(runs.at(-1)?.finishedAt ?? '') - Date.parse(runs[0]?.startedAt ?? '');
  const count = (is: (step: ProcessStep) => boolean) => steps.filter(is).length;
  return {
    steps: steps.length,
    tools: count(({ type }) => type === 'tool_call'),
    failed: count(({ status }) => status === 'failed'),
    waiting: count(({ status }) => status === 'needs-you'),
    durationMs: Number.isFinite(ms) ? ms : undefined,
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

type Said = Pick<ProcessStep, 'title' | 'status' | 'text' | 'durationMs' | 'fallback'> & { ids?: object };

function saidOf(context: SelectorContext, part: PartRecord, active: boolean): Said {
  const { state } = context;
  const { entityId } = part;
  if (part.type === 'tool_call') {
    const tool = state.tools.get(entityId!)!;
    return {
      ids: { toolCallId: entityId },
      title: tool.title ?? tool.name,
      status: rowStatus(toolState(state, tool), tool.declined === true),
      durationMs: tool.durationMs,
      fallback: tool.name === undefined ? { token: 'unknown', reason: 'tool.name_missing' } : undefined,
    };
  }
  if (part.type === 'action_required') {
    const approval = state.approvals.get(entityId!)!;
    const status =
      approval.state === 'pending' ? 'needs-you' : approval.decision === 'rejected' ? 'declined' : 'done';
    return { ids: { actionId: entityId }, title: approval.title, status };
  }
  const entity = referenceOf(context, part);
  if (entity) {
    const plan = part.type === 'plan' ? planView(context, entity) : undefined;
    const facts = entityFacts(entity);
    const status = String(plan?.state ?? facts['status'] ?? facts['state'] ?? 'unknown');
    const waits = status === 'awaiting_decision';
    const open = status === 'drafting' && active;
    const known = STATUSES[status] ?? (status === 'unknown' ? 'unknown' : 'done');
    return {
      ids: { [REFERENCES[part.type]![1]]: entityId },
      title: titleOf(context, entity),
      text: plan?.text,
      status: waits ? 'needs-you' : open ? 'running' : status === 'rejected' ? 'declined' : known,
      fallback: isJsonObject(facts['error']) ? { token: 'failed', reason: `${part.type}.failed` } : undefined,
    };
  }
  return { title: part.title, text: part.text.text, status: part.open && active ? 'running' : 'done' };
}

/** `session.view('inline_process')` (§3.3). */
export function inlineProcess(context: SelectorContext, process: ProcessTurns): InlineProcessView {
  return {
    turns: process.all(context),
    plans: sorted(context.state.plans).map((plan) => planView(context, plan)),
  };
}
