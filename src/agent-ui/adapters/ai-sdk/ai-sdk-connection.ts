import type { JsonObject } from '../../../base/json.js';
import type { MessageExtras } from '../../events/control-request.js';
import type {
  AdapterConnection,
  AdapterOptions,
  AdapterSink,
  ControlReceipt,
  ControlRequest,
  Detail,
  HydrateOptions,
} from '../adapter.js';
import { Late } from '../late.js';
import { LateCalls } from '../late-calls.js';
import { LateQueue } from '../late-queue.js';
import { carriedBy } from '../carried.js';
import { FactWriter } from '../fact-writer.js';
import { ACCEPTED, rejected, unsupported } from '../receipts.js';
import { Chat, turnOf } from './chat.js';
import { FileStore } from './file-store.js';
import { Questions } from './questions.js';
import { postStop } from './requests.js';
import { Turn } from './turn.js';
import { TurnRunner, type RunSettings } from './turn-runner.js';

export interface ConnectionSettings extends RunSettings {
  chatId?: string;
  agentId?: string;
}

const LOAD = new Late(() => import('./load-chat.js'));

/** Something that a person says. */
type Said = MessageExtras & { clientId: string; text: string };

/** One chat at one server: what a person asks for, and whether it can be had now. */
export class AiSdkConnection implements AdapterConnection {
  readonly #facts: FactWriter;
  readonly #chat = new Chat();
  readonly #questions = new Questions();
  readonly #files = new FileStore();
  readonly #told = new Map<string, number>();
  readonly #queue: LateQueue;
  readonly #calls: LateCalls;
  readonly #runner: TurnRunner;
  readonly #chatId: string;
  readonly #abort = new AbortController();
  #stale = false;
  #joined = false;
  /** It is being found out whether a run goes on at the server. */
  #joining: Promise<unknown> | undefined;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly sink: AdapterSink,
    private readonly options: AdapterOptions,
  ) {
    const { runtime, sessionId, signal } = options;
    const { chatId = sessionId, agentId } = settings;
    this.#chatId = chatId;
    // The protocol numbers nothing; facts stand in the order in which they come.
    const scope = { source: 'ai-sdk', sessionId, threadId: chatId, agentId, runtime, unnumbered: true };
    this.#facts = new FactWriter(sink, scope);
    this.#queue = new LateQueue(this.#facts, runtime, () => void this.#idle());
    this.#calls = new LateCalls(this.#facts, runtime);
    this.#runner = new TurnRunner({
      settings,
      chatId,
      sink,
      options,
      facts: this.#facts,
      chat: this.#chat,
      questions: this.#questions,
      files: this.#files,
      told: this.#told,
      calls: this.#calls,
      gap: () => this.#setStale(true),
      repair: () => this.#repair(),
      onIdle: (asked) => void this.#idle(asked),
    });
    if (signal.aborted) void this.close();
    else signal.addEventListener('abort', () => void this.close(), { once: true });
  }

  async control(request: ControlRequest): Promise<ControlReceipt> {
    await this.#joining;
    await this.#runner.endLingering();
    if (this.#abort.signal.aborted) return rejected('The connection is closed.');
    switch (request.kind) {
      case 'send':
        return this.#send(request);
      case 'interrupt':
        return this.#interrupt();
      case 'respond':
        return this.#respond(request.actionId, request.decision, request.payload);
      case 'retry':
        return this.#again(request.runId === undefined || request.runId === this.#runner.last?.run.runId);
      case 'edit.regenerate':
        return this.#again(
          request.messageId === undefined || request.messageId === this.#chat.lastAnswer?.id,
        );
      default:
        return (
          (await this.#queue.control(request)) ??
          unsupported(`The AI SDK's protocol has no word for ${request.kind}.`)
        );
    }
  }

  /** All that the server has kept, and the run that goes on there. */
  async hydrate({ signal }: HydrateOptions = {}): Promise<ControlReceipt | undefined> {
    const { messages, resume } = this.settings;
    if (messages === undefined && !resume) return undefined;
    if (this.#runner.current) return ACCEPTED;
    const signals = AbortSignal.any([this.#abort.signal, ...(signal ? [signal] : [])]);
    if (messages !== undefined) {
      const failure = await this.#load(signals);
      if (failure !== undefined) return rejected(failure);
    }
    if (resume && !this.#joined && !this.#runner.current) {
      this.#joined = true;
      const joining = this.#runner.join(signals);
      this.#joining = joining;
      const failure = await joining;
      if (failure) return rejected(failure.message);
    }
    return ACCEPTED;
  }

  /** A file that came inside the stream. */
  detail(ref: string): Promise<Detail> {
    return new Promise((resolve) => resolve(this.#files.read(ref)));
  }

  close(): Promise<void> {
    if (!this.#abort.signal.aborted) {
      this.#abort.abort();
      this.#facts.close();
      if (this.#runner.current) this.#runner.stop(this.#runner.current);
      this.sink.state('closed');
    }
    return Promise.resolve();
  }

  /** Why nothing can be sent now, if so. */
  #busy(): string | undefined {
    if (this.#runner.current) return 'The agent is still at work. Queue the text, or stop the run first.';
    return this.#questions.size > 0 ? 'The agent waits for an answer; give that first.' : undefined;
  }

  async #send(said: Said): Promise<ControlReceipt> {
    const { current } = this.#runner;
    // The same request twice is one request (§4.1, 7).
    if (current?.receipt && current.clientId === said.clientId) return current.receipt;
    const busy = this.#busy();
    if (busy !== undefined) return rejected(busy);
    const turn = this.#newTurn(said);
    turn.receipt = this.#runner.request(turn);
    return turn.receipt;
  }

  #newTurn(said: Said): Turn {
    const { clientId, text, attachments } = said;
    const { runtime } = this.options;
    const { id } = this.#chat.addUser(runtime.uuid(), text, attachments);
    const announce = { clientId, userMessage: { id, text, ...(attachments?.length ? { attachments } : {}) } };
    const { context, forwardedProps } = carriedBy(said);
    const carried: JsonObject = { ...forwardedProps, ...(context ? { context } : {}) };
    return new Turn({ runId: runtime.uuid(), turnId: turnOf(id) }, announce, clientId, carried);
  }

  /** Repairs what is stale, goes on where all is answered, and sends the next queued text, one for each turn. What cannot be sent waits on. */
  async #idle(asked = false): Promise<void> {
    if (this.#stale && !this.#runner.current) await this.#repair();
    if (asked && !this.#runner.current) await this.#resume();
    if (this.#abort.signal.aborted || this.#busy() !== undefined) return;
    const item = this.#queue.take();
    if (!item) return;
    const { last } = this.#runner;
    const turn = this.#newTurn(item);
    const { status, reason = '' } = await this.#runner.request(turn, 'keep silent');
    if (status === 'accepted' || turn.signal.aborted) return;
    this.#runner.last = last;
    this.#chat.dropUnaccepted();
    this.#queue.putBack(item, reason);
  }

  /** Where a run outlives its stream, only the server can stop it; else letting go of the stream stops it. */
  async #interrupt(): Promise<ControlReceipt> {
    const turn = this.#runner.current;
    if (!turn) return rejected('Nothing is running.');
    const { stopUrl, resume } = this.settings;
    if (stopUrl !== undefined && turn.accepted) {
      const failure = await postStop(this.settings, this.#chatId, this.#abort.signal);
      return failure ? rejected(failure.message) : ACCEPTED;
    }
    if (resume) return { status: 'unsupported', reason: 'The server has no way to stop a run.' };
    this.#runner.stop(turn);
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
    void this.#idle();
    return ACCEPTED;
  }

  async #respond(actionId: string, decision: string, payload: unknown): Promise<ControlReceipt> {
    if (this.#calls.respond(actionId, decision, payload)) return ACCEPTED;
    const { current } = this.#runner;
    // While the run that asks is still at work, an answer waits for its end.
    if (!this.#questions.answer(actionId, decision, payload, current === undefined)) {
      return rejected('The answer is on its way already, or nobody asks that any more.');
    }
    return current ? ACCEPTED : this.#resume();
  }

  /** When all is answered: first what this page owes, then one run with the answers. */
  async #resume(): Promise<ControlReceipt> {
    const { message, complete } = this.#questions;
    const { last } = this.#runner;
    if (!message || !complete) return ACCEPTED;
    this.#questions.send();
    const turnId = this.#chat.turns.get(message.id)!;
    const turn = new Turn(
      { runId: '', turnId },
      {},
      undefined,
      last?.run.turnId === turnId ? last.carried : {},
    );
    turn.next(this.options.runtime.uuid(), message);
    turn.offer = last?.offer;
    turn.pending = last?.pending ?? [];
    this.#runner.current = this.#runner.last = turn;
    await this.#runner.runPending(turn);
    return turn.over ? ACCEPTED : this.#runner.request(turn);
  }

  /** W20, W23: the last answer is made anew. */
  async #again(isLast: boolean): Promise<ControlReceipt> {
    const busy = this.#busy();
    if (busy !== undefined) return rejected(busy);
    if (!isLast) return rejected('Only the last answer can be made anew.');
    const asked = this.#chat.messages.findLast(({ role }) => role === 'user');
    if (!asked) return rejected('There is nothing to retry.');
    const { last } = this.#runner;
    const answer = this.#chat.lastAnswer;
    if (answer) this.#chat.rewind(answer);
    const run = { runId: this.options.runtime.uuid(), turnId: this.#chat.turns.get(asked.id)! };
    const turn = new Turn(run, last?.announce, undefined, last?.carried);
    turn.trigger = 'regenerate-message';
    turn.messageId = answer?.id;
    return this.#runner.request(turn);
  }

  #setStale(stale: boolean): void {
    if (this.#stale === stale) return;
    this.#stale = stale;
    this.#facts.add(undefined, { type: 'session.updated', payload: { stale } });
  }

  async #repair(): Promise<boolean> {
    if (this.settings.messages === undefined) return false;
    return (await this.#load(this.#abort.signal)) === undefined;
  }

  /** Why the saved messages cannot be had; `undefined`: they are here. */
  async #load(signal: AbortSignal): Promise<string | undefined> {
    const { loadChat } = LOAD.value ?? (await LOAD.load());
    const { onData } = this.settings;
    const scope = { facts: this.#facts, files: this.#files, told: this.#told, onData };
    const failure = await loadChat(this.settings, this.#chatId, this.#chat, this.#questions, scope, signal);
    if (failure !== undefined) return failure;
    this.#setStale(false);
    this.#facts.add(undefined, { type: 'session.hydrated', payload: { stage: 'H2', complete: true } });
    this.#facts.flush();
    return undefined;
  }
}
