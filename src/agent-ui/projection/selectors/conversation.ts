import type { JsonObject } from '../../../base/json.js';
import type { ProjectionState, TurnRecord } from '../records.js';
import type { PartRecord } from '../turn-log.js';
import type { ConversationView, Fallback, PartView, TurnView } from '../view-models.js';
import type { Changes } from '../changes.js';
import { Cached, sameList } from './cached.js';
import { text } from './cells.js';
import type { ApprovalViews } from './hitl.js';
import { artifactCard, referenceOf, titleOf } from './process.js';
import type { OptimisticMessage, SelectorContext } from './selector-context.js';
import { isTurnActive, pendingApprovals, runsOf } from './stage.js';
import type { ToolViews } from './tool-ui.js';
import { TurnViews } from './turn-views.js';

/** `session.view('conversation')`: user text, answer, reasoning and tool rows, in the order of events. */
export class ConversationViews {
  readonly #turns = new Cached<TurnRecord, TurnView>();
  readonly #known: TurnViews<TurnView>;
  #asking: readonly TurnRecord[] = [];
  readonly #parts = new Cached<PartRecord, PartView>();
  readonly #pending = new Cached<OptimisticMessage, TurnView>();
  #all: ConversationView | undefined;

  constructor(
    private readonly tools: ToolViews,
    private readonly approvals: ApprovalViews,
    changes: Changes,
  ) {
    this.#known = new TurnViews(changes, (turn) => turn.parts.length > 0 || turn.active || !!turn.error);
    changes.onForget(() => (this.#asking = []));
  }

  all(context: SelectorContext): ConversationView {
    const { state, sessionId } = context;
    // An answer on its way changes a turn's rows without changing a fact.
    const asking = pendingApprovals(state).map((approval) => state.turns.get(approval.turnId)!);
    const known = this.#known.all(
      context,
      (turn) => this.#turn(context, turn, asking.includes(turn) ? context.writesVersion : 0),
      [...asking, ...this.#asking],
    );
    this.#asking = asking;
    const sent = context.optimistic.map((message) =>
      this.#pending.get(message, [message.state], () => bubble(message)),
    );
    const turns = sent.length === 0 ? known : sameList(this.#all?.turns, [...known, ...sent]);
    const session = state.sessions.get(sessionId)?.facts;
    // A runtime that has no messages to tell is not an empty chat.
    const fallback: Fallback | undefined =
      turns.length === 0 && session?.['messages'] === 'unavailable'
        ? { token: 'unavailable', reason: 'messages.not_provided' }
        : undefined;
    const truncated = isTruncated(session);
    const before = this.#all;
    const same =
      before?.turns === turns &&
      before.sessionId === sessionId &&
      before.truncated === truncated &&
      before.fallback?.token === fallback?.token;
    return same ? before : (this.#all = { sessionId, turns, truncated, fallback });
  }

  #turn(context: SelectorContext, turn: TurnRecord, writes: number): TurnView {
    return this.#turns.get(turn, [turn.version, writes], () => {
      const active = isTurnActive(context.state, turn);
      const last = runsOf(context.state, turn).at(-1);
      const parts = turn.log.parts
        .map((part) => this.#part(context, turn, part, active, last?.outcome))
        .filter((part): part is PartView => part !== undefined);
      return {
        turnId: turn.turnId,
        parts,
        active,
        outcome: active ? undefined : last?.outcome,
        error: last?.error,
      };
    });
  }

  #part(
    context: SelectorContext,
    turn: TurnRecord,
    part: PartRecord,
    active: boolean,
    outcome: string | undefined,
  ): PartView | undefined {
    const { state } = context;
    const { partId, agentId } = part;
    switch (part.type) {
      case 'tool_call': {
        const tool = this.tools.row(context, state.tools.get(part.entityId!)!);
        return this.#parts.get(part, [tool], () => ({
          type: 'tool_call',
          partId,
          agentId,
          toolCallId: tool.toolCallId,
          tool,
        }));
      }
      case 'action_required': {
        const record = state.approvals.get(part.entityId!)!;
        if (!record.required || isGateOfTool(state, turn, record.toolCallId)) return undefined;
        const approval = this.approvals.view(context, record);
        return this.#parts.get(part, [approval], () => ({
          type: 'action_required',
          partId,
          agentId,
          actionId: record.actionId,
          approval,
        }));
      }
      case 'user_text': {
        const message = state.messages.get(part.messageId!)!;
        return this.#parts.get(part, [message.version], () => ({
          type: 'user_text',
          partId,
          agentId,
          messageId: message.messageId,
          text: message.text ?? '',
          attachments: message.attachments,
          state: 'complete',
          clientId: message.clientId,
        }));
      }
      case 'assistant_text': {
        const said = part.text.text;
        if (said === '' && !part.open) return undefined;
        return this.#parts.get(part, [part.version, active, outcome], () => ({
          type: 'assistant_text',
          partId,
          agentId,
          messageId: part.messageId!,
          text: said,
          state: textState(part.open, active, outcome),
          reconciled: part.reconciled,
        }));
      }
      case 'plan':
      case 'artifact_ref':
      case 'evidence_ref':
      case 'context_event':
      case 'agent_handoff':
      case 'worker_notification': {
        const entity = referenceOf(context, part);
        const { type, entityId } = part;
        if (!entity) return undefined;
        return this.#parts.get(part, [entity.version, active], () => ({
          type,
          partId,
          agentId,
          entityId: entityId!,
          title: titleOf(context, entity),
          status: entity.status?.status ?? text(entity, 'status') ?? text(entity, 'state'),
          state: active ? 'complete' : 'archived',
          artifact: type === 'artifact_ref' ? artifactCard(entity) : undefined,
        }));
      }
      default:
        return this.#parts.get(part, [part.version, active], () => ({
          type: part.type as 'reasoning_summary' | 'reasoning_detail',
          partId,
          agentId,
          text: part.text.text,
          title: part.title,
          state: !active ? 'archived' : part.open ? 'streaming' : 'complete',
        }));
    }
  }
}

function textState(
  open: boolean,
  active: boolean,
  outcome: string | undefined,
): 'streaming' | 'complete' | 'partial' {
  if (!open) return 'complete';
  if (active) return 'streaming';
  return outcome === 'success' || outcome === undefined ? 'complete' : 'partial';
}

function isGateOfTool(state: ProjectionState, turn: TurnRecord, toolCallId: string | undefined): boolean {
  return toolCallId !== undefined && state.tools.get(toolCallId)?.turnId === turn.turnId;
}

/** Whether older pages exist: a cursor says so, unless somebody says that they do not. */
export function isTruncated(session: JsonObject | undefined): boolean {
  const hasOlder =
    session?.['truncated'] === undefined && session?.['cursor'] != null && session['complete'] !== true;
  return session?.['truncated'] === true || hasOlder;
}

function bubble(message: OptimisticMessage): TurnView {
  const { clientId, text, attachments, state } = message;
  return {
    turnId: `sent:${clientId}`,
    parts: [{ type: 'user_text', partId: clientId, messageId: clientId, clientId, text, attachments, state }],
    active: state === 'optimistic',
  };
}
