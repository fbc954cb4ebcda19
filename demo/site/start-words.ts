import type { Lang } from './site-page.js';

type Pair = readonly [title: string, text: string];

export interface StartWords {
  tryHint: string;
  listName: string;
  listAbout: string;
  open: string;
  items: readonly (readonly [title: string, done: boolean])[];
  starters: readonly string[];
  newItem: string;
  due: string;
  priority: string;
  priorities: readonly (readonly [value: string, word: string])[];
  add: string;
  remove: string;
  actions: Readonly<Record<'add_todo' | 'complete_todo' | 'delete_todo' | 'bulk_complete', Pair>>;
  observed: string;
  agent: string;
  noScript: string;
  ways: readonly Pair[];
  next: string;
}

export const START_WORDS: Readonly<Record<Lang, StartWords>> = {
  en: {
    tryHint:
      'Try it: an ordinary page, and the workbench beside it. The agent is a small script in this tab: no model, no server, no key.',
    listName: 'To-do list',
    listAbout: "The person's to-do list: add items, finish them, delete them.",
    open: 'open',
    items: [
      ['Water the plants', false],
      ['Library books', false],
      ['Stamps', true],
    ],
    starters: ['add milk and bread', 'delete stamps', 'finish everything', 'what is open?'],
    newItem: 'New item',
    due: 'Due',
    priority: 'Priority',
    priorities: [
      ['medium', 'normal'],
      ['high', 'high'],
      ['low', 'low'],
    ],
    add: 'Add',
    remove: 'Delete',
    actions: {
      add_todo: ['Add an item', 'Adds one item to the list. Call it once for each item.'],
      complete_todo: ['Finish an item', 'Marks one item as completed.'],
      delete_todo: ['Delete an item', 'Deletes one item for good, finished or not.'],
      bulk_complete: ['Finish several items', 'Marks many items as completed, one after the other.'],
    },
    observed: 'Every item: id, title, completed, priority, due date.',
    agent: 'The agent',
    noScript: 'The example needs JavaScript; the guides do not.',
    ways: [
      [
        'The page says what can be done',
        'An <code>&lt;oui-action&gt;</code> beside a form is enough: name, types and limits come from its fields. The agent gets typed actions and typed values, no screenshots and no guessing.',
      ],
      [
        'People see what is done',
        'The answer as it is written, each call as a row with its arguments and its result, plans, teams, artifacts. With <kbd>Esc</kbd> <kbd>Esc</kbd> it stops.',
      ],
      [
        'People decide',
        'What is marked <code>confirm</code> waits for a yes, and exactly what was approved runs. Nobody to ask means no. Passwords and cards never reach an agent, a store or a log.',
      ],
    ],
    next: 'Where to go on',
  },
  zh: {
    tryHint:
      '试一试：一边是普通页面，一边是工作台。这里的智能体是本标签页中的一小段脚本：没有模型，没有服务器，不需要密钥。',
    listName: '待办清单',
    listAbout: '用户的待办清单：添加、完成、删除事项。',
    open: '项未完成',
    items: [
      ['浇花', false],
      ['还书', false],
      ['邮票', true],
    ],
    starters: ['添加牛奶和面包', '删除邮票', '全部完成', '还有什么没做？'],
    newItem: '新事项',
    due: '截止',
    priority: '优先级',
    priorities: [
      ['medium', '普通'],
      ['high', '高'],
      ['low', '低'],
    ],
    add: '添加',
    remove: '删除',
    actions: {
      add_todo: ['添加事项', '向清单添加一项；每一项调用一次。'],
      complete_todo: ['完成事项', '把一项标记为已完成。'],
      delete_todo: ['删除事项', '永久删除一项，无论是否完成。'],
      bulk_complete: ['完成多项', '逐一把多项标记为已完成。'],
    },
    observed: '每一项：编号、标题、是否完成、优先级、截止日期。',
    agent: '智能体',
    noScript: '示例需要 JavaScript；指南不需要。',
    ways: [
      [
        '页面说明可以做什么',
        '在表单旁写一个 <code>&lt;oui-action&gt;</code> 就够了：名称、类型和限制都来自表单的字段。智能体得到有类型的操作和有类型的值，不靠截图，也不靠猜测。',
      ],
      [
        '人看得到做了什么',
        '回答随写随现；每次调用都是一行，带有参数和结果；还有计划、团队和产物。按两次 <kbd>Esc</kbd> 即可停止。',
      ],
      [
        '由人决定',
        '标有 <code>confirm</code> 的操作要等人同意，运行的正是被同意的内容。没有人可问就等于不同意。密码和银行卡号不会进入智能体、存储或日志。',
      ],
    ],
    next: '接下来',
  },
};
