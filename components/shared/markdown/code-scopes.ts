/** A piece of code and how it is to look. Pieces do not overlap, and come in order. */
export interface CodeScope {
  start: number;
  end: number;
  name: ScopeName;
}

/** The looks that code has: each is a highlight `oui-code-<name>` and a token `--agent-code-<name>`. */
export const SCOPE_NAMES = [
  'keyword',
  'string',
  'comment',
  'number',
  'title',
  'type',
  'attribute',
  'tag',
  'meta',
  'addition',
  'deletion',
] as const;
export type ScopeName = (typeof SCOPE_NAMES)[number];

/** What highlight.js calls them. */
const NAMES: Readonly<Record<string, ScopeName>> = {
  keyword: 'keyword',
  literal: 'number',
  operator: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  comment: 'comment',
  quote: 'comment',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  title: 'title',
  section: 'title',
  type: 'type',
  class: 'type',
  built_in: 'type',
  attr: 'attribute',
  attribute: 'attribute',
  property: 'attribute',
  variable: 'attribute',
  'template-variable': 'attribute',
  tag: 'tag',
  name: 'tag',
  'selector-tag': 'tag',
  'selector-class': 'tag',
  'selector-id': 'tag',
  'selector-pseudo': 'tag',
  meta: 'meta',
  addition: 'addition',
  deletion: 'deletion',
};

/** What highlight.js tells the tokens to: keeps where they are, and makes no HTML. */
export class ScopeEmitter {
  readonly scopes: CodeScope[] = [];
  #length = 0;
  #open: (ScopeName | undefined)[] = [];

  openNode(scope: string): void {
    const name = scope === 'title.class' ? 'type' : (NAMES[scope] ?? NAMES[scope.split('.')[0]!]);
    // Inside what looks like something, what has no look of its own looks the same.
    this.#open.push(name ?? this.#open.at(-1));
  }

  closeNode(): void {
    this.#open.pop();
  }

  /** Of a keyword, where the others are of a mode. */
  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  addText(text: string): void {
    const name = this.#open.at(-1);
    if (text && name) this.scopes.push({ start: this.#length, end: this.#length + text.length, name });
    this.#length += text.length;
  }

  __addSublanguage(emitter: ScopeEmitter): void {
    for (const { start, end, name } of emitter.scopes) {
      this.scopes.push({ start: this.#length + start, end: this.#length + end, name });
    }
    this.#length += emitter.#length;
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }
}
