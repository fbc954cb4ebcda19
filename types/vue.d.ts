// Made by `npm run editor-data` from custom-elements.json.
import type { HTMLAttributes, PublicProps } from 'vue';
import type { OuiElements } from './elements.js';

type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
type Handlers<E> = { [K in keyof E as `on${Capitalize<Camel<K & string>>}`]?: (event: E[K]) => void };
type Component<E extends OuiElements[keyof OuiElements]> = new () => {
  $props: PublicProps &
    Omit<HTMLAttributes, keyof E['properties']> &
    E['properties'] &
    E['attributes'] &
    Handlers<E['events']>;
};
type Components = { [T in keyof OuiElements]: Component<OuiElements[T]> };

/** Vue 3: `import 'oui-elements/types/vue'`. */
declare module 'vue' {
  interface GlobalComponents extends Components {}
}
