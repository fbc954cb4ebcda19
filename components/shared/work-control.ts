import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import {
  controlKey,
  type ControlRequest,
  type WriteState,
} from '../../src/agent-ui/events/control-request.js';
import { icon } from './icons.js';
import type { StringKey, Wording } from './localize.js';

/** Something that a person can ask the owner of a fact for. */
export interface WantedControl {
  word: StringKey;
  request: ControlRequest;
  event(): Event;
}

/** A control that its runtime has, and where its last request stands. */
export interface WorkControl extends WantedControl {
  /** On its way: asking again is the same request. */
  pending: boolean;
  /** What became of the last request, until its owner has confirmed it. */
  write: WriteState | undefined;
}

/** The last request of each key; read once for all rows of a panel. */
export function lastWrites(session: AgentSession): ReadonlyMap<string, WriteRecord> {
  return new Map(session.writes.map((write) => [write.key, write]));
}

/** What can be asked for now; what the runtime cannot do is not offered (agent-ui section 4.1, 1). */
export function workControls(
  wanted: readonly WantedControl[],
  session: AgentSession,
  writes: ReadonlyMap<string, WriteRecord>,
): WorkControl[] {
  const controls: WorkControl[] = [];
  for (const control of wanted) {
    const availability = session.availability(control.request);
    const pending = !availability.available && availability.token === 'loading';
    if (!availability.available && !pending) continue;
    const last = writes.get(controlKey(control.request));
    const write = last && last.state !== 'confirmed' ? { state: last.state, reason: last.reason } : undefined;
    controls.push({ ...control, pending, write });
  }
  return controls;
}

/** The button of a control. */
export function controlButton(
  control: WorkControl,
  {
    wording,
    ask,
    part,
    look = '',
  }: {
    wording: Wording;
    ask(control: WorkControl): void;
    part: string;
    look?: string;
  },
): TemplateResult {
  return html`<button
    type="button"
    class=${look}
    part=${part}
    data-control=${control.request.kind}
    ?disabled=${control.pending}
    @click=${() => ask(control)}
  >
    ${wording.t(control.word)}
  </button>`;
}

/** What became of the last request of each control, in words: asked, not confirmed, refused and why. */
export function controlTrouble(controls: readonly WorkControl[], { t }: Wording): unknown {
  return controls.map(({ write, request }) => {
    if (!write) return nothing;
    const refused = write.state === 'failed';
    return html`<p
      class=${refused ? 'trouble' : 'meta'}
      dir="auto"
      data-write=${write.state}
      data-control=${request.kind}
    >
      ${
        refused
          ? html`${icon('cross')} ${t('control.refused', { reason: write.reason ?? '' })}`
          : t(write.state === 'unconfirmed' ? 'control.unconfirmed' : 'control.asked')
      }
    </p>`;
  });
}
