import { read } from './package-root.js';

/** The files that `docs/server-rendering.md` shows, by the name in each block's first line. */
export function codeBlocks(): Record<string, string> {
  const blocks = read('docs/server-rendering.md').matchAll(/```js\n\/\/ (\S+\.js)\n([^]*?)```/g);
  return Object.fromEntries([...blocks].map(([, name, code]) => [name, code]));
}
