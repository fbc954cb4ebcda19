/** English of what an agent asks before it acts on a page. */
export const enConfirm = {
  'confirm.limit': 'No answer in time means no. Time left:',
  'confirm.no': 'No, do not',
  'confirm.noParameters': 'Without parameters.',
  'confirm.question': 'An agent wants to do this: {title}',
  'confirm.waiting': { one: '{count} more question waits', other: '{count} more questions wait' },
  'confirm.yes': 'Yes, do it',

  'effect.edit': 'Edits what you have open',
  'effect.file': 'Reads or writes a file',
  'effect.job': 'Starts work that goes on',
  'effect.mutate': 'Changes data',
  'effect.navigate': 'Goes to another page',
  'effect.open': 'Opens something',
  'effect.selection': 'Changes what is selected',
  'effect.transaction': 'Cannot be undone: it acts outside this page',
  'effect.undeclared': 'May change something (nothing is declared)',
  'effect.view': 'Only looks',
};
