import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Root = Document | ShadowRoot;

/** One observer for each tree, however many references look into it. */
const watched = new WeakMap<Root, { observer: MutationObserver; references: Set<Reference> }>();

function join(root: Root, reference: Reference): void {
  let entry = watched.get(root);
  if (!entry) {
    const references = new Set<Reference>();
    const observer = new MutationObserver(() => references.forEach((each) => each.look()));
    entry = { observer, references };
    watched.set(root, entry);
  }
  if (entry.references.size === 0) {
    entry.observer.observe(root, { childList: true, subtree: true, attributeFilter: ['id'] });
  }
  entry.references.add(reference);
}

function leave(root: Root, reference: Reference): void {
  const entry = watched.get(root);
  entry?.references.delete(reference);
  if (entry?.references.size === 0) entry.observer.disconnect();
}

/**
 * The element whose id `for` names: in the host's own tree, else in the document. Frameworks replace elements, and
 * the parser may not have come to them: the callback tells of each change.
 */
export class Reference implements ReactiveController {
  #roots: Root[] = [];
  #element: HTMLElement | undefined;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly id: () => string | undefined,
    private readonly changed: () => void,
  ) {
    host.addController(this);
  }

  get element(): HTMLElement | undefined {
    return this.#element;
  }

  hostConnected(): void {
    this.hostDisconnected();
    const root = this.host.getRootNode();
    this.#roots = [...new Set([root, this.host.ownerDocument])].filter(isRoot);
    this.look();
  }

  hostDisconnected(): void {
    for (const root of this.#roots) leave(root, this);
    this.#roots = [];
  }

  /** Also after `moveBefore()`, which may have led into another tree. */
  hostUpdate(): void {
    if (this.host.isConnected) this.hostConnected();
  }

  look(): void {
    const id = this.id();
    // Without an id there is nothing to wait for, and no observer to pay for.
    for (const root of this.#roots) (id ? join : leave)(root, this);
    const found = id ? this.#find(id) : undefined;
    if (found === this.#element) return;
    this.#element = found;
    this.changed();
  }

  #find(id: string): HTMLElement | undefined {
    for (const root of this.#roots) {
      const found = root.getElementById(id);
      if (found) return found;
    }
    return undefined;
  }
}

function isRoot(node: Node): node is Root {
  return 'getElementById' in node;
}
