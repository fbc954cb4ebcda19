import { messageOf } from '../../base/coded-error.js';
import { devWarning, reportThrown } from '#dev-warning';
import type { Runtime } from '../../base/runtime.js';
import type { ConfirmBy } from '../protocol/confirmation.js';
import type { SurfaceIndex, SurfaceManifest } from '../protocol/manifest.js';
import {
  isOuiType,
  messageFault,
  type ActionRequest,
  type ActionResultPayload,
  type ObservationRequest,
  type OuiMessage,
  type SurfaceRegister,
} from '../protocol/messages.js';
import { CANCEL_MESSAGE } from '../protocol/page-queries.js';
import type { ExtensionMessage, Transport } from '../protocol/transport.js';
import type { Surface } from '../surface/surface.js';
import { AnsweredRequests } from './answered-requests.js';
import { Outbox } from './outbox.js';

export interface ConnectionPorts {
  runtime: Runtime;
  /** OUI-E7. */
  resultBudgetBytes: number;
  /** OUI-E2. */
  confirmBy: ConfirmBy;
  /** OUI-E5: tell this client of surfaces in short. */
  inIndexForm: boolean;
  /** Every surface that is active now. */
  active(): Iterable<Surface>;
  request(payload: ActionRequest['payload'], reply: (result: ActionResultPayload) => void): void;
  observe(payload: ObservationRequest['payload']): Promise<unknown>;
  /** This client gives up a request; what it sends is not checked yet. */
  cancel(payload: unknown): void;
  extension(message: ExtensionMessage): void;
}

/** One client of a bus, at the other end of one transport. It knows what that client has been told. */
export class Connection {
  readonly #transport: Transport;
  readonly #ports: ConnectionPorts;
  /** What the client believes is registered. */
  readonly #told = new Map<string, Surface['wire']>();
  readonly #answered = new AnsweredRequests();
  readonly #outbox: Outbox;
  readonly #stop: (() => void)[];
  readonly #opened: boolean;
  /** Here once it is loaded, where the client wants the index form; nothing is told before. */
  #indexOf: ((surface: SurfaceManifest) => SurfaceIndex) | undefined;
  #loading: Promise<void> | undefined;
  #ended = false;

  constructor(transport: Transport, ports: ConnectionPorts) {
    this.#transport = transport;
    this.#ports = ports;
    this.#outbox = new Outbox(transport, ports.resultBudgetBytes);
    if (ports.inIndexForm) this.#loading = this.#loadIndexForm();
    this.#opened = transport.state === 'disconnected';
    this.#stop = [
      transport.onEvent((message) => this.#receive(message)),
      transport.onStateChange(() => this.#follow()),
    ];
    this.#follow();
    transport.connect().catch((thrown: unknown) => {
      if (!this.#ended) devWarning('oui:connection_refused', () => messageOf(thrown));
    });
  }

  get connected(): boolean {
    return this.#outbox.open;
  }

  /** Tells the client what has changed about a surface; nothing when nothing has. */
  sync(surface: Surface): void {
    if (!this.connected) return;
    if (surface.active) {
      if (this.#told.get(surface.id) === surface.wire) return;
      this.#told.set(surface.id, surface.wire);
      const { confirmBy, runtime } = this.#ports;
      const told = this.#indexOf ? this.#indexOf(surface.wire) : surface.wire;
      const payload: SurfaceRegister['payload'] = { surface: told, timestamp: runtime.now() };
      if (confirmBy !== 'runtime') payload.confirmBy = confirmBy;
      this.#outbox.send({ type: 'surface:register', payload });
      for (const [observationId, value] of surface.publisher.pushed()) {
        this.update(surface.id, observationId, value);
      }
    } else if (surface.jobs.size === 0 && this.#told.delete(surface.id)) {
      // While an action is still ending, its result must arrive first: deregistration would void it (OUI-R7).
      this.#outbox.send({
        type: 'surface:deregister',
        payload: { surfaceId: surface.id, timestamp: this.#ports.runtime.now() },
      });
    }
  }

  /** Sends the current value of an observation. */
  update(surfaceId: string, observationId: string, value: unknown): void {
    const timestamp = this.#ports.runtime.now();
    this.#outbox.send({
      type: 'observation:update',
      payload: { surfaceId, observationId, value, timestamp },
    });
  }

  send(message: ExtensionMessage): void {
    this.#outbox.send(message);
  }

  /** Ends it once what has been said is on its way. */
  close(): void {
    this.#outbox.flush();
    this.#ports.runtime.after(0, () => this.disconnect());
  }

  /** Ends it, and the transport with it unless somebody else had opened that. */
  disconnect(): void {
    const timestamp = this.#ports.runtime.now();
    for (const surfaceId of this.#told.keys()) {
      this.#outbox.send({ type: 'surface:deregister', payload: { surfaceId, timestamp } });
    }
    this.#outbox.flush();
    this.#told.clear();
    this.#outbox.open = false;
    this.#ended = true;
    for (const stop of this.#stop) stop();
    if (this.#opened) this.#transport.disconnect();
  }

  #follow(): void {
    const connected = !this.#loading && this.#transport.state === 'connected';
    if (connected === this.connected) return;
    this.#outbox.open = connected;
    this.#told.clear();
    if (!connected) return;
    for (const surface of this.#ports.active()) this.sync(surface);
  }

  async #loadIndexForm(): Promise<void> {
    try {
      this.#indexOf = (await import('./index-form.js')).indexOf;
    } catch (thrown) {
      reportThrown('oui:index_form', 'connect()', thrown);
    }
    this.#loading = undefined;
    if (!this.#ended) this.#follow();
  }

  #receive(message: unknown): void {
    if (this.#loading) {
      void this.#loading.then(() => this.#receive(message));
      return;
    }
    if (this.#ended) return;
    const fault = messageFault(message);
    if (fault) {
      devWarning('oui:malformed_message', () => `${fault}; the message was ignored.`);
      return;
    }
    const { type, payload } = message as OuiMessage;
    if (type === 'action:request') {
      this.#answered.once(
        payload,
        (again) => this.#reply(again, payload.knownSurfaces),
        (reply) => this.#ports.request(payload, reply),
      );
    } else if (type === 'observation:request') {
      const { surfaceId, observationId } = payload;
      void this.#ports.observe(payload).then((value) => this.update(surfaceId, observationId, value));
    } else if ((type as string) === CANCEL_MESSAGE) {
      this.#ports.cancel(payload);
    } else if (!isOuiType(type) && (type as string).startsWith('x-')) {
      this.#ports.extension(message as ExtensionMessage);
    }
  }

  /** Returns the result's length, see `Outbox`. */
  #reply(payload: ActionResultPayload, knownSurfaces: unknown): number {
    const { surfaces, surfacesHash } = payload;
    const indexOf = this.#indexOf;
    // OUI-E4: what the client knows need not be told again.
    const known = surfaces === undefined || surfacesHash === knownSurfaces;
    if (!known && !indexOf) return this.#outbox.result(payload);
    const rest = { ...payload };
    delete rest.surfaces;
    return this.#outbox.result(known ? rest : { ...rest, index: surfaces.map(indexOf!) });
  }
}
