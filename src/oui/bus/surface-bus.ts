import { ChangeTarget } from '../../base/change-target.js';
import { messageOf } from '../../base/coded-error.js';
import { reportThrown } from '#dev-warning';
import { realRuntime, type Runtime } from '../../base/runtime.js';
import { InvocationLog, type Invocation } from '../protocol/invocation-log.js';
import {
  DEFAULT_RESULT_BUDGET_BYTES,
  DEFAULT_SNAPSHOT_BUDGET_BYTES,
  DEFAULT_TIME_LIMITS,
  OUI_VERSION,
  SETTLE_DEADLINE_MS,
  SETTLE_QUIET_MS,
} from '../protocol/limits.js';
import type { SurfaceManifest } from '../protocol/manifest.js';
import type { ActionRequest, OuiSnapshot, WholeSnapshot } from '../protocol/messages.js';
import { ExtensionEvent, type ExtensionMessage, type Transport } from '../protocol/transport.js';
import type { ActionHandler } from '../surface/action-handler.js';
import type { ApprovalGate } from '../surface/approval-gate.js';
import type { ApprovalGrant } from '../surface/approval-policy.js';
import { MountedSurface, type SurfaceOwner } from '../surface/mounted-surface.js';
import { failure, type Outcome } from '../surface/outcome.js';
import type { RegisterOptions } from '../surface/register-options.js';
import { Settler } from '../surface/settle.js';
import { Surface, type Switches } from '../surface/surface.js';
import { admitted } from './admitted.js';
import type { AcceptRule, ClientPolicy, ConnectionRecord, ConnectOptions } from './connect-options.js';
import { Connection } from './connection.js';
import type { RequestDesk } from './request-desk.js';
import { SurfaceList } from './surface-list.js';
import { recordOf, type SurfaceRecord } from './surface-record.js';

export interface SurfaceBusOptions {
  runtime?: Runtime;
  /** OUI-S13, in milliseconds. Default 50 of quiet, 2000 at most. */
  settle?: { quietMs?: number; deadlineMs?: number };
  /** For a synchronous action, in milliseconds. Default 30 000. */
  actionTimeoutMs?: number;
  /** For the background work of an async action, in milliseconds. Default none (OUI-S11). */
  jobTimeoutMs?: number;
  /** OUI-E2: how long a person has to answer the page's own question, in milliseconds. Default 30 000. */
  confirmTimeoutMs?: number;
  /** OUI-E7, in bytes of UTF-8 JSON. Default 480 KiB for a result, 256 KiB for a snapshot. */
  budgets?: { resultBytes?: number; snapshotBytes?: number };
  /** OUI-E9, for every client. */
  accept?: AcceptRule;
}

/** What is wanted of a snapshot that is to be sent somewhere. */
export interface SnapshotOptions {
  /** OUI-E5. Default `whole`. */
  form?: 'whole' | 'index';
  /** OUI-E7, in bytes of UTF-8 JSON. Default the bus's. */
  budgetBytes?: number;
}

/** One connection of a bus. */
export interface BusConnection {
  /** Deregisters everything there and closes the transport, if the bus had opened it. */
  disconnect(): void;
}

/**
 * The page's end of OUI: every surface of a document, who may see it, and what is done with it.
 *
 * Dispatches `change` (once for all changes of a task), an `invocation` (`InvocationEvent`) for each new state
 * of an invocation, and each extension message under its own type (`x-…`, an `ExtensionEvent`, OUI-T3).
 */
export class SurfaceBus extends ChangeTarget {
  readonly #runtime: Runtime;
  readonly #settler: Settler;
  readonly #surfaces = new Map<string, Surface>();
  /** Kept for good, so that what a person switched off stays off when the page registers it again. */
  readonly #switches = new Map<string, Switches>();
  readonly #connections = new Map<Connection, () => ConnectionRecord>();
  readonly #log = new InvocationLog((make) => this.announce('invocation', make));
  /** Loaded with the first client: no request comes before. */
  #desk: RequestDesk | undefined;
  #deskComing: Promise<RequestDesk> | undefined;
  #gate: Promise<ApprovalGate> | undefined;
  readonly #list = new SurfaceList();
  readonly #options: SurfaceBusOptions;
  readonly #owner: SurfaceOwner;
  #path = '/';

