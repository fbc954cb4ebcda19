import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { messageOf } from '../../src/base/coded-error.js';

type Host = ReactiveControllerHost & HTMLElement;

/**
 * Reads `<script type="application/json" data-oui="…">` children: rich data in markup, inert and allowed by a
 * strict Content Security Policy. It calls back when one is added, removed or changed.
 */
export class JsonChildren implements ReactiveController {
  #observer: MutationObserver | undefined;
  /** The last text of each name and what came of it: parsed once for each text. */
  readonly #read = new Map<string, { text: string; value?: unknown; fault?: string }>();

  constructor(
    private readonly host: Host,
    private readonly changed: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer ??= new MutationObserver(() => {
      this.#watch();
      this.changed();
    });
    this.#watch();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  /** The value of the child called `name`; `undefined` when there is none or it is not JSON. */
  value(name: string): unknown {
    return this.#parse(name)?.value;
  }

  /** The faults of the children with these names, each a sentence with the line where reading stopped. */
  faults(names: readonly string[]): string[] {
    return names.map((name) => this.#parse(name)?.fault).filter((fault) => fault !== undefined);
  }

  #scripts(): HTMLScriptElement[] {
    return [...this.host.children].filter(
      (child): child is HTMLScriptElement => child.localName === 'script' && child.hasAttribute('data-oui'),
    );
  }

  /** Only the host's own children and these scripts: a surface may hold a whole application. */
  #watch(): void {
    this.#observer?.disconnect();
    this.#observer?.observe(this.host, { childList: true });
    for (const script of this.#scripts()) {
      this.#observer?.observe(script, {
        childList: true,
        characterData: true,
        subtree: true,
        attributeFilter: ['data-oui', 'type'],
      });
    }
  }

  #parse(name: string): { value?: unknown; fault?: string } | undefined {
    const script = this.#scripts().find((child) => child.getAttribute('data-oui') === name);
    if (!script) return undefined;
    const text = script.textContent;
    const known = this.#read.get(name);
    if (known?.text === text) return known;
    const read = { text, ...parse(name, script.type, text) };
    this.#read.set(name, read);
    return read;
  }
}

function parse(name: string, type: string, text: string): { value?: unknown; fault?: string } {
  const where = `<script data-oui="${name}">`;
  if (type !== 'application/json') {
    return { fault: `${where} must have type="application/json", or the browser would run it as a program.` };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: `${where} is not JSON: ${placeOf(messageOf(error), text)}.` };
  }
}

/** Browsers give an offset or a line in the sentence of the error; its quotation of the text is left out. */
function placeOf(message: string, text: string): string {
  const line = /line (\d+)(?: column (\d+))?/.exec(message);
  if (line) return line[2] ? `line ${line[1]}, column ${line[2]}` : `line ${line[1]}`;
  const position = /position (\d+)/.exec(message)?.[1];
  // No offset: the text ended too soon.
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
