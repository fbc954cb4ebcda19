import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Token, Tokens } from 'marked';
import { copyButton } from '../copy-button.js';
import { codeLanguage } from './code-languages.js';
import { colouredCode } from './coloured-code.js';
import { note } from './footnotes.js';
import { growingText } from './growing-text.js';
import type { MathToken, NoteToken } from './syntax.js';
import { MAX_DEPTH, renderInline, type MarkdownContext } from './render-inline.js';

/** One block. Each says its own direction; code is always left to right (known-failure 48). */
export function renderBlock(token: Token, context: MarkdownContext): unknown {
  if (context.depth > MAX_DEPTH) return growingText(token.raw);
  switch (token.type) {
    case 'paragraph':
      return html`<p dir="auto">${renderInline(token.tokens, context)}</p>`;
    case 'heading':
      return renderHeading(token as Tokens.Heading, context);
    case 'code':
      return renderCode(token as Tokens.Code, context);
    case 'blockquote':
      return html`<blockquote dir="auto">${renderBlocks(token.tokens ?? [], context)}</blockquote>`;
    case 'list':
      return renderList(token as Tokens.List, context);
    case 'table':
      return renderTable(token as Tokens.Table, context);
    case 'math':
      return html`<div class="math" part="math" dir="ltr">${growingText((token as MathToken).text)}</div>`;
    case 'note':
      return note((token as NoteToken).tag, renderInline(token.tokens, context), context.wording);
    case 'hr':
      return html`<hr />`;
    case 'space':
    case 'def':
      return nothing;
    case 'text':
      return renderInline([token], context);
    default:
      return html`<p dir="auto">${growingText(token.raw)}</p>`;
  }
}

function renderBlocks(tokens: readonly Token[], context: MarkdownContext): unknown {
  const inner = { ...context, depth: context.depth + 1 };
  return tokens.filter(({ type }) => type !== 'space').map((token) => renderBlock(token, inner));
}

function renderHeading({ depth, tokens }: Tokens.Heading, context: MarkdownContext): TemplateResult {
  const text = renderInline(tokens, context);
  switch (Math.min(6, context.headingLevel + depth - 1)) {
    case 1:
      return html`<h1 dir="auto" data-rank=${depth}>${text}</h1>`;
    case 2:
      return html`<h2 dir="auto" data-rank=${depth}>${text}</h2>`;
    case 3:
      return html`<h3 dir="auto" data-rank=${depth}>${text}</h3>`;
    case 4:
      return html`<h4 dir="auto" data-rank=${depth}>${text}</h4>`;
    case 5:
      return html`<h5 dir="auto" data-rank=${depth}>${text}</h5>`;
    default:
      return html`<h6 dir="auto" data-rank=${depth}>${text}</h6>`;
  }
}

function renderCode({ text, lang }: Tokens.Code, { wording }: MarkdownContext): TemplateResult {
  const language = lang?.trim().split(/\s/)[0] ?? '';
  return html`<div class="code" part="code" dir="ltr">
    <div class="code-head">
      <span>${language || wording.t('markdown.code')}</span>
      ${copyButton(() => text, wording.t('copy.code'), wording)}
    </div>
    <pre
      tabindex="0"
      role="group"
      aria-label=${wording.t('markdown.codeIn', { language })}
    ><code ${colouredCode(text, codeLanguage(language))}>${growingText(text)}</code></pre>
  </div>`;
}

function renderList(list: Tokens.List, context: MarkdownContext): TemplateResult {
  const inner = { ...context, depth: context.depth + 1 };
  const { wording, headingLevel } = context;
  // Items that are complete stay as they are while the list grows.
  const items = repeat(
    list.items,
    (_, index) => index,
    (item) =>
      guard([item.raw, item.loose, wording, headingLevel], () => {
        return html`<li dir="auto" class=${item.task ? 'task' : ''}>${renderItem(item, inner)}</li>`;
      }),
  );
  return list.ordered
    ? html`<ol start=${Number.isSafeInteger(list.start) ? list.start : 1}>
        ${items}
      </ol>`
    : html`<ul>
        ${items}
      </ul>`;
}

function renderItem({ tokens }: Tokens.ListItem, context: MarkdownContext): unknown {
  return tokens
    .filter(({ type }) => type !== 'space')
    .map((token) =>
      token.type === 'checkbox' ? renderInline([token], context) : renderBlock(token, context),
    );
}

const ALIGN = { left: 'start', center: 'center', right: 'end' } as const;

function renderTable(table: Tokens.Table, context: MarkdownContext): TemplateResult {
  const align = (cell: Tokens.TableCell) => (cell.align ? ALIGN[cell.align] : nothing);
  return html`<div class="table" tabindex="0" role="group" aria-label=${context.wording.t('markdown.table')}>
    <table>
      <thead>
        <tr>
          ${table.header.map(
            (cell) =>
              html`<th scope="col" dir="auto" data-align=${align(cell)}>
                ${renderInline(cell.tokens, context)}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${table.rows.map((row) =>
          // Rows that are complete stay as they are while the table grows.
          guard([row.map(({ text }) => text).join('|'), context.wording], () => {
            return html`<tr>
              ${row.map(
                (cell) =>
                  html`<td dir="auto" data-align=${align(cell)}>${renderInline(cell.tokens, context)}</td>`,
              )}
            </tr>`;
          }),
        )}
      </tbody>
    </table>
  </div>`;
}
