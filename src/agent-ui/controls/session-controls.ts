import type { Runtime } from '../../base/runtime.js';
import {
  controlKey,
  type AdapterCapabilities,
  type Availability,
  type ControlReceipt,
  type ControlRequest,
  type MessageExtras,
  type MessageInput,
  type RetryTarget,
  type WorkTarget,
  type WriteState,
} from '../events/control-request.js';
import { missingFact } from './control-rules.js';
import { Writes, type Gateway, type WriteRecord } from './writes.js';

/** What controls need of the session that they belong to. */
export interface ControlPorts {
  runtime: Runtime;
  confirmWithinMs: number;
  gateway: Gateway;
  /** Of the runtime, when there is one. */
  capabilities(): AdapterCapabilities | undefined;
  /** A write stands elsewhere now. */
  changed(): void;
  /** Makes whoever computes now depend on that. */
  track(): void;
  activeRunId(): string | undefined;
  /** The run that is, or was last. */
  lastRunId(): string | undefined;
}

/**
 * What a person can ask of a runtime beyond the conversation itself (agent-ui §4.2). None of it changes a fact
 * here: it goes to the fact's owner, who says what came of it. Nothing rejects; a receipt that is not `accepted`
 * has a `reason`, such as `missing_agentId` where a fact is missing that the request cannot do without.
 */
export class SessionControls {
  readonly #ports: ControlPorts;

  /** Requests on their way. */
  protected readonly pending: Writes;

  constructor(ports: ControlPorts) {
    this.#ports = ports;
    const { gateway, runtime, confirmWithinMs, changed } = ports;
    this.pending = new Writes(gateway, runtime, confirmWithinMs, changed);
  }

  /**
   * Sends a request to the owner of the fact (§4.1). While the same is on its way, or awaits its fact, nothing more
   * is sent. Never rejects.
   */
  ask(request: ControlRequest): Promise<ControlReceipt> {
    return this.pending.send(request);
  }

  /** Whether a request can be made now; if not, why not (§4.1, 1). A control that cannot is disabled, or hidden. */
  availability(request: ControlRequest): Availability {
    this.#ports.track();
    const missing = missingFact(request);
    if (missing) return { available: false, token: 'unknown', reasonCode: missing };
    const capabilities = this.#ports.capabilities();
    if (!capabilities) return { available: false, token: 'unavailable', reasonCode: 'no_runtime' };
    if (!capabilities.controls[request.kind]) {
      return { available: false, token: 'unavailable', reasonCode: 'unsupported' };
    }
    const write = this.pending.state(controlKey(request));
    const pending = write?.state === 'submitting' || write?.state === 'awaiting-confirmation';
    return pending ? { available: false, token: 'loading', reasonCode: write.state } : { available: true };
  }

  /** What a person has asked for and what became of it, oldest first, without what was in it (§4.1, 5). */
  get writes(): readonly WriteRecord[] {
    this.#ports.track();
    return this.pending.records;
  }

  /** Where the request of this key stands, while it is not done; see `controlKey`. Inside a signal watcher it is tracked. */
  writeState(key: string): WriteState | undefined {
    this.#ports.track();
    return this.pending.state(key);
  }

  /** Sends what failed, or was never confirmed, once more under the same idempotency key (§4.1, 6). */
  retryWrite(key: string): Promise<ControlReceipt> {
    return this.pending.again(key);
  }

  /** Lets go of a write that failed, or was never confirmed. */
  dismissWrite(key: string): void {
    this.pending.dismiss(key);
  }

  /** W18: changes a queued text before it is sent. */
  editQueued(itemId: string, text: string): Promise<ControlReceipt> {
    return this.ask({ kind: 'queue.edit', itemId, text });
  }

  /** W18: takes a queued text back. */
  removeQueued(itemId: string): Promise<ControlReceipt> {
    return this.ask({ kind: 'queue.remove', itemId });
  }

  /** W18: sends a queued text next. */
  promoteQueued(itemId: string): Promise<ControlReceipt> {
    return this.ask({ kind: 'queue.promote', itemId });
  }

  /** W3: tells the active run something while it works. */
  steer(input: MessageInput): Promise<ControlReceipt> {
    const { runtime, activeRunId } = this.#ports;
    const { clientId = runtime.uuid(), text } = input;
    return this.ask({
      kind: 'steer',
      clientId,
      text,
      ...extrasOf(input),
      ...known({ runId: activeRunId() }),
    });
  }

  /** W19: takes back what the run has not taken up yet. */
  cancelSteer(steerId: string): Promise<ControlReceipt> {
    const { activeRunId } = this.#ports;
    return this.ask({ kind: 'steer.cancel', steerId, ...known({ runId: activeRunId() }) });
  }

