import type { JsonObject } from '../../../base/json.js';
import type { ControlReceipt } from '../adapter.js';
import type { ClientToolOffer } from '../client-tools.js';
import type { RunRef } from '../fact-writer.js';
import type { FrameReader } from '../next-batch.js';
import type { HistoryCall } from './history.js';
import type { Carried } from '../carried.js';
import type { ResumeInput } from './open-questions.js';
import type { StreamPlace } from './run-stream.js';

/** What a person said, with all the runs that answer it. */
export class Turn {
  /** The server has taken the request of `run`. */
  accepted = false;
  /** `run.started` of `run` has been told. */
  begun = false;
  /** The server's yes or no to what the person said. */
  receipt: Promise<ControlReceipt> | undefined;
  /** No event of it counts any more. */
  over = false;
  /** How many runs have followed by themselves. */
  continuations = 0;
  /** Calls of this page that are still to be answered. */
  pending: HistoryCall[] = [];
  /** What the page offered to `run`. */
  offer: ClientToolOffer | undefined;
  /** Of `run`, while it is read. */
  stream: FrameReader<string> | undefined;
  reading: Promise<void> | undefined;
  /** `run` has ended; its stream may still be open. */
  lingering = false;
  /** How far `run` has been read. */
  place: StreamPlace = { seen: new Set() };
  /** What comes may have been told before: the thread is read again. */
  retold = false;
  /** It is the past, read from the server; what it left open is no work for this page. */
  loaded = false;
  /** Called at each read; `open`: a run goes on. */
  onRead: ((open: boolean) => void) | undefined;
  readonly #stop = new AbortController();

  constructor(
    /** The run that is not over: facts of the turn belong to it. */
    public run: RunRef,
    /** Payload of the next `run.started`; empty once that is told. */
    public announce: JsonObject = {},
    /** What `run` says besides the messages. */
    public input: ResumeInput = {},
    /** Of what the person said. */
    readonly clientId?: string,
    /** What the person gave with it, for every run of the turn: no server keeps it. */
    readonly carried: Carried = {},
  ) {}

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** One more run of the same turn. */
  next(runId: string): void {
    this.run = { runId, turnId: this.run.turnId };
    this.announce = { continues: true };
    this.input = {};
    this.continuations++;
    this.accepted = this.begun = this.lingering = this.retold = this.loaded = false;
    this.place = { seen: new Set() };
  }

  /** Ends everything that goes on in it. */
  stop(): void {
    this.over = true;
    this.#stop.abort();
    this.stream?.cancel();
  }
}
