import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { markdown } from '#markdown';
import type { AnswerTextPart, PartView, TurnView } from '../../src/agent-ui/projection/view-models.js';
import { approvalCard } from '../shared/approval-card.js';
import { artifactCard } from '../shared/artifact-card.js';
import type { Words } from '../shared/languages.js';
import { enTurn } from '../shared/locales/en-turn.js';
import { groupLine, isFolding, toolGroups, type ToolGroup } from '../shared/tool-group.js';
import { toolRow, type ToolRowContext } from '../shared/tool-row.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import type { ProcessDisclosure } from './process-disclosure.js';
import { reasoningRow } from './reasoning-row.js';
import { referenceRow } from './reference-row.js';
import { drawnByPage, userMessage } from './turn-pieces.js';

export interface TurnPartsContext extends ToolRowContext {
  disclosure: ProcessDisclosure;
  /** The level of a first-rank heading of an answer. */
  headingLevel: number;
  open(kind: AgentOpenRequestEvent['kind'], id: string): void;
}

/** A part, or calls that stand next to each other. */
type Item = { key: string; part: PartView } | { key: string; group: ToolGroup; parts: readonly PartView[] };

/**
 * The parts of a turn, in their order. Neighbouring calls that are over fold into one line; what stands under it
 * stays in the page, for find-in-page.
 * @param shared what every part's drawing depends on besides the part
 */
export function turnParts(turn: TurnView, context: TurnPartsContext, shared: readonly unknown[]): unknown {
  return repeat(
    itemsOf(turn),
    ({ key }) => key,
    (item) =>
      'part' in item
        ? guard([item.part, ...shared], () => turnPart(item.part, context))
        : guard([...item.parts, ...shared], () => folded(item.group, item.parts, context)),
  );
}

/** English that they say. */
export const partWords: Words = [enTurn];

/** Here they are always there: see `late-turn-parts.ts`. */
export function hasTurnParts(): boolean {
  return true;
}

export function turnPartsReady(): Promise<void> | undefined {
  return undefined;
}

function itemsOf({ parts, active }: TurnView): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < parts.length;) {
    let end = at;
    while (parts[end]?.type === 'tool_call') end++;
    const run = parts.slice(at, end);
    // The last calls of a turn that goes on are still being added to.
    const [group] = active && end === parts.length ? [] : toolGroups(run.map(toolOf));
    if (group && isFolding(group)) {
      items.push({ key: group.key, group, parts: run });
      at = end;
    } else {
      for (const part of parts.slice(at, Math.max(end, at + 1))) items.push({ key: part.partId, part });
      at = Math.max(end, at + 1);
    }
  }
  return items;
}

function toolOf(part: PartView) {
  return (part as Extract<PartView, { type: 'tool_call' }>).tool;
}

function folded(group: ToolGroup, parts: readonly PartView[], context: TurnPartsContext): TemplateResult {
  const { disclosure, wording } = context;
  const open = disclosure.isOpen(group.key, false);
  // A failing member stays open, and so does one that a person has opened.
  const folds = parts.filter((part) => {
    const tool = toolOf(part);
    return group.quiet.includes(tool) && !disclosure.isOpen(tool.toolCallId, false);
  });
  const rest = open ? parts : parts.filter((part) => !folds.includes(part));
  return html`<div class="tool-group">
    ${groupLine(group, disclosure, wording)}
    <div
      class="folded"
      hidden=${open ? nothing : 'until-found'}
      @beforematch=${() => disclosure.toggle(group.key, false)}
    >
      ${open ? nothing : rows(folds, context)}
    </div>
    ${rows(rest, context)}
  </div>`;
}

function rows(parts: readonly PartView[], context: TurnPartsContext): unknown {
  return repeat(
    parts,
    ({ partId }) => partId,
    (part) => turnPart(part, context),
  );
}

function turnPart(part: PartView, context: TurnPartsContext): unknown {
  const { wording, disclosure, desk, renderers } = context;
  const own = drawnByPage(renderers, part);
  if (own) return own;
  switch (part.type) {
    case 'user_text':
      return userMessage(part, wording);
    case 'assistant_text':
      return answer(part, context);
    case 'reasoning_summary':
    case 'reasoning_detail':
      return reasoningRow(part, disclosure, wording);
    case 'tool_call':
      return toolRow(part.tool, context);
    case 'action_required':
      return approvalCard(part.approval, desk, wording);
    default: {
      const open = (kind: AgentOpenRequestEvent['kind'], id: string) => context.open(kind, id);
      const { artifact } = part;
      return artifact ? artifactCard(artifact, wording, open) : referenceRow(part, wording, open);
    }
  }
}

function answer(part: AnswerTextPart, { wording, headingLevel }: TurnPartsContext): TemplateResult {
  return html`<div
    class="answer prose"
    part="answer"
    data-id=${part.partId}
    data-message=${part.messageId}
    data-state=${part.state}
  >
    ${markdown(part.text, part.state === 'streaming', wording, headingLevel)}
    ${
      part.state === 'partial'
        ? html`<p class="boundary" data-fallback="failed">${wording.t('conversation.partial')}</p>`
        : nothing
    }
  </div>`;
}
