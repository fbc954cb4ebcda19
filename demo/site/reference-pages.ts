import { fields, methods, signature, type ElementDeclaration } from './element-manifest.js';
import { escape } from './html.js';
import { renderInline, tableBlock } from './markdown-page.js';
import type { Heading, LinkGroup, SitePage } from './site-page.js';

const FAMILIES: readonly [prefix: string, title: string, about: string][] = [
  ['oui-', 'The page', 'What a page declares, and what people see of it.'],
  [
    'agent-',
    'The workbench',
    'What people see of an agent. `agent-workbench` has all the panels; each works alone too.',
  ],
];

/** A page for each element, and one that lists them, all from the manifest. */
export function referencePages(elements: readonly ElementDeclaration[]): SitePage[] {
  const groups: LinkGroup[] = [
    { title: 'Reference', links: [{ path: 'api/index.html', title: 'All elements' }] },
    ...FAMILIES.map(([prefix, title]) => ({
      title,
      links: elements
        .filter(({ tagName }) => tagName.startsWith(prefix))
        .map(({ tagName }) => ({ path: pathOf(tagName), title: tagName })),
    })),
  ];
  const shared = { lang: 'en', section: 'reference', kind: 'doc', groups } as const;
  return [
    {
      ...shared,
      path: 'api/index.html',
      title: 'Elements',
      description: `The ${elements.length} elements of oui-elements: attributes, properties, methods, events, slots, parts.`,
      headings: FAMILIES.map(([prefix, title]) => ({ id: prefix.slice(0, -1), text: title, depth: 2 })),
      body: overview(elements),
    },
    ...elements.map((element) => ({ ...shared, ...elementPage(element) })),
  ];
}

const pathOf = (tagName: string) => `api/${tagName}.html`;

function overview(elements: readonly ElementDeclaration[]): string {
  const rows = (prefix: string) =>
    elements
      .filter(({ tagName }) => tagName.startsWith(prefix))
      .map(
        ({ tagName, summary = '' }) =>
          `<tr><td><a href="${tagName}.html"><code>&lt;${tagName}&gt;</code></a></td><td>${renderInline(summary)}</td></tr>`,
      )
      .join('\n');
  return `<article><h1>Elements</h1>
<p>Generated from <a href="../custom-elements.json">custom-elements.json</a>, which is in the package, as are types for JSX, Vue and Svelte and data for editors.</p>
${FAMILIES.map(
  ([prefix, title, about]) =>
    `<h2 id="${prefix.slice(0, -1)}">${title}</h2><p>${renderInline(about)}</p>${tableBlock(`<thead><tr><th>Element</th><th>What it is</th></tr></thead><tbody>${rows(prefix)}</tbody>`)}`,
).join('\n')}</article>`;
}

type Row = readonly string[];

function elementPage(
  element: ElementDeclaration,
): Pick<SitePage, 'path' | 'title' | 'description' | 'headings' | 'body'> {
  const { tagName, name, summary = '', description = '' } = element;
  const headings: Heading[] = [];
  const part = (id: string, title: string, columns: Row, rows: readonly Row[], about = '') => {
    if (rows.length === 0) return '';
    headings.push({ id, text: title, depth: 2 });
    const head = columns.map((column) => `<th>${column}</th>`).join('');
    const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
    return `<h2 id="${id}">${title}</h2>${about}${tableBlock(`<thead><tr>${head}</tr></thead><tbody>${body}</tbody>`, id)}`;
  };
  const onlyProperties = fields(element).filter(
    ({ name: field }) => !element.attributes.some(({ fieldName }) => fieldName === field),
  );
  const body = `<article class="reference"><h1><code>&lt;${tagName}&gt;</code></h1>
<p class="lead">${renderInline(summary)}</p>
<p>${renderInline(description)}</p>
<p>Class <code>${name}</code> of <code>oui-elements/components/${tagName}</code>; <code>import 'oui-elements/define/${tagName}'</code> registers it.</p>
${part(
  'attributes',
  'Attributes',
  ['Attribute', 'Property', 'Type', 'What it is'],
  element.attributes.map((each) => [
    code(each.name),
    each.fieldName ? code(each.fieldName) : '',
    typeOf(each),
    told(each),
  ]),
)}
${part(
  'properties',
  'Properties without an attribute',
  ['Property', 'Type', 'What it is'],
  onlyProperties.map((each) => [
    code(each.name) + (each.readonly ? ' <small>read only</small>' : ''),
    typeOf(each),
    told(each),
  ]),
)}
${part(
  'methods',
  'Methods',
  ['Method', 'What it does'],
  methods(element).map((each) => [code(signature(each)), told(each)]),
)}
${part(
  'events',
  'Events',
  ['Event', 'Class', 'When'],
  element.events.map((each) => [code(each.name), typeOf(each), told(each)]),
)}
${part(
  'slots',
  'Slots',
  ['Slot', 'What goes there'],
  element.slots.map((each) => [each.name ? code(each.name) : '<small>(default)</small>', told(each)]),
)}
${part(
  'states',
  'States',
  ['State', 'When'],
  element.cssStates.map((each) => [code(`:state(${each.name})`), told(each)]),
)}
${part(
  'parts',
  'Parts',
  ['Part', 'What it is'],
  element.cssParts.map((each) => [code(`::part(${each.name})`), told(each)]),
)}
${part(
  'custom-properties',
  'Custom properties',
  ['Property', 'Default', 'What it is'],
  element.cssProperties.map((each) => [code(each.name), each.default ? code(each.default) : '', told(each)]),
)}
</article>`;
  return { path: pathOf(tagName), title: `<${tagName}>`, description: summary, headings, body };
}

const code = (text: string) => `<code>${escape(text)}</code>`;

function typeOf({ type }: { type?: { text: string } }): string {
  // That it may be absent goes without saying of an attribute and of most properties.
  return type ? code(type.text.replace(/ \| undefined$/, '')) : '';
}

function told({ description = '', default: initial }: { description?: string; default?: string }): string {
  const shown = initial && initial !== "''" && initial !== 'false' && !description.includes('efault');
  return renderInline(description) + (shown ? ` <small>Default ${code(initial)}.</small>` : '');
}
