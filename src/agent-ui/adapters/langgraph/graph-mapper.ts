import { isJsonObject, isPollutingKey, type JsonObject } from '../../../base/json.js';
import type { RunRef } from '../fact-writer.js';
import type { ServerFailure } from '../http-answer.js';
import { CallMapper, errorText } from './call-mapper.js';
import { tellCustom } from './custom-channel.js';
import type { GraphPorts } from './graph-ports.js';
import { MessageMapper } from './message-mapper.js';
import { turnOf, type Thread } from './thread.js';
import { SeenEvents } from './seen-events.js';
import { TeamMapper } from './team-mapper.js';
import type { TimedFacts } from './timed-facts.js';
import { checkpointId, given, listOf, textField, type GraphEvent } from './wire.js';

export type Outcome = 'success' | 'interrupt' | 'cancelled' | 'failed' | 'unknown';

const NO_MESSAGES = new Set(['messages', '__interrupt__']);

/** Maps what a thread's graphs say. Whatever comes, nothing is thrown. */
export class GraphMapper implements Thread {
  readonly facts: TimedFacts;
  readonly agents: Set<string>;
  readonly turns = new Map<string, string>();
  readonly messages: MessageMapper;
  readonly #calls: CallMapper;
  readonly #team: TeamMapper;
  run: Partial<RunRef> = {};
  /** How the last run ended; `undefined` while one is at work. */
  outcome: Outcome | undefined = 'unknown';
  /** A person has stopped the run: however it ends, that is why. */
  cancelling = false;
  #expected: { run: RunRef; announce: JsonObject } | undefined;
  /** A run that was joined late has ended: the thread's state must say what it has left open. */
  awaitsState: 'completed' | 'interrupted' | undefined;
  /** Of the run nobody here has heard the beginning. */
  #inPart = false;
  #joins = false;
  readonly #seen = new SeenEvents();
  #checkpoint: string | undefined;
  #stale = false;

