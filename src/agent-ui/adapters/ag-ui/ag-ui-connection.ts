import type {
  AdapterConnection,
  AdapterOptions,
  AdapterSink,
  ControlReceipt,
  ControlRequest,
  HydrateOptions,
} from '../adapter.js';
import { messageOf } from '../../../base/coded-error.js';
import { redactText } from '../../../base/redact.js';
import { ClientCallRunner } from '../client-call-runner.js';
import { FactWriter } from '../fact-writer.js';
import type { MessageExtras } from '../../events/control-request.js';
import { carriedBy, contentParts } from './message-content.js';
import { LocalQueue } from '../local-queue.js';
import { OpenQuestions } from './open-questions.js';
import { controlsOf, takesTools, type AgentCapabilities } from './capabilities.js';
import { Thread } from './thread.js';
import { Turn } from './turn.js';
import { ACCEPTED, rejected, TurnRunner, type RunSettings } from './turn-runner.js';

export interface ConnectionSettings extends RunSettings {
  threadId?: string;
  agentId?: string;
  capabilities?: AgentCapabilities | (() => AgentCapabilities | Promise<AgentCapabilities>);
}

/** Something that a person says. */
type Said = MessageExtras & { clientId: string; text: string };

const NOT_QUEUED = rejected('It is not in the queue any more.');

