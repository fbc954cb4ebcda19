import { devWarning } from '#dev-warning';
import { warnOfTwoCopies } from './two-copies.js';

/** A class of this library. */
export interface ElementClass extends CustomElementConstructor {
  /** Its own tag. Under `acme-` and this it has the prefix `acme-`. */
  readonly tag: string;
  /** What it draws within itself, and has from the beginning. */
  readonly dependencies?: readonly ElementClass[];
}

type Registered = CustomElementConstructor & { readonly version?: string; readonly _$litElement$?: true };

/** Scoped registries are not in TypeScript's DOM library yet. */
interface Scoped {
  readonly customElementRegistry?: CustomElementRegistry | null;
}

/** The registry by which what stands in `element` gets its class. */
export function registryOf(element: Element): CustomElementRegistry {
  return (element as Scoped).customElementRegistry ?? customElements;
}

/** What stands before its own tag in the name of an element of ours: `acme-` in `acme-agent-workbench`, nothing in `my-bench`. */
export function prefixOf(name: string, { tag }: Partial<ElementClass>): string {
  return tag && name.endsWith(tag) ? name.slice(0, -tag.length) : '';
}

/** Of what an element's module gives, the class whose own tag is `tag`. */
export function classIn(module: object, tag: string): ElementClass {
  const classes = Object.values(module as Record<string, Partial<ElementClass>>);
  return classes.find((each) => each.tag === tag) as ElementClass;
}

/**
 * Registers `elementClass` as `tag`, and then what it draws within itself, under the same prefix in the same registry:
 * `defineElement('acme-agent-workbench', AgentWorkbench)` makes `<acme-agent-composer>` too. Under a name that does not
 * end with the element's own tag, such as `my-bench`, it draws the others under their own names.
 *
 * The first definition of a tag wins: a second one, from another copy or version of this library, warns in development and
 * changes nothing (known-failure 39).
 * @param registry a scoped registry; the page's own by default. Nothing happens where there is none (servers).
 */
export function defineElement(
  tag: string,
  elementClass: CustomElementConstructor,
  registry: CustomElementRegistry | undefined = globalThis.customElements,
): void {
  // What draws nothing a server writes as it stands: registered there, it makes @lit-labs/ssr 4.1 defer all that follow.
  if (!globalThis.document?.documentElement && !(elementClass as Registered)._$litElement$) return;
  if (!registry) return;
  const existing = registry.get(tag) as Registered | undefined;
  if (existing) {
    if (existing === elementClass || existing.prototype instanceof elementClass) return;
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
  const ours = elementClass as Partial<ElementClass>;
  const prefix = prefixOf(tag, ours);
  // The provider before those that ask it.
  for (const inner of ours.dependencies ?? []) defineElement(prefix + inner.tag, inner, registry);
}
