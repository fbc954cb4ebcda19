import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * What moves the view by itself. `pin-to-end`: the end stays in view. `pin-to-sent`: what the person sends goes to the
 * top, and the answer grows under it. `none`: nothing.
 */
export type ScrollMode = 'pin-to-end' | 'pin-to-sent' | 'none';

/** Pixels from the end within which a person who scrolls down has come back. */
const END_THRESHOLD = 32;
/** Pixels between the upper edge and what is pinned or gone to. */
const TOP_GAP = 12;
/** Frames without a change of height after which what came into view counts as measured. */
const CALM_FRAMES = 3;
const UPWARD_KEYS = new Set(['PageUp', 'ArrowUp', 'Home']);

/** What stands at the upper edge of the view, and where; its turn too, because a turn may be drawn anew. */
interface Place {
  element: Element;
  top: number;
  turnId: string;
  turnTop: number;
}

/**
 * Keeps the end of a growing text in view until a person scrolls away. That is final: nothing moves the view
 * again until they return to the end, or ask for it (known-failures 1, 2, 4, 6, 7 and 13).
 */
export class ScrollFollow implements ReactiveController {
  #mode: ScrollMode = 'pin-to-end';
  /** Whether the end is kept in view. */
  following = true;
  /** Whether there is more below than the view shows. */
  away = false;
  #scroller: HTMLElement | undefined;
  #sizes: ResizeObserver | undefined;
  /** Where the scroller was left, by us or by the person. */
  #top = 0;
  /** What the person sent, and room is made under it; `held`: it stays where it is until they scroll. */
  #sent: { find: () => HTMLElement | undefined; held: boolean } | undefined;
  /** What the person reads, once they have scrolled away: nothing above it may move it. */
  #kept: Place | undefined;
  #holding = false;
  /** Frames to go until heights count as known. */
  #restless = 0;
  /** The height of the text when the end was last put into view. */
  #height = 0;

