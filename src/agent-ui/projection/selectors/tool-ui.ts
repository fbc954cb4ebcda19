import { parse } from 'partial-json';
import { isJsonObject } from '../../../base/json.js';
import { redact } from '../../../base/redact.js';
import { outputTail } from '../reducers/tool.js';
import type { ProjectionState, ToolRecord } from '../records.js';
import type { ToolRowView, ToolsView } from '../view-models.js';
import type { ApprovalViews } from './hitl.js';
import { Cached, sameList } from './cached.js';
import type { SelectorContext } from './selector-context.js';
import { rowStatus, toolState } from './stage.js';

/** Longer argument text is shown when it is complete. */
const MAX_PARTIAL_CHARS = 64 * 1024;
const SUMMARY_CHARS = 120;

/** Rows of calls, shared by every panel that shows one. */
export class ToolViews {
  readonly #rows = new Cached<ToolRecord, ToolRowView>();
  #all: ToolsView | undefined;

  constructor(private readonly approvals: ApprovalViews) {}

  row(context: SelectorContext, tool: ToolRecord): ToolRowView {
    const { state } = context;
    const approval = state.approvalOfTool.get(tool.toolCallId);
    const run = tool.runId === undefined ? undefined : state.runs.get(tool.runId);
    const asked = approval?.required ? this.approvals.view(context, approval) : undefined;
    return this.#rows.get(tool, [tool.version, run?.outcome, run?.continues, asked], () =>
      toolRow(state, tool, asked),
    );
  }

  /** `session.view('tool_ui')`: every call of the session, in the order in which they came. */
  all(context: SelectorContext): ToolsView {
    const rows = [...context.state.tools.values()].map((tool) => this.row(context, tool));
    const tools = sameList(this.#all?.tools, rows);
    if (tools !== this.#all?.tools) this.#all = { tools };
    return this.#all!;
  }
}

function toolRow(state: ProjectionState, tool: ToolRecord, approval: ToolRowView['approval']): ToolRowView {
  const shown = toolState(state, tool);
  const declined =
    tool.declined === true || (approval?.decision === 'rejected' && shown !== 'output-available');
  const args = tool.args ?? partialArgs(tool);
  return {
    toolCallId: tool.toolCallId,
    name: tool.name,
    title: tool.title,
    kind: tool.kind,
    executor: tool.executor,
    state: shown,
    status: rowStatus(shown, declined),
    risk: tool.risk,
    inputSummary: tool.inputSummary ?? summaryOf(args),
    args,
    progress: tool.progress,
    acknowledged: tool.acknowledged,
    outputTail: outputTail(tool),
    output: tool.output ?? (tool.end === undefined ? tool.partialOutput : undefined),
    outputRef: tool.outputRef ?? tool.partialRef,
    sizeBytes: tool.sizeBytes,
    truncated: tool.truncated,
    shape: tool.shape,
    exitCode: tool.exitCode,
    artifactIds: tool.artifactIds,
    sourceRefs: tool.sourceRefs,
    evidenceRefs: tool.evidenceRefs,
    retryOf: tool.retryOf,
    turnId: tool.turnId,
    runId: tool.runId,
    agentId: tool.agentId,
    error: tool.error,
    startedAt: tool.startedAt,
    endedAt: tool.endedAt,
    durationMs: tool.durationMs ?? between(tool.startedAt, tool.endedAt),
    attempts: tool.attempts,
    approval,
    fallback: tool.name === undefined ? { token: 'unknown', reason: 'tool.name_missing' } : undefined,
  };
}

/** What the model has written of the arguments so far, redacted like the whole. */
function partialArgs(tool: ToolRecord): unknown {
  if (!tool.argsText) return undefined;
  const { text } = tool.argsText.value;
  if (text === '' || text.length > MAX_PARTIAL_CHARS) return undefined;
  try {
    return redact(parse(text));
  } catch {
    return undefined;
  }
}

/** The main argument in short: the first plain values of an object. */
function summaryOf(args: unknown): string | undefined {
  if (!isJsonObject(args)) return undefined;
  const plain = Object.values(args).filter((value) => typeof value === 'string' || typeof value === 'number');
  return plain.length > 0 ? plain.slice(0, 2).join(' · ').slice(0, SUMMARY_CHARS) : undefined;
}

function between(start: string | undefined, end: string | undefined): number | undefined {
  const ms = Date.parse(end ?? '') - Date.parse(start ?? '');
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}
