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
import { carriedBy } from '../carried.js';
import { FactWriter } from '../fact-writer.js';
import { Late } from '../late.js';
import { LateCalls } from '../late-calls.js';
import { ACCEPTED, rejected } from '../receipts.js';
import type { MessageExtras } from '../../events/control-request.js';
import { controlsOf, takesTools, type AgentCapabilities } from './capabilities.js';
import { contentParts } from './message-content.js';
import { Thread } from './thread.js';
import type { ThreadControls } from './thread-controls.js';
import { Turn } from './turn.js';
import { TurnRunner, type RunSettings } from './turn-runner.js';

export interface ConnectionSettings extends RunSettings {
  threadId?: string;
  agentId?: string;
  capabilities?: AgentCapabilities | (() => AgentCapabilities | Promise<AgentCapabilities>);
}

/** Something that a person says. */
export type Said = MessageExtras & { clientId: string; text: string };

const CONTROLS = new Late(() => import('./thread-controls.js'));

/** One thread at one server: what a person asks for, and whether it can be had now. */
export class AgUiConnection implements AdapterConnection {
  readonly #facts: FactWriter;
  readonly #thread: Thread;
  readonly #calls: LateCalls;
  readonly #runner: TurnRunner;
  /** None before a person has asked for more than to say something. */
  #controls: ThreadControls | undefined;
  #closed = false;
  /** The thread is being read. */
  #loading: Promise<unknown> | undefined;
  #capabilities: AgentCapabilities = {};

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly sink: AdapterSink,
    private readonly options: AdapterOptions,
  ) {
    const { runtime, sessionId, signal } = options;
    const { threadId = sessionId, agentId } = settings;
    this.#facts = new FactWriter(sink, { source: 'ag-ui', sessionId, threadId, agentId, runtime });
    this.#thread = new Thread(this.#facts);
    this.#calls = new LateCalls(this.#facts, runtime);
    this.#runner = new TurnRunner({
      settings,
      threadId,
      sink,
      options,
      facts: this.#facts,
      thread: this.#thread,
      calls: this.#calls,
      withoutTools: () => !takesTools(this.#capabilities),
      onIdle: () => void this.#controls?.drain(),
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
    if (this.#runner.current || this.#loading) return rejected('The agent is at work.');
    const loading = this.#runner.load(options.signal ?? new AbortController().signal);
    this.#loading = loading;
    const failure = await loading.finally(() => (this.#loading = undefined));
    // A server that knows no such thread has none.
    if (failure && failure.code !== 'http_404') return rejected(failure.message);
    this.#facts.add(undefined, { type: 'session.hydrated', payload: { stage: 'H2', complete: true } });
    this.#facts.flush();
    return ACCEPTED;
  }

  async control(request: ControlRequest): Promise<ControlReceipt> {
    const { kind } = request;
    // Whoever speaks while the past is read speaks after it.
    if (kind !== 'interrupt') await this.#loading;
    await this.#runner.endLingering();
    if (kind !== 'send' && kind !== 'interrupt' && !this.#controls) await this.#fetchControls();
    if (this.#closed) return rejected('The connection is closed.');
    if (kind === 'send') return this.#send(request);
    if (kind === 'interrupt') return this.#interrupt();
    const { actionId, decision, payload } = request as ControlRequest & { kind: 'respond' };
    if (kind === 'respond' && this.#calls.respond(actionId, decision, payload)) return ACCEPTED;
    return this.#controls!.control(request);
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

  async #fetchControls(): Promise<void> {
    const { ThreadControls: Controls } = CONTROLS.value ?? (await CONTROLS.load());
    this.#controls ??= new Controls({
      options: this.options,
      facts: this.#facts,
      thread: this.#thread,
      runner: this.#runner,
      newTurn: (said) => this.#newTurn(said),
      busy: () => (this.#closed ? 'The connection is closed.' : this.#busy()),
      takes: (kind) => controlsOf(this.#capabilities)[kind] !== undefined,
    });
  }

  /** Why nothing can be sent now, if so. An open interrupt blocks the thread (1.0, resume). */
  #busy(): string | undefined {
    if (this.#runner.current) return 'The agent is still at work. Queue the text, or stop the run first.';
    return this.#thread.questions?.size ? 'The agent waits for an answer; give that first.' : undefined;
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
    void this.#controls?.drain();
    return ACCEPTED;
  }
}
