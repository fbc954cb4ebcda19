import { nameOf } from '../in-shadow.js';

/** Every element under a root, those of shadow roots included. */
export function* deep(root: ParentNode): Generator<HTMLElement> {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    yield element;
    if (element.shadowRoot) yield* deep(element.shadowRoot);
  }
}

/** Everything that an element shows, at whatever depth. */
export function inside(host: Element): HTMLElement[] {
  return host.shadowRoot ? [...deep(host.shadowRoot)] : [];
}

export function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0;
}

const PRESSABLE =
  'button, summary, a, label, option, [role="button"], [role="tab"], [role="option"], [role="treeitem"]';

/** What a person can press now, and what it is called. */
export function pressable(host: Element): { name: string; element: HTMLElement }[] {
  return inside(host)
    .filter((element) => element.matches(PRESSABLE) && isVisible(element) && !element.matches(':disabled'))
    .map((element) => ({ name: nameOf(element), element }));
}
