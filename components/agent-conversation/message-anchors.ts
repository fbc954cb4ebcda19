import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * A browser looks for the target of `#some-message` in the document, not in a shadow root: the transcript looks for
 * itself, when the address changes and when it first shows something.
 */
export class MessageAnchors implements ReactiveController {
  #asked: string | undefined;

  /** @param goTo shows the turn or message of that id; false when it is not here */
  constructor(
    host: ReactiveControllerHost,
    private readonly goTo: (id: string) => boolean,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('hashchange', this.#onHash);
    this.#asked = fragment();
  }

  hostDisconnected(): void {
    window.removeEventListener('hashchange', this.#onHash);
  }

  /** After a rendering: goes to what the address asks for, as soon as it is here, once. */
  hostUpdated(): void {
    if (this.#asked && this.goTo(this.#asked)) this.#asked = undefined;
  }

  /** The reader is somewhere by their own will: what comes later does not take them away. */
  forget(): void {
    this.#asked = undefined;
  }

  #onHash = (): void => {
    this.#asked = fragment();
    this.hostUpdated();
  };
}

function fragment(): string | undefined {
  try {
    return decodeURIComponent(location.hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}
