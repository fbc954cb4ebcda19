import type { Words } from './languages.js';
import { enTeam } from './locales/en-team.js';
import { enTurn } from './locales/en-turn.js';
import { enWork } from './locales/en-work.js';

/** English of a panel of teammates, who may ask. */
export const teamWords: Words = [enTeam, enTurn, enWork];

/** English of a panel of their work, where nobody asks. */
export const boardWords: Words = [enTeam, enWork];
