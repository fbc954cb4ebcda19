import type { PartView, TurnView } from '../../src/agent-ui/projection/view-models.js';
import { approvalQuestion } from '../shared/approval-question.js';
import type { Announcer } from '../shared/announcer.js';
import type { Wording } from '../shared/localize.js';

/** Longer answers are announced by their beginning; the whole is in the log, to be read at one's own pace. */
const MAX_SPOKEN = 240;

/** Says what happens in a conversation: that an answer begins, how it ended, and every question at once. */
export class TurnAnnouncements {
  #seen = new WeakSet<TurnView>();
  #live = new Set<string>();

  /** @param history these turns were there before the reader came: only open questions are spoken */
  update(turns: readonly TurnView[], history: boolean, announcer: Announcer, wording: Wording): void {
    for (const turn of turns) {
      if (this.#seen.has(turn)) continue;
      this.#seen.add(turn);
      announceQuestions(turn, announcer, wording);
      if (turn.active) {
        // A message on its way has a turn of its own until the runtime speaks of it.
        if (turn.parts.every((part) => part.type === 'user_text' && part.state === 'optimistic')) continue;
        if (!this.#live.has(turn.turnId)) announcer.polite(wording.t('announce.responding'));
        this.#live.add(turn.turnId);
      } else if (this.#live.delete(turn.turnId) && !history) {
        announcer.polite(summary(turn, wording));
      }
    }
  }
}

function announceQuestions(turn: TurnView, announcer: Announcer, wording: Wording): void {
  for (const part of turn.parts) {
    const approval = approvalOf(part);
    if (approval?.state !== 'pending') continue;
    const question = approvalQuestion(approval, wording);
    announcer.assertive(wording.t('announce.approval', { question }), `approval:${approval.actionId}`);
  }
}

function approvalOf(part: PartView) {
  if (part.type === 'tool_call') return part.tool.approval;
  return part.type === 'action_required' ? part.approval : undefined;
}

/** One sentence or two about a whole turn, never its tokens. */
function summary(turn: TurnView, { t }: Wording): string {
  if (turn.error) return t('announce.failed', { reason: turn.error.message });
  if (turn.outcome === 'cancelled') return t('announce.stopped');
  const answer = plainText(answerText(turn));
  if (!answer) return t('announce.done');
  if (answer.length <= MAX_SPOKEN) return t('announce.answer', { answer });
  const end = Math.max(answer.lastIndexOf('. ', MAX_SPOKEN), answer.lastIndexOf('。', MAX_SPOKEN));
  return t('announce.longAnswer', { beginning: answer.slice(0, end > 40 ? end + 1 : MAX_SPOKEN) });
}

/** The Markdown of a turn's answer. */
export function answerText(turn: TurnView): string {
  return turn.parts
    .flatMap((part) => (part.type === 'assistant_text' ? [part.text] : []))
    .join('\n\n')
    .trim();
}

/** Without the marks that a speech synthesiser would spell. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:[-*+>]|#{1,6}|\d+\.)[ \t]+|[*_`~|]{1,3}/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
