/** Something that a person can choose after `@` or `/`. */
export interface ComposerItem {
  /** Stable. */
  id: string;
  label: string;
  /** A second line, such as where a file is. */
  detail?: string;
  kind?: string;
  /** For the agent: where it is, or what it says. */
  value?: string;
  /** Of a command: stands in the field instead of it. */
  text?: string;
  /** Of a command: the mode that it switches to. */
  mode?: string;
}

/** Finds what fits `query`. The host's; an answer that comes too late is not looked at. */
export type ComposerLookup = (
  query: string,
  options: { signal: AbortSignal },
) => readonly ComposerItem[] | Promise<readonly ComposerItem[]>;

export interface Lookups {
  mentions?: ComposerLookup;
  commands?: ComposerLookup;
}

/** The `@…` or `/…` before the caret. */
export interface Trigger {
  kind: 'mentions' | 'commands';
  /** Where its sign stands. */
  from: number;
  to: number;
  query: string;
}

/** A command is the first thing in a message. The full-width signs are what a Chinese keyboard writes. */
const COMMAND = /^[/\uff0f]([^\s/\uff0f]{0,64})$/;
/** Nothing that could be an e-mail address. In Chinese no space stands before it. */
const MENTION = /(?:^|[^\w.+-])[@\uff20]([^\s@\uff20]{0,64})$/;

export function triggerAt(text: string, caret: number, lookups: Lookups): Trigger | undefined {
  const before = text.slice(0, caret);
  const command = lookups.commands && COMMAND.exec(before);
  if (command) return { kind: 'commands', from: 0, to: caret, query: command[1]! };
  const mention = lookups.mentions && MENTION.exec(before);
  if (!mention) return undefined;
  const query = mention[1]!;
  return { kind: 'mentions', from: caret - query.length - 1, to: caret, query };
}

/** Mentions that somebody wrote and did not choose: they are words, and no context (N-024). */
export function unresolvedIn(text: string, labels: readonly string[]): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/(?:^|[^\w.+-])(@[^\s@]+)/g)) {
    const at = match.index + match[0].indexOf('@');
    if (labels.some((label) => text.startsWith(`@${label}`, at))) continue;
    const name = match[1]!.replace(/[.,;:!?)\u3002\uff0c\uff01\uff1f]+$/, '');
    if (name.length > 1 && !found.includes(name)) found.push(name);
  }
  return found;
}

/** The list below which a person chooses. It never opens, and takes no key, while an input method is at work. */
export class Suggestions {
  trigger: Trigger | undefined;
  items: readonly ComposerItem[] = [];
  state: 'loading' | 'ready' | 'failed' = 'ready';
  active = 0;
  #abort: AbortController | undefined;
  /** Where a person has closed the list; it stays closed for this word. */
  #dismissed: number | undefined;

  constructor(private readonly changed: () => void) {}

  get open(): boolean {
    return this.trigger !== undefined;
  }

  get chosen(): ComposerItem | undefined {
    return this.open ? this.items[this.active] : undefined;
  }

  /** Looks at what stands before the caret. */
  look(text: string, caret: number, lookups: Lookups): void {
    const trigger = triggerAt(text, caret, lookups);
    if (!trigger) this.#dismissed = undefined;
    if (!trigger || trigger.from === this.#dismissed) return this.close();
    const { trigger: old } = this;
    if (old?.kind === trigger.kind && old.from === trigger.from && old.query === trigger.query) {
      old.to = trigger.to;
      return;
    }
    if (old?.kind !== trigger.kind) this.items = [];
    this.trigger = trigger;
    void this.#find(lookups[trigger.kind]!, trigger.query);
  }

  /** Closes the list until another word begins. */
  dismiss(): void {
    this.#dismissed = this.trigger?.from;
    this.close();
  }

  move(step: number): void {
    const count = this.items.length;
    if (count === 0) return;
    this.active = (this.active + step + count) % count;
    this.changed();
  }

  close(): void {
    this.#abort?.abort();
    if (!this.trigger) return;
    this.trigger = undefined;
    this.items = [];
    this.changed();
  }

  async #find(lookup: ComposerLookup, query: string): Promise<void> {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    this.state = 'loading';
    this.active = 0;
    this.changed();
    let items: readonly ComposerItem[] | undefined;
    try {
      items = await lookup(query, { signal: abort.signal });
    } catch {
      // Shown as a line of the list; what it was is the host's business.
    }
    if (abort.signal.aborted) return;
    this.items = Array.isArray(items) ? items : [];
    this.state = items ? 'ready' : 'failed';
    this.changed();
  }
}
