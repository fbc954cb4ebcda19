import { AgentRuntime, documentBus, linkedTransports } from 'oui-elements';
import { EXAMPLES } from './playground-examples.js';
import { readMarkup } from './read-markup.js';

/** The playground: markup becomes a page, and whoever sits here plays its agent. */

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
const source = find<HTMLTextAreaElement>('#source');
const choice = find<HTMLSelectElement>('#example');
const notes = find('#notes');
const tool = find<HTMLSelectElement>('#tool');
const args = find<HTMLTextAreaElement>('#arguments');
const result = find('#result');

// A tree of its own: the styles and ids of this page and of the one that is tried do not meet.
const stage = find('#stage').attachShadow({ mode: 'open' });
const look = new CSSStyleSheet();
look.replaceSync(`
  :host { display: block; }
  form { display: grid; gap: 0.5rem; justify-items: start; margin-block: 0.75rem; }
  label { display: grid; gap: 0.125rem; }
  input, select, textarea, button {
    min-height: 2.25rem; padding: 0.25rem 0.625rem; border: 1px solid var(--line-strong); border-radius: 0.375rem;
    background: var(--paper); color: inherit; font: inherit;
  }
  [type='checkbox'] { min-height: 0; justify-self: start; }
  table { border-collapse: collapse; }
  td, th { padding: 0.25rem 0.75rem 0.25rem 0; text-align: start; }
`);
stage.adoptedStyleSheets = [look];

const [page, end] = linkedTransports();
documentBus().connect(page, {
  name: 'playground',
  confirmBy: 'page',
  confirm: async ({ title, params }) => window.confirm(`${title}\n${JSON.stringify(params)}`),
});
const agent = new AgentRuntime();
await agent.connect(end);

function note(text: string): void {
  const line = document.createElement('li');
  line.textContent = text;
  notes.append(line);
}

function run(): void {
  notes.replaceChildren();
  const { content, leftOut } = readMarkup(source.value);
  stage.replaceChildren(content);
  if (leftOut.length > 0) note(`Left out, markup only: ${leftOut.join(', ')}.`);
}

/** Stands in for the code of the page: it writes what a form gets into a list, and empties and counts lists. */
stage.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const fields = Object.fromEntries(new FormData(form));
  const list = listOf(form, 'data-adds-to');
  const item = document.createElement('li');
  item.textContent = Object.values(fields).map(String).filter(Boolean).join(', ');
  list?.append(item);
  note(`The page got ${JSON.stringify(fields)}.`);
  if (list) form.reset();
  count();
});
stage.addEventListener('click', (event) => {
  const pressed = (event.target as Element).closest('a, [data-empties]');
  if (!pressed) return;
  event.preventDefault();
  if (pressed.matches('a')) return note(`The page would go to ${pressed.getAttribute('href')}.`);
  listOf(pressed, 'data-empties')?.replaceChildren();
  count();
});

function listOf(element: Element, attribute: string): Element | null {
  const id = element.getAttribute(attribute);
  return id === null ? null : stage.getElementById(id);
}

function count(): void {
  for (const each of stage.querySelectorAll('[data-counts]'))
    each.textContent = String(listOf(each, 'data-counts')?.children.length ?? 0);
}

function showTools(): void {
  const tools = agent.tools();
  const chosen = tool.value;
  tool.replaceChildren(...tools.map(({ name }) => new Option(name, name)));
  if (tools.some(({ name }) => name === chosen)) tool.value = chosen;
  find('#tools').textContent = JSON.stringify(
    tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    null,
    2,
  );
  find('#observations').textContent = JSON.stringify(agent.observations, null, 2);
  find<HTMLButtonElement>('#call button').disabled = tools.length === 0;
  if (tool.value !== chosen || args.value === '') suggest();
}

/** The arguments that the chosen tool takes, to be filled in. */
function suggest(): void {
  const schema = agent.tools().find(({ name }) => name === tool.value)?.inputSchema;
  const properties = Object.entries(
    (schema?.['properties'] ?? {}) as Record<string, { type?: string; default?: unknown; enum?: unknown[] }>,
  );
  const value = ({ type, default: initial, enum: options }: (typeof properties)[number][1]) =>
    initial ??
    options?.[0] ??
    (type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : 'text');
  args.value = JSON.stringify(
    Object.fromEntries(properties.map(([name, each]) => [name, value(each)])),
    null,
    2,
  );
}

agent.addEventListener('change', showTools);
tool.addEventListener('change', suggest);
find<HTMLFormElement>('#call').addEventListener('submit', (event) => {
  event.preventDefault();
  void call();
});

async function call(): Promise<void> {
  result.textContent = '…';
  let params: Record<string, unknown>;
  try {
    params = JSON.parse(args.value || '{}') as Record<string, unknown>;
  } catch (error) {
    result.textContent = `These arguments are no JSON: ${(error as Error).message}`;
    return;
  }
  result.textContent = JSON.stringify(await agent.call(tool.value, params), null, 2);
}

for (const name of Object.keys(EXAMPLES)) choice.append(new Option(name, name));
function choose(): void {
  source.value = EXAMPLES[choice.value]!;
  args.value = '';
  run();
}
choice.addEventListener('change', choose);
find('#run').addEventListener('click', run);
choose();
document.body.dataset['ready'] = '';
