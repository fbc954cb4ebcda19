import { expect, fixture, html } from '@open-wc/testing';
import type { CSSResult, LitElement, PropertyDeclarations } from 'lit';
import * as library from 'oui-elements';
import 'oui-elements/define';
import { documented, DOCUMENTED, type DocumentedAttribute } from './documented.js';

type Reactive = HTMLElement & { readonly updateComplete: Promise<unknown>; [property: string]: unknown };
type ElementClass = CustomElementConstructor & {
  readonly observedAttributes: readonly string[];
  readonly properties?: PropertyDeclarations;
  readonly elementProperties?: ReadonlyMap<PropertyKey, unknown>;
  readonly elementStyles?: readonly CSSResult[];
};

const classOf = (tag: string) => customElements.get(tag) as ElementClass;
const make = (tag: string) => document.createElement(tag) as Reactive;

/** The value that the manifest writes as code. */
function valueOf(code: string | undefined): unknown {
  if (code === undefined || code === 'undefined') return undefined;
  if (/^'.*'$/.test(code)) return code.slice(1, -1);
  if (/^[\d_]+$/.test(code)) return Number(code.replaceAll('_', ''));
  if (/^(true|false)$/.test(code)) return code === 'true';
  throw new Error(`no page can tell what the default ${code} is`);
}

/** What a page may write into the attribute, and what the property is then. */
function sampleOf({ type: { text } }: DocumentedAttribute): readonly [written: string, property: unknown] {
  if (/^boolean/.test(text)) return ['', true];
  if (/^number/.test(text)) return ['7', 7];
  const word = [...text.matchAll(/'([^']*)'/g)].at(-1)?.[1] ?? 'a-word';
  return [word, word];
}

/** Away from the page, where it would do something. */
async function onPage(element: Reactive, check: () => Promise<void>): Promise<void> {
  const box = await fixture(html`<div hidden></div>`);
  box.append(element);
  await element.updateComplete;
  try {
    await check();
  } finally {
    element.remove();
  }
}

for (const [tag, { attributes, members, name }] of DOCUMENTED) {
  describe(`<${tag}> has the attributes, properties and methods of custom-elements.json`, () => {
    it('issue 9: is the documented class, which the package exports', () =>
      expect(make(tag) instanceof ((library as Record<string, unknown>)[name] as ElementClass)).to.equal(
        true,
      ));

    it('issue 9: listens to no attribute that is not documented', () =>
      expect([...classOf(tag).observedAttributes].sort()).to.deep.equal(
        attributes.map((attribute) => attribute.name).sort(),
      ));

    it('issue 9: has no property of its own that is not documented', () => {
      const { elementProperties, properties } = classOf(tag);
      const own = elementProperties ? [...elementProperties.keys()] : Object.keys(properties ?? {});
      const known = members.map((member) => member.name);
      expect(own.map(String).filter((each) => !known.includes(each))).to.deep.equal([]);
    });

    for (const attribute of attributes) {
      const { fieldName: property } = attribute;
      const member = members.find((each) => each.name === property);
      it(`issue 9: attribute "${attribute.name}" sets \`${property}\`, with the documented default`, () => {
        const element = make(tag);
        expect(member?.attribute, 'the property says so too').to.equal(attribute.name);
        expect(element[property] ?? undefined).to.equal(valueOf(attribute.default) ?? undefined);
        const [written, value] = sampleOf(attribute);
        element.setAttribute(attribute.name, written);
        expect(element[property]).to.equal(value);
      });
      it(`issue 9: attribute "${attribute.name}" can be taken away again: the default is back`, () => {
        const element = make(tag);
        const before = element[property] ?? undefined;
        return onPage(element, async () => {
          element.setAttribute(attribute.name, sampleOf(attribute)[0]);
          await element.updateComplete;
          element.removeAttribute(attribute.name);
          expect(element[property] ?? undefined).to.equal(before);
          await element.updateComplete;
          element[property] = undefined;
          await element.updateComplete;
        });
      });
      it(`issue 9: property \`${property}\` ${member?.reflects ? 'is reflected to' : 'leaves alone'} "${attribute.name}"`, async () => {
        const element = make(tag);
        await onPage(element, async () => {
          const [written, value] = sampleOf(attribute);
          element[property] = value;
          await element.updateComplete;
          expect(element.getAttribute(attribute.name)).to.equal(member?.reflects ? written : null);
        });
      });
    }

    for (const { kind, name: method, readonly } of members) {
      if (kind === 'method')
        it(`issue 9: method \`${method}()\` is there`, () => expect(make(tag)[method]).to.be.a('function'));
      else
        it(`issue 9: property \`${method}\` ${readonly ? 'can be read' : 'can be read and written'}`, () => {
          const element = make(tag);
          expect(method in element).to.equal(true);
          let found: PropertyDescriptor | undefined;
          for (let at: object = element; at && !found; at = Object.getPrototypeOf(at) as object)
            found = Object.getOwnPropertyDescriptor(at, method);
          expect(found!.set !== undefined || found!.writable === true).to.equal(!readonly);
        });
    }

    it('issue 9: reads no token that is not documented for it, or for all on <agent-workbench>', () => {
      const text = ((classOf(tag) as typeof LitElement).elementStyles ?? [])
        .map((style) => (style as CSSResult).cssText)
        .join('\n');
      const read = new Set([...text.matchAll(/var\((--(?!_)[\w-]+)/g)].map(([, token]) => token!));
      const known = [tag, 'agent-workbench'].flatMap((each) =>
        documented(each).cssProperties.map((token) => token.name),
      );
      expect([...read].filter((token) => !known.includes(token))).to.deep.equal([]);
    });
  });
}
