import { OuiError } from '/cdn/oui-elements.js';
import { sayDay, sayToday, today } from './dates.js';
import { MAX_TODOS, TodoStore } from './store.js';

const store = new TodoStore();
const element = (id) => document.getElementById(id);
const filter = { status: 'all', priority: 'all' };

/* ---- What an agent may do -------------------------------------------------------------------------------- */

/** Between two items of a bulk job, so that its progress can be seen. */
const BULK_PAUSE_MS = 250;

const actions = {
  add_todo({ title, priority, dueDate }) {
    if (store.todos.length >= MAX_TODOS) {
      throw new OuiError('app:quota_exceeded', `The list holds ${MAX_TODOS} items at most.`, {
        limit: MAX_TODOS,
      });
    }
    if (!title.trim()) throw new OuiError('VALIDATION_ERROR', 'title must have at least one letter.');
    return { id: store.add({ title, priority, dueDate }).id, created: true };
  },

  complete_todo({ todoId }) {
    known(todoId);
    store.complete(todoId);
    return { success: true, completedAt: store.find(todoId).completedAt };
  },

  delete_todo({ todoId }) {
    known(todoId);
    store.remove([todoId]);
  },

  async bulk_complete({ todoIds }, event) {
    const total = todoIds.length;
    event.acknowledge({ jobId: event.requestId, total });
    const result = { completed: 0, failed: 0 };
    for (const id of todoIds) {
      await new Promise((resolve) => setTimeout(resolve, BULK_PAUSE_MS));
      if (event.signal.aborted) break;
      if (store.find(id)) result.completed += 1;
      else result.failed += 1;
      store.complete(id);
      event.progress({ done: result.completed + result.failed, total });
    }
    return result;
  },
};

function known(todoId) {
  if (store.find(todoId)) return;
  throw new OuiError('PRECONDITION_FAILED', `There is no item with the id "${todoId}".`, { todoId });
}

element('surface').addEventListener('oui-invoke', (event) => {
  const action = actions[event.actionId];
  event.respondWith((async () => action(event.params, event))());
});

/* ---- What an agent can see ------------------------------------------------------------------------------- */

function isOverdue(todo) {
  return !todo.completed && todo.dueDate !== undefined && todo.dueDate < today();
}

function visibleTodos() {
  const shown = store.todos.filter(
    (todo) =>
      (filter.status === 'all' || todo.completed === (filter.status === 'completed')) &&
      (filter.priority === 'all' || todo.priority === filter.priority),
  );
  return [...shown.filter((todo) => !todo.completed), ...shown.filter((todo) => todo.completed)];
}

function statistics() {
  const completed = store.todos.filter((todo) => todo.completed).length;
  return {
    total: store.todos.length,
    active: store.todos.length - completed,
    completed,
    overdue: store.todos.filter(isOverdue).length,
  };
}

function observe(visible, stats) {
  element('todo-list').value = visible.map(({ id, title, completed, priority, dueDate, createdAt }) => ({
    id,
    title,
    completed,
    priority,
    ...(dueDate ? { dueDate } : {}),
    createdAt,
  }));
  element('active-filter').value = { ...filter };
  element('stats').value = stats;
}

/* ---- What a person sees ---------------------------------------------------------------------------------- */

/** One row for each item, kept as long as the item is shown: focus and selection stay where they are. */
const rows = new Map();

function render() {
  const visible = visibleTodos();
  const stats = statistics();
  const list = element('items');
  const ids = new Set(visible.map((todo) => todo.id));
  for (const [id, row] of rows) {
    if (ids.has(id)) continue;
    row.remove();
    rows.delete(id);
  }
  visible.forEach((todo, index) => {
    const row = rows.get(todo.id) ?? makeRow(todo.id);
    showTodo(row, todo);
    if (list.children[index] !== row) place(row, list, list.children[index] ?? null);
  });
  showSummary(stats, visible.length);
  observe(visible, stats);
}

/** A row that moves keeps its focus, where the browser can move it as it is. */
function place(row, list, before) {
  if (row.isConnected && list.moveBefore) list.moveBefore(row, before);
  else list.insertBefore(row, before);
}

function makeRow(id) {
  const row = element('item').content.firstElementChild.cloneNode(true);
  row.dataset.id = id;
  row.classList.add('is-new');
  row.addEventListener('animationend', () => row.classList.remove('is-new'));
  row.querySelector('.check').addEventListener('change', (event) => store.complete(id, event.target.checked));
  row.querySelector('.delete').addEventListener('click', () => removeByHand([id]));
  rows.set(id, row);
  return row;
}

