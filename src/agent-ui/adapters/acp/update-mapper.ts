import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { Phase } from '../../events/enums.js';
import type { RunStage } from '../../events/run-events.js';
import { embeddedFact } from '../embedded-fact.js';
import type { FactWriter } from '../fact-writer.js';
import type { KeptDetails } from '../kept-details.js';
import type { MessageMapper } from './message-mapper.js';
import type { SessionSettings } from './session-settings.js';
import type { SubagentMapper } from './subagent-mapper.js';
import type { ToolMapper } from './tool-mapper.js';
import type { Turns } from './turns.js';
import { blocksText, listAt, objectAt, textAt } from './wire.js';

export interface UpdateParts {
  facts: FactWriter;
  turns: Turns;
  messages: MessageMapper;
  tools: ToolMapper;
  settings: SessionSettings;
  subagents: SubagentMapper;
  details: KeptDetails;
  /** The agent's id of the session that is shown; updates of any other are a subagent's. */
  wireId(): string;
}

type Handler = (update: JsonObject, agentId: string | undefined) => void;

const SEVERITIES: Readonly<Record<string, string>> = { warning: 'warn', error: 'error', info: 'info' };

/** `session/update` → facts, whatever comes: what is not mapped is reported once for each kind. */
export class UpdateMapper {
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #compactions = new Map<string, JsonObject[]>();
  #status = '';

  constructor(private readonly parts: UpdateParts) {
    this.#handlers = new Map(Object.entries(this.#table()));
  }

  take(params: JsonObject): void {
    const { facts, wireId } = this.parts;
    const update = objectAt(params, 'update');
    const kind = update && textAt(update, 'sessionUpdate');
    if (!update || kind === undefined) {
      facts.diagnose('malformed', 'session/update', 'An update that says no kind was left out.');
      return;
    }
    const sessionId = textAt(params, 'sessionId');
    const agentId = sessionId === undefined || sessionId === wireId() ? undefined : sessionId;
    const handler = this.#handlers.get(kind);
    if (handler) handler(update, agentId);
    else facts.diagnose('unmapped', kind, `This version does not show ${kind.slice(0, 80)}.`, 'info');
    for (const meta of [params, update]) this.envelopes(objectAt(meta, '_meta')?.['agentui']);
  }

  /** Facts that ACP has no word for, as Agent UI events in `_meta.agentui`: one, or a list. */
  envelopes(given: unknown): void {
    if (given === undefined) return;
    const { facts, turns } = this.parts;
    for (const event of Array.isArray(given) ? (given as unknown[]) : [given]) {
      const fact = embeddedFact(event);
      if (fact) facts.add(turns.hasCurrent ? turns.current.run : undefined, fact);
      else facts.diagnose('unmapped', 'agentui', 'An envelope is of no class of Agent UI.', 'info');
    }
  }

