import { escape, relative } from './html.js';
import { SECURITY_HEADERS } from '../static-files.js';
import type { Heading, LinkGroup, SiteLink, SitePage } from './site-page.js';
import { WORDS, type SiteWords } from './words.js';

/** A file server that sends no headers still gives the pages our policy; `frame-ancestors` counts only in a header. */
export const POLICY_ELEMENT = `<meta http-equiv="Content-Security-Policy" content="${escape(
  (SECURITY_HEADERS['content-security-policy'] ?? '')
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; '),
)}">`;

const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"/><path d="M8 10.500h9M8 16h9M8 21.500h5"/><circle cx="22.500" cy="18.500" r="3.500"/></svg>';

/** The whole document: head, header, what is beside the page, and the page. */
export function framed(page: SitePage): string {
  const words = WORDS[page.lang];
  const to = (path: string) => escape(relative(page.path, path));
  const asset = (name: string) => to(`assets/${name}`);
  return `<!doctype html>
<html lang="${page.lang === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
${POLICY_ELEMENT}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(page.section === 'start' ? page.title : `${page.title} – oui-elements`)}</title>
<meta name="description" content="${escape(page.description)}">
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
${twins(page)}${['site.css', 'columns.css', 'prose.css', ...(page.styles ?? [])].map((name) => `<link rel="stylesheet" href="${asset(name)}">`).join('\n')}
${(page.modules ?? []).map((file) => `<link rel="modulepreload" href="${to(file)}">\n`).join('')}${['search.js', ...(page.scripts ?? [])].map((name) => `<script type="module" src="${asset(name)}"></script>`).join('\n')}
</head>
<body class="${page.kind}">
<a class="skip" href="#main">${words.skip}</a>
${header(page, words)}
<div class="columns">
${page.groups ? menu(page, page.groups, words) : ''}<main id="main">
${page.body}
${page.groups ? neighbours(page, page.groups, words) : ''}</main>
${page.kind === 'doc' ? contents(page.headings ?? [], words) : ''}</div>
<footer class="site-footer"><p>${words.footer}</p><p><a href="${to('llms.txt')}">llms.txt</a></p></footer>
</body>
</html>
`;
}

function twins({ path, lang, twin }: SitePage): string {
  if (!twin) return '';
  const [en, zh] = lang === 'en' ? [path, twin] : [twin, path];
  const link = (code: string, target: string) =>
    `<link rel="alternate" hreflang="${code}" href="${escape(relative(path, target))}">\n`;
  return link('en', en) + link('zh-Hans', zh) + link('x-default', en);
}

/** Where each link of the header leads. */
function header({ path, lang, section, twin }: SitePage, words: SiteWords): string {
  const home = lang === 'zh' ? 'zh/index.html' : 'index.html';
  const links: [target: string, word: string, here: boolean][] = [
    [
      lang === 'zh' ? 'zh/guides/agent-ready.html' : 'guides/agent-ready.html',
      words.guides,
      section === 'guides',
    ],
    ['api/index.html', words.reference, section === 'reference'],
    ['demo/gallery/index.html?story=asks+the+person&layout=team', words.gallery, false],
    ['demo/scenarios/index.html', words.scenarios, false],
    ['playground/index.html', words.playground, section === 'try'],
    ['conformance/index.html', words.conformance, section === 'conformance'],
  ];
  const other = twin ?? (lang === 'zh' ? 'index.html' : 'zh/index.html');
  const otherLang = lang === 'zh' ? 'en' : 'zh-Hans';
  return `<header class="site-header">
<a class="brand" href="${relative(path, home)}">${MARK}<span>oui-elements</span></a>
<nav aria-label="${words.site}"><ul>${links
    .map(
      ([target, word, here]) =>
        `<li><a href="${escape(relative(path, target))}"${here ? ' aria-current="true"' : ''}>${word}</a></li>`,
    )
    .join('')}</ul></nav>
<search><form id="search" action="#" hidden data-index="${relative(path, 'assets/search.json')}" data-root="${relative(path, 'index.html').replace(/index\.html$/, '')}"><label class="visually-hidden" for="query">${words.search}</label><input id="query" type="search" placeholder="${words.search}" autocomplete="off"><div id="found" role="region" aria-label="${words.searching}" data-nothing="${words.nothing}" hidden></div></form></search>
<a class="language" href="${relative(path, other)}" lang="${otherLang}" hreflang="${otherLang}">${words.otherLanguage}</a>
</header>`;
}

/** A popover where there is no room for it, and always there where there is: no script needed. */
function menu(page: SitePage, groups: readonly LinkGroup[], words: SiteWords): string {
  const item = (link: SiteLink) => {
    const here = link.path === page.path ? ' aria-current="page"' : '';
    const foreign = link.lang ? ` lang="${link.lang === 'zh' ? 'zh-Hans' : 'en'}"` : '';
    return `<li><a href="${escape(relative(page.path, link.path))}"${here}${foreign}>${escape(link.title)}</a></li>`;
  };
  return `<button class="menu-button" type="button" popovertarget="menu">${words.menu}</button>
<nav id="menu" class="menu" popover aria-label="${words.pages}">
${groups.map(({ title, links }) => `<h2>${escape(title)}</h2><ul>${links.map(item).join('')}</ul>`).join('\n')}
</nav>
`;
}

function contents(headings: readonly Heading[], words: SiteWords): string {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return '';
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">${words.onThisPage}</h2><ul>${shown
    .map(
      ({ id, text, depth }) =>
        `<li class="depth-${depth}"><a href="#${encodeURIComponent(id)}">${escape(text)}</a></li>`,
    )
    .join('')}</ul></nav>
`;
}

function neighbours(page: SitePage, groups: readonly LinkGroup[], words: SiteWords): string {
  const all = groups.flatMap(({ links }) => links);
  const at = all.findIndex(({ path }) => path === page.path);
  if (at < 0) return '';
  const link = (other: SiteLink | undefined, word: string, rel: string) =>
    other
      ? `<a rel="${rel}" href="${escape(relative(page.path, other.path))}"><span>${word}</span> ${escape(other.title)}</a>`
      : '<span></span>';
  return `<nav class="neighbours" aria-label="${words.previous} / ${words.next}">${link(all[at - 1], words.previous, 'prev')}${link(all[at + 1], words.next, 'next')}</nav>
`;
}
