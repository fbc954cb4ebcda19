import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { RunRef } from '../fact-writer.js';
import type { UiMessage, UiPart } from './chat.js';
import { textField, type Mapping } from './mapping.js';
import { PartPlaces, type TextKind } from './part-places.js';

interface OpenPart {
  readonly kind: TextKind;
  readonly part: UiPart;
  readonly partId: string;
  readonly messageId: string;
  readonly pieces: string[];
  length: number;
  /** So many characters were told before: reasoning cannot be taken back, and is not told twice. */
  readonly known: number;
}

/** `text-*` and `reasoning-*` → `text.*` and `reasoning.*`. */
export class TextMapper {
  readonly #open = new Map<string, OpenPart>();
  readonly #places = new PartPlaces();

  constructor(
    private readonly mapping: Mapping,
    private readonly message: () => UiMessage,
  ) {}

  start(kind: TextKind, chunk: JsonObject): void {
    const { facts, run, told } = this.mapping;
    const key = keyOf(kind, chunk);
    if (this.#open.has(key)) {
      facts.diagnose('already_open', `${kind}-start`, `A ${kind} part was started twice; it goes on.`);
      return;
    }
    const message = this.message();
    const messageId = message.id;
    const partId = this.#places.next(kind, message);
    const id = textField(chunk, 'id');
    const part: UiPart = {
      type: kind,
      // Only reasoning keeps its id in a message.
      ...(kind === 'reasoning' && id !== undefined ? { id } : {}),
      text: '',
      state: 'streaming',
      ...metadataOf(chunk),
    };
    message.parts.push(part);
    const known = told.get(partId);
    if (known !== undefined && kind === 'text') retract(this.mapping, run, messageId, partId);
    const open: OpenPart = {
      kind,
      part,
      partId,
      messageId,
      pieces: [],
      length: 0,
      known: kind === 'reasoning' ? (known ?? 0) : 0,
    };
    this.#open.set(key, open);
    this.#tell(open, '');
  }

  delta(kind: TextKind, chunk: JsonObject): void {
    const { facts } = this.mapping;
    const key = keyOf(kind, chunk);
    if (!this.#open.has(key)) {
      facts.diagnose(
        'content_without_start',
        kind,
        `Content came for a ${kind} part that nobody had started.`,
      );
      this.mapping.gap();
      this.start(kind, chunk);
    }
    const open = this.#open.get(key)!;
    Object.assign(open.part, metadataOf(chunk));
    const { delta } = chunk;
    if (typeof delta !== 'string') {
      facts.diagnose('malformed', `${kind}-delta.delta`, 'A delta that is no text was left out.');
      return;
    }
    if (delta === '') return;
    open.pieces.push(delta);
    open.length += delta.length;
    const news = open.length - open.known;
    if (news > 0) this.#tell(open, news < delta.length ? delta.slice(-news) : delta);
  }

  /** Answers the id of the part that is complete now. */
  end(kind: TextKind, chunk: JsonObject): string | undefined {
    const key = keyOf(kind, chunk);
    const open = this.#open.get(key);
    if (!open) {
      this.mapping.facts.diagnose(
        'end_without_start',
        kind,
        `The end of a ${kind} part came that was not open.`,
      );
      return undefined;
    }
    Object.assign(open.part, metadataOf(chunk));
    this.#close(key, open, 'done');
    return open.partId;
  }

  /** A step, or the run, is over: what is open is complete, or, when the run was cut, stays as it is. */
  closeAll(how: 'done' | 'cut'): void {
    for (const [key, open] of this.#open) this.#close(key, open, how);
  }

  #tell({ kind, messageId, partId, length, known }: OpenPart, delta: string): void {
    const { facts, run, told } = this.mapping;
    told.set(partId, Math.max(length, known));
    const type = kind === 'text' ? 'text.delta' : 'reasoning.delta';
    facts.add(run, { type, messageId, partId, payload: { delta } });
  }

  #close(key: string, open: OpenPart, how: 'done' | 'cut'): void {
    const { kind, part, partId, messageId } = open;
    const { facts, run } = this.mapping;
    this.#open.delete(key);
    const text = open.pieces.join('');
    Object.assign(part, { text, state: 'done' });
    if (how === 'cut') return;
    if (kind === 'text') facts.add(run, { type: 'text.final', messageId, partId, payload: { text } });
    else facts.add(run, { type: 'reasoning.summary', messageId, partId, payload: summaryOf(text) });
  }
}

/** What was said of a part does not count any more. */
export function retract(
  { facts }: Pick<Mapping, 'facts'>,
  run: Partial<RunRef>,
  messageId: string,
  partId: string,
): void {
  facts.add(run, { type: 'text.final', messageId, partId, payload: { text: '' } });
}

/** Models that summarise their reasoning begin each summary with a heading in bold. */
export function summaryOf(text: string): { complete: true; summary?: string } {
  const summary = /^\s*\*\*([^*\n]{1,120})\*\*/.exec(text)?.[1]?.trim();
  return { complete: true, ...(summary === undefined ? {} : { summary }) };
}

function keyOf(kind: TextKind, chunk: JsonObject): string {
  return `${kind}:${String(chunk['id'])}`;
}

function metadataOf({ providerMetadata }: JsonObject): { providerMetadata?: unknown } {
  return isJsonObject(providerMetadata) ? { providerMetadata } : {};
}