  /** W4: stops the active run. It is stopped when its owner says so. */
  interrupt(): Promise<ControlReceipt> {
    return this.ask({ kind: 'interrupt', ...known({ runId: this.#ports.activeRunId() }) });
  }

  /** W20: does again what failed, as a new attempt; what failed stays as it is. Without a target: the last run. */
  retry(target?: RetryTarget): Promise<ControlReceipt> {
    return this.ask({ kind: 'retry', ...(target ?? known({ runId: this.#ports.lastRunId() })) });
  }

  /** W5: gives a piece of work to a new teammate. */
  delegate(work: {
    prompt: string;
    role?: string;
    teamId?: string;
    policy?: unknown;
  }): Promise<ControlReceipt> {
    return this.ask({ kind: 'delegate', clientId: this.#ports.runtime.uuid(), ...work });
  }

  /** W6: says something to a teammate; `mode: 'resume'` lets go on what was paused (W24). */
  continueAgent(input: { agentId: string; text?: string; mode?: 'resume' }): Promise<ControlReceipt> {
    return this.ask({ kind: 'continue_agent', ...input });
  }

  /** W7: has the run wait for teammates or tasks. `timeoutMs` is for the owner to keep. */
  waitFor(whom: {
    agentIds?: readonly string[];
    taskIds?: readonly string[];
    timeoutMs?: number;
  }): Promise<ControlReceipt> {
    return this.ask({ kind: 'wait', ...whom });
  }

  /** W8, W24: stops a teammate or task, or pauses it with `mode: 'pause'`. */
  stop(target: WorkTarget & { cascade?: boolean; mode?: 'pause' | 'terminate' }): Promise<ControlReceipt> {
    return this.ask({ kind: 'stop', ...target });
  }

  /** W24: lets a paused teammate or task go on. */
  resume(target: WorkTarget): Promise<ControlReceipt> {
    return this.ask({ kind: 'continue_agent', mode: 'resume', ...target });
  }

  /** W8: closes a teammate for good. */
  closeAgent(agentId: string, reason?: string): Promise<ControlReceipt> {
    return this.ask({ kind: 'close', agentId, ...known({ reason }) });
  }

  /** W9: gives a work item to somebody, or moves it. */
  assign(
    workItemId: string,
    change: { assignee?: string; status?: string; blocker?: string },
  ): Promise<ControlReceipt> {
    return this.ask({ kind: 'assign', workItemId, ...change });
  }

  /** W10: asks somebody to look at an artifact, a task or evidence. */
  requestReview(
    targetId: string,
    options: { targetKind?: string; reviewer?: string; policy?: unknown } = {},
  ): Promise<ControlReceipt> {
    return this.ask({ kind: 'request_review', targetId, ...options });
  }

  /** W26: records a person's verdict on a review. */
  decideReview(reviewId: string, verdict: string, reason?: string): Promise<ControlReceipt> {
    return this.ask({ kind: 'request_review.decide', reviewId, verdict, ...known({ reason }) });
  }

  /** W17: takes a hand-off or not. */
  answerHandoff(handoffId: string, decision: 'accept' | 'decline', reason?: string): Promise<ControlReceipt> {
    return this.ask({ kind: 'respond.handoff', handoffId, decision, ...known({ reason }) });
  }

  /** W12: saves a change of an artifact's version. It is saved when the artifact service says so. */
  editArtifact(
    artifactId: string,
    change: { versionId: string; content?: string; patch?: unknown },
  ): Promise<ControlReceipt> {
    return this.ask({ kind: 'edit', artifactId, ...change });
  }

  /** W23 */
  forkArtifact(artifactId: string, versionId?: string): Promise<ControlReceipt> {
    return this.ask({ kind: 'edit.fork', artifactId, ...known({ versionId }) });
  }

  /** W23: has an artifact or an answer made anew. */
  regenerate(what: { artifactId?: string; messageId?: string }): Promise<ControlReceipt> {
    return this.ask({ kind: 'edit.regenerate', ...what });
  }

  /** W22 */
  exportArtifact(
    artifactId: string,
    options: { versionId?: string; format?: string } = {},
  ): Promise<ControlReceipt> {
    return this.ask({ kind: 'export', artifactId, ...options });
  }

  /** W13: has the evidence of a run, of a task, or of the session packed up. */
  exportEvidence(of: { runId?: string; taskId?: string } = {}): Promise<ControlReceipt> {
    return this.ask({ kind: 'export.evidence', ...of });
  }

  /** W26 */
  createReplay(evidenceId: string): Promise<ControlReceipt> {
    return this.ask({ kind: 'export.replay', evidenceId });
  }

  /** W21: goes back to a version of an artifact, or to a message of the conversation. */
  rollback(to: { artifactId?: string; versionId?: string; messageId?: string }): Promise<ControlReceipt> {
    return this.ask({ kind: 'rollback', ...to });
  }

  /** W25: asks for another policy for a teammate. */
  setPolicy(agentId: string, change: Readonly<Record<string, unknown>>): Promise<ControlReceipt> {
    return this.ask({ kind: 'edit.policy', agentId, change });
  }
}

/** What goes with the words, as far as there is any. */
export function extrasOf({ attachments, contextRefs, mode }: MessageInput): MessageExtras {
  return {
    ...(attachments?.length ? { attachments } : {}),
    ...(contextRefs?.length ? { contextRefs } : {}),
    ...(mode === undefined ? {} : { mode }),
  };
}

/** Without what is not known. */
function known<T extends Record<string, string | undefined>>(ids: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)) as {
    [K in keyof T]?: string;
  };
}
