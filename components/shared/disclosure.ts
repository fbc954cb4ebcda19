import type { ReactiveControllerHost } from 'lit';

/** Which rows a person has opened or closed. Rows nobody touched follow their default. */
export class Disclosure {
  /** Grows with every change: templates that are guarded depend on it. */
  version = 0;
  #choices = new Map<string, boolean>();

  constructor(private readonly host: ReactiveControllerHost) {}

  isOpen(id: string, byDefault: boolean): boolean {
    return this.#choices.get(id) ?? byDefault;
  }

  /** The row follows its default again. */
  forget(id: string): void {
    if (this.#choices.delete(id)) this.version++;
  }

  toggle(id: string, byDefault: boolean): void {
    this.#choices.set(id, !this.isOpen(id, byDefault));
    this.version++;
    this.host.requestUpdate();
  }
}
