import type { JsonObject } from '../../../base/json.js';
import type { FactWriter } from '../fact-writer.js';
import type { ContentMapper } from './content-mapper.js';
import type { Turn, TurnMessage, Turns } from './turns.js';
import { blockText, objectAt, textAt } from './wire.js';

export type ChunkKind = 'user' | 'text' | 'thought';

/** Chunks that follow one another and belong together. */
interface Lane {
  kind: ChunkKind;
  /** As the agent names it; absent where it names none. */
  wireId: string | undefined;
  turn: Turn | undefined;
  message: TurnMessage | undefined;
  partId: string;
  pieces: string[];
  /** Told before: nothing of it is news until its end. */
  quiet: boolean;
}

/**
 * `…_message_chunk` and `agent_thought_chunk` → `text.*`, `reasoning.*`, `messages.snapshot`. The protocol has no
 * end of a message: a part is closed by what cannot be a part of it, and by the end of the turn. What a session that
 * is loaded tells is reconciled with what is known, and never appended to it.
 */
export class MessageMapper {
  readonly #lanes = new Map<string, Lane>();
  /** In which turn a message is. */
  readonly #owners = new Map<string, Turn>();

  constructor(
    private readonly facts: FactWriter,
    private readonly turns: Turns,
    private readonly content: ContentMapper,
    /** What is over was told again, and nobody had asked for that. */
    private readonly onRepeated: () => void,
  ) {}

  /** @param agentId of a subagent; each has its own lane */
  chunk(kind: ChunkKind, update: JsonObject, agentId: string | undefined): void {
    const block = objectAt(update, 'content');
    if (!block) {
      this.facts.diagnose('malformed', 'chunk.content', 'A chunk without content was left out.');
      return;
    }
    const wireId = textAt(update, 'messageId');
    let lane = this.#lanes.get(agentId ?? '');
    if (!lane || lane.kind !== kind || (lane.wireId !== wireId && wireId !== undefined)) {
      this.closeLane(agentId);
      if (this.#isRepeated(kind, wireId, agentId)) return;
      lane = this.#open(kind, wireId, agentId);
    }
    const text = blockText(block);
    if (text === '') {
      if (kind !== 'user') this.content.show(block, this.turns.current.run, agentId);
      return;
    }
    lane.pieces.push(text);
    if (!lane.quiet) this.#delta(lane, text, agentId);
  }

  /** Something has come that is no part of what was being said. */
  closeLane(agentId?: string): void {
    const lane = this.#lanes.get(agentId ?? '');
    if (!lane) return;
    this.#lanes.delete(agentId ?? '');
    const text = lane.pieces.join('');
    if (lane.kind === 'user') this.#said(text, lane.wireId);
    else if (lane.kind === 'thought') this.#thought(lane, text, agentId);
    else this.#final(lane, text, agentId);
  }

  closeAll(): void {
    for (const agentId of [...this.#lanes.keys()]) this.closeLane(agentId || undefined);
  }

  startReplay(): void {
    // What was cut is told again from its beginning.
    for (const { kind, turn, partId, pieces } of this.#lanes.values()) {
      if (kind === 'thought') turn?.thoughts.set(partId, pieces.join(''));
    }
    this.#lanes.clear();
    this.turns.startReplay();
  }

  /** The last turn may go on: what was being said in it stays open, after it has been told how far it is. */
  endReplay(): void {
    const lane = this.#lanes.get('');
    if (lane && lane.kind !== 'text') this.closeLane();
    if (this.turns.hasCurrent) this.#settle(this.turns.current);
    this.turns.endReplay();
    for (const open of this.#lanes.values()) open.quiet = false;
  }

  /**
   * The end of a turn that is told again. Its messages are reconciled as a whole: an agent may join on this occasion
   * what it had said in pieces.
   */
  #settle(turn: Turn): void {
    const open = [...this.#lanes.values()].find((lane) => lane.turn === turn && lane.kind === 'text');
    if (open?.message?.shown === false) this.#partFinal(open, open.pieces.join(''));
    for (const message of turn.messages.values()) {
      const text = message.text + (open?.message === message ? open.pieces.join('') : '');
      if (text !== '')
        this.facts.add(turn.run, { type: 'text.final', messageId: message.id, payload: { text } });
      if (!open) message.text = '';
    }
    if (turn.closed) return;
    turn.closed = true;
    // Nobody says how it ended, or whether it has.
    this.facts.add(turn.run, { type: 'run.finished', payload: { outcome: 'unknown' } });
  }

  /** A message of a turn that the agent itself has ended comes again: to append it would double it. */
  #isRepeated(kind: ChunkKind, wireId: string | undefined, agentId: string | undefined): boolean {
    if (this.turns.isReplaying || wireId === undefined) return false;
    const owner = this.#owners.get(keyOf(kind, wireId, agentId));
    if (!owner || (owner === this.turns.current && !owner.ended)) return false;
    this.onRepeated();
    return true;
  }

  #open(kind: ChunkKind, wireId: string | undefined, agentId: string | undefined): Lane {
    const lane: Lane = {
      kind,
      wireId,
      turn: undefined,
      message: undefined,
      partId: '',
      pieces: [],
      quiet: true,
    };
    this.#lanes.set(agentId ?? '', lane);
    if (kind === 'user') return lane;
    const { current } = this.turns;
    lane.turn = current;
    const name = wireId ?? `${current.run.turnId}/message/${++current.unnamed}`;
    const key = keyOf(kind, name, agentId);
    let message = current.messages.get(key);
    if (!message) {
      message = { id: keyOf('text', name, agentId), parts: 0, text: '', shown: false };
      current.messages.set(key, message);
      this.#owners.set(key, current);
    }
    lane.message = message;
    lane.partId = `${key}/${++message.parts}`;
    lane.quiet = this.turns.isReplaying;
    return lane;
  }

  #delta(lane: Lane, delta: string, agentId: string | undefined): void {
    const { kind, turn, message, partId, pieces } = lane;
    // A thought has no final text: by this a store knows that it has been told one before.
    const eventId = kind === 'thought' && pieces.length <= 1 ? { eventId: `acp:${partId}` } : {};
    this.facts.add(turn?.run, {
      type: kind === 'text' ? 'text.delta' : 'reasoning.delta',
      messageId: message?.id,
      partId,
      ...whoOf(agentId),
      ...eventId,
      payload: { delta },
    });
  }

  #final(lane: Lane, text: string, agentId: string | undefined): void {
    const { turn, message, quiet } = lane;
    if (!message) return;
    message.text += text;
    if (quiet) {
      if (!message.shown) this.#partFinal(lane, text, agentId);
      return;
    }
    const payload = { text: message.text };
    this.facts.add(turn?.run, { type: 'text.final', messageId: message.id, ...whoOf(agentId), payload });
  }

