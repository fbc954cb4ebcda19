import { expect } from 'chai';
import { parseDate, sayDate } from '../../demo/parse-date.js';
import { readPage } from '../../demo/read-page.js';
import { readOutcome, reportOutcomes } from '../../demo/report-outcomes.js';
import { HELP, plan, type Step } from '../../demo/scripted-agent.js';
import type { Todo, TodoPage } from '../../demo/todo.js';

/** A Monday. */
const TODAY = '2026-11-30';

function todo(id: string, title: string, more: Partial<Todo> = {}): Todo {
  return { id, title, completed: false, priority: 'medium', createdAt: '2026-11-01T00:00:00.000Z', ...more };
}

const PAGE: TodoPage = {
  todo_list: [
    todo('1', 'milk'),
    todo('2', 'Buy bread', { priority: 'high', dueDate: '2026-11-29' }),
    todo('3', 'rye bread', { completed: true }),
    todo('4', 'salt and pepper'),
  ],
  stats: { total: 4 },
};

function calls(sentence: string, page: TodoPage = PAGE): [string, unknown][] {
  return plan(sentence, page, { today: TODAY }).steps.map(({ action, params }) => [action, params]);
}

function says(sentence: string, page: TodoPage = PAGE): string {
  return plan(sentence, page, { today: TODAY }).say;
}

