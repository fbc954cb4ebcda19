// Made by `npm run editor-data` from custom-elements.json.
import type { HTMLAttributes } from 'svelte/elements';
import type { OuiElements } from './elements.js';

type Handlers<E> = { [K in keyof E as `on${K & string}` | `on:${K & string}`]?: (event: E[K]) => void };
type Props<E extends OuiElements[keyof OuiElements]> = Omit<
  HTMLAttributes<E['element']>,
  keyof E['properties']
> &
  E['properties'] &
  E['attributes'] &
  Handlers<E['events']>;
type Elements = { [T in keyof OuiElements]: Props<OuiElements[T]> };

/** Svelte: `import 'oui-elements/types/svelte'`. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Elements {}
}
