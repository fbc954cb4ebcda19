import { html, type TemplateResult } from 'lit';
import { icon } from './icons.js';
import type { StringKey, Wording } from './localize.js';
import { statusIcon, type Status } from './status.js';

const LOOKS: Readonly<Record<string, readonly [Status, StringKey]>> = {
  requested: ['queued', 'review.requested'],
  reviewing: ['in-review', 'status.inReview'],
  passed: ['done', 'review.passed'],
  approved: ['done', 'review.passed'],
  changes_requested: ['blocked', 'review.changesRequested'],
  failed: ['failed', 'review.failed'],
  rejected: ['failed', 'review.failed'],
  unknown: ['unknown', 'status.unknown'],
};

/** How a review stands, or what a verdict says; an owner's word that nobody knows stays as it is. */
export function reviewLook(state: string | undefined, { t }: Wording): readonly [Status, string] {
  const [status, word] = LOOKS[state ?? 'unknown'] ?? ['unknown', undefined];
  return [status, word ? t(word) : state!];
}

/** Something is to be mended: amber, and no waiting that passes by itself. */
export function reviewIcon(status: Status): TemplateResult {
  if (status !== 'blocked') return statusIcon(status);
  return html`<span class="status-icon" data-status="blocked">${icon('pencil')}</span>`;
}
