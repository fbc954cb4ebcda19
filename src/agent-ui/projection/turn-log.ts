import type { Stamp } from './order.js';
import { isBefore } from './order.js';
import { TextPieces } from './text-pieces.js';

/** What happened in a turn, as far as it decides which parts there are and in which order. */
export type TurnEntry = { stamp: Stamp; partId?: string; agentId?: string } & (
  | { kind: 'user'; messageId: string }
  | { kind: 'text'; messageId: string; delta: string }
  | { kind: 'final'; messageId: string; text: string | undefined }
  | { kind: 'reasoning'; delta: string; summaryOnly: boolean }
  | { kind: 'summary'; summary: string; complete: boolean }
  | { kind: 'tool'; toolCallId: string }
  | { kind: 'action'; actionId: string }
);

export type Reconciled = 'none' | 'match' | 'extended' | 'replaced';

export interface PartRecord {
  version: number;
  partId: string;
  agentId?: string;
  type:
    | 'user_text'
    | 'assistant_text'
    | 'reasoning_summary'
    | 'reasoning_detail'
    | 'tool_call'
    | 'action_required';
  /** Of a message's part. */
  messageId?: string;
  /** Of a tool's or an approval's part. */
  entityId?: string;
  text: TextPieces;
  title?: string;
  /** An open text or reasoning part takes the next delta that names no part. */
  open: boolean;
  reconciled: Reconciled;
}

/**
 * The ordered log of one turn, and the parts that follow from it (§2.5). Events in order are folded as they
 * come, in constant time; a late one is put in its place and the parts are folded again when next read, so
 * that any order of arrival gives the same parts (R4).
 */
export class TurnLog {
  readonly #entries: TurnEntry[] = [];
  #fold = new Fold();
  #stale = false;

