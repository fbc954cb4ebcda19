// Made by `npm run editor-data` from custom-elements.json.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { OuiElements } from './elements.js';

type Handlers<E> = { [K in keyof E as `on${K & string}`]?: (event: E[K]) => void };
type Props<E extends OuiElements[keyof OuiElements]> = Omit<
  DetailedHTMLProps<HTMLAttributes<E['element']>, E['element']>,
  keyof E['properties']
> &
  E['properties'] &
  E['attributes'] &
  Handlers<E['events']> & { class?: string };
type Elements = { [T in keyof OuiElements]: Props<OuiElements[T]> };

/** React 19: `import 'oui-elements/types/jsx'`. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
