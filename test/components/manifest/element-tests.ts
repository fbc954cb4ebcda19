import { expect } from '@open-wc/testing';
import * as library from 'oui-elements';
import 'oui-elements/define';
import { inside } from './deep.js';
import { documented, type DocumentedEvent } from './documented.js';
import { DONE_BY, WORKBENCH_DOES } from './no-default.js';
import { play, playPrevented, type Heard, type Seen } from './proofs.js';
import { setUp, tearDown, type Scene } from './scene.js';
import { STATES } from './watch.js';

const CLASSES = library as Readonly<Record<string, unknown>>;

/** An event that only elements of the library exchange has a class that the package does not export. */
const isPrivate = (event: Event): boolean => CLASSES[event.constructor.name] !== event.constructor;

/** Makes a test of each thing that the manifest says of an element, from scenes in which it can be seen. */
export function testElement(tag: string, scenes: readonly Scene[]): void {
  const item = documented(tag);
  describe(`<${tag}> is what custom-elements.json says`, () => {
    let seen: Seen;
    before(async () => {
      seen = await play(tag, scenes);
    });

    it('issue 9: every scene can be played', () => expect(seen.faults).to.deep.equal([]));

    for (const { name } of item.cssParts) {
      it(`issue 9: part "${name}" is there, and a page can style it with ::part()`, () => {
        expect(seen.parts.has(name), 'no scene shows it').to.equal(true);
        expect(seen.parts.get(name), '::part() changes nothing').to.equal(true);
      });
    }

    for (const { name } of item.cssProperties) {
      it(`issue 9: token ${name} changes how the element looks`, () =>
        expect([...seen.tokens]).to.include(name));
    }

    for (const { name } of item.cssStates) {
      it(`issue 9: state "${name}" comes and goes`, () =>
        expect([...seen.states]).to.include.members([`+${name}`, `-${name}`]));
    }

    for (const { name } of item.slots) {
      it(`issue 9: slot "${name}" shows what a page puts into it, and its default no longer`, () => {
        expect(seen.slots.has(name), 'no scene has it').to.equal(true);
        expect(seen.slots.get(name)).to.equal(undefined);
      });
    }

    const passesOn = ({ name }: DocumentedEvent) =>
      tag === 'agent-workbench' && !WORKBENCH_DOES.includes(name);
    for (const event of item.events.filter(passesOn)) {
      it(`issue 9: event "${event.name}" of a panel inside goes through it`, () => expectPassedOn(event));
    }

    for (const event of item.events.filter((each) => !passesOn(each))) {
      it(`issue 9: event "${event.name}" is dispatched as documented`, () => {
        const heard = seen.events.get(event.name)?.event;
        expect(heard !== undefined, 'a scene has it dispatched').to.equal(true);
        expectFlags(heard!, event);
      });
      if (event.name.endsWith('-request')) {
        it(`issue 9: "${event.name}" prevented, its default does not happen`, async () => {
          const heard = seen.events.get(event.name);
          expect(heard !== undefined, 'a scene has it dispatched').to.equal(true);
          await expectPrevented(tag, event.name, heard!);
        });
      }
    }

    it('issue 9: shows no part, slot, state or event that is not documented', () => {
      const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
      const more = (found: Iterable<string>, items: readonly { name: string }[]) =>
        [...found].filter((name) => !names(items).includes(name));
      expect({
        parts: more(seen.found.parts, item.cssParts),
        slots: more(seen.found.slots, item.slots),
        states: more(STATES.get(tag) ?? [], item.cssStates),
        events: more(
          [...seen.events].filter(([, { event }]) => !isPrivate(event)).map(([type]) => type),
          item.events,
        ),
      }).to.deep.equal({ parts: [], slots: [], states: [], events: [] });
    });
  });
}

/** A request always bubbles, leaves shadow roots and can be prevented (api 2); of others, the manifest says so. */
function expectFlags(heard: Event, { name, type, description = '' }: DocumentedEvent): void {
  const Class = CLASSES[type.text] as (new () => Event) | undefined;
  expect(Class, `the package exports no ${type.text}`).to.be.a('function');
  // A runner that tells of a failure would walk through the whole document of an event.
  expect(heard instanceof Class!, `it is a ${heard.constructor.name}`).to.equal(true);
  const isRequest = name.endsWith('-request');
  expect({ bubbles: heard.bubbles, composed: heard.composed, cancelable: heard.cancelable }).to.deep.equal({
    bubbles: isRequest || /bubbles/i.test(description),
    composed: isRequest || /out of shadow roots/.test(description),
    cancelable: isRequest || /cancelable/i.test(description),
  });
}

/** That its panel dispatches it is tested with the panel; here, that a page hears it where the workbench stands. */
async function expectPassedOn(event: DocumentedEvent): Promise<void> {
  const stage = await setUp('agent-workbench', {});
  const heard: Event[] = [];
  stage.element.addEventListener(event.name, (each) => {
    each.preventDefault();
    heard.push(each);
  });
  const panel = inside(stage.element).find((each) => each.localName === 'agent-conversation')!;
  const Class = CLASSES[event.type.text] as new () => Event;
  const sent = new Class();
  panel.dispatchEvent(sent);
  await tearDown(stage);
  expect(heard.length === 1 && heard[0] === sent, 'the page hears it, once').to.equal(true);
  expectFlags(sent, event);
}

async function expectPrevented(tag: string, type: string, { scene, outcome }: Heard): Promise<void> {
  const prevented = await playPrevented(tag, type, scene);
  expect(prevented.done, 'the session was asked all the same').to.deep.equal([]);
  const hasDefault = outcome.done.length > 0 || outcome.look !== prevented.look;
  const elsewhere = DONE_BY[type]?.includes(tag) === false;
  expect(hasDefault, elsewhere ? 'nothing happens by default here' : 'it has a default').to.equal(!elsewhere);
}
