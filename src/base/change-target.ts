/** An event target whose `change` event is dispatched once for all changes of one task. */
export class ChangeTarget extends EventTarget {
  #announced = false;

  protected announceChange(): void {
    if (this.#announced) return;
    this.#announced = true;
    queueMicrotask(() => {
      this.#announced = false;
      this.dispatchEvent(new Event('change'));
    });
  }
}
