import type { JsonObject } from '../../../base/json.js';
import { mergeMetadata, textOfMessage, type HistoryMessage, type MessageKind } from './history.js';
import type { Mapping } from './mapping.js';
import { idField, ownerOf } from './wire.js';

/** The part of a message that is being streamed. */
interface OpenPart {
  message: HistoryMessage;
  partId: string;
  /** The pieces of the message before this part. */
  from: number;
  /** Characters of it that have come. */
  length: number;
  /** How often something else had begun when this part began. */
  breaks: number;
  /** The server repeats what a person said: it is in the history already. */
  echo: boolean;
}

const ROLES = new Set(['assistant', 'user', 'system', 'developer', 'reasoning']);

/** TEXT_MESSAGE_*, REASONING_MESSAGE_* and THINKING_TEXT_MESSAGE_* → `text.*` and `reasoning.*`. */
export class MessageMapper {
  readonly #open = new Map<HistoryMessage, OpenPart>();
  readonly #breaks = new Map<string, number>();
  /** Messages that this stream has begun, where the thread is read again. */
  #retold = new WeakSet<HistoryMessage>();
  #made = 0;

  constructor(private readonly mapping: Mapping) {}

  start(kind: MessageKind, event: JsonObject, id = this.#idFor(kind, event)): void {
    const { facts, history, run } = this.mapping;
    const known = history.find(kind, id);
    if (known?.open) {
      facts.diagnose('already_open', `${kind}.start`, `A ${kind} message was started twice; it goes on.`);
      return;
    }
    if (known && this.mapping.retold && !this.#retold.has(known)) this.#forgetText(known);
    const message = known ?? history.add(kind, id, this.#roleOf(kind, event), run);
    if (!known) {
      message.owner = ownerOf(event);
      const name = idField(event, 'name');
      if (name !== undefined) message.name = name;
    }
    this.#retold.add(message);
    mergeMetadata(message, event);
    if (kind === 'reasoning') this.break(message.owner, 'text');
    else if (message.role === 'assistant') this.break(message.owner, 'reasoning');
    const echo = known?.role === 'user';
    if (echo) message.local = false;
    this.#openPart(message, echo);
  }

  content(kind: MessageKind, event: JsonObject, id = this.#idFor(kind, event)): void {
    const { facts, history } = this.mapping;
    const { delta } = event;
    let message = history.find(kind, id);
    if (!message?.open) {
      facts.diagnose(
        message ? 'content_after_end' : 'content_without_start',
        kind,
        `Content came for a ${kind} message that was not open; it was opened.`,
      );
      this.start(kind, event, id);
      message = history.find(kind, id)!;
    }
    this.#checkOwner(message, event);
    mergeMetadata(message, event);
    if (typeof delta !== 'string') {
      facts.diagnose(
        'malformed',
        `${event['type'] as string}.delta`,
        'A delta that is no text was left out.',
      );
      return;
    }
    if (delta !== '') this.#append(message, delta);
  }

  end(kind: MessageKind, event: JsonObject, id = this.#idFor(kind, event)): void {
    const { facts, history } = this.mapping;
    const message = history.find(kind, id);
    if (!message?.open) {
      facts.diagnose('end_without_start', kind, `The end of a ${kind} message came that was not open.`);
      return;
    }
    this.#checkOwner(message, event);
    mergeMetadata(message, event);
    this.#close(message);
  }

  /** The thread is told again from its beginning. */
  retell(): void {
    this.closeAll('leave');
    this.#retold = new WeakSet();
  }

  /** It is told from its beginning, whatever part of it has been heard. */
  #forgetText(message: HistoryMessage): void {
    if (message.role === 'user') return;
    message.pieces = [];
    message.parts = undefined;
    message.partCount = 0;
  }

  isOpen(kind: MessageKind, id: string): boolean {
    return this.mapping.history.find(kind, id)?.open === true;
  }

  /**
   * Something else of the same agent begins. What an open message says after that is a part of its own, so
   * that everything stands in the order in which it happened.
   */
  break(owner: string | undefined, kind: MessageKind): void {
    const key = `${kind}:${owner ?? ''}`;
    this.#breaks.set(key, this.#breaksOf(key) + 1);
  }

  /** The run is over: what is open is closed, or, when the run was cut, stays as it is. */
  closeAll(how: 'close' | 'leave'): boolean {
    const any = this.#open.size > 0;
    for (const message of [...this.#open.keys()]) {
      if (how === 'close') this.#close(message);
      else message.open = false;
    }
    this.#open.clear();
    return any;
  }

  #idFor(kind: MessageKind, event: JsonObject): string {
    const given = idField(event, 'messageId');
    if (given !== undefined) return given;
    const { facts, run } = this.mapping;
    facts.diagnose('malformed', `${event['type'] as string}.messageId`, 'An event names no message.');
    const starts = String(event['type']).endsWith('START');
    const last = [...this.#open.keys()].filter((message) => message.kind === kind).pop();
    return !starts && last ? last.id : `${run.runId}:${kind}:${++this.#made}`;
  }

  #roleOf(kind: MessageKind, event: JsonObject): string {
    const { role } = event;
    const wanted = kind === 'reasoning' ? 'reasoning' : 'assistant';
    const fits = kind === 'reasoning' ? role === 'reasoning' : typeof role === 'string' && ROLES.has(role);
    const absent = role === undefined || role === null;
    if (!absent && (!fits || (kind === 'text' && role === 'reasoning'))) {
      this.mapping.facts.diagnose('malformed', `${event['type'] as string}.role`, `Not a role of ${kind}.`);
    }
    return kind === 'text' && fits && role !== 'reasoning' ? (role as string) : wanted;
  }

  #checkOwner(message: HistoryMessage, event: JsonObject): void {
    const owner = ownerOf(event);
    if (owner === undefined || owner === message.owner) return;
    this.mapping.facts.diagnose('owner_mismatch', message.kind, 'A message is said to be of two agents.');
  }

