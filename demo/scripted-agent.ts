import { answerQuestion, countItems, hiddenByFilter, listNames } from './answer-question.js';
import { hideQuoted, readNames, readNewTodos } from './read-items.js';
import type { Todo, TodoPage } from './todo.js';

export type TodoAction = 'add_todo' | 'complete_todo' | 'delete_todo' | 'bulk_complete';

/** One call of an action of the page. */
export interface Step {
  action: TodoAction;
  params: Record<string, unknown>;
  /** The names of the items that it is about, for the summary. */
  items: readonly string[];
}

/** What the agent makes of a sentence. Without steps, `say` is the whole answer. */
export interface Plan {
  thought: string;
  say: string;
  steps: readonly Step[];
}

export interface PlanOptions {
  /** `YYYY-MM-DD`, the person's own day. */
  today: string;
  /** How an item's name is written in `say`; an endpoint that speaks Markdown escapes it here. */
  write?: (title: string) => string;
}

export const HELP =
  'I can work the to-do list on this page. Try “add milk and bread”, “add call the bank, high priority, ' +
  'due tomorrow”, “finish milk”, “delete bread”, “finish everything” or “what is open?”.';

/** `maxItems` of bulk_complete. */
const BULK_LIMIT = 100;
const VERB = 'add|create|new|put|finish|complete|close|check off|tick off|mark|delete|remove|erase|clear';
const CLAUSES = new RegExp(
  `\\s*(?:[,;.\\n]|\\band then\\b|\\bthen\\b|\\band\\b)+\\s*(?=(?:please |also )?(?:${VERB})\\b)`,
  'i',
);
const POLITE =
  /^(?:(?:hi|hello|hey|ok|okay|so|now|then|and|also|please|(?:could|can|would|will) you|let'?s|i(?:'d| would) like (?:you )?to|i want (?:you )?to)[\s,]+)+/i;
const QUESTION =
  /^(?:what|which|how many|how much|show|list|is there|are there|do i have|tell me|anything)\b/i;
const EVERYTHING =
  /^(?:(?:it |them )?all|everything|all of (?:it|them)|(?:all |every |the )*(?:open |remaining |other )?(?:items?|to-?dos?|tasks?|rest|list))(?: (?:on|in|from) (?:the|my) (?:to-?do )?list)?$/i;
const FINISHED =
  /^(?:all |the |every )*(?:finished|completed|done)(?: (?:ones?|items?|to-?dos?|tasks?|things))?$/i;

/** Understands one sentence, from what the page says about itself and nothing else. */
export function plan(
  sentence: string,
  page: TodoPage,
  { today, write = (title) => title }: PlanOptions,
): Plan {
  const text = sentence
    .trim()
    .replace(/[.!]+$/, '')
    .replace(POLITE, '')
    .trim();
  if (QUESTION.test(text) || (text.endsWith('?') && !startsWithVerb(text))) {
    return {
      thought: 'A question: the answer is in what the page shows.',
      say: answerQuestion(text, page, today, write),
      steps: [],
    };
  }
  const { hidden, restore } = hideQuoted(text);
  const parts = hidden
    .split(CLAUSES)
    .map((clause) => planClause(restore(clause, true).replace(POLITE, ''), page, today, write));
  const asks = parts.find((part) => part.steps.length === 0);
  // Half of a request is not what was asked for: clear it up first.
  if (asks) return { thought: asks.thought, say: asks.say, steps: [] };
  return {
    thought: parts.map((part) => part.thought).join(' '),
    say: parts.map((part) => part.say).join(' '),
    steps: parts.flatMap((part) => part.steps),
  };
}

function startsWithVerb(text: string): boolean {
  return new RegExp(`^(?:${VERB})\\b`, 'i').test(text);
}

