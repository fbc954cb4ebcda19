/** What a host can style of a panel inside, under the panel's name: every part that the panel has. */
const handedOn = (panel: string, parts: string): string =>
  parts
    .split(' ')
    .map((part) => `${part}: ${panel}__${part}`)
    .join(', ');

export const CONVERSATION_PARTS = handedOn(
  'conversation',
  'scroller turn user-message answer reasoning attachment tool-group tool-row tool-line tool-verb tool-argument ' +
    'tool-state tool-progress tool-body tool-error approval approval-parameters approval-form approval-field ' +
    'approval-outcome artifact-card reference load-older error jump code math footnote load-image image copy-button',
);
export const COMPOSER_PARTS = handedOn(
  'composer',
  'box field button mode policy budget chips chip suggestions option queue queue-row note',
);