/** One thread at one server: what a person asks for, and whether it can be had now. */
export class AgUiConnection implements AdapterConnection {
  readonly #facts: FactWriter;
  readonly #thread: Thread;
  readonly #questions = new OpenQuestions();
  readonly #queue: LocalQueue;
  readonly #calls: ClientCallRunner;
  readonly #runner: TurnRunner;
  #closed = false;
  /** The thread is being read. */
  #loading: Promise<unknown> | undefined;
  #capabilities: AgentCapabilities = {};
  /** What the agent takes beyond AG-UI, and has not been told yet. */
  #carriedControls: ControlRequest[] = [];

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly sink: AdapterSink,
    private readonly options: AdapterOptions,
  ) {
    const { runtime, sessionId, signal } = options;
    const { threadId = sessionId, agentId } = settings;
    this.#facts = new FactWriter(sink, { source: 'ag-ui', sessionId, threadId, agentId, runtime });
    this.#thread = new Thread(this.#facts);
    this.#queue = new LocalQueue(this.#facts);
    this.#calls = new ClientCallRunner(this.#facts, runtime);
    this.#runner = new TurnRunner({
      settings,
      threadId,
      sink,
      options,
      facts: this.#facts,
      thread: this.#thread,
      questions: this.#questions,
      calls: this.#calls,
      withoutTools: () => !takesTools(this.#capabilities),
      onIdle: () => void this.#drain(),
    });
    if (signal.aborted) void this.close();
    else signal.addEventListener('abort', () => void this.close(), { once: true });
  }

  /** Says what can be asked here, and asks the application what its agent can do. */
  async announce(): Promise<void> {
    const { capabilities } = this.settings;
    this.sink.capabilities({ controls: controlsOf(this.#capabilities) });
    if (capabilities === undefined) return;
    try {
      this.#capabilities = typeof capabilities === 'function' ? await capabilities() : capabilities;
    } catch (thrown) {
      const text = `The agent's capabilities could not be had: ${redactText(messageOf(thrown))}`;
      this.#facts.diagnose('capabilities_failed', 'capabilities', text);
      this.#facts.flush();
    }
    if (!this.#closed) this.sink.capabilities({ controls: controlsOf(this.#capabilities) });
  }

  /** The thread is all or nothing (§4, 28): there are no older pages. */
  async hydrate(options: HydrateOptions = {}): Promise<ControlReceipt | undefined> {
    if (this.settings.connectUrl === undefined) return undefined;
    if (this.#runner.current) return rejected('The agent is at work.');
    const loading = this.#runner.load(options.signal ?? new AbortController().signal);
    this.#loading = loading;
    const failure = await loading;
    // A server that knows no such thread has none.
    if (failure && failure.code !== 'http_404') return rejected(failure.message);
    this.#facts.add(undefined, { type: 'session.hydrated', payload: { stage: 'H2', complete: true } });
    this.#facts.flush();
    return ACCEPTED;
  }

  async control(request: ControlRequest): Promise<ControlReceipt> {
    // Whoever speaks while the past is read speaks after it.
    if (request.kind !== 'interrupt') await this.#loading;
    await this.#runner.endLingering();
    if (this.#closed) return rejected('The connection is closed.');
    switch (request.kind) {
      case 'send':
        return this.#send(request);
      case 'queue':
        return this.#enqueue(request);
      case 'queue.edit':
        return this.#queue.edit(request.itemId, request.text) ? ACCEPTED : NOT_QUEUED;
      case 'queue.remove':
        return this.#queue.remove(request.itemId) ? ACCEPTED : NOT_QUEUED;
      case 'queue.promote':
        return this.#queue.promote(request.itemId) ? ACCEPTED : NOT_QUEUED;
      case 'interrupt':
        return this.#interrupt();
      case 'respond':
        return this.#respond(request.actionId, request.decision, request.payload);
      case 'retry':
        return this.#retry(request.runId);
      case 'steer':
        return {
          status: 'unsupported',
          reason: 'AG-UI cannot steer a run. Queue the text, or stop the run first.',
        };
      default:
        if (controlsOf(this.#capabilities)[request.kind]) return this.#carry(request);
        return { status: 'unsupported', reason: `AG-UI has no word for ${request.kind}.` };
    }
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#facts.close();
      if (this.#runner.current) this.#runner.stop(this.#runner.current);
      this.sink.state('closed');
    }
    return Promise.resolve();
  }

  /** Why nothing can be sent now, if so. An open interrupt blocks the thread (1.0, resume). */
  #busy(): string | undefined {
    if (this.#runner.current) return 'The agent is still at work. Queue the text, or stop the run first.';
    return this.#questions.size > 0 ? 'The agent waits for an answer; give that first.' : undefined;
  }

  async #send(said: Said): Promise<ControlReceipt> {
    const { clientId } = said;
    const { current } = this.#runner;
    // The same request twice is one request (§4.1, 7).
    if (current?.receipt && current.clientId === clientId) return current.receipt;
    const busy = this.#busy();
    if (busy !== undefined) return rejected(busy);
    const turn = this.#newTurn(said);
    turn.receipt = this.#runner.request(turn);
    return turn.receipt;
  }

  #newTurn(said: Said): Turn {
    const { clientId, text, attachments } = said;
    const { runtime } = this.options;
    const runId = runtime.uuid();
    this.#thread.history.dropUnaccepted();
    const message = this.#thread.history.addUser(runtime.uuid(), text, contentParts(text, attachments));
    message.turnId = runId;
    const announce = {
      clientId,
      userMessage: { id: message.id, text, ...(attachments?.length ? { attachments } : {}) },
    };
    return new Turn({ runId, turnId: runId }, announce, {}, clientId, carriedBy(said));
  }

  #enqueue({ clientId, text, attachments, contextRefs, mode }: Said): ControlReceipt {
    const createdAt = new Date(this.options.runtime.now()).toISOString();
    this.#queue.add({ clientId, text, attachments, contextRefs, mode, createdAt });
    void this.#drain();
    return ACCEPTED;
  }

  /** Sends the next queued text, one for each turn. What cannot be sent waits on. */
  async #drain(): Promise<void> {
    if (this.#closed || this.#busy() !== undefined) return;
    if (this.#carriedControls.length > 0) {
      await this.#runControls();
      return;
    }
    const item = this.#queue.take();
    if (!item) return;
    const { last } = this.#runner;
    const turn = this.#newTurn(item);
    const { status, reason = '' } = await this.#runner.request(turn, 'keep silent');
    if (status === 'accepted' || turn.signal.aborted) return;
    this.#runner.last = last;
    this.#thread.history.dropUnaccepted();
    this.#queue.putBack(item, reason);
  }

  #interrupt(): ControlReceipt {
    const turn = this.#runner.current;
    if (!turn) return rejected('Nothing is running.');
    this.#runner.stop(turn);
    // The server took what the person said, so that stands, though no event of the run has come.
    if (turn.accepted && !turn.begun) {
      this.#facts.add(turn.run, { type: 'run.started', payload: turn.announce });
      turn.announce = {};
    }
    this.#facts.add(turn.run, {
      type: 'run.finished',
      phase: 'cancelled',
      payload: { outcome: 'cancelled' },
    });
    this.#facts.flush();
    void this.#drain();
    return ACCEPTED;
  }

  async #respond(actionId: string, decision: string, payload: unknown): Promise<ControlReceipt> {
    if (this.#calls.respond(actionId, decision, payload)) return ACCEPTED;
    const asked = this.#thread.asked.get(actionId);
    if (asked) {
      if (asked.decision !== undefined) return rejected('The answer is on its way already.');
      asked.decision = decision;
      return this.#carry({
        kind: 'respond',
        actionId,
        decision,
        ...(payload === undefined ? {} : { payload }),
      });
    }
    const { current, last } = this.#runner;
    if (current) return rejected('The answer is on its way already, or nobody asks that any more.');
    const state = this.#questions.answer(actionId, decision, payload, this.options.runtime.now());
    if (state === 'unknown' || !last) return rejected('Nobody asks that any more.');
    return state === 'waiting' ? ACCEPTED : this.#resume(last);
  }

  /** All questions are answered: first what this page owes, then one run with the answers. */
  async #resume(last: Turn): Promise<ControlReceipt> {
    const run = { runId: this.options.runtime.uuid(), turnId: last.run.turnId };
    const input = this.#questions.resumeInput();
    const turn = new Turn(run, { continues: true }, input, undefined, last.carried);
    turn.offer = last.offer;
    turn.pending = last.pending;
    this.#runner.current = this.#runner.last = turn;
    await this.#runner.runPending(turn);
    return turn.over ? ACCEPTED : this.#runner.request(turn);
  }

  /** AG-UI has no word for it: it goes into the next run, which begins at once when nothing is at work. */
  #carry(request: ControlRequest): ControlReceipt | Promise<ControlReceipt> {
    this.#carriedControls.push(request);
    return this.#busy() === undefined ? this.#runControls() : ACCEPTED;
  }

  async #runControls(): Promise<ControlReceipt> {
    const controls = this.#carriedControls;
    this.#carriedControls = [];
    const runId = this.options.runtime.uuid();
    const turnId = this.#runner.last?.run.turnId ?? runId;
    const input = { forwardedProps: { agentui: { controls } } };
    const receipt = await this.#runner.request(new Turn({ runId, turnId }, { continues: true }, input));
    if (receipt.status === 'accepted') return receipt;
    // Nobody heard them: what a person has answered can be answered again.
    for (const control of controls) {
      const asked = control.kind === 'respond' ? this.#thread.asked.get(control.actionId) : undefined;
      if (asked) asked.decision = undefined;
    }
    return receipt;
  }

  async #retry(runId: string | undefined): Promise<ControlReceipt> {
    const busy = this.#busy();
    if (busy !== undefined) return rejected(busy);
    const { last } = this.#runner;
    if (!last) return rejected('There is nothing to retry.');
    const { run, announce, input, clientId, carried } = last;
    if (runId !== undefined && runId !== run.runId) return rejected('Only the last run can be retried.');
    this.#thread.history.rewind(run.runId);
    const again = { runId: this.options.runtime.uuid(), turnId: run.turnId };
    return this.#runner.request(new Turn(again, announce, input, clientId, carried));
  }
}
