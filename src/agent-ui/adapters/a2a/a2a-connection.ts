import { isJsonObject } from '../../../base/json.js';
import type { MessageExtras, SentControl } from '../../events/control-request.js';
import type { A2aOptions } from '../a2a.js';
import type {
  AdapterConnection,
  AdapterOptions,
  AdapterSink,
  ControlReceipt,
  Detail,
  HydrateOptions,
} from '../adapter.js';
import { CodedError } from '../../../base/coded-error.js';
import { FactWriter, type FactScope } from '../fact-writer.js';
import { readCard, type AgentCard } from './agent-card.js';
import { detailOf } from './artifact-mapper.js';
import { decodeTask } from './decode.js';
import { answerParts, partsOf } from './outgoing.js';
import { RpcClient } from './rpc-client.js';
import { ACCEPTED, rejected } from '../receipts.js';
import { TaskFollower } from './task-follower.js';
import { TaskMapper, type TaskRecord } from './task-mapper.js';
import { objects, textAt, type Part } from './wire.js';

/** `a2a:task:<task>` and `a2a:artifact:<task>/<artifact>`. */
const DETAIL_REF = /^a2a:(task|artifact):([^/]+)(?:\/(.+))?$/;
/** Refusals of an agent that keeps no list of tasks. */
const NO_LIST: ReadonlySet<string> = new Set(['rpc_-32601', 'rpc_-32004', 'rpc_-32009']);

/** One agent, and one conversation with it: what a person asks for, and what its tasks come to. */
export class A2aConnection implements AdapterConnection {
  readonly #scope: FactScope;
  readonly #facts: FactWriter;
  readonly #mapper: TaskMapper;
  readonly #client: RpcClient;
  readonly #follower: TaskFollower;
  readonly #abort = new AbortController();
  readonly #introduced: Promise<void>;
  #card: AgentCard | undefined;
  #contextId: string | undefined;
  #opened = false;
  #stale = false;

