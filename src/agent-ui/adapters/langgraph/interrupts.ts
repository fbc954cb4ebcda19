import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { ActionRequired } from '../../events/action-events.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import { given, listOf, textField } from './wire.js';

/** A question of a graph, and how it wants its answer. */
interface Interrupt {
  readonly id: string;
  readonly namespace: readonly string[];
  readonly run: Partial<RunRef>;
  readonly value: unknown;
  answer?: { decision: string; response: unknown; reason?: string; sent?: boolean };
}

/** A call that the graph has left to its client. */
export interface PageCall {
  interruptId: string;
  toolCallId: string;
  name: string;
  args: unknown;
}

export interface Response {
  namespace: readonly string[];
  interrupt_id: string;
  response: unknown;
}

const YES = new Set(['approve', 'approved', 'accept', 'allow']);
const NO = new Set(['reject', 'rejected', 'deny', 'denied', 'decline', 'cancel', 'cancelled']);

/** The open interrupts of a thread. One resume answers all that are open at a checkpoint. */
export class Interrupts {
  readonly #open = new Map<string, Interrupt>();
  /** The same interrupt is told in up to three places. */
  readonly #seen = new Set<string>();

  get size(): number {
    return this.#open.size;
  }

  get complete(): boolean {
    return this.#open.size > 0 && [...this.#open.values()].every(({ answer }) => answer !== undefined);
  }

  /** Everything has its answer, and not all of it has been sent. */
  get ready(): boolean {
    return this.complete && [...this.#open.values()].some(({ answer }) => !answer?.sent);
  }

  /** Those that a tool of this page answers, of those that nobody has answered. */
  pageCalls(offered: (name: string) => boolean): PageCall[] {
    return [...this.#open.values()].flatMap(({ id, value, answer }) => {
      const call = answer ? undefined : pageCall(id, value);
      return call && offered(call.name) ? [call] : [];
    });
  }

  ask(
    facts: FactWriter,
    id: string,
    value: unknown,
    namespace: readonly string[],
    run: Partial<RunRef>,
    offered: (name: string) => boolean,
  ): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#open.set(id, { id, namespace, run, value });
    const call = pageCall(id, value);
    // The page runs it, and asks the person itself where that is wanted.
    if (call && offered(call.name)) return;
    facts.add(run, { type: 'action.required', actionId: id, payload: questionOf(value) } as ActionRequired);
  }

  /** Takes a person's answer. False: nobody asks that, or the answer is on its way. */
  answer(id: string, decision: string, payload: unknown, again: boolean): boolean {
    const interrupt = this.#open.get(id);
    if (!interrupt || (interrupt.answer && !again)) return false;
    const reason = isJsonObject(payload) ? textField(payload, 'reason') : undefined;
    const response = responseTo(interrupt.value, decision, payload, reason);
    interrupt.answer = { decision, response, ...(reason === undefined ? {} : { reason }) };
    return true;
  }

  /** What a tool of the page came to. */
  answerCall(id: string, response: unknown): void {
    const interrupt = this.#open.get(id);
    if (interrupt) interrupt.answer = { decision: 'answer', response };
  }

  /** All answers, to be sent now. */
  responses(): Response[] {
    return [...this.#open.values()].map(({ id, namespace, answer }) => {
      answer!.sent = true;
      return { namespace, interrupt_id: id, response: answer!.response };
    });
  }

  /** The graph goes on with what it was sent: all of it, or these. */
  settle(facts: FactWriter, resolvedAt: string, ids?: readonly unknown[]): void {
    for (const [id, { run, answer, value }] of this.#open) {
      // Somebody else may have answered: then what was said is theirs to know.
      if (ids ? !ids.includes(id) : !answer?.sent) continue;
      this.#open.delete(id);
      if (answer && pageCall(id, value)) continue;
      const payload = answer
        ? { decision: answer.decision, resolvedBy: 'user', resolvedAt, ...given('reason', answer.reason) }
        : { decision: 'unknown', resolvedAt };
      facts.add(run, { type: 'action.resolved', actionId: id, payload });
    }
  }
}

/** A tool without an implementation at the server, of LangChain: `{ type: 'tool', toolCall: { id, name, args } }`. */
function pageCall(interruptId: string, value: unknown): PageCall | undefined {
  if (!isJsonObject(value) || value['type'] !== 'tool') return undefined;
  const call = value['toolCall'] ?? value['tool_call'];
  if (!isJsonObject(call)) return undefined;
  const name = textField(call, 'name');
  if (name === undefined) return undefined;
  return { interruptId, toolCallId: textField(call, 'id') ?? interruptId, name, args: call['args'] };
}

