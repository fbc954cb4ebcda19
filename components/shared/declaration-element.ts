import type { PropertyValues } from 'lit';
import { DeclareEvent, type Declaration, type DeclarationOwner } from './declaration.js';
import { QuietElement } from './quiet-element.js';

/** An element that is a part of the nearest surface around it. */
export abstract class DeclarationElement extends QuietElement {
  /** What the surface is told of this element. */
  protected abstract readonly declaration: Declaration;

  #owner: DeclarationOwner | undefined;
  /** Ends what belongs to one connection to the document. */
  #waiting: AbortController | undefined;

  protected get owner(): DeclarationOwner | undefined {
    return this.#owner;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.announce();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#waiting?.abort();
    this.#belongTo(undefined);
  }

  override connectedMoveCallback(): void {
    super.connectedMoveCallback();
    this.announce();
  }

  protected override updated(changed: PropertyValues): void {
    void changed;
    this.changed();
  }

  /** Tells the surface that the declaration says something else now. */
  protected changed(): void {
    this.#owner?.declarationChanged(this.declaration);
  }

  protected announce(): void {
    this.#waiting?.abort();
    if (!this.isConnected) return;
    const event = new DeclareEvent(this.declaration);
    this.dispatchEvent(event);
    this.#belongTo(event.owner);
    if (!event.owner) this.#waitForSurface();
  }

  #belongTo(owner: DeclarationOwner | undefined): void {
    if (owner !== this.#owner) this.#owner?.declarationLeft(this.declaration);
    this.#owner = owner;
  }

  /** The surface around it may not be upgraded yet. However many surfaces come at once, it asks once. */
  #waitForSurface(): void {
    const waiting = new AbortController();
    this.#waiting = waiting;
    const again = () => {
      if (!waiting.signal.aborted) this.announce();
    };
    this.ownerDocument.addEventListener('oui-surface-ready', () => queueMicrotask(again), {
      signal: waiting.signal,
    });
  }
}