  #breaksOf(key: string): number {
    return this.#breaks.get(key) ?? 0;
  }

  #openPart(message: HistoryMessage, echo: boolean): void {
    const n = ++message.partCount;
    const part: OpenPart = {
      message,
      partId: message.kind === 'text' ? `${message.shownId}/${n}` : `${message.shownId}/reasoning/${n}`,
      from: message.pieces.length,
      length: 0,
      breaks: this.#breaksOf(`${message.kind}:${message.owner ?? ''}`),
      echo,
    };
    message.open = true;
    this.#open.set(message, part);
    this.#delta(part, '');
  }

  #append(message: HistoryMessage, delta: string): void {
    let part = this.#open.get(message);
    if (!part || part.echo) return;
    const shown = message.kind === 'reasoning' || message.role === 'assistant';
    if (shown && part.breaks !== this.#breaksOf(`${message.kind}:${message.owner ?? ''}`)) {
      this.#final(part);
      this.#openPart(message, false);
      part = this.#open.get(message)!;
    }
    message.pieces.push(delta);
    part.length += delta.length;
    const { told } = this.mapping.thread;
    const before = told.get(part.partId) ?? 0;
    told.set(part.partId, Math.max(before, part.length));
    // What was told before the stream broke off stands.
    const news = this.mapping.retold ? part.length - before : delta.length;
    if (news > 0) this.#delta(part, news < delta.length ? delta.slice(-news) : delta);
  }

  #delta({ message, partId }: OpenPart, delta: string): void {
    const { facts, run } = this.mapping;
    const { shownId: messageId, owner } = message;
    const ids = { messageId, partId, ...(owner === undefined ? {} : { agentId: owner }) };
    if (message.kind === 'reasoning') facts.add(run, { type: 'reasoning.delta', ...ids, payload: { delta } });
    else if (message.role === 'assistant') facts.add(run, { type: 'text.delta', ...ids, payload: { delta } });
  }

  #close(message: HistoryMessage): void {
    const part = this.#open.get(message);
    this.#open.delete(message);
    message.open = false;
    if (part && !part.echo) this.#final(part);
  }

  #final({ message, partId, from }: OpenPart): void {
    const { facts, run } = this.mapping;
    const { shownId: messageId, owner } = message;
    const ids = { messageId, partId, ...(owner === undefined ? {} : { agentId: owner }) };
    if (message.kind === 'reasoning') {
      const summary = message.name ?? headingOf(message.pieces.slice(from).join(''));
      facts.add(run, {
        type: 'reasoning.summary',
        ...ids,
        payload: { complete: true, ...(summary === undefined ? {} : { summary }) },
      });
    } else if (message.role === 'assistant') {
      const text = message.pieces.slice(from).join('');
      facts.add(run, { type: 'text.final', ...ids, payload: { text } });
    } else if (message.role === 'user') {
      const said = { id: messageId, role: 'user', text: textOfMessage(message), turnId: run.turnId };
      facts.add(run, { type: 'messages.snapshot', payload: { messages: [said], mode: 'repair' } });
    }
  }
}

/** Models that summarise their reasoning begin each summary with a heading in bold. */
function headingOf(text: string): string | undefined {
  return /^\s*\*\*([^*\n]{1,120})\*\*/.exec(text)?.[1]?.trim();
}
