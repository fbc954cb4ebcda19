import { devWarning } from '#dev-warning';
import { warnOfTwoCopies } from './two-copies.js';

type Versioned = CustomElementConstructor & { readonly version?: string; readonly _$litElement$?: true };

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
  // What draws nothing a server writes as it stands: registered there, it makes @lit-labs/ssr 4.1 defer all that follow.
  if (!globalThis.document?.documentElement && !(elementClass as Versioned)._$litElement$) return;
  const existing = registry?.get(tag) as Versioned | undefined;
  if (!registry || existing === elementClass) return;
  if (existing) {
    if (existing.version !== undefined) warnOfTwoCopies(existing.version);
    else {
      devWarning(
        'elements:tag_taken',
        () =>
          `<${tag}> is an element of something else on this page; it stays that. Define this one under another name.`,
      );
    }
    return;
  }
  try {
    registry.define(tag, elementClass);
  } catch {
    // A class may carry one name in a registry; a second name gets a subclass of its own.
    registry.define(tag, class extends elementClass {});
  }
}
