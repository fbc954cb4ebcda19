import { ChangeTarget } from '../../src/base/change-target.js';
import type { ManifestFault } from '../../src/oui/index.js';

/** A surface of the page that is wrong now. */
export interface FaultySurface {
  readonly element: HTMLElement;
  /** As the markup has it, which may be what is wrong. */
  readonly surfaceId: string;
  readonly faults: readonly ManifestFault[];
}

const KEY = Symbol.for('oui.faults');

/** What is wrong in the markup of a document now, wherever it is. Dispatches `change`. */
export class PageFaults extends ChangeTarget {
  readonly #list = new Map<HTMLElement, FaultySurface>();

  get list(): readonly FaultySurface[] {
    return [...this.#list.values()];
  }

  /** Takes the place of what was noted of the element before; without faults it is mended, or gone. */
  note(element: HTMLElement, surfaceId: string, faults: readonly ManifestFault[] = []): void {
    if (this.#list.get(element)?.faults === faults) return;
    if (faults.length > 0) this.#list.set(element, { element, surfaceId, faults });
    else if (!this.#list.delete(element)) return;
    this.announceChange();
  }
}

/**
 * The one list of a document, shared by all copies of the library.
 * @param doc the page's own document by default
 */
export function pageFaults(doc: Document = document): PageFaults {
  const holder = doc as Document & { [KEY]?: PageFaults };
  if (!holder[KEY]) Object.defineProperty(holder, KEY, { value: new PageFaults() });
  return holder[KEY]!;
}
