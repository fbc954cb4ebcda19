import { posix } from 'node:path';
import type { Document } from './documents.js';
import { fields, methods, signature, type ElementDeclaration } from './element-manifest.js';
import { renderMarkdown } from './markdown-page.js';

export interface LlmsOptions {
  /** Of the package. */
  description: string;
  documents: readonly Document[];
  elements: readonly ElementDeclaration[];
}

const ABOUT = `oui-elements has two halves. OUI: a page declares actions (what an agent may do) and observations (what it may see) with \`<oui-surface>\`,
\`<oui-action>\` and \`<oui-observation>\`. Agent UI: \`<agent-workbench>\` shows a person what an agent does and asks before risky actions.
Standard custom elements: no framework needed, ES modules only, no inline styles or scripts.`;

const RULES = `- Write the markup; a schema comes from the form named in \`for\`. Every control needs a \`name\` and a label.
- Mark what cannot be undone with \`confirm\`. Nobody to ask means no.
- Set objects and lists as properties, never as attributes; attributes are texts, numbers and flags.
- \`import 'oui-elements/define'\` before the first rendering of a framework, or use one \`<script type="module" src="…/cdn/oui-elements.js">\`.
- Importing \`oui-elements\` registers nothing; \`oui-elements/define/<tag>\` registers one tag.
- A content security policy of \`script-src 'self'; style-src 'self'\` is enough; with Trusted Types allow the policy \`lit-html\`.`;

/** `llms.txt`: what it is, and where to read on. Its links are those of the package and of the site. */
export function llmsText({ description, documents, elements }: LlmsOptions): string {
  const line = ({ source, title, text }: Document) => {
    const { lead } = renderMarkdown(text);
    return `- [${title}](${source}): ${sentence(lead)}`;
  };
  const english = documents.filter(({ source, lang }) => lang === 'en' && isForUsers(source));
  const guides = english.filter(({ source }) => source.startsWith('docs/guides/'));
  const rest = english.filter((document) => !guides.includes(document));
  return `# oui-elements

> ${description}

${ABOUT}

${RULES}

Everything below in one file: [llms-full.txt](llms-full.txt). All of every element as JSON: [custom-elements.json](custom-elements.json).

## Guides

${guides.map(line).join('\n')}

## In detail

${rest.map(line).join('\n')}

## Elements

${elements.map(({ tagName, summary = '' }) => `- \`<${tagName}>\`: ${summary}`).join('\n')}
`;
}

/** `llms-full.txt`: the README, every guide and document, and every element with all that it has. */
export function llmsFullText({ description, documents, elements }: LlmsOptions): string {
  const english = documents.filter(({ source, lang }) => lang === 'en' && isForUsers(source));
  const readme = documents.find(({ source }) => source === 'README.md');
  const whole = [...(readme ? [readme] : []), ...english];
  return `# oui-elements

> ${description}

${ABOUT}

${RULES}

${whole.map(({ source, text }) => `---\n\nFile: ${source}\n\n${text.trim()}\n`).join('\n')}
---

# Elements

${elements.map(reference).join('\n')}`;
}

/** For those who use the library, not for those who work on it; and no long tables of results. */
function isForUsers(source: string): boolean {
  return source.startsWith('docs/') && !/decisions\/|conformance/.test(source);
}

function sentence(text: string): string {
  return (/^.*?[.:](?=\s|$)/s.exec(text)?.[0] ?? text).replace(/\s+/g, ' ').replace(/:$/, '.');
}

function reference(element: ElementDeclaration): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? `${title}:\n${lines.join('\n')}\n` : '';
  const told = ({ description = '' }: { description?: string }) => description.replace(/\s+/g, ' ');
  const type = (each: { type?: { text: string } }) => (each.type ? ` (${each.type.text})` : '');
  const named = (each: { name: string; description?: string; type?: { text: string } }) =>
    `- \`${each.name || '(default)'}\`${type(each)}: ${told(each)}`;
  const own = fields(element).filter(
    ({ name }) => !element.attributes.some(({ fieldName }) => fieldName === name),
  );
  return `## \`<${element.tagName}>\`

${told(element)}

${[
  list('Attributes', element.attributes.map(named)),
  list('Properties', own.map(named)),
  list(
    'Methods',
    methods(element).map((each) => `- \`${signature(each)}\`: ${told(each)}`),
  ),
  list('Events', element.events.map(named)),
  list('Slots', element.slots.map(named)),
  list('States', element.cssStates.map(named)),
  list('Parts', element.cssParts.map(named)),
  list('Custom properties', element.cssProperties.map(named)),
]
  .filter(Boolean)
  .join('\n')}`;
}

/** Where the files are that it links to, from the root of the package. */
export function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => posix.normalize(target));
}
