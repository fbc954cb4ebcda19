import { reportThrown } from '#dev-warning';
import { wordsChanged } from './languages.js';

/** How long drawing waits for it, in ms. Nobody is kept from what was said for longer. */
const PATIENCE = 5_000;

/** What draws something that not every page shows: it is fetched when it is first needed. */
export class LatePart<T> {
  #value: T | undefined;
  #fetching: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;
  /** It could not be fetched, or nobody waits for it any more. */
  #goesWithout = false;

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
   * Fetches it. Settles when it is there, could not be fetched, or takes too long; whoever waits draws then. Undefined when there
   * is nothing to wait for: it is there, or what is drawn goes without it, until it comes after all.
   */
  ready(): Promise<void> | undefined {
    if (this.#value) return undefined;
    this.#fetching ??= this.fetch().then(
      (value) => {
        this.#value = value;
        // What was drawn without it is drawn again: everything that is drawn depends on its words.
        if (this.#goesWithout) wordsChanged();
      },
      (thrown: unknown) => {
        this.#goesWithout = true;
        this.#fetching = undefined;
        reportThrown('elements:not_loaded', this.name, thrown);
      },
    );
    if (this.#goesWithout) return undefined;
    return (this.#waiting ??= Promise.race([this.#fetching, this.#patience()]));
  }

  async #patience(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    this.#goesWithout = true;
  }
}