  add(entry: TurnEntry): void {
    let at = this.#entries.length;
    if (isLast(this.#entries, entry)) {
      this.#entries.push(entry);
      if (!this.#stale) this.#fold.apply(entry);
      return;
    }
    while (at > 0 && isBefore(entry.stamp, this.#entries[at - 1]!.stamp)) at--;
    this.#entries.splice(at, 0, entry);
    this.#stale = true;
  }

  /** Moves the first mention of a tool or an approval forward, when an earlier one arrives late. */
  mention(entry: TurnEntry & { kind: 'tool' | 'action' }): void {
    const at = this.#entries.findIndex((other) => other.kind === entry.kind && idOf(other) === idOf(entry));
    if (at < 0 || !isBefore(entry.stamp, this.#entries[at]!.stamp)) return;
    this.#entries.splice(at, 1);
    this.#stale = true;
    this.add(entry);
  }

  get parts(): readonly PartRecord[] {
    if (this.#stale) {
      this.#fold = new Fold();
      for (const entry of this.#entries) this.#fold.apply(entry);
      this.#stale = false;
    }
    return this.#fold.parts;
  }

  /** How a message's final text met its streamed text (§2.4). */
  reconciled(messageId: string): Reconciled {
    void this.parts;
    return this.#fold.finals.get(messageId)?.reconciled ?? 'none';
  }
}

function isLast(entries: readonly TurnEntry[], entry: TurnEntry): boolean {
  const last = entries[entries.length - 1];
  return !last || !isBefore(entry.stamp, last.stamp);
}

function idOf(entry: TurnEntry): string | undefined {
  if (entry.kind === 'tool') return entry.toolCallId;
  return entry.kind === 'action' ? entry.actionId : undefined;
}

/** Folds entries, in order, into parts. */
class Fold {
  readonly parts: PartRecord[] = [];
  readonly finals = new Map<string, { text: string; reconciled: Reconciled; settled: boolean }>();
  readonly #byId = new Map<string, PartRecord>();
  readonly #ofMessage = new Map<string, PartRecord[]>();

  apply(entry: TurnEntry): void {
    switch (entry.kind) {
      case 'user':
        this.#add(entry, 'user_text', entry.partId ?? entry.messageId, { messageId: entry.messageId });
        break;
      case 'text':
        this.#text(entry);
        break;
      case 'final':
        this.#final(entry.messageId, entry.partId, entry.text, entry);
        break;
      case 'reasoning':
        this.#reasoning(entry);
        break;
      case 'summary':
        this.#summary(entry);
        break;
      case 'tool':
        this.#add(entry, 'tool_call', entry.toolCallId, { entityId: entry.toolCallId });
        break;
      case 'action':
        this.#add(entry, 'action_required', entry.actionId, { entityId: entry.actionId });
        break;
    }
  }

  #add(
    entry: TurnEntry,
    type: PartRecord['type'],
    partId: string,
    ids: Pick<PartRecord, 'messageId' | 'entityId'> = {},
  ): PartRecord {
    const part: PartRecord = {
      version: 0,
      partId: this.#unused(partId),
      agentId: entry.agentId,
      type,
      ...ids,
      text: new TextPieces(),
      open: false,
      reconciled: 'none',
    };
    this.parts.push(part);
    this.#byId.set(part.partId, part);
    if (type === 'assistant_text' && ids.messageId !== undefined) {
      const segments = this.#ofMessage.get(ids.messageId);
      if (segments) segments.push(part);
      else this.#ofMessage.set(ids.messageId, [part]);
    }
    return part;
  }

  #unused(partId: string): string {
    if (!this.#byId.has(partId)) return partId;
    let n = 2;
    while (this.#byId.has(`${partId}/${n}`)) n++;
    return `${partId}/${n}`;
  }

  /** The part that a delta continues: the named one, or the last one of all if it is open and fits. */
  #continued(partId: string | undefined, fits: (part: PartRecord) => boolean): PartRecord | undefined {
    if (partId !== undefined) {
      const named = this.#byId.get(partId);
      return named && fits(named) ? named : undefined;
    }
    const last = this.parts[this.parts.length - 1];
    return last?.open && fits(last) ? last : undefined;
  }

  #text(entry: TurnEntry & { kind: 'text' }): void {
    const { messageId, partId, delta } = entry;
    const part =
      this.#continued(partId, (known) => known.type === 'assistant_text' && known.messageId === messageId) ??
      this.#add(entry, 'assistant_text', partId ?? messageId, { messageId });
    part.open = true;
    part.text.append(delta);
    part.version++;
    const final = this.finals.get(messageId);
    if (final) final.settled = false;
  }

  /** §2.4: the visible answer becomes the final text, once, and process parts keep their places. */
  #final(messageId: string, partId: string | undefined, text: string | undefined, entry: TurnEntry): void {
    const key = partId ?? messageId;
    const known = this.finals.get(key);
    if (text !== undefined && known?.settled && known.text === text) return;
    let segments = (this.#ofMessage.get(messageId) ?? []).filter(
      (part) => partId === undefined || part.partId === partId,
    );
    if (segments.length === 0 && text !== undefined) {
      segments = [this.#add(entry, 'assistant_text', partId ?? messageId, { messageId })];
      segments[0]!.text.set(text);
    }
    const reconciled = text === undefined ? 'match' : reconcile(segments, text);
    for (const part of segments) {
      part.open = false;
      part.reconciled = reconciled;
      part.version++;
    }
    const result = { text: text ?? '', reconciled, settled: text !== undefined } as const;
    this.finals.set(key, result);
    if (partId !== undefined) this.finals.set(messageId, { ...result, settled: false });
  }

  #reasoning(entry: TurnEntry & { kind: 'reasoning' }): void {
    const part =
      this.#continued(entry.partId, isReasoning) ??
      this.#add(entry, 'reasoning_detail', entry.partId ?? `reasoning-${this.parts.length + 1}`);
    part.open = true;
    if (!entry.summaryOnly) part.text.append(entry.delta);
    part.version++;
  }

  #summary(entry: TurnEntry & { kind: 'summary' }): void {
    const part =
      this.#continued(entry.partId, isReasoning) ??
      this.#add(entry, 'reasoning_summary', entry.partId ?? `reasoning-${this.parts.length + 1}`);
    part.type = 'reasoning_summary';
    if (entry.complete) {
      part.open = false;
      part.title = entry.summary || part.title;
    } else {
      part.open = true;
    }
    if (entry.summary && part.text.text === '') part.text.set(entry.summary);
    part.version++;
  }
}

function isReasoning(part: PartRecord): boolean {
  return part.type === 'reasoning_detail' || part.type === 'reasoning_summary';
}

function reconcile(segments: readonly PartRecord[], text: string): Reconciled {
  const streamed = segments.map((part) => part.text.text).join('');
  if (streamed === text) return 'match';
  if (text.startsWith(streamed)) {
    segments[segments.length - 1]!.text.append(text.slice(streamed.length));
    return 'extended';
  }
  let rest = text;
  let diverged = false;
  for (const part of segments) {
    if (!diverged && rest.startsWith(part.text.text)) {
      rest = rest.slice(part.text.text.length);
      continue;
    }
    part.text.set(diverged ? '' : rest);
    diverged = true;
  }
  if (!diverged) segments[segments.length - 1]!.text.append(rest);
  return 'replaced';
}
