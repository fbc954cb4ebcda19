import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesAtFirst } from './bundle-files.js';
import { renderMarkdown, tableBlock } from './markdown-page.js';
import type { LinkGroup, SitePage } from './site-page.js';

const BUNDLES: readonly [name: string, about: string][] = [
  ['oui-elements', 'both halves: what most pages use, and every other tag when it appears'],
  ['oui-surface', 'only the declaring elements, the bus and the WebSocket'],
  ['autoload', 'the loader: each tag when it appears'],
];

/** What pages load, measured when the site is made; and the table of the entries, as the README has it. */
export function sizesPage(root: string, readme: string, groups: readonly LinkGroup[]): SitePage {
  const rows = BUNDLES.map(([name, about]) => {
    const { first, all, files } = sizeOf(join(root, 'cdn'), name);
    return `<tr><td><code>cdn/${name}.js</code></td><td>${about}</td><td class="right">${inKib(first)}</td><td class="right">${inKib(all)}</td><td class="right">${files}</td></tr>`;
  });
  const entries = sectionOf(readme, /^#+ .*\bsizes?\b/im);
  return {
    path: 'docs/sizes.html',
    title: 'Sizes',
    description: 'What a page loads for each bundle and each entry of oui-elements, minified and gzipped.',
    lang: 'en',
    section: 'guides',
    kind: 'doc',
    groups,
    body: `<article><h1 id="sizes">Sizes</h1>
<p>Minified and gzipped. “At first” is what a page loads before anything is drawn; the rest comes when it is needed, one small file at a time.</p>
<h2 id="bundles">Files for a script tag</h2>
<p>Measured when this page was made.</p>
${tableBlock(`<thead><tr><th>File</th><th>What</th><th class="right">At first</th><th class="right">In all</th><th class="right">Files</th></tr></thead><tbody>${rows.join('\n')}</tbody>`)}
${entries ? `<h2 id="entries">Entries of the package</h2>${renderMarkdown(entries, { taken: ['sizes', 'bundles', 'entries'], resolve: () => undefined }).html}` : ''}</article>`,
  };
}

/** The text of a section, without its heading. */
function sectionOf(text: string, heading: RegExp): string | undefined {
  const found = heading.exec(text);
  if (!found) return undefined;
  const rest = text.slice(found.index + found[0].length);
  return rest.slice(0, /^#{1,2} /m.exec(rest)?.index).trim();
}

/** Of a bundle: what it loads at once, and that with all that lies in its folder for later. */
function sizeOf(cdn: string, name: string): { first: number; all: number; files: number } {
  const packed = (file: string) => gzipSync(readFileSync(join(cdn, file)), { level: 9 }).length;
  const first = filesAtFirst(cdn, name);
  const folder = existsSync(join(cdn, name))
    ? readdirSync(join(cdn, name)).map((file) => `${name}/${file}`)
    : [];
  const all = new Set([...first, ...folder.filter((file) => file.endsWith('.js'))]);
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + packed(file), 0);
  return { first: sum(first), all: sum(all), files: all.size };
}

function inKib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
