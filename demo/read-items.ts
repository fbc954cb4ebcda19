import { DATE_WORDS, parseDate } from './parse-date.js';
import type { Priority } from './todo.js';

export interface NewTodo {
  title: string;
  priority?: Priority;
  dueDate?: string;
}

const QUOTED = /["“”„«]([^"“”„«»]+)["“”»]/g;
const PLACEHOLDER = /\u0001(\d+)\u0001/g;
const BETWEEN_ITEMS = /\s*(?:[,;&\n]|\band\b)\s*/i;
const PRIORITY =
  /(?:^|\s+)(?:with |at |of |a )*(?:\(?(low|medium|normal|high|top)[ -]prio(?:rity)?\)?|prio(?:rity)?:? (low|medium|normal|high)|^(urgent|important)$)/i;
const DUE = new RegExp(
  `(?:^|\\s+)\\(?(?:it'?s )?(?:due|by|until)(?: on| by)? (${DATE_WORDS})\\)?(?=$|\\s)`,
  'i',
);
const DATE_ALONE = new RegExp(`^(?:for )?(${DATE_WORDS})$`, 'i');
const DUE_UNCLEAR = /^(?:due|by)\s+(.+)$/i;

/** Takes texts in quotes out of the way, so that no comma or "and" in them counts. */
export function hideQuoted(text: string): {
  hidden: string;
  restore: (part: string, quotes?: boolean) => string;
} {
  const found: { whole: string; inner: string }[] = [];
  const hidden = text.replace(QUOTED, (whole, inner: string) => {
    found.push({ whole, inner });
    return `\u0001${found.length - 1}\u0001`;
  });
  const restore = (part: string, quotes = false) =>
    part.replace(PLACEHOLDER, (_, index: string) => {
      const quoted = found[Number(index)];
      return (quotes ? quoted?.whole : quoted?.inner) ?? '';
    });
  return { hidden, restore };
}

function split(text: string): string[] {
  return text
    .split(BETWEEN_ITEMS)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The names in a list such as `milk, bread and "salt and pepper"`. */
export function readNames(text: string): string[] {
  const { hidden, restore } = hideQuoted(text);
  return split(hidden).map((name) => restore(name.replace(/^(?:the|my|both|item)\s+(?=\S)/i, '')).trim());
}

/**
 * The items in `call the bank, high priority, due tomorrow and milk`. What stands by itself between commas, such as
 * "high priority", belongs to every item named since the last such group. A day that is none is asked about
 * instead of guessed.
 */
export function readNewTodos(text: string, today: string): { items: NewTodo[]; unclear?: string } {
  const items: NewTodo[] = [];
  let group: NewTodo[] = [];
  let describing = false;
  const { hidden, restore } = hideQuoted(text);
  for (const part of split(hidden)) {
    const { title, ...rest } = readOne(part, today);
    if (!title) {
      describing = true;
      for (const item of group) Object.assign(item, rest);
      continue;
    }
    const unclear = group.length > 0 ? DUE_UNCLEAR.exec(title)?.[1] : undefined;
    if (unclear) return { items: [], unclear: restore(unclear) };
    if (describing) group = [];
    describing = false;
    const item: NewTodo = { title: restore(title), ...rest };
    group.push(item);
    items.push(item);
  }
  return { items };
}

function readOne(part: string, today: string): NewTodo {
  const found: NewTodo = { title: part };
  const priority = PRIORITY.exec(found.title);
  if (priority) {
    found.priority = asPriority(priority[1] ?? priority[2] ?? 'high');
    found.title = found.title.replace(PRIORITY, '').trim();
  }
  const due = DUE.exec(found.title) ?? DATE_ALONE.exec(found.title);
  const date = due?.[1] && parseDate(due[1], today);
  if (due && date) {
    found.dueDate = date;
    found.title = found.title.replace(due[0], '').trim();
  }
  return found;
}

function asPriority(word: string): Priority {
  const lower = word.toLowerCase();
  if (lower === 'low') return 'low';
  return lower === 'medium' || lower === 'normal' ? 'medium' : 'high';
}
