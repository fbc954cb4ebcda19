import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView, ToolRowView, TranscriptView } from '../../src/agent-ui/projection/view-models.js';
import { isJsonObject } from '../../src/base/json.js';
import { inWords } from '../shared/approval-facts.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon, statusWord } from '../shared/status.js';
import { teammateAvatar } from '../shared/teammate-avatar.js';
import { teammateLook, teammateRank, teammateWord } from '../shared/teammate-look.js';
import { verb } from '../shared/tool-row.js';
import { middleEllipsis } from '../shared/value-text.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { textOf } from './transcript-message.js';

export function nameOf({ agentName, agentId }: TranscriptView): string {
  return agentName ?? agentId;
}

export function lookOf({ state, attention }: TranscriptView, asks: boolean) {
  return teammateLook(state, asks && attention === 'high');
}

/** Who needs the person first (M-038). */
export function byAttention(
  transcripts: readonly TranscriptView[],
  asking: ReadonlySet<string | undefined>,
): TranscriptView[] {
  const rank = (view: TranscriptView) => teammateRank(lookOf(view, asking.has(view.agentId)));
  return [...transcripts].sort((a, b) => rank(a) - rank(b));
}

/** A line of the list from which one is opened. */
export function transcriptLine(
  view: TranscriptView,
  asks: boolean,
  wording: Wording,
  open: () => void,
): TemplateResult {
  const look = lookOf(view, asks);
  const last = view.recentMessages?.at(-1);
  const label = nameOf(view);
  return html`<li
    class="teammate"
    part="teammate"
    data-id=${view.key}
    data-state=${view.state}
    data-status=${look.status}
    data-fallback=${view.state === 'unknown' ? 'unknown' : nothing}
  >
    <div class="line">
      <button type="button" class="teammate-line" part="teammate-line" @click=${open}>
        ${teammateAvatar({ key: view.key, label })} ${statusIcon(look.status)}
        <span class="name" dir="auto">${label}</span>
        ${last === undefined ? nothing : html`<span class="activity" dir="auto">${middleEllipsis(textOf(last).slice(0, 200), 90)}</span>`}
        <span class="state">${teammateWord(look, view.state, wording)}</span>
      </button>
    </div>
  </li>`;
}

export interface HeadContext {
  wording: Wording;
  asks: boolean;
  back(): void;
  open(agentId: string): void;
}

/** The way back, whose transcript it is, how they stand, whose child they are, and under which policy. */
export function transcriptHead(view: TranscriptView, context: HeadContext): TemplateResult {
  const { wording, asks, back, open } = context;
  const { t } = wording;
  const { parentAgentId, parentSessionId, parentName, policy, state } = view;
  const look = lookOf(view, asks);
  const parent = parentName ?? parentAgentId ?? parentSessionId;
  return html`<header class="head" part="head">
    ${backButton(back, wording)} ${teammateAvatar({ key: view.key, label: nameOf(view) })}
    <div class="who">
      <p class="who-line">
        <strong dir="auto">${nameOf(view)}</strong>
        <span class="standing" data-status=${look.status}>
          ${statusIcon(look.status)} ${teammateWord(look, state, wording)}
        </span>
      </p>
      <p class="meta about">
        ${
          parent === undefined
            ? html`<span data-fact="parent" data-fallback="unknown">${t('transcript.parentUnknown')}</span>`
            : html`<span data-fact="parent" data-ref=${parentAgentId ?? parentSessionId ?? nothing}>
                ${
                  parentAgentId === undefined
                    ? html`<bdi>${t('transcript.partOf', { name: parent })}</bdi>`
                    : html`<button type="button" class="link" @click=${() => open(parentAgentId)}>
                        ${t('transcript.partOf', { name: parent })}
                      </button>`
                }
              </span>`
        }
        ${
          policy === undefined || policy === null
            ? nothing
            : html`<span data-fact="policy" dir="auto"
                >${t('transcript.policy', { policy: inWords(policy) })}</span
              >`
        }
      </p>
    </div>
  </header>`;
}

export function backButton(back: () => void, { t }: Wording): TemplateResult {
  return html`<button
    type="button"
    class="quiet back"
    part="back"
    aria-label=${t('transcript.back')}
    title=${t('transcript.back')}
    @click=${back}
  >
    ${icon('chevron')}
  </button>`;
}

/** What it does just now: its owner's word, and the calls that go on. */
export function activity(
  { toolActivity }: TranscriptView,
  tools: readonly ToolRowView[],
  wording: Wording,
  show: (kind: AgentOpenRequestEvent['kind'], id: string) => void,
): unknown {
  const { t } = wording;
  const told = toolActivity === undefined || toolActivity === null ? undefined : activityText(toolActivity);
  if (told === undefined && tools.length === 0) return nothing;
  return html`<div class="activity-now" part="activity" role="group" aria-label=${t('transcript.activity')}>
    ${told === undefined ? nothing : html`<p class="doing">${statusIcon('running')} <bdi>${told}</bdi></p>`}
    ${tools.map(
      (tool) =>
        html`<button
          type="button"
          class="tool-line doing"
          data-id=${tool.toolCallId}
          @click=${() => show('tool', tool.toolCallId)}
        >
          ${statusIcon(tool.status)} <span class="name" dir="auto">${verb(tool, wording)}</span>
          <span class="state">${t(statusWord(tool.status))}</span>
        </button>`,
    )}
  </div>`;
}

function activityText(value: unknown): string {
  if (isJsonObject(value)) {
    const told = [value['title'], value['name'], value['tool']].find((each) => typeof each === 'string');
    const status = value['status'];
    if (told !== undefined)
      return [told, typeof status === 'string' ? status : undefined].filter(Boolean).join(SEPARATOR);
  }
  return inWords(value);
}

/** What was said to it and that it has not taken up. */
export function pendingInput({ pendingInput: waiting = [] }: TranscriptView, { t }: Wording): unknown {
  if (waiting.length === 0) return nothing;
  return html`<ul class="pending" part="pending-input" aria-label=${t('transcript.pending')}>
    ${waiting.map(
      (input, i) =>
        html`<li data-id=${idOf(input) ?? i} data-state="queued">
          ${statusIcon('queued')} <bdi class="pending-text">${textOf(input)}</bdi>
          <span class="meta">${t('status.queued')}</span>
        </li>`,
    )}
  </ul>`;
}

function idOf(input: unknown): string | undefined {
  return isJsonObject(input) && typeof input['id'] === 'string' ? input['id'] : undefined;
}

/** Questions that it asks, and the last ones that were answered. */
export function questionsOf(
  agentId: string,
  { pending, settled }: { pending: readonly ApprovalView[]; settled: readonly ApprovalView[] },
): ApprovalView[] {
  const own = (approval: ApprovalView) => approval.agentId === agentId;
  return [...settled.filter(own).slice(-2), ...pending.filter(own)];
}