  /** @param find the scroller, with one child that holds the text and ends with an element of class `room` */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly find: () => HTMLElement | null | undefined,
  ) {
    host.addController(this);
  }

  get mode(): ScrollMode {
    return this.#mode;
  }

  set mode(mode: ScrollMode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
    if (mode === 'none') this.#setFollowing(false);
  }

  /** The end comes into view, and stays there, unless nothing is to move by itself. */
  jumpToEnd(): void {
    this.#sent = undefined;
    this.#kept = undefined;
    this.#setRoom(0);
    const scroller = this.#scroller;
    if (this.mode === 'none' && scroller) this.#scrollTo(scroller, scroller.scrollHeight);
    else this.#setFollowing(true);
    this.#settle();
  }

  /**
   * What has not been in view has a guessed height. While it is measured the browser may shorten and lengthen the text
   * within one frame: that the view slips is then no person's doing.
   */
  expectMeasuring(): void {
    if (!this.following) return;
    const waiting = this.#restless > 0;
    this.#restless = CALM_FRAMES;
    if (!waiting) requestAnimationFrame(this.#measure);
  }

  #measure = (): void => {
    const before = this.#height;
    this.#settle();
    this.#restless = this.#height === before ? this.#restless - 1 : CALM_FRAMES;
    if (this.#scroller && this.following && this.#restless > 0) requestAnimationFrame(this.#measure);
    else this.#restless = 0;
  };

  /** What the person has just sent comes into view, as the mode says. */
  showSent(find: () => HTMLElement | undefined): void {
    if (this.mode === 'none') return;
    if (this.mode === 'pin-to-end') return this.jumpToEnd();
    this.#sent = { find, held: true };
    this.#kept = undefined;
    this.#setFollowing(false);
    this.#settle();
  }

  /** An element comes to the upper edge, and the person reads there. */
  goTo(element: Element): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.#letGo();
    this.#kept = undefined;
    this.#setFollowing(false);
    this.#scrollTo(scroller, scroller.scrollTop + topIn(scroller, element) - TOP_GAP);
    this.#note();
  }

  /** Pixels below the lower edge of the view. */
  get distanceToEnd(): number {
    const scroller = this.#scroller;
    return scroller ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : 0;
  }

  /** Before something above what is read changes its height: remembers where it stands. */
  hold(): void {
    const scroller = this.#scroller;
    if (!scroller || this.#isOurs) return;
    this.#look(scroller);
    this.#holding = true;
  }

  /** After a change: what is read stands there again (known-failure 7), and what is pinned stays pinned. */
  release(): void {
    // That the browser shortened the text under the view meanwhile is no scroll of the person's.
    if (this.#holding && this.#scroller) this.#top = this.#scroller.scrollTop;
    this.#holding = false;
    this.#settle();
  }

  /** Whether we keep the view somewhere, not the person. */
  get #isOurs(): boolean {
    return this.following || this.#sent?.held === true;
  }

  /** What is read, as it was seen last; seen anew when the person has scrolled since. */
  #look(scroller: HTMLElement): void {
    const kept = this.#kept;
    const scrolled = scroller.scrollTop - this.#top;
    if (kept && Math.abs(scrolled) <= 0.5) return;
    // A stretch above may have been laid out in the frame of the scroll: that is no part of it. A jump goes elsewhere.
    if (kept && Math.abs(scrolled) < scroller.clientHeight)
      this.#putBack(scroller, { ...kept, top: kept.top - scrolled, turnTop: kept.turnTop - scrolled });
    this.#kept = placeIn(scroller);
    this.#top = scroller.scrollTop;
  }

  #putBack(scroller: HTMLElement, { element, top, turnId, turnTop }: Place): void {
    const turn = scroller.querySelector(`.turn[data-id="${CSS.escape(turnId)}"]`);
    const moved = element.isConnected
      ? topIn(scroller, element) - top
      : turn
        ? topIn(scroller, turn) - turnTop
        : 0;
    if (Math.abs(moved) > 0.5) this.#scrollTo(scroller, scroller.scrollTop + moved);
    if (!element.isConnected) this.#kept = placeIn(scroller);
  }

  hostUpdated(): void {
    const scroller = this.find();
    if (scroller && scroller !== this.#scroller) this.#attach(scroller);
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
  }

  #settle(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    if (this.#sent) this.#pin(scroller);
    if (this.following) this.#follow(scroller);
    else if (!this.#isOurs) {
      this.#look(scroller);
      if (this.#kept) this.#putBack(scroller, this.#kept);
    }
    this.#note();
  }

  #follow(scroller: HTMLElement): void {
    if (this.#movedUp(scroller)) return this.#setFollowing(false);
    if (this.distanceToEnd > 0) scroller.scrollTop = scroller.scrollHeight;
    this.#top = scroller.scrollTop;
    this.#height = scroller.scrollHeight;
  }

  /** As much room under the answer as lets the message stand at the top; none any more when the answer fills it. */
  #pin(scroller: HTMLElement): void {
    const sent = this.#sent?.find();
    if (!sent) return;
    const room = roomOf(scroller);
    const filled = scroller.scrollHeight - (room?.offsetHeight ?? 0);
    const top = scroller.scrollTop + topIn(scroller, sent) - TOP_GAP;
    this.#setRoom(Math.max(0, Math.floor(scroller.clientHeight + top - filled)));
    if (!this.#sent?.held) return;
    if (Math.abs(scroller.scrollTop - top) > 0.5) this.#scrollTo(scroller, top);
  }

  #setRoom(pixels: number): void {
    const room = this.#scroller && roomOf(this.#scroller);
    if (room) room.style.blockSize = `${pixels}px`;
  }

  #scrollTo(scroller: HTMLElement, top: number): void {
    scroller.scrollTop = top;
    this.#top = scroller.scrollTop;
  }

  /** Up from where we left it, although there is still room below: a person did that, not a shorter text. */
  #movedUp(scroller: HTMLElement): boolean {
    if (this.#restless > 0 && scroller.scrollHeight !== this.#height) return false;
    // By more than a pixel: WebKit rounds the end up, and finds it a pixel higher at its next layout.
    return scroller.scrollTop < this.#top - 1 && this.distanceToEnd > 0.5;
  }

  #onScroll = (): void => {
    const scroller = this.#scroller;
    if (!scroller) return;
    const down = scroller.scrollTop > this.#top + 0.5;
    if (this.#sent?.held && Math.abs(scroller.scrollTop - this.#top) > 1) this.#letGo();
    if (this.#movedUp(scroller)) this.#setFollowing(false);
    else if (down && this.distanceToEnd <= END_THRESHOLD && this.mode !== 'none') this.#setFollowing(true);
    if (!this.#isOurs) this.#look(scroller);
    this.#top = scroller.scrollTop;
    this.#note();
    // What is new below the edge is counted anew.
    if (!this.following) this.host.requestUpdate();
  };

  /** Before the scroll itself, which would race with the next delta. */
  #onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey || scrollsInside(event, this.#scroller)) return;
    if (event.deltaY !== 0) this.#letGo();
    if (event.deltaY < 0) this.#leave();
  };

  #onKey = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0];
    const writing = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (UPWARD_KEYS.has(event.key) && !writing && !scrollsInside(event, this.#scroller)) this.#leave();
  };

  #leave(): void {
    this.#letGo();
    if (this.#scroller && this.#scroller.scrollTop > 0) this.#setFollowing(false);
  }

  /** The person has taken over: what they sent keeps its room, and nothing moves. */
  #letGo(): void {
    if (!this.#sent?.held) return;
    this.#sent.held = false;
  }

  #note(): void {
    const away = !this.following && this.distanceToEnd > END_THRESHOLD;
    if (this.away === away) return;
    this.away = away;
    this.host.requestUpdate();
  }

  #setFollowing(following: boolean): void {
    if (following) this.#kept = undefined;
    if (this.following !== following) {
      this.following = following;
      this.host.requestUpdate();
    }
  }
}

