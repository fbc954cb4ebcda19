import { SETTLE_DEADLINE_MS } from '../../src/oui/protocol/limits.js';

/** A change that only repeats counts so often; after that it is a clock or an animation. */
const REPEATS = 3;
/** How long a tag may take to be defined. */
const UPGRADE_MS = 1000;

/** How many results may be waited for. */
let watches = 0;

/** Tags that have been waited for once; nobody may ever define them. */
const awaited = new Set<string>();

/**
 * OUI-S13: after an action the page is not at rest while the DOM under `root` changes, in shadow roots too, or while
 * elements there wait for their upgrade. What goes round and round does not count.
 * @param hold keeps results back until the function that it returns is called
 */
export function watchRest(root: HTMLElement, hold: () => () => void): void {
  const added = new WeakSet<Node>();
  const sizes = new WeakMap<Node, number>();
  const repeats = new WeakMap<Node, Map<string | null, number>>();

  const counts = ({ target, type, attributeName, addedNodes }: MutationRecord): boolean => {
    for (const node of addedNodes) added.add(node);
    if (type === 'attributes') {
      // Its coming has counted; what flies about the page comes anew all the time.
      if (added.has(target)) return false;
    } else {
      const size = type === 'childList' ? target.childNodes.length : (target as CharacterData).length;
      const most = sizes.get(target) ?? -1;
      if (size > most) {
        // What grows is news each time.
        sizes.set(target, size);
        return true;
      }
    }
    let ofNode = repeats.get(target);
    if (!ofNode) repeats.set(target, (ofNode = new Map()));
    const count = (ofNode.get(attributeName) ?? 0) + 1;
    ofNode.set(attributeName, count);
    return count <= REPEATS;
  };

  const look = (records: MutationRecord[]) => {
    // To let go at once counts as a change, and quiet is counted from then on.
    if (records.filter(counts).length > 0) hold()();
    for (const { addedNodes } of records) for (const node of addedNodes) enter(node);
  };
  const observer = new MutationObserver(look);

  const enter = (node: Node) => {
    if (!('children' in node)) return;
    for (const element of [node as Element, ...(node as Element).querySelectorAll('*')]) {
      if (element.shadowRoot) follow(element.shadowRoot);
      if (element.matches(':not(:defined)')) awaitUpgrade(element);
    }
  };

  const follow = (tree: Element | ShadowRoot) => {
    observer.observe(tree, { childList: true, characterData: true, attributes: true, subtree: true });
    for (const child of tree.children) enter(child);
  };

  const awaitUpgrade = (element: Element) => {
    const { localName } = element;
    if (awaited.has(localName)) return;
    awaited.add(localName);
    const release = hold();
    setTimeout(release, UPGRADE_MS);
    customElements.whenDefined(localName).then(() => {
      follow(root);
      release();
    }, release);
  };

  follow(root);
  watches++;
  // Nobody waits longer.
  setTimeout(() => {
    watches--;
    observer.disconnect();
  }, SETTLE_DEADLINE_MS);
}

/** As above, where an action has just brought `root`. */
export function watchArrival(root: HTMLElement, hold: () => () => void): void {
  if (watches > 0) watchRest(root, hold);
}
