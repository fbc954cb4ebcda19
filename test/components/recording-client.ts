import { aTimeout, waitUntil } from '@open-wc/testing';
import type {
  ActionRequest,
  ActionResultPayload,
  BusConnection,
  ConnectOptions,
  SurfaceBus,
  SurfaceManifest,
  Transport,
  WireMessage,
} from 'oui-elements/oui';
import { nextTask } from '../../components/shared/next-task.js';

/** The validator is loaded with the first surface of a page, and machines may be slow. */
const PATIENTLY = { timeout: 10_000 };

/** A client of a bus that keeps everything it was told, in order. */
export class RecordingClient {
  readonly messages: WireMessage[] = [];
  readonly connection: BusConnection;
  #receive: (message: unknown) => void = () => {};

  constructor(bus: SurfaceBus, options: ConnectOptions = {}) {
    const transport: Transport = {
      state: 'connected',
      connect: async () => {},
      disconnect: () => {},
      send: (message) => {
        this.messages.push(structuredClone(message));
        return true;
      },
      onEvent: (listener) => {
        this.#receive = listener;
        return () => {};
      },
      onStateChange: () => () => {},
    };
    this.connection = bus.connect(transport, options);
  }

  /** `surface:register todo-list`, `surface:deregister todo-list`, in order. */
  get comings(): string[] {
    return this.messages.flatMap(({ type, payload }) => {
      if (type === 'surface:register')
        return [`${type} ${(payload as { surface: SurfaceManifest }).surface.id}`];
      return type === 'surface:deregister' ? [`${type} ${(payload as { surfaceId: string }).surfaceId}`] : [];
    });
  }

  /** The manifest last registered under this id. */
  manifest(surfaceId: string): SurfaceManifest | undefined {
    return this.messages
      .flatMap((message) =>
        message.type === 'surface:register' ? [message.payload.surface as SurfaceManifest] : [],
      )
      .findLast((surface) => surface.id === surfaceId);
  }

  /** The values of an observation that were sent, in order. */
  values(observationId: string): unknown[] {
    return this.messages.flatMap((message) =>
      message.type === 'observation:update' && message.payload.observationId === observationId
        ? [message.payload.value]
        : [],
    );
  }

  async registered(surfaceId: string): Promise<SurfaceManifest> {
    await waitUntil(() => this.manifest(surfaceId), `${surfaceId} is registered`, PATIENTLY);
    return this.manifest(surfaceId)!;
  }

  async sees(observationId: string, value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    await waitUntil(
      () => JSON.stringify(this.values(observationId).at(-1)) === text,
      `${observationId} becomes ${text}`,
      PATIENTLY,
    );
  }

  /** Asks for an observation. */
  ask(surfaceId: string, observationId: string): void {
    const requestId = crypto.randomUUID();
    const payload = { surfaceId, observationId, requestId, timestamp: Date.now() };
    this.#receive({ type: 'observation:request', payload });
  }

  /** Every result of one invocation, up to the final one. */
  async invoke(
    surfaceId: string,
    actionId: string,
    params: Record<string, unknown> = {},
    more: Partial<ActionRequest['payload']> = {},
  ): Promise<ActionResultPayload[]> {
    const requestId = crypto.randomUUID();
    const payload = { requestId, surfaceId, actionId, params, timestamp: Date.now(), ...more };
    this.#receive({ type: 'action:request', payload });
    const results = () =>
      this.messages.flatMap((message) =>
        message.type === 'action:result' && message.payload.requestId === requestId ? [message.payload] : [],
      );
    await waitUntil(() => results().some((result) => !result.interim), `${actionId} is answered`, {
      timeout: 5000,
    });
    return results();
  }

  /** The final result alone. */
  async result(
    surfaceId: string,
    actionId: string,
    params: Record<string, unknown> = {},
    more: Partial<ActionRequest['payload']> = {},
  ): Promise<ActionResultPayload> {
    return (await this.invoke(surfaceId, actionId, params, more)).at(-1)!;
  }
}

/** Whatever microtasks and tasks are under way have run. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await aTimeout(0);
    // Which of two tasks comes first, a timer's or a message's, is the engine's to say.
    await new Promise<void>(nextTask);
  }
}
