/** The loader for a script tag: fetches what the page uses, from beside itself. */
export { autoload } from '../autoload.js';
