import { deepEqual } from '../../base/deep-equal.js';
import { devWarning } from '#dev-warning';
import { RateLimiter } from '../../base/rate-limit.js';
import type { Runtime } from '../../base/runtime.js';
import { SerialQueue } from '../../base/serial-queue.js';
import { routesMatch } from '../manifest/match-route.js';
import { DEFAULT_RATE_LIMIT, LEAVE_GRACE_MS } from '../protocol/limits.js';
import type { ActionManifest, SurfaceManifest } from '../protocol/manifest.js';
import type { ActionHandler } from './action-handler.js';
import type { ActionJob } from './action-job.js';
import type { MountedSurface } from './mounted-surface.js';
import { ObservationPublisher } from './observation-publisher.js';
import type { RegisterOptions } from './register-options.js';

/** What one registration brings. The manifest has been checked and copied. */
export interface Registration {
  manifest: SurfaceManifest;
  handlers: Record<string, ActionHandler>;
  options: RegisterOptions;
}

/** A person's yes and no to a surface and to its actions (OUI-R12). It outlives registrations. */
export interface Switches {
  on: boolean;
  readonly actionsOff: Set<string>;
}

/**
 * One surface at work, under one id. It outlives a registration that is replaced, or that leaves and returns
 * within one task (§8 no. 2), and it is gone when its last action is.
 */
export class Surface {
  readonly id: string;
  /** Whoever registered it last; none when that has unregistered. */
  mounted: MountedSurface | undefined;
  /** False once the task in which it was unregistered is over, and it has not come back. */
  present = true;
  /** The application's yes or no. */
  wanted = true;
  readonly jobs = new Set<ActionJob>();
  readonly queue = new SerialQueue();
  limiter!: RateLimiter;
  publisher!: ObservationPublisher;
  /** What agents are told: the manifest without the actions that are switched off. */
  wire!: SurfaceManifest;
  #registration!: Registration;
  #active = false;
  readonly #runtime: Runtime;
  readonly #emit: (observationId: string, value: unknown) => void;

  readonly switches: Switches;

  constructor(
    registration: Registration,
    switches: Switches,
    runtime: Runtime,
    emit: (surface: Surface, observationId: string, value: unknown) => void,
  ) {
    this.id = registration.manifest.id;
    this.switches = switches;
    this.#runtime = runtime;
    this.#emit = (observationId, value) => emit(this, observationId, value);
    this.configure(registration);
  }

  get manifest(): SurfaceManifest {
    return this.#registration.manifest;
  }

  get handlers(): Record<string, ActionHandler> {
    return this.#registration.handlers;
  }

  get options(): RegisterOptions {
    return this.#registration.options;
  }

  get active(): boolean {
    return this.#active;
  }

  /** Registers anew under the same id (OUI-S4). With an equal manifest nothing changes for agents. */
  configure(registration: Registration): void {
    const old = this.#registration as Registration | undefined;
    const { manifest, options } = registration;
    const same = old !== undefined && deepEqual(old.manifest, manifest);
    this.#registration = same ? { ...registration, manifest: old.manifest } : registration;
    if (!old || !deepEqual(old.options.rateLimit, options.rateLimit)) {
      this.limiter = new RateLimiter(options.rateLimit ?? DEFAULT_RATE_LIMIT, this.#runtime);
    }
    this.queue.concurrency = manifest.concurrency ?? 1;
    this.wanted = options.active ?? true;
    warnOfHandlers(registration);
    if (same) return;
    this.publisher?.setLive(false);
    this.publisher = new ObservationPublisher(
      this.id,
      manifest.observations ?? [],
      {
        runtime: this.#runtime,
        emit: this.#emit,
        reader: (id) => own(this.#registration.options.read, id),
      },
      this.publisher,
    );
    this.publisher.setLive(this.#active);
    this.renewWire();
  }

  /** Looked up for each run, so that a handler is never older than its registration. */
  handler(actionId: string): ActionHandler | undefined {
    return own(this.#registration.handlers, actionId);
  }

  action(actionId: string): ActionManifest | undefined {
    return this.manifest.actions.find((action) => action.id === actionId);
  }

  actionEnabled(actionId: string): boolean {
    return !this.switches.actionsOff.has(actionId);
  }

  /** Works out whether it is active on this path. True when that changed. */
  evaluate(path: string): boolean {
    // A manifest needs one action at least: with all of them switched off there is nothing to offer.
    const offered = this.wire.actions.length > 0 && this.switches.on;
    const active =
      this.present && this.wanted && offered && routesMatch(this.manifest.activation?.routes, path);
    if (active === this.#active) return false;
    this.#active = active;
    this.publisher.setLive(active);
    const graceMs = offered ? LEAVE_GRACE_MS : 0;
    for (const job of [...this.jobs]) {
      if (active) job.stay();
      else job.leave(graceMs);
    }
    return true;
  }

  /** Works out what agents are told. */
  renewWire(): void {
    const { manifest } = this;
    const actions = manifest.actions.filter(({ id }) => this.actionEnabled(id));
    const wire = actions.length === manifest.actions.length ? manifest : { ...manifest, actions };
    // Connections compare by identity: an equal manifest must stay the same object.
    if (!deepEqual(wire, this.wire)) this.wire = wire;
  }
}

function own<T>(record: Record<string, T> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

function warnOfHandlers({ manifest, handlers }: Registration): void {
  const ids = new Set(manifest.actions.map((action) => action.id));
  for (const id of ids) {
    if (!Object.hasOwn(handlers, id)) {
      devWarning(
        'oui:missing_handler',
        () => `${manifest.id}.${id} is declared and has no handler; it will fail when called.`,
      );
    }
  }
  for (const id of Object.keys(handlers)) {
    if (!ids.has(id)) {
      devWarning(
        'oui:unknown_handler',
        () => `${manifest.id}.${id} has a handler and is not declared; agents cannot call it.`,
      );
    }
  }
}
