import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { writeKey, type ControlReceipt } from '../../src/agent-ui/events/control-request.js';
import type { Wording } from './localize.js';
import { AgentContinueRequestEvent } from './team-request-events.js';
import { workControls, type WorkControl } from './work-control.js';

interface Draft {
  text: string;
  /** It was sent, and stays until its owner has it. */
  sent: boolean;
}

/** Where there is no session yet. */
const NO_SESSION = {};

/**
 * What a person writes to teammates: kept through every failure, and gone when its owner has confirmed it (W6). Each
 * session has its own: another one may have another teammate of the same id.
 */
export class TeammateDrafts {
  #bySession = new WeakMap<object, Map<string, Draft>>();

  /** @param session the one whose teammates are shown; without it all drafts are of one */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly session: () => AgentSession | undefined = () => undefined,
  ) {}

  get #drafts(): Map<string, Draft> {
    const session = this.session() ?? NO_SESSION;
    let drafts = this.#bySession.get(session);
    if (!drafts) this.#bySession.set(session, (drafts = new Map()));
    return drafts;
  }

  textOf(id: string): string {
    return this.#drafts.get(id)?.text ?? '';
  }

  write(id: string, text: string): void {
    this.#drafts.set(id, { text, sent: false });
    this.host.requestUpdate();
  }

  sent(id: string): void {
    const draft = this.#drafts.get(id);
    if (draft) draft.sent = true;
  }

  /** Lets go of what has arrived; before each rendering. */
  settle(writes: ReadonlyMap<string, WriteRecord>): void {
    const drafts = this.#drafts;
    for (const [id, { sent }] of drafts)
      if (sent && writes.get(writeKey('continue_agent', id))?.state === 'confirmed') drafts.delete(id);
  }
}

/** What a person is about to say to a teammate. */
export interface TeammateSay {
  control: WorkControl;
  text: string;
  /** What the field is called. */
  label: string;
  write(text: string): void;
  send(): void;
}

/**
 * The way to say something to a teammate, where the runtime has one (W6).
 * @param request dispatches the event and, unless the host does it itself, asks the owner
 */
export function teammateSay(
  { agentId, label }: { agentId: string; label: string },
  {
    session,
    writes,
    drafts,
    request,
  }: {
    session: AgentSession;
    writes: ReadonlyMap<string, WriteRecord>;
    drafts: TeammateDrafts;
    request(
      event: Event,
      ask: (session: AgentSession) => Promise<ControlReceipt>,
    ): Promise<ControlReceipt> | undefined;
  },
): TeammateSay | undefined {
  const input = () => ({ agentId, text: drafts.textOf(agentId).trim() });
  const event = () => new AgentContinueRequestEvent(input());
  // Whether it can be asked for does not depend on the words.
  const any = { kind: 'continue_agent', agentId, text: '.' } as const;
  const [control] = workControls([{ word: 'team.send', request: any, event }], session, writes);
  if (!control) return undefined;
  return {
    control,
    text: drafts.textOf(agentId),
    label,
    write: (text) => drafts.write(agentId, text),
    send: () => {
      if (request(event(), (asked) => asked.continueAgent(input()))) drafts.sent(agentId);
    },
  };
}

/** A line in which something is said to a teammate. Enter that ends a composition sends nothing (known-failure 30). */
export function teammateInput(
  { control, text, label, write, send }: TeammateSay,
  { t }: Wording,
): TemplateResult {
  const { pending, word } = control;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (text.trim() !== '' && !pending) send();
  };
  return html`<div class="say">
    <input
      dir="auto"
      aria-label=${label}
      placeholder=${label}
      .value=${text}
      ?readonly=${pending}
      @input=${(event: Event) => write((event.target as HTMLInputElement).value)}
      @keydown=${onKey}
    />
    <button
      type="button"
      data-control="continue_agent"
      ?disabled=${pending || text.trim() === ''}
      @click=${send}
    >
      ${t(word)}
    </button>
  </div>`;
}
