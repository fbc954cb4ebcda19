import { readFileSync } from 'node:fs';

/** What editors and frameworks read of the elements, made from `custom-elements.json`. */
interface Named {
  name: string;
  description?: string;
}
interface Declaration {
  name: string;
  tagName?: string;
  summary?: string;
  description?: string;
  attributes?: (Named & { type?: { text: string }; fieldName?: string; default?: string })[];
  members?: (Named & {
    kind: string;
    privacy?: string;
    static?: boolean;
    readonly?: boolean;
    type?: { text: string };
  })[];
  events?: (Named & { type?: { text: string } })[];
  slots?: Named[];
  cssParts?: Named[];
  cssProperties?: Named[];
  cssStates?: Named[];
}

const ROOT = new URL('../../', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('custom-elements.json', ROOT), 'utf8')) as {
  modules: { declarations?: Declaration[] }[];
};
const { name, version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
  name: string;
  version: string;
};

const elements = manifest.modules
  .flatMap(({ declarations = [] }) => declarations)
  .filter(
    (declaration): declaration is Declaration & { tagName: string } => declaration.tagName !== undefined,
  )
  .sort((a, b) => (a.tagName < b.tagName ? -1 : 1));

const PLAIN = /^(?:string|number|boolean)$/;

/** The words that an attribute may have, where it has only some. */
function wordsOf(type = ''): string[] {
  return [...type.matchAll(/'([^']+)'/g)].map(([, word]) => word!);
}

/** The type of an attribute as it is written in markup. */
function attributeType(type = 'string'): string {
  const parts = type.split('|').map((part) => part.trim());
  const known = parts.filter((part) => PLAIN.test(part) || part.startsWith("'"));
  return known.length > 0 ? known.join(' | ') : 'string';
}

function propertiesOf({ members = [] }: Declaration): string[] {
  return members
    .filter(
      ({ kind, privacy, static: isStatic, readonly }) =>
        kind === 'field' && privacy !== 'private' && privacy !== 'protected' && !isStatic && !readonly,
    )
    .map((member) => member.name);
}

const text = ({ description = '' }: { description?: string }) => description.replace(/\s+/g, ' ').trim();
const described = (element: Declaration) => text({ description: element.summary ?? element.description });

const vscode = {
  version: 1.1,
  tags: elements.map((element) => ({
    name: element.tagName,
    description: described(element),
    attributes: (element.attributes ?? []).map((attribute) => {
      const values = wordsOf(attribute.type?.text).map((word) => ({ name: word }));
      return { name: attribute.name, description: text(attribute), ...(values.length > 0 ? { values } : {}) };
    }),
  })),
};

const webTypes = {
  $schema: 'https://json.schemastore.org/web-types',
  name,
  version,
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: elements.map((element) => ({
        name: element.tagName,
        description: described(element),
        attributes: (element.attributes ?? []).map((attribute) => ({
          name: attribute.name,
          description: text(attribute),
          value: { type: attributeType(attribute.type?.text) },
        })),
        slots: (element.slots ?? []).map((slot) => ({ name: slot.name, description: text(slot) })),
        js: {
          properties: propertiesOf(element).map((property) => ({ name: property })),
          events: (element.events ?? []).map((event) => ({ name: event.name, description: text(event) })),
        },
        css: {
          parts: (element.cssParts ?? []).map((part) => ({ name: part.name, description: text(part) })),
          properties: (element.cssProperties ?? []).map((each) => ({
            name: each.name,
            description: text(each),
          })),
        },
      })),
    },
  },
};

const MADE = '// Made by `npm run editor-data` from custom-elements.json.\n';

function elementTypes(): string {
  const tags = elements.map((element) => {
    const attributes = (element.attributes ?? [])
      .filter(({ name: attribute, fieldName }) => attribute !== fieldName)
      .map((attribute) => `    '${attribute.name}'?: ${attributeType(attribute.type?.text)};`);
    const events = (element.events ?? []).map(
      (event) =>
        `    '${event.name}': ${event.type?.text === 'Event' ? 'Event' : `library.${event.type!.text}`};`,
    );
    const properties = propertiesOf(element).map((property) => `'${property}'`);
    return `  '${element.tagName}': {
    element: library.${element.name};
    properties: Partial<Pick<library.${element.name}, ${properties.join(' | ') || 'never'}>>;
    attributes: {${attributes.length > 0 ? `\n${attributes.join('\n')}\n    ` : ''}};
    events: {${events.length > 0 ? `\n${events.join('\n')}\n    ` : ''}};
  };`;
  });
  return `${MADE}import type * as library from 'oui-elements';

/** Each tag with its class, the properties that can be set, attributes of other names, and DOM events. */
export interface OuiElements {
${tags.join('\n')}
}
`;
}

const JSX = `${MADE}import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { OuiElements } from './elements.js';

type Handlers<E> = { [K in keyof E as \`on\${K & string}\`]?: (event: E[K]) => void };
type Props<E extends OuiElements[keyof OuiElements]> = Omit<
  DetailedHTMLProps<HTMLAttributes<E['element']>, E['element']>,
  keyof E['properties']
> &
  E['properties'] &
  E['attributes'] &
  Handlers<E['events']> & { class?: string };
type Elements = { [T in keyof OuiElements]: Props<OuiElements[T]> };

/** React 19: \`import 'oui-elements/types/jsx'\`. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
`;

const VUE = `${MADE}import type { HTMLAttributes, PublicProps } from 'vue';
import type { OuiElements } from './elements.js';

type Camel<S extends string> = S extends \`\${infer A}-\${infer B}\` ? \`\${A}\${Capitalize<Camel<B>>}\` : S;
type Handlers<E> = { [K in keyof E as \`on\${Capitalize<Camel<K & string>>}\`]?: (event: E[K]) => void };
type Component<E extends OuiElements[keyof OuiElements]> = new () => {
  $props: PublicProps &
    Omit<HTMLAttributes, keyof E['properties']> &
    E['properties'] &
    E['attributes'] &
    Handlers<E['events']>;
};
type Components = { [T in keyof OuiElements]: Component<OuiElements[T]> };

/** Vue 3: \`import 'oui-elements/types/vue'\`. */
declare module 'vue' {
  interface GlobalComponents extends Components {}
}
`;

const SVELTE = `${MADE}import type { HTMLAttributes } from 'svelte/elements';
import type { OuiElements } from './elements.js';

type Handlers<E> = { [K in keyof E as \`on\${K & string}\` | \`on:\${K & string}\`]?: (event: E[K]) => void };
type Props<E extends OuiElements[keyof OuiElements]> = Omit<HTMLAttributes<E['element']>, keyof E['properties']> &
  E['properties'] &
  E['attributes'] &
  Handlers<E['events']>;
type Elements = { [T in keyof OuiElements]: Props<OuiElements[T]> };

/** Svelte: \`import 'oui-elements/types/svelte'\`. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Elements {}
}
`;

/** The files of the package, by name. */
export const EDITOR_DATA: Readonly<Record<string, string>> = {
  'vscode.html-custom-data.json': JSON.stringify(vscode, null, 2),
  'web-types.json': JSON.stringify(webTypes, null, 2),
  'types/elements.d.ts': elementTypes(),
  'types/jsx.d.ts': JSX,
  'types/vue.d.ts': VUE,
  'types/svelte.d.ts': SVELTE,
};
