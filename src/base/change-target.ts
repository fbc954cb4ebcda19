/** An event target whose `change` event is dispatched once for all changes of one task. */
export class ChangeTarget extends EventTarget {
  #announced = false;
  readonly #heard = new Set<string>();

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.#heard.add(args[0]);
    super.addEventListener(...args);
  }

  /** Dispatches it unless nobody has ever listened: an event costs more than most of what it tells. */
  protected announce(type: string, make: () => Event): void {
    if (this.#heard.has(type)) this.dispatchEvent(make());
  }

  protected announceChange(): void {
    if (this.#announced) return;
    this.#announced = true;
    queueMicrotask(() => {
      this.#announced = false;
      this.announce('change', () => new Event('change'));
    });
  }
}
