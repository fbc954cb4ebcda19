import type {
  ActionContext,
  ActionHandler,
  ActionManifest,
  ObservationManifest,
} from '../../src/oui/index.js';

/**
 * What a surface is made of. Elements declare themselves upwards by a composed DOM event, so neither the order of
 * upgrade, nor shadow roots, nor the names of tags matter; two copies of the library understand each other.
 */
export type Declaration = ActionDeclaration | ObservationDeclaration;

interface DeclarationBase {
  readonly element: HTMLElement;
  id(): string;
  /** What is wrong with it beyond its manifest, each with the member it is about. */
  faults(): DeclarationFault[];
  /** Looks for its surface again; a nearer one may have come. */
  announce(): void;
}

export interface DeclarationFault {
  member: string;
  message: string;
  /** The declaration is offered all the same. */
  mild?: boolean;
}

export interface ActionDeclaration extends DeclarationBase {
  readonly kind: 'action';
  /** False: what it is made of is on its way. The surface waits, so that agents are told of it once. */
  ready(): boolean;
  /** False: it is not offered now. */
  offered(): boolean;
  handler(): ActionHandler | undefined;
  manifest(): ActionManifest;
  /** Whether what `for` names waits for the person's own act by itself, which is then their yes (OUI-E2). */
  asksPerson?(): boolean;
  /** Presses or submits what `for` names; `undefined` when there is nothing to press. */
  press(): ((params: Record<string, unknown>, context: ActionContext) => Promise<unknown>) | undefined;
}

export interface ObservationDeclaration extends DeclarationBase {
  readonly kind: 'observation';
  manifest(): ObservationManifest;
  /** The value to push; `undefined` when there is none to push. */
  current(): unknown;
  /** The value when an agent asks. */
  read(): unknown;
}

/** The surface's side of a claim. */
export interface DeclarationOwner {
  declarationChanged(declaration: Declaration): void;
  /** Its value changed, its manifest did not. */
  valueChanged(declaration: ObservationDeclaration): void;
  declarationLeft(declaration: Declaration): void;
}

/** Goes up from a declaration; the nearest surface claims it and stops the event. */
export class DeclareEvent extends Event {
  owner: DeclarationOwner | undefined;

  constructor(readonly declaration: Declaration) {
    super('oui-declare', { bubbles: true, composed: true });
  }

  claim(owner: DeclarationOwner): void {
    this.owner = owner;
    this.stopPropagation();
  }
}

/** Goes up from a surface that has come: what it encloses, and what nobody has claimed yet, announces itself anew. */
export class SurfaceReadyEvent extends Event {
  constructor() {
    super('oui-surface-ready', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'oui-declare': DeclareEvent;
    'oui-surface-ready': SurfaceReadyEvent;
  }
}
