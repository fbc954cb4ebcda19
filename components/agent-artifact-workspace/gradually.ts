import { isServer } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';

/** Characters that are added in each frame: what is drawn of them must leave time for the page. */
const STEP = 6000;

type Draw = (shown: string, growing: boolean) => unknown;

/** Draws a long text bit by bit, a frame at a time, so that no frame waits for all of it. */
class GraduallyDirective extends AsyncDirective {
  #text = '';
  #draw: Draw = () => undefined;
  #shown = STEP;
  #frame: number | undefined;

  render(text: string, draw: Draw): unknown {
    if (!text.startsWith(this.#text)) this.#shown = STEP;
    this.#text = text;
    this.#draw = draw;
    if (this.isConnected && !isServer) this.#plan();
    return this.#drawn();
  }

  protected override disconnected(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  protected override reconnected(): void {
    this.#plan();
  }

  #plan(): void {
    if (this.#frame !== undefined || this.#shown >= this.#text.length) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#shown += STEP;
      this.setValue(this.#drawn());
      this.#plan();
    });
  }

  #drawn(): unknown {
    const growing = this.#shown < this.#text.length;
    return this.#draw(growing ? this.#text.slice(0, this.#shown) : this.#text, growing);
  }
}

/** `draw` is given the beginning of `text`, longer with each frame, and whether more of it follows. */
export const gradually = directive(GraduallyDirective);
