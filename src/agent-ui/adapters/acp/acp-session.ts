import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { SentControl } from '../../events/control-request.js';
import type { AdapterOptions, AdapterSink, ControlReceipt } from '../adapter.js';
import { LateCalls } from '../late-calls.js';
import { FactWriter, type FactScope } from '../fact-writer.js';
import type { ServerFailure } from '../http-answer.js';
import { KeptDetails } from '../kept-details.js';
import { ContentMapper } from './content-mapper.js';
import { MessageMapper } from './message-mapper.js';
import { PageServer } from './page-server.js';
import { ACCEPTED, rejected, unsupported } from '../receipts.js';
import { PromptRunner } from './prompt-runner.js';
import { Questions } from './questions.js';
import { CANCELLED, LOST, type RpcLink, type RpcRequest } from './rpc-link.js';
import { SessionSettings } from './session-settings.js';
import { SubagentMapper } from './subagent-mapper.js';
import { ToolMapper } from './tool-mapper.js';
import { Turns } from './turns.js';
import { UpdateMapper } from './update-mapper.js';
import { objectAt, textAt } from './wire.js';

/** One session of an agent: what it tells, what it asks, and what a person wants of it. */
export class AcpSession {
  readonly details = new KeptDetails();
  readonly settings: SessionSettings;
  readonly subagents: SubagentMapper;
  readonly pageServer: PageServer;
  wireId: string | undefined;
  readonly #scope: FactScope;
  readonly #facts: FactWriter;
  #turns = new Turns('');
  #messages!: MessageMapper;
  #updates!: UpdateMapper;
  readonly #content: ContentMapper;
  readonly #tools: ToolMapper;
  readonly #questions: Questions;
  readonly #prompts: PromptRunner;
  readonly #calls: LateCalls;
  #link: RpcLink | undefined;
  #stale = false;
  #opened = false;
  /** Requests of the agent that wait until the page's tools have been fetched. */
  readonly #early = new Set<string>();

  constructor(
    sink: AdapterSink,
    private readonly options: AdapterOptions,
    private readonly ports: {
      /** As the host has named it; else the agent's id. */
      shownId: string | undefined;
      /** Other things can be asked for now. */
      onKinds(): void;
    },
  ) {
    const { runtime } = options;
    this.#scope = { source: 'acp', sessionId: ports.shownId, unnumbered: true, runtime };
    const facts = (this.#facts = new FactWriter(sink, this.#scope));
    this.#content = new ContentMapper(facts, this.details);
    this.#tools = new ToolMapper(facts, this.details, this.#content);
    this.#questions = new Questions(facts, runtime, this.#tools);
    this.#calls = new LateCalls(facts, runtime);
    this.pageServer = new PageServer(runtime.uuid(), facts, this.#calls);
    this.settings = new SessionSettings(facts, ports.onKinds);
    this.subagents = new SubagentMapper(
      facts,
      () => this.#turns.current.run,
      () => this.#scope.sessionId,
      ports.onKinds,
    );
    this.#prompts = new PromptRunner({
      options,
      facts,
      tools: this.#tools,
      questions: this.#questions,
      wireId: () => this.wireId,
      begin: (text) => this.#turns.begin(text),
      closeMessages: () => this.#messages.closeAll(),
      envelopes: (given) => this.#updates.envelopes(given),
      setMode: async (mode) => {
        const request = this.settings.requestFor(mode);
        if (request) await this.#set(request);
      },
    });
    this.#startTurns('');
  }

  get isStale(): boolean {
    return this.#stale;
  }

  flush(): void {
    this.#facts.flush();
  }

  odd(code: string, key: string, message: string): void {
    this.#facts.diagnose(code, key, message, code === 'duplicates' ? 'info' : 'warn');
    if (code === 'repeated') this.#markStale(true);
  }

