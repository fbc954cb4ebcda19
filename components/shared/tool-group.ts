import { html, type TemplateResult } from 'lit';
import type { ToolRowView } from '../../src/agent-ui/projection/view-models.js';
import type { Disclosure } from './disclosure.js';
import { duration } from './duration.js';
import { icon } from './icons.js';
import type { StringKey, Wording } from './localize.js';
import { SEPARATOR } from './separator.js';
import { statusIcon, type Status } from './status.js';
import { toolKind } from './tool-kind.js';

/** Neighbouring calls of one turn. */
export interface ToolGroup {
  /** `group:` and the id of the first call. */
  key: string;
  tools: readonly ToolRowView[];
  /** The calls that are over and ask for nothing: those that fold. */
  quiet: readonly ToolRowView[];
}

/** Fewer than this do not save a line. */
const MIN_QUIET = 2;

/** Neighbours of a turn, together; in the order in which they came. */
export function toolGroups(tools: readonly ToolRowView[]): ToolGroup[] {
  const groups: ToolRowView[][] = [];
  for (const tool of tools) {
    const last = groups.at(-1);
    if (last && last[0]!.turnId === tool.turnId) last.push(tool);
    else groups.push([tool]);
  }
  return groups.map((members) => ({
    key: `group:${members[0]!.toolCallId}`,
    tools: members,
    quiet: members.filter(isQuiet),
  }));
}

export function isFolding({ quiet }: ToolGroup): boolean {
  return quiet.length >= MIN_QUIET;
}

function isQuiet({ status }: ToolRowView): boolean {
  return status === 'done' || status === 'cancelled' || status === 'declined';
}

/** The members that stand under the line: all when it is open, else those that are not quiet, or that a person has open. */
export function visibleMembers(
  group: ToolGroup,
  disclosure: Disclosure,
  focused: string | undefined,
): readonly ToolRowView[] {
  if (!isFolding(group) || disclosure.isOpen(group.key, false)) return group.tools;
  return group.tools.filter(
    (tool) =>
      !group.quiet.includes(tool) ||
      disclosure.isOpen(tool.toolCallId, false) ||
      // What folds away under the keys would drop them.
      tool.toolCallId === focused,
  );
}

/** "Read 4 files, ran 2 commands", and how long it took. */
export function groupLine(
  { key, quiet }: ToolGroup,
  disclosure: Disclosure,
  wording: Wording,
): TemplateResult {
  const open = disclosure.isOpen(key, false);
  const took = quiet.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
  const status = groupStatus(quiet);
  return html`<button
    type="button"
    class="tool-line group-line"
    part="tool-group"
    data-id=${key}
    data-state=${open ? 'open' : 'closed'}
    aria-expanded=${open ? 'true' : 'false'}
    @click=${() => disclosure.toggle(key, false)}
  >
    ${icon('chevron')} ${statusIcon(status)}
    <span class="verb"
      >${groupWords(quiet, wording)}${took > 0 ? SEPARATOR + duration(took, wording) : ''}</span
    >
  </button>`;
}

function groupStatus(quiet: readonly ToolRowView[]): Status {
  return quiet.some(({ status }) => status === 'done') ? 'done' : 'cancelled';
}

function groupWords(quiet: readonly ToolRowView[], { t, lang }: Wording): string {
  const counts = new Map<string, number>();
  for (const tool of quiet) {
    const kind = toolKind(tool);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const said = [...counts]
    .map(([kind, count]) => t(`tool.count.${kind}` as StringKey, { count }))
    .reduce((first, second) => t('tool.listJoin', { first, second }));
  return said.slice(0, 1).toLocaleUpperCase(lang) + said.slice(1);
}