/** Middleware of LangChain: one review for each call. */
const reviews = (value: unknown) => (isJsonObject(value) ? listOf(value['action_requests']) : []);
/** The agent inbox of before: a list with one request and what may be done with it. */
const inbox = (value: unknown) => listOf(value).filter((item) => isJsonObject(item['action_request']))[0];

function questionOf(value: unknown): JsonObject {
  const said: JsonObject = isJsonObject(value) ? value : {};
  const [review] = reviews(value);
  const old = inbox(value);
  if (review || old) {
    const request = review ?? (old!['action_request'] as JsonObject);
    const name = textField(request, 'name') ?? textField(request, 'action');
    const explanation = textField(request, 'description') ?? (old && textField(old, 'description'));
    const title = name === undefined ? 'Allow this call?' : `Allow ${name}?`;
    return {
      actionType: 'tool_approval',
      title,
      explanation: explanation ?? title,
      decisions: review ? allowedIn(said) : allowedBy(old!['config']),
      ...given('toolName', name),
      input: reviews(value).length > 1 ? reviews(value) : (request['args'] ?? {}),
    };
  }
  const tool = textField(said, 'tool') ?? textField(said, 'tool_name') ?? textField(said, 'action');
  const words =
    typeof value === 'string'
      ? value
      : (textField(said, 'question') ??
        textField(said, 'text') ??
        textField(said, 'message') ??
        textField(said, 'prompt'));
  const approval =
    tool !== undefined || /approv|confirm/i.test(textField(said, 'kind') ?? textField(said, 'type') ?? '');
  if (approval) {
    const title = words ?? (tool === undefined ? 'Allow this?' : `Allow ${tool}?`);
    return {
      actionType: 'tool_approval',
      title,
      explanation: title,
      decisions: ['approve', 'reject'],
      ...given('toolName', tool),
      input: said['args'] ?? said['input'] ?? value,
    };
  }
  const title = words ?? 'The agent asks for your decision';
  return {
    actionType: words === undefined ? 'unknown' : 'clarification',
    title,
    explanation: title,
    decisions: words === undefined ? ['approve', 'reject', 'answer'] : ['answer', 'cancel'],
    ...(words === undefined ? { input: value } : {}),
  };
}

function allowedIn({ review_configs: configs }: JsonObject): readonly string[] {
  const allowed = listOf(configs)[0]?.['allowed_decisions'];
  return Array.isArray(allowed) ? allowed.filter((word) => typeof word === 'string') : ['approve', 'reject'];
}

function allowedBy(config: unknown): readonly string[] {
  const may = isJsonObject(config) ? config : {};
  const words = {
    allow_accept: 'approve',
    allow_edit: 'edit',
    allow_respond: 'answer',
    allow_ignore: 'reject',
  };
  const allowed = Object.entries(words).flatMap(([key, word]) => (may[key] === true ? [word] : []));
  return allowed.length > 0 ? allowed : ['approve', 'reject'];
}

/** In the form that the asking code waits for. */
function responseTo(value: unknown, decision: string, payload: unknown, reason: string | undefined): unknown {
  const asked = reviews(value);
  if (asked.length > 0)
    return { decisions: asked.map((request) => review(request, decision, payload, reason)) };
  if (inbox(value)) {
    if (YES.has(decision)) return [{ type: 'accept', args: null }];
    if (NO.has(decision)) return [{ type: 'ignore', args: null }];
    return [{ type: decision === 'edit' ? 'edit' : 'response', args: payload ?? null }];
  }
  const details = isJsonObject(payload) ? payload : payload === undefined ? {} : { value: payload };
  if (YES.has(decision)) return { approved: true, ...details };
  if (NO.has(decision)) return { approved: false, ...details };
  return payload ?? decision;
}

function review(
  request: JsonObject,
  decision: string,
  payload: unknown,
  reason: string | undefined,
): JsonObject {
  if (YES.has(decision)) return { type: 'approve' };
  if (NO.has(decision)) return { type: 'reject', ...given('message', reason) };
  if (decision === 'edit') return { type: 'edit', edited_action: { name: request['name'], args: payload } };
  return { type: decision === 'answer' ? 'respond' : decision, ...given('message', payload) };
}
