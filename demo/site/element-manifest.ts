import { readFileSync } from 'node:fs';

interface Typed {
  name: string;
  description?: string;
  type?: { text: string };
  default?: string;
}

export interface Attribute extends Typed {
  fieldName?: string;
}

export interface Member extends Typed {
  kind: 'field' | 'method';
  privacy?: string;
  static?: boolean;
  readonly?: boolean;
  attribute?: string;
  inheritedFrom?: { name: string };
  parameters?: readonly (Typed & { optional?: boolean })[];
  return?: { type?: { text: string } };
}

/** What `custom-elements.json` says of an element, as far as the reference shows it. */
export interface ElementDeclaration {
  name: string;
  tagName: string;
  summary?: string;
  description?: string;
  attributes: readonly Attribute[];
  members: readonly Member[];
  events: readonly Typed[];
  slots: readonly Typed[];
  cssParts: readonly Typed[];
  cssProperties: readonly Typed[];
  cssStates: readonly Typed[];
}

/** What every element has and nobody calls. */
const PLUMBING = ['addController', 'removeController', 'connectedMoveCallback', 'hasUpdated'];

/** The elements of a manifest, by tag. */
export function readElements(file: URL | string): ElementDeclaration[] {
  const { modules } = JSON.parse(readFileSync(file, 'utf8')) as {
    modules: { declarations?: Partial<ElementDeclaration>[] }[];
  };
  return modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter((each): each is Partial<ElementDeclaration> & { tagName: string; name: string } =>
      Boolean(each.tagName),
    )
    .map((each) => ({
      ...each,
      attributes: each.attributes ?? [],
      members: (each.members ?? []).filter(isPublic),
      events: each.events ?? [],
      slots: each.slots ?? [],
      cssParts: each.cssParts ?? [],
      cssProperties: each.cssProperties ?? [],
      cssStates: each.cssStates ?? [],
    }))
    .sort((a, b) => (a.tagName < b.tagName ? -1 : 1));
}

function isPublic({ name, privacy, static: isStatic }: Member): boolean {
  return (privacy ?? 'public') === 'public' && !isStatic && !PLUMBING.includes(name);
}

export function fields({ members }: ElementDeclaration): Member[] {
  return members.filter(({ kind }) => kind === 'field');
}

export function methods({ members }: ElementDeclaration): Member[] {
  return members.filter(({ kind }) => kind === 'method');
}

/** `publish(observationId: string, value: unknown): void` */
export function signature({ name, parameters = [], return: returns }: Member): string {
  const list = parameters.map(
    (each) => `${each.name}${each.optional ? '?' : ''}: ${each.type?.text ?? 'unknown'}`,
  );
  return `${name}(${list.join(', ')}): ${returns?.type?.text ?? 'void'}`;
}
