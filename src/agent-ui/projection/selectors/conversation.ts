import type { ProjectionState, TurnRecord } from '../records.js';
import type { PartRecord } from '../turn-log.js';
import type { ConversationView, PartView, TurnView } from '../view-models.js';
import { Cached, sameList } from './cached.js';
import type { ApprovalViews } from './hitl.js';
import type { OptimisticMessage, SelectorContext } from './selector-context.js';
import { isTurnActive, pendingApprovals } from './stage.js';
import type { ToolViews } from './tool-ui.js';

/** `session.view('conversation')`: user text, answer, reasoning and tool rows, in the order of events. */
export class ConversationViews {
  readonly #turns = new Cached<TurnRecord, TurnView>();
  readonly #parts = new Cached<PartRecord, PartView>();
  readonly #pending = new Cached<OptimisticMessage, TurnView>();
  #all: ConversationView | undefined;

  constructor(
    private readonly tools: ToolViews,
    private readonly approvals: ApprovalViews,
  ) {}

  all(context: SelectorContext): ConversationView {
    const { state, sessionId } = context;
    // An answer on its way changes a turn's rows without changing a fact.
    const asking = new Set(pendingApprovals(state).map((approval) => approval.turnId));
    const known = state.turnOrder
      .filter((turn) => turn.sessionId === undefined || turn.sessionId === sessionId)
      .map((turn) => this.#turn(context, turn, asking.has(turn.turnId) ? context.writesVersion : 0))
      .filter((turn) => turn.parts.length > 0 || turn.active || turn.error);
    const sent = context.optimistic.map((message) =>
      this.#pending.get(message, [message.state], () => bubble(message)),
    );
    const turns = sameList(this.#all?.turns, [...known, ...sent]);
    const truncated = state.sessions.get(sessionId)?.truncated === true;
    this.#all =
      turns === this.#all?.turns && truncated === this.#all.truncated
        ? this.#all
        : { sessionId, turns, truncated };
    return this.#all;
  }

  #turn(context: SelectorContext, turn: TurnRecord, writes: number): TurnView {
    return this.#turns.get(turn, [turn.version, writes], () => {
      const active = isTurnActive(context.state, turn);
      const last = context.state.runs.get(turn.runIds.at(-1) ?? '');
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
          state: 'complete',
          clientId: message.clientId,
        }));
      }
      case 'assistant_text': {
        const text = part.text.text;
        if (text === '' && !part.open) return undefined;
        return this.#parts.get(part, [part.version, active, outcome], () => ({
          type: 'assistant_text',
          partId,
          agentId,
          messageId: part.messageId!,
          text,
          state: textState(part.open, active, outcome),
          reconciled: part.reconciled,
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

function bubble(message: OptimisticMessage): TurnView {
  const { clientId, text, state } = message;
  return {
    turnId: `sent:${clientId}`,
    parts: [{ type: 'user_text', partId: clientId, messageId: clientId, clientId, text, state }],
    active: state === 'optimistic',
  };
}
