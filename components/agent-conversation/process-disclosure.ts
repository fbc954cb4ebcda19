import type { ReactiveControllerHost } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { PartView, TurnView } from '../../src/agent-ui/projection/view-models.js';
import type { InlineProcessView, ProcessTurn } from '../../src/agent-ui/projection/work-view-models.js';
import { Disclosure } from '../shared/disclosure.js';

/**
 * Which steps of the process are open here. A step is open in one panel at a time (M-015): who opens it here takes it
 * from the others, and what another has open is closed here. What a person chose while a turn ran ends with the turn,
 * once (agent-ui.md §5.7); what they choose later stays.
 */
export class ProcessDisclosure extends Disclosure {
  #elsewhere: ReadonlySet<string> = new Set();
  #perTurn = new WeakMap<ProcessTurn, readonly string[]>();
  #view: InlineProcessView | undefined;
  #running = new Set<string>();

  constructor(
    host: ReactiveControllerHost,
    private readonly session: () => AgentSession | undefined,
  ) {
    super(host);
  }

  /** Before a rendering: what others have open, and which turns are over. */
  follow(view: InlineProcessView | undefined, turns: readonly TurnView[]): void {
    if (view !== this.#view) this.#look(view);
    this.#view = view;
    const running = turns.filter(({ active }) => active).map(({ turnId }) => turnId);
    if (this.#running.size > 0) {
      for (const turn of turns) {
        if (turn.active || !this.#running.has(turn.turnId)) continue;
        for (const part of turn.parts) this.forget(disclosureId(part));
      }
    }
    this.#running = new Set(running);
  }

  /** Whether another panel has it open. */
  isElsewhere(id: string): boolean {
    return this.#elsewhere.has(keyOf(id));
  }

  override isOpen(id: string, byDefault: boolean): boolean {
    return !this.isElsewhere(id) && super.isOpen(id, byDefault);
  }

  override toggle(id: string, byDefault: boolean): void {
    const opens = !this.isOpen(id, byDefault);
    if (super.isOpen(id, byDefault) !== opens) super.toggle(id, byDefault);
    // A line for several calls is no fact.
    if (id.startsWith('group:')) return;
    this.session()?.expand(keyOf(id), opens ? 'inline_process' : undefined);
  }

  #look(view: InlineProcessView | undefined): void {
    const elsewhere = new Set<string>();
    for (const turn of view?.turns ?? []) {
      let keys = this.#perTurn.get(turn);
      if (!keys) {
        keys = turn.steps.filter(({ expandedIn }) => expandedIn !== undefined).map(({ key }) => key);
        this.#perTurn.set(turn, keys);
      }
      for (const key of keys) elsewhere.add(key);
    }
    const same =
      elsewhere.size === this.#elsewhere.size && [...elsewhere].every((key) => this.#elsewhere.has(key));
    if (same) return;
    this.#elsewhere = elsewhere;
    this.version++;
  }
}

/** The id under which a part is opened here: a tool call's own, any other with its kind. */
export function disclosureId(part: PartView): string {
  if (part.type === 'tool_call') return part.toolCallId;
  return `${part.type.split('_')[0]}:${part.partId}`;
}

/** The fact's key, by which all panels know it. */
function keyOf(id: string): string {
  return id.startsWith('reasoning:') ? id : `tool:${id}`;
}
