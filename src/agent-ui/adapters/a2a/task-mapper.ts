import type { JsonObject } from '../../../base/json.js';
import type { Runtime } from '../../../base/runtime.js';
import type { ActionRequired } from '../../events/action-events.js';
import { embeddedFact } from '../embedded-fact.js';
import type { FactScope, FactWriter, RunRef } from '../fact-writer.js';
import { ArtifactMapper } from './artifact-mapper.js';
import {
  INTERRUPTED,
  TERMINAL,
  textOf,
  type Answer,
  type Message,
  type Task,
  type TaskState,
  type TaskStatus,
} from './wire.js';

/** The standard's words for the states; a rejected task has failed, and its native state says how. */
const STATUSES: Readonly<Record<TaskState, string>> = {
  SUBMITTED: 'submitted',
  WORKING: 'running',
  INPUT_REQUIRED: 'needs_input',
  AUTH_REQUIRED: 'needs_input',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELED: 'cancelled',
  REJECTED: 'failed',
  UNSPECIFIED: 'unknown',
};

/** What a person said, until the agent has shown that it heard it. */
export interface Said {
  clientId: string | undefined;
  message: Message;
  attachments?: readonly unknown[];
}

interface Question {
  actionId: string;
  /** What the person has answered, and when. */
  answer?: { decision: string; reason?: string };
}

export interface TaskRecord {
  readonly id: string;
  readonly run: RunRef;
  state: TaskState | undefined;
  timestamp: string | undefined;
  /** Of its run. A task that waits for a person is still open. */
  standing: 'none' | 'open' | 'lost' | 'over';
  question: Question | undefined;
  /** Messages that facts have told, and the message of the status that stands. */
  readonly told: Set<string>;
}

/** What an agent says of its tasks → facts. One task is one turn and one run. */
export class TaskMapper {
  readonly artifacts: ArtifactMapper;
  readonly #tasks = new Map<string, TaskRecord>();
  #agent: { agentId?: string } = {};

  constructor(
    private readonly facts: FactWriter,
    private readonly scope: FactScope,
    private readonly runtime: Runtime,
    /** The agent's id of the conversation. */
    private readonly onContext: (contextId: string) => void,
  ) {
    this.artifacts = new ArtifactMapper(facts);
  }

  get tasks(): Iterable<TaskRecord> {
    return this.#tasks.values();
  }

  find(taskId: string): TaskRecord | undefined {
    return this.#tasks.get(taskId);
  }

  /** Whose facts they are from now on. */
  setAgent(agentId: string): void {
    this.#agent = { agentId };
    this.scope.agentId = agentId;
  }

  /** The task that an answer is about; `undefined` for a message without one. `said` begins its turn. */
  take(answer: Answer, said?: Said): TaskRecord | undefined {
    if ('message' in answer) {
      this.#answered(answer.message, said);
      return undefined;
    }
    if ('task' in answer) return this.#snapshot(answer.task, said);
    const update = 'statusUpdate' in answer ? answer.statusUpdate : answer.artifactUpdate;
    const task = this.#task(update.taskId, update.contextId, said);
    if (this.#isOver(task, 'statusUpdate' in answer ? answer.statusUpdate.status.state : undefined))
      return task;
    this.#embedded(update.metadata, task.run);
    if ('statusUpdate' in answer) this.#status(task, answer.statusUpdate.status);
    else {
      const { artifact, append, lastChunk } = answer.artifactUpdate;
      this.#embedded(artifact.metadata, task.run);
      this.#resume(task);
      this.artifacts.take(artifact, task.id, task.run, append, lastChunk);
    }
    return task;
  }

  /** All that one network read brought has been taken. */
  flush(): void {
    this.artifacts.settle();
    this.facts.flush();
  }

  /** What the agent never took, or never answered. */
  failed(said: Said, failure: { code: string; message: string; retryable: boolean }): void {
    const { messageId } = said.message;
    const { message: error, code, retryable } = failure;
    this.facts.add(
      { runId: messageId, turnId: messageId },
      {
        type: 'run.failed',
        payload: { ...announce(said), error, code, retryable },
      },
    );
  }

  /**
   * Nothing will happen before a person does something here. Who must only sign in may do that elsewhere, and who has
   * answered has done it.
   */
  waits({ standing, state, question }: TaskRecord): boolean {
    return standing === 'over' || (state === 'INPUT_REQUIRED' && question?.answer === undefined);
  }

  /** The connection of a task is lost for good: nobody knows how it ended. */
  lost(task: TaskRecord): void {
    if (task.standing !== 'open') return;
    task.standing = 'lost';
    this.facts.add(task.run, { type: 'run.finished', payload: { outcome: 'unknown' } });
  }

  /** The task as it stands now: it wins over what came before. */
  #snapshot(given: Task, said: Said | undefined): TaskRecord {
    const task = this.#task(given.id, given.contextId, said);
    if (this.#isOver(task, given.status?.state)) return task;
    this.#embedded(given.metadata, task.run);
    const now = given.status?.message?.messageId;
    for (const message of given.history) if (message.messageId !== now) this.#past(task, message);
    const over = given.status !== undefined && TERMINAL.has(given.status.state);
    for (const artifact of given.artifacts) {
      this.#embedded(artifact.metadata, task.run);
      this.artifacts.take(artifact, task.id, task.run, false, over);
    }
    if (given.status) this.#status(task, given.status);
    return task;
  }

  /** It stays as it ended. Whoever is told only how it stands hears nothing odd. */
  #isOver({ standing, state }: TaskRecord, told: TaskState | undefined): boolean {
    if (standing === 'over' && told !== state)
      this.facts.diagnose(
        'repeated',
        'task',
        'A task that was over was told of again; it stays as it ended.',
        'info',
      );
    return standing === 'over';
  }

