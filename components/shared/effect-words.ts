import type { ActionEffect } from '../../src/oui/index.js';
import type { StringKey, Wording } from './localize.js';

const WORDS: Readonly<Record<ActionEffect, StringKey>> = {
  view: 'effect.view',
  selection: 'effect.selection',
  navigate: 'effect.navigate',
  open: 'effect.open',
  edit: 'effect.edit',
  file: 'effect.file',
  mutate: 'effect.mutate',
  job: 'effect.job',
  transaction: 'effect.transaction',
};

/** What an action does to the page, in words (OUI-E1). What nobody declared counts as a change. */
export function effectWords(effect: ActionEffect | undefined, { t }: Wording): string {
  return t((effect && WORDS[effect]) ?? 'effect.undeclared');
}
