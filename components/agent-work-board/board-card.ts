import { html, nothing, type TemplateResult } from 'lit';
import type { Assignee, WorkItemView } from '../../src/agent-ui/projection/view-models.js';
import { isJsonObject } from '../../src/base/json.js';
import { ago } from '../shared/ago.js';
import { icon } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { openLinks } from '../shared/open-links.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import { sourceWord, teammateAvatar } from '../shared/teammate-avatar.js';
import { middleEllipsis, valueText } from '../shared/value-text.js';
import { controlTrouble, type WorkControl } from '../shared/work-control.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { boardWord, statusLook } from './board-columns.js';
import { changeForm, personName, type BoardChange, type ChangeForm } from './board-change.js';

export interface CardContext {
  wording: Wording;
  open: boolean;
  /** The one card of the board that Tab comes to. */
  current: boolean;
  /** Absent where the runtime keeps no board that people may change. */
  control: WorkControl | undefined;
  form: ChangeForm;
  /** What was asked for and is not so yet. */
  wanted: BoardChange | undefined;
  titleOf(id: string): string | undefined;
  toggle(): void;
  goTo(id: string): void;
  show(kind: AgentOpenRequestEvent['kind'], id: string): void;
  press(event: PointerEvent): void;
}

const PRIORITIES: Readonly<Record<string, StringKey>> = {
  critical: 'board.urgent',
  urgent: 'board.urgent',
  high: 'board.high',
  medium: 'board.medium',
  normal: 'board.medium',
  low: 'board.low',
};

export function boardCard(item: WorkItemView, context: CardContext): TemplateResult {
  const { wording, open, control } = context;
  const { title, key, status, fallbacks } = item;
  const movable = control !== undefined && !control.pending;
  return html`<li
    class="card"
    part="card"
    data-id=${key}
    data-state=${status}
    data-write=${control?.write?.state ?? nothing}
    data-fallback=${fallbacks?.['status'] || fallbacks?.['title'] ? 'unknown' : nothing}
    ?data-movable=${movable}
    @pointerdown=${movable ? context.press : nothing}
  >
    <button
      type="button"
      class="card-line"
      part="card-line"
      tabindex=${context.current ? '0' : '-1'}
      aria-expanded=${open ? 'true' : 'false'}
      @click=${context.toggle}
    >
      <span class="card-title" dir="auto" data-fallback=${title === undefined ? 'unknown' : nothing}
        >${title ?? key}</span
      >
      ${blockerLine(item, context)}
      <span class="card-facts">
        ${assignee(item, wording)} ${priority(item, wording)}
        ${item.status === 'blocked' ? nothing : waits(item, wording)} ${progress(item, wording)}
        ${counts(item, wording)}
      </span>
    </button>
    ${mark(item, context)} ${open ? body(item, context) : nothing}
  </li>`;
}

/** Somebody said whose it is, said that it is nobody's, or said nothing: three answers (section 3.12). */
function assignee({ assignment, assignedTo }: WorkItemView, wording: Wording): TemplateResult {
  const { t } = wording;
  if (!assignedTo)
    return html`<span class="who" data-fallback=${assignment === 'unknown' ? 'unknown' : nothing}
      >${t(assignment === 'unassigned' ? 'board.unassigned' : 'board.assigneeUnknown')}</span
    >`;
  const name = personName(assignedTo, wording);
  return html`<span class="who" data-kind=${assignedTo.kind ?? 'unknown'}
    >${teammateAvatar({ key: assignedTo.id ?? name, label: name, source: assignedTo.kind })}
    <span class="name" dir="auto">${name}</span>${
      assignedTo.kind === undefined
        ? nothing
        : html` <span class="visually-hidden">${sourceWord(assignedTo.kind, wording)}</span>`
    }</span
  >`;
}

function priority({ priority: told }: WorkItemView, { t }: Wording): unknown {
  if (told === undefined) return nothing;
  const word = String(isJsonObject(told) ? (told['label'] ?? told['level']) : told);
  const key = Object.hasOwn(PRIORITIES, word) ? PRIORITIES[word] : undefined;
  return html`<span class="priority" data-priority=${word} dir="auto"
    >${key === 'board.urgent' || key === 'board.high' ? icon('up') : nothing}${
      key ? t(key) : t('board.priority', { priority: word })
    }</span
  >`;
}

function waits({ waitsFor }: WorkItemView, { t }: Wording): unknown {
  const left = waitsFor.filter(({ ended }) => !ended).length;
  return left > 0 ? html`<span class="waits">${t('board.waitsFor', { count: left })}</span>` : nothing;
}

function progress({ progress: told }: WorkItemView, { t }: Wording): unknown {
  const percent = percentOf(told);
  return percent === undefined
    ? nothing
    : html`<span class="done-part"
        ><progress max="100" .value=${percent} aria-label=${t('board.progress')}></progress> ${percent}
        %</span
      >`;
}

function percentOf(told: unknown): number | undefined {
  const of = isJsonObject(told) ? told : { percent: told };
  const done = of['done'] ?? of['completed'] ?? of['current'];
  const total = of['total'];
  const percent =
    of['percent'] ??
    (typeof done === 'number' && typeof total === 'number' && total > 0 ? (done / total) * 100 : undefined);
  return typeof percent === 'number' && Number.isFinite(percent)
    ? Math.round(Math.min(100, Math.max(0, percent)))
    : undefined;
}

