import { noChange, type ElementPart } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { DirectiveParameters } from 'lit/directive.js';
import { codeReader, type CodeReader } from './code-languages.js';
import { SCOPE_NAMES, type CodeScope, type ScopeName } from './code-scopes.js';

/** Longer code is shown as it is: reading it would hold up the page. Characters. */
const LONGEST = 20_000;
/** Code that still grows is read again when it has grown by a quarter, and by this much; characters. */
const STEP = 300;
/**
 * With every change of the page a browser looks at all that is coloured in it: what it skips, as it is out of sight,
 * is not coloured meanwhile.
 */
const watched = new WeakMap<Element, (inSight: boolean) => void>();
const roots = new WeakSet<Node>();

/** Tells when the browser begins, or ceases, to skip the code; answers with whether it is in sight. */
function watch(code: HTMLElement, tell: (inSight: boolean) => void): boolean {
  watched.set(code, tell);
  const root = code.getRootNode();
  if (!roots.has(root)) {
    roots.add(root);
    root.addEventListener('contentvisibilityautostatechange', (event) => {
      const { skipped, target } = event as ContentVisibilityAutoStateChangeEvent;
      for (const each of (target as Element).querySelectorAll('code')) watched.get(each)?.(!skipped);
    });
  }
  return code.checkVisibility({ contentVisibilityAuto: true });
}

/** Milliseconds without growth after which the rest is read. */
const QUIET_MS = 150;

/**
 * Colours code without touching it: the text stays one node, to be selected, found and appended to, and the colours
 * lie over it (CSS Custom Highlight API). No element, no style attribute, nothing for a policy to refuse. Where the
 * browser cannot do that, code is shown as it is.
 */
class ColouredCodeDirective extends AsyncDirective {
  #code: HTMLElement | undefined;
  #language = '';
  #reader: CodeReader | undefined;
  #ranges: { range: AbstractRange; name: ScopeName }[] = [];
  /** Characters that are coloured. */
  #read = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watching = false;
  #inSight = true;

  render(_text: string, _language: string | undefined): unknown {
    return noChange;
  }

  override update(part: ElementPart, [text, language]: DirectiveParameters<this>): unknown {
    if (!language || typeof Highlight === 'undefined') return noChange;
    this.#code = part.element as HTMLElement;
    if (language !== this.#language) {
      this.#language = language;
      this.#reader = undefined;
      void this.#fetch(language);
    }
    // The text of the element is written after this: it is read in a later task.
    const grown = text.length - this.#read;
    this.#plan(grown >= STEP && grown >= this.#read / 4 ? 0 : QUIET_MS);
    return noChange;
  }

  protected override disconnected(): void {
    clearTimeout(this.#timer);
    if (this.#code) watched.delete(this.#code);
    this.#watching = false;
    this.#clear();
  }

  protected override reconnected(): void {
    this.#plan(0);
  }

  #watch(code: HTMLElement): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#inSight = watch(code, (inSight) => {
      this.#inSight = inSight;
      for (const { range, name } of this.#ranges) lay(range, name, inSight);
    });
  }

  async #fetch(language: string): Promise<void> {
    const reader = await codeReader(language);
    if (language !== this.#language) return;
    this.#reader = reader;
    if (this.isConnected) this.#plan(0);
  }

  #plan(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#colour(), wait);
  }

  #colour(): void {
    const text = [...(this.#code?.childNodes ?? [])].find(
      (node): node is Text => node instanceof Text && node.data !== '',
    );
    if (!text || !this.#reader || text.data.length > LONGEST) return;
    // There a browser gives every highlight the colours of a selection.
    if (matchMedia('(forced-colors: active)').matches) return;
    this.#read = text.data.length;
    this.#watch(this.#code!);
    const scopes = this.#reader(text.data);
    this.#clear();
    for (const scope of scopes) this.#lay(text, scope);
  }

  #lay(text: Text, { start, end, name }: CodeScope): void {
    const range = new StaticRange({
      startContainer: text,
      startOffset: start,
      endContainer: text,
      endOffset: end,
    });
    this.#ranges.push({ range, name });
    if (this.#inSight) lay(range, name, true);
  }

  #clear(): void {
    for (const { range, name } of this.#ranges) lay(range, name, false);
    this.#ranges = [];
  }
}

function lay(range: AbstractRange, name: ScopeName, on: boolean): void {
  if (on) highlightOf(name).add(range);
  else highlightOf(name).delete(range);
}

/** One for all code of the document: the registry belongs to it. */
function highlightOf(name: ScopeName): Highlight {
  const key = `oui-code-${name}`;
  let highlight = CSS.highlights.get(key);
  if (!highlight) CSS.highlights.set(key, (highlight = new Highlight()));
  return highlight;
}

/** How many pieces of code are coloured in the document, by look. */
export function colouredPieces(): Partial<Record<ScopeName, number>> {
  return Object.fromEntries(
    SCOPE_NAMES.map((name) => [name, CSS.highlights.get(`oui-code-${name}`)?.size ?? 0]),
  );
}

/** On the element that holds code as its only text. `language` as `codeLanguage` names it; without one nothing happens. */
export const colouredCode = directive(ColouredCodeDirective);
