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
  #at = { x: 0, y: 0 };

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

  /** What is carried goes with the pointer, and not out of the panel. */
  hostUpdated(): void {
    if (this.carried === undefined) return;
    const ghost = this.host.shadowRoot?.querySelector<HTMLElement>('.ghost');
    const panel = ghost?.offsetParent?.getBoundingClientRect();
    if (!ghost || !panel) return;
    const { x, y } = this.#at;
    ghost.style.left = `${Math.min(x - panel.left + 8, panel.width - ghost.offsetWidth)}px`;
    ghost.style.top = `${Math.min(y - panel.top + 8, panel.height - ghost.offsetHeight)}px`;
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
    // It was released where nobody told of it.
    if (event.buttons === 0) return this.cancel();
    if (this.carried === undefined) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLOP) return;
      // From here the pointer is the card's, and its release no click.
      press.card.setPointerCapture(press.pointerId);
      press.card.toggleAttribute('data-carried', true);
    }
    this.#set(press.key, this.#columnAt(event, press.key));
    this.#at = { x: event.clientX, y: event.clientY };
    this.#scroll(event);
    this.hostUpdated();
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

  /** Further columns come into sight. */
  #scroll({ clientX }: PointerEvent): void {
    const columns = this.host.shadowRoot?.querySelector<HTMLElement>('.columns');
    if (!columns) return;
    const { left, right } = columns.getBoundingClientRect();
    if (clientX < left + EDGE) columns.scrollLeft -= SCROLL;
    else if (clientX > right - EDGE) columns.scrollLeft += SCROLL;
  }

  #set(carried: string | undefined, over: string | undefined): void {
    if (carried === this.carried && over === this.over) return;
    this.carried = carried;
    this.over = over;
    this.host.requestUpdate();
  }
}
