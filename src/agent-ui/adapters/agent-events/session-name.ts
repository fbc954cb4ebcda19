/** Under which id a server knows the session: what the host says, or else what the server's first event says. */
export class SessionName {
  #settled: boolean;

  /** @param named the host has said it; without that, `current` is only made up */
  constructor(
    public current: string,
    named: boolean,
  ) {
    this.#settled = named;
  }

  /** Hears the id of an event, or that it has none: then the server goes by ours. */
  hear(sessionId: unknown): void {
    if (!this.#settled && typeof sessionId === 'string' && sessionId !== '') this.current = sessionId;
    this.#settled = true;
  }
}
