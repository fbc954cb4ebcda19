import {
  html,
  nothing,
  render,
  type LitElement,
  type ReactiveController,
  type RootPart,
  type TemplateResult,
} from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { TurnView } from '../../src/agent-ui/projection/view-models.js';
import { isInUse } from './in-use.js';
import { turnHeight, turnWords } from './resting-turn.js';
import type { ScrollFollow } from './scroll-follow.js';
import { servedStretch, servedTurnsIn, type ServedTurns } from './served-turns.js';
import { STRETCH, TurnList, turnKey, type Run } from './turn-list.js';

/** A session of no more stretches is drawn as a whole. */
const SHORT = 8;
/** In a longer one, so many are drawn at most beside those that are near or in use. */
const DRAWN = 4;
/** Pixels that the first view may need. */
const FIRST_VIEW = 1200;
/** How far outside the view a stretch is drawn: one more view above and below. */
const NEAR = '100% 0px';

interface Stretch extends Run {
  readonly element: HTMLElement;
  turns: readonly TurnView[];
  /** Present while it is drawn; without it the stretch rests. */
  root?: Pick<RootPart, 'setConnected'>;
  /** What draws the nodes that a server has drawn. */
  served?: ServedTurns;
  shared?: readonly unknown[];
  near: boolean;
  /** Counts up: the one that was near the longest ago rests first. */
  seen: number;
}

/**
 * Draws the turns near the view; the others rest as what they say: one element with one text each. So find in page,
 * a fragment and a screen reader still meet them, and thousands of them cost next to nothing, because the browser
 * lays out only the stretches that it shows (`content-visibility`).
 */