/** Where an element's upper edge is, from the upper edge of the view. */
function topIn(scroller: Element, element: Element): number {
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

function roomOf(scroller: Element): HTMLElement | null {
  return scroller.querySelector<HTMLElement>(':scope > .column > .room');
}

/** The first turn, row or block that reaches into the view. */
function placeIn(scroller: Element): Place | undefined {
  const edge = scroller.getBoundingClientRect().top;
  const stretch = firstBelow(scroller.querySelector('.turns')?.children, edge);
  const turn = [...(stretch?.querySelectorAll<HTMLElement>('.turn') ?? [])].find((each) =>
    endsBelow(each, edge),
  );
  if (!turn) return undefined;
  const part = [...turn.children].find((each) => endsBelow(each, edge));
  const block = [...(part?.querySelectorAll(':scope > .chunk > *') ?? [])].find((each) =>
    endsBelow(each, edge),
  );
  const element = block ?? part ?? turn;
  return {
    element,
    top: topIn(scroller, element),
    turnId: turn.dataset['id']!,
    turnTop: topIn(scroller, turn),
  };
}

function endsBelow(element: Element, edge: number): boolean {
  return element.getBoundingClientRect().bottom > edge;
}

/** They stand one below the other: half of them at a time need not be looked at. */
function firstBelow(elements: HTMLCollection | undefined, edge: number): Element | undefined {
  let [from, to] = [0, elements?.length ?? 0];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (endsBelow(elements![middle]!, edge)) to = middle;
    else from = middle + 1;
  }
  return elements?.[from];
}

/** Whether something between the target and the scroller takes an upward scroll for itself. */
function scrollsInside(event: Event, scroller: HTMLElement | undefined): boolean {
  for (const node of event.composedPath()) {
    if (node === scroller) return false;
    if (node instanceof HTMLElement && node.scrollTop > 0) return true;
  }
  return false;
}
