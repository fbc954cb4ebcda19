import { expect, fixture, html } from '@open-wc/testing';
import { OuiAction } from 'oui-elements/components/oui-action';
import { OuiObservation } from 'oui-elements/components/oui-observation';
import { OuiSurface } from 'oui-elements/components/oui-surface';
import { SurfaceBus, type SurfaceManifest } from 'oui-elements/oui';
import { RecordingClient, settled } from '../components/recording-client.js';

/** The same numbers for each run: a failure names its seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const CLASSES = { surface: OuiSurface, action: OuiAction, observation: OuiObservation };
type Part = keyof typeof CLASSES | 'host';

interface Plan {
  part: Part | 'div';
  id: string;
  children: Plan[];
}

/** Surfaces in surfaces, with their parts in divs and in components with shadow roots, two deep. */
function plan(roll: (sides: number) => number): Plan {
  let count = 0;
  const id = (part: string) => `${part}${(count += 1)}`;
  const fill = (depth: number): Plan[] =>
    Array.from({ length: 1 + roll(3) }, (): Plan => {
      const kind = depth > 2 ? roll(2) : roll(5);
      if (kind === 0) return { part: 'action', id: id('a_x'), children: [] };
      if (kind === 1) return { part: 'observation', id: id('o_x'), children: [] };
      if (kind === 4) return surface(depth + 1);
      return { part: kind === 2 ? 'host' : 'div', id: id('x'), children: fill(depth + 1) };
    });
  const surface = (depth: number): Plan => ({
    part: 'surface',
    id: id('s-x'),
    // One at least, so that it has something to offer.
    children: [{ part: 'action', id: id('a_x'), children: [] }, ...fill(depth)],
  });
  return surface(0);
}

/** What agents must be told in the end, whatever the order. */
function expected(root: Plan): Record<string, { actions: string[]; observations: string[] }> {
  const result: ReturnType<typeof expected> = {};
  const walk = ({ part, id, children }: Plan, owner: string): void => {
    if (part === 'surface') result[id] = { actions: [], observations: [] };
    if (part === 'action') result[owner]!.actions.push(id);
    if (part === 'observation') result[owner]!.observations.push(id);
    for (const child of children) walk(child, part === 'surface' ? id : owner);
  };
  walk(root, '');
  return result;
}

let runs = 0;

/** Tags that nobody has defined yet. */
class Tags {
  readonly #number = (runs += 1);
  readonly bus = new SurfaceBus();
  readonly client = new RecordingClient(this.bus);

  name = (part: Part) => `order-${part}-${this.#number}`;

  define(part: Part): void {
    if (part !== 'host') {
      const base: CustomElementConstructor = CLASSES[part];
      return customElements.define(this.name(part), class extends base {});
    }
    customElements.define(
      this.name(part),
      class extends HTMLElement {
        // Upgraded late, its content moves into its shadow root then, as that of a component that renders itself.
        connectedCallback() {
          if (this.shadowRoot) return;
          this.attachShadow({ mode: 'open' }).append(...this.childNodes);
        }
      },
    );
  }

  /** In another order than that of the document, as a framework may: the last first. */
  readonly #made = new Map<Plan, Element>();
  make(plan: Plan): void {
    for (const child of plan.children.toReversed()) this.make(child);
    this.#made.set(plan, this.#create(plan));
  }

  #create({ part }: Plan): Element {
    return document.createElement(part === 'div' ? 'div' : this.name(part));
  }

  /** As the parser does it: each element is in the document before its children are. */
  async build(plan: Plan, parent: Element | ShadowRoot, between: () => Promise<void>): Promise<void> {
    const { part, id, children } = plan;
    const element = this.#made.get(plan) ?? this.#create(plan);
    const common = { description: `It is ${id}.` };
    if (part === 'surface') Object.assign(element, { bus: this.bus, surfaceId: id, name: id, ...common });
    if (part === 'action') Object.assign(element, { actionId: id, handler: () => id, ...common });
    if (part === 'observation') Object.assign(element, { observationId: id, value: id, ...common });
    parent.append(element);
    await between();
    for (const child of children) {
      // A component that is there already has its content in its shadow root.
      const inner = part === 'host' ? element.shadowRoot : null;
      await this.build(child, inner ?? element, between);
    }
  }
}

const PARTS: Part[] = ['surface', 'action', 'observation', 'host'];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

async function check(tags: Tags, wanted: ReturnType<typeof expected>, label: string): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await settled();
  const told = Object.fromEntries(
    tags.bus.snapshot().surfaces.map((surface: SurfaceManifest) => [
      surface.id,
      {
        actions: surface.actions.map(({ id }) => id),
        observations: (surface.observations ?? []).map(({ id }) => id),
      },
    ]),
  );
  expect(told, label).to.deep.equal(wanted);
  for (const [surfaceId, { actions, observations }] of Object.entries(wanted)) {
    for (const id of observations) await tags.client.sees(id, id);
    expect((await tags.client.result(surfaceId, actions.at(-1)!)).data, label).to.equal(actions.at(-1));
  }
}

describe('upgrade and parsing in every order', () => {
  it('OUI-S2 property: whatever the order of definition, agents are told the same in the end', async () => {
    let seed = 0;
    for (const order of permutations(PARTS)) {
      for (const pause of [false, true]) {
        const tree = plan(dice((seed += 1)));
        const tags = new Tags();
        const place = await fixture<HTMLElement>(html`<div></div>`);
        tags.make(tree);
        await tags.build(tree, place, async () => {});
        for (const part of order) {
          tags.define(part);
          if (pause) await settled();
        }
        await check(tags, expected(tree), `seed ${seed}, ${order.join(' ')}${pause ? ', in tasks' : ''}`);
        if (!pause) {
          // Within one task nothing is told twice, and nothing that is not so.
          expect(new Set(tags.client.comings).size).to.equal(tags.client.comings.length);
          expect(tags.client.comings.join()).to.not.include('deregister');
        }
        place.remove();
      }
    }
  });

  it('OUI-S2 property: whatever is defined while the page is parsed, agents are told the same in the end', async () => {
    for (let seed = 100; seed < 140; seed += 1) {
      const roll = dice(seed);
      const tree = plan(roll);
      const tags = new Tags();
      const place = await fixture<HTMLElement>(html`<div></div>`);
      const waiting = permutations(PARTS)[roll(24)]!;
      await tags.build(tree, place, async () => {
        if (roll(3) === 0) await settled();
        if (waiting.length > 0 && roll(3) === 0) tags.define(waiting.shift()!);
        if (roll(3) === 0) await Promise.resolve();
      });
      for (const part of waiting) tags.define(part);
      await check(tags, expected(tree), `seed ${seed}`);
      expect(tags.client.comings.filter((coming) => coming.startsWith('surface:deregister'))).to.deep.equal(
        [],
      );
      place.remove();
    }
  });
});
