import { agUi, OuiError, type AgentWorkbench, type OuiObservation, type OuiSurface } from 'oui-elements';
import type { Todo } from '../../todo.js';
import { scriptedRun } from '../../scripted-run.js';
import { planChinese, reportChinese } from './chinese-agent.js';
import { inPageAgent } from './in-page-agent.js';

/** The live example of the start page: an ordinary to-do list, and an agent beside it that runs in this page. */

/** Between two items of a bulk job, so that its progress can be seen. */
const BULK_PAUSE_MS = 200;

const chinese = document.documentElement.lang.startsWith('zh');
const find = <T extends Element>(selector: string) => document.querySelector<T>(selector)!;
const surface = find<OuiSurface>('#to-dos');
const form = find<HTMLFormElement>('#add');
const list = find<HTMLUListElement>('#items');
const row = find<HTMLTemplateElement>('#item');

let made = 0;
let todos: Todo[] = [...list.children].map((item) => ({
  id: idOf(item.querySelector('.title')!.textContent!),
  title: item.querySelector('.title')!.textContent!,
  completed: item.querySelector('input')!.checked,
  priority: 'medium',
}));
list.replaceChildren();

/** Somebody who is asked about an id should recognise the item in it. */
function idOf(title: string): string {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${words.slice(0, 40)}-${++made}`;
}

function change(next: Todo[]): void {
  todos = next;
  render();
}

function known(id: unknown): Todo {
  const todo = todos.find((each) => each.id === id);
  if (!todo) throw new OuiError('PRECONDITION_FAILED', `There is no item with the id "${String(id)}".`);
  return todo;
}

function finish(id: string, completed = true): void {
  change(todos.map((todo) => (todo.id === id ? { ...todo, completed } : todo)));
}

function render(): void {
  const rows = new Map([...list.children].map((item) => [(item as HTMLElement).dataset['id'], item]));
  for (const todo of todos) {
    const item = (rows.get(todo.id) ?? newRow(todo)) as HTMLElement;
    rows.delete(todo.id);
    item.querySelector('input')!.checked = todo.completed;
    if (!item.isConnected) list.append(item);
  }
  for (const gone of rows.values()) gone.remove();
  const open = todos.filter(({ completed }) => !completed).length;
  find('#open').textContent = String(open);
  find<OuiObservation>('#todo-list').value = todos;
}

function newRow(todo: Todo): HTMLElement {
  const item = row.content.firstElementChild!.cloneNode(true) as HTMLElement;
  item.dataset['id'] = todo.id;
  item.querySelector('.title')!.textContent = todo.title;
  const due = item.querySelector('.due')!;
  if (todo.dueDate)
    due.textContent = new Date(`${todo.dueDate}T12:00`).toLocaleDateString(document.documentElement.lang, {
      day: 'numeric',
      month: 'short',
    });
  else due.remove();
  item
    .querySelector('input')!
    .addEventListener('change', ({ target }) => finish(todo.id, (target as HTMLInputElement).checked));
  const remove = item.querySelector('button')!;
  remove.setAttribute('aria-label', `${remove.getAttribute('aria-label')} ${todo.title}`);
  remove.addEventListener('click', () => change(todos.filter(({ id }) => id !== todo.id)));
  return item;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { title, priority, dueDate } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const todo: Todo = {
    id: idOf(title!),
    title: title!.trim(),
    completed: false,
    priority: (priority as Todo['priority']) ?? 'medium',
    ...(dueDate ? { dueDate } : {}),
  };
  change([...todos, todo]);
  form.reset();
  event.respondWith?.({ id: todo.id, created: true });
});

surface.handle('complete_todo', ({ todoId }) => finish(known(todoId).id));
surface.handle('delete_todo', ({ todoId }) => {
  const { id } = known(todoId);
  change(todos.filter((todo) => todo.id !== id));
});
surface.handle('bulk_complete', async ({ todoIds }, { acknowledge, progress, signal }) => {
  const ids = todoIds as string[];
  acknowledge({ total: ids.length });
  for (const [index, id] of ids.entries()) {
    await new Promise((resolve) => setTimeout(resolve, BULK_PAUSE_MS));
    if (signal.aborted) break;
    finish(id);
    progress({ done: index + 1, total: ids.length });
  }
  return { completed: ids.length, failed: 0 };
});
render();

const workbench = find<AgentWorkbench>('#agent');
workbench.starters = [...document.querySelectorAll('#starters li')].map((item) => item.textContent!);
workbench.adapter = agUi({
  url: 'in-this-page',
  fetch: inPageAgent(scriptedRun(chinese ? { planning: planChinese, reporting: reportChinese } : {})),
});
