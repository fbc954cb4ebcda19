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
    return [...this.#all].sort((a, b) =>
      a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
    );
  }
}
