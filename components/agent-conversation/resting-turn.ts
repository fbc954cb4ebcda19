import type { TurnView } from '../../src/agent-ui/projection/view-models.js';

/** What a turn says, without how it looks: for find in page and screen readers, while nobody is near it. */
export function turnWords(turn: TurnView): string {
  const words: string[] = [];
  for (const part of turn.parts) {
    if (part.type === 'user_text' || part.type === 'assistant_text') words.push(part.text);
    else if (part.type === 'tool_call') words.push(part.tool.title ?? part.tool.name ?? '');
    else if (part.type === 'action_required') words.push(part.approval.title ?? '');
    else if (part.title) words.push(part.title);
  }
  return words.join('\n');
}

/** A row, or the space that a message takes besides its lines; pixels. */
const ROW = 34;
const LINE = 21;
const CHARACTER = 7;

/** About how high a turn will be, in pixels. Being wrong moves nothing that is read: see `ScrollFollow.hold`. */
export function turnHeight(turn: TurnView, width: number): number {
  return turn.parts.reduce((sum, part) => {
    const text = part.type === 'user_text' || part.type === 'assistant_text' ? part.text.length : 0;
    return sum + ROW + LINE * Math.ceil((text * CHARACTER) / width);
  }, 2 * ROW);
}
