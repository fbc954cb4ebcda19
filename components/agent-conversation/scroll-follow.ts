import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Pixels from the end within which a person who scrolls down has come back. */
const END_THRESHOLD = 32;
const UPWARD_KEYS = new Set(['PageUp', 'ArrowUp', 'Home']);

/**
 * Keeps the end of a growing text in view until a person scrolls away. That is final: nothing moves the view
 * again until they return to the end, or ask for it (known-failures 1, 2, 6 and 13).
 */
export class ScrollFollow implements ReactiveController {
  /** Whether the end is kept in view. */
  following = true;
  #scroller: HTMLElement | undefined;
  #sizes: ResizeObserver | undefined;
  /** Where the scroller was left, by us or by the person. */
  #top = 0;

  /** @param find the scroller, with one child that holds the text */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly find: () => HTMLElement | null | undefined,
  ) {
    host.addController(this);
  }

  /** The end comes into view, and stays there. */
  jumpToEnd(): void {
    this.#setFollowing(true);
    this.#settle();
  }

  /** Pixels below the lower edge of the view. */
  get distanceToEnd(): number {
    const scroller = this.#scroller;
    return scroller ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : 0;
  }

  hostUpdated(): void {
    const scroller = this.find();
    if (scroller && scroller !== this.#scroller) this.#attach(scroller);
    this.#settle();
  }

  hostDisconnected(): void {
    this.#sizes?.disconnect();
    this.#scroller = undefined;
  }

  /** A move of the host is a disconnection too: no update need follow, and the browser forgets the place. */
  hostConnected(): void {
    const scroller = this.find();
    if (!scroller) return;
    scroller.scrollTop = this.#top;
    this.#attach(scroller);
  }

  #attach(scroller: HTMLElement): void {
    this.#scroller = scroller;
    // Adding the same listener twice adds it once.
    scroller.addEventListener('scroll', this.#onScroll, { passive: true });
    scroller.addEventListener('wheel', this.#onWheel, { passive: true });
    scroller.addEventListener('keydown', this.#onKey);
    this.#sizes ??= new ResizeObserver(() => this.#settle());
    this.#sizes.observe(scroller);
    if (scroller.firstElementChild) this.#sizes.observe(scroller.firstElementChild);
    this.#markAnchoring();
  }

  /** The browser's own anchoring looks like a person's scroll; it is on only while we leave the view alone. */
  #markAnchoring(): void {
    this.#scroller?.toggleAttribute('data-following', this.following);
  }

  #settle(): void {
    const scroller = this.#scroller;
    if (!scroller || !this.following) return;
    if (this.#movedUp(scroller)) return this.#setFollowing(false);
    if (this.distanceToEnd > 0) scroller.scrollTop = scroller.scrollHeight;
    this.#top = scroller.scrollTop;
  }

  /** Up from where we left it, although there is still room below: a person did that, not a shorter text. */
  #movedUp(scroller: HTMLElement): boolean {
    return scroller.scrollTop < this.#top - 0.5 && this.distanceToEnd > 0.5;
  }

  #onScroll = (): void => {
    const scroller = this.#scroller;
    if (!scroller) return;
    const down = scroller.scrollTop > this.#top;
    if (this.#movedUp(scroller)) this.#setFollowing(false);
    else if (down && this.distanceToEnd <= END_THRESHOLD) this.#setFollowing(true);
    this.#top = scroller.scrollTop;
    // What is new below the edge is counted anew.
    if (!this.following) this.host.requestUpdate();
  };

  /** Before the scroll itself, which would race with the next delta. */
  #onWheel = (event: WheelEvent): void => {
    if (event.deltaY < 0 && !event.ctrlKey && !scrollsInside(event, this.#scroller)) this.#leave();
  };

  #onKey = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0];
    const writing = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (UPWARD_KEYS.has(event.key) && !writing && !scrollsInside(event, this.#scroller)) this.#leave();
  };

  #leave(): void {
    if (this.#scroller && this.#scroller.scrollTop > 0) this.#setFollowing(false);
  }

  #setFollowing(following: boolean): void {
    if (this.following === following) return;
    this.following = following;
    this.#markAnchoring();
    this.host.requestUpdate();
  }
}

/** Whether something between the target and the scroller takes an upward scroll for itself. */
function scrollsInside(event: Event, scroller: HTMLElement | undefined): boolean {
  for (const node of event.composedPath()) {
    if (node === scroller) return false;
    if (node instanceof HTMLElement && node.scrollTop > 0) return true;
  }
  return false;
}
