import type { Stamp } from './order.js';
import { isBefore } from './order.js';
import { OrderedLog } from './ordered-log.js';
import { TextPieces } from './text-pieces.js';

/** Parts that stand for a record of their own; where they stand is decided by its first fact (§2.5). */
export type RefType =
  | 'tool_call'
  | 'action_required'
  | 'plan'
  | 'artifact_ref'
  | 'evidence_ref'
  | 'context_event'
  | 'agent_handoff'
  | 'worker_notification';

type RefEntry = {
  stamp: Stamp;
  partId?: string;
  agentId?: string;
  kind: 'ref';
  type: RefType;
  entityId: string;
};

/** What happened in a turn, as far as it decides which parts there are and in which order. */
export type TurnEntry =
  | RefEntry
  | ({ stamp: Stamp; partId?: string; agentId?: string } & (
      | { kind: 'user'; messageId: string }
      | { kind: 'text'; messageId: string; delta: string }
      | { kind: 'final'; messageId: string; text: string | undefined }
      | { kind: 'reasoning'; delta: string; summaryOnly: boolean }
      | { kind: 'summary'; summary: string; complete: boolean }
    ));

export type Reconciled = 'none' | 'match' | 'extended' | 'replaced';

export interface PartRecord {
  version: number;
  partId: string;
  agentId?: string;
  type: 'user_text' | 'assistant_text' | 'reasoning_summary' | 'reasoning_detail' | RefType;
  /** Of a message's part. */
  messageId?: string;
  /** Of a part that stands for a record. */
  entityId?: string;
  text: TextPieces;
  title?: string;
  /** An open text or reasoning part takes the next delta that names no part. */
  open: boolean;
  reconciled: Reconciled;
}

/** The ordered log of one turn, and the parts that follow from it (§2.5). */
export class TurnLog extends OrderedLog<TurnEntry, Fold> {
  private readonly refs = new Map<RefType, Map<string, RefEntry>>();

  protected empty(): Fold {
    return new Fold();
  }

  protected step(fold: Fold, entry: TurnEntry): void {
    fold.apply(entry);
  }

  protected override absorb(before: TurnEntry, after: TurnEntry): boolean {
    if (before.partId !== after.partId || before.agentId !== after.agentId) return false;
    const same =
      before.kind === 'text'
        ? after.kind === 'text' && before.messageId === after.messageId
        : before.kind === 'reasoning' &&
          after.kind === 'reasoning' &&
          before.summaryOnly === after.summaryOnly;
    if (same) (before as { delta: string }).delta += (after as { delta: string }).delta;
    return same;
  }

  /** Mentions a record: once, where its first fact stands, also when that arrives late. */
  refer(type: RefType, entityId: string, stamp: Stamp, agentId: string | undefined): void {
    let refs = this.refs.get(type);
    if (!refs) this.refs.set(type, (refs = new Map()));
    const known = refs.get(entityId);
    if (known && !isBefore(stamp, known.stamp)) return;
    if (known) this.remove(known);
    const entry: RefEntry = { kind: 'ref', type, entityId, stamp, agentId };
    refs.set(entityId, entry);
    this.add(entry);
  }

  get parts(): readonly PartRecord[] {
    return this.value.parts;
  }

  /** How long a text was that a final one took the place of, and that one; the text itself is nobody's diagnostic. */
  replaced(key: string): { streamed: number; final: number } | undefined {
    const last = this.value.finals.get(key);
    return last?.reconciled === 'replaced' && last.settled
      ? { streamed: last.streamed, final: last.text.length }
      : undefined;
  }

  /** How a message's final text met its streamed text (§2.4). */
  reconciled(messageId: string): Reconciled {
    return this.value.finals.get(messageId)?.reconciled ?? 'none';
  }
}

/** Folds entries, in order, into parts. */
export class Fold {
  readonly parts: PartRecord[] = [];
  readonly finals = new Map<
    string,
    { text: string; reconciled: Reconciled; settled: boolean; streamed: number }
  >();
  private readonly byId = new Map<string, PartRecord>();
  private readonly ofMessage = new Map<string, PartRecord[]>();

