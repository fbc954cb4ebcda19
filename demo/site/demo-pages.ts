import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { POLICY_ELEMENT } from './frame.js';

/** The pages of the demo that need no server, each in the folder that it has in the repository: their links stay right. */
const DEMOS = ['gallery', 'scenarios', 'inspector'];

/** Copies them, and what they load. Each gets the policy of the site, and the way back to it. */
export function copyDemos(root: string, out: string): void {
  for (const name of DEMOS) {
    const folder = join(out, 'demo', name);
    mkdirSync(folder, { recursive: true });
    cpSync(join(root, 'demo', name), folder, { recursive: true });
  }
  mkdirSync(join(out, 'demo/todos'), { recursive: true });
  cpSync(join(root, 'demo/todos/icon.svg'), join(out, 'demo/todos/icon.svg'));
  for (const name of DEMOS) {
    const file = join(out, 'demo', name, 'index.html');
    const home = '<a href="../../index.html">oui-elements</a> / ';
    const html = readFileSync(file, 'utf8')
      .replace('<meta charset="utf-8" />', (charset) => `${charset}\n  ${POLICY_ELEMENT}`)
      .replace('<h1>', (heading) => heading + home);
    writeFileSync(file, html);
  }
}
