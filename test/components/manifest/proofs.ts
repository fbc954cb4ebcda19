import { documented, type Documented } from './documented.js';
import { inside } from './deep.js';
import { setUp, tearDown, type Scene, type Stage } from './scene.js';
import { act } from './steps.js';
import { proveSlot } from './slot-proof.js';
import { provenTokens } from './token-proof.js';
import { watchEvents } from './watch.js';

/** An event, the scene that it first came in, and what followed. */
export interface Heard {
  readonly event: Event;
  readonly scene: Scene;
  readonly outcome: Outcome;
}

/** What came of an event: what the session or the page was asked for, and what a person sees then. */
export interface Outcome {
  done: readonly string[];
  look: string;
}

/** What came of playing every scene of an element. */
export interface Seen {
  /** Scenes that could not be played, and why. */
  readonly faults: string[];
  /** Each documented part that was found → whether a page can style it. */
  readonly parts: Map<string, boolean>;
  readonly tokens: Set<string>;
  /** `+busy` where the element was in the state, `-busy` where it was not. */
  readonly states: Set<string>;
  readonly events: Map<string, Heard>;
  /** Each documented slot that was there → what is wrong with it. */
  readonly slots: Map<string, string | undefined>;
  /** Parts and slots that stand in the element's shadow root, documented or not. */
  readonly found: { readonly parts: Set<string>; readonly slots: Set<string> };
}

/** Plays every scene, and proves in each what no scene before has proved. */
export async function play(tag: string, scenes: readonly Scene[]): Promise<Seen> {
  const item = documented(tag);
  const seen: Seen = {
    faults: [],
    parts: new Map(),
    tokens: new Set(),
    states: new Set(),
    events: new Map(),
    slots: new Map(),
    found: { parts: new Set(), slots: new Set() },
  };
  for (const [index, scene] of scenes.entries()) {
    try {
      await playOne(item, scene, seen);
    } catch (error) {
      seen.faults.push(`scene ${index + 1} ${nameOf(scene)}: ${(error as Error).message}`);
    }
  }
  return seen;
}

async function playOne(item: Documented, scene: Scene, seen: Seen): Promise<void> {
  let stop = () => {};
  /** What came since the last step, and how much had been done before each. */
  let heard: { event: Event; after: number }[] = [];
  let done: readonly string[] = [];
  const stage = await setUp(item.tagName, scene, (element) => {
    stop = watchEvents(element, (event) => {
      if (!seen.events.has(event.type)) heard.push({ event, after: done.length });
    });
  });
  ({ done } = stage);
  const note = () => {
    look(item, stage, seen);
    for (const { event, after } of heard) {
      const outcome = { done: done.slice(after), look: lookOf(stage.element) };
      if (!seen.events.has(event.type)) seen.events.set(event.type, { event, scene, outcome });
    }
    heard = [];
  };
  try {
    note();
    for (const step of scene.steps ?? []) {
      await act(stage, step);
      note();
    }
    const unproven = scene.tokens ? item.cssProperties.filter(({ name }) => !seen.tokens.has(name)) : [];
    for (const name of provenTokens(stage.element, unproven)) seen.tokens.add(name);
    for (const slot of item.slots) {
      if (seen.slots.has(slot.name) && seen.slots.get(slot.name) === undefined) continue;
      const proof = await proveSlot(stage.element, slot);
      if (proof.there) seen.slots.set(slot.name, proof.fault);
    }
  } finally {
    stop();
    await tearDown(stage);
  }
}

/** Plays a scene up to the first event of this type, which a host takes over; what came of it all the same. */
export async function playPrevented(tag: string, type: string, scene: Scene): Promise<Outcome> {
  let after: number | undefined;
  let done: readonly string[] = [];
  let stop = () => {};
  const stage = await setUp(tag, scene, (element) => {
    stop = watchEvents(element, (event) => {
      if (event.type !== type) return;
      after ??= done.length;
      event.preventDefault();
    });
  });
  ({ done } = stage);
  try {
    for (const step of scene.steps ?? []) {
      await act(stage, step);
      if (after !== undefined) return { done: done.slice(after), look: lookOf(stage.element) };
    }
  } finally {
    stop();
    await tearDown(stage);
  }
  throw new Error('the event did not come a second time');
}

/** What a person sees, as a text to compare. Numbers are left out: times run on. */
function lookOf(element: Element): string {
  return [...element.parentElement!.children]
    .flatMap((child) => [child, ...inside(child)])
    .map((each) => {
      const own = [...each.childNodes].filter((node) => node instanceof Text).map((node) => node.data.trim());
      const states = LOOKS.map((name) => each.getAttribute(name) ?? '');
      return [each.localName, ...states, ...own].join(' ');
    })
    .join('\n')
    .replace(/\d+/g, '#');
}

const LOOKS = ['aria-expanded', 'aria-selected', 'aria-pressed', 'data-state'];

function look(item: Documented, { element }: Stage, seen: Seen): void {
  for (const { name } of item.cssStates)
    seen.states.add(`${element.matches(`:state(${name})`) ? '+' : '-'}${name}`);
  const root = element.shadowRoot;
  if (!root) return;
  for (const { part } of root.querySelectorAll('[part]')) for (const name of part) seen.found.parts.add(name);
  for (const nested of root.querySelectorAll('[exportparts]'))
    for (const pair of nested.getAttribute('exportparts')!.split(','))
      seen.found.parts.add(pair.split(':').at(-1)!.trim());
  // What an element hides as a whole has no place for anything.
  if (getComputedStyle(element).display !== 'none')
    for (const slot of root.querySelectorAll('slot')) seen.found.slots.add(slot.name);
  const shown = inside(element).filter((each) => each.part?.length > 0);
  for (const { name } of item.cssParts) {
    if (seen.parts.get(name)) continue;
    const own = name.split('__').at(-1)!;
    const candidates = shown.filter(({ part }) => part.contains(own));
    if (candidates.length > 0) seen.parts.set(name, canStyle(item.tagName, name, candidates));
  }
}

/** A rule of the page, for what no element of the library would do by itself. */
const PROOF = 'outline: 7px dashed rgb(1, 2, 3)';

function canStyle(tag: string, part: string, candidates: readonly Element[]): boolean {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${tag}::part(${part}) { ${PROOF} }`);
  const outlines = () => candidates.map((each) => getComputedStyle(each).outline);
  const before = outlines();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const after = outlines();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  return after.some((outline, i) => outline !== before[i]);
}

function nameOf({ story, scenario, steps = [] }: Scene): string {
  return [story ?? scenario ?? 'of its own', ...steps.map(String)].join(' → ');
}
