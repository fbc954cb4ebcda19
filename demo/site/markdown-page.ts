import hljs from 'highlight.js/lib/common';
import { Marked, type Tokens } from 'marked';
import { escape } from './html.js';
import type { Heading } from './site-page.js';

export interface RenderedMarkdown {
  html: string;
  headings: Heading[];
  /** Of the first heading of the first level. */
  title: string;
  /** The first paragraph, as plain text. */
  lead: string;
}

export interface MarkdownOptions {
  /** The address that a link of the text has on the site; `undefined`: it has none, and only its words are shown. */
  resolve?: (href: string) => string | undefined;
  /** Ids that are taken on the page already. */
  taken?: Iterable<string>;
}

const ALIASES: Readonly<Record<string, string>> = {
  html: 'xml',
  vue: 'xml',
  svelte: 'xml',
  sh: 'bash',
  jsonc: 'json',
};

/** The guides and documents as they stand in the repository, as HTML. They are ours: HTML in them is kept. */
export function renderMarkdown(
  source: string,
  { resolve = (href) => href, taken = [] }: MarkdownOptions = {},
): RenderedMarkdown {
  const headings: Heading[] = [];
  const ids = new Set(taken);
  let lead = '';
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const text = plain(html);
        const id = unused(slug(text), ids);
        headings.push({ id, text, depth });
        if (depth === 1) return `<h1 id="${escape(id)}">${html}</h1>\n`;
        return `<h${depth} id="${escape(id)}">${html} <a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${escape(text)}">#</a></h${depth}>\n`;
      },
      paragraph({ tokens }: Tokens.Paragraph) {
        const html = this.parser.parseInline(tokens);
        lead ||= plain(html);
        return `<p>${html}</p>\n`;
      },
      code({ text, lang }: Tokens.Code) {
        // Whoever tests the documents writes more than the language there, such as `js run`.
        return `${codeBlock(text, lang?.split(/\s/)[0] ?? '')}\n`;
      },
      link({ href, title, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const to = resolve(href);
        if (to === undefined) return words;
        return `<a href="${escape(to)}"${title ? ` title="${escape(title)}"` : ''}>${words}</a>`;
      },
      table({ header, rows }: Tokens.Table) {
        const cell = (tag: string, { tokens, align }: Tokens.TableCell) =>
          `<${tag}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>`;
        const head = header.map((each) => cell('th', each)).join('');
        const body = rows.map((row) => `<tr>${row.map((each) => cell('td', each)).join('')}</tr>`).join('\n');
        return tableBlock(`<thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody>`);
      },
    },
  });
  const html = marked.parse(source, { async: false });
  return { html, headings, title: headings.find(({ depth }) => depth === 1)?.text ?? '', lead };
}

/** One line of Markdown, such as a description of the manifest. */
export function renderInline(source: string): string {
  return new Marked({ gfm: true }).parseInline(source, { async: false });
}

/** It may be wider than the page: then it scrolls by itself, also with the keyboard. */
export function tableBlock(rows: string, kind = ''): string {
  return `<div class="table ${kind}" tabindex="0"><table>${rows}</table></div>\n`;
}

export function codeBlock(text: string, lang: string): string {
  const language = ALIASES[lang] ?? lang;
  const html = hljs.getLanguage(language) ? hljs.highlight(text, { language }).value : escape(text);
  return `<pre tabindex="0"><code>${html}</code></pre>`;
}

/** As GitHub makes them, so that links between documents work there and here. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');
}

function unused(id: string, ids: Set<string>): string {
  let free = id || 'section';
  for (let n = 1; ids.has(free); n++) free = `${id}-${n}`;
  ids.add(free);
  return free;
}

export function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}