export class TurnWindow implements ReactiveController {
  #list = new TurnList<Stretch>({
    make: (next) => this.#make(next),
    drop: (stretch) => this.#drop(stretch),
  });
  #byElement = new WeakMap<Element, Stretch>();
  /** Drawn by a server, and not yet taken over; and how many stretches come before them. */
  #served: HTMLElement[] | undefined;
  #before = 0;
  #near: IntersectionObserver | undefined;
  #shared: readonly unknown[] = [];
  #clock = 0;
  /** Of the text, in pixels, as last seen: reading it would make the browser lay out. */
  #width = 600;

  constructor(
    private readonly host: LitElement,
    private readonly scroll: ScrollFollow,
    private readonly box: () => HTMLElement | null,
    private readonly draw: (turn: TurnView) => TemplateResult,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    for (const { root } of this.#list.runs) root?.setConnected(true);
    this.#observe();
  }

  hostDisconnected(): void {
    for (const { root } of this.#list.runs) root?.setConnected(false);
    this.#near?.disconnect();
    this.#near = undefined;
  }

  /** @param shared what every turn's drawing depends on besides the turn */
  update(turns: readonly TurnView[], shared: readonly unknown[]): void {
    this.#shared = shared;
    if (!this.#served) {
      this.#served = [...(this.box()?.children ?? [])] as HTMLElement[];
      this.#before = Math.ceil(turns.length / STRETCH) - this.#served.length;
    }
    this.#list.update(turns);
    for (const [stretch, start] of this.#list) {
      if (!holds(stretch.turns, turns, start, stretch.count)) {
        stretch.turns = turns.slice(start, start + stretch.count);
        stretch.shared = undefined;
      }
    }
    this.#settle();
    if (!this.#near) this.#observe();
  }

  /** As a server draws them: those that are to be drawn at first. The others come with the browser. */
  served(turns: readonly TurnView[], shared: readonly unknown[]): TemplateResult[] {
    const stretches: (readonly TurnView[])[] = [];
    for (let at = 0; at < turns.length; at += STRETCH) stretches.push(turns.slice(at, at + STRETCH));
    const long = stretches.length > SHORT;
    const shown = long ? stretches.slice(-this.#tail(stretches)) : stretches;
    return shown.map((stretch, index) =>
      servedStretch(this.#turns(stretch, shared), long && index < shown.length - 1),
    );
  }

  /** The element of a turn, drawn; undefined when there is none. */
  reveal(is: (turn: TurnView) => boolean): HTMLElement | undefined {
    const index = this.#list.find(is);
    for (const [stretch, start] of this.#list) {
      if (index < start || index >= start + stretch.count) continue;
      stretch.seen = ++this.#clock;
      this.#show(stretch);
      return turnElements(stretch)[index - start];
    }
    return undefined;
  }

  /** The turn before or after the one that `element` shows, drawn. */
  neighbour(element: Element, step: 1 | -1): HTMLElement | undefined {
    const at = this.#list.find(({ turnId }) => turnId === element.getAttribute('data-id'));
    const next = this.#list.turns[at + step];
    return at < 0 || !next ? undefined : this.reveal((turn) => turn === next);
  }

  #make(next: Stretch | undefined): Stretch {
    const taken = this.#before-- > 0 ? undefined : this.#served?.shift();
    const element = taken ?? document.createElement('div');
    if (!taken) {
      element.className = 'stretch';
      this.box()?.insertBefore(element, next?.element ?? this.#served?.[0] ?? null);
    }
    this.#near?.observe(element);
    const stretch: Stretch = { element, count: 0, turns: [], near: false, seen: 0 };
    const served = taken && servedTurnsIn(taken);
    // Its nodes are part of what the host draws, and come and go with that.
    if (served) Object.assign(stretch, { served, root: { setConnected: () => undefined } });
    this.#byElement.set(element, stretch);
    return stretch;
  }

  #drop(stretch: Stretch): void {
    this.#letGo(stretch);
    this.#near?.unobserve(stretch.element);
    stretch.element.remove();
  }

  #observe(): void {
    const root = this.box()?.parentElement?.parentElement;
    if (!root || this.#near) return;
    this.#near = new IntersectionObserver((entries) => this.#onNear(entries), { root, rootMargin: NEAR });
    for (const { element } of this.#list.runs) this.#near.observe(element);
  }

  #onNear(entries: readonly IntersectionObserverEntry[]): void {
    this.#width = entries[0]?.boundingClientRect.width || this.#width;
    for (const { target, isIntersecting } of entries) {
      const stretch = this.#byElement.get(target);
      if (!stretch) continue;
      stretch.near = isIntersecting;
      stretch.seen = ++this.#clock;
    }
    this.scroll.hold();
    this.#settle();
    if (this.isLong) this.scroll.expectMeasuring();
    this.scroll.release();
  }

  /** Whether there are turns that rest. */
  get isLong(): boolean {
    return this.#list.runs.length > SHORT;
  }

  /** Draws what is to be drawn, and lets rest what has been away the longest. */
  #settle(): void {
    const { runs } = this.#list;
    const short = !this.isLong;
    const tail = runs.length - this.#tail(runs.map(({ turns }) => turns));
    const awake = (stretch: Stretch, index: number) => short || stretch.near || index >= tail;
    const away: Stretch[] = [];
    let drawn = 0;
    for (const [index, stretch] of runs.entries()) {
      // What comes near is laid out before it is seen: its real height must move nothing then.
      stretch.element.toggleAttribute('data-skippable', !short && !stretch.near && index < runs.length - 1);
      const wake = awake(stretch, index);
      if (wake || stretch.root) {
        drawn++;
        this.#show(stretch);
        if (!wake) away.push(stretch);
      } else {
        this.#rest(stretch);
      }
    }
    away.sort((a, b) => a.seen - b.seen);
    for (const stretch of away) {
      if (drawn <= DRAWN) break;
      if (isInUse(stretch.element) || stretch.turns.some(({ active }) => active)) continue;
      this.#letGo(stretch);
      this.#rest(stretch);
      drawn--;
    }
  }

  /** How many stretches at the end never rest: an answer grows there, and it is the first view. */
  #tail(stretches: readonly (readonly TurnView[])[]): number {
    let count = 0;
    for (let height = 0; count < stretches.length && height < FIRST_VIEW; count++) {
      height += this.#heightOf(stretches.at(-1 - count)!);
    }
    return count;
  }

  #heightOf(turns: readonly TurnView[]): number {
    return turns.reduce((sum, turn) => sum + turnHeight(turn, this.#width), 0);
  }

  #show(stretch: Stretch): void {
    if (stretch.root && sameItems(stretch.shared, this.#shared)) return;
    const shared = this.#shared;
    const turns = this.#turns(stretch.turns, shared);
    stretch.shared = shared;
    if (stretch.served) {
      stretch.served.setValue(turns);
      return;
    }
    const body = stretch.root ? (stretch.element.firstElementChild as HTMLElement) : freshBody(stretch);
    stretch.root = render(turns, body, this.host.renderOptions);
  }

  #turns(all: readonly TurnView[], shared: readonly unknown[]): TemplateResult {
    const keys = uniqueKeys(all);
    return html`${repeat(
      all,
      (_, index) => keys[index],
      (turn) => guard([turn, ...shared], () => this.draw(turn)),
    )}`;
  }

  /** It is drawn no longer. */
  #letGo(stretch: Stretch): void {
    stretch.served?.setValue(nothing);
    stretch.root?.setConnected(false);
    stretch.served = stretch.root = stretch.shared = undefined;
  }

  #rest(stretch: Stretch): void {
    if (stretch.shared) return;
    const { element, turns } = stretch;
    element.replaceChildren(...turns.map(restingTurn));
    element.style.setProperty('contain-intrinsic-block-size', `auto ${this.#heightOf(turns)}px`);
    stretch.shared = [];
  }
}

/** Two turns of one sent message, if a runtime makes them, are told apart by their own names. */
function uniqueKeys(turns: readonly TurnView[]): string[] {
  const seen = new Set<string>();
  return turns.map((turn) => {
    const key = turnKey(turn);
    if (seen.has(key)) return turn.turnId;
    seen.add(key);
    return key;
  });
}

function restingTurn(turn: TurnView): HTMLElement {
  const element = document.createElement('div');
  element.className = 'turn';
  element.setAttribute('data-id', turn.turnId);
  element.setAttribute('data-state', 'resting');
  element.textContent = turnWords(turn);
  return element;
}

/** A new one each time: what lit keeps at the old one goes with it. */
function freshBody(stretch: Stretch): HTMLElement {
  const body = document.createElement('div');
  stretch.element.replaceChildren(body);
  return body;
}

function turnElements({ element }: Stretch): HTMLElement[] {
  return [...(element.firstElementChild?.children ?? [])] as HTMLElement[];
}

function holds(
  known: readonly TurnView[],
  turns: readonly TurnView[],
  start: number,
  count: number,
): boolean {
  if (known.length !== count) return false;
  for (let index = 0; index < count; index++) if (known[index] !== turns[start + index]) return false;
  return true;
}

function sameItems(a: readonly unknown[] | undefined, b: readonly unknown[]): boolean {
  return !!a && a.length === b.length && a.every((item, index) => item === b[index]);
}
