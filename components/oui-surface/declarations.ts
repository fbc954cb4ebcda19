import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type {
  ActionDeclaration,
  Declaration,
  DeclarationOwner,
  DeclareEvent,
  ObservationDeclaration,
} from '../shared/declaration.js';
import { SurfaceReadyEvent } from '../shared/declaration.js';

interface DeclarationsHost extends ReactiveControllerHost, HTMLElement {}

/** What has declared itself to a surface, in document order. */
export class Declarations implements ReactiveController, DeclarationOwner {
  readonly #all = new Set<Declaration>();

  constructor(
    private readonly host: DeclarationsHost,
    private readonly changed: () => void,
    private readonly publish: (declaration: ObservationDeclaration) => void,
  ) {
    host.addController(this);
    host.addEventListener('oui-declare', (event: DeclareEvent) => {
      event.claim(this);
      this.#all.add(event.declaration);
      changed();
    });
    host.addEventListener('oui-surface-ready', (event) => {
      if (event.composedPath()[0] === host) return;
      // A surface within this one: some of what is here may be its own.
      for (const declaration of [...this.#all]) declaration.announce();
    });
  }

  hostConnected(): void {
    this.host.dispatchEvent(new SurfaceReadyEvent());
  }

  get actions(): ActionDeclaration[] {
    return this.#sorted().filter((declaration) => declaration.kind === 'action');
  }

  get observations(): ObservationDeclaration[] {
    return this.#sorted().filter((declaration) => declaration.kind === 'observation');
  }

  declarationChanged(): void {
    this.changed();
  }

  valueChanged(declaration: ObservationDeclaration): void {
    this.publish(declaration);
  }

  declarationLeft(declaration: Declaration): void {
    this.#all.delete(declaration);
    this.changed();
  }

  #sorted(): Declaration[] {
    return [...this.#all]
      .map((declaration) => ({ declaration, path: pathTo(declaration.element) }))
      .sort((a, b) => compare(a.path, b.path))
      .map(({ declaration }) => declaration);
  }
}

/** The hosts of the shadow roots around an element, the outermost first, and the element itself. */
function pathTo(element: Element): Element[] {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return host ? [...pathTo(host), element] : [element];
}

/** In the order of the document. Of two nodes in different trees the browser only says that they are. */
function compare(a: readonly Element[], b: readonly Element[]): number {
  const index = a.findIndex((node, at) => node !== b[at]);
  const [first, second] = [a[index], b[index]];
  if (!first || !second) return a.length - b.length;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
}
