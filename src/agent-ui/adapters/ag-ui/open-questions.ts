import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import type { ActionRequired } from '../../events/action-events.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import { idField, ownerOf, type ResumeEntry } from './wire.js';

/** An interrupt that waits for a person. */
export interface Question {
  actionId: string;
  fact: ActionRequired;
  run: RunRef;
  /** ISO 8601, if it can be read at all. */
  expiresAt?: string;
  /** Present when a `CUSTOM on_interrupt` asked: what it said. Such servers want their own way of resuming. */
  legacy?: unknown;
  answer?: Answer;
}

interface Answer {
  decision: string;
  /** Not answered, or too late. */
  cancelled: boolean;
  payload?: unknown;
  reason?: string;
}

/** What the next run says besides its messages. */
export interface ResumeInput {
  resume?: readonly ResumeEntry[];
  forwardedProps?: JsonObject;
}

const YES = new Set(['approve', 'approved', 'accept', 'allow']);
const NO = new Set(['reject', 'rejected', 'deny', 'denied', 'decline']);
const CANCEL = new Set(['cancel', 'cancelled']);

/** The open interrupts of the thread. All must be answered before any answer can be sent (1.0, resume). */
export class OpenQuestions {
  readonly #questions = new Map<string, Question>();

  get size(): number {
    return this.#questions.size;
  }

