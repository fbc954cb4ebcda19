/** What `custom-elements.json` says of an element: of the things that the tests here are made from. */
export interface Documented {
  readonly tagName: string;
  readonly name: string;
  readonly attributes: readonly DocumentedAttribute[];
  readonly members: readonly DocumentedMember[];
  readonly cssParts: readonly Item[];
  readonly cssProperties: readonly Item[];
  readonly cssStates: readonly Item[];
  readonly events: readonly DocumentedEvent[];
  readonly slots: readonly Item[];
}

export interface Item {
  readonly name: string;
  readonly description?: string;
}

export interface DocumentedEvent extends Item {
  /** The class of the event. */
  readonly type: { readonly text: string };
}

export interface DocumentedAttribute extends Item {
  readonly type: { readonly text: string };
  readonly default?: string;
  readonly fieldName: string;
}

export interface DocumentedMember extends Item {
  readonly kind: 'field' | 'method';
  readonly attribute?: string;
  readonly reflects?: boolean;
  readonly readonly?: boolean;
}

const KINDS = ['attributes', 'members', 'cssParts', 'cssProperties', 'cssStates', 'events', 'slots'] as const;

const { modules } = (await (await fetch('/custom-elements.json')).json()) as {
  modules: { declarations: Partial<Documented>[] }[];
};

/** Every element of the manifest, by tag. */
export const DOCUMENTED: ReadonlyMap<string, Documented> = new Map(
  modules
    .flatMap(({ declarations }) => declarations)
    .filter((declaration) => declaration.tagName !== undefined)
    .map((declaration) => {
      const whole = { ...Object.fromEntries(KINDS.map((kind) => [kind, []])), ...declaration } as Documented;
      return [whole.tagName, whole];
    }),
);

/** The element of this tag; a test that asks for another is wrong. */
export function documented(tag: string): Documented {
  const found = DOCUMENTED.get(tag);
  if (!found) throw new Error(`custom-elements.json knows no <${tag}>`);
  return found;
}