describe('the scripted agent', () => {
  it('DEMO adds one item for each name, whatever joins them', () => {
    expect(calls('add milk and bread')).to.deep.equal([
      ['add_todo', { title: 'milk' }],
      ['add_todo', { title: 'bread' }],
    ]);
    const three = [
      'ADD Milk, bread & eggs',
      'please add Milk; bread and eggs.',
      'Could you put Milk, bread, eggs on my list?',
    ];
    for (const sentence of three) {
      expect(calls(sentence).map(([, params]) => (params as { title: string }).title)).to.deep.equal([
        'Milk',
        'bread',
        'eggs',
      ]);
    }
  });

  it('DEMO reads priority and due day, for one item or for the group before them', () => {
    expect(calls('add call the bank, high priority, due tomorrow')).to.deep.equal([
      ['add_todo', { title: 'call the bank', priority: 'high', dueDate: '2026-12-01' }],
    ]);
    expect(calls('add milk and bread, urgent, eggs due friday, with low priority')).to.deep.equal([
      ['add_todo', { title: 'milk', priority: 'high' }],
      ['add_todo', { title: 'bread', priority: 'high' }],
      ['add_todo', { title: 'eggs', dueDate: '2026-12-04', priority: 'low' }],
    ]);
  });

  it('DEMO keeps quoted titles whole', () => {
    expect(calls('add "salt, pepper and due tomorrow" and “a and b”')).to.deep.equal([
      ['add_todo', { title: 'salt, pepper and due tomorrow' }],
      ['add_todo', { title: 'a and b' }],
    ]);
    expect(calls('add "read and delete mail"')).to.deep.equal([
      ['add_todo', { title: 'read and delete mail' }],
    ]);
  });

  it('DEMO asks about a day that it cannot place, and about nothing to add', () => {
    expect(calls('add rent, due someday')).to.deep.equal([]);
    expect(says('add rent, due someday')).to.include('someday');
    expect(says('add urgent')).to.include('What shall I add?');
  });

  it('DEMO resolves names to ids from the observation, the whole name before a part', () => {
    const finish = [
      'finish milk',
      'Complete the MILK',
      'mark milk as done',
      'milk is done',
      "I've finished milk",
    ];
    for (const sentence of finish)
      expect(calls(sentence)).to.deep.equal([['complete_todo', { todoId: '1' }]]);
    expect(calls('finish bread')).to.deep.equal([['complete_todo', { todoId: '2' }]]);
    expect(calls('finish salt and pepper')).to.deep.equal([['complete_todo', { todoId: '4' }]]);
    expect(calls('delete rye bread')).to.deep.equal([['delete_todo', { todoId: '3' }]]);
    expect(calls('delete milk and rye bread').map(([, params]) => params)).to.deep.equal([
      { todoId: '1' },
      { todoId: '3' },
    ]);
  });

  it('DEMO asks back when a name fits several or none, and does nothing meanwhile', () => {
    expect(calls('delete bread')).to.deep.equal([]);
    expect(says('delete bread')).to.include('“Buy bread” or “rye bread”');
    expect(calls('delete milk and beer')).to.deep.equal([]);
    expect(says('delete milk and beer')).to.include('“beer”');
    expect(says('finish rye bread')).to.equal('“rye bread” is finished already.');
  });

  it('DEMO takes one of two items that nobody could tell apart', () => {
    const page = { todo_list: [todo('1', 'milk'), todo('2', 'milk')] };
    expect(calls('finish milk', page)).to.deep.equal([['complete_todo', { todoId: '1' }]]);
    const different = { todo_list: [todo('1', 'milk'), todo('2', 'milk', { priority: 'high' })] };
    expect(calls('finish milk', different)).to.deep.equal([]);
  });

  it('DEMO finishes everything with one bulk call for each hundred', () => {
    expect(calls('finish everything')).to.deep.equal([['bulk_complete', { todoIds: ['1', '2', '4'] }]]);
    expect(calls('please complete all open items')).to.have.length(1);
    const many = { todo_list: Array.from({ length: 230 }, (_, index) => todo(`${index}`, `item ${index}`)) };
    const sizes = calls('finish everything', many).map(
      ([, params]) => (params as { todoIds: string[] }).todoIds.length,
    );
    expect(sizes).to.deep.equal([100, 100, 30]);
    expect(says('finish everything', { todo_list: [] })).to.include('finished already');
  });

  it('DEMO clears what is finished, and deletes everything when told so', () => {
    expect(calls('clear')).to.deep.equal([['delete_todo', { todoId: '3' }]]);
    expect(calls('clear completed items')).to.deep.equal([['delete_todo', { todoId: '3' }]]);
    expect(calls('delete everything')).to.have.length(4);
  });

  it('DEMO does several things in one sentence, or none of them', () => {
    expect(calls('add tea and finish milk')).to.deep.equal([
      ['add_todo', { title: 'tea' }],
      ['complete_todo', { todoId: '1' }],
    ]);
    expect(calls('add tea and then delete bread')).to.deep.equal([]);
  });

  it('DEMO answers questions from the observations alone, and says what a filter hides', () => {
    const open = says('what is open?');
    expect(open).to.match(/^3 items are open:/);
    expect(open).to.include('- Buy bread · high priority · due yesterday').and.not.include('rye');
    expect(says('What is overdue?')).to.match(/^1 item is overdue:/);
    expect(says('show completed')).to.include('rye bread');
    expect(says('anything important?')).to.match(/^1 item is of high priority/);
    expect(says('how many are open', { ...PAGE, stats: { total: 6 } })).to.include('hides 2 items more');
    expect(calls('what is open?')).to.deep.equal([]);
  });

  it('DEMO without a list it says that it sees none', () => {
    for (const sentence of ['what is open?', 'finish milk', 'delete milk']) {
      expect(says(sentence, {})).to.include('cannot see a to-do list');
      expect(calls(sentence, {})).to.deep.equal([]);
    }
  });

  it('DEMO helps with anything else, and never throws', () => {
    const strange = [
      '',
      '   ',
      'hello',
      'undo finish',
      'make me a sandwich',
      'add',
      '?',
      '"',
      ',,,',
      'finish',
      '\u0001',
      '((',
    ];
    for (const sentence of strange) {
      expect(calls(sentence)).to.deep.equal([]);
      expect(says(sentence)).to.not.equal('');
    }
    expect(says('make me a sandwich')).to.equal(HELP);
  });
});

