/** Text that grows by pieces and is joined when somebody reads it: appending costs the same at any length. */
export class TextPieces {
  #joined = '';
  #pieces: string[] = [];

  append(piece: string): void {
    this.#pieces.push(piece);
  }

  set(text: string): void {
    this.#joined = text;
    this.#pieces = [];
  }

  get text(): string {
    if (this.#pieces.length > 0) {
      this.#joined += this.#pieces.length === 1 ? this.#pieces[0]! : this.#pieces.join('');
      this.#pieces = [];
    }
    return this.#joined;
  }
}
