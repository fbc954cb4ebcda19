import { reportThrown } from '#dev-warning';
import { wordsChanged } from './languages.js';

/** What draws something that not every page shows: it is fetched when it is first needed. */
export class LatePart<T> {
  #value: T | undefined;
  #fetching: Promise<void> | undefined;
  #failed = false;

  /** @param name what is said to be missing where it cannot be fetched */
  constructor(
    private readonly name: string,
    private readonly fetch: () => Promise<T>,
  ) {}

  /** Undefined until it is there. */
  get value(): T | undefined {
    return this.#value;
  }

  /**
   * Fetches it. Settles when it is there, or could not be fetched; whoever waits draws then. Undefined when there is nothing
   * to wait for: it is there, or it has failed before and is being tried again.
   */
  ready(): Promise<void> | undefined {
    if (this.#value) return undefined;
    this.#fetching ??= this.fetch().then(
      (value) => {
        this.#value = value;
        // What was drawn without it is drawn again: everything that is drawn depends on its words.
        if (this.#failed) wordsChanged();
      },
      (thrown: unknown) => {
        this.#failed = true;
        this.#fetching = undefined;
        reportThrown('elements:not_loaded', this.name, thrown);
      },
    );
    return this.#failed ? undefined : this.#fetching;
  }
}
