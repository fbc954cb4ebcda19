import { html, type TemplateResult } from 'lit';
import type { RowStatus } from '../../src/agent-ui/projection/view-models.js';
import { icon, type IconName } from './icons.js';
import type { StringKey } from './localize.js';

/** A row's status, and what only a whole session can be. */
export type Status = RowStatus | 'idle' | 'disconnected';

/** `workbench-ux.md`, status table: one icon and one word for each. */
const LOOKS: Readonly<Record<Status, readonly [IconName, StringKey]>> = {
  queued: ['queued', 'status.queued'],
  running: ['running', 'status.running'],
  preparing: ['preparing', 'status.preparing'],
  'needs-you': ['hand', 'status.needsYou'],
  'in-review': ['eye', 'status.inReview'],
  blocked: ['clock', 'status.blocked'],
  done: ['check', 'status.done'],
  failed: ['cross', 'status.failed'],
  'timed-out': ['cross', 'status.timedOut'],
  declined: ['slash', 'status.declined'],
  cancelled: ['square', 'status.cancelled'],
  unknown: ['question', 'status.unknown'],
  idle: ['moon', 'status.idle'],
  disconnected: ['unplugged', 'status.disconnected'],
};

export function statusIcon(status: Status): TemplateResult {
  return html`<span class="status-icon" data-status=${status}>${icon(LOOKS[status][0])}</span>`;
}

/** Amber, for what is neither good nor over and waits for nobody: no status of work says it. */
export function warningIcon(): TemplateResult {
  return html`<span class="status-icon" data-status="needs-you">${icon('alert')}</span>`;
}

/** The key of the word that always stands beside the icon. */
export function statusWord(status: Status): StringKey {
  return LOOKS[status][1];
}

export function statusIconName(status: Status): IconName {
  return LOOKS[status][0];
}