  apply(entry: TurnEntry): void {
    switch (entry.kind) {
      case 'user':
        this.add(entry, 'user_text', entry.partId ?? entry.messageId, { messageId: entry.messageId });
        break;
      case 'text':
        this.text(entry);
        break;
      case 'final':
        this.final(entry.messageId, entry.partId, entry.text, entry);
        break;
      case 'reasoning':
        this.reasoning(entry);
        break;
      case 'summary':
        this.summary(entry);
        break;
      case 'ref':
        this.add(entry, entry.type, entry.entityId, { entityId: entry.entityId });
        break;
    }
  }

  private add(
    entry: TurnEntry,
    type: PartRecord['type'],
    partId: string,
    ids: Pick<PartRecord, 'messageId' | 'entityId'> = {},
  ): PartRecord {
    const part: PartRecord = {
      version: 0,
      partId: this.unused(partId),
      agentId: entry.agentId,
      type,
      ...ids,
      text: new TextPieces(),
      open: false,
      reconciled: 'none',
    };
    this.parts.push(part);
    this.byId.set(part.partId, part);
    if (type === 'assistant_text' && ids.messageId !== undefined) {
      const segments = this.ofMessage.get(ids.messageId);
      if (segments) segments.push(part);
      else this.ofMessage.set(ids.messageId, [part]);
    }
    return part;
  }

  private unused(partId: string): string {
    if (!this.byId.has(partId)) return partId;
    let n = 2;
    while (this.byId.has(`${partId}/${n}`)) n++;
    return `${partId}/${n}`;
  }

  /** The part that a delta continues: the named one, or the last one of all if it is open and fits. */
  private continued(partId: string | undefined, fits: (part: PartRecord) => boolean): PartRecord | undefined {
    if (partId !== undefined) {
      const named = this.byId.get(partId);
      return named && fits(named) ? named : undefined;
    }
    const last = this.parts[this.parts.length - 1];
    return last?.open && fits(last) ? last : undefined;
  }

  private text(entry: TurnEntry & { kind: 'text' }): void {
    const { messageId, partId, delta } = entry;
    const part =
      this.continued(partId, (known) => known.type === 'assistant_text' && known.messageId === messageId) ??
      this.add(entry, 'assistant_text', partId ?? messageId, { messageId });
    part.open = true;
    part.text.append(delta);
    part.version++;
    const final = this.finals.get(messageId);
    if (final) final.settled = false;
  }

  /** §2.4: the visible answer becomes the final text, once, and process parts keep their places. */
  private final(
    messageId: string,
    partId: string | undefined,
    text: string | undefined,
    entry: TurnEntry,
  ): void {
    const key = partId ?? messageId;
    const known = this.finals.get(key);
    if (text !== undefined && known?.settled && known.text === text) return;
    let segments = this.segments(messageId, partId);
    if (segments.length === 0 && text !== undefined) {
      const part = this.add(entry, 'assistant_text', partId ?? messageId, { messageId });
      part.text.set(text);
      segments = [part];
    }
    const streamed = segments.reduce((sum, part) => sum + part.text.text.length, 0);
    const reconciled = text === undefined ? 'match' : reconcile(segments, text);
    for (const part of segments) {
      part.open = false;
      part.reconciled = reconciled;
      part.version++;
    }
    const result = { text: text ?? '', reconciled, settled: text !== undefined, streamed } as const;
    this.finals.set(key, result);
    if (partId !== undefined) this.finals.set(messageId, { ...result, settled: false });
  }

  /** The parts of a message's text, or the one that is named. */
  private segments(messageId: string, partId: string | undefined): readonly PartRecord[] {
    if (partId === undefined) return this.ofMessage.get(messageId) ?? [];
    const named = this.byId.get(partId);
    return named?.type === 'assistant_text' && named.messageId === messageId ? [named] : [];
  }

  private reasoning(entry: TurnEntry & { kind: 'reasoning' }): void {
    const part =
      this.continued(entry.partId, isReasoning) ??
      this.add(entry, 'reasoning_detail', entry.partId ?? `reasoning-${this.parts.length + 1}`);
    part.open = true;
    if (!entry.summaryOnly) part.text.append(entry.delta);
    part.version++;
  }

  private summary(entry: TurnEntry & { kind: 'summary' }): void {
    const part =
      this.continued(entry.partId, isReasoning) ??
      this.add(entry, 'reasoning_summary', entry.partId ?? `reasoning-${this.parts.length + 1}`);
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
