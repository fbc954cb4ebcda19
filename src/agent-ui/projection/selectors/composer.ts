import type { ComposerView } from '../view-models.js';
import { sameView } from './cached.js';
import { currentRun, interruptKey } from './runtime-status.js';
import type { SelectorContext } from './selector-context.js';
import { isActive } from './stage.js';

/** `session.view('composer')` (§3.1). The draft is not here: it belongs to the person. */
export class ComposerViews {
  #view: ComposerView | undefined;

  get(context: SelectorContext): ComposerView {
    const { state, capabilities, optimistic } = context;
    const run = currentRun(state);
    const busy =
      (run !== undefined && isActive(run)) || optimistic.some((message) => message.state === 'optimistic');
    const failed = optimistic.find((message) => message.state === 'failed');
    this.#view = sameView(this.#view, {
      busy,
      queued: state.queue.items,
      steers: state.queue.steers,
      capabilities,
      canInterrupt: busy && capabilities.controls.interrupt !== undefined,
      interrupt: busy ? context.write(interruptKey(run?.runId)) : undefined,
      failed: failed && { clientId: failed.clientId, text: failed.text, reason: failed.reason ?? '' },
    });
    return this.#view;
  }
}
