import { messageOf } from '../../base/coded-error.js';
import { devWarning } from '../../base/dev-warning.js';
import type { Runtime } from '../../base/runtime.js';
import {
  isOuiType,
  messageFault,
  type ActionRequest,
  type ActionResultPayload,
  type ObservationRequest,
  type OuiMessage,
} from '../protocol/messages.js';
import type { ExtensionMessage, Transport, WireMessage } from '../protocol/transport.js';
import type { Surface } from '../surface/surface.js';
import { AnsweredRequests } from './answered-requests.js';

export interface ConnectionPorts {
  runtime: Runtime;
  /** Every surface that is active now. */
  active(): Iterable<Surface>;
  request(payload: ActionRequest['payload'], reply: (result: ActionResultPayload) => void): void;
  observe(payload: ObservationRequest['payload']): Promise<unknown>;
  extension(message: ExtensionMessage): void;
}

/** One client of a bus, at the other end of one transport. It knows what that client has been told. */
export class Connection {
  readonly #transport: Transport;
  readonly #ports: ConnectionPorts;
  /** What the client believes is registered. */
  readonly #told = new Map<string, Surface['wire']>();
  readonly #answered = new AnsweredRequests();
  readonly #stop: (() => void)[];
  readonly #opened: boolean;
  #connected = false;
  #ended = false;

  constructor(transport: Transport, ports: ConnectionPorts) {
    this.#transport = transport;
    this.#ports = ports;
    this.#opened = transport.state === 'disconnected';
    this.#stop = [
      transport.onEvent((message) => this.#receive(message)),
      transport.onStateChange(() => this.#follow()),
    ];
    this.#follow();
    transport.connect().catch((thrown: unknown) => {
      if (!this.#ended) devWarning('oui:connection_refused', messageOf(thrown));
    });
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Tells the client what has changed about a surface; nothing when nothing has. */
  sync(surface: Surface): void {
    if (!this.#connected) return;
    if (surface.active) {
      if (this.#told.get(surface.id) === surface.wire) return;
      this.#told.set(surface.id, surface.wire);
      this.#send({
        type: 'surface:register',
        payload: { surface: surface.wire, timestamp: this.#ports.runtime.now() },
      });
      for (const [observationId, value] of surface.publisher.pushed()) {
        this.update(surface.id, observationId, value);
      }
    } else if (surface.jobs.size === 0 && this.#told.delete(surface.id)) {
      // While an action is still ending, its result must arrive first: deregistration would void it (OUI-R7).
      this.#send({
        type: 'surface:deregister',
        payload: { surfaceId: surface.id, timestamp: this.#ports.runtime.now() },
      });
    }
  }

  /** Sends the current value of an observation. */
  update(surfaceId: string, observationId: string, value: unknown): void {
    const timestamp = this.#ports.runtime.now();
    this.#send({ type: 'observation:update', payload: { surfaceId, observationId, value, timestamp } });
  }

  send(message: ExtensionMessage): void {
    this.#send(message);
  }

  /** Ends it, and the transport with it unless somebody else had opened that. */
  disconnect(): void {
    const timestamp = this.#ports.runtime.now();
    for (const surfaceId of this.#told.keys()) {
      this.#send({ type: 'surface:deregister', payload: { surfaceId, timestamp } });
    }
    this.#told.clear();
    this.#connected = false;
    this.#ended = true;
    for (const stop of this.#stop) stop();
    if (this.#opened) this.#transport.disconnect();
  }

  #follow(): void {
    const connected = this.#transport.state === 'connected';
    if (connected === this.#connected) return;
    this.#connected = connected;
    this.#told.clear();
    if (!connected) return;
    for (const surface of this.#ports.active()) this.sync(surface);
  }

  #receive(message: unknown): void {
    const fault = messageFault(message);
    if (fault) {
      devWarning('oui:malformed_message', `${fault}; the message was ignored.`);
      return;
    }
    const { type, payload } = message as OuiMessage;
    if (type === 'action:request') {
      this.#answered.once(
        payload,
        (again) => this.#reply(again),
        (reply) => this.#ports.request(payload, reply),
      );
    } else if (type === 'observation:request') {
      const { surfaceId, observationId } = payload;
      void this.#ports.observe(payload).then((value) => this.update(surfaceId, observationId, value));
    } else if (!isOuiType(type) && (type as string).startsWith('x-')) {
      this.#ports.extension(message as ExtensionMessage);
    }
  }

  /** What is too large for the transport is sent again with less of it (OUI-E8): the outcome always arrives. */
  #reply(payload: ActionResultPayload): void {
    if (this.#send({ type: 'action:result', payload }) || !this.#connected) return;
    const omitted: string[] = [];
    const rest = { ...payload };
    for (const key of ['surfaces', 'observations', 'data', 'progress'] as const) {
      if (rest[key] === undefined) continue;
      delete rest[key];
      omitted.push(key);
      rest.delivery = { trimmed: true, reason: 'too large', omitted };
      if (this.#send({ type: 'action:result', payload: rest })) return;
    }
    devWarning('oui:result_too_large', 'A result could not be sent: the transport refused even its outcome.');
  }

  #send(message: WireMessage): boolean {
    if (!this.#connected) return false;
    try {
      return this.#transport.send(message);
    } catch (thrown) {
      devWarning('oui:transport_failed', `The transport threw while sending: ${messageOf(thrown)}`);
      return false;
    }
  }
}