  asksAbout(toolCallId: string): boolean {
    return [...this.#questions.values()].some(({ fact }) => fact.toolCallId === toolCallId);
  }

  open(question: Question): void {
    this.#questions.set(question.actionId, question);
  }

  /** Takes a person's answer. `unknown`: nobody asks that; `waiting`: others are open; `complete`: none is. */
  answer(
    actionId: string,
    decision: string,
    payload: unknown,
    now: number,
  ): 'unknown' | 'waiting' | 'complete' {
    const question = this.#questions.get(actionId);
    if (!question) return 'unknown';
    const expired = question.expiresAt !== undefined && Date.parse(question.expiresAt) < now;
    question.answer = expired
      ? { decision: 'expired', cancelled: true, reason: 'It was answered after it had expired.' }
      : answerOf(decision, payload);
    const open = [...this.#questions.values()].some((other) => !other.answer);
    return open ? 'waiting' : 'complete';
  }

  /** How the answers travel: as `resume`, or the way of the servers before it. */
  resumeInput(): ResumeInput {
    const entries: ResumeEntry[] = [];
    const legacy: Question[] = [];
    for (const question of this.#questions.values()) {
      const { cancelled, payload } = question.answer!;
      if (question.legacy !== undefined) legacy.push(question);
      else if (cancelled) entries.push({ interruptId: question.actionId, status: 'cancelled' });
      else entries.push({ interruptId: question.actionId, status: 'resolved', payload });
    }
    return {
      ...(entries.length > 0 ? { resume: entries } : {}),
      ...(legacy.length > 0 ? { forwardedProps: { command: commandOf(legacy) } } : {}),
    };
  }

  /** The server has the answers and goes on: the questions are settled. */
  settle(facts: FactWriter, resolvedAt: string): void {
    for (const { actionId, run, answer, fact } of this.#questions.values()) {
      if (!answer) continue;
      this.#questions.delete(actionId);
      const { decision, cancelled, reason } = answer;
      facts.add(run, {
        type: 'action.resolved',
        actionId,
        ...(fact.toolCallId === undefined ? {} : { toolCallId: fact.toolCallId }),
        payload: {
          decision: cancelled && decision !== 'expired' ? 'cancelled' : decision,
          resolvedBy: 'user',
          resolvedAt,
          ...(reason === undefined ? {} : { reason }),
        },
      });
      const granted = YES.has(decision) || decision === 'edit';
      if (isPermission(fact)) tellPermission(facts, run, fact, granted ? 'approved' : 'denied');
    }
  }
}

/** It is asked; where it is about a call, the permission is asked for too. */
export function tellQuestion(facts: FactWriter, run: RunRef, fact: ActionRequired): void {
  facts.add(run, fact);
  if (isPermission(fact)) tellPermission(facts, run, fact, null);
}

/** A question about a call is one about what the agent may do. `decision` is `null` while it is open. */
function tellPermission(
  facts: FactWriter,
  run: RunRef,
  { actionId, toolCallId, agentId, payload = {} }: ActionRequired,
  decision: 'approved' | 'denied' | null,
): void {
  const { toolName, expiresAt } = payload as { toolName?: unknown; expiresAt?: string };
  facts.add(run, {
    type: 'permission.changed',
    actionId,
    toolCallId,
    ...(agentId === undefined ? {} : { agentId }),
    payload: {
      decision,
      scope: { toolCallId, ...(toolName === undefined ? {} : { toolName }) },
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  });
}

function isPermission({ toolCallId, payload }: ActionRequired): boolean {
  return toolCallId !== undefined && payload?.actionType === 'tool_approval';
}

/** A denial is an answer too: `cancelled` is for none. */
function answerOf(decision: string, payload: unknown): Answer {
  if (CANCEL.has(decision)) return { decision, cancelled: true };
  const details = isJsonObject(payload) ? payload : payload === undefined ? {} : { value: payload };
  if (YES.has(decision)) return { decision, cancelled: false, payload: { approved: true, ...details } };
  if (NO.has(decision)) {
    const reason = idField(details, 'reason');
    return { decision, cancelled: false, payload: { approved: false, ...details }, reason };
  }
  if (decision === 'edit') {
    return { decision, cancelled: false, payload: { approved: true, editedArgs: payload } };
  }
  return { decision, cancelled: false, payload };
}

/** LangGraph takes one value, or one for each interrupt; Mastra also wants the event that asked. */
function commandOf(questions: readonly Question[]): JsonObject {
  const values = questions.map(({ answer }) => (answer!.cancelled ? null : (answer!.payload ?? null)));
  const [only] = questions;
  if (questions.length > 1) {
    return { resume: Object.fromEntries(questions.map(({ actionId }, index) => [actionId, values[index]])) };
  }
  const asked = only?.legacy;
  const fromMastra = isJsonObject(asked) && 'toolCallId' in asked && 'runId' in asked;
  return { resume: values[0], ...(fromMastra ? { interruptEvent: asked } : {}) };
}

/** An entry of `outcome.interrupts`. An unknown shape is shown raw and can be answered (known failure 24). */
export function questionOf(
  interrupt: unknown,
  run: RunRef,
  index: number,
  argsOf: (toolCallId: string) => { name?: string; args?: unknown },
): { question: Question; malformed: boolean } {
  const given = isJsonObject(interrupt) ? interrupt : {};
  const { responseSchema } = given;
  const id = idField(given, 'id');
  const reason = idField(given, 'reason');
  const toolCallId = idField(given, 'toolCallId');
  const call = toolCallId === undefined ? {} : argsOf(toolCallId);
  const expiresAt = idField(given, 'expiresAt');
  const malformed = id === undefined || reason === undefined;
  const agentId = ownerOf(given);
  const actionType = actionTypeOf(reason, toolCallId, responseSchema);
  const title = idField(given, 'message') ?? titleOf(actionType, call.name);
  const actionId = id ?? `${run.runId}:interrupt:${index + 1}`;
  const fact: ActionRequired = {
    type: 'action.required',
    actionId,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(agentId === undefined ? {} : { agentId }),
    payload: {
      actionType,
      title,
      explanation: title,
      decisions: decisionsOf(actionType, responseSchema),
      ...(responseSchema === undefined ? {} : { schema: responseSchema }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(call.name === undefined ? {} : { toolName: call.name }),
      ...(malformed ? { input: interrupt } : call.args === undefined ? {} : { input: call.args }),
    },
  };
  return { question: { actionId, fact, run, expiresAt }, malformed };
}

/** What `CUSTOM on_interrupt` carries: any value, often JSON as text. */
export function legacyQuestionOf(value: unknown, run: RunRef, index: number): Question {
  const asked = typeof value === 'string' ? (parseJson(value) ?? value) : value;
  const given = isJsonObject(asked) ? asked : {};
  const title =
    typeof asked === 'string'
      ? asked
      : (idField(given, 'message') ?? idField(given, 'question') ?? 'The agent asks for your decision');
  const actionId = idField(given, 'id') ?? `${run.runId}:interrupt:${index + 1}`;
  const toolCallId = idField(given, 'toolCallId');
  const fact: ActionRequired = {
    type: 'action.required',
    actionId,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    payload: {
      actionType: toolCallId === undefined ? 'unknown' : 'tool_approval',
      title,
      explanation: title,
      decisions: ['approve', 'reject', 'answer'],
      input: asked,
    },
  };
  return { actionId, fact, run, legacy: asked ?? null };
}

function actionTypeOf(reason: string | undefined, toolCallId: string | undefined, schema: unknown) {
  if (reason === 'tool_call' || (reason === 'confirmation' && toolCallId !== undefined))
    return 'tool_approval';
  if (reason === 'input_required') return isJsonObject(schema) ? 'structured_input' : 'clarification';
  return 'unknown';
}

function titleOf(actionType: string, toolName: string | undefined): string {
  if (actionType === 'tool_approval')
    return toolName === undefined ? 'Allow this call?' : `Allow ${toolName}?`;
  return actionType === 'unknown' ? 'The agent asks for your decision' : 'The agent needs an answer';
}

function decisionsOf(actionType: string, schema: unknown): readonly string[] {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  if (actionType === 'structured_input' && !('approved' in properties)) return ['answer', 'cancel'];
  if (actionType === 'clarification') return ['answer', 'cancel'];
  const edit = 'editedArgs' in properties ? ['edit'] : [];
  const answer = actionType === 'unknown' ? ['answer'] : [];
  return ['approve', 'reject', ...edit, ...answer];
}
