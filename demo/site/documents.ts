import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { renderMarkdown, type RenderedMarkdown } from './markdown-page.js';
import { relative } from './html.js';
import type { Lang, LinkGroup, SiteLink, SitePage } from './site-page.js';

/** A Markdown file of the repository, and where it is on the site. */
export interface Document {
  /** From the root of the repository, such as `docs/guides/agent-ready.md`. */
  source: string;
  path: string;
  lang: Lang;
  title: string;
  text: string;
}

/** In this order in the lists; what is not named comes after, by name. */
const ORDER = [
  'agent-ready show-your-agent connect-your-back-end approvals-and-safety theming frameworks',
  'write-a-transport write-an-adapter write-a-panel comparison',
  'connect-ag-ui connect-ai-sdk connect-langgraph connect-acp connect-a2a agent-events forms transports webmcp',
  'browsers warnings versioning',
]
  .join(' ')
  .split(' ');

const GROUPS: Readonly<Record<Lang, Readonly<Record<'guides' | 'connect' | 'more', string>>>> = {
  en: { guides: 'Guides', connect: 'Connect your back end', more: 'In detail' },
  zh: { guides: '指南', connect: '连接后端（英文）', more: '细节（英文）' },
};

/** All documents of `docs/`, and those of the root that people read. */
export function readDocuments(root: string): Document[] {
  const found = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md'));
  const rest = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'].filter((file) =>
    existsSync(join(root, file)),
  );
  return [...found, ...rest].sort(byOrder).map((source) => {
    const text = readFileSync(join(root, source), 'utf8');
    const path = placeOf(source);
    return { source, path, lang: path.startsWith('zh/') ? 'zh' : 'en', title: titleOf(text, source), text };
  });
}

function byOrder(a: string, b: string): number {
  const rank = (source: string) => {
    if (source.endsWith('README.md')) return -1;
    const at = ORDER.indexOf(posix.basename(source, '.md'));
    return at < 0 ? ORDER.length : at;
  };
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function placeOf(source: string): string {
  const name = source
    .replace(/\.md$/, '.html')
    .replace(/^docs\/guides\/((?:zh\/)?)start\.html$/, '$1index.html')
    .replace(/^docs\/guides\/zh\//, 'zh/guides/')
    .replace(/^docs\/guides\//, 'guides/');
  return name.includes('/') || name === 'index.html' ? name : `docs/${name.toLowerCase()}`;
}

/** What is written for the start page is shown on that, and is no page by itself. */
function isNoStart({ path }: Document): boolean {
  return !path.endsWith('index.html');
}

/** In the list of back ends the name of the protocol is enough. */
function shortTitle({ title, source }: Document): string {
  if (source === 'README.md') return 'Read me';
  if (!isConnect(source)) return title;
  return (
    (/speaks (?:the )?(.+)$/.exec(title) ??
      /^Connect an? (.+?) (?:back end|agent)$/.exec(title) ??
      /^(.+?):/.exec(title))?.[1] ?? title
  );
}

const isConnect = (source: string) => /^docs\/(?:connect-|agent-events)/.test(source);

function titleOf(text: string, source: string): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replace(/[`*]/g, '') ?? posix.basename(source, '.md');
}

/** The lists beside the guides and documents, in the order in which one reads them. */
export function documentGroups(all: readonly Document[], lang: Lang): LinkGroup[] {
  const documents = all.filter(isNoStart);
  const words = GROUPS[lang];
  const links = (wanted: (document: Document) => boolean): SiteLink[] =>
    documents.filter(wanted).map((document) => ({
      path: document.path,
      title: shortTitle(document),
      ...(document.lang !== lang && { lang: document.lang }),
    }));
  const isGuide = ({ path }: Document) => /(?:^|\/)guides\//.test(path);
  // Of a guide that there is in this language, that one; of the others the English one.
  const own = links((document) => isGuide(document) && document.lang === lang);
  const names = own.map(({ path }) => posix.basename(path));
  const foreign =
    lang === 'en'
      ? []
      : links(
          (document) =>
            isGuide(document) && document.lang === 'en' && !names.includes(posix.basename(document.path)),
        );
  const rest = links(
    (document) =>
      document.lang === 'en' &&
      !isGuide(document) &&
      !isConnect(document.source) &&
      !/decisions\//.test(document.path),
  );
  const decisions = links(({ path }) => /decisions\//.test(path));
  return [
    { title: words.guides, links: [...own, ...foreign] },
    { title: words.connect, links: links(({ source }) => isConnect(source)) },
    { title: words.more, links: rest },
    ...(decisions.length > 0 && lang === 'en' ? [{ title: 'Decisions', links: decisions }] : []),
  ].filter((group) => group.links.length > 0);
}

/** Pages that the Markdown may link to by the name that their source has in the repository. */
const OTHER_PLACES: Readonly<Record<string, string>> = {
  'demo/gallery/index.html': 'demo/gallery/index.html',
  'demo/scenarios/index.html': 'demo/scenarios/index.html',
  'demo/inspector/index.html': 'demo/inspector/index.html',
  'custom-elements.json': 'api/index.html',
  'conformance.json': 'conformance/index.html',
  'acceptance.json': 'conformance/index.html',
};

export interface DocumentPages {
  pages: SitePage[];
  /** Links of the documents that lead nowhere, each with its document. */
  faults: string[];
}

/** Where a link of a document leads on the site; `undefined` where it names no page of it. */
export function linkResolver(
  documents: readonly Document[],
  root: string,
  onDead: (fault: string) => void = () => {},
) {
  const places = new Map(documents.map(({ source, path }) => [source, path]));
  return (document: Document) =>
    (href: string): string | undefined => {
      if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href;
      const [file = '', anchor] = href.split('#');
      const target = posix.join(posix.dirname(document.source), file);
      const place = places.get(target) ?? OTHER_PLACES[target];
      if (place) return relative(document.path, anchor === undefined ? place : `${place}#${anchor}`);
      // A file of the repository that is no page of the site: its name is enough.
      if (!existsSync(join(root, target))) onDead(`${document.source}: ${href}`);
      return undefined;
    };
}

export function documentPages(documents: readonly Document[], root: string): DocumentPages {
  const faults: string[] = [];
  const resolver = linkResolver(documents, root, (fault) => faults.push(fault));
  const rendered = new Map<Document, RenderedMarkdown>(
    documents.map((document) => [document, renderMarkdown(document.text, { resolve: resolver(document) })]),
  );
  const pages = documents.filter(isNoStart).map((document): SitePage => {
    const { html, headings, lead } = rendered.get(document)!;
    const { path, lang, title } = document;
    const twin = lang === 'zh' ? path.replace(/^zh\//, '') : `zh/${path}`;
    return {
      path,
      title,
      description: lead.slice(0, 300),
      lang,
      section: /conformance/.test(path) ? 'conformance' : 'guides',
      body: `<article>${html}</article>`,
      kind: 'doc',
      headings,
      groups: documentGroups(documents, lang),
      ...(documents.some((other) => other.path === twin) && { twin }),
    };
  });
  return { pages, faults };
}
