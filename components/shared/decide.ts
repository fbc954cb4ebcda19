import { html, nothing } from 'lit';
import type { Wording } from './localize.js';
import { controlButton, type WorkControl } from './work-control.js';

export interface Decide {
  /** What is decided, for screen readers. */
  label: string;
  /** The answers that can be given; one of them is on its way, or none. */
  controls: readonly WorkControl[];
  /** The place of the one that most will give. */
  primary: number;
  reason: string;
  wording: Wording;
  write(reason: string): void;
  ask(control: WorkControl): void;
}

/** An answer, with or without a reason. What was written stays when it does not arrive. */
export function decideForm({ label, controls, primary, reason, wording, write, ask }: Decide): unknown {
  if (controls.length === 0) return nothing;
  const pending = controls.some((control) => control.pending);
  return html`<div class="decide" role="group" aria-label=${label}>
    <label class="answer-field">
      <span class="label">${wording.t('approval.reason')}</span>
      <textarea
        rows="2"
        dir="auto"
        .value=${reason}
        ?readonly=${pending}
        @input=${(event: Event) => write((event.target as HTMLTextAreaElement).value)}
      ></textarea>
    </label>
    <div class="tool-buttons">
      ${controls.map((control, i) =>
        controlButton(control, { wording, ask, part: 'control', look: i === primary ? 'primary' : '' }),
      )}
    </div>
  </div>`;
}
