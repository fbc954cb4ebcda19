import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PartView, TurnView } from '../../src/agent-ui/projection/view-models.js';
import { LatePart } from '../shared/late-part.js';
import type { Words } from '../shared/languages.js';
import { needEnglish } from '../shared/localize.js';
import { growingText } from '../shared/markdown/growing-text.js';
import { turnWords } from './resting-turn.js';
import { drawnByPage, userMessage } from './turn-pieces.js';
import type { TurnPartsContext } from './turn-parts.js';

/**
 * What `#turn-parts` is in a browser: what an agent does is drawn by code that is fetched when somebody first says
 * something. Under the export condition `node` it is `turn-parts.ts` itself, because a server draws at once.
 */
const late = new LatePart('What draws a turn', async () => {
  const parts = await import('./turn-parts.js');
  needEnglish(parts.partWords);
  return parts.turnParts;
});

/** They come with it. */
export const partWords: Words = [];

/** Whether every part can be drawn at once. */
export function hasTurnParts(): boolean {
  return late.value !== undefined;
}

/** Fetches what draws parts; undefined when there is nothing to wait for. */
export function turnPartsReady(): Promise<void> | undefined {
  return late.ready();
}

/**
 * As that of `turn-parts.ts`. Where that is not there yet a person's own words are drawn, as it draws them, so that they stay
 * when it comes; where it could not be fetched, what the others say as text.
 */
export function turnParts(turn: TurnView, context: TurnPartsContext, shared: readonly unknown[]): unknown {
  if (late.value) return late.value(turn, context, shared);
  return repeat(
    turn.parts,
    ({ partId }) => partId,
    (part) => guard([part, ...shared], () => drawn(turn, part, context)),
  );
}

function drawn(turn: TurnView, part: PartView, { renderers, wording }: TurnPartsContext): TemplateResult {
  const own = drawnByPage(renderers, part);
  if (own) return own;
  if (part.type === 'user_text') return userMessage(part, wording);
  return html`<div class="answer unformatted" dir="auto">
    ${growingText(turnWords({ ...turn, parts: [part] }))}
  </div>`;
}
