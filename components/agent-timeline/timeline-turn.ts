import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ProcessTurn } from '../../src/agent-ui/projection/view-models.js';
import { ago } from '../shared/ago.js';
import { duration } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon, type Status } from '../shared/status.js';
import { controlButton, controlTrouble, type WorkControl } from '../shared/work-control.js';
import type { TimelineContext } from './timeline-context.js';
import { stepRow } from './timeline-step.js';

export interface TurnContext extends TimelineContext {
  open: boolean;
  controls: readonly WorkControl[];
  /** How many steps are drawn. */
  limit: number;
  toggle(): void;
  more(): void;
}

const OUTCOMES: Readonly<Record<string, readonly [Status, StringKey]>> = {
  success: ['done', 'status.done'],
  failed: ['failed', 'status.failed'],
  cancelled: ['cancelled', 'status.cancelled'],
  interrupt: ['blocked', 'timeline.interrupted'],
};

function lookOf({ active, outcome, summary }: ProcessTurn): readonly [Status, StringKey] {
  if (!active) return OUTCOMES[outcome ?? ''] ?? ['unknown', 'timeline.endUnknown'];
  return summary.waiting > 0 ? ['needs-you', 'status.needsYou'] : ['running', 'status.running'];
}

/** One turn: a line that says what it came to, and its steps in order behind it (SF-TL-7). */
export function turnRow(turn: ProcessTurn, context: TurnContext): TemplateResult {
  const { wording, open } = context;
  const { t } = wording;
  const [status, word] = lookOf(turn);
  const label = turn.said ?? turn.title;
  const line = html`${statusIcon(status)}
    <span class="verb" dir="auto">${label ?? t('timeline.turn')}</span>
    ${turn.said && turn.title ? html`<span class="aside" dir="auto">${turn.title}</span>` : nothing}
    <span class="tool-state" part="turn-state">${stateText(turn, word, wording)}</span>`;
  return html`<li
    class="row turn"
    part="turn"
    data-id=${turn.key}
    data-state=${turn.active ? 'running' : (turn.outcome ?? 'unknown')}
    data-fallback=${status === 'unknown' || label === undefined ? 'unknown' : nothing}
  >
    ${
      turn.active
        ? // SF-TL-6: what runs is open where it happens, and nowhere else.
          html`<button
            type="button"
            class="tool-line leads"
            part="turn-line"
            @click=${() => context.show('turn', turn.turnId)}
          >
            ${line}
          </button>`
        : html`<button
            type="button"
            class="tool-line"
            part="turn-line"
            aria-expanded=${open ? 'true' : 'false'}
            @click=${context.toggle}
          >
            ${icon('chevron')} ${line}
          </button>`
    }
    ${open && !turn.active ? body(turn, context) : nothing}
  </li>`;
}

function stateText({ active, summary, startedAt }: ProcessTurn, word: StringKey, wording: Wording): unknown {
  const { t } = wording;
  const { steps, failed, durationMs } = summary;
  const counts = [
    active ? t('timeline.inConversation') : undefined,
    steps > 0 ? t('timeline.steps', { count: steps }) : undefined,
    failed > 0 ? t('capsule.countFailed', { count: failed }) : undefined,
    durationMs === undefined || active ? undefined : duration(durationMs, wording),
    startedAt === undefined ? undefined : ago(startedAt, wording),
  ].filter((text) => text !== undefined);
  return html`${t(word)}<span class="extra">${counts.map((text) => html`${SEPARATOR}${text}`)}</span>`;
}

function body(turn: ProcessTurn, context: TurnContext): TemplateResult {
  const { wording, controls, limit, show } = context;
  const { t } = wording;
  const { steps, error } = turn;
  const hidden = steps.length - limit;
  return html`<div class="turn-body" part="turn-body">
    ${error ? html`<p class="failure-text"><bdi>${error.message}</bdi></p>` : nothing}
    <ol class="steps-list">
      ${repeat(
        steps.slice(0, limit),
        ({ key }) => key,
        (step) =>
          // What an open step shows is not in the step alone.
          guard([step, step.expanded ? {} : undefined, wording], () => stepRow(step, context)),
      )}
    </ol>
    ${
      hidden > 0
        ? html`<button type="button" class="quiet more" @click=${context.more}>
            ${t('timeline.moreSteps', { count: hidden })}
          </button>`
        : nothing
    }
    <div class="tool-buttons">
      <button
        type="button"
        class="link"
        data-kind="turn"
        data-ref=${turn.turnId}
        @click=${() => show('turn', turn.turnId)}
      >
        ${t('timeline.showTurn')}
      </button>
      ${controls.map((control) => controlButton(control, { ...context, part: 'control' }))}
    </div>
    ${controlTrouble(controls, wording)}
  </div>`;
}
