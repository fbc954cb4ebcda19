/**
 * The only file that names the signals library. One copy of `signal-polyfill` must serve everything: two
 * copies do not see each other, silently.
 */
export { Signal } from 'signal-polyfill';