function planClause(clause: string, page: TodoPage, today: string, write: (title: string) => string): Plan {
  const text = clause.replace(/\?$/, '').trim();
  const add = /^(?:add|create|new|put)(?: an?)?(?: new)?(?: (?:item|to-?do|task|entry)s?)?:?\s+(.+)$/is.exec(
    text,
  );
  if (add?.[1]) return planAdd(add[1], today, write);
  const finish =
    /^(?:finish|complete|close|check off|tick off)\s+(.+)$/is.exec(text) ??
    /^mark\s+(.+?)\s+(?:as )?(?:done|finished|completed?)$/is.exec(text) ??
    /^i(?:'ve| have)? (?:finished|completed|did|done|bought)\s+(.+)$/is.exec(text) ??
    /^(.+?)\s+(?:is|are) (?:done|finished|completed?)$/is.exec(text);
  if (finish?.[1]) return planFinish(finish[1], page, write);
  const remove = /^(?:delete|remove|erase)\s+(.+)$/is.exec(text);
  if (remove?.[1]) return planDelete(remove[1], page, write);
  const clear = /^clear(?:\s+(.+))?$/is.exec(text);
  if (clear) return planDelete(clear[1] ?? 'finished', page, write);
  return { thought: 'I do not understand this one; better to say so than to guess.', say: HELP, steps: [] };
}

function planAdd(text: string, today: string, write: (title: string) => string): Plan {
  const bare = text.replace(/\s+(?:on|to|in|onto) (?:the|my) (?:to-?do )?list$/i, '');
  const { items, unclear } = readNewTodos(bare, today);
  if (unclear) {
    return {
      thought: 'There is a day in it that I cannot place.',
      say: `Which day is “${write(unclear)}”? You can say “tomorrow”, “friday”, “in 3 days” or “${today}”.`,
      steps: [],
    };
  }
  if (items.length === 0) {
    return {
      thought: 'Nothing to add is named.',
      say: 'What shall I add? Say, for example, “add milk”.',
      steps: [],
    };
  }
  return {
    thought: `${countItems(items.length)} to add; each one is a call of add_todo.`,
    say: `I am adding ${listNames(
      items.map((item) => item.title),
      write,
    )}.`,
    steps: items.map((item) => ({ action: 'add_todo', params: { ...item }, items: [item.title] })),
  };
}

function planFinish(text: string, page: TodoPage, write: (title: string) => string): Plan {
  const todos = page.todo_list;
  if (!todos) return noList();
  const open = todos.filter((todo) => !todo.completed);
  if (EVERYTHING.test(text)) {
    if (open.length === 0) return answered('Every item that I can see is finished already.', page);
    const batches = Array.from({ length: Math.ceil(open.length / BULK_LIMIT) }, (_, index) =>
      open.slice(index * BULK_LIMIT, (index + 1) * BULK_LIMIT),
    );
    return {
      thought: `${countItems(open.length)} open: bulk_complete does them in one go.`,
      say: `I am finishing ${open.length === 1 ? 'the one open item' : `all ${open.length} open items`}.`,
      steps: batches.map((batch) => ({
        action: 'bulk_complete',
        params: { todoIds: batch.map((todo) => todo.id) },
        items: batch.map((todo) => todo.title),
      })),
    };
  }
  const found = findAll(text, open, write, 'finish');
  if (typeof found === 'string') {
    const already = findAll(text, todos, write, 'finish');
    if (typeof already === 'string') return answered(found, page);
    return answered(`${listNames(titles(already), write)} is finished already.`, page);
  }
  return {
    thought: `The list tells me which ids these names have; complete_todo takes one at a time.`,
    say: `I am finishing ${listNames(titles(found), write)}.`,
    steps: found.map((todo) => ({
      action: 'complete_todo',
      params: { todoId: todo.id },
      items: [todo.title],
    })),
  };
}

function planDelete(text: string, page: TodoPage, write: (title: string) => string): Plan {
  const todos = page.todo_list;
  if (!todos) return noList();
  const found = FINISHED.test(text)
    ? todos.filter((todo) => todo.completed)
    : EVERYTHING.test(text)
      ? todos
      : findAll(text, todos, write, 'delete');
  if (typeof found === 'string') return answered(found, page);
  if (found.length === 0) return answered('There is nothing of that kind to delete.', page);
  return {
    thought: 'Deleting cannot be undone, so the page asks the person for each one.',
    say: `Deleting ${listNames(titles(found), write)} cannot be undone, so you decide.`,
    steps: found.map((todo) => ({ action: 'delete_todo', params: { todoId: todo.id }, items: [todo.title] })),
  };
}

/** The items that these names mean, or the sentence that asks back. */
function findAll(
  text: string,
  todos: readonly Todo[],
  write: (title: string) => string,
  verb: string,
): Todo[] | string {
  const whole = match(text, todos);
  if (whole.length === 1) return whole;
  const found: Todo[] = [];
  for (const name of readNames(text)) {
    const matches = match(name, todos).filter((todo) => !found.includes(todo));
    const [first] = matches;
    if (!first) return `I see no ${verb === 'finish' ? 'open ' : ''}item “${write(name)}” on the list.`;
    if (matches.length > 1 && !matches.every((todo) => looksLike(todo, first))) {
      const names = listNames(titles(matches), write, 'or');
      return `Which one do you mean: ${names}? Say “${verb} …” with its full name.`;
    }
    found.push(first);
  }
  return found.length > 0 ? found : `Which item shall I ${verb}?`;
}

/** The whole name wins over a part of it. */
function match(name: string, todos: readonly Todo[]): Todo[] {
  const wanted = plain(name);
  if (!wanted) return [];
  const exact = todos.filter((todo) => todo.id === name || plain(todo.title) === wanted);
  if (exact.length > 0) return exact;
  return todos.filter((todo) => ` ${plain(todo.title)} `.includes(` ${wanted} `));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^\s*(?:the|my)\s/, '')
    .trim();
}

/** Nobody could tell them apart by words, so either will do. */
function looksLike(a: Todo, b: Todo): boolean {
  return (
    a.title === b.title && a.priority === b.priority && a.dueDate === b.dueDate && a.completed === b.completed
  );
}

function titles(todos: readonly Todo[]): string[] {
  return todos.map((todo) => todo.title);
}

function answered(say: string, page: TodoPage): Plan {
  const whole = [say, hiddenByFilter(page)].filter(Boolean).join(' ');
  return { thought: 'I have compared the request with the list.', say: whole, steps: [] };
}

function noList(): Plan {
  return {
    thought: 'The page shows me no list.',
    say: 'I cannot see a to-do list on this page just now.',
    steps: [],
  };
}