function showTodo(row, todo) {
  row.classList.toggle('is-completed', todo.completed);
  row.classList.toggle('is-overdue', isOverdue(todo));
  row.dataset.priority = todo.priority;
  const check = row.querySelector('.check');
  check.checked = todo.completed;
  check.setAttribute('aria-label', `Finish ${todo.title}`);
  row.querySelector('.delete').setAttribute('aria-label', `Delete ${todo.title}`);
  row.querySelector('.item-title').textContent = todo.title;
  row.querySelector('.item-priority').textContent = todo.priority === 'medium' ? '' : todo.priority;
  const due = row.querySelector('.item-due');
  due.textContent = todo.dueDate ? `${isOverdue(todo) ? 'Overdue · ' : ''}${sayDay(todo.dueDate)}` : '';
  if (todo.dueDate) due.dateTime = todo.dueDate;
}

function summarise({ total, active, completed }) {
  if (total === 0) return 'A clean slate.';
  return active === 0 ? `All ${completed} done. Well done.` : `${active} to do, ${completed} done`;
}

function showSummary(stats, shown) {
  element('today').textContent = sayToday();
  element('summary').textContent = summarise(stats);
  element('summary').dataset.overdue = stats.overdue > 0 ? `${stats.overdue} overdue` : '';
  for (const link of document.querySelectorAll('[data-status]')) {
    const { status } = link.dataset;
    link.querySelector('[data-count]').textContent = stats[status === 'all' ? 'total' : status];
    if (status === filter.status) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  element('clear-completed').hidden = stats.completed === 0;
  const empty = element('empty');
  empty.hidden = shown > 0;
  empty.querySelector('.empty-title').textContent = stats.total === 0 ? 'Nothing to do yet' : 'Nothing here';
  empty.querySelector('.empty-hint').textContent =
    stats.total === 0
      ? 'Write your first item above, or ask the agent: “add milk and bread”.'
      : 'No item fits this filter.';
}

/* ---- What a person does ---------------------------------------------------------------------------------- */

element('add-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { title, priority, dueDate } = Object.fromEntries(new FormData(event.target));
  if (!title.trim()) return;
  if (store.todos.length >= MAX_TODOS) return notify(`The list holds ${MAX_TODOS} items at most.`);
  store.add({ title, priority, dueDate });
  event.target.reset();
  element('title').focus();
});

element('priority-filter').addEventListener('change', (event) => {
  filter.priority = event.target.value;
  render();
});

element('clear-completed').addEventListener('click', () => {
  removeByHand(store.todos.filter((todo) => todo.completed).map((todo) => todo.id));
});

function removeByHand(ids) {
  const removed = store.todos.filter((todo) => ids.includes(todo.id));
  store.remove(ids);
  const what = removed.length === 1 ? `“${removed[0].title}”` : `${removed.length} items`;
  notify(`Deleted ${what}`, () => store.restore(removed));
}

const NOTICE_MS = 7000;
let noticeTimer;

function notify(text, undo) {
  const notice = element('notice');
  notice.hidden = false;
  notice.querySelector('span').textContent = text;
  const button = notice.querySelector('button');
  button.hidden = !undo;
  button.onclick = () => {
    undo();
    notice.hidden = true;
  };
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (notice.hidden = true), NOTICE_MS);
}

/* ---- Where a person is ----------------------------------------------------------------------------------- */

function route() {
  const path = location.pathname;
  const about = path === '/about';
  element('about-view').hidden = !about;
  element('list-view').hidden = about;
  const status = path.split('/')[2];
  filter.status = status === 'active' || status === 'completed' ? status : 'all';
  render();
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-route]');
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (link.pathname !== location.pathname) history.pushState(null, '', link.href);
  route();
});
addEventListener('popstate', route);

const workbench = document.querySelector('agent-workbench');
workbench.starters = [
  'Add milk and bread',
  'Add call the bank, high priority, due tomorrow',
  'What is open?',
  'Finish everything',
];

for (const button of document.querySelectorAll('[data-show]')) {
  button.addEventListener('click', () => {
    document.body.dataset.pane = button.dataset.show;
    for (const each of document.querySelectorAll('[data-show]')) {
      each.setAttribute('aria-pressed', String(each === button));
    }
  });
}

store.addEventListener('change', render);
route();

// On a narrow screen the question may be on the other tab, and in a window behind this one.
await workbench.updateComplete;
workbench.session.view('hitl').subscribe(({ pending }) => {
  document.querySelector('[data-show=agent]').dataset.waiting = pending.length || '';
  document.title = pending.length > 0 ? `(${pending.length}) To-dos` : 'To-dos';
});
