import { html, nothing, type TemplateResult } from 'lit';
import type { Token, Tokens } from 'marked';
import { icon } from '../icons.js';
import type { Wording } from '../localize.js';
import { decodeEntities } from './decode-entities.js';
import { noteMark } from './footnotes.js';
import { growingText } from './growing-text.js';
import { guardedImage } from './guarded-image.js';
import { safeImageUrl, safeUrl } from './safe-url.js';
import type { MathToken, NoteMarkToken } from './syntax.js';

/** What rendering depends on besides the tokens. */
export interface MarkdownContext {
  wording: Wording;
  /** The level of a first-rank heading in the page around it. */
  headingLevel: number;
  /** How deep the block is nested. */
  depth: number;
}

/** Nested deeper, marks are shown as they came: hostile text must not exhaust the stack or the page. */
export const MAX_DEPTH = 20;

export function renderInline(tokens: readonly Token[] | undefined, context: MarkdownContext): unknown {
  if (!tokens) return '';
  const inner = { ...context, depth: context.depth + 1 };
  if (inner.depth > MAX_DEPTH) return growingText(tokens.map(({ raw }) => raw).join(''));
  return tokens.map((token) => renderToken(token, inner));
}

function renderToken(token: Token, context: MarkdownContext): unknown {
  switch (token.type) {
    case 'strong':
      return html`<strong>${renderInline(token.tokens, context)}</strong>`;
    case 'em':
      return html`<em>${renderInline(token.tokens, context)}</em>`;
    case 'del':
      return html`<del>${renderInline(token.tokens, context)}</del>`;
    case 'codespan':
      return html`<code dir="ltr">${growingText((token as Tokens.Codespan).text)}</code>`;
    case 'math':
      return html`<span class="math" part="math" dir="ltr">${growingText((token as MathToken).text)}</span>`;
    case 'noteMark':
      return noteMark((token as NoteMarkToken).tag, context.wording);
    case 'br':
      return html`<br />`;
    case 'link':
      return renderLink(token as Tokens.Link, context);
    case 'image':
      return renderImage(token as Tokens.Image, context);
    case 'checkbox':
      return renderCheckbox(token as Tokens.Checkbox, context);
    case 'text':
      return token.tokens
        ? renderInline(token.tokens, context)
        : growingText(decodeEntities((token as Tokens.Text).text));
    case 'escape':
      return growingText((token as Tokens.Escape).text);
    default:
      return growingText(token.raw);
  }
}

/** Links say where they lead, unless their own text does. */
function renderLink(token: Tokens.Link, context: MarkdownContext): unknown {
  const url = safeUrl(token.autolink ? token.href : decodeEntities(token.href));
  // A button inside a link would be two controls in one: images in links stay words.
  const label = token.tokens.map((part) => (part.type === 'image' ? (part as Tokens.Image).text : undefined));
  const text = token.tokens.map((part, index) => label[index] ?? renderInline([part], context));
  if (!url)
    return html`<span class="dead-link" title=${context.wording.t('markdown.deadLink')}>${text}</span>`;
  if (!url.host) return html`<a href=${url.href} rel="noopener noreferrer">${text}</a>`;
  return html`<a href=${url.href} target="_blank" rel="noopener noreferrer nofollow"
    >${text}${namesHost(token, url.host) ? '' : html`<span class="host" dir="ltr">${url.host}</span>`}</a
  >`;
}

function namesHost(token: Tokens.Link, host: string): boolean {
  const said = safeUrl(token.text) ?? safeUrl(`https://${token.text}`);
  return said?.host === host && (token.text.includes('.') || token.text.includes('://'));
}

function renderImage(token: Tokens.Image, { wording }: MarkdownContext): unknown {
  const url = safeImageUrl(decodeEntities(token.href));
  const alt = decodeEntities(token.text);
  return url ? guardedImage(url, alt, wording) : growingText(alt || wording.t('markdown.image'));
}

function renderCheckbox({ checked }: Tokens.Checkbox, { wording }: MarkdownContext): TemplateResult {
  const word = wording.t(checked ? 'markdown.taskDone' : 'markdown.taskOpen');
  return html`<span class="task-box" role="img" aria-label=${word} data-checked=${checked}
    >${checked ? icon('check') : nothing}</span
  >`;
}