  #task(id: string, contextId: string | undefined, said: Said | undefined): TaskRecord {
    if (contextId !== undefined) this.onContext(contextId);
    let task = this.#tasks.get(id);
    if (!task) {
      task = {
        id,
        run: { runId: id, turnId: id },
        state: undefined,
        timestamp: undefined,
        standing: 'none',
        question: undefined,
        told: new Set(),
      };
      this.#tasks.set(id, task);
    }
    if (said && !task.told.has(said.message.messageId) && task.standing !== 'over') {
      task.told.add(said.message.messageId);
      task.standing = 'open';
      this.facts.add(task.run, { type: 'run.started', taskId: id, payload: announce(said) });
    }
    return task;
  }

  #status(task: TaskRecord, status: TaskStatus): void {
    const { state, nativeState, message, timestamp } = status;
    if (timestamp !== undefined && task.timestamp !== undefined && timestamp < task.timestamp) {
      this.facts.diagnose('late', 'status', 'A status came that is older than the one that stands.', 'info');
      return;
    }
    const again = state === task.state;
    task.timestamp = timestamp ?? task.timestamp;
    if (again && (message === undefined || task.told.has(message.messageId))) return;
    if (task.question && !INTERRUPTED.has(state)) this.#resolve(task, task.question);
    task.state = state;
    const text = message ? textOf(message.parts) : '';
    // An agent may report by the thousand, and each time say that it is at work.
    const news = !again || task.standing !== 'open' || state === 'UNSPECIFIED';
    if (news)
      this.facts.add(task.run, {
        type: 'task.changed',
        taskId: task.id,
        remoteTaskId: task.id,
        runtimeEntity: 'external_task',
        topology: 'remote_teammate',
        ...this.#agent,
        payload: {
          status: STATUSES[state],
          nativeStatus: nativeState,
          ...(text !== '' && (state === 'REJECTED' || state === 'FAILED') ? { reason: text } : {}),
        },
      });
    if (message) {
      this.#embedded(message.metadata, task.run);
      this.artifacts.attached(message.parts, message.messageId, task.id, task.run);
    }
    if (INTERRUPTED.has(state)) this.#ask(task, state, message, text);
    else if (TERMINAL.has(state)) this.#end(task, state, message, text);
    else {
      this.#resume(task);
      const stage = state === 'SUBMITTED' ? 'accepted' : state === 'WORKING' ? 'running' : 'unknown';
      if (news) this.facts.add(task.run, { type: 'run.status', payload: { stage } });
      if (state === 'UNSPECIFIED')
        this.facts.diagnose('unmapped', nativeState, 'A task is in a state of an unknown name.');
      if (message) this.#notify(task, message.messageId, text);
    }
    if (message) task.told.add(message.messageId);
  }

  /** What it waits for, a person must give. */
  #ask(task: TaskRecord, state: TaskState, message: Message | undefined, text: string): void {
    const actionId = `${task.id}/${message?.messageId ?? state.toLowerCase()}`;
    if (task.question?.actionId !== actionId) {
      if (task.question) this.#resolve(task, task.question);
      task.question = { actionId };
      const title = text === '' ? 'The agent waits for something, and does not say for what.' : text;
      const auth = state === 'AUTH_REQUIRED';
      const own = embeddedQuestion(message);
      this.facts.add(task.run, {
        type: 'action.required',
        actionId,
        taskId: task.id,
        remoteTaskId: task.id,
        ...this.#agent,
        payload: {
          actionType: auth ? 'credential_request' : 'clarification',
          title,
          explanation: title,
          decisions: auth ? ['accept', 'cancel'] : ['answer', 'cancel'],
          ...own,
        },
      });
    }
    this.#resume(task);
    this.facts.add(task.run, { type: 'run.status', phase: 'waiting', payload: { stage: 'action_required' } });
  }

  #end(task: TaskRecord, state: TaskState, message: Message | undefined, text: string): void {
    this.#resume(task);
    this.artifacts.settle();
    task.standing = 'over';
    const { run } = task;
    if (state === 'COMPLETED') {
      this.artifacts.complete(task.id);
      if (message) this.#say(message, text, run);
      // The answer is in the conversation; the report of it stands among the reports only.
      if (message)
        this.#notify(task, message.messageId, text, 'completed', { runId: undefined, turnId: undefined });
      this.facts.add(run, { type: 'run.finished', phase: 'completed', payload: { outcome: 'success' } });
      return;
    }
    if (message) this.#notify(task, message.messageId, text, state === 'CANCELED' ? 'killed' : 'failed');
    if (state === 'CANCELED')
      this.facts.add(run, { type: 'run.finished', phase: 'cancelled', payload: { outcome: 'cancelled' } });
    else {
      const why = state === 'REJECTED' ? 'The agent has rejected the task.' : 'The task has failed.';
      const payload = { error: text || why, code: state.toLowerCase(), retryable: state === 'FAILED' };
      this.facts.add(run, { type: 'run.failed', payload });
    }
  }

  /** It goes on, by itself or because it was answered. */
  #resume(task: TaskRecord): void {
    if (task.standing === 'open') return;
    task.standing = 'open';
    this.facts.add(task.run, { type: 'run.started', taskId: task.id, payload: {} });
  }

  #resolve(task: TaskRecord, { actionId, answer }: Question): void {
    task.question = undefined;
    this.facts.add(task.run, {
      type: 'action.resolved',
      actionId,
      taskId: task.id,
      payload: {
        decision: answer?.decision ?? 'answer',
        // Without an answer of this page's, somebody else has given it.
        resolvedBy: answer ? 'user' : 'runtime',
        resolvedAt: new Date(this.runtime.now()).toISOString(),
        ...(answer?.reason === undefined ? {} : { reason: answer.reason }),
      },
    });
  }

  /** A message of the history: what a person said, or what the agent had reported. */
  #past(task: TaskRecord, message: Message): void {
    const { messageId, role, parts, metadata } = message;
    if (task.told.has(messageId)) return;
    task.told.add(messageId);
    this.#embedded(metadata, task.run);
    const text = textOf(parts);
    if (role === 'agent') {
      // It was the question that is open now, or one that was answered.
      if (task.question?.actionId !== `${task.id}/${messageId}`) this.#notify(task, messageId, text);
      return;
    }
    const said = { id: messageId, role, text, turnId: task.run.turnId };
    this.facts.add(task.run, { type: 'messages.snapshot', payload: { messages: [said], mode: 'window' } });
  }

  /** An agent that answers without a task. */
  #answered(message: Message, said: Said | undefined): void {
    if (message.contextId !== undefined) this.onContext(message.contextId);
    const { messageId } = said?.message ?? message;
    const run = { runId: messageId, turnId: messageId };
    if (said) this.facts.add(run, { type: 'run.started', payload: announce(said) });
    this.#embedded(message.metadata, run);
    this.#say(message, textOf(message.parts), run);
    this.artifacts.attached(message.parts, message.messageId, messageId, run);
    this.facts.add(run, { type: 'run.finished', phase: 'completed', payload: { outcome: 'success' } });
  }

  #say({ messageId }: Message, text: string, run: RunRef): void {
    if (text !== '')
      this.facts.add(run, { type: 'text.final', messageId, ...this.#agent, payload: { text } });
  }

  /** @param status how the task has ended; a report of what it does has none */
  #notify(task: TaskRecord, id: string, summary: string, status?: string, where?: object): void {
    this.facts.add(task.run, {
      type: 'worker.notification',
      workerNotificationId: id,
      taskId: task.id,
      remoteTaskId: task.id,
      ...this.#agent,
      ...where,
      payload: {
        ...(status === undefined ? {} : { status }),
        ...(summary === '' ? {} : { summary }),
        resultRef: `a2a:task:${task.id}`,
      },
    });
  }

  /** Facts that A2A has no word for, as Agent UI events in `metadata.agentui`: one, or a list. */
  #embedded(metadata: JsonObject | undefined, run: RunRef): void {
    const given = metadata?.['agentui'];
    if (given === undefined) return;
    for (const event of Array.isArray(given) ? (given as unknown[]) : [given]) {
      const fact = embeddedFact(event);
      // The question of a status is one with the task's own.
      if (fact?.type === 'action.required' && fact.actionId === undefined) continue;
      if (fact) this.facts.add(run, fact);
      else this.facts.diagnose('unmapped', 'agentui', 'An envelope is of no class of Agent UI.', 'info');
    }
  }
}

/** What an agent that knows Agent UI says of its question: the decisions, a schema, what it is about. */
function embeddedQuestion(message: Message | undefined): ActionRequired['payload'] {
  const given = message?.metadata?.['agentui'];
  const facts = (Array.isArray(given) ? (given as unknown[]) : [given]).map(embeddedFact);
  return facts.find((fact) => fact?.type === 'action.required' && fact.actionId === undefined)?.payload ?? {};
}

function announce({ clientId, message, attachments }: Said): JsonObject {
  return {
    ...(clientId === undefined ? {} : { clientId }),
    userMessage: {
      id: message.messageId,
      text: textOf(message.parts),
      ...(attachments?.length ? { attachments } : {}),
    },
  };
}
