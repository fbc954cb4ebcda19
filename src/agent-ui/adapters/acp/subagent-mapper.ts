import type { JsonObject } from '../../../base/json.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import { blocksText, listAt, objectAt, textAt } from './wire.js';

interface Message {
  agentId: string;
  blocks: JsonObject[];
}

/** How a child session that can be spoken to again stands: being idle is no end. */
const ENDS: Readonly<Record<string, string>> = {
  closed: 'closed',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Child sessions (unstable) → `agent.*`; what sessions say to each other → `worker.notification`, never a turn. */
export class SubagentMapper {
  readonly #cancellable = new Map<string, boolean>();
  readonly #messages = new Map<string, Message>();

  constructor(
    private readonly facts: FactWriter,
    private readonly run: () => RunRef,
    private readonly sessionId: () => string | undefined,
    private readonly onKinds: () => void,
  ) {}

  has(agentId: string): boolean {
    return this.#cancellable.has(agentId);
  }

  canStop(agentId: string): boolean {
    return this.#cancellable.get(agentId) === true;
  }

  get anyCanStop(): boolean {
    return [...this.#cancellable.values()].some(Boolean);
  }

  changed(update: JsonObject): void {
    const agentId = textAt(update, 'sessionId');
    if (agentId === undefined) {
      this.facts.diagnose('malformed', 'subagent_update', 'A subagent without a session is not shown.');
      return;
    }
    const isNew = !this.#cancellable.has(agentId);
    const capabilities = objectAt(update, 'capabilities');
    if (isNew || capabilities) {
      this.#cancellable.set(agentId, objectAt(capabilities, 'cancel') !== undefined);
      this.onKinds();
    }
    const state = textAt(objectAt(update, 'state') ?? {}, 'state');
    const end = state && ENDS[state];
    const agentName = textAt(update, 'title');
    const description = textAt(update, 'description');
    const ids = {
      agentId,
      ...(agentName === undefined ? {} : { agentName }),
      parentSessionId: this.sessionId(),
    };
    const task = description === undefined ? {} : { currentTask: description };
    if (isNew) this.facts.add(this.run(), { type: 'agent.spawned', ...ids, payload: task });
    if (end) this.facts.add(this.run(), { type: 'agent.completed', ...ids, payload: { status: end } });
    else if (!isNew || state !== undefined) {
      const status = state === 'requires_action' ? 'needs_input' : state;
      const payload = { ...task, ...(status === undefined ? {} : { status }) };
      this.facts.add(this.run(), { type: 'agent.changed', ...ids, payload });
    }
  }

  message(update: JsonObject): void {
    const messageId = textAt(update, 'messageId');
    if (messageId === undefined) return;
    const known = this.#messages.get(messageId);
    const agentId =
      textAt(update, 'senderSessionId') ?? textAt(update, 'recipientSessionId') ?? known?.agentId ?? '';
    const blocks = Array.isArray(update['content']) ? listAt(update, 'content') : (known?.blocks ?? []);
    this.#messages.set(messageId, { agentId, blocks });
    this.#tell(messageId, { agentId, blocks });
  }

  messageChunk(update: JsonObject): void {
    const message = this.#messages.get(textAt(update, 'messageId') ?? '');
    const block = objectAt(update, 'content');
    if (!message || !block) {
      this.facts.diagnose(
        'malformed',
        'session_message_chunk',
        'A piece of an unknown message was left out.',
      );
      return;
    }
    message.blocks.push(block);
    this.#tell(textAt(update, 'messageId')!, message);
  }

  #tell(workerNotificationId: string, { agentId, blocks }: Message): void {
    this.facts.add(this.run(), {
      type: 'worker.notification',
      workerNotificationId,
      ...(agentId === '' ? {} : { agentId }),
      payload: { summary: blocksText(blocks) },
    });
  }
}
