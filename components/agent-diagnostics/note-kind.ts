import type { DiagnosticsView } from '../../src/agent-ui/projection/view-models.js';
import type { StringKey } from '../shared/localize.js';
import type { Status } from '../shared/status.js';

export type Note = DiagnosticsView['diagnostics'][number];

/** What a note is about. */
export type NoteKind = 'gaps' | 'repairs' | 'faults' | 'other';

export const NOTE_KINDS: readonly NoteKind[] = ['gaps', 'repairs', 'faults', 'other'];

const GAPS = /^(?:sequence|history|stream)\.|gap|late/;
const REPAIRS = /^repair|reconcil|conflict|resync|stale|superseded|duplicate/;
const FAULTS =
  /^(?:event|enum|protocol|frame|parse|snapshot)\.|missing|malformed|unknown|orphan|unattributed|invalid/;

export function noteKind({ code }: Note): NoteKind {
  if (REPAIRS.test(code)) return 'repairs';
  if (GAPS.test(code)) return 'gaps';
  return FAULTS.test(code) ? 'faults' : 'other';
}

const LEVELS: Readonly<Record<string, readonly [Status, StringKey]>> = {
  error: ['failed', 'diagnostics.error'],
  warn: ['blocked', 'diagnostics.warn'],
  info: ['idle', 'diagnostics.info'],
  debug: ['idle', 'diagnostics.debug'],
};

export function levelLook({ level }: Note): readonly [Status, StringKey] {
  return LEVELS[level] ?? ['unknown', 'status.unknown'];
}
