/**
 * Code that few sessions need: it is fetched when it is first needed, and at hand from then on. Whoever reads a stream
 * waits for it before the event that needs it, so that nothing overtakes.
 */
export class Late<T> {
  #value: T | undefined;
  #loading: Promise<T> | undefined;

  constructor(private readonly fetch: () => Promise<T>) {}

  /** `undefined`: nobody has needed it yet. */
  get value(): T | undefined {
    return this.#value;
  }

  /** Rejects as the import does; the next one who needs it tries again. */
  load(): Promise<T> {
    this.#loading ??= this.fetch().then(
      (value) => (this.#value = value),
      (thrown: unknown) => {
        this.#loading = undefined;
        throw thrown;
      },
    );
    return this.#loading;
  }
}