  constructor(options: SurfaceBusOptions = {}) {
    super();
    const { runtime = realRuntime, settle = {} } = options;
    const { quietMs = SETTLE_QUIET_MS, deadlineMs = SETTLE_DEADLINE_MS } = settle;
    this.#runtime = runtime;
    this.#settler = new Settler(runtime, quietMs, deadlineMs);
    this.#options = options;
    this.#owner = {
      publish: (surface, observationId, value) => {
        if (!surface.publisher.publish(observationId, value)) return;
        this.#settler.touch(`${surface.id}.${observationId}`);
        this.announceChange();
      },
      hold: () => this.#settler.hold(),
      unregister: (surface) => this.#unregister(surface),
      update: (surface, manifest, handlers, options) => this.#update(surface, manifest, handlers, options),
      setActive: (surface, active) => {
        surface.wanted = active;
        this.#evaluate(surface);
      },
    };
  }

  /** The URL path that routes are matched against (§1). Setting it activates and deactivates surfaces. */
  get path(): string {
    return this.#path;
  }
  set path(path: string) {
    if (path === this.#path) return;
    this.#path = path;
    for (const surface of [...this.#surfaces.values()]) this.#evaluate(surface);
  }

  /** Every surface, active or not, as plain records. */
  get surfaces(): readonly SurfaceRecord[] {
    return [...this.#surfaces.values()].map(recordOf);
  }

  /** Every client, in order of `connect()`. */
  get connections(): readonly ConnectionRecord[] {
    return Array.from(this.#connections.values(), (record) => record());
  }

  /** The last 200 invocations, oldest first, without secrets (OUI-R12). */
  get log(): readonly Invocation[] {
    return this.#log.entries;
  }

  /**
   * Registers a surface, in place of an earlier one with its id (OUI-S4).
   * @throws OuiError `oui:invalid_manifest`, with all `ManifestFault`s as `details` (OUI-S1).
   */
  register(
    manifest: SurfaceManifest,
    handlers: Record<string, ActionHandler> = {},
    options: RegisterOptions = {},
  ): MountedSurface {
    const registration = admitted(manifest, handlers, options);
    const known = this.#surfaces.get(registration.manifest.id);
    const surface =
      known ??
      new Surface(registration, this.#switchesOf(manifest.id), this.#runtime, (of, observationId, value) => {
        for (const connection of this.#connections.keys()) connection.update(of.id, observationId, value);
      });
    known?.configure(registration);
    surface.mounted = new MountedSurface(surface, this.#owner);
    surface.present = true;
    this.#surfaces.set(surface.id, surface);
    this.#evaluate(surface);
    return surface.mounted;
  }

  /**
   * Everything active now, as it would be told to an agent (OUI-S22). Without options it is whole, for use in
   * this page; with them (also `{}`) it is for sending: in either form, within its budget (OUI-E7).
   */
  snapshot(): WholeSnapshot;
  snapshot(options: SnapshotOptions): Promise<OuiSnapshot>;
  snapshot(options?: SnapshotOptions): WholeSnapshot | Promise<OuiSnapshot> {
    const whole = { ...this.#state(), specVersion: OUI_VERSION };
    if (!options) return whole;
    const { form = 'whole', budgetBytes = this.#options.budgets?.snapshotBytes } = options;
    return import('./portable-snapshot.js').then(({ portableSnapshot }) =>
      portableSnapshot(whole, form, budgetBytes ?? DEFAULT_SNAPSHOT_BUDGET_BYTES),
    );
  }

  /** Records a person's yes to one request (OUI-E3). It admits a request that carries its id and its `argsHash`. */
  grantApproval(grant: ApprovalGrant): void {
    void this.#approvals().then(
      (gate) => gate.grant(grant),
      (thrown: unknown) => reportThrown('oui:approval_gate', 'grantApproval()', thrown),
    );
  }

  /**
   * Tears the page's end down: what is under way gets its one final result (OUI-E10), then every surface is
   * deregistered and every connection ended. Calling it twice is harmless.
   */
  close(): void {
    for (const surface of [...this.#surfaces.values()]) {
      surface.mounted = undefined;
      surface.present = false;
      for (const job of [...surface.jobs]) job.tearDown();
      this.#evaluate(surface);
    }
    for (const connection of this.#connections.keys()) connection.close();
    this.#connections.clear();
  }

  /** Lets a client work this page. Every active surface is registered there on each (re)connection (OUI-T6). */
  connect(transport: Transport, options: ConnectOptions = {}): BusConnection {
    const { name, confirmBy = 'runtime', confirm, accept, manifests = 'whole' } = options;
    const policy: ClientPolicy = {
      name,
      confirmBy,
      confirm,
      accept: [this.#options.accept, accept].filter((rule) => rule !== undefined),
    };
    const connection = new Connection(transport, {
      runtime: this.#runtime,
      resultBudgetBytes: this.#options.budgets?.resultBytes ?? DEFAULT_RESULT_BUDGET_BYTES,
      confirmBy,
      inIndexForm: manifests === 'index',
      active: () => this.#active(),
      request: (payload, reply) =>
        this.#atDesk(
          (desk) => desk.accept(payload, policy, reply),
          (thrown) => {
            const { error } = failure(
              'INTERNAL_ERROR',
              `The page could not load what runs actions: ${thrown}`,
            );
            reply({ requestId: payload.requestId, success: false, error, timestamp: this.#runtime.now() });
          },
        ),
      observe: async ({ surfaceId, observationId }) => {
        const surface = this.#surfaces.get(surfaceId);
        return surface?.active ? surface.publisher.ask(observationId) : null;
      },
      cancel: (payload) => this.#atDesk((desk) => desk.cancel(payload, policy)),
      extension: (message) => this.dispatchEvent(new ExtensionEvent(message)),
    });
    this.#atDesk(() => {});
    const record = { ...(name === undefined ? {} : { name }), confirmBy, manifests };
    this.#connections.set(connection, () => ({ ...record, state: transport.state }));
    this.announceChange();
    const stop = transport.onStateChange(() => this.announceChange());
    return {
      disconnect: () => {
        if (!this.#connections.delete(connection)) return;
        stop();
        connection.disconnect();
        this.announceChange();
      },
    };
  }

  /** Sends an extension message to every client (OUI-T3). */
  send(message: ExtensionMessage): void {
    for (const connection of this.#connections.keys()) connection.send(message);
  }

  /**
   * A person's switch (OUI-R12). What is off leaves what agents are told, and is refused. It stays off when
   * the page registers the surface again.
   */
  setEnabled(surfaceId: string, enabled: boolean): void;
  setEnabled(surfaceId: string, actionId: string, enabled: boolean): void;
  setEnabled(surfaceId: string, second: string | boolean, third = true): void {
    const switches = this.#switchesOf(surfaceId);
    if (typeof second === 'boolean') switches.on = second;
    else if (third) switches.actionsOff.delete(second);
    else switches.actionsOff.add(second);
    const surface = this.#surfaces.get(surfaceId);
    if (!surface) return;
    surface.renewWire();
    this.#evaluate(surface);
  }

  #switchesOf(surfaceId: string): Switches {
    let switches = this.#switches.get(surfaceId);
    if (!switches) {
      switches = { on: true, actionsOff: new Set() };
      this.#switches.set(surfaceId, switches);
    }
    return switches;
  }

  *#active(): Iterable<Surface> {
    for (const surface of this.#surfaces.values()) if (surface.active) yield surface;
  }

  /** In order of arrival, also while the desk is on its way; after a failure it is sent for again. */
  #atDesk(use: (desk: RequestDesk) => void, failed: (why: string) => void = () => {}): void {
    if (this.#desk) {
      use(this.#desk);
      return;
    }
    this.#deskComing ??= import('./request-desk.js').then(
      ({ RequestDesk }) => this.#deskOf(RequestDesk),
      (thrown: unknown) => {
        this.#deskComing = undefined;
        throw thrown;
      },
    );
    void this.#deskComing.then(
      (desk) => {
        // Not before those that have waited are due: what comes now must not overtake them.
        this.#desk = desk;
        use(desk);
      },
      (thrown: unknown) => failed(messageOf(thrown)),
    );
  }

  #deskOf(Desk: typeof RequestDesk): RequestDesk {
    const { actionTimeoutMs, jobTimeoutMs } = this.#options;
    const { action, observation } = DEFAULT_TIME_LIMITS;
    return new Desk({
      runtime: this.#runtime,
      log: this.#log,
      approve: (policy, asked, signal) =>
        this.#approvals().then(
          (gate) => gate.check(policy, asked, signal),
          () => ({ code: 'ACTION_DENIED', message: 'A person could not be asked.' }),
        ),
      actionTimeoutMs: actionTimeoutMs ?? action,
      jobTimeoutMs,
      surface: (surfaceId) => this.#surfaces.get(surfaceId),
      reserved: (request) => this.#reserved(request, observation),
      settle: async () => {
        const settled = await this.#settler.settled();
        return { ...this.#state(), settled };
      },
      changed: (surface) => this.#sync(surface),
    });
  }

  /** Loaded when first needed; after a failure, tried again. */
  #approvals(): Promise<ApprovalGate> {
    this.#gate ??= import('../surface/approval-gate.js').then(
      ({ ApprovalGate }) =>
        new ApprovalGate(this.#runtime, this.#options.confirmTimeoutMs ?? DEFAULT_TIME_LIMITS.action),
      (thrown: unknown) => {
        this.#gate = undefined;
        throw thrown;
      },
    );
    return this.#gate;
  }

  /** OUI-E6. A reader of the page's that never settles must not leave the request without an answer. */
  #reserved(request: ActionRequest['payload'], withinMs: number): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const cancel = this.#runtime.after(withinMs, () => {
        resolve(failure('TIMEOUT', `The observation could not be read within ${withinMs} ms.`));
      });
      import('./reserved-surface.js')
        .then(({ answerReserved }) => answerReserved(request, (id) => this.#surfaces.get(id)))
        .then((data) => resolve({ success: true, data }), reject)
        .finally(cancel);
    });
  }

  #state(): Pick<WholeSnapshot, 'surfaces' | 'surfacesHash' | 'observations'> {
    const active = [...this.#active()];
    return {
      ...this.#list.take(active),
      observations: Object.fromEntries(active.map((surface) => [surface.id, surface.publisher.current()])),
    };
  }

  #update(
    surface: Surface,
    manifest: SurfaceManifest,
    handlers: Record<string, ActionHandler> | undefined,
    options: RegisterOptions | undefined,
  ): void {
    surface.configure(
      admitted(
        manifest,
        handlers ?? surface.handlers,
        options ?? { ...surface.options, active: surface.wanted },
      ),
    );
    this.#evaluate(surface);
  }

  #unregister(surface: Surface): void {
    surface.mounted = undefined;
    this.#runtime.after(0, () => {
      if (surface.mounted) return;
      surface.present = false;
      this.#evaluate(surface);
    });
  }

  #evaluate(surface: Surface): void {
    if (surface.evaluate(this.#path)) this.#settler.touch();
    this.#sync(surface);
  }

  #sync(surface: Surface): void {
    for (const connection of this.#connections.keys()) connection.sync(surface);
    if (!surface.present && surface.jobs.size === 0) this.#surfaces.delete(surface.id);
    this.announceChange();
  }
}
