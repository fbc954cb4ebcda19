import { inside } from './deep.js';
import type { Item } from './documented.js';

/** Where a token can show. What is not one of these, no token of ours is for. */
const COLOURS =
  'color background-color border-top-color border-bottom-color border-inline-start-color outline-color fill stroke ' +
  'caret-color text-decoration-color box-shadow accent-color background-image';
const LENGTHS =
  'font-size border-top-left-radius padding-top padding-inline-start margin-top column-gap row-gap max-width ' +
  'max-height min-height';

const HIGHLIGHTS = 'keyword string comment number title type attribute tag meta addition deletion'
  .split(' ')
  .map((name) => `::highlight(oui-code-${name})`);

/** A value that nobody chose by chance, and the properties in which it can show. */
function valueFor(description = ''): readonly [value: string, properties: string[]] {
  if (/typeface/.test(description)) return ['Proof', ['font-family']];
  if (/height|width|size|step|rounding|high/.test(description)) return ['37px', LENGTHS.split(' ')];
  return ['rgb(1, 2, 3)', COLOURS.split(' ')];
}

/** How an element and everything in it looks, and what stands before and after each; code also in its colours. */
function* styles(element: HTMLElement, properties: readonly string[]): Generator<string> {
  for (const each of [element, ...inside(element)]) {
    const highlights = each.localName === 'code' && each.closest('.code') ? HIGHLIGHTS : [];
    for (const pseudo of [null, '::before', '::after', ...highlights]) {
      const style = getComputedStyle(each, pseudo);
      yield properties.map((property) => style.getPropertyValue(property)).join(';');
    }
  }
}

/** Which of the tokens, set on the element, change how anything in it looks. */
export function provenTokens(element: HTMLElement, tokens: readonly Item[]): string[] {
  const before = new Map<string, string[]>();
  const proven: string[] = [];
  for (const { name, description } of tokens) {
    const [value, properties] = valueFor(description);
    const key = properties.join();
    if (!before.has(key)) before.set(key, [...styles(element, properties)]);
    element.style.setProperty(name, value);
    let at = 0;
    for (const style of styles(element, properties)) {
      if (style === before.get(key)![at++]) continue;
      proven.push(name);
      break;
    }
    element.style.removeProperty(name);
  }
  return proven;
}
