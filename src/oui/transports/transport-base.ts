import type { Delivery, Transport, TransportState, WireMessage } from '../protocol/transport.js';

/** What every transport has: its state, and who listens (OUI-T1). */
export abstract class TransportBase implements Transport {
  #state: TransportState = 'disconnected';
  readonly #eventListeners = new Set<(message: unknown) => void>();
  readonly #stateListeners = new Set<(state: TransportState) => void>();

  get state(): TransportState {
    return this.#state;
  }

  abstract connect(): Promise<void>;
  abstract disconnect(): void;
  abstract send(message: WireMessage): boolean | Promise<Delivery>;

  onEvent(listener: (message: unknown) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  onStateChange(listener: (state: TransportState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  protected deliver(message: unknown): void {
    for (const listener of [...this.#eventListeners]) listener(message);
  }

  protected setState(state: TransportState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of [...this.#stateListeners]) listener(state);
  }

  /** Settles with the first `connected`; rejects when it is ended before that. */
  protected whenConnected(): Promise<void> {
    if (this.#state === 'connected') return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stop = this.onStateChange((state) => {
        if (state === 'connecting') return;
        stop();
        if (state === 'connected') resolve();
        else reject(new Error('The connection was ended before it was open.'));
      });
    });
  }
}