  constructor(private readonly ports: GraphPorts) {
    this.facts = ports.facts;
    this.agents = new Set(ports.agents);
    this.#team = new TeamMapper(this);
    this.#calls = new CallMapper(this);
    this.messages = new MessageMapper(this, this.#calls);
  }

  /** Where a stream that broke off goes on; none before the first event. */
  get lastSeq(): number | undefined {
    return this.#seen.last;
  }

  agentOf(namespace: readonly string[]): { agentId: string; agentName: string } | undefined {
    return this.#team.agentOf(namespace);
  }

  pageTool(name: string): { title?: string } | undefined {
    const { offered, titleOf } = this.ports;
    return offered(name) ? { title: titleOf(name) } : undefined;
  }

  gap(): void {
    this.#stale = true;
    this.ports.setStale(true);
  }

  /** A run was asked for: what comes next is its beginning, whether the server's yes has come or not. */
  expect(run: RunRef, announce: JsonObject): void {
    this.#expected = { run, announce };
  }

  /** The server would not have it. */
  unexpect(): void {
    this.#expected = undefined;
  }

  /** The thread's state has been read, or cannot be: what is known of the run is all there is. */
  whole(): void {
    const said = this.awaitsState;
    this.#inPart = false;
    this.awaitsState = undefined;
    this.finish(said);
  }

  /** A stream is joined at a place that nobody knows: a run may be going on there. */
  joins(): void {
    this.#joins = true;
  }

  /** The run that was asked for begins. */
  begin(): void {
    if (!this.#expected) return;
    const { run, announce } = this.#expected;
    this.#expected = undefined;
    this.#start(run, announce);
  }

  #start(run: RunRef, announce: JsonObject): void {
    this.run = run;
    this.cancelling = this.#joins = this.#inPart = false;
    this.awaitsState = undefined;
    this.outcome = undefined;
    this.facts.add(run, { type: 'run.started', runtimeEntity: 'agent_turn', payload: announce });
  }

  take(event: GraphEvent | undefined): void {
    if (!event) {
      this.facts.diagnose('malformed', 'frame', 'A frame is no event of a graph.');
      return;
    }
    if (this.#seen.has(event)) return;
    this.facts.at = event.timestamp;
    this.#event(event);
    this.facts.at = undefined;
  }

  #event(event: GraphEvent): void {
    const { method, namespace } = event;
    const { data } = event;
    if (this.outcome !== undefined && this.#beginsRun(event)) this.#join(event);
    if (event.classic && namespace.length > 0) this.#team.spawn(namespace, undefined);
    switch (method) {
      case 'lifecycle':
        this.#lifecycle(event, isJsonObject(data) ? data : {});
        break;
      case 'messages':
        if (event.classic) this.#chunk(event, data);
        else if (isJsonObject(data)) this.messages.event(event, data);
        break;
      case 'tools':
        if (isJsonObject(data)) this.#calls.event(data, this.agentOf(namespace)?.agentId);
        break;
      case 'values':
        this.#values(event, isJsonObject(data) ? data : {});
        break;
      case 'updates':
        this.#updates(event, isJsonObject(data) ? data : {});
        break;
      case 'tasks':
        this.#task(event, isJsonObject(data) ? data : {});
        break;
      case 'checkpoints':
        if (isJsonObject(data) && namespace.length === 0)
          this.#checkpoint = checkpointId(data) ?? this.#checkpoint;
        break;
      case 'debug':
        this.#debug(event, isJsonObject(data) ? data : {});
        break;
      case 'input.requested':
        if (isJsonObject(data)) this.#ask({ id: data['interrupt_id'], value: data['payload'] }, namespace);
        break;
      case 'input.answered':
        if (isJsonObject(data) && Array.isArray(data['interrupt_ids'])) {
          this.ports.interrupts.settle(this.facts, this.ports.now(), data['interrupt_ids']);
        }
        break;
      case 'error':
        this.fail({ code: 'error', message: errorText(data) ?? 'The agent failed.', retryable: true });
        break;
      // What a classic stream says about itself.
      case 'metadata':
      case 'end':
        break;
      default:
        if (method === 'custom' || method.startsWith('custom:')) tellCustom(this, this.#calls, data);
        else
          this.facts.diagnose(
            'unmapped',
            method,
            `This version does not show ${method.slice(0, 80)}.`,
            'info',
          );
    }
  }

  /** The run is over, by the graph's word. Open questions are no completion, and of a run that was joined late
   * there may be some that nobody here has heard: those the thread's state must tell first. */
  finish(said: 'completed' | 'interrupted' = 'completed'): void {
    if (this.outcome !== undefined) return;
    if (this.#inPart) {
      this.awaitsState = said;
      return;
    }
    if (this.cancelling) {
      this.cancel();
      return;
    }
    this.#settle('complete');
    const { interrupts } = this.ports;
    interrupts.settle(this.facts, this.ports.now());
    const waits = said === 'interrupted' || interrupts.size > 0;
    this.outcome = waits ? 'interrupt' : 'success';
    const payload = waits ? { outcome: 'interrupt', continues: true } : { outcome: 'success' };
    this.facts.add(this.run, { type: 'run.finished', phase: waits ? 'waiting' : 'completed', payload });
    this.facts.settleDiagnostics();
  }

  /** The connection is lost for good; what was said was read from the thread's state. */
  repaired(): void {
    if (this.outcome !== undefined) return;
    this.#settle('cut');
    this.outcome = 'unknown';
    const detail = 'The connection was lost; what is shown is what the server has kept.';
    this.facts.add(this.run, {
      type: 'run.finished',
      phase: 'completed',
      payload: { outcome: 'unknown', detail },
    });
  }

  cancel(): void {
    if (this.outcome !== undefined) return;
    this.#settle('cut');
    this.outcome = 'cancelled';
    this.facts.add(this.run, { type: 'run.finished', phase: 'cancelled', payload: { outcome: 'cancelled' } });
  }

  /** The run ends as failed; what it said stays, incomplete. */
  fail({ code, message, retryable }: ServerFailure): void {
    if (this.outcome !== undefined) return;
    if (this.cancelling) {
      this.cancel();
      return;
    }
    this.#settle('cut');
    this.outcome = 'failed';
    this.facts.add(this.run, { type: 'run.failed', payload: { error: message, code, retryable } });
    this.facts.settleDiagnostics();
  }

  /** A thread's state, as its server has it: `values`, and what is asked. */
  state({ values, tasks }: JsonObject): void {
    const event: GraphEvent = { method: 'values', namespace: [], data: values, classic: true };
    if (isJsonObject(values)) this.#values(event, values);
    const last = [...this.turns.values()].at(-1);
    if (this.run.runId === undefined && last !== undefined) this.run = { turnId: last };
    for (const task of listOf(tasks)) {
      for (const interrupt of listOf(task['interrupts'])) this.#ask(interrupt, []);
    }
  }

  #beginsRun({ method, namespace, data, classic }: GraphEvent): boolean {
    if (method === 'lifecycle' && namespace.length === 0) {
      return this.#expected !== undefined || (isJsonObject(data) && data['event'] === 'running');
    }
    // A subscription begins with the state as it is, which is not yet the run's.
    const awaited = this.#expected !== undefined || this.#joins;
    return (
      awaited &&
      (classic ? method !== 'metadata' : /^(?:lifecycle|messages|tools|tasks|updates)$/.test(method))
    );
  }

  /** A run that nobody here has asked for: of another page, or of before this one was loaded. */
  #join(event: GraphEvent): void {
    if (this.#expected) {
      this.begin();
      return;
    }
    const fromStart = event.method === 'lifecycle' && event.namespace.length === 0;
    const runId = this.ports.uuid();
    const asked = [...this.turns.values()].at(-1);
    this.#start({ runId, turnId: asked ?? turnOf(runId) }, {});
    // The end of a classic stream leaves questions open that its updates have told.
    this.#inPart = !fromStart && !event.classic;
  }

  #lifecycle({ namespace }: GraphEvent, data: JsonObject): void {
    const event = String(data['event']);
    const failure = textField(data, 'error');
    if (namespace.length === 0) {
      if (event === 'running' || event === 'started') this.#status('running');
      else if (event === 'completed' || event === 'interrupted') this.finish(event);
      else if (event === 'failed')
        this.fail({ code: 'failed', message: failure ?? 'The agent failed.', retryable: true });
      return;
    }
    const agent = this.agentOf(namespace);
    if (!agent || namespace.length > 1) {
      if (event === 'started') this.#status('running', textField(data, 'graph_name'), namespace.join('|'));
      return;
    }
    this.#team.lifecycle(namespace, event, data['cause'], failure);
  }

