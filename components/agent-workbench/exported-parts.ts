/** Parts of the panels inside that a host can style from outside, under their panel's name. */
export const CONVERSATION_PARTS = [
  'turn',
  'user-message',
  'answer',
  'reasoning',
  'tool-row',
  'approval',
  'error',
  'jump',
  'reference',
  'load-older',
  'tool-group',
  'attachment',
]
  .map((part) => `${part}: conversation__${part}`)
  .join(', ');
export const COMPOSER_PARTS =
  'box field button queue queue-row note mode policy budget chips chip suggestions option'
    .split(' ')
    .map((part) => `${part}: composer__${part}`)
    .join(', ');