  /** One part, where it stands: told by a session that is loaded. */
  #partFinal({ turn, message, partId }: Lane, text: string, agentId?: string): void {
    const ids = { messageId: message?.id, partId, ...whoOf(agentId) };
    this.facts.add(turn?.run, { type: 'text.final', ...ids, payload: { text } });
  }

  #thought(lane: Lane, text: string, agentId: string | undefined): void {
    const { turn, message, partId, quiet } = lane;
    const shown = turn?.thoughts.get(partId);
    turn?.thoughts.set(partId, true);
    if (quiet) {
      if (shown === true) return;
      const known = shown ?? '';
      lane.pieces = known === '' ? [text] : [known, text];
      if (text.startsWith(known)) this.#delta(lane, text.slice(known.length), agentId);
    }
    const ids = { messageId: message?.id, partId, ...whoOf(agentId) };
    this.facts.add(turn?.run, { type: 'reasoning.summary', ...ids, payload: { complete: true } });
  }

  /** What a person said: told again, or an echo of what was sent, or the words of somebody else. */
  #said(text: string, wireId: string | undefined): void {
    const { turns } = this;
    if (turns.isReplaying) {
      const before = turns.hasCurrent ? turns.current : undefined;
      if (before) this.#settle(before);
      const { turn, known } = turns.replayUser(text);
      if (!known) this.#show(turn.userMessageId, text, turn);
      return;
    }
    const { current } = turns;
    if (current.userText !== undefined && text.trim().startsWith(current.userText.trim())) return;
    this.#show(wireId ?? `${current.run.turnId}/said/${++current.unnamed}`, text, current);
  }

  #show(id: string, text: string, { run }: Turn): void {
    const said = { id, role: 'user', text, turnId: run.turnId };
    this.facts.add(run, { type: 'messages.snapshot', payload: { messages: [said], mode: 'window' } });
  }
}

/** A message that was thought and said is two. Subagents may use the same ids. */
function keyOf(kind: ChunkKind, name: string, agentId: string | undefined): string {
  const id = agentId === undefined ? name : `${agentId}/${name}`;
  return kind === 'thought' ? `${id}/thought` : id;
}

function whoOf(agentId: string | undefined): { agentId?: string } {
  return agentId === undefined ? {} : { agentId };
}