  /** Where the turn at work stands; told when it changes. */
  stage(stage: RunStage, phase?: Phase, activeToolCallId?: string): void {
    const { facts, turns } = this.parts;
    if (turns.isReplaying || !turns.hasCurrent) return;
    const { run, live, closed } = turns.current;
    const status = `${run.runId} ${stage} ${phase ?? ''} ${activeToolCallId ?? ''}`;
    if (!live || closed || status === this.#status) return;
    this.#status = status;
    const active = activeToolCallId === undefined ? {} : { activeToolCallId };
    facts.add(run, { type: 'run.status', phase, payload: { stage, ...active } });
  }

  #table(): Record<string, Handler> {
    const { turns, messages, settings, subagents } = this.parts;
    return {
      user_message_chunk: (update, agentId) => messages.chunk('user', update, agentId),
      agent_message_chunk: (update, agentId) => {
        if (agentId === undefined) this.stage('streaming', 'producing');
        messages.chunk('text', update, agentId);
      },
      agent_thought_chunk: (update, agentId) => {
        if (agentId === undefined) this.stage('running', 'reasoning');
        messages.chunk('thought', update, agentId);
      },
      // Of the draft: a whole message in place of what was said of it.
      agent_message: (update, agentId) => this.#whole(update, agentId),
      tool_call: (update, agentId) => {
        messages.closeLane(agentId);
        this.#tool(update, agentId);
      },
      tool_call_update: (update, agentId) => this.#tool(update, agentId),
      tool_call_content_chunk: (update) => this.#output(update, textAt(update, 'toolCallId')),
      terminal_output_chunk: (update) => this.#output(update, textAt(update, 'toolCallId')),
      plan: (update, agentId) => {
        messages.closeLane(agentId);
        this.#plan(`${turns.current.run.turnId}/plan`, { steps: stepsOf(update) }, agentId);
      },
      plan_update: (update, agentId) => this.#planUpdate(update, agentId),
      plan_removed: (update, agentId) => {
        const planId = textAt(update, 'planId');
        if (planId !== undefined) this.#plan(planId, { steps: [] }, agentId);
      },
      current_mode_update: (update) => settings.modeChanged(textAt(update, 'currentModeId')),
      config_option_update: (update) => settings.optionsChanged(listAt(update, 'configOptions')),
      session_info_update: (update) => this.#info(update),
      available_commands_update: (update) => this.#commands(update),
      usage_update: (update) => this.#usage(update),
      notice: (update) => this.#notice(update),
      compaction_update: (update) => this.#compaction(update),
      compaction_summary_chunk: (update) => {
        const chunk = objectAt(update, 'content');
        if (chunk) this.#compactions.get(textAt(update, 'compactionId') ?? '')?.push(chunk);
      },
      state_update: (update) => this.#state(update),
      subagent_update: (update) => subagents.changed(update),
      session_message: (update) => subagents.message(update),
      session_message_chunk: (update) => subagents.messageChunk(update),
    };
  }

