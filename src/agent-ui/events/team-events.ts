import type { EventOf } from './envelope.js';

export type TeamChanged = EventOf<
  'team.changed',
  {
    roster?: readonly unknown[];
    board?: readonly unknown[];
    selectedTeam?: string;
    memoryRefs?: readonly string[];
    teamPolicy?: unknown;
  }
>;
