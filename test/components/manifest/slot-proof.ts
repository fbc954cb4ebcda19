import type { Item } from './documented.js';
import { inside, isVisible } from './deep.js';
import { drawn } from './scene.js';

/** Whether the slot stands in this scene, and what is wrong with it. */
export interface SlotProof {
  readonly there: boolean;
  readonly fault?: string;
}

/** Whether a node of what a slot shows by default takes any room. */
function takesRoom(node: Node): boolean {
  if (node instanceof Element) return isVisible(node) || [...node.childNodes].some(takesRoom);
  const range = document.createRange();
  range.selectNode(node);
  return /\S/.test(node.textContent ?? '') && range.getClientRects().length > 0;
}

/** The default is flattened: it may itself be a slot of ours, as in a workbench's conversation. */
function defaultOf(slot: HTMLSlotElement): Node[] {
  return [...slot.childNodes].filter(takesRoom);
}

/** Puts something into a slot: it must be seen, and what stood there by default must be gone. */
export async function proveSlot(element: HTMLElement, { name, description = '' }: Item): Promise<SlotProof> {
  const slots = () =>
    [...element.shadowRoot!.querySelectorAll('slot')].filter(
      (slot) => slot.name === name && slot.isConnected,
    );
  const before = slots().flatMap(defaultOf);
  const replaced = /^Instead of our `<([\w-]+)>`/.exec(description)?.[1];
  const shows = (tag: string) => inside(element).some((each) => each.localName === tag && isVisible(each));
  if (replaced ? !shows(replaced) : slots().length === 0) return { there: false };
  if (description.startsWith('Instead of') && before.length === 0) return { there: false };

  const content = document.createElement('p');
  content.textContent = 'Put here by the page.';
  if (name) content.slot = name;
  element.append(content);
  await drawn();
  const fault = !slots().some((slot) => slot.assignedNodes({ flatten: true }).includes(content))
    ? 'does not take what the page puts into it'
    : !isVisible(content)
      ? 'takes what the page puts into it, and does not show it'
      : before.some((node) => node.isConnected && takesRoom(node)) || (replaced && shows(replaced))
        ? 'shows its default beside what the page put there'
        : undefined;
  content.remove();
  await drawn();
  return { there: true, ...(fault === undefined ? {} : { fault }) };
}
