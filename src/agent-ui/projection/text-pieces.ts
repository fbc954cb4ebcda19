import type { Stamp } from './order.js';
import { OrderedLog } from './ordered-log.js';

/** So many small texts weigh more than one of the same length. */
const MAX_PIECES = 256;

/** Text that grows by pieces and is joined when somebody reads it: appending costs the same at any length. */
export class TextPieces {
  private joined = '';
  private pieces: string[] = [];

  append(piece: string): void {
    if (this.pieces.push(piece) >= MAX_PIECES) this.flatten();
  }

  set(text: string): void {
    this.joined = text;
    this.pieces = [];
  }

  get text(): string {
    if (this.pieces.length > 0) this.flatten();
    return this.joined;
  }

  private flatten(): void {
    this.joined += this.pieces.length === 1 ? this.pieces[0]! : this.pieces.join('');
    this.pieces = [];
  }
}

export interface TextEntry {
  stamp: Stamp;
  text: string;
  replaces: boolean;
}

/** Text in the order in which it was written, not in which it came. */
export class TextLog extends OrderedLog<TextEntry, TextPieces> {
  protected empty(): TextPieces {
    return new TextPieces();
  }

  protected step(pieces: TextPieces, { text, replaces }: TextEntry): void {
    if (replaces) pieces.set(text);
    else pieces.append(text);
  }

  protected override absorb(before: TextEntry, { text, replaces }: TextEntry): boolean {
    before.text = replaces ? text : before.text + text;
    before.replaces ||= replaces;
    return true;
  }
}
