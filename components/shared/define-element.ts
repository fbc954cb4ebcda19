import { devWarning } from '../../src/base/dev-warning.js';
import { VERSION } from '../../src/base/version.js';

type Versioned = CustomElementConstructor & { readonly version?: string };

/**
 * Registers `elementClass` as `tag`. The first definition of a tag wins: a second one, from another copy or
 * version of this library, warns in development and changes nothing (known-failure 39). Never throws.
 * @param registry a scoped registry; the page's own by default. Nothing happens where there is none (servers).
 */
export function defineElement(
  tag: string,
  elementClass: CustomElementConstructor,
  registry: CustomElementRegistry | undefined = globalThis.customElements,
): void {
  const existing = registry?.get(tag) as Versioned | undefined;
  if (!registry || existing === elementClass) return;
  if (existing) {
    devWarning(
      'two-copies',
      `<${tag}> is already defined by version ${existing.version ?? 'unknown'}; this copy is ${VERSION}. ` +
        'The first one stays. Load the library once.',
    );
    return;
  }
  try {
    registry.define(tag, elementClass);
  } catch {
    // A class may carry one name in a registry; a second name gets a subclass of its own.
    registry.define(tag, class extends elementClass {});
  }
}
