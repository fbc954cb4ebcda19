import type { Stamp } from './order.js';
import { OrderedLog } from './ordered-log.js';

/** Text that grows by pieces and is joined when somebody reads it: appending costs the same at any length. */
export class TextPieces {
  private joined = '';
  private pieces: string[] = [];

  append(piece: string): void {
    this.pieces.push(piece);
  }

  set(text: string): void {
    this.joined = text;
    this.pieces = [];
  }

  get text(): string {
    if (this.pieces.length > 0) {
      this.joined += this.pieces.length === 1 ? this.pieces[0]! : this.pieces.join('');
      this.pieces = [];
    }
    return this.joined;
  }
}

/** Text in the order in which it was written, not in which it came. */
export class TextLog extends OrderedLog<{ stamp: Stamp; text: string; replaces: boolean }, TextPieces> {
  protected empty(): TextPieces {
    return new TextPieces();
  }

  protected step(pieces: TextPieces, { text, replaces }: this['entries'][number]): void {
    if (replaces) pieces.set(text);
    else pieces.append(text);
  }
}
