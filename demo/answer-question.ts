import { sayDate } from './parse-date.js';
import type { Todo, TodoPage } from './todo.js';

type Write = (title: string) => string;

/** Answers from the page's observations alone, and says when a filter hides a part of the list. */
export function answerQuestion(question: string, page: TodoPage, today: string, write: Write): string {
  const todos = page.todo_list;
  if (!todos) return 'I cannot see a to-do list on this page just now.';
  const { kind, of } = chooseItems(question.toLowerCase(), today);
  const found = todos.filter(of);
  const head =
    found.length === 0
      ? `Nothing ${kind}.`
      : `${countItems(found.length)} ${found.length === 1 ? 'is' : 'are'} ${kind}:`;
  const rows = found.map((todo) => `- ${describe(todo, today, write)}`);
  return [head, rows.join('\n'), hiddenByFilter(page)].filter(Boolean).join('\n\n');
}

function chooseItems(question: string, today: string): { kind: string; of: (todo: Todo) => boolean } {
  const open = (todo: Todo) => !todo.completed;
  if (/overdue|late\b/.test(question)) {
    return { kind: 'overdue', of: (todo) => open(todo) && Boolean(todo.dueDate && todo.dueDate < today) };
  }
  if (/\btoday\b/.test(question)) {
    return { kind: 'due today', of: (todo) => open(todo) && todo.dueDate === today };
  }
  if (/important|urgent|high/.test(question)) {
    return { kind: 'of high priority', of: (todo) => open(todo) && todo.priority === 'high' };
  }
  if (/\b(?:finished|completed?|done)\b/.test(question)) {
    return { kind: 'finished', of: (todo) => todo.completed };
  }
  return { kind: 'open', of: open };
}

function describe(todo: Todo, today: string, write: Write): string {
  const facts = [
    write(todo.title),
    todo.priority === 'medium' ? '' : `${todo.priority} priority`,
    todo.dueDate ? `due ${sayDate(todo.dueDate, today)}` : '',
  ];
  return facts.filter(Boolean).join(' · ');
}

/** A sentence when there is more than the page shows; empty when there is not. */
export function hiddenByFilter(page: TodoPage): string {
  const visible = page.todo_list?.length ?? 0;
  const more = (page.stats?.total ?? visible) - visible;
  return more > 0 ? `The filter hides ${countItems(more)} more; I see only what the page shows.` : '';
}

export function countItems(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** `“milk”, “bread” and “eggs”`; from the eighth on only their number. */
export function listNames(names: readonly string[], write: Write, last = 'and'): string {
  const shown = names.slice(0, 7).map((name) => `“${write(name)}”`);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  const end = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} ${last} ${end}` : end;
}
