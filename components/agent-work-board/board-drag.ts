import type { LitElement, ReactiveController } from 'lit';

/** So far a pointer moves, in pixels, before a press is a carrying. */
const SLOP = 6;
/** So near to the edge of the columns, in pixels, those beyond it come into sight; and so fast. */
const EDGE = 40;
const SCROLL = 16;

interface Press {
  key: string;
  card: HTMLElement;
  pointerId: number;
  x: number;
  y: number;
}

/**
 * The card that a person carries with the mouse or a pen, and the column it is over. It is a gesture and no fact:
 * nothing moves by it. A finger scrolls; it has the form of the card, as the keyboard has.
 */
export class BoardDrag implements ReactiveController {
  /** The item that is carried. */
  carried: string | undefined;
  /** The column under it that would take it. */
  over: string | undefined;
  #press: Press | undefined;

  /**
   * @param takes whether a column would take an item
   * @param drop it was let go over a column that does
   */
  constructor(
    private readonly host: LitElement,
    private readonly takes: (key: string, status: string) => boolean,
    private readonly drop: (key: string, status: string) => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  press(event: PointerEvent, key: string): void {
    const { button, pointerType, pointerId, clientX: x, clientY: y } = event;
    if (button !== 0 || pointerType === 'touch') return;
    this.#press = { key, card: event.currentTarget as HTMLElement, pointerId, x, y };
  }

  readonly move = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointerId) return;
    if (this.carried === undefined) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLOP) return;
      // From here the pointer is the card's, and its release no click.
      press.card.setPointerCapture(press.pointerId);
      press.card.toggleAttribute('data-carried', true);
    }
    this.#set(press.key, this.#columnAt(event, press.key));
    this.#follow(event);
  };

  readonly release = (event: PointerEvent): void => {
    const { carried, over } = this;
    if (event.pointerId !== this.#press?.pointerId) return;
    this.cancel();
    if (carried !== undefined && over !== undefined) this.drop(carried, over);
  };

  readonly cancel = (): void => {
    const press = this.#press;
    this.#press = undefined;
    if (press && this.carried !== undefined) {
      press.card.toggleAttribute('data-carried', false);
      if (press.card.hasPointerCapture(press.pointerId)) press.card.releasePointerCapture(press.pointerId);
    }
    this.#set(undefined, undefined);
  };

  #columnAt({ clientX, clientY }: PointerEvent, key: string): string | undefined {
    const under = this.host.shadowRoot?.elementFromPoint(clientX, clientY);
    const status = under?.closest<HTMLElement>('.column')?.dataset['id'];
    return status !== undefined && this.takes(key, status) ? status : undefined;
  }

  /** What is carried goes with the pointer; further columns come into sight. */
  #follow({ clientX, clientY }: PointerEvent): void {
    const root = this.host.shadowRoot;
    const ghost = root?.querySelector<HTMLElement>('.ghost');
    const columns = root?.querySelector<HTMLElement>('.columns');
    if (!columns) return;
    const { left, right } = columns.getBoundingClientRect();
    if (clientX < left + EDGE) columns.scrollLeft -= SCROLL;
    else if (clientX > right - EDGE) columns.scrollLeft += SCROLL;
    if (!ghost) return;
    const panel = ghost.offsetParent?.getBoundingClientRect() ?? { left: 0, top: 0 };
    ghost.style.translate = `${clientX - panel.left + 8}px ${clientY - panel.top + 8}px`;
  }

  #set(carried: string | undefined, over: string | undefined): void {
    if (carried === this.carried && over === this.over) return;
    this.carried = carried;
    this.over = over;
    this.host.requestUpdate();
  }
}