  notified(method: string, params: JsonObject): void {
    if (method === 'session/update') {
      if (params['sessionId'] === this.wireId) this.#prompts.heard();
      this.#updates.take(params);
    } else if (method === 'elicitation/complete') {
      this.#questions.completed(textAt(params, 'elicitationId') ?? '');
    } else if (method === '$/cancel_request') {
      const { requestId } = params;
      const key = `${typeof requestId}:${String(requestId)}`;
      this.#questions.takenBack(key);
      if (!this.#early.delete(key)) this.pageServer.cancel(key);
    } else {
      this.#facts.diagnose('unmapped', method, `This version does not show ${method.slice(0, 80)}.`, 'info');
    }
  }

  /** False: that is not done here. */
  asked(request: RpcRequest): boolean {
    const { method, params } = request;
    const sessionId = textAt(params, 'sessionId');
    const agentId = sessionId === undefined || sessionId === this.wireId ? undefined : sessionId;
    if (method === 'mcp/message') {
      if (params['serverId'] !== this.pageServer.serverId) return false;
      const answer = () => {
        const { isRunning, offer } = this.#prompts;
        const offered = isRunning ? offer : this.options.clientTools()?.offer();
        this.pageServer.take(request, offered, this.#turns.current.run);
      };
      // An agent may ask for the tools only once.
      const ready = this.options.clientTools()?.ready;
      if (!ready) {
        answer();
        return true;
      }
      const { key } = request;
      this.#early.add(key);
      const late = () => (this.#early.delete(key) ? answer() : request.answer({ failure: CANCELLED }));
      void ready.then(late, late);
      return true;
    }
    if (method !== 'session/request_permission' && method !== 'elicitation/create') return false;
    this.#prompts.heard();
    this.#messages.closeLane(agentId);
    const { run } = this.#turns.current;
    if (method === 'elicitation/create') this.#questions.elicitation(request, run, agentId);
    else this.#questions.permission(request, run, agentId);
    this.#updates.stage(
      'action_required',
      'waiting',
      textAt(objectAt(params, 'toolCall') ?? {}, 'toolCallId'),
    );
    return true;
  }

  startReplay(wireId: string): void {
    this.#adopt(wireId);
    this.#messages.startReplay();
  }

  /** @param whole the agent has told all of it */
  endReplay(whole: boolean): void {
    this.#messages.endReplay();
    this.#prompts.settle();
    if (whole) this.#markStale(false);
    this.#facts.add(undefined, { type: 'session.hydrated', payload: { stage: whole ? 'H2' : 'H0' } });
    this.flush();
  }

  /** @param how `another`: the agent does not know, or cannot load, the one that was wanted */
  opened(wireId: string, result: unknown, how: 'new' | 'loaded' | 'resumed' | 'another'): void {
    this.#adopt(wireId);
    if (!this.#opened) this.#facts.add(undefined, { type: 'session.opened', payload: {} });
    this.#opened = true;
    if (how === 'another' || (how === 'new' && this.#stale)) {
      const message =
        'The agent cannot go on with the session; it begins a new one, and knows nothing of the old.';
      this.odd(this.#stale ? 'context_lost' : 'not_loaded', 'session', message);
    } else if (how === 'resumed') {
      // It goes on, and what was said while nobody listened is not told.
      this.#facts.add(undefined, { type: 'session.updated', payload: { messages: 'unavailable' } });
    }
    if (isJsonObject(result)) this.settings.opened(result);
    this.flush();
  }

  connected(link: RpcLink, agent: JsonObject): void {
    this.#link = link;
    this.#prompts.connected(link, agent);
    this.flush();
  }

  /** @param loads what went under can be told again */
  disconnected(loads: boolean): void {
    this.#link = undefined;
    this.#questions.cancelAll('runtime', 'The connection to the agent was lost; it has no answer.');
    this.pageServer.cancelAll();
    if (this.#opened) this.#markStale(true);
    this.#prompts.disconnected(loads);
    this.flush();
  }

  /** There will be no connection any more. */
  gone(failure: ServerFailure): void {
    this.#prompts.fail(failure);
    this.flush();
  }

  listed(sessions: readonly JsonObject[]): void {
    for (const session of sessions) {
      const sessionId = textAt(session, 'sessionId');
      if (sessionId === undefined || sessionId === this.wireId) continue;
      const [title, lastActivity, workspace] = ['title', 'updatedAt', 'cwd'].map((key) =>
        textAt(session, key),
      );
      this.#facts.add(undefined, {
        type: 'session.updated',
        sessionId,
        payload: {
          title,
          lastActivity,
          workspace,
          status: session['archived'] === true ? 'archived' : 'recent',
        },
      });
    }
    this.flush();
  }

  close(): void {
    this.pageServer.cancelAll();
    this.#prompts.close();
    this.#facts.close();
  }

  async control(request: SentControl): Promise<ControlReceipt> {
    switch (request.kind) {
      case 'send':
        return this.#prompts.send(request);
      case 'interrupt':
        return this.#interrupt();
      case 'respond':
        return this.#respond(request.actionId, request.decision, request.payload);
      case 'stop':
        return this.#stop(request.agentId);
      case 'edit.policy':
        return this.#setPolicy(request.change);
      case 'steer':
        return unsupported('ACP cannot steer a turn. Queue the text, or stop the turn first.');
      default:
        return (
          (await this.#prompts.queue.control(request)) ?? unsupported(`ACP has no word for ${request.kind}.`)
        );
    }
  }

  #interrupt(): ControlReceipt {
    const receipt = this.#prompts.interrupt();
    if (receipt.status === 'accepted') this.pageServer.cancelAll();
    this.flush();
    return receipt;
  }

  #respond(actionId: string, decision: string, payload: unknown): ControlReceipt {
    if (this.#calls.respond(actionId, decision, payload)) return ACCEPTED;
    const known = this.#questions.respond(actionId, decision, payload);
    if (known && this.#questions.size === 0) this.#updates.stage('running');
    this.flush();
    return known ? ACCEPTED : rejected('Nobody asks that any more.');
  }

  #stop(agentId: string | undefined): ControlReceipt {
    if (agentId === undefined || !this.subagents.canStop(agentId) || !this.#link)
      return { status: 'unsupported', reason: 'The agent lets nobody stop that.' };
    this.#link.notify('session/cancel', { sessionId: agentId });
    return ACCEPTED;
  }

  async #setPolicy(change: Readonly<Record<string, unknown>>): Promise<ControlReceipt> {
    for (const [key, value] of Object.entries(change)) {
      const request =
        key === 'mode' && typeof value === 'string'
          ? this.settings.requestFor(value)
          : this.settings.requestToSet(key, value);
      if (!request) return rejected(`The agent has no ${key.slice(0, 80)} of that name.`);
      const reason = await this.#set(request);
      if (reason !== undefined) return rejected(reason);
    }
    return ACCEPTED;
  }

  /** Settles with why it could not be set. Agents that answer need not say it again in an update. */
  async #set({ method, params }: { method: string; params: JsonObject }): Promise<string | undefined> {
    if (!this.#link) return LOST.message;
    const answer = await this.#link.request(method, { sessionId: this.wireId, ...params });
    if ('failure' in answer) return answer.failure.message;
    this.settings.set(params, answer.result);
    this.flush();
    return undefined;
  }

  #markStale(stale: boolean): void {
    if (this.#stale === stale) return;
    this.#stale = stale;
    this.#facts.add(undefined, { type: 'session.updated', payload: { stale } });
  }

  /** Every fact is of the session that is shown; ids of turns begin with the agent's own. */
  #adopt(wireId: string): void {
    if (this.wireId === wireId) return;
    this.wireId = wireId;
    this.#scope.sessionId ??= wireId;
    this.#startTurns(wireId);
  }

  #startTurns(base: string): void {
    const facts = this.#facts;
    const { settings, subagents, details } = this;
    const turns = (this.#turns = new Turns(base));
    const onRepeated = () => this.odd('repeated', 'message', 'A message of a turn that is over came again.');
    this.#messages = new MessageMapper(facts, turns, this.#content, onRepeated);
    this.#updates = new UpdateMapper({
      facts,
      turns,
      messages: this.#messages,
      tools: this.#tools,
      settings,
      subagents,
      details,
      wireId: () => this.wireId ?? '',
    });
  }
}
