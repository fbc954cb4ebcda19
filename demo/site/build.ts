import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesAtFirst } from './bundle-files.js';
import { conformanceReport } from './conformance-report.js';
import { copyDemos } from './demo-pages.js';
import { documentGroups, documentPages, linkResolver, readDocuments } from './documents.js';
import { readElements } from './element-manifest.js';
import { framed } from './frame.js';
import { playgroundPage } from './playground-page.js';
import { referencePages } from './reference-pages.js';
import { bundleScripts } from './scripts-bundle.js';
import type { LinkGroup, SitePage } from './site-page.js';
import { sizesPage } from './sizes-page.js';
import { startPage } from './start-page.js';
import { writeLlms } from './write-llms.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Files of the package that pages link to, at the places that they have there. */
const PUBLISHED = ['custom-elements.json', 'conformance.json', 'acceptance.json'];

export interface BuiltSite {
  /** The pages that were written, in the order of the lists. */
  pages: readonly SitePage[];
  /** Links of the documents that lead nowhere. */
  faults: readonly string[];
}

/** Writes the whole site into a folder: static files that any server can serve, at any path. */
export async function buildSite(out: string): Promise<BuiltSite> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'assets'), { recursive: true });
  const documents = readDocuments(ROOT);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const readme = documents.find(({ source }) => source === 'README.md')?.text ?? '';
  const groups = withSizes(documentGroups(documents, 'en'));
  const { pages: documentPagesMade, faults } = documentPages(documents, ROOT);
  const resolver = linkResolver(documents, ROOT);
  const pages: SitePage[] = [
    ...documents
      .filter(({ path }) => path.endsWith('index.html'))
      .map((document) =>
        startPage(
          document,
          document.lang === 'en' ? groups : documentGroups(documents, 'zh'),
          resolver(document),
        ),
      ),
    ...documentPagesMade.map((page) => (page.lang === 'en' ? { ...page, groups } : page)),
    sizesPage(ROOT, readme, groups),
    ...referencePages(readElements(join(ROOT, 'custom-elements.json'))),
    playgroundPage(),
    await conformanceReport(version, groups),
  ];
  const modules = filesAtFirst(join(ROOT, 'cdn'), 'oui-elements').map((file) => `cdn/${file}`);
  for (const page of pages) {
    mkdirSync(dirname(join(out, page.path)), { recursive: true });
    writeFileSync(join(out, page.path), framed(page.scripts ? { ...page, modules } : page));
  }
  writeFileSync(join(out, 'assets/search.json'), JSON.stringify(searchIndex(pages)));
  for (const { source } of documents) {
    mkdirSync(dirname(join(out, source)), { recursive: true });
    cpSync(join(ROOT, source), join(out, source));
  }
  for (const file of PUBLISHED) cpSync(join(ROOT, file), join(out, file));
  for (const file of ['site.css', 'columns.css', 'prose.css', 'start.css', 'playground.css', 'icon.svg'])
    cpSync(join(ROOT, 'demo/site', file), join(out, 'assets', file));
  await bundleScripts(['live', 'playground', 'search'], join(out, 'assets'));
  copyLibrary(out);
  copyDemos(ROOT, out);
  writeLlms(ROOT, out);
  return { pages, faults };
}

function withSizes(groups: readonly LinkGroup[]): LinkGroup[] {
  const sizes = { path: 'docs/sizes.html', title: 'Sizes' };
  return groups.map((group) =>
    group.links.some(({ path }) => path === 'docs/readme.html')
      ? { ...group, links: [...group.links, sizes] }
      : group,
  );
}

/** The bundle and what it finds beside itself; nobody debugs it here, so without its source maps. */
function copyLibrary(out: string): void {
  const cdn = join(ROOT, 'cdn');
  if (!existsSync(join(cdn, 'oui-elements.js')))
    throw new Error('There is no cdn/oui-elements.js: npm run build first.');
  for (const name of ['oui-elements.js', 'oui-elements'])
    cpSync(join(cdn, name), join(out, 'cdn', name), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
}

function searchIndex(pages: readonly SitePage[]): object[] {
  return pages.map(({ path, title, headings = [] }) => ({
    path,
    title,
    headings: headings.filter(({ depth }) => depth > 1).map(({ id, text }) => [encodeURIComponent(id), text]),
  }));
}

/** `npm run site`: the site in `dist/site`. */
async function main(): Promise<void> {
  const out = join(ROOT, 'dist/site');
  const { pages, faults } = await buildSite(out);
  for (const fault of faults) console.error(`A link that leads nowhere: ${fault}`);
  console.log(`${pages.length} pages are in dist/site: serve that folder with any file server.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
