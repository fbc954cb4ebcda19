/**
 * Tells whether an Enter belongs to an input method (known-failures 30 and 31). The Enter that commits a
 * candidate arrives as a composing key, as the legacy key code 229, or just after `compositionend`.
 */
export class Composition {
  #composing = false;
  #justEnded = false;
  /** Whether the Enter now at work was pressed with Shift: that one wants its line break. */
  #wantsBreak = false;

  readonly start = (): void => {
    this.#composing = true;
  };

  readonly end = (): void => {
    this.#composing = false;
    this.#justEnded = true;
    setTimeout(() => (this.#justEnded = false));
  };

  /** True while keys belong to the input method. */
  owns(event: KeyboardEvent): boolean {
    this.#wantsBreak = event.shiftKey;
    return event.isComposing || event.keyCode === 229 || this.#composing || this.#justEnded;
  }

  /** Korean input methods commit and break the line with one Enter; the break is not what was meant. */
  readonly beforeInput = (event: InputEvent): void => {
    const breaks = event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph';
    const committing = this.#composing || this.#justEnded || event.isComposing;
    if (breaks && committing && !this.#wantsBreak) event.preventDefault();
  };
}
