import { messageOf } from '../../src/base/coded-error.js';
import { deepEqual } from '../../src/base/deep-equal.js';
import {
  type ActionHandler,
  type ManifestFault,
  type MountedSurface,
  OuiError,
  type RegisterOptions,
  type SurfaceBus,
  type SurfaceManifest,
  type SurfaceState,
} from '../../src/oui/index.js';

/** Keeps a bus told of one surface, and sends nothing when nothing is new. */
export class Registration {
  #bus: SurfaceBus | undefined;
  #mounted: MountedSurface | undefined;
  #sent: unknown;
  #left = false;
  /** Another registration of the same id has taken this one's place. */
  #replaced = false;

  /**
   * @param changed called after anything may have changed in the bus
   * @param again called when it should be applied again: another registration of the same id has come or gone
   */
  constructor(
    private readonly changed: () => void,
    private readonly again: () => void,
  ) {}

  get mounted(): MountedSurface | undefined {
    return this.#mounted;
  }

  get state(): SurfaceState {
    return this.#mounted?.state ?? (this.#left ? 'deregistered' : 'defined');
  }

  /** Registers or updates. The faults that the bus finds are returned, and then nothing is registered (OUI-S1). */
  apply(
    bus: SurfaceBus,
    manifest: SurfaceManifest,
    handlers: Record<string, ActionHandler>,
    options: RegisterOptions,
  ): readonly ManifestFault[] {
    const { rateLimit, active } = options;
    const sent = { manifest, rateLimit, active };
    if (this.#bus !== bus || this.#mounted?.surfaceId !== manifest.id) this.end();
    if (this.#mounted?.state === 'deregistered') {
      const wasReplaced = this.#replaced;
      this.#replaced = this.#isTaken();
      if (this.#replaced)
        return [{ path: 'id', message: 'is used by a newer surface of this page as well.' }];
      // Nobody took its place: the bus is closed.
      if (!wasReplaced) return [];
      this.end();
    }
    if (this.#mounted && deepEqual(sent, this.#sent)) return [];
    try {
      if (this.#mounted) {
        this.#mounted.update(manifest, handlers, options);
      } else {
        this.#mounted = bus.register(manifest, handlers, options);
        this.#bus = bus;
        this.#replaced = false;
        bus.addEventListener('change', this.#onBusChange);
      }
      this.#sent = sent;
      return [];
    } catch (error) {
      this.end();
      return faultsOf(error);
    }
  }

  end(): void {
    if (!this.#mounted) return;
    this.#bus?.removeEventListener('change', this.#onBusChange);
    this.#mounted.unregister();
    this.#mounted = undefined;
    this.#bus = undefined;
    this.#sent = undefined;
    this.#left = true;
  }

  readonly #onBusChange = () => {
    this.changed();
    if (this.#mounted?.state === 'deregistered' && this.#isTaken() !== this.#replaced) this.again();
  };

  #isTaken(): boolean {
    return this.#bus?.surfaces.some(({ surfaceId }) => surfaceId === this.#mounted?.surfaceId) ?? false;
  }
}

function faultsOf(error: unknown): readonly ManifestFault[] {
  if (error instanceof OuiError && Array.isArray(error.details)) return error.details as ManifestFault[];
  return [{ path: '', message: messageOf(error) }];
}
