import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { ControlReceipt, WriteState } from '../../src/agent-ui/events/control-request.js';
import {
  AgentWriteDismissRequestEvent,
  AgentWriteRetryRequestEvent,
} from '../agent-diagnostics/agent-diagnostics.events.js';
import { AgentSteerCancelRequestEvent } from '../shared/work-request-events.js';
import {
  AgentInterruptRequestEvent,
  AgentQueueEditRequestEvent,
  AgentQueuePromoteRequestEvent,
  AgentQueueRemoveRequestEvent,
  AgentQueueRequestEvent,
  AgentSendRequestEvent,
  AgentSteerRequestEvent,
} from './agent-composer.events.js';
import { Draft, extrasOf, type Refusal, type SentMessage } from './draft.js';

/** What the desk needs of its composer. */
export interface DeskPorts {
  session(): AgentSession | undefined;
  /** Dispatches `event` and, unless the host does it itself, runs `ask`. */
  request(
    event: Event,
    ask: (session: AgentSession) => Promise<ControlReceipt>,
  ): Promise<ControlReceipt> | undefined;
  dispatch(event: Event): boolean;
  /** It came to nothing; the draft shows it. */
  refused(refusal: Refusal): void;
}

/** A request that is not done, and its key. */
export type PendingWrite = WriteState & { key: string };

/** What a composer asks for: each is a DOM event first, so that a host can do it itself. */
export class ComposerDesk {
  /** Messages of this composer: their failures are told by their receipts. */
  readonly #mine = new Set<string>();

  constructor(private readonly ports: DeskPorts) {}

  /** Sends, queues or steers. True when its owner has taken it. */
  async say(message: SentMessage, draft: Draft): Promise<boolean> {
    const { verb, clientId, text } = message;
    const extras = extrasOf(message);
    const input = { clientId, text, ...extras };
    this.#mine.add(clientId);
    const session = this.ports.session();
    const asked =
      verb === 'send'
        ? this.ports.request(new AgentSendRequestEvent(text, extras), (owner) => owner.send(input))
        : verb === 'queue'
          ? this.ports.request(new AgentQueueRequestEvent(text, extras), (owner) => owner.queue(input))
          : this.ports.request(new AgentSteerRequestEvent(text, extras), (owner) => owner.steer(input));
    if (!asked) return false;
    const refusal = await draft.follow(message, asked);
    if (!refusal) return true;
    // It stands in the composer now, with its reason.
    if (verb !== 'send') session?.dismissWrite(`${verb}:${clientId}`);
    this.ports.refused(refusal);
    return false;
  }

  /** A send that failed elsewhere, such as that of a starter, comes into the draft as well. */
  takeFailure(draft: Draft): void {
    const failed = this.ports.session()?.view('composer').get().failed;
    if (!failed || this.#mine.has(failed.clientId)) return;
    this.#mine.add(failed.clientId);
    const { clientId, text, reason } = failed;
    const message = { verb: 'send', clientId, text, files: [], refs: [], mode: draft.mode } as const;
    this.ports.refused(draft.refuse(reason, message));
  }

  /** Stops the run; asks once more when nobody has confirmed that (known-failure 27). */
  async interrupt(draft: Draft): Promise<void> {
    const session = this.ports.session();
    const write = session?.view('composer').get().interrupt;
    const again =
      write?.state === 'unconfirmed' &&
      session?.writes.findLast(({ kind, state }) => kind === 'interrupt' && state === 'unconfirmed');
    if (write && !again && write.state !== 'failed') return;
    const receipt = await this.ports.request(new AgentInterruptRequestEvent(), (owner) =>
      again ? owner.retryWrite(again.key) : owner.interrupt(),
    );
    if (receipt && receipt.status !== 'accepted') this.ports.refused(draft.refuse(receipt.reason ?? ''));
  }

  /** Where a request stands that is not done. */
  write(key: string): PendingWrite | undefined {
    const state = this.ports.session()?.writeState(key);
    return state && { key, ...state };
  }

  /** What its owner has told is no longer ours to show. */
  prune(draft: Draft): void {
    if (draft.outbox.length === 0) return;
    const queued = this.ports.session()?.view('composer').get().queued;
    const told = new Set(queued?.map(({ id }) => id));
    draft.outbox = draft.outbox.filter(
      ({ verb, clientId }) => !told.has(clientId) && this.write(`${verb}:${clientId}`),
    );
  }

  saveQueued(itemId: string, text: string): void {
    if (!text.trim()) return;
    void this.ports.request(new AgentQueueEditRequestEvent(itemId, text), (owner) =>
      owner.editQueued(itemId, text),
    );
  }

  removeQueued(itemId: string): void {
    void this.ports.request(new AgentQueueRemoveRequestEvent(itemId), (owner) => owner.removeQueued(itemId));
  }

  promote(itemId: string): void {
    void this.ports.request(new AgentQueuePromoteRequestEvent(itemId), (owner) =>
      owner.promoteQueued(itemId),
    );
  }

  /** Says a queued text as a steer; it leaves the queue when the run has it. */
  async steerWith(itemId: string, text: string, draft: Draft): Promise<void> {
    const message: SentMessage = { ...new Draft().take('steer', draft.mode), text };
    if (await this.say(message, draft)) this.removeQueued(itemId);
  }

  cancelSteer(steerId: string): void {
    void this.ports.request(new AgentSteerCancelRequestEvent(steerId), (owner) => owner.cancelSteer(steerId));
  }

  retryWrite(key: string): void {
    void this.ports.request(new AgentWriteRetryRequestEvent(key), (owner) => owner.retryWrite(key));
  }

  dismissWrite(key: string): void {
    if (this.ports.dispatch(new AgentWriteDismissRequestEvent(key))) this.ports.session()?.dismissWrite(key);
  }
}