describe('days in words', () => {
  const days: [string, string | undefined][] = [
    ['today', '2026-11-30'],
    ['Tomorrow', '2026-12-01'],
    ['the day after tomorrow', '2026-12-02'],
    ['in 3 days', '2026-12-03'],
    ['in 2 weeks', '2026-12-14'],
    ['next week', '2026-12-07'],
    ['friday', '2026-12-04'],
    ['on Monday', '2026-12-07'],
    ['3 december', '2026-12-03'],
    ['1st of November', '2027-11-01'],
    ['february 29', undefined],
    ['2026-02-30', undefined],
    ['2027-01-02', '2027-01-02'],
    ['someday', undefined],
  ];
  for (const [words, day] of days) {
    it(`DEMO "${words}" is ${day ?? 'no day'}`, () => expect(parseDate(words, TODAY)).to.equal(day));
  }

  it('DEMO says near days in words and others with their weekday', () => {
    expect(sayDate('2026-12-01', TODAY)).to.equal('tomorrow');
    expect(sayDate('2026-12-04', TODAY)).to.match(/^Fri,? 4 Dec$/);
    expect(sayDate('2027-01-02', TODAY)).to.include('2027');
  });
});

describe('the summary', () => {
  const step = (action: Step['action'], ...items: string[]): Step => ({ action, params: {}, items });
  const report = (...done: [Step, string][]) =>
    reportOutcomes(
      done.map(([each, content]) => ({ step: each, outcome: readOutcome(content) })),
      TODAY,
      (title) => title,
    );

  it('DEMO says what was done, declined and failed, by the results', () => {
    const text = report(
      [step('add_todo', 'milk'), '{"ok":true,"value":{"id":"1","created":true}}'],
      [step('add_todo', 'bread'), '{"ok":true,"value":{"id":"2","created":true}}'],
      [step('delete_todo', 'tea'), '{"ok":false,"error":{"code":"ACTION_DENIED","message":"No."}}'],
      [
        step('complete_todo', 'rice'),
        '{"ok":false,"error":{"code":"PRECONDITION_FAILED","message":"It is gone."}}',
      ],
      [step('bulk_complete', 'a', 'b', 'c'), '{"ok":true,"value":{"completed":2,"failed":1}}'],
    );
    expect(text).to.include('Added “milk” and “bread”.');
    expect(text).to.include('You declined: “tea” stays as it is.');
    expect(text).to.include('“rice”: not finished. It is gone. (`PRECONDITION_FAILED`)');
    expect(text).to.include('Finished 2 items; 1 item could not be finished.');
    expect(text).to.not.include('Deleted');
  });

  it('DEMO reads an error from the message, and texts that are no JSON', () => {
    expect(readOutcome('', 'It broke.')).to.deep.equal({ ok: false, message: 'It broke.' });
    expect(readOutcome('done')).to.deep.include({ ok: true });
    expect(readOutcome('{"success":false,"error":"No."}')).to.deep.equal({ ok: false, message: 'No.' });
  });
});

describe('what the agent sees', () => {
  it('DEMO reads observations from one entry for each, or one for all', () => {
    const list = [todo('1', 'milk')];
    const forms = [
      [
        {
          description: 'OUI surface todo-app: Todo Application',
          value: JSON.stringify({ todo_list: list, stats: { total: 1 } }),
        },
      ],
      [
        { description: 'todo-app.todo_list: visible items', value: JSON.stringify(list) },
        { description: 'todo-app.stats', value: '{"total":1}' },
      ],
      [
        {
          description: 'observations',
          value: JSON.stringify({ 'todo-app': { todo_list: list, stats: { total: 1 } } }),
        },
      ],
    ];
    for (const context of forms)
      expect(readPage(context)).to.deep.equal({ todo_list: list, stats: { total: 1 } });
    expect(readPage([{ description: 'todo_list', value: 'not JSON' }])).to.deep.equal({});
  });
});
