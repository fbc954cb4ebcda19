/**
 * What was noted under the last numbers of a stream: a ring, in which the next number takes the place of the one that is
 * `size` before it. Nothing is made or thrown away for a number, as it would be in a map.
 */
export class RecentNumbers<T> {
  private readonly at: (number | undefined)[] = [];
  private readonly noted: (T | undefined)[] = [];

  constructor(private readonly size: number) {}

  get(number: number): T | undefined {
    const place = this.placeOf(number);
    return this.at[place] === number ? this.noted[place] : undefined;
  }

  set(number: number, value: T): void {
    const place = this.placeOf(number);
    // Without holes: those would be slow, and would not come back from where a session is saved.
    while (this.at.length < place) {
      this.at.push(undefined);
      this.noted.push(undefined);
    }
    this.at[place] = number;
    this.noted[place] = value;
  }

  numbers(): number[] {
    return this.at.filter((number) => number !== undefined);
  }

  /** Sequences are whole numbers; what is none takes the place of the whole one before it. */
  private placeOf(number: number): number {
    const place = Math.floor(number) % this.size;
    return place < 0 ? place + this.size : place;
  }
}