  #chunk(event: GraphEvent, data: unknown): void {
    const [message, metadata] = Array.isArray(data) ? (data as unknown[]) : [data];
    if (!isJsonObject(message)) return;
    // Without subgraphs in the stream, the place of a chunk is in its metadata.
    const place = isJsonObject(metadata) ? textField(metadata, 'langgraph_checkpoint_ns') : undefined;
    const namespace = event.namespace.length > 0 || place === undefined ? event.namespace : place.split('|');
    if (namespace !== event.namespace) this.#team.spawn(namespace, undefined);
    this.messages.chunk({ ...event, namespace }, message);
  }

  #values(event: GraphEvent, values: JsonObject): void {
    const root = event.namespace.length === 0;
    for (const interrupt of listOf(values['__interrupt__'])) this.#ask(interrupt, event.namespace);
    const { messages } = values;
    if (Array.isArray(messages)) {
      this.#noteAgents(values);
      this.messages.list(listOf(messages), event, root);
      if (root && this.#stale) {
        this.#stale = false;
        this.ports.setStale(false);
      }
    }
    if (!root) return;
    const state = Object.fromEntries(
      Object.entries(values).filter(([key]) => !NO_MESSAGES.has(key) && !isPollutingKey(key)),
    );
    if (Object.keys(state).length === 0) return;
    this.facts.add(undefined, {
      type: 'state.snapshot',
      payload: { ...given('version', this.#checkpoint), state },
    });
  }

  /** Swarms say in their state whose turn it is. */
  #noteAgents(values: JsonObject): void {
    const active = textField(values, 'activeAgent') ?? textField(values, 'active_agent');
    if (active !== undefined) this.agents.add(active);
  }

  /** The state comes with `values`, with its reducers applied; here are messages, questions and ends of teammates. */
  #updates(event: GraphEvent, data: JsonObject): void {
    const entries: [string, unknown][] =
      !event.classic && 'values' in data
        ? [[textField(data, 'node') ?? '', data['values']]]
        : Object.entries(data);
    for (const [node, update] of entries) {
      if (node === '__interrupt__') {
        for (const interrupt of listOf(update)) this.#ask(interrupt, event.namespace);
        continue;
      }
      this.ports.interrupts.settle(this.facts, this.ports.now());
      for (const part of Array.isArray(update) ? listOf(update) : [update]) {
        if (!isJsonObject(part)) continue;
        this.#noteAgents(part);
        if (Array.isArray(part['messages'])) this.messages.list(listOf(part['messages']), event);
        else if (isJsonObject(part['messages'])) this.messages.list([part['messages']], event);
      }
      if (!event.classic || event.namespace.length > 0) continue;
      this.#team.stepped(node);
    }
  }

  #task({ namespace }: GraphEvent, data: JsonObject): void {
    for (const interrupt of listOf(data['interrupts'])) this.#ask(interrupt, namespace);
    const name = textField(data, 'name');
    const ended = 'result' in data || 'error' in data;
    if (!ended) {
      this.#status('running', name, textField(data, 'id'));
      return;
    }
    const { error } = data;
    const kind = isJsonObject(error)
      ? textField(error, 'name')
      : typeof error === 'string'
        ? error
        : undefined;
    // A command for the parent graph is how one agent hands over to another.
    if (error === null || error === undefined || /ParentCommand/.test(kind ?? '')) return;
    const detail = errorText(error) ?? kind;
    this.facts.add(this.run, {
      type: 'run.status',
      payload: { stage: 'running', ...given('detail', detail) },
    });
  }

  #debug(event: GraphEvent, { type, payload }: JsonObject): void {
    if (!isJsonObject(payload)) return;
    const method = type === 'checkpoint' ? 'checkpoints' : 'tasks';
    this.take({ ...event, method, data: payload, seq: undefined });
  }

  #ask(interrupt: JsonObject, namespace: readonly string[]): void {
    const id = textField(interrupt, 'id') ?? textField(interrupt, 'interrupt_id');
    if (id === undefined || isPollutingKey(id)) {
      this.facts.diagnose('malformed', 'interrupt', 'An interrupt has no id, so that nobody can answer it.');
      return;
    }
    const { interrupts, offered } = this.ports;
    interrupts.ask(this.facts, id, interrupt['value'], namespace, this.run, offered);
  }

  #status(stage: 'running', title?: string, stepId?: string): void {
    this.facts.add(this.run, {
      type: 'run.status',
      ...(stepId === undefined ? {} : { stepId }),
      payload: { stage, ...given('title', title) },
    });
  }

  #settle(how: 'complete' | 'cut'): void {
    this.messages.close(how);
    this.#calls.settle();
  }
}
