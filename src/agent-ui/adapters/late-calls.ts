import type { Runtime } from '../../base/runtime.js';
import type { ClientCall, ClientCallRunner } from './client-call-runner.js';
import type { ClientToolOffer, ClientToolOutcome } from './client-tools.js';
import type { FactWriter, RunRef } from './fact-writer.js';
import { Late } from './late.js';

const RUNNER = new Late(() => import('./client-call-runner.js'));

/** Calls of this page's own tools; what runs them is fetched with the first. */
export class LateCalls {
  #runner: ClientCallRunner | undefined;

  constructor(
    private readonly facts: FactWriter,
    private readonly runtime: Runtime,
  ) {}

  hasRun(toolCallId: string): boolean {
    return this.#runner?.hasRun(toolCallId) === true;
  }

  /** A person's answer to a confirmation. False: nothing asks that. */
  respond(actionId: string, decision: string, payload: unknown): boolean {
    return this.#runner?.respond(actionId, decision, payload) === true;
  }

  /** Settles when the call is over or `signal` aborts it; rejects only where the code cannot be fetched. */
  async run(
    call: ClientCall,
    offer: ClientToolOffer | undefined,
    run: RunRef,
    signal: AbortSignal,
  ): Promise<ClientToolOutcome> {
    const { ClientCallRunner: Runner } = RUNNER.value ?? (await RUNNER.load());
    this.#runner ??= new Runner(this.facts, this.runtime);
    const outcome = await this.#runner.run(call, offer, run, signal);
    // Stopped while it was fetched: nobody else flushes what it has told.
    this.facts.flush();
    return outcome;
  }

  /** A call that will not run. */
  cancel(toolCallId: string, run: RunRef): void {
    const payload = { error: 'The person stopped the run.', code: 'CANCELLED', cancelled: true };
    if (this.#runner) this.#runner.cancel(toolCallId, run);
    else this.facts.add(run, { type: 'tool.failed', toolCallId, payload });
  }
}
