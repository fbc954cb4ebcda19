/** The person's list. It stays in this browser; everything else on the page asks it, and hears of changes. */

export const MAX_TODOS = 1000;
const KEY = 'oui-demo-todos';

/** @typedef {{ id: string, title: string, completed: boolean, priority: 'low'|'medium'|'high', dueDate?: string, createdAt: string, completedAt?: string }} Todo */

export class TodoStore extends EventTarget {
  /** @type {Todo[]} */
  todos = load();

  /** @returns {Todo} */
  add({ title, priority = 'medium', dueDate }) {
    const todo = {
      id: idFor(title),
      title: title.trim(),
      completed: false,
      priority,
      ...(dueDate ? { dueDate } : {}),
      createdAt: new Date().toISOString(),
    };
    this.#change([...this.todos, todo]);
    return todo;
  }

  find(id) {
    return this.todos.find((todo) => todo.id === id);
  }

  /** Finishes an item, or takes that back. */
  complete(id, completed = true) {
    this.#change(
      this.todos.map((todo) => {
        if (todo.id !== id || todo.completed === completed) return todo;
        return { ...todo, completed, completedAt: completed ? new Date().toISOString() : undefined };
      }),
    );
  }

  remove(ids) {
    this.#change(this.todos.filter((todo) => !ids.includes(todo.id)));
  }

  /** Puts back what was removed. */
  restore(todos) {
    this.#change([...this.todos, ...todos].sort((a, b) => a.createdAt.localeCompare(b.createdAt)));
  }

  #change(todos) {
    this.todos = todos;
    try {
      localStorage.setItem(KEY, JSON.stringify(todos));
    } catch {
      // Storage is full or forbidden: the list then lives as long as the page.
    }
    this.dispatchEvent(new Event('change'));
  }
}

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(saved) ? saved : [];
  } catch {
    return [];
  }
}

/** Somebody who is asked about an id should recognise the item in it. */
function idFor(title) {
  const words = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  const unique = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  return `${words || 'item'}-${unique}`;
}
