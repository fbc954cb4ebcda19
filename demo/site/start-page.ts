import { escape, relative } from './html.js';
import type { Document } from './documents.js';
import { renderMarkdown } from './markdown-page.js';
import type { LinkGroup, SitePage } from './site-page.js';
import { START_WORDS, type StartWords } from './start-words.js';

/** The first page: what it is, a live example, and where to go on. */
export function startPage(
  document: Document,
  groups: readonly LinkGroup[],
  resolve: (href: string) => string | undefined,
): SitePage {
  const { lang, path } = document;
  const words = START_WORDS[lang];
  const [opening = '', ...sections] = document.text.split(/^(?=## )/m);
  const { title, lead } = renderMarkdown(opening);
  const sample = renderMarkdown(sections.find((section) => section.includes('```html')) ?? '', { resolve });
  const cards = words.ways.map(([title, text]) => `<li><h2>${title}</h2><p>${text}</p></li>`).join('\n');
  // How it was decided is for those who work on it.
  const links = groups
    .filter(({ title: group }) => group !== 'Decisions')
    .map(
      ({ title, links: all }) =>
        `<div><h3>${escape(title)}</h3><ul>${all
          .map(
            ({ path: target, title: name, lang: own }) =>
              `<li><a href="${escape(relative(path, target))}"${own ? ` lang="${own}"` : ''}>${escape(name)}</a></li>`,
          )
          .join('')}</ul></div>`,
    );
  return {
    path,
    title: `oui-elements – ${title}`,
    description: lead,
    lang,
    section: 'start',
    kind: 'start',
    twin: lang === 'zh' ? 'index.html' : 'zh/index.html',
    styles: ['start.css'],
    scripts: ['live.js'],
    body: `<div class="hero"><h1>${escape(title)}</h1><p class="lead">${escape(lead)}</p></div>
${liveExample(words)}
<ul class="ways">${cards}</ul>
<section class="sample">${sample.html}</section>
<section class="on"><h2>${words.next}</h2><div class="link-lists">${links.join('\n')}</div></section>`,
  };
}

const ID = { type: 'string', description: 'The id of the item, from todo_list.', maxLength: 100 };
const ONE = { type: 'object', properties: { todoId: ID }, required: ['todoId'], additionalProperties: false };
const MANY = {
  type: 'object',
  properties: {
    todoIds: { type: 'array', description: 'The ids of the items.', items: ID, minItems: 1, maxItems: 100 },
  },
  required: ['todoIds'],
  additionalProperties: false,
};

function liveExample(words: StartWords): string {
  const action = (id: keyof StartWords['actions'], more: string, input?: object) => {
    const [label, description] = words.actions[id];
    const schema = input
      ? `<script type="application/json" data-oui="input">${JSON.stringify(input)}</script>`
      : '';
    return `<oui-action action-id="${id}" label="${label}" description="${description}" ${more}>${schema}</oui-action>`;
  };
  const item = (title: string, done: boolean) =>
    `<li><label><input type="checkbox"${done ? ' checked' : ''}> <span class="title">${title}</span></label> <span class="due"></span><button type="button" aria-label="${words.remove}"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="m4 4 8 8M12 4l-8 8"/></svg></button></li>`;
  const open = words.items.filter(([, done]) => !done).length;
  return `<p class="hint">${words.tryHint}</p>
<div class="live">
<section class="live-page" aria-labelledby="list-name">
<oui-surface id="to-dos" surface-id="todo-app" name="${words.listName}" description="${words.listAbout}">
${action('add_todo', 'for="add" tags="write"')}
${action('complete_todo', 'tags="write"', ONE)}
${action('delete_todo', 'confirm tags="destructive"', ONE)}
${action('bulk_complete', 'async tags="write"', MANY)}
<oui-observation id="todo-list" observation-id="todo_list" description="${words.observed}"></oui-observation>
<div class="live-head"><h2 id="list-name">${words.listName}</h2><p><output id="open">${open}</output> ${words.open}</p></div>
<ul id="items">${words.items.map(([title, done]) => item(title, done)).join('\n')}</ul>
<template id="item">${item('', false)}</template>
<form id="add">
<input name="title" required maxlength="80" autocomplete="off" placeholder="${words.newItem}" aria-label="${words.newItem}">
<button>${words.add}</button>
<details><summary>${words.due}, ${words.priority}</summary>
<label>${words.due} <input name="dueDate" type="date" data-oui-expose></label>
<label>${words.priority} <select name="priority" data-oui-expose>${words.priorities.map(([value, word]) => `<option value="${value}">${word}</option>`).join('')}</select></label>
</details>
</form>
</oui-surface>
</section>
<section class="live-agent" aria-label="${words.agent}">
<agent-workbench id="agent" layout="chat" page-tools></agent-workbench>
<noscript><p>${words.noScript}</p></noscript>
</section>
</div>
<ul id="starters" hidden>${words.starters.map((starter) => `<li>${starter}</li>`).join('')}</ul>`;
}