function counts({ comments, artifactRefs, evidenceRefs }: WorkItemView, { t }: Wording): unknown {
  const results = (artifactRefs?.length ?? 0) + (evidenceRefs?.length ?? 0);
  return html`${
    comments?.length
      ? html`<span class="count">${t('board.comments', { count: comments.length })}</span>`
      : nothing
  }${results > 0 ? html`<span class="count">${icon('file')} ${t('board.results', { count: results })}</span>` : nothing}`;
}

/** SF-WB-3: why it does not go on. */
function blockerLine(item: WorkItemView, { wording, titleOf }: CardContext): unknown {
  const { t } = wording;
  const said = blockerText(item, titleOf);
  if (said === undefined && item.status !== 'blocked') return nothing;
  return html`<span class="blocker" data-fallback=${said === undefined ? 'unknown' : 'blocked'}
    >${icon('clock')}
    <span dir="auto"
      >${said === undefined ? t('board.blockedUnknown') : t('board.blockedBy', { what: said })}</span
    ></span
  >`;
}

function blockerText(
  { blocker, waitsFor, status }: WorkItemView,
  titleOf: CardContext['titleOf'],
): string | undefined {
  const told = isJsonObject(blocker)
    ? (blocker['reason'] ?? blocker['title'] ?? blocker['id'] ?? blocker)
    : blocker;
  if (told !== undefined && told !== '') {
    const text = valueText(told).text;
    return titleOf(text) ?? text;
  }
  if (status !== 'blocked') return undefined;
  const left = waitsFor.filter(({ ended }) => !ended).map(({ title, id }) => title ?? id);
  return left.length > 0 ? left.join(', ') : undefined;
}

/** What was asked for: the card stays where its owner has it until the owner speaks. */
function mark(item: WorkItemView, context: CardContext): unknown {
  const { control, wanted, wording, form } = context;
  const { write } = control ?? {};
  if (!control || !write) return nothing;
  const words = [
    wanted?.status === undefined ? undefined : boardWord(wanted.status, wording),
    wanted?.assignee === undefined ? undefined : nameIn(form.people, wanted.assignee),
    wanted?.blocker,
  ].filter((word) => word !== undefined);
  return html`<div class="mark" part="card-mark" data-write=${write.state}>
    ${words.length > 0 ? html`<p class="wanted" dir="auto">${icon('bend')} ${words.join(SEPARATOR)}</p>` : nothing}
    ${controlTrouble([control], wording)}
    ${
      write.state !== 'submitting' && write.state !== 'awaiting-confirmation' && wanted
        ? html`<button type="button" class="again" part="change-button" @click=${form.ask}>
            ${wording.t('board.again')}
          </button>`
        : nothing
    }
  </div>`;
}

function nameIn(people: readonly Assignee[], id: string): string {
  return people.find((person) => person.id === id)?.name ?? id;
}

function body(item: WorkItemView, context: CardContext): TemplateResult {
  const { wording, control, form, show } = context;
  const { t } = wording;
  const { title, key, assignedTo, artifactRefs = [], evidenceRefs = [] } = item;
  return html`<div class="card-body" part="card-body">
    ${title === undefined ? nothing : html`<p class="meta" dir="auto">${key}</p>`}
    ${dependencies(item, context)} ${comments(item, wording)}
    ${item.progress === undefined ? html`<p class="meta" data-fallback="unavailable">${t('board.noProgress')}</p>` : nothing}
    ${openLinks(
      [
        ...(assignedTo?.id !== undefined && assignedTo.kind !== 'human'
          ? [['agent', assignedTo.id, t('board.showAgent')] as const]
          : []),
        ...artifactRefs.map(
          (id) => ['artifact', id, t('capsule.artifact', { id: middleEllipsis(id, 32) })] as const,
        ),
        ...evidenceRefs.map(
          (id) => ['evidence', id, t('capsule.evidence', { id: middleEllipsis(id, 32) })] as const,
        ),
      ],
      show,
    )}
    ${control ? changeForm(item, form) : nothing}
  </div>`;
}

function dependencies({ waitsFor }: WorkItemView, { wording, goTo, titleOf }: CardContext): unknown {
  const { t } = wording;
  if (waitsFor.length === 0) return nothing;
  return html`<div>
    <p class="label">${t('board.dependsOn')}</p>
    <ul class="depends">
      ${waitsFor.map(({ id, title, status = 'unknown' }) => {
        const name = html`<span dir="auto">${title ?? id}</span>`;
        return html`<li
          data-id=${id}
          data-state=${status}
          data-fallback=${status === 'unknown' ? 'unknown' : nothing}
        >
          ${statusIcon(statusLook(status))}
          ${
            titleOf(id) === undefined
              ? name
              : html`<button type="button" class="link" @click=${() => goTo(id)}>${name}</button>`
          }
          <span class="meta">${boardWord(status, wording)}</span>
        </li>`;
      })}
    </ul>
  </div>`;
}

function comments({ comments: said }: WorkItemView, wording: Wording): unknown {
  if (!said?.length) return nothing;
  return html`<div>
    <p class="label">${wording.t('board.commentsHead')}</p>
    <ul class="comments">
      ${said.map((comment) => {
        const { by, author, text, at } = isJsonObject(comment) ? comment : { text: comment };
        const who = by ?? author;
        const when = typeof at === 'string' ? ago(at, wording) : undefined;
        return html`<li>
          <p class="meta">
            <span dir="auto">${typeof who === 'string' ? who : wording.t('status.unknown')}</span
            >${when === undefined ? nothing : html`${SEPARATOR}${when}`}
          </p>
          <p class="comment" dir="auto">${valueText(text ?? comment).text}</p>
        </li>`;
      })}
    </ul>
  </div>`;
}