  constructor(
    private readonly settings: A2aOptions,
    private readonly sink: AdapterSink,
    private readonly options: AdapterOptions,
  ) {
    const { runtime, sessionId, sessionNamed, signal } = options;
    const named = sessionNamed === false ? undefined : sessionId;
    this.#contextId = settings.contextId ?? named;
    this.#scope = { source: 'a2a', sessionId: named, agentId: settings.agentId, unnumbered: true, runtime };
    const facts = (this.#facts = new FactWriter(sink, this.#scope));
    this.#mapper = new TaskMapper(facts, this.#scope, runtime, (contextId) => this.#adopt(contextId));
    const { protocolVersion } = settings;
    this.#client = new RpcClient(
      settings,
      runtime,
      protocolVersion ?? '1.0',
      protocolVersion === undefined,
      () =>
        facts.diagnose('version', 'version', 'The agent refused A2A 1.0, and is spoken to in 0.3.', 'info'),
    );
    this.#follower = new TaskFollower({
      client: this.#client,
      mapper: this.#mapper,
      facts,
      runtime,
      signal: this.#abort.signal,
      backoff: settings.backoff,
      streams: () => this.#card?.streams !== false,
      stale: (why) => this.#markStale(why),
    });
    sink.capabilities({
      controls: {
        send: 'native',
        respond: 'native',
        interrupt: 'native',
        stop: 'native',
        steer: 'native',
        continue_agent: 'native',
      },
    });
    sink.state('live');
    if (signal.aborted) void this.close();
    else signal.addEventListener('abort', () => void this.close(), { once: true });
    this.#introduced = this.#introduce();
  }

  async control(request: SentControl): Promise<ControlReceipt> {
    await this.#introduced;
    if (this.#abort.signal.aborted) return rejected('The connection is closed.');
    switch (request.kind) {
      case 'send':
        return this.#send(request.text, request, request.clientId, this.#waiting);
      case 'steer':
        return this.#steer(request);
      case 'continue_agent': {
        const task = this.#mapper.find(request.taskId ?? '');
        if (!task || task.standing === 'over') return rejected('There is no task that could go on.');
        return this.#send(request.text ?? 'continue', {}, undefined, task);
      }
      case 'respond':
        return this.#respond(request.actionId, request.decision, request.payload);
      case 'interrupt':
        return this.#cancel(this.#mapper.find(request.runId ?? '') ?? this.#open);
      case 'stop':
        return this.#cancel(this.#mapper.find(request.taskId ?? ''));
      default:
        return { status: 'unsupported', reason: `A2A has no word for ${request.kind}.` };
    }
  }

  /** The tasks of the conversation, where the agent keeps a list of them. */
  async hydrate({ limit, signal }: HydrateOptions = {}): Promise<ControlReceipt | undefined> {
    await this.#introduced;
    const contextId = this.#contextId;
    if (contextId === undefined) return undefined;
    const page = { contextId, includeArtifacts: true, ...(limit === undefined ? {} : { pageSize: limit }) };
    const both = signal ? AbortSignal.any([signal, this.#abort.signal]) : this.#abort.signal;
    const answer = await this.#client.call('ListTasks', () => page, both);
    if (both.aborted) return rejected('Nobody waits for that any more.');
    if ('failure' in answer)
      return NO_LIST.has(answer.failure.code) ? undefined : rejected(answer.failure.message);
    const result = isJsonObject(answer.result) ? answer.result : {};
    const tasks = objects(result['tasks']).flatMap((task) => decodeTask(task) ?? []);
    // The newest comes first.
    tasks.sort((a, b) => compare(a.status?.timestamp ?? '', b.status?.timestamp ?? ''));
    for (const task of tasks) {
      const record = this.#mapper.take({ task });
      if (record) this.#follower.follow(record);
    }
    const truncated = textAt(result, 'nextPageToken') !== undefined;
    this.#facts.add(undefined, { type: 'session.hydrated', payload: { stage: 'H2', truncated } });
    this.#mapper.flush();
    return ACCEPTED;
  }

  /** An artifact, as it has come or as the agent still has it; a task, as it stands now. */
  async detail(ref: string, { signal }: { signal?: AbortSignal } = {}): Promise<Detail> {
    const kept = this.#mapper.artifacts.detail(ref);
    if (kept) return kept;
    const [, kind, id, artifactId] = DETAIL_REF.exec(ref) ?? [];
    if (id === undefined) throw new CodedError('not_found', 'There is no such detail.');
    const both = signal ? AbortSignal.any([signal, this.#abort.signal]) : this.#abort.signal;
    const answer = await this.#client.call('GetTask', () => ({ id }), both);
    if ('failure' in answer) throw new CodedError(answer.failure.code, answer.failure.message);
    if (kind === 'task')
      return { contentType: 'application/json', text: JSON.stringify(answer.result, undefined, 2) };
    const found = decodeTask(answer.result)?.artifacts.find((artifact) => artifact.artifactId === artifactId);
    if (!found) throw new CodedError('not_found', 'The agent does not have this any more.');
    return detailOf(found.parts);
  }

  close(): Promise<void> {
    if (!this.#abort.signal.aborted) {
      this.#facts.close();
      this.#abort.abort();
      this.#follower.close();
      this.sink.state('closed');
    }
    return Promise.resolve();
  }

  /** Who it is, what it can do, and how it is spoken to. */
  async #introduce(): Promise<void> {
    const { cardUrl, agentId, protocolVersion } = this.settings;
    if (cardUrl === false) return;
    const card = await readCard(this.settings, this.#abort.signal);
    if (typeof card === 'string') {
      this.#facts.diagnose('no_card', 'card', `The agent shows no card: ${card}`, 'info');
      this.#facts.flush();
      return;
    }
    this.#card = card;
    if (protocolVersion === undefined && card.version) this.#client.version = card.version;
    this.#mapper.setAgent(agentId ?? `a2a:${card.name}`);
    this.#facts.add(undefined, {
      type: 'agent.changed',
      agentName: card.name,
      agentSource: 'a2a-card',
      topology: 'remote_teammate',
      payload: { cardRef: card.ref, capability: card.capability },
    });
    this.#facts.flush();
  }

  async #send(
    text: string,
    extras: MessageExtras,
    clientId: string | undefined,
    task: TaskRecord | undefined,
  ): Promise<ControlReceipt> {
    return this.#say(partsOf(text, extras), clientId, task, extras.attachments);
  }

  async #say(
    parts: readonly Part[],
    clientId: string | undefined,
    task: TaskRecord | undefined,
    attachments?: readonly unknown[],
    answer: { decision: string; reason?: string } = { decision: 'answer' },
  ): Promise<ControlReceipt> {
    const question = task?.question;
    const metadata = { agentui: { actionId: question?.actionId, decision: answer.decision } };
    const message = {
      messageId: this.options.runtime.uuid(),
      role: 'user' as const,
      parts,
      ...(this.#contextId === undefined ? {} : { contextId: this.#contextId }),
      ...(task ? { taskId: task.id } : {}),
      ...(question ? { metadata } : {}),
    };
    if (question) question.answer = answer;
    const receipt = await this.#follower.send({ clientId, message, attachments });
    if (question && receipt.status !== 'accepted') question.answer = undefined;
    return receipt;
  }

  /** A message on a working task: what the agent makes of it, its updates will show. */
  async #steer(request: SentControl & { kind: 'steer' }): Promise<ControlReceipt> {
    const { clientId, text, runId } = request;
    const task = runId === undefined ? this.#open : this.#mapper.find(runId);
    if (!task || task.standing !== 'open') return rejected('Nothing is running.');
    const receipt = await this.#send(text, request, clientId, task);
    if (receipt.status === 'accepted') {
      const steer = { id: clientId, targetRunId: task.run.runId, text, state: 'accepted' };
      this.#facts.add(task.run, { type: 'queue.changed', payload: { steer: [steer] } });
      this.#facts.flush();
    }
    return receipt;
  }

  async #respond(actionId: string, decision: string, payload: unknown): Promise<ControlReceipt> {
    const task = [...this.#mapper.tasks].find(({ question }) => question?.actionId === actionId);
    const question = task?.question;
    if (!question) return rejected('Nobody asks that any more.');
    if (question.answer) return rejected('The answer is on its way already.');
    const reason = isJsonObject(payload) ? textAt(payload, 'reason') : undefined;
    const answer = { decision, ...(reason === undefined ? {} : { reason }) };
    if (!/^cancel(?:led)?$/.test(decision))
      return this.#say(answerParts(decision, payload), undefined, task, undefined, answer);
    question.answer = answer;
    const receipt = await this.#cancel(task);
    if (receipt.status !== 'accepted') question.answer = undefined;
    return receipt;
  }

  /** Cancelling is the agent's to do: its state says whether it has. */
  async #cancel(task: TaskRecord | undefined): Promise<ControlReceipt> {
    if (!task || task.standing === 'over') return rejected('Nothing is running.');
    const answer = await this.#client.call('CancelTask', () => ({ id: task.id }), this.#abort.signal);
    if ('failure' in answer) return rejected(answer.failure.message);
    const now = decodeTask(answer.result);
    if (now) this.#mapper.take({ task: now });
    this.#mapper.flush();
    return ACCEPTED;
  }

  /** The task that was begun last and goes on. */
  get #open(): TaskRecord | undefined {
    return [...this.#mapper.tasks].filter(({ standing }) => standing === 'open').at(-1);
  }

  /** The one task that asks for something: what a person says next is said to it. */
  get #waiting(): TaskRecord | undefined {
    const asking = [...this.#mapper.tasks].filter(({ question }) => question !== undefined);
    return asking.length === 1 ? asking[0] : undefined;
  }

  #adopt(contextId: string): void {
    this.#contextId = contextId;
    this.#scope.sessionId ??= contextId;
    if (this.#opened) return;
    this.#opened = true;
    const title = this.#card?.name;
    this.#facts.add(undefined, { type: 'session.opened', payload: title === undefined ? {} : { title } });
  }

  #markStale(why: string | undefined): void {
    const stale = why !== undefined;
    if (this.#stale === stale) return;
    this.#stale = stale;
    this.#facts.add(undefined, { type: 'session.updated', payload: { stale } });
    this.#facts.flush();
    this.sink.state(stale ? 'reconnecting' : 'live', why);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
