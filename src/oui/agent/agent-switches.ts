/** What a person has switched off at the agent's end. */
export interface SwitchedOff {
  surfaces: readonly string[];
  actions: readonly { surfaceId: string; actionId: string }[];
}

/**
 * A person's switches (OUI-R12). They stand for ids, so what is off stays off when the page registers it
 * again, and after a reconnection.
 */
export class AgentSwitches {
  readonly #surfaces = new Set<string>();
  readonly #actions = new Map<string, Set<string>>();

  get switchedOff(): SwitchedOff {
    const actions = [...this.#actions].flatMap(([surfaceId, ids]) =>
      [...ids].map((actionId) => ({ surfaceId, actionId })),
    );
    return { surfaces: [...this.#surfaces], actions };
  }

  set(surfaceId: string, actionId: string | undefined, enabled: boolean): void {
    if (actionId === undefined) {
      if (enabled) this.#surfaces.delete(surfaceId);
      else this.#surfaces.add(surfaceId);
      return;
    }
    const off = this.#actions.get(surfaceId) ?? new Set();
    if (enabled) off.delete(actionId);
    else off.add(actionId);
    if (off.size > 0) this.#actions.set(surfaceId, off);
    else this.#actions.delete(surfaceId);
  }

  /** An action is on when its surface is, and itself. */
  isOn(surfaceId: string, actionId?: string): boolean {
    if (this.#surfaces.has(surfaceId)) return false;
    return actionId === undefined || !this.#actions.get(surfaceId)?.has(actionId);
  }
}
