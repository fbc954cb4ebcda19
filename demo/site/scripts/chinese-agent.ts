import type { DoneStep } from '../../report-outcomes.js';
import type { Plan, PlanOptions, Step } from '../../scripted-agent.js';
import type { Todo, TodoPage } from '../../todo.js';

const HELP =
  '我可以处理本页的待办清单。试试“添加牛奶和面包”“完成浇花”“删除邮票”“全部完成”或“还有什么没做？”。';
const ADD = /^(?:添加|加上|加入|加|新增|增加|记下)(.+)$/;
const FINISH = /^(?:完成|做完|勾掉|搞定)(.+)$/;
const FINISHED = /^(.+?)(?:做完了|完成了|做好了)$/;
const ALL_DONE = /^(?:把)?(?:全部|所有|一切)(?:事项|待办)?(?:都)?(?:完成|做完|勾掉)?$/;
const DELETE = /^(?:删除|删掉|去掉|移除)(.+)$/;
const QUESTION = /什么|哪些|几项|多少|还有|吗$/;
const BETWEEN = /[、，,;；\s]+|以及|和|与|及/;

/** The scripted agent's understanding of Chinese: short sentences, and the list that the page shows. */
export function planChinese(
  sentence: string,
  page: TodoPage,
  { write = (title) => title }: PlanOptions,
): Plan {
  const text = sentence
    .trim()
    .replace(/[。．.！!？?]+$/, '')
    .replace(/^(?:请|帮我|麻烦你?)+/, '')
    .replace(/(?:到|在)(?:待办)?清单(?:上|里|中)?$/, '')
    .trim();
  const todos = page.todo_list ?? [];
  const open = todos.filter(({ completed }) => !completed);
  const all = ALL_DONE.test(text) || ALL_DONE.test(FINISH.exec(text)?.[1] ?? '');
  if (all) return finishAll(open);
  if (QUESTION.test(text))
    return { thought: '这是一个问题，答案就在页面上。', say: listOpen(open, write), steps: [] };
  const add = ADD.exec(text)?.[1];
  if (add) {
    const titles = split(add);
    return {
      thought: `要添加 ${titles.length} 项，每一项调用一次 add_todo。`,
      say: `正在添加${names(titles, write)}。`,
      steps: titles.map((title) => ({ action: 'add_todo', params: { title }, items: [title] })),
    };
  }
  const finish = FINISH.exec(text)?.[1] ?? FINISHED.exec(text)?.[1];
  if (finish)
    return each(split(finish), open, write, '完成', (todo) => ({
      action: 'complete_todo',
      params: { todoId: todo.id },
    }));
  const remove = DELETE.exec(text)?.[1];
  if (remove)
    return each(split(remove), todos, write, '删除', (todo) => ({
      action: 'delete_todo',
      params: { todoId: todo.id },
    }));
  return { thought: '这句话我不明白，与其猜测不如直说。', say: HELP, steps: [] };
}

function finishAll(open: readonly Todo[]): Plan {
  if (open.length === 0) return { thought: '对照清单看过了。', say: '清单上的事项都已完成。', steps: [] };
  const step: Step = {
    action: 'bulk_complete',
    params: { todoIds: open.map(({ id }) => id) },
    items: open.map(({ title }) => title),
  };
  return {
    thought: `还有 ${open.length} 项，bulk_complete 可以一次完成。`,
    say: `正在完成全部 ${open.length} 项。`,
    steps: [step],
  };
}

/** One step for each name, or the sentence that says which name is not there. */
function each(
  wanted: readonly string[],
  todos: readonly Todo[],
  write: (title: string) => string,
  verb: '完成' | '删除',
  step: (todo: Todo) => Omit<Step, 'items'>,
): Plan {
  const found: Todo[] = [];
  for (const name of wanted) {
    const todo = todos.find(({ title }) => title === name) ?? todos.find(({ title }) => title.includes(name));
    if (!todo)
      return { thought: '清单上没有这一项。', say: `清单上没有可以${verb}的“${write(name)}”。`, steps: [] };
    found.push(todo);
  }
  const titles = found.map(({ title }) => title);
  return {
    thought: verb === '删除' ? '删除无法撤销，所以页面会逐项询问。' : '清单告诉我这些事项的编号。',
    say:
      verb === '删除'
        ? `删除${names(titles, write)}无法撤销，请您决定。`
        : `正在完成${names(titles, write)}。`,
    steps: found.map((todo) => ({ ...step(todo), items: [todo.title] })),
  };
}

/** What became of the calls, no more and no less than the results say. */
export function reportChinese(
  done: readonly DoneStep[],
  _today: string,
  write: (title: string) => string,
): string {
  const past = {
    add_todo: '已添加',
    complete_todo: '已完成',
    delete_todo: '已删除',
    bulk_complete: '已完成',
  } as const;
  return done
    .map(({ step, outcome }) => {
      const what = names(step.items, write);
      if (outcome.ok) return `${past[step.action]}${what}。`;
      if (outcome.code === 'ACTION_DENIED') return `您拒绝了：${what}保持不变。`;
      return `${what}没有成功：${write(outcome.message ?? '页面没有说明原因')}`;
    })
    .join('');
}

function listOpen(open: readonly Todo[], write: (title: string) => string): string {
  if (open.length === 0) return '没有未完成的事项。';
  return `还有 ${open.length} 项未完成：\n\n${open.map(({ title }) => `- ${write(title)}`).join('\n')}`;
}

function names(titles: readonly string[], write: (title: string) => string): string {
  return titles.map((title) => `“${write(title)}”`).join('、');
}

function split(text: string): string[] {
  return text
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter(Boolean);
}
