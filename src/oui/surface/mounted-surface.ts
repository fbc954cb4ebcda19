import type { SurfaceManifest } from '../protocol/manifest.js';
import type { ActionHandler } from './action-handler.js';
import type { RegisterOptions } from './register-options.js';
import type { Surface } from './surface.js';

/**
 * §1, life of a surface. `defined` and `registered` are states of a declaration on its way; one that has been
 * registered is active or inactive at once.
 */
export type SurfaceState = 'defined' | 'registered' | 'active' | 'inactive' | 'deregistered';

/** What a mounted surface asks of the bus that it is on. */
export interface SurfaceOwner {
  publish(surface: Surface, observationId: string, value: unknown): void;
  hold(): () => void;
  unregister(surface: Surface): void;
  update(
    surface: Surface,
    manifest: SurfaceManifest,
    handlers?: Record<string, ActionHandler>,
    options?: RegisterOptions,
  ): void;
  setActive(surface: Surface, active: boolean): void;
}

/**
 * One registration of a surface, as `bus.register` returns it. When the same id is registered again the newer
 * one counts (OUI-S4): this one is then `deregistered`, and whatever is asked of it does nothing.
 */
export class MountedSurface {
  readonly #surface: Surface;
  readonly #owner: SurfaceOwner;

  /** Made by `bus.register`. */
  constructor(surface: Surface, owner: SurfaceOwner) {
    this.#surface = surface;
    this.#owner = owner;
  }

  get surfaceId(): string {
    return this.#surface.id;
  }

  get manifest(): SurfaceManifest {
    return this.#surface.manifest;
  }

  get state(): SurfaceState {
    if (!this.#current) return 'deregistered';
    return this.#surface.active ? 'active' : 'inactive';
  }

  /** Tells agents the current value of an observation, whole (OUI-S18). `null`: not available now (OUI-S17). */
  publish(observationId: string, value: unknown): void {
    if (this.#current) this.#owner.publish(this.#surface, observationId, value);
  }

  /** Results of actions wait, up to their deadline, until the returned function is called (OUI-S13). */
  hold(): () => void {
    return this.#owner.hold();
  }

  /**
   * Leaves at the end of the current task; registering the same id before then changes nothing for agents
   * (§8 no. 2). Calling it twice is harmless.
   */
  unregister(): void {
    if (this.#current) this.#owner.unregister(this.#surface);
  }

  /**
   * Changes the manifest, and the handlers and options where given.
   * @throws OuiError `oui:invalid_manifest` with the faults as `details`; the earlier registration stays.
   */
  update(
    manifest: SurfaceManifest,
    handlers?: Record<string, ActionHandler>,
    options?: RegisterOptions,
  ): void {
    if (this.#current) this.#owner.update(this.#surface, manifest, handlers, options);
  }

  /** The application's yes or no, which stands for the entity and the prose condition. */
  setActive(active: boolean): void {
    if (this.#current) this.#owner.setActive(this.#surface, active);
  }

  get #current(): boolean {
    return this.#surface.mounted === this;
  }
}
