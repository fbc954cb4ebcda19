import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The card that a person carries, and the column it is over. It is a gesture and no fact: nothing moves by it. */
export class BoardDrag implements ReactiveController {
  /** The item that is carried. */
  carried: string | undefined;
  /** The column under it that would take it. */
  over: string | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly drop: (key: string, status: string) => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#set(undefined, undefined);
  }

  start(event: DragEvent, key: string, title: string): void {
    event.dataTransfer?.setData('text/plain', title);
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
    this.#set(key, undefined);
  }

  /** Only what was taken from this board is let in, and not where it is already. */
  enter(event: DragEvent, status: string, takes: boolean): void {
    if (this.carried === undefined || !takes) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'move';
    if (this.over !== status) this.#set(this.carried, status);
  }

  /** Out of the column, not only from one of its cards to the next. */
  leave(event: DragEvent): void {
    const column = event.currentTarget as Element;
    if (event.relatedTarget instanceof Node && column.contains(event.relatedTarget)) return;
    this.#set(this.carried, undefined);
  }

  take(event: DragEvent, status: string): void {
    const { carried, over } = this;
    if (carried === undefined || over !== status) return;
    event.preventDefault();
    this.#set(undefined, undefined);
    this.drop(carried, status);
  }

  end(): void {
    this.#set(undefined, undefined);
  }

  #set(carried: string | undefined, over: string | undefined): void {
    if (carried === this.carried && over === this.over) return;
    this.carried = carried;
    this.over = over;
    this.host.requestUpdate();
  }
}