  #tool(update: JsonObject, agentId: string | undefined): void {
    const { tools, turns } = this.parts;
    const toolCallId = tools.take(update, turns.current.run, agentId);
    if (agentId !== undefined) return;
    if (update['status'] === 'in_progress') this.stage('tool_running', 'acting', toolCallId);
    else if (update['status'] === 'completed' || update['status'] === 'failed') this.stage('running');
  }

  #whole(update: JsonObject, agentId: string | undefined): void {
    const { facts, messages, turns } = this.parts;
    const messageId = textAt(update, 'messageId');
    if (messageId === undefined || !Array.isArray(update['content'])) return;
    messages.closeLane(agentId);
    facts.add(turns.current.run, {
      type: 'text.final',
      messageId: agentId === undefined ? messageId : `${agentId}/${messageId}`,
      ...(agentId === undefined ? {} : { agentId }),
      payload: { text: blocksText(listAt(update, 'content')) },
    });
  }

  #output(update: JsonObject, toolCallId: string | undefined): void {
    const content = objectAt(update, 'content');
    const inner = objectAt(content, 'content') ?? content;
    const chunk = inner ? blocksText([inner]) : (textAt(update, 'data') ?? textAt(update, 'output') ?? '');
    if (toolCallId !== undefined && chunk !== '') this.parts.tools.output(toolCallId, chunk);
  }

  #planUpdate(update: JsonObject, agentId: string | undefined): void {
    const plan = objectAt(update, 'plan');
    const planId = plan && textAt(plan, 'planId');
    if (!plan || planId === undefined) {
      this.parts.facts.diagnose('malformed', 'plan_update', 'A plan without an id is not shown.');
      return;
    }
    const planRef = `acp:plan:${planId}`;
    if (plan['type'] === 'items') this.#plan(planId, { steps: stepsOf(plan) }, agentId);
    else if (plan['type'] === 'file') this.#plan(planId, { planRef: textAt(plan, 'uri') }, agentId);
    else {
      const text = textAt(plan, 'content') ?? '';
      this.parts.details.put(planRef, { contentType: 'text/markdown', text });
      const lines = text.split('\n').map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+(?:\[[ x]\]\s*)?/, ''));
      const steps = lines.filter((line) => line.trim() !== '').map((title) => ({ title }));
      this.#plan(planId, { planRef, steps }, agentId);
    }
  }

  #plan(partId: string, payload: JsonObject, agentId: string | undefined): void {
    const { facts, turns } = this.parts;
    const who = agentId === undefined ? {} : { agentId };
    facts.add(turns.current.run, { type: 'plan.final', partId, ...who, payload });
  }

  #info(update: JsonObject): void {
    const title = textAt(update, 'title');
    const lastActivity = textAt(update, 'updatedAt');
    this.parts.facts.add(undefined, {
      type: 'session.updated',
      payload: {
        ...(title === undefined ? {} : { title }),
        ...(lastActivity === undefined ? {} : { lastActivity }),
      },
    });
  }

  #commands(update: JsonObject): void {
    const tools = listAt(update, 'availableCommands').map(({ name, description }) => ({ name, description }));
    this.parts.facts.add(undefined, { type: 'context.changed', payload: { tools } });
  }

  #usage({ used, size, cost }: JsonObject): void {
    const { facts, turns } = this.parts;
    const budget = {
      ...(typeof used === 'number' ? { used } : {}),
      ...(typeof size === 'number' ? { limit: size } : {}),
      unit: 'tokens',
    };
    facts.add(undefined, { type: 'context.changed', payload: { budget } });
    if (!isJsonObject(cost) || typeof cost['amount'] !== 'number') return;
    const unit = textAt(cost, 'currency') ?? '';
    facts.add(turns.current.run, {
      type: 'metric.changed',
      metricName: 'usage.cost',
      payload: { value: cost['amount'], unit },
    });
  }

  #notice(update: JsonObject): void {
    const title = textAt(update, 'title') ?? '';
    const description = textAt(update, 'description');
    const message = description === undefined ? title : `${title}: ${description}`;
    this.parts.facts.add(undefined, {
      type: 'diagnostic.changed',
      diagnosticId: `acp.notice:${title.slice(0, 80)}`,
      payload: { level: SEVERITIES[textAt(update, 'severity') ?? ''] ?? 'info', code: 'acp.notice', message },
    });
  }

  #compaction(update: JsonObject): void {
    const { facts, turns } = this.parts;
    const boundaryId = textAt(update, 'compactionId');
    if (boundaryId === undefined) {
      facts.diagnose('malformed', 'compaction_update', 'A compaction without an id is not shown.');
      return;
    }
    const { run } = turns.current;
    let chunks = this.#compactions.get(boundaryId);
    if (!chunks) {
      this.#compactions.set(boundaryId, (chunks = []));
      facts.add(run, { type: 'context.compaction.started', payload: { boundaryId } });
    }
    const status = textAt(update, 'status');
    if (status === 'in_progress') return;
    const given = listAt(update, 'summary');
    const summary = blocksText(given.length > 0 ? given : chunks);
    const error = status === 'completed' ? undefined : (textAt(update, 'error') ?? status);
    facts.add(run, {
      type: 'context.compaction.completed',
      payload: {
        boundaryId,
        ...(summary === '' ? {} : { summary }),
        ...(error === undefined ? {} : { error }),
      },
    });
  }

  /** Of the draft, where the agent says by itself where it stands. */
  #state({ state }: JsonObject): void {
    if (state === 'running') this.stage('running');
    else if (state === 'requires_action') this.stage('action_required', 'waiting');
  }
}

function stepsOf(plan: JsonObject): JsonObject[] {
  return listAt(plan, 'entries').map(({ content, status, priority }) => ({
    title: content,
    status,
    priority,
  }));
}
